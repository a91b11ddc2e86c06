"""``unique``: its status, what all answers share, and the marks where two answers differ."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support import boards

import pyasp_puzzles as pp
from pyasp_puzzles.boards.registry import shipped_names
from pyasp_puzzles.cli import run
from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.engines.results import Answers
from pyasp_puzzles.explanation.deciding.unique import unique
from pyasp_puzzles.explanation.subject import BoardSubject

SMALL = [
    (name, board)
    for name in shipped_names()
    for board, (instance, *others) in boards(name).items()
    if dict(instance.known).get("answers", 1000) <= 50 and not others
]
FEW = {pair for name in shipped_names() for pair in [x for x in SMALL if x[0] == name][:2]}
"""Of each puzzle two boards; what is known of the others is proved by counts."""
each_small = pytest.mark.parametrize(
    ("name", "board"),
    [pytest.param(*x, id="-".join(x), marks=[] if x in FEW else [pytest.mark.slow]) for x in SMALL],
)


def test_every_puzzle_has_a_board_among_these_with_several_answers_or_one() -> None:
    assert {name for name, _ in SMALL} == set(shipped_names())


@each_small
def test_the_status_is_that_of_the_known_number_of_answers(name: str, board: str) -> None:
    instance = pp.load(name, board)
    found = unique(instance)
    known = dict(instance.known)["answers"]
    assert found.status == ("none", "unique", "several")[min(known, 2)]
    assert (found.found, found.exhausted, found.reason) == (known, True, "")
    assert len(found.answers) == min(known, 2)
    for answer in found.answers:
        assert pp.verify(instance, answer) == []


SEVERAL = [
    ("eternity", "framed_4x4"),
    ("flower_finder", "generated_5"),
    ("packing", "slothouber_graatsma"),
]


@pytest.mark.parametrize(("name", "board"), SEVERAL)
@pytest.mark.parametrize("most", [2, 100])
def test_what_is_shared_is_in_all_answers_and_the_marks_are_where_two_differ(
    name: str, board: str, most: int
) -> None:
    instance, puzzle = pp.load(name, board), pp.find_puzzle(name)
    found = unique(instance, most=most)
    every = [set(answer.symbols) for answer in pp.solve(instance)]
    assert found.always is not None
    assert found.never is not None
    assert set(found.always) == set.intersection(*every)
    possible = BoardSubject(puzzle, instance).possible()
    assert set(found.never) == possible.difference(*every)
    first, second = (set(answer.symbols) for answer in found.answers)
    assert found.differ == puzzle.cells_of(instance, first ^ second)
    marked = {
        tile.cell
        for picture in found.pictures[: len(found.pictures) - bool(found.always)]
        for panel in picture.panels
        for tile in panel.tiles
        if tile.role == "differs"
    }
    assert marked == found.differ
    assert found.exhausted == (most > len(every))


TWO = """\
title: Two answers
size: 4
digits: 1x4 3x4 5x4
givens:
    .5.3
    1...
    ....
    ....
"""
BOTH = """\
│<3>  ·  <5>  1 │   │<5>  ·  <3>  1 │
│               │   │               │
│<5>  1  <3>  · │   │<3>  1  <5>  · │
└───────────────┘   └───────────────┘
"""


def test_two_answers_are_drawn_side_by_side_with_the_differences_marked() -> None:
    (board,) = pp.find_puzzle("twenty_four_seven").parse(TWO, "two.txt").values()
    drawn = str(unique(board))
    assert drawn.startswith("Two answers\nanswer 1            answer 2\n")
    assert BOTH in drawn
    assert "│ ?   ·   ?   1 │" in drawn.partition("What all answers share")[2]
    assert drawn.endswith(
        "2 answers, all of them counted\n8 atoms in every answer, 32 atoms in none"
    )


def test_the_only_answer_is_not_told() -> None:
    found = unique(pp.load("twenty_four_seven", "four"))
    said = "unique: there is one answer (proved), and it is verified"
    assert str(found) == said


def test_classes_are_counted_in_place_of_answers_on_demand() -> None:
    found = unique(pp.load("flower_finder", "document"), symmetry=True)
    assert (found.status, found.found) == ("unique", 1)
    several = unique(pp.load("eternity", "document_3x3"), symmetry=True)
    assert (several.status, several.found, several.always) == ("several", 4, None)
    assert "4 classes" in str(several)


def test_without_time_nothing_is_claimed() -> None:
    found = unique(pp.load("eternity", "hints_6x6"), timeout=0)
    assert (found.status, found.found, found.exhausted) == ("unknown", 0, False)
    assert found.reason.startswith("time limit")
    assert "not decided" in str(found)


def test_ctrl_c_keeps_the_answers_that_were_found(monkeypatch: pytest.MonkeyPatch) -> None:
    following = Answers.__next__

    def interrupted(answers: Answers[Any, Any, Any]) -> Any:
        if answers.found == 3:
            raise KeyboardInterrupt
        return following(answers)

    monkeypatch.setattr(Answers, "__next__", interrupted)
    found = unique(pp.load("eternity", "document_3x3"))
    assert (found.status, found.found, found.reason) == ("several", 3, "interrupted")
    assert found.always is None
    assert "at least 3 answers" in str(found)


def test_a_bound_is_not_taken_for_the_number_of_answers() -> None:
    found = unique(pp.load("eternity", "document_3x3"), most=3)
    assert (found.found, found.exhausted, found.reason) == (3, False, "limit")
    assert "at least 3 answers; stopped there" in str(found)


def test_a_search_for_fewer_than_two_answers_is_refused() -> None:
    with pytest.raises(PuzzleError, match="most: found 1, expected an integer of at least 2"):
        unique(pp.load("pips"), most=1)


@pytest.mark.parametrize(
    ("words", "code", "status"),
    [
        (("pips", "document"), 0, "unique"),
        (("eternity", "document_3x3"), 1, "several"),
        (("flower_finder", "spoiled_5"), 1, "none"),
        (("eternity", "hints_6x6", "--timeout", "0.000001"), 3, "unknown"),
    ],
)
def test_the_exit_code_and_json_say_what_was_found(
    words: tuple[str, ...], code: int, status: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["unique", *words, "--json"]) == code
    done = capsys.readouterr()
    assert done.err == ""
    value = json.loads(done.out)
    assert value["status"] == status
    assert set(value) == {
        *("puzzle", "instance", "status", "answers", "exhausted", "reason", "symmetry"),
        *("one_class", "found", "differ", "always", "never"),
    }
    assert len(value["found"]) == min(2, value["answers"])


def test_each_board_of_a_file_is_decided_and_the_greatest_code_is_returned(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    several = TWO.replace(".5.3", ".5..")
    file = tmp_path / "boards.txt"
    file.write_text(f"=== one\n{TWO}=== two\n{several}")
    assert run(["unique", "twenty_four_seven", str(file)]) == 1
    said = capsys.readouterr().out
    assert "boards.txt#one: not unique: 2 answers" in said
    assert "boards.txt#two: not unique: " in said


def test_answers_that_are_not_all_images_of_one_are_not_called_one_class() -> None:
    rings = pp.unique(pp.load("eternity", "document_3x3"))  # 16 answers in 4 classes
    assert (rings.found, rings.one_class, rings.as_json()["one_class"]) == (16, None, False)
    soma = pp.unique(pp.load("packing", "soma"), most=48)  # as many as symmetries, and not all
    assert (soma.exhausted, soma.one_class) == (False, None)
