"""Number grids changed by hand: digits, views, and the digits of a grid."""

from __future__ import annotations

from dataclasses import replace

import pytest

import pyasp_puzzles as pp
from pyasp_puzzles.edit import Change, changed
from pyasp_puzzles.errors import InstanceError
from pyasp_puzzles.play import MoveError
from pyasp_puzzles.puzzles.twenty_four_seven.edit import EDIT
from pyasp_puzzles.puzzles.twenty_four_seven.instance import Instance

FOUR = pp.load("twenty_four_seven", "four")


def test_every_place_beside_the_board_can_have_a_view_that_looks_inwards() -> None:
    places = EDIT.values(FOUR, "view")
    assert len(places) == 16
    now = replace(FOUR, views=())
    for cell in places:
        now = changed(EDIT, now, Change("view", "9", cell))
    assert len(now.views) == len({view[:4] for view in now.views}) == 16
    assert all(now.seen_from(view)[0] in now.cells for view in now.views)


def test_a_line_between_two_grids_has_no_place_for_a_view() -> None:
    apart = Instance("Two", 2, 1, 1, ((1, 2),), ((1, 1), (4, 4)))
    assert (0, 3) not in EDIT.values(apart, "view")
    assert (0, 4) in EDIT.values(apart, "view")
    with pytest.raises(MoveError, match="cannot stand on r0c3"):
        changed(EDIT, apart, Change("view", "1", (0, 3)))


def test_a_view_that_contradicts_a_full_line_is_refused() -> None:
    full = FOUR
    for column, digit in enumerate("513", start=2):
        full = changed(EDIT, full, Change("digit", digit, (1, column)))
    with pytest.raises(InstanceError, match="view left of row 1: found 1 on a line"):
        changed(EDIT, full, Change("view", "1", (1, 0)))
    assert changed(EDIT, full, Change("view", "5", (1, 0))).views


def test_other_digits_give_each_line_another_share() -> None:
    now = changed(EDIT, FOUR, Change("digits", "1x4 2x4 3x4 5x4"))
    assert (now.filled, now.total, now.known) == (4, 11, ())
    with pytest.raises(InstanceError, match="digits: found 5, expected one of the digits 1, 3"):
        changed(EDIT, FOUR, Change("digits", "1x4 3x4"))
    with pytest.raises(InstanceError, match="digits: found 9 digits"):
        changed(EDIT, FOUR, Change("digits", "1x3 3x3 5x3"))
