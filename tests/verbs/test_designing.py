"""What designers ask for: the number of answers, where they differ, clues to drop and to add."""

from __future__ import annotations

from typing import Any

import pytest

import pyasp_puzzles as pp
from pyasp_puzzles.boards.edit import Change, changed
from pyasp_puzzles.boards.registry import find_puzzle, load_boards
from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.verbs.designing import Designer, design_states, emptied


def quiet(_: str) -> None:
    """Progress that nobody reads."""


def clues(board: Any) -> dict[tuple[str, Any], str]:
    """The clues on cells, by name and cell."""
    form = pp.find_puzzle(board_puzzle(board)).edit
    assert form
    kinds = [clue.name for clue in form.clues(board) if clue.scope == "cell"]
    return {(k, c): v for k in kinds for c, v in form.values(board, k).items() if v and c}


def board_puzzle(board: Any) -> str:
    return type(board).__module__.split(".")[2]


@pytest.mark.parametrize("name", ["sudoku", "nurikabe", "slitherlink", "pips", "akari", "kakuro"])
def test_a_shipped_board_has_one_answer_and_an_empty_one_has_not(name: str) -> None:
    board = next(b for b in load_boards(find_puzzle(name)) if pp.is_unique(b))
    [state] = design_states(board)
    assert (state.status, list(state.sentences())) == ("one", ["One answer."])
    state = list(design_states(emptied(board)))[-1]
    assert state.status != "one"
    assert state.cells or state.status == "none"


def test_several_answers_differ_in_the_cells_that_are_told() -> None:
    board = emptied(pp.load("sudoku", "four"))
    [state] = design_states(board)
    assert state.status == "several"
    first, second = (set(answer.atoms) for answer in pp.solve(board, limit=2))
    assert state.cells <= {(r, c) for r in range(1, 5) for c in range(1, 5)}
    assert first != second


def test_a_contradiction_is_told_at_once_and_then_with_its_clues() -> None:
    board = pp.load("sudoku", "four")
    form = find_puzzle("sudoku").edit
    assert form
    [kind] = [clue.name for clue in form.clues(board) if clue.scope == "cell" and clue.choices][:1]
    (cell, value), *_ = [(c, v) for (k, c), v in clues(board).items() if k == kind]
    other = next((cell[0], c) for c in range(1, 5) if (kind, (cell[0], c)) not in clues(board))
    wrong = changed(form, board, Change(kind, value, other))
    first, second = design_states(wrong)
    assert (first.status, first.clues) == ("none", ())
    assert len(second.clues) == 3
    assert {cell, other} <= second.cells


def test_needless_clues_are_dropped_and_none_of_the_others_can_be() -> None:
    whole = pp.load("sudoku", "four")
    form = find_puzzle("sudoku").edit
    [answer] = pp.solve(whole)
    assert form
    board = whole
    for row, column, value in sorted((x.row, x.column, x.value) for x in answer.atoms)[:10]:
        kind = next(clue.name for clue in form.clues(board) if clue.scope == "cell")
        board = changed(form, board, Change(kind, str(value), (row, column)))
    made = Designer(tell=quiet).drop(board)
    assert len(clues(made)) < len(clues(board))
    assert clues(made).items() <= clues(board).items()
    for kind, cell in clues(made):
        less = changed(form, made, Change(kind, "", cell))
        assert not pp.is_unique(less)


@pytest.mark.parametrize("name", ["sudoku", "akari", "slitherlink"])
def test_clues_are_added_until_one_answer_is_left(name: str) -> None:
    files = find_puzzle(name).instance_files()
    board = emptied(pp.load(name, "four" if "four" in files else min(files, key=len)))
    made = Designer(tell=quiet).add(board)
    assert pp.is_unique(made)
    assert clues(made).items() >= clues(board).items()


def test_what_cannot_be_done_is_said() -> None:
    board = emptied(pp.load("sudoku", "four"))
    with pytest.raises(PuzzleError, match="found several answers, expected one answer"):
        Designer(tell=quiet).drop(board)
    form = find_puzzle("sudoku").edit
    assert form
    kind = next(clue.name for clue in form.clues(board) if clue.scope == "cell")
    for column in (1, 2):
        board = changed(form, board, Change(kind, "1", (1, column)))
    with pytest.raises(PuzzleError, match="found no answer, expected at least one"):
        Designer(tell=quiet).add(board)


@pytest.mark.parametrize("name", ["sudoku", "slitherlink"])
def test_clues_keep_the_symmetry_of_a_half_turn(name: str) -> None:
    board = emptied(pp.load(name, "four" if name == "sudoku" else "six"))
    made = Designer(tell=quiet, symmetric=True).add(board)
    less = Designer(tell=quiet, symmetric=True).drop(made)
    assert pp.is_unique(less)
    for each in (made, less):
        cells = {cell for _, cell in clues(each)}
        assert {(each.rows + 1 - row, each.columns + 1 - column) for row, column in cells} == cells


def test_places_in_which_answers_differ_are_called_what_they_are() -> None:
    for board, noun in (("slitherlink/empty_3x3", "sides"), ("eternity/document_3x3", "cells")):
        [state] = design_states(pp.load(*board.split("/")))
        assert next(state.sentences()).endswith(f" {noun}.")
