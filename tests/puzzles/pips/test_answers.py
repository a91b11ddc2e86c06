"""Pips answers: the verifier, answers as people write them, and pictures."""

from __future__ import annotations

import pytest
from pips_board import BOARD, SOLVED
from program_words import says
from support import puzzles

import pyasp_puzzles as pp
from pyasp_puzzles.pictures.terminal import plain
from pyasp_puzzles.puzzles.pips import PUZZLE
from pyasp_puzzles.puzzles.pips.generate import box
from pyasp_puzzles.puzzles.pips.instance import (
    CellPips,
    Domino,
    Link,
    PipsBoard,
    PipsSolution,
    Region,
    make,
)
from pyasp_puzzles.puzzles.pips.play import export_drawing, read
from pyasp_puzzles.puzzles.pips.verify import verify

# The verifier and answers from people


def solved() -> tuple[PipsBoard, PipsSolution]:
    (instance,) = PUZZLE.parse(BOARD, "small").values()
    return instance, read(instance, "1-2 3\n    |\n0   3\n|\n4 3-3\n")


def broken_by(instance: PipsBoard, solution: PipsSolution) -> list[str]:
    return [fault.partition(":")[0] for fault in verify(instance, solution)]


def test_the_rules_of_covering_are_checked() -> None:
    ring = pp.load("pips", "document")
    shown = read(ring, SOLVED)
    assert verify(ring, shown) == []
    assert verify(ring, PipsSolution(shown.values[1:], shown.links))[0] == (
        "Each cell shows one number of pips: r1c1 shows nothing."
    )
    assert "Exactly one domino covers r1c1: none does." in verify(
        ring, PipsSolution(shown.values, shown.links[1:])
    )
    assert broken_by(ring, PipsSolution(shown.values, (*shown.links, (1, 1, 3, 3)))) == [
        "A domino lies on two cells that share a side",
        "Exactly one domino covers r1c1",
    ]


def test_a_link_from_the_second_cell_to_the_first_is_refused() -> None:
    ring = pp.load("pips", "document")
    shown = read(ring, SOLVED)
    for number, (row, column, row2, column2) in enumerate(shown.links):
        links = list(shown.links)
        links[number] = (row2, column2, row, column)
        assert verify(ring, PipsSolution(shown.values, tuple(links))) == [
            "The first cell of a link is the one on the left or above: "
            f"a link leads from r{row2}c{column2} to r{row}c{column}."
        ]


@pytest.mark.parametrize(
    ("rule", "target", "fault"),
    [
        ("sum", 4, "The pips in region A sum to 4"),
        ("less", 3, "The pips in region A sum to less than 3"),
        ("greater", 3, "The pips in region A sum to more than 3"),
        ("equals", 0, "All cells of region A show the same pips"),
        ("unequal", 0, "No two cells of region A show the same pips"),
    ],
)
def test_a_broken_region_rule_is_named(rule: str, target: int, fault: str) -> None:
    pips = (1, 1, 1) if rule == "unequal" else (1, 0, 2)
    cells = ((1, 1), (1, 2), (1, 3))
    regions = [Region("A", rule, cells, target), Region("B", "empty", ((1, 4),))]
    dominoes = [Domino(pips[0], pips[1]), Domino(pips[2], 5)]
    instance = make("row", regions, dominoes)
    values = tuple((1, column, v) for column, v in enumerate((*pips, 5), start=1))
    assert broken_by(instance, PipsSolution(values, ((1, 1, 1, 2), (1, 3, 1, 4)))) == [fault]


def test_sentences_of_the_verifier_are_in_the_program() -> None:
    instance, solution = solved()
    wrong = (*((r, c, 7) for r, c, _ in solution.values), (9, 9, 1), (1, 1, 2))
    sentences = set(broken_by(instance, PipsSolution(wrong, ((1, 1, 1, 3), (3, 1, 3, 2)))))
    assert len(sentences) >= 5
    for sentence in sentences:
        assert says(PUZZLE.program_path(), sentence), sentence


def test_contradictory_and_foreign_atoms_are_no_answer() -> None:
    instance = pp.load("pips", "document")
    (answer,) = pp.solve(instance)
    for extra in (CellPips(1, 1, 5), CellPips(2, 2, 0), Link(1, 1, 2, 1), Link(2, 2, 2, 3)):
        assert verify(instance, PUZZLE.decode(instance, [*answer.atoms, extra])), str(extra)
    with pytest.raises(pp.AnswerError, match="expected a link from a cell to the next one"):
        PUZZLE.decode(instance, [Link(1, 2, 1, 1)])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("6-1 x-1", "line 1: found 'x', expected pips"),
        ("6+1", "line 1: found '[+]', expected '-' or a blank"),
        ("6-1\n4", "line 2: found '4', expected '[|]' or a blank"),
        ("hello", "line 1: found"),
    ],
)
def test_an_unreadable_answer_is_refused_with_its_line(text: str, message: str) -> None:
    with pytest.raises(pp.AnswerError, match=message):
        read(pp.load("pips", "document"), text)


def test_pips_of_two_digits_survive_the_drawing() -> None:
    instance = make(
        "wide", [Region("A", "empty", tuple(box(2, 3)))], map(Domino, (0, 12, 7), (12, 12, 3))
    )
    for answer in pp.solve(instance):
        drawn = export_drawing(instance, answer.solution)
        assert read(instance, drawn) == answer.solution, drawn


# Pictures and instances


def test_one_domino_is_written_in_the_singular() -> None:
    one = make("one", [Region("A", "sum", ((1, 1), (1, 2)), 7)], [Domino(3, 4)])
    assert PUZZLE.size(one) == "1 domino, 1 rule"


def drawn(instance: PipsBoard) -> str:
    return plain(PUZZLE.picture(instance, None))


def test_the_board_of_an_unsolvable_instance_is_drawn() -> None:
    done = puzzles("solve", "pips", "mutilated_6x6")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "0-0 x17" in drawn(pp.load("pips", "mutilated_6x6"))


def test_every_rule_is_written_on_the_board() -> None:
    text = BOARD.replace("B equals", "B unequal").replace("C D empty", "C less 5\n    D greater 3")
    (instance,) = PUZZLE.parse(text, "rules").values()
    for sign in (" 6 ", " ≠ ", "<5", ">3", "<N", ">N", "0-4  1-2  3-3 x2"):
        assert sign in drawn(instance)
    assert "=" in drawn(pp.load("pips", "document"))


def test_just_the_signs_on_a_board_are_explained() -> None:
    for name in ("document", "heart"):
        instance = pp.load("pips", name)
        signs = tuple(entry for entry in PUZZLE.picture(instance, None).legend if entry.key)
        assert next(pp.solve(instance, limit=1)).picture.legend == signs != ()
    assert "they are all different" not in drawn(pp.load("pips", "document"))


def test_fillings_are_counted_from_the_command_line() -> None:
    done = puzzles("count", "pips", "checkers_4x4", "--by", "filling")
    assert (done.stdout, done.returncode) == ("2798\n", 0)
