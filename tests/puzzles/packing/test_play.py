"""Pieces laid by hand: on all lattices, with any block under the pointer, around what is given."""

from __future__ import annotations

import pytest
from polyforms import read

import pyasp_puzzles as pp
from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.play import Laid, MoveError
from pyasp_puzzles.boards.playing import Move, Standing, moved, standing
from pyasp_puzzles.puzzles.packing import PUZZLE
from pyasp_puzzles.puzzles.packing.instance import PackingBoard

PLAY = PUZZLE.play
assert PLAY

TRIANGLES = """\
lattice: {lattice}
moves: reflections
board:
{cells}
piece D x{copies}:
  ^v
"""
HEXAGONS = """\
lattice: hexagonal
board:
  . # #
   # # #
piece V:
  # #
   #
piece I:
  # #
"""
BOARDS = {
    "square": "board: 3x4\npiece L x2:\n  #..\n  ###\npiece I:\n  ####\n",
    "cubic": "board: 2x2x2\npiece L x2:\n  ##\n  #.\npiece I:\n  ##\n",
    "hexagonal": HEXAGONS,
    "triangular": TRIANGLES.format(lattice="triangular", cells="  ^v^\n  v^v", copies=3),
    "triprism": TRIANGLES.format(
        lattice="triprism", cells="  ^v^\n  v^v\n\n  ^v^\n  v^v", copies=6
    ),
}


def board(name: str) -> PackingBoard:
    return read(BOARDS[name])


@pytest.mark.parametrize("name", BOARDS)
def test_an_answer_is_laid_with_any_block_of_a_piece_under_the_pointer(name: str) -> None:
    instance = board(name)
    for answer in pp.solve(instance, limit=3):
        partial = Partial(tuple(answer.symbols))
        for placement in answer.solution.placements:
            lying = PLAY.lying(instance, partial, placement.cells[0])
            assert lying
            rest = PLAY.take(instance, partial, placement.cells[-1])
            assert len(rest) == len(partial) - 1
            for cell in placement.cells:
                assert PLAY.lay(instance, rest, Laid(lying.tool, lying.pose, cell)) == partial


@pytest.mark.parametrize("name", BOARDS)
def test_the_poses_of_a_piece_look_different_and_fit_somewhere(name: str) -> None:
    instance = board(name)
    for tool in PLAY.tools(instance, Partial()):
        looks = {str(PLAY.look(instance, tool.name, pose)) for pose in range(tool.poses)}
        assert len(looks) == tool.poses
        found = set()
        for cell in instance.cells:
            for pose in range(tool.poses):
                try:
                    PLAY.lay(instance, Partial(), Laid(tool.name, pose, cell))
                except MoveError:
                    continue
                found.add(pose)
        assert found == set(range(tool.poses))


def test_on_a_flat_box_no_piece_stands_upright() -> None:
    upright = read("lattice: cubic\nboard: 2x3x1\npiece V x2:\n  ##\n  #.\n")
    (tool,) = PLAY.tools(upright, Partial())
    assert (tool.poses, tool.left) == (4, 2)


@pytest.mark.parametrize(
    ("laid", "why"),
    [
        (Laid("X", 0, (1, 1, 0)), "There is no 'X': choose one of L, I."),
        (Laid("I", 9, (1, 1, 0)), "Piece I has the poses 0 to 0."),
        (Laid("I", 0, (9, 9, 0)), "The board has no cell (9, 9, 0)."),
        (Laid("I", 0, (1, 1)), "The board has no cell r1c1."),
        (Laid("L", 0, (1, 2, 0)), "On (1, 2, 0) lies piece I."),
        (Laid("I", 0, (2, 2, 0)), "No piece I is left."),
    ],
)
def test_what_does_not_fit_is_refused_with_its_reason(laid: Laid, why: str) -> None:
    instance = board("square")
    lying = PLAY.lay(instance, Partial(), Laid("I", 0, (1, 1, 0)))
    with pytest.raises(MoveError) as refused:
        PLAY.lay(instance, lying, laid)
    assert str(refused.value) == why


def test_a_piece_that_is_too_wide_lies_outside() -> None:
    narrow = read("moves: none\nboard: 5x1\npiece I:\n  #\n  #\n  #\npiece D:\n  ##\n")
    with pytest.raises(MoveError, match="outside the space"):
        PLAY.lay(narrow, Partial(), Laid("D", 0, (1, 1, 0)))


def test_given_pieces_stay_and_are_no_longer_left() -> None:
    instance = pp.load("packing", "three_given_6x10")
    left = {tool.name: tool.left for tool in PLAY.tools(instance, Partial())}
    for given in instance.given:
        assert left[given.piece] == 0
        for cell in given.cells:
            assert PLAY.lying(instance, Partial(), cell) is None
            with pytest.raises(MoveError, match="is given"):
                moved(PUZZLE, instance, Partial(), Move("turn", cell))
            with pytest.raises(MoveError, match="is given"):
                moved(PUZZLE, instance, Partial(), Move("move", cell, to=cell))


def test_a_piece_turns_until_it_lies_as_before() -> None:
    instance = pp.load("packing", "pentominoes_6x10")
    first = moved(PUZZLE, instance, Partial(), Move("lay", (3, 5, 0), "F", 0))
    seen, lying = [first], moved(PUZZLE, instance, first, Move("turn", (3, 5, 0)))
    while lying != first:
        seen.append(lying)
        lying = moved(PUZZLE, instance, lying, Move("turn", (3, 5, 0)))
    assert len(seen) == len(set(seen)) == 8


def test_keys_are_the_letters_of_the_pieces() -> None:
    instance = pp.load("packing", "pentominoes_6x10")
    keys = [tool.keys for tool in PLAY.tools(instance, Partial())]
    assert keys == list("filnptuvwxyz")


def laid(instance: PackingBoard, *lays: Laid) -> Standing:
    """How far a board is done after some pieces are laid."""
    lying = Partial()
    for each in lays:
        lying = PLAY.lay(instance, lying, each)
    return standing(PUZZLE, instance, lying)


def test_a_board_that_may_stay_empty_counts_pieces_and_is_solved_with_the_last_one() -> None:
    loose = read("board:\n  ++\n  ++\npiece I x0-2:\n  ##\n")
    first, second = Laid("I", 0, (1, 1, 0)), Laid("I", 0, (2, 1, 0))
    for lays, pieces in (((), "0 of 2"), ((first,), "1 of 2")):
        found = laid(loose, *lays)
        assert (found.right, found.solved) == (True, False)
        assert str(found) == (
            f"{pieces} pieces. This is an answer; more may be laid, but nothing has to."
        )
    assert str(laid(loose, first, second)) == "Solved: 2 of 2 pieces."


def test_a_board_is_not_full_before_the_pieces_are_used_that_have_to_be() -> None:
    loose = read("board:\n  ++\n  #+\npiece I x2:\n  ##\n")
    assert str(laid(loose)) == "0 of 1 cells."
    assert str(laid(loose, Laid("I", 0, (2, 1, 0)))) == "1 of 2 pieces."
    both = laid(loose, Laid("I", 0, (2, 1, 0)), Laid("I", 0, (1, 1, 0)))
    assert str(both) == "Solved: 1 of 1 cells."
