"""Number grids changed by hand: digits, views, and the digits of a grid."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support import message_of

import pyasp_puzzles as pp
from pyasp_puzzles.boards.edit import Change, changed
from pyasp_puzzles.core.errors import InstanceError
from pyasp_puzzles.puzzles.twenty_four_seven import PUZZLE
from pyasp_puzzles.puzzles.twenty_four_seven.instance import NumberGridBoard

assert PUZZLE.edit
EDIT = PUZZLE.edit
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
    apart = NumberGridBoard("Two", 2, ((1, 2),), ((1, 1), (4, 4)))
    assert (0, 3) not in EDIT.values(apart, "view")
    assert (0, 4) in EDIT.values(apart, "view")
    assert "cannot stand on r0c3" in message_of(changed, EDIT, apart, Change("view", "1", (0, 3)))


def test_a_view_that_contradicts_a_full_line_is_refused() -> None:
    full = FOUR
    for column, digit in enumerate("513", start=2):
        full = changed(EDIT, full, Change("digit", digit, (1, column)))
    assert "view: found 1 on a line" in message_of(changed, EDIT, full, Change("view", "1", (1, 0)))
    seen = changed(EDIT, full, Change("view", "5", (1, 0)))
    with pytest.raises(InstanceError, match=r"^digit: found 5 on a line that the givens fill"):
        changed(EDIT, seen, Change("digit", "3", (1, 2)))
    assert changed(EDIT, full, Change("view", "5", (1, 0))).views


def test_a_larger_grid_keeps_its_digits_and_the_share_of_each_line() -> None:
    five = changed(EDIT, FOUR, Change("size", "5"))
    assert (five.size, five.rows, five.columns, five.filled, five.total) == (5, 5, 5, 3, 9)
    assert five.digits == ((1, 5), (3, 5), (5, 5))
    assert (five.givens, five.views, five.known) == (FOUR.givens, FOUR.views, ())
    again = changed(EDIT, five, Change("size", "4"))
    assert again == replace(FOUR, known=())


def test_a_smaller_grid_loses_what_has_no_place_and_has_digits_that_its_lines_can_share() -> None:
    two = changed(EDIT, FOUR, Change("size", "2"))
    assert two.digits == ((1, 2), (3, 2)), "three in each line have no room"
    assert all(max(given[:2]) <= 2 for given in two.givens)
    seven = pp.load("twenty_four_seven", "2020_a")
    five = changed(EDIT, seven, Change("size", "5"))
    assert five.digits == tuple((digit, digit) for digit in range(1, 6))
    assert all(max(given) <= 5 for given in five.givens)
    assert all(view[-1] <= 5 or view[-1] > 7 for view in five.views), "7 would become a sum"
    for size in range(2, 41):
        now = changed(EDIT, seven, Change("size", str(size)))
        assert now.rows == now.size == size


def test_grids_of_another_size_stay_in_their_places() -> None:
    two = NumberGridBoard("Two", 2, ((1, 2),), ((1, 1), (4, 4)), (), ((6, 5, -1, 0, 1),))
    three = changed(EDIT, two, Change("size", "3"))
    assert (three.grids, three.rows, three.digits) == (two.grids, 6, ((1, 3),))
    assert three.views == ((7, 5, -1, 0, 1),), "the view below a column stays below it"


@pytest.mark.parametrize(("value", "said"), [("1", "from 2 to 40"), ("", "an integer")])
def test_a_size_that_no_grid_has_is_refused(value: str, said: str) -> None:
    with pytest.raises(InstanceError, match=f"^size: found '{value}', expected .*{said}"):
        changed(EDIT, FOUR, Change("size", value))


def test_grids_that_would_reach_too_far_are_refused() -> None:
    far = NumberGridBoard("Far", 2, ((1, 2),), ((1, 1), (39, 39)))
    with pytest.raises(InstanceError, match=r"^size: found 41 rows and 41 columns"):
        changed(EDIT, far, Change("size", "3"))


def test_other_digits_give_each_line_another_share() -> None:
    now = changed(EDIT, FOUR, Change("digits", "1x4 2x4 3x4 5x4"))
    assert (now.filled, now.total, now.known) == (4, 11, ())
    with pytest.raises(InstanceError, match="digits: found 5, expected one of the digits 1, 3"):
        changed(EDIT, FOUR, Change("digits", "1x4 3x4"))
    with pytest.raises(InstanceError, match="digits: found 9 digits"):
        changed(EDIT, FOUR, Change("digits", "1x3 3x3 5x3"))
