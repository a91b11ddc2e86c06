"""Moves as a page sends them: read with care, made as people expect."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from support import message_of

import pyasp_puzzles as pp
from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.play import MoveError
from pyasp_puzzles.boards.playing import Move, moved, standing, whole
from pyasp_puzzles.boards.registry import find_puzzle
from pyasp_puzzles.core.errors import AnswerError

RING = pp.load("pips", "document")
PIPS = find_puzzle("pips")


def played(*moves: Move, instance: Any = RING) -> Partial:
    board = Partial()
    for move in moves:
        board = moved(PIPS, instance, board, move)
    return board


def test_a_tool_without_a_pose_lies_in_the_first_one_that_fits() -> None:
    assert played(Move("lay", (4, 4), "2-6")) == played(Move("lay", (4, 4), "2-6", 2))


def test_a_domino_turns_around_its_cell_where_there_is_room() -> None:
    right = played(Move("lay", (1, 1), "2-6", 0))
    down = moved(PIPS, RING, right, Move("turn", (1, 2)))
    assert down == played(Move("lay", (1, 1), "2-6", 1))


def test_a_domino_between_others_changes_its_ends() -> None:
    around = (Move("lay", (1, 1), "1-5", 1), Move("lay", (1, 4), "1-6", 1))
    between = played(*around, Move("lay", (1, 2), "2-6", 0))
    turned = moved(PIPS, RING, between, Move("turn", (1, 3)))
    assert turned == played(*around, Move("lay", (1, 3), "2-6", 2))
    assert moved(PIPS, RING, turned, Move("turn", (1, 3))) == between


def test_a_double_that_fits_in_no_other_way_says_so() -> None:
    around = (Move("lay", (1, 1), "1-5", 1), Move("lay", (1, 4), "1-6", 1))
    between = played(*around, Move("lay", (1, 2), "4-4", 0))
    with pytest.raises(MoveError, match=r"^It fits there in no other way.$"):
        moved(PIPS, RING, between, Move("turn", (1, 2)))


def test_a_domino_moves_as_far_as_the_pointer_whichever_half_is_held() -> None:
    lying = played(Move("lay", (1, 1), "2-6", 0))
    for held, dropped in (((1, 1), (1, 2)), ((1, 2), (1, 3))):
        there = moved(PIPS, RING, lying, Move("move", held, to=dropped))
        assert there == played(Move("lay", (1, 2), "2-6", 0))


def test_a_domino_that_does_not_fit_elsewhere_is_put_back() -> None:
    lying = played(Move("lay", (1, 1), "2-6", 0), Move("lay", (1, 4), "1-6", 1))
    with pytest.raises(MoveError, match=r"^On r1c4 lies domino 1-6.$"):
        moved(PIPS, RING, lying, Move("move", (1, 1), to=(1, 3)))


@pytest.mark.parametrize("kind", ["turn", "move"])
def test_where_nothing_lies_nothing_turns_or_moves(kind: Any) -> None:
    with pytest.raises(MoveError, match=r"^Nothing lies there.$"):
        moved(PIPS, RING, Partial(), Move(kind, (1, 1), to=(1, 2)))
    assert moved(PIPS, RING, Partial(), Move("take", (1, 1))) == Partial()


def test_what_looks_the_same_from_all_sides_is_not_turned() -> None:
    grid = find_puzzle("twenty_four_seven")
    board = pp.load("twenty_four_seven", "four")
    free = next(cell for cell in board.cells if not any(cell == g[:2] for g in board.givens))
    entered = moved(grid, board, Partial(), Move("lay", free, "1"))
    assert "same from all sides" in message_of(moved, grid, board, entered, Move("turn", free))


def test_a_full_board_that_is_wrong_says_which_rules_it_breaks() -> None:
    answer = next(iter(pp.solve(RING)))
    right = Partial(tuple(answer.symbols))
    assert str(standing(PIPS, RING, right)) == "Solved: 12 of 12 cells."
    board = moved(PIPS, RING, right, Move("turn", (4, 4)))
    found = standing(PIPS, RING, board)
    assert (found.full, found.right) == (True, False)
    assert str(found).startswith("The board is full, but breaks rules. ")
    assert found.broken
    open_board = moved(PIPS, RING, board, Move("take", (1, 2)))
    assert str(standing(PIPS, RING, open_board)) == "10 of 12 cells."


def test_a_puzzle_that_is_not_played_by_hand_says_so() -> None:
    silent = replace(PIPS, play=None)
    with pytest.raises(MoveError, match="Pips is not played by hand"):
        moved(silent, RING, Partial(), Move("take", (1, 1)))
    assert "Pips is not played by hand" in message_of(standing, silent, RING, Partial())


def test_a_partial_answer_against_what_is_given_is_refused() -> None:
    puzzle, board = find_puzzle("eternity"), pp.load("eternity", "hints_6x6")
    assert puzzle.play
    hints = puzzle.play.given(board)
    with pytest.raises(AnswerError):
        whole(puzzle, board, Partial((), hints.atoms))
