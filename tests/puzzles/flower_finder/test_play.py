"""Strips laid by hand: which layer a hole means, what is taken, how a strip is flipped."""

from __future__ import annotations

import pytest
from clingo import parse_term
from support import message_of

import pyasp_puzzles as pp
from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.play import Laid
from pyasp_puzzles.boards.playing import Move, moved
from pyasp_puzzles.puzzles.flower_finder import PUZZLE
from pyasp_puzzles.puzzles.flower_finder.format import FlowerBoard

assert PUZZLE.play
PLAY = PUZZLE.play
FRAME: FlowerBoard = pp.load("flower_finder", "document")
"""Six strips of three circles, all with four distinct flips."""


def laid(*moves: tuple[str, int, tuple[int, ...]]) -> Partial:
    board = Partial()
    for move in moves:
        board = PLAY.lay(FRAME, board, Laid(*move))
    return board


def test_the_pose_says_in_which_layer_a_strip_lies() -> None:
    assert str(laid(("1", 0, (5,)))) == 'place("1",2,none).'
    assert str(laid(("1", 4, (5,)))) == 'place("1",5,none).'
    assert str(laid(("1", 1, (5,)))) == 'place("1",2,h).'
    assert str(laid(("1", 7, (9,)))) == 'place("1",6,both).'


def test_a_hole_with_its_layer_says_it_whatever_the_pose() -> None:
    assert laid(("1", 5, (5, 1))) == laid(("1", 1, (5,)))
    assert laid(("1", 1, (5, 2))) == laid(("1", 5, (5,)))


def test_from_above_the_upper_strip_is_taken_first() -> None:
    lower, upper = ("1", 0, (5,)), ("2", 4, (5,))
    both = laid(lower, upper)
    assert PLAY.take(FRAME, both, (5,)) == laid(lower)
    assert PLAY.take(FRAME, both, (5, 1)) == laid(upper)
    assert PLAY.take(FRAME, both, (8,)) == laid(upper)
    assert PLAY.take(FRAME, both, (6,)) == laid(lower)
    assert PLAY.take(FRAME, both, (7,)) == both
    assert PLAY.lying(FRAME, both, (5,)) == Laid("2", 4, (4, 2))
    assert PLAY.lying(FRAME, both, (8,)) == Laid("1", 0, (2, 1))


def test_to_turn_a_strip_goes_through_its_flips_in_its_layer() -> None:
    board = laid(("1", 4, (5,)))
    flips = []
    for _ in range(4):
        board = moved(PUZZLE, FRAME, board, Move("turn", (5,)))
        flips.append(str(board))
    expected = [f'place("1",5,{flip}).' for flip in ("h", "v", "both", "none")]
    assert flips == expected


def test_a_strip_is_moved_within_its_layer_and_to_the_other_one() -> None:
    board = laid(("1", 1, (1,)))
    for held, dropped, location in (
        ((1, 1), (3, 1), 3),
        ((4, 1), (3, 1), 3),
        ((7, 1), (9, 2), 6),
        ((1,), (6,), 3),
    ):
        there = moved(PUZZLE, FRAME, board, Move("move", held, to=dropped))
        assert str(there) == f'place("1",{location},h).'


@pytest.mark.parametrize(
    ("move", "why"),
    [
        (("9", 0, (1,)), "There is no '9': choose one of 1, 2, 3, 4, 5, 6."),
        (("1", 8, (1,)), "Strip 1 has the poses 0 to 7."),
        (("1", 0, (10,)), "The board has no hole 10."),
        (("1", 0, (0, 1)), "The board has no hole r0c1."),
        (("1", 0, (1, 3)), "The board has no hole r1c3."),
        (("1", 0, (1, 1, 1)), "The board has no hole (1, 1, 1)."),
        (("1", 0, (5,)), "On hole 2 of the lower layer lies strip 2."),
        (("2", 0, (1,)), "No strip 2 is left."),
    ],
)
def test_what_does_not_fit_is_refused_with_its_reason(
    move: tuple[str, int, tuple[int, ...]], why: str
) -> None:
    assert message_of(laid, ("2", 0, (2,)), move) == why


def test_strips_of_one_kind_are_copies() -> None:
    frame = pp.load("flower_finder", "generated_2")
    tools = PLAY.tools(frame, Partial())
    assert [(tool.name, tool.left) for tool in tools] == [
        (tool.name, sum(strip.name == tool.name for strip in frame.strips) + tool.left - 1)
        for tool in tools
        if tool.left is not None
    ]
    assert sum(tool.left or 0 for tool in tools) == len(frame.strips)


def test_every_hole_of_both_layers_and_from_above_is_named_in_the_picture() -> None:
    for board in (Partial(), laid(("1", 0, (5,)), ("2", 4, (5,)))):
        shown = [p for p in PUZZLE.sketch(FRAME, board).panels if p.medium == "shapes"]
        spots = [sorted(tile.spot or tile.cell or () for tile in p.tiles) for p in shown]
        holes = range(1, 10)
        assert spots == [[(h, 1) for h in holes], [(h, 2) for h in holes], [(h,) for h in holes]]


@pytest.mark.parametrize("atom", ['place("1",1,v)', 'place("3",1,none)', 'place("3",1,both)'])
def test_a_strip_or_a_flip_of_the_same_look_is_the_one_that_is_named(atom: str) -> None:
    """Strips 1 and 3 are of one kind, and look different after "none" and "h" only."""
    gaps = {"1": "TL BL", "2": "TL TL", "3": "TL BL", "4": "TL TL"}
    text = "".join(f"strip {name}: {circles}\n" for name, circles in gaps.items())
    frame = PUZZLE.parse(text, "f")[""]
    board = Partial((parse_term(atom),))
    lying = PLAY.lying(frame, board, (1,))
    assert lying == Laid("1", 1 if atom.endswith("both)") else 0, (1, 1))
    assert not PLAY.take(frame, board, (1,))
    turned = moved(PUZZLE, frame, board, Move("turn", (1,)))
    assert str(turned) == f'place("1",1,{"none" if lying.pose else "h"}).'
