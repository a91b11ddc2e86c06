"""Dominoes laid by hand: poses, refusals, and what a partial answer says without a domino."""

from __future__ import annotations

import clingo
import pytest
from support import message_of

import pyasp_puzzles as pp
from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.play import Laid
from pyasp_puzzles.pictures.picture import DominoHalf
from pyasp_puzzles.puzzles.pips import PUZZLE
from pyasp_puzzles.puzzles.pips.instance import PipsBoard

assert PUZZLE.play
PLAY = PUZZLE.play

RING: PipsBoard = pp.load("pips", "document")


def known(atoms: str, absent: str = "") -> Partial:
    pairs = (atoms.split(), absent.split())
    first, second = (tuple(map(clingo.parse_term, words)) for words in pairs)
    return Partial(first, second)


@pytest.mark.parametrize(
    ("pose", "cell", "atoms"),
    [
        (0, (1, 1), "value(1,1,2) value(1,2,6) link(1,1,1,2)"),
        (1, (1, 1), "value(1,1,2) value(2,1,6) link(1,1,2,1)"),
        (2, (1, 2), "value(1,2,2) value(1,1,6) link(1,1,1,2)"),
        (3, (2, 1), "value(2,1,2) value(1,1,6) link(1,1,2,1)"),
    ],
)
def test_the_smaller_half_lies_on_the_cell_and_the_pose_leads_to_the_other(
    pose: int, cell: tuple[int, int], atoms: str
) -> None:
    laid = Laid("2-6", pose, cell)
    board = PLAY.lay(RING, Partial(), laid)
    assert board == known(atoms)
    for half in ((1, 1), next(c for c in ((1, 2), (2, 1)) if PLAY.lying(RING, board, c))):
        assert PLAY.lying(RING, board, half) == laid
        assert PLAY.take(RING, board, half) == Partial()


@pytest.mark.parametrize(
    ("laid", "why"),
    [
        (Laid("6-2", 0, (1, 2)), "There is no '6-2': choose one of 1-1, 1-5, 1-6, 2-4, 2-6, 4-4."),
        (Laid("2-6", 4, (1, 2)), "Domino 2-6 has the poses 0 to 3."),
        (Laid("1-1", 2, (1, 3)), "Domino 1-1 has the poses 0 to 1."),
        (Laid("2-6", 0, (2, 2)), "The board has no cell r2c2."),
        (Laid("2-6", 0, (1, 4)), "The board has no cell r1c5."),
        (Laid("2-6", 0, (1,)), "The board has no cell 1."),
        (Laid("2-6", 0, (3, 1)), "The board has no cell r3c2."),
        (Laid("2-6", 1, (1, 1)), "On r2c1 lies domino 4-4."),
        (Laid("4-4", 0, (1, 2)), "No domino 4-4 is left."),
    ],
)
def test_what_does_not_fit_is_refused_with_its_reason(laid: Laid, why: str) -> None:
    lying = PLAY.lay(RING, Partial(), Laid("4-4", 1, (2, 1)))
    assert message_of(PLAY.lay, RING, lying, laid) == why


def test_what_is_known_without_a_domino_gives_way_to_one() -> None:
    """A hint may say the pips of a cell, or where a domino lies, and not the rest."""
    domino = Laid("2-6", 0, (1, 1))
    plain = PLAY.lay(RING, Partial(), domino)
    for said in ("value(1,1,4)", "link(1,1,2,1)", "link(1,1,1,2)", "value(1,2,6)"):
        assert PLAY.lying(RING, known(said), (1, 1)) is None
        assert PLAY.lay(RING, known(said), domino) == plain
    excluded = known("", "value(1,1,2) link(1,1,1,2) value(1,1,3)")
    assert PLAY.lay(RING, excluded, domino).absent == (clingo.parse_term("value(1,1,3)"),)
    assert PLAY.take(RING, excluded, (1, 1)) == Partial()
    assert PLAY.take(RING, known("value(1,1,4) value(1,2,4)"), (1, 1)) == known("value(1,2,4)")


def test_a_domino_of_which_too_many_lie_has_none_left() -> None:
    twice = known("value(1,1,4) value(1,2,4) link(1,1,1,2) value(4,1,4) value(4,2,4) link(4,1,4,2)")
    left = {tool.name: tool.left for tool in PLAY.tools(RING, twice)}
    assert left == {"1-1": 1, "1-5": 1, "1-6": 1, "2-4": 1, "2-6": 1, "4-4": 0}


def test_free_cells_show_neither_a_domino_nor_a_question_mark_where_shapes_are_drawn() -> None:
    board = PLAY.lay(RING, known("value(4,4,6)"), Laid("2-6", 0, (1, 1)))
    (panel,) = (p for p in PUZZLE.sketch(RING, board).panels if p.medium == "shapes")
    shown = {tile.cell: (tile.text, tile.figure) for tile in panel.tiles if tile.text}
    assert shown == {
        (1, 1): ("2", DominoHalf(2)),
        (1, 2): ("6", DominoHalf(6)),
        (4, 4): ("6", DominoHalf(6)),
    }
    assert {tile.cell for tile in panel.tiles} == set(RING.region_of())
