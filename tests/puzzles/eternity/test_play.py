"""Pieces laid by hand on edge-matching boards: turns, copies, hints."""

from __future__ import annotations

import pytest

import pyasp_puzzles as pp
from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.play import Laid, MoveError
from pyasp_puzzles.pictures.picture import SideColours
from pyasp_puzzles.puzzles.eternity.facts import Place
from pyasp_puzzles.puzzles.eternity.instance import EternityBoard

PLAY = pp.find_puzzle("eternity").play
assert PLAY

COPIES = EternityBoard(
    "Copies", 2, 2, ((1, 2, 1, 2), (2, 1, 2, 1), (3, 3, 3, 3), (1, 2, 3, 4)), frame=None
)
"""A straight piece twice, one that looks the same from all sides, and one that does not."""


def test_poses_and_copies_are_those_that_look_different() -> None:
    tools = PLAY.tools(COPIES, Partial())
    assert [(t.name, t.poses, t.left) for t in tools] == [("1", 2, 2), ("3", 1, 1), ("4", 4, 1)]


def test_a_pose_is_a_number_of_quarter_turns_clockwise() -> None:
    for turns in range(4):
        (tile,) = PLAY.look(COPIES, "4", turns).tiles
        assert isinstance(tile.figure, SideColours)
        assert tile.figure.colours == (*(0, 1, 2, 3)[4 - turns :], *(0, 1, 2, 3)[: 4 - turns])


@pytest.mark.parametrize(
    ("laid", "why"),
    [
        (Laid("2", 0, (1, 2)), "There is no '2': choose one of 1, 3, 4."),
        (Laid("1", 2, (1, 2)), "Piece 1 has the poses 0 to 1."),
        (Laid("1", 0, (3, 1)), "The board has no cell r3c1."),
        (Laid("1", 0, (1,)), "The board has no cell 1."),
        (Laid("1", 0, (1, 1)), "On r1c1 lies piece 3."),
        (Laid("3", 0, (1, 2)), "No piece 3 is left."),
    ],
)
def test_what_does_not_fit_is_refused_with_its_reason(laid: Laid, why: str) -> None:
    lying = PLAY.lay(COPIES, Partial(), Laid("3", 0, (1, 1)))
    with pytest.raises(MoveError) as refused:
        PLAY.lay(COPIES, lying, laid)
    assert str(refused.value) == why


def test_hints_stay_and_are_no_longer_left() -> None:
    board = pp.load("eternity", "hints_6x6")
    left = {tool.name: tool.left for tool in PLAY.tools(board, Partial())}
    assert sum(left[name] or 0 for name in left) == 36 - len(board.hints)
    assert PLAY.progress(board, Partial()).done == len(board.hints)
    for hint in board.hints:
        with pytest.raises(MoveError, match="is given"):
            PLAY.take(board, Partial(), (hint.row, hint.column))


def test_two_pieces_on_one_cell_are_both_no_longer_left() -> None:
    both = Partial.of([Place(1, 1, 3, 0), Place(1, 1, 4, 0)])
    assert {tool.name: tool.left for tool in PLAY.tools(COPIES, both)} == {"1": 2, "3": 0, "4": 0}
    assert PLAY.progress(COPIES, both).done == 1
    with pytest.raises(MoveError, match="No piece 3 is left"):
        PLAY.lay(COPIES, both, Laid("3", 0, (2, 2)))
    assert "Pieces left: 1 x2." in [line.meaning for line in PLAY.sketch(COPIES, both).legend]
