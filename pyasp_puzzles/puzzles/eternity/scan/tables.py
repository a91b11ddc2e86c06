"""The tables of a board for the scan: which pieces fit on a cell, by the colours around it.

The scan fills the cells in reading order. So the colours above and to the left of a cell are known,
and a table has the candidates for each pair of them. Cells of one *class* share their table: they
have the same sides at the rim, and the same neighbours that lie in place.

A *sort* of joint is a colour together with the place of the joint on the board (see
:mod:`pyasp_puzzles.puzzles.eternity.scan.supply`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pyasp_puzzles.puzzles.eternity.instance import Instance, Lying, Sides, copies, faces, rim_of
from pyasp_puzzles.puzzles.eternity.scan.plan import ScanWishes
from pyasp_puzzles.puzzles.eternity.scan.supply import Where, same_rims, supply, where

if TYPE_CHECKING:
    from numpy.typing import NDArray

KIND, COLOUR, SORT = 11, 11, 13
"""Bits of a candidate's fields, from the lowest: kind; colours to the right and below; sorts of the
joints to the right and below."""

KIND_MASK, COLOUR_MASK, SORT_MASK = (1 << KIND) - 1, (1 << COLOUR) - 1, (1 << SORT) - 1
RIGHT, DOWN = KIND, KIND + COLOUR
SORT_RIGHT, SORT_DOWN = KIND + 2 * COLOUR, KIND + 2 * COLOUR + SORT
"""How kernels read a candidate: shift it to the field, and keep the bits of the mask."""

PLENTY = 1 << 14
"""The supply of sort 0, which is not counted."""


@dataclass(frozen=True)
class ScanTables:
    """The tables of a board with n cells in reading order, K colours (from 1) and C classes.

    Colour 0 is what lies beyond the rim, framed or not. A *line* of starts belongs to a class and
    to the colour above a cell.

    Attributes:
        width: columns of the board.
        cells: uint32[n], for each cell its class times K + 1.
        lines: uint32[C * (K + 1)], at ``cells[i] + above`` where the line of starts begins.
        starts: uint32[L * (K + 2)], at ``line + left`` the number of the first candidate, and
            behind it the number at which the candidates end. The first line is for colours above
            that no candidate has.
        candidates: int64[m], packed, see :data:`KIND`. Colours and sorts at the rim are 0.
        lying: for each candidate the kind and the turns of the piece.
        stock: int16, the number of pieces of each kind; a piece that lies in place is a kind of its
            own.
        supply: int16, the number of joints of each sort.
        answerable: false if counting pieces shows that there is no answer.
    """

    width: int
    cells: NDArray[np.uint32]
    lines: NDArray[np.uint32]
    starts: NDArray[np.uint32]
    candidates: NDArray[np.int64]
    lying: tuple[Lying, ...]
    stock: NDArray[np.int16]
    supply: NDArray[np.int16]
    answerable: bool


def tables(instance: Instance, wishes: ScanWishes, seed: int | None = None) -> ScanTables:
    """The tables of a board.

    Args:
        instance: its hints do not count: the wishes have them.
        seed: shuffles the candidates of each list; ``None``: they come as the pieces are listed.
    """
    return _TableBuilder(instance, wishes, seed).tables()


@dataclass(frozen=True)
class _Class:
    """What the cells that share a table have in common.

    Attributes:
        right, below: where the joints to the right and below are.
        beside, under: colours that pieces in place ask of these joints; -1: none does.
        kind: of the piece in place, which is a kind of its own; -1: no piece is.
        barred: turned pieces that must not lie here.
    """

    rim: tuple[bool, ...]
    right: Where
    below: Where
    beside: int
    under: int
    kind: int
    fixed: Lying | None
    barred: frozenset[Lying]


class _TableBuilder:
    """Makes the tables of one board; see :func:`tables`."""

    def __init__(self, instance: Instance, wishes: ScanWishes, seed: int | None) -> None:
        self._instance, self._wishes = instance, wishes
        self._random = None if seed is None else np.random.default_rng(seed)
        looks = faces(instance)
        colours = {colour for sides in looks.values() for colour in sides} - {instance.frame}
        self._numbers = {colour: number for number, colour in enumerate(sorted(colours), start=1)}
        if instance.frame is not None:
            self._numbers[instance.frame] = 0
        self._length = len(colours) + 1  # of the colours, 0 included
        self._numbered = {lying: self._colours(sides) for lying, sides in looks.items()}
        self._lying = [lying for lying in looks if lying not in wishes.nowhere]
        self._indices = {lying: index for index, lying in enumerate(self._lying)}
        self._sides = np.array([self._numbered[each] for each in self._lying]).reshape(-1, 4)
        stock = copies(instance)
        self._kinds = {kind: number for number, kind in enumerate(stock)}
        self._kind_of = np.array([self._kinds[kind] for kind, _ in self._lying], np.int64)
        self._stock = list(stock.values())

    def _colours(self, sides: Sides) -> tuple[int, ...]:
        return tuple(self._numbers[colour] for colour in sides)

    def tables(self) -> ScanTables:
        """The tables."""
        found = supply(self._instance)
        self._sorts, numbers = self._sorts_of(found)
        classes: dict[_Class, int] = {}
        cells = [classes.setdefault(each, len(classes)) for each in self._classes()]
        starts = [np.zeros(self._length + 1, np.int64)]
        lines = np.zeros(len(classes) * self._length, np.uint32)
        packed, chosen, total, empty = [], [], 0, False
        for each, number in classes.items():
            fit, above, left = self._candidates(each)
            empty = empty or not fit.size
            for colour in np.unique(above):
                low, high = np.searchsorted(above, (colour, colour + 1))
                lines[number * self._length + colour] = len(starts) * (self._length + 1)
                begin = np.searchsorted(left[low:high], np.arange(self._length + 1))
                starts.append(total + low + begin)
            packed.append(self._packed(each, fit))
            chosen.append(fit)
            total += fit.size
        possible = found is not None and not empty and min(self._stock) >= 0
        return ScanTables(
            self._instance.columns,
            np.array(cells, np.uint32) * np.uint32(self._length),
            lines,
            np.concatenate(starts).astype(np.uint32),
            np.concatenate(packed),
            tuple(self._lying[i] for fit in chosen for i in fit),
            np.array(self._stock, np.int16),
            np.array(numbers, np.int16),
            possible and same_rims(self._instance),
        )

    def _sorts_of(
        self, found: Mapping[tuple[Where, int], int] | None
    ) -> tuple[dict[Where, NDArray[np.int64]], list[int]]:
        """By place and number of a colour the sorts of joints, and the number of joints of each."""
        sorts = {place: np.zeros(self._length, np.int64) for place in Where}
        numbers = [PLENTY]
        for (place, colour), number in (found or {}).items():
            sorts[place][self._numbers[colour]] = len(numbers)
            numbers.append(number)
        return sorts, numbers

    def _classes(self) -> Iterator[_Class]:
        """The class of each cell in reading order; takes the pieces in place from the stock."""
        fixed, board = self._wishes.fixed, self._instance
        for row in range(1, board.rows + 1):
            for column in range(1, board.columns + 1):
                cell, kind = (row, column), -1
                beside, under = fixed.get((row, column + 1)), fixed.get((row + 1, column))
                if cell in fixed:
                    kind = len(self._stock)
                    self._stock[self._kinds[fixed[cell][0]]] -= 1
                    self._stock.append(1)
                yield _Class(
                    rim_of(board, row, column),
                    where(board, row, column, right=True),
                    where(board, row, column, right=False),
                    self._numbered[beside][3] if beside else -1,
                    self._numbered[under][0] if under else -1,
                    kind,
                    fixed.get(cell),
                    self._wishes.barred.get(cell, frozenset()),
                )

    def _candidates(
        self, cell: _Class
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """Indices of what fits, sorted by the colours above and to the left, and these colours."""
        up, right, down, left = self._sides.T
        rim = np.array(cell.rim)
        fits = np.ones(len(self._lying), bool)
        if self._instance.frame is not None:
            fits = ((self._sides == 0) == rim).all(axis=1)
        if cell.beside >= 0:
            fits &= right == cell.beside
        if cell.under >= 0:
            fits &= down == cell.under
        if cell.fixed:
            fits &= self._among(frozenset((cell.fixed,)))
        if cell.barred:
            fits &= ~self._among(cell.barred)
        fit = np.flatnonzero(fits)
        above, before = up[fit] * (not cell.rim[0]), left[fit] * (not cell.rim[3])
        shuffled = (
            np.arange(fit.size) if self._random is None else self._random.permutation(fit.size)
        )
        order = np.lexsort((shuffled, before, above))
        return fit[order], above[order], before[order]

    def _among(self, named: frozenset[Lying]) -> NDArray[np.bool_]:
        """For each turned piece whether it is one of those that are named."""
        among = np.zeros(len(self._lying), bool)
        among[[self._indices[each] for each in named if each in self._indices]] = True
        return among

    def _packed(self, cell: _Class, fit: NDArray[np.int64]) -> NDArray[np.int64]:
        """The candidates with these indices, as numbers."""
        kinds = self._kind_of[fit] if cell.kind < 0 else np.full(fit.size, cell.kind, np.int64)
        right = self._sides[fit, 1] * (not cell.rim[1])
        down = self._sides[fit, 2] * (not cell.rim[2])
        sorts = self._sorts[cell.right][right], self._sorts[cell.below][down]
        packed, shift = kinds, KIND
        for values, bits in ((right, COLOUR), (down, COLOUR), (sorts[0], SORT), (sorts[1], SORT)):
            packed = packed | values << shift
            shift += bits
        return packed
