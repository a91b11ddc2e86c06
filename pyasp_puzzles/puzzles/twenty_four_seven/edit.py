"""Number grids changed on the board: digits, views, the digits of a grid, its size."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from pyasp_puzzles.boards.board import Layer
from pyasp_puzzles.boards.edit import Change, Clue, typed
from pyasp_puzzles.boards.editing import LayerEditor, kept_rows
from pyasp_puzzles.boards.formats.fields import placed
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.core.errors import InstanceError
from pyasp_puzzles.puzzles.twenty_four_seven.grids import (
    MAX_SIDE,
    MIN_SIDE,
    read_digits,
    usual_digits,
    write_digits,
)
from pyasp_puzzles.puzzles.twenty_four_seven.instance import GIVENS, VIEWS, Instance

DIGIT, VIEW, DIGITS, SIZE = "digit", "view", "digits", "size"


class GridEditor(LayerEditor):
    """Digits and views by their layers; the digits of a grid and its size by hand."""

    @property
    def layers(self) -> dict[str, Layer]:
        return {DIGIT: GIVENS.named("givens"), VIEW: VIEWS.named("views")}

    def clues(self, board: Instance) -> Sequence[Clue]:
        digits = tuple(str(digit) for digit, _ in board.digits)
        return (
            Clue(DIGIT, "A digit that is printed in a cell.", digits),
            Clue(
                VIEW,
                f"A number beside the board: a digit up to {board.largest} is the first one that "
                f"is seen from there, a greater number the sum of the line.",
                typed=True,
            ),
            Clue(
                DIGITS,
                "The digits of each grid with their copies, such as 1x4 3x4 5x4; every line gets "
                "an equal share of them.",
                typed=True,
                scope="board",
                removable=False,
            ),
            Clue(
                SIZE,
                f"The rows, and columns, of each grid, now {board.size}: digits and views that "
                "have no place then go, and each line gets as many digits as before, if it can.",
                typed=True,
                scope="board",
                act=True,
            ),
        )

    def values(self, board: Instance, clue: str) -> Mapping[Place | None, str]:
        if clue == DIGITS:
            return {None: write_digits(board.digits)}
        return super().values(board, clue)

    def change(self, board: Instance, asked: Change) -> Any:
        if asked.clue == SIZE:
            return _resized(board, typed(SIZE, asked.value).integer(MIN_SIDE, MAX_SIDE))
        if asked.clue != DIGITS:
            return super().change(board, asked)
        digits = read_digits(typed(DIGITS, asked.value))
        with placed("", {}, DIGITS):
            return replace(board, digits=digits, known=())


def _resized(instance: Instance, size: int) -> Instance:
    """Grids of another size in the same places, with what still has a place on the board.

    Raises:
        InstanceError: the board would be too large.
    """
    with placed("", {}, SIZE):
        digits = _shared(instance, size)
        bare = replace(instance, size=size, digits=digits, givens=(), views=(), known=())
    now = replace(bare, givens=tuple(sorted(kept_rows(GIVENS.named("givens"), instance, bare))))
    for view in kept_rows(VIEWS.named("views"), instance, now):
        if (view[-1] > instance.largest) == (view[-1] > now.largest):
            with suppress(InstanceError):  # it contradicts the digits of its line: it goes, too
                now = replace(now, views=tuple(sorted((*now.views, view))))
    return now


def _shared(instance: Instance, size: int) -> tuple[tuple[int, int], ...]:
    """The digits of a larger or smaller grid, which each line can share.

    One 1, two 2s and so on, if the board has these; else as many of each in a line as before, if
    that is a whole number; else one of each of the first digits in each line.
    """
    old, usual = instance.size, usual_digits(size)
    shared = all(sum(d**power * m for d, m in usual) % size == 0 for power in (0, 1))
    if instance.digits == usual_digits(old) and shared:
        return usual
    if instance.filled <= size and all(m * size % old == 0 for _, m in instance.digits):
        return tuple((digit, copies * size // old) for digit, copies in instance.digits)
    first = instance.digits[: min(instance.filled, size)]
    return tuple((digit, size) for digit, _ in first)
