"""A board as numbers: colours, kinds of pieces, classes of cells, sides of each sort."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from pyasp_puzzles.core.errors import PuzzleError, counted
from pyasp_puzzles.puzzles.eternity.instance import (
    Hint,
    Instance,
    Sides,
    as_kind,
    kinds,
    turned,
)

Cell = tuple[int, int]
"""Row and column, from 0."""
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""From a cell to its neighbours, by side: up, right, down, left."""
RIM, INNER, EDGE = range(3)
"""Sorts of sides on a framed board: along the rim; of inner cells; of edge cells, inwards."""


@dataclass(frozen=True)
class Look:
    """A kind of piece in one of its turns.

    Attributes:
        index: of its kind, from 0.
        kind, turns: as in ``place/4``.
        sides: colours as numbers from 1, the frame is 0.
    """

    index: int
    kind: int
    turns: int
    sides: Sides


class NumberedBoard:
    """An instance as numbers.

    Attributes:
        looks: all kinds in all turns that look different.
        copies: the number of pieces by index of kind.
        pins: the looks that the hints name, by cell.
        colours: the number of colours, the frame counted (as 0) whether or not there is one.
        rim, inner: the number of colours along the rim, and of those elsewhere.
        entries: for each sort and colour the number of this pair, -1 where no side is such a pair.
            First come the pairs along the rim; then those of inner cells; then, in the same order
            of colours, those of edge cells.
    """

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self.rows, self.columns = instance.rows, instance.columns
        self.framed = instance.frame is not None
        others = sorted({c for sides in instance.pieces for c in sides} - {instance.frame})
        number = {colour: index for index, colour in enumerate(others, start=1)}
        if instance.frame is not None:
            number[instance.frame] = 0
        self.colours = len(others) + 1
        numbers = Counter(kind for kind, _ in kinds(instance))
        self.copies = tuple(numbers.values())
        self.looks: list[Look] = []
        for index, kind in enumerate(numbers):
            for turns in range(4):
                if as_kind(instance, kind, turns) == (kind, turns):
                    u, r, d, left = (number[c] for c in turned(instance.pieces[kind - 1], turns))
                    self.looks.append(Look(index, kind, turns, (u, r, d, left)))
        self.pins = self._pins()
        self._check_frame()
        self._number_sides()

    def border(self, cell: Cell) -> int:
        """Bits of the sides of a cell at the rim: 1 up, 2 right, 4 down, 8 left."""
        row, column = cell
        at_rim = (row == 0, column == self.columns - 1, row == self.rows - 1, column == 0)
        return sum(1 << side for side in range(4) if at_rim[side])

    def grey(self, look: Look) -> int:
        """Bits of the sides of a piece in the colour of the frame."""
        return sum(1 << side for side in range(4) if look.sides[side] == 0)

    def fits(self, look: Look, border: int) -> bool:
        """Whether the frame allows a piece on cells with these sides at the rim."""
        return not self.framed or self.grey(look) == border

    def sort(self, border: int, side: int) -> int:
        """The sort of a side of cells with these sides at the rim; -1: it is a side of the frame.

        Without a frame all sides are INNER.
        """
        if not self.framed:
            return INNER
        before, opposite, after = (border >> (side + k) % 4 & 1 for k in (3, 2, 1))
        if border >> side & 1:
            return -1
        return RIM if before or after else EDGE if opposite else INNER

    def neighbour(self, cell: Cell, side: int) -> Cell | None:
        """The cell beside another one; ``None`` at the rim."""
        row, column = cell[0] + STEPS[side][0], cell[1] + STEPS[side][1]
        inside = 0 <= row < self.rows and 0 <= column < self.columns
        return (row, column) if inside else None

    def _pins(self) -> dict[Cell, Look]:
        look_of = {(look.kind, look.turns): look for look in self.looks}
        return {
            (h.row - 1, h.column - 1): look_of[as_kind(self.instance, h.piece, h.turns)]
            for h in self.instance.hints
        }

    def _check_frame(self) -> None:
        """Check that the frame allows a board: then each partial board can be filled."""
        if not self.framed:
            return
        for hint in self.instance.hints:
            cell = hint.row - 1, hint.column - 1
            if not self.fits(self.pins[cell], self.border(cell)):
                place = f"row {hint.row}, column {hint.column}"
                raise PuzzleError(
                    f"{_name(self.instance)}the hint at {place} does not fit the frame: no board "
                    "keeps both"
                )
        cells = Counter(
            _least_turn(self.border((row, column)))
            for row in range(self.rows)
            for column in range(self.columns)
        )
        pieces: Counter[int] = Counter()
        first = {look.index: look for look in reversed(self.looks)}
        for index, look in first.items():
            pieces[_least_turn(self.grey(look))] += self.copies[index]
        for sort in sorted(cells | pieces):
            if cells[sort] != pieces[sort]:
                grey = _GREY[sort]
                raise PuzzleError(
                    f"{_name(self.instance)}no board has a right frame: "
                    f"{counted(cells[sort], 'cell')} of {self.rows} x {self.columns} "
                    f"{'needs' if cells[sort] == 1 else 'need'} a piece with {grey}, there "
                    f"{'is' if pieces[sort] == 1 else 'are'} {pieces[sort]}"
                )

    def _number_sides(self) -> None:
        along: set[int] = set()
        inside: set[int] = set()
        for look in self.looks:
            for side, colour in enumerate(look.sides):
                sort = self.sort(self.grey(look), side)
                if sort >= 0:
                    (along if sort == RIM else inside).add(colour)
        self.rim, self.inner = len(along), len(inside)
        self.entries: npt.NDArray[np.int16] = np.full((3, self.colours), -1, np.int16)
        self.entries[RIM, sorted(along)] = np.arange(self.rim)
        self.entries[INNER, sorted(inside)] = self.rim + np.arange(self.inner)
        self.entries[EDGE, sorted(inside)] = self.rim + self.inner + np.arange(self.inner)


_GREY = {
    0: "no side in the colour of the frame",
    1: "one side in the colour of the frame",
    3: "two sides side by side in the colour of the frame",
    5: "two opposite sides in the colour of the frame",
    7: "three sides in the colour of the frame",
    15: "four sides in the colour of the frame",
}


def _least_turn(bits: int) -> int:
    """The least number that a set of sides becomes by turning."""
    return min((bits << k | bits >> 4 - k) & 15 for k in range(4))


def _name(instance: Instance) -> str:
    return f"{instance.name}: " if instance.name else ""


def turned_board(instance: Instance, quarters: int) -> Instance:
    """The board after quarter turns clockwise, hints included."""
    for _ in range(quarters % 4):
        hints = (
            Hint(h.column, instance.rows + 1 - h.row, h.piece, (h.turns + 1) % 4)
            for h in instance.hints
        )
        instance = replace(
            instance,
            rows=instance.columns,
            columns=instance.rows,
            hints=tuple(sorted(hints)),
        )
    return instance
