"""Partial answers: each part of an answer, written and drawn, says what it is, for every puzzle."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from typing import Any

import clingo
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import message_of

import pyasp_puzzles as pp
from pyasp_puzzles.boards.formats.answers import find_partial, read_partial, write_partial
from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.boards.registry import shipped_names
from pyasp_puzzles.core.atoms import signature
from pyasp_puzzles.core.errors import AnswerError, PuzzleError
from pyasp_puzzles.engines.job import fact_text
from pyasp_puzzles.explanation.theory import theory_of
from pyasp_puzzles.ground.grounding import Grounder, Source
from pyasp_puzzles.pictures.picture import Picture, Tile
from pyasp_puzzles.pictures.terminal import plain

BOARDS = [
    ("eternity", "document_3x3"),
    ("flower_finder", "document"),
    ("flower_finder", "generated_5"),
    ("packing", "hexagonal_cylinder"),
    ("packing", "slothouber_graatsma"),
    ("twenty_four_seven", "four"),
    ("twenty_four_seven", "2020_d"),
]
OTHERS = sorted({*shipped_names()} - {name for name, _ in BOARDS})
BOARDS += [(name, min(pp.find_puzzle(name).instance_files())) for name in OTHERS]
LIT = "·"
"""What one sees at once of what is known, in other cells: that a lamp lights them."""

each_board = pytest.mark.parametrize(
    ("name", "board"), BOARDS, ids=[f"{name}-{board}" for name, board in BOARDS]
)


def test_every_shipped_puzzle_is_among_the_boards() -> None:
    assert {name for name, _ in BOARDS} == set(shipped_names())


@cache
def answer_of(name: str, board: str) -> tuple[Any, Any, Partial]:
    """The puzzle, the instance, and an answer as a partial answer that leaves nothing open."""
    puzzle, instance = pp.find_puzzle(name), pp.load(name, board)
    atoms = next(pp.solve(instance, limit=1)).symbols
    grounder = Grounder(Source(puzzle.program_paths(()), pp.facts(instance)))
    grounder.ground()
    possible = [
        found.symbol
        for name, arity in map(signature, puzzle.answers)
        for found in grounder.control.symbolic_atoms.by_signature(name, arity)
    ]
    return puzzle, instance, Partial(atoms, tuple(set(possible) - set(atoms)))


def part_of(data: st.DataObject, whole: Partial) -> Partial:
    """Some of the atoms; of those that do not hold a few, and perhaps all about some atoms."""
    atoms = data.draw(st.sets(st.sampled_from(whole.atoms)))
    absent = data.draw(st.sets(st.sampled_from(whole.absent), max_size=8))
    return Partial(tuple(atoms), tuple(absent))


def tiles(picture: Picture) -> dict[tuple[int, tuple[int, ...]], Tile]:
    """The tiles that show a cell, with their circles, and what lies on edges, by place."""
    found = {}
    for number, panel in enumerate(picture.panels):
        found |= {(number, tile.cell): tile for tile in panel.tiles if tile.cell is not None}
        found |= {(number, place): Tile(0, 0) for place in panel.targets}
        found |= {(number, line.place): Tile(0, 0, str(line)) for line in panel.segments}
        for dot in panel.dots:
            if tile := found.get((number, dot.place)):
                found[number, dot.place] = replace(tile, text=f"{tile.text}{dot}")
    return found


@each_board
@settings(max_examples=10, deadline=None)
@given(data=st.data())
def test_what_is_written_is_read_back(name: str, board: str, data: st.DataObject) -> None:
    puzzle, instance, whole = answer_of(name, board)
    part = part_of(data, whole)
    text = write_partial(puzzle, instance, part)
    assert read_partial(puzzle, instance, text, "x") == part
    assert read_partial(puzzle, instance, f"{part}\n", "x") == part
    assert read_partial(puzzle, instance, json.dumps(part.as_json()), "x") == part


@each_board
@settings(max_examples=10, deadline=None)
@given(data=st.data())
def test_a_sketch_shows_what_is_known_at_its_cells_and_nothing_elsewhere(
    name: str, board: str, data: st.DataObject
) -> None:
    puzzle, instance, whole = answer_of(name, board)
    atoms = tuple(data.draw(st.sets(st.sampled_from(whole.atoms))))
    empty = tiles(puzzle.sketch(instance, Partial()))
    drawn = tiles(puzzle.sketch(instance, Partial(atoms)))
    cells = puzzle.cells_of(instance, atoms)
    assert drawn.keys() == empty.keys()
    changed = {
        cell
        for (panel, cell), tile in drawn.items()
        for other in [empty[panel, cell]]
        if cell in cells or tile.text != LIT
        if (tile.text, tile.marks, tile.shaded) != (other.text, other.marks, other.shaded)
        or (tile.group != other.group and cell in cells)
    }
    known = puzzle.cells_of(instance, [a for a in atoms if a not in _givens(puzzle, instance)])
    assert changed <= cells
    assert known <= changed


def _givens(puzzle: Any, instance: Any) -> set[clingo.Symbol]:
    """The answer atoms that an unsolved board shows already."""
    return set(puzzle.play.given(instance).atoms)


@each_board
def test_every_picture_names_the_cells_of_the_board(name: str, board: str) -> None:
    puzzle, instance, whole = answer_of(name, board)
    solution = next(pp.solve(instance, limit=1)).solution
    solved = {cell for _, cell in tiles(puzzle.picture(instance, solution))}
    assert puzzle.cells_of(instance, whole.atoms) <= solved
    assert solved == {cell for _, cell in tiles(puzzle.sketch(instance, Partial()))}


@each_board
def test_an_atom_has_the_same_cells_in_the_program_s_words_and_in_the_contract(
    name: str, board: str
) -> None:
    puzzle, instance, whole = answer_of(name, board)
    theory = theory_of(puzzle, fact_text(instance))
    for atom, holds in whole.literals():
        told, own = theory.literal(atom, holds).cells, puzzle.cells_of(instance, [atom])
        assert ends_of(told) == ends_of(own)


def ends_of(places: Iterable[Place]) -> set[Place]:
    """Places as cells: an edge is told as the two cells that it joins or parts, or as one place."""
    halves = ((each[:2], each[2:]) if len(each) == 4 else (each,) for each in places)
    return {cell for own in halves for cell in own}


@each_board
def test_only_an_answer_without_gaps_is_whole(name: str, board: str) -> None:
    puzzle, instance, whole = answer_of(name, board)
    assert find_partial(puzzle, instance, f"{Partial(whole.atoms)}\n", "x") is None
    part = Partial(whole.atoms[1:])
    assert find_partial(puzzle, instance, f"{part}\n", "x") == part
    partial = Partial(whole.atoms)
    assert find_partial(puzzle, instance, json.dumps(partial.as_json()), "x") == partial


def read(name: str, board: str, text: str) -> Partial:
    return read_partial(pp.find_puzzle(name), pp.load(name, board), text, "mine.txt")


def test_a_dot_is_an_empty_cell_and_a_question_mark_one_that_is_not_known() -> None:
    part = read("twenty_four_seven", "four", ".5?3 ____ ____ ____")
    assert list(map(str, part.atoms)) == ["value(1,2,5)", "value(1,4,3)"]
    assert list(map(str, part.absent)) == [f"value(1,1,{digit})" for digit in (1, 3, 5)]
    puzzle, board = pp.find_puzzle("twenty_four_seven"), pp.load("twenty_four_seven", "four")
    assert plain(puzzle.sketch(board, part)) == SKETCH


SKETCH = """\
Three odd digits
      5
