"""A board as numbers, for the scan and the beam: colours, turned pieces, sorts of sides and joints.

A *sort* is the place of a side on a framed board of at least three rows and columns: along the rim;
of inner pieces; of border pieces, inwards. On other boards all sides are INNER. The pieces tell how
many sides there are of each sort and colour (an *entry*), and so how many joints.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import clingo

from pyasp_puzzles.boards.places import STEPS
from pyasp_puzzles.boards.places import Place as Cell
from pyasp_puzzles.puzzles.eternity.facts import Place
from pyasp_puzzles.puzzles.eternity.instance import EternityBoard, Lying, Sides

RIM, INNER, EDGE = range(3)
UP, RIGHT, DOWN, LEFT = range(4)


@dataclass(frozen=True)
class Wishes:
    """What has to lie in place, and what must not.

    Attributes:
        fixed: by cell the turned piece that lies there.
        barred: by cell the turned pieces that must not lie there.
        nowhere: turned pieces that must not lie on any cell.
    """

    fixed: Mapping[Cell, Lying] = field(default_factory=dict)
    barred: Mapping[Cell, frozenset[Lying]] = field(default_factory=dict)
    nowhere: frozenset[Lying] = frozenset()

    def turned(self, instance: EternityBoard, quarters: int) -> Wishes:
        """The same wishes for the board after quarter turns."""

        def after(cell: Cell, lying: Lying) -> tuple[Cell, Lying]:
            return instance.turned_place(cell, lying, quarters)

        barred: dict[Cell, frozenset[Lying]] = {}
        for cell, every in self.barred.items():
            moved = [after(cell, lying) for lying in every]
            barred[moved[0][0]] = frozenset(lying for _, lying in moved)
        fixed = dict(after(*each) for each in self.fixed.items())
        return Wishes(fixed, barred, frozenset(after((1, 1), x)[1] for x in self.nowhere))


def turned_board(instance: EternityBoard, quarters: int) -> EternityBoard:
    """The board after quarter turns, without its hints."""
    size = (instance.rows, instance.columns)[:: -1 if quarters % 2 else 1]
    return replace(instance, rows=size[0], columns=size[1], hints=())


class NumberedBoard:
    """An instance as numbers; its hints do not count, the wishes have them.

    Attributes:
        looks: all kinds in all turns that look different, but for those that are nowhere; with
            their colours as numbers from 1, the frame is 0.
        indices: of the kinds, from 0.
        copies: the number of pieces by index of kind.
        colours: the number of colours, the frame counted (as 0) whether or not there is one.
        rim, inner: the number of colours along the rim, and of those elsewhere.
        entries: for each sort and colour the number of this pair, -1 where no side is such a pair.
            First come the pairs along the rim; then those of inner pieces; then, in the same order
            of colours, those of border pieces.
        supply: the number of sides by entry, and at the end those of the frame.
    """

    def __init__(self, instance: EternityBoard, wishes: Wishes) -> None:
        self.instance, self.wishes = instance, wishes
        self.rows, self.columns = instance.rows, instance.columns
        self.cells = instance.cells
        self.framed = instance.frame is not None
        self.sorted = self.framed and min(self.rows, self.columns) >= 3
        others = sorted({c for sides in instance.pieces for c in sides} - {instance.frame})
        self._numbers = {colour: index for index, colour in enumerate(others, start=1)}
        if instance.frame is not None:
            self._numbers[instance.frame] = 0
        self.colours = len(others) + 1
        self._of = {lying: self._numbered(sides) for lying, sides in instance.faces.items()}
        self.looks = {x: sides for x, sides in self._of.items() if x not in wishes.nowhere}
        self.indices = {kind: index for index, kind in enumerate(instance.copies)}
        self.copies = tuple(instance.copies.values())
        self._borders = {cell: _bits(instance.rim(cell)) for cell in self.cells}
        self._atoms: dict[tuple[Cell, Lying, int], clingo.Symbol] = {}
        self._number_sides()

    def border(self, cell: Cell) -> int:
        """Bits of the sides of a cell at the rim: 1 up, 2 right, 4 down, 8 left."""
        return self._borders[cell]

    def grey(self, sides: Sides) -> int:
        """Bits of the sides of a piece in the colour of the frame."""
        return _bits(tuple(side == 0 for side in sides))

    def neighbour(self, cell: Cell, side: int) -> Cell | None:
        """The cell beside another one; ``None`` at the rim."""
        beside = cell[0] + STEPS[side][0], cell[1] + STEPS[side][1]
        return beside if beside in self._borders else None

    def pinned(self, cell: Cell, side: int) -> int:
        """The colour that a piece in place shows a cell beside it; 0: there is none."""
        beside = self.neighbour(cell, side)
        if beside is None or beside not in self.wishes.fixed:
            return 0
        return self._of[self.wishes.fixed[beside]][(side + 2) % 4]

    def sort(self, border: int, side: int) -> int:
        """The sort of a side of cells with these sides at the rim; -1: a side of the frame."""
        if self.framed and border >> side & 1:
            return -1
        if not self.sorted:
            return INNER
        before, opposite, after = (border >> (side + k) % 4 & 1 for k in (3, 2, 1))
        return RIM if before or after else EDGE if opposite else INNER

    def joint(self, cell: Cell, side: int) -> int:
        """The sort of a joint: EDGE if one of its sides is of this sort; -1: a side at the rim."""
        beside = self.neighbour(cell, side)
        if beside is None:
            return -1
        return max(
            self.sort(self.border(cell), side), self.sort(self.border(beside), (side + 2) % 4)
        )

    def entries_of(self, sides: Sides) -> list[int]:
        """The entries of the sides of a piece; for a side of the frame the number of entries."""
        sorts = (self.sort(self.grey(sides), side) for side in range(4))
        return [
            self.entries[sort][colour] if sort >= 0 else self.rim + 2 * self.inner
            for sort, colour in zip(sorts, sides, strict=True)
        ]

    def joints(self) -> list[int] | None:
        """The number of joints by entry; ``None`` if it does not come out even: there is no answer.

        On an unframed board sides can also lie at the rim; then these are the most joints there
        can be.
        """
        first, last = self.rim, self.rim + self.inner
        rim, inner, edge = self.supply[:first], self.supply[first:last], self.supply[last:-1]
        rest = [all_sides - border for all_sides, border in zip(inner, edge, strict=True)]
        odd = sum(number % 2 for number in (*rim, *rest))
        if odd > (0 if self.framed else 2 * (self.rows + self.columns)) or min(rest, default=0) < 0:
            return None
        return [*(number // 2 for number in (*rim, *rest)), *edge]

    def rims(self) -> tuple[Counter[int], Counter[int]]:
        """The numbers of cells and of pieces by their sides at the rim: the least turn of the bits.

        On a framed board both are the same, or there is no answer. All is 0 without a frame.
        """
        pieces = (self.grey(self._numbered(sides)) for sides in self.instance.pieces)
        borders = (self.border(cell) if self.framed else 0 for cell in self.cells)
        return Counter(map(_least_turn, borders)), Counter(map(_least_turn, pieces))

    def atom(self, cell: Cell, lying: Lying, quarters: int) -> clingo.Symbol:
        """The atom of a turned piece on a cell, after quarter turns of the board."""
        key = cell, lying, quarters
        if key not in self._atoms:
            cell, lying = self.instance.turned_place(cell, lying, quarters)
            self._atoms[key] = Place(*cell, *lying).symbol
        return self._atoms[key]

    def _numbered(self, sides: Sides) -> Sides:
        return tuple(self._numbers[colour] for colour in sides)

    def _number_sides(self) -> None:
        along: set[int] = set()
        inside: set[int] = set()
        pieces = [self._numbered(sides) for sides in self.instance.pieces]
        for sides in pieces:
            for side, colour in enumerate(sides):
                sort = self.sort(self.grey(sides), side)
                if sort >= 0:
                    (along if sort == RIM else inside).add(colour)
        self.rim, self.inner = len(along), len(inside)
        self.entries = [[-1] * self.colours for _ in range(3)]
        for sort, colours, first in (
            (RIM, along, 0),
            (INNER, inside, self.rim),
            (EDGE, inside, self.rim + self.inner),
        ):
            for entry, colour in enumerate(sorted(colours), start=first):
                self.entries[sort][colour] = entry
        self.supply = [0] * (self.rim + 2 * self.inner + 1)
        for sides in pieces:
            for entry in self.entries_of(sides):
                self.supply[entry] += 1


def _bits(sides: tuple[bool, ...]) -> int:
    return sum(1 << side for side, holds in enumerate(sides) if holds)


def _least_turn(bits: int) -> int:
    """The least number that a set of sides becomes by turning."""
    return min((bits << k | bits >> 4 - k) & 15 for k in range(4))
