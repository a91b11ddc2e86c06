"""Number grids changed on the board: digits, views, the digits of a grid, its size."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from pyasp_puzzles.boards.edit import Fields, clue, typed
from pyasp_puzzles.boards.editing import kept_rows, of_layer
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.core.errors import InstanceError
from pyasp_puzzles.puzzles.twenty_four_seven.instance import (
    DIGITS,
    GIVENS,
    MAX_SIDE,
    MIN_SIDE,
    VIEWS,
    Digits,
    NumberGridBoard,
    usual_digits,
)

DIGIT = GIVENS.named("givens")
VIEW = replace(
    VIEWS.named("views"),
    about="a number beside the board: a digit up to {board.largest} is the first one that is seen "
    "from there, a greater number the sum of the line",
)


@clue(typed=True, act=True)
def size(board: NumberGridBoard, _: Place, value: str) -> Fields:
    """The rows, and columns, of each grid, now {board.size}: digits and views that have no place
    then go, and each line gets as many digits as before, if it can."""
    size = typed("size", value).integer(MIN_SIDE, MAX_SIDE)
    digits = _shared(board, size)
    now = replace(board, size=size, digits=digits, givens=(), views=())
    now = replace(now, givens=tuple(sorted(kept_rows(DIGIT, board, now))))
    for view in kept_rows(VIEW, board, now):
        if (view[-1] > board.largest) == (view[-1] > now.largest):
            with suppress(InstanceError):  # it contradicts the digits of its line: it goes, too
                now = replace(now, views=tuple(sorted((*now.views, view))))
    return {"size": size, "digits": digits, "givens": now.givens, "views": now.views}


def _shared(instance: NumberGridBoard, size: int) -> tuple[tuple[int, int], ...]:
    """The digits of a larger or smaller grid, which each line can share.

    One 1, two 2s and so on, if the board has these; else as many of each in a line as before, if
    that is a whole number; else one of each of the first digits in each line.
    """
    old = instance.size
    if instance.digits == usual_digits(old) and (usual := _usual(size)):
        return usual
    if instance.filled <= size and all(m * size % old == 0 for _, m in instance.digits):
        return tuple((digit, copies * size // old) for digit, copies in instance.digits)
    first = instance.digits[: min(instance.filled, size)]
    return tuple((digit, size) for digit, _ in first)


def _usual(size: int) -> Digits:
    """One 1, two 2s and so on; none where the lines cannot share them."""
    usual = usual_digits(size)
    shared = all(sum(d**power * m for d, m in usual) % size == 0 for power in (0, 1))
    return usual if shared else ()


EDITS = (
    of_layer("digit", DIGIT),
    of_layer("view", VIEW),
    of_layer("digits", DIGITS.named("digits")),
    size,
)


def empty(rows: int, _columns: int) -> NumberGridBoard:
    """One grid without clues: its digits are the usual ones, or else fill half of each line."""
    halves = tuple((digit, rows) for digit in range(1, rows // 2 + 2))
    return NumberGridBoard("Twenty Four Seven", rows, _usual(rows) or halves)