┌───────────────┐
│ ·   5  [1]  3 │
│               │
│ ?   ?   ?   ? │
│               │
│ ?   ?  [5]  ? │
│               │
│ ?   ?   ?   ? │
└───────────────┘
Digits of the grid: 1 (4×), 3 (4×), 5 (4×).
Each line of it: 3 filled cells, sum 9.
A cell drawn ? is not known yet, one drawn · is known to be empty."""


def test_a_sign_that_nobody_can_type_is_also_read_as_the_typed_one() -> None:
    board = pp.load("gokigen", "six")
    rows = ["/ \\ ╱ ╲ ? ?", *["? ? ? ? ? ?"] * 5]
    part = read("gokigen", "six", "\n".join(rows))
    kinds = ("up", "down", "up", "down")
    assert [str(atom) for atom in part.atoms] == sorted(
        f"slant(1,{column},{kind})" for column, kind in enumerate(kinds, start=1)
    )
    with pytest.raises(AnswerError, match=r"found 'v', expected one of /, \\,"):
        read_partial(pp.find_puzzle("gokigen"), board, "\n".join(rows).replace("?", "v"), "x")


def test_pips_and_links_may_be_missing_in_a_drawing() -> None:
    part = read("pips", "document", "6-1 ? ?\n\n?     ?\n      |\n4     5\n\n4-2 2-6\n")
    assert [str(atom) for atom in part.atoms if atom.name == "link"] == [
        *("link(1,1,1,2)", "link(2,4,3,4)", "link(4,1,4,2)", "link(4,3,4,4)"),
    ]
    puzzle, board = pp.find_puzzle("pips"), pp.load("pips", "document")
    apart = part.together(Partial((), (clingo.parse_term("link(2,1,3,1)"),)))
    drawn = plain(puzzle.sketch(board, apart))
    assert "│ 6   1 │ ?   ? │" in drawn
    assert "├───┤" in drawn.splitlines()[6]  # no domino joins rows 2 and 3 of column 1


def test_pieces_are_drawn_or_listed_as_the_given_ones_of_a_board_are() -> None:
    drawn = read("packing", "soma", "???\n?B?\n???\n-\n.AA\n.BB\n.?B\n\n..A\n..A\n...\n")
    listed = read(
        "packing",
        "soma",
        "given A:\n    1 2 2, 1 3 2, 1 3 3, 2 3 3\ngiven B: 2 2 1, 2 2 2, 2 3 2, 3 3 2\n",
    )
    assert drawn == listed
    assert sorted(atom.arguments[0].string for atom in drawn.atoms) == ["A", "B"]
    assert len(read("packing", "soma", "...\n???\n...\n-\n...\n...\n...\n-\n...\n...\n...")) == 0


def test_steps_of_an_explanation_are_a_partial_answer() -> None:
    steps = [
        {"step": 1, "follows": [{"atom": "value(1,1,3)", "holds": False}]},
        {"step": 2, "follows": [{"atom": "value(1,2,5)", "holds": True}]},
        {"step": 3, "follows": [{"atom": a, "holds": True} for a in ("filled(1,2)", "3")]},
        {"status": "open"},
    ]
    text = "\n".join(map(json.dumps, steps))
    assert str(read("twenty_four_seven", "four", text)) == "value(1,2,5). not value(1,1,3)."


@pytest.mark.parametrize(
    ("name", "board", "text", "message"),
    [
        ("pips", "document", "value(9,9,1).", "found value(9,9,1), expected an atom about cells"),
        ("pips", "document", "not link(2,2,2,3).", "(2, 2) is none"),
        ("pips", "document", "value(1,1,9).", "expected pips of the dominoes: 1, 2, 4, 5, 6"),
        ("pips", "document", "6-1 x ?", "mine.txt, line 1: found 'x', expected pips"),
        ("eternity", "document_3x3", "place(4,1,1,0).", "(4, 1) is none"),
        ("eternity", "document_3x3", "place(1,1,10,0).", "expected a piece from 1 to 9"),
        ("eternity", "document_3x3", "aaaa", "found 4 letters, expected board_edges of 36"),
        ("packing", "soma", 'place("L",1,9,9,9).', "is none"),
        ("packing", "soma", "L..\nL..\n...\n-\n...\n...\n...\n-\n...\n...\n...", "4 cells; copies"),
        ("packing", "soma", "given L: 1 1 1, 1 1 2, 1 1 3, 9 1 3", "a cell of the board"),
        ("packing", "soma", "given Q: 1 1 1", "'given NAME' with one of V, L, T, Z, A, B, P"),
        ("packing", "soma", 'place("Q",1,1,1,1).', "one of the orientations"),
        ("flower_finder", "document", "1 ? ? ?", "found 4 words, expected 6 words"),
        ("flower_finder", "document", "place(1,7,none).", "place/3 as flower_finder.lp shows it"),
        ("flower_finder", "document", 'place("1",7,none).', "where 7 stands"),
        ("twenty_four_seven", "four", "?5?", "found 1 word, expected 4 rows of 4 digits"),
        ("twenty_four_seven", "four", "?9?? ???? ???? ????", "one of the digits 1, 3, 5"),
        ("twenty_four_seven", "four", "value(1,1,9).", "one of the digits 1, 3, 5"),
        ("twenty_four_seven", "four", "?x?? ???? ???? ????", "or '?' for one that is not known"),
        ("twenty_four_seven", "four", "value(1,1,1). value(1,1,3).", "one number a cell"),
        (
            "twenty_four_seven",
            "four",
            "value(1,1,1). not value(1,1,1).",
            "found value(1,1,1) and not value(1,1,1), expected one of them",
        ),
        ("twenty_four_seven", "four", "value(1,1,é)", "expected an atom such as"),
        ("twenty_four_seven", "four", "value(1,1,1) hello", "line 1: found 'hello'"),
        ("twenty_four_seven", "four", "value(1,2).", "value/2 is not an answer atom"),
        ("twenty_four_seven", "four", '{"atoms": ["value(1,1,1)"], "not": 3}', "not: found 3"),
        ("twenty_four_seven", "four", '{"atom": []}', 'expected an object with a list "atoms"'),
        ("twenty_four_seven", "four", '{"puzzle": "pips", "atoms": []}', "puzzle: found 'pips'"),
        ("twenty_four_seven", "four", '{"step": 1, "follows": [3]}', 'with "atom" and "holds"'),
        ("twenty_four_seven", "four", '{"atoms": []}\n{"atoms": []}', "found 2 answers"),
    ],
)
def test_what_does_not_fit_the_board_gets_an_error_that_says_so(
    name: str, board: str, text: str, message: str
) -> None:
    with pytest.raises(AnswerError) as error:
        read(name, board, text)
    assert message in str(error.value)
    assert str(error.value).startswith("mine.txt")


SIGNS = [*"?_. \n19-|#:,%(){[é\0", "aaaa", "board_edges=", "]}", "99999999999", "Answer: 1\n"]
ATOMS = ["value(1,1,1)", "link(1,1,1,2)", "place(1,1,1,0)", 'place("1",1,none)']
KEYS = ["given", "given L: ", "not ", 'place("B",1,1,1,1)']
KEYS += ['{"atoms": [', '"value(1,1,1)"', '"not": ["']
PARTS = st.sampled_from([*SIGNS, *ATOMS, *KEYS, '{"step": 1, "follows": []}'])


@pytest.mark.parametrize(("name", "board"), BOARDS[::2])
@settings(max_examples=60, deadline=None)
@given(parts=st.lists(PARTS, max_size=9))
def test_no_text_gives_anything_but_a_partial_answer_or_an_error_of_ours(
    name: str, board: str, parts: list[str]
) -> None:
    puzzle, instance, _ = answer_of(name, board)
    for read_text in (find_partial, read_partial):
        try:
            partial = read_text(puzzle, instance, "".join(parts), "x")
        except PuzzleError as error:
            assert "\n" not in str(error)
        else:
            assert partial is None or puzzle.sketch(instance, partial)


def test_several_answers_of_which_one_is_damaged_get_the_error_of_whole_answers() -> None:
    puzzle, instance, whole = answer_of("flower_finder", "document")
    atoms = list(map(str, whole.atoms))
    lines = [{"puzzle": "flower_finder", "atoms": atoms}, {"puzzle": "pips", "atoms": atoms}]
    assert find_partial(puzzle, instance, "\n".join(map(json.dumps, lines)), "x") is None


def test_an_atom_cannot_hold_and_not_hold() -> None:
    atom = clingo.parse_term("p(1)")
    assert "found p(1) and not p(1)" in message_of(Partial, (atom,), (atom,))
