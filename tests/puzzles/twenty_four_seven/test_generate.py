"""New number grids: digits, grids, the mixture of clues, symmetric layouts; bad parameters."""

from __future__ import annotations

from typing import Any

import pytest
from support import message_of

import pyasp_puzzles as pp
from pyasp_puzzles.boards.places import MOTIONS
from pyasp_puzzles.puzzles.twenty_four_seven.instance import NumberGridBoard


def made(seed: int = 1, **parameters: Any) -> NumberGridBoard:
    (board,) = pp.generate("twenty_four_seven", seed=seed, **parameters)
    assert isinstance(board, NumberGridBoard)
    return board


def test_the_classic_grid_has_the_classic_digits() -> None:
    board = made()
    assert board.digits == tuple((digit, digit) for digit in range(1, 8))
    assert (board.filled, board.total) == (4, 20)


@pytest.mark.parametrize(
    ("parameters", "digits", "line"),
    [
        ({"size": 4}, ((1, 4), (2, 4), (3, 4)), (3, 6)),
        ({"size": 6}, tuple((digit, 4) for digit in range(1, 7)), (4, 14)),
        ({"size": 4, "digits": "1x4, 3x4 5x4"}, ((1, 4), (3, 4), (5, 4)), (3, 9)),
        ({"size": 4, "digits": "10x12"}, ((10, 12),), (3, 30)),
    ],
    ids=str,
)
def test_the_digits_fit_the_size(
    parameters: dict[str, Any], digits: tuple[tuple[int, int], ...], line: tuple[int, int]
) -> None:
    board = made(**parameters)
    assert board.digits == digits
    assert (board.filled, board.total) == line
    assert pp.is_unique(board)


def test_the_mixture_is_givens_only_or_views_only_at_its_ends() -> None:
    givens = made(size=6, views=0)
    assert givens.givens
    assert not givens.views
    views = made(size=4, views=100)
    assert views.views
    assert not views.givens
    assert pp.is_unique(givens)
    assert pp.is_unique(views)


def test_more_views_are_kept_where_the_mixture_says_so() -> None:
    few = [made(seed, size=6, views=10) for seed in range(2)]
    many = [made(seed, size=6, views=90) for seed in range(2)]
    assert sum(len(board.views) for board in few) < sum(len(board.views) for board in many)


@pytest.mark.parametrize("layout", MOTIONS)
def test_the_layout_is_symmetric(layout: str) -> None:
    """As the layout of the picture turns, so do the places of the givens and those outside."""
    board = made(size=6, symmetry_of_clues=layout)
    places = [(clue[0], clue[1]) for clue in (*board.givens, *board.views)]
    assert places
    last = 7
    turned = {
        "half-turn": lambda row, column: (last - row, last - column),
        "quarter-turn": lambda row, column: (column, last - row),
        "left-right": lambda row, column: (row, last - column),
        "up-down": lambda row, column: (last - row, column),
        "diagonal": lambda row, column: (column, row),
    }[layout]
    assert {turned(*place) for place in places} == set(places)


def test_several_grids_may_overlap_and_have_sums() -> None:
    board = made(size=4, grids="1 1, 1 4", sums=100)
    assert board.grids == ((1, 1), (1, 4))
    assert (board.rows, board.columns) == (4, 7)
    assert pp.is_unique(board)
    assert any(view[-1] > board.largest for view in board.views)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"size": 3}, "size: found 3, expected a number from 4 to 16"),
        ({"size": 5}, "size: found 5, expected 4, or 6 and more: a connected pattern on 5 x 5"),
        ({"size": 7, "filled": 6}, "filled: found 6, expected 3 to 5 for size 7"),
        ({"size": 7, "filled": 2}, "filled: found 2, expected 3 to 5 for size 7"),
        ({"size": 7, "filled": 3}, "expected others: a search proves that no board has these"),
        ({"digits": "1-7"}, "digits: found '1-7', expected DIGITxCOPIES such as '3x2'"),
        ({"digits": "1x7 1x7"}, "digits: found '1x7', expected the digit 1 once"),
        ({"digits": "1x0"}, "digits: found '0', expected an integer from 1 to 1600"),
        (
            {"digits": "1x5"},
            "digits: found 5 digits (1x5), expected at most 49 digits a grid, a multiple",
        ),
        ({"digits": "1x28", "filled": 5}, "filled: found 5, expected 4, to which the digits come"),
        ({"grids": "1 1, 1 1"}, "grids: found '1 1, 1 1', expected top left cells"),
        ({"grids": "2 1"}, "from row 1 and column 1 on, and a grid in each row"),
        ({"grids": "1 1, 1 9"}, "from row 1 and column 1 on, and a grid in each column"),
        ({"grids": "1 1, 8 8, 15 15, 22 22, 29 29, 36 36"}, "a board of at most 40 rows"),
        ({"grids": "one"}, "grids: found 'one', expected top left cells 'ROW COLUMN'"),
        ({"sums": 50}, "sums: found 50, expected 0: on a single grid all lines have the same sum"),
        ({"symmetry_of_clues": "diagonal", "grids": "1 1, 1 8"}, "or as many rows as columns"),
        ({"views": 101}, "views: found 101, expected a number from 0 to 100"),
    ],
    ids=str,
)
def test_parameters_that_make_no_board_say_what_is_possible(
    parameters: dict[str, Any], message: str
) -> None:
    assert message in message_of(made, **parameters)
