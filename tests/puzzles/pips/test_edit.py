"""Pips boards changed by hand: regions, rules, pairs of cells, dominoes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import message_of

import pyasp_puzzles as pp
from pyasp_puzzles.boards.edit import Change, changed
from pyasp_puzzles.boards.play import MoveError
from pyasp_puzzles.core.errors import InstanceError
from pyasp_puzzles.puzzles.pips import PUZZLE
from pyasp_puzzles.puzzles.pips.edit import EDIT, STEPS, read_rule
from pyasp_puzzles.puzzles.pips.instance import SIDE, PipsBoard

RING = replace(pp.load("pips", "document"), known=())


def drawn(instance: PipsBoard) -> list[str]:
    text = PUZZLE.format(instance).partition("board:\n")[2].partition("regions:")[0]
    return [line[4:] for line in text.splitlines()]


def test_a_cell_goes_to_another_region_and_to_a_new_one() -> None:
    """A region without cells is gone, with its rule."""
    now = changed(EDIT, RING, Change("region", "f", (4, 3)))
    assert drawn(now) == ["abbb", "l..b", "k..f", "jhff"]
    now = changed(EDIT, now, Change("region", "Z9", (4, 2)))
    assert {region.name for region in now.regions} == {"a", "b", "l", "k", "f", "j", "Z9"}
    assert "h" not in EDIT.values(now, "region").values()


@pytest.mark.parametrize(
    ("typed", "rule"),
    [
        ("sum 8", ("sum", 8)),
        ("SUM  08", ("sum", 8)),
        ("8", ("sum", 8)),
        ("< 5", ("less", 5)),
        ("greater 5", ("greater", 5)),
        (">0", ("greater", 0)),
        ("=", ("equals", 0)),
        ("≠", ("unequal", 0)),
        (" equals ", ("equals", 0)),
        ("empty", ("empty", 0)),
        ("", ("empty", 0)),
    ],
)
def test_a_rule_is_typed_as_in_a_file_or_as_on_the_board(typed: str, rule: tuple[str, int]) -> None:
    assert read_rule(typed) == rule


@pytest.mark.parametrize(
    "typed", ["sum", "5 sum", "=5", "≠ 3", "<", "sum -1", "less5x", "٣", "<>5"]
)
def test_a_rule_that_is_none_is_refused(typed: str) -> None:
    assert "is no rule; a rule is" in message_of(read_rule, typed)


@given(
    cell=st.sampled_from(sorted(EDIT.values(RING, "add"))),
    step=st.sampled_from(sorted(STEPS)),
    domino=st.sampled_from(["", " 2-5", " 6-0"]),
)
def test_cells_that_are_added_can_be_taken_again(
    cell: tuple[int, int], step: str, domino: str
) -> None:
    """Also above and left of the board, where all cells move and move back."""
    try:
        now = changed(EDIT, RING, Change("add", step + domino, cell))
    except MoveError as error:
        assert "has the cell" in str(error)
        return
    new = {region.name: region for region in now.regions}["A"]
    assert len(new.cells) == 2
    first = new.cells[0]
    step = "right" if first[0] == new.cells[1][0] else "down"
    back = changed(EDIT, now, Change("take", f"{step}{domino or ' 0-0'}", first))
    assert back == RING


def test_the_shape_keeps_half_as_many_dominoes_as_cells() -> None:
    now = changed(EDIT, RING, Change("take", "down", (2, 1)))
    assert drawn(now) == ["abbb", "...b", "...f", "jhhf"]
    assert EDIT.values(now, "dominoes")[None] == "1-5, 1-6, 2-4, 2-6, 4-4"
    with pytest.raises(InstanceError, match="dominoes: found 6 dominoes for 10 cells"):
        changed(EDIT, now, Change("dominoes", "0-0 x6"))
    assert drawn(changed(EDIT, now, Change("dominoes", "0-0 x5"))) == drawn(now)


def test_a_board_that_does_not_begin_in_the_first_row_stays_where_it_is() -> None:
    text = "board:\n    .....\n    .....\n    ..ab\nregions:\n    a b empty\ndominoes: 0-0\n"
    low = PUZZLE.parse(text, "")[""]
    now = changed(EDIT, low, Change("add", "left", (2, 4)))
    assert drawn(now) == ["....", "..AA", "..ab"]
    now = changed(EDIT, now, Change("take", "right", (2, 3)))
    assert drawn(now) == drawn(low)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (Change("region", "", (1, 1)), "Every cell has a region"),
        (Change("region", "a b", (1, 1)), "letters and digits"),
        (Change("region", "x" * 21, (1, 1)), "1 to 20 letters"),
        (Change("add", "right", (2, 3)), "has the cell r2c4 already"),
        (Change("add", "right", (1, 1)), "cannot stand on r1c1"),
        (Change("take", "up", (2, 2)), "cannot stand on r2c2"),
        (Change("take", "right", (2, 1)), "no cell r2c2"),
        (Change("add", "", (2, 2)), "not by nothing"),
        (Change("add", "across", (2, 2)), "not by 'across'"),
        (Change("add", "right 1-2, 3-4", (2, 2)), "one domino"),
        (Change("take", "left", (1, 1)), "no cell r1c0"),
        (Change("take", "right 5-5", (1, 1)), "no domino 5-5"),
        (Change("take", "right", (2, 2)), "cannot stand on r2c2"),
    ],
)
def test_a_change_that_makes_no_sense_is_refused_with_the_reason(
    change: Change, words: str
) -> None:
    assert words in message_of(changed, EDIT, RING, change)


def test_the_last_two_cells_stay_and_the_board_does_not_grow_over_its_limit() -> None:
    text = "board:\n    ab\nregions:\n    a b empty\ndominoes: 0-0\n"
    with pytest.raises(MoveError, match="at least two cells"):
        changed(EDIT, PUZZLE.parse(text, "")[""], Change("take", "right", (1, 1)))
    row = "a" * SIDE
    text = f"board:\n    {row}\nregions:\n    a empty\ndominoes: 0-0 x{SIDE // 2}\n"
    with pytest.raises(MoveError, match="at most 200 rows and columns"):
        changed(EDIT, PUZZLE.parse(text, "")[""], Change("add", "down", (1, SIDE + 1)))
