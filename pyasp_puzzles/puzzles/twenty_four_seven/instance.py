"""Number grids: the type of the instances."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, dataclass
from functools import cached_property
from typing import ClassVar

from pyasp_puzzles.boards.board import LayeredBoard, layer
from pyasp_puzzles.core.atoms import Predicate
from pyasp_puzzles.puzzles.twenty_four_seven.grids import (
    CORNERS,
    DIGITS,
    MAX_DIGIT,
    MAX_SIDE,
    MAX_VIEW,
    MIN_SIDE,
    Digits,
    Givens,
    GridSize,
    Views,
)

Cell = tuple[int, int]
"""Row and column, from 1."""
Triple = tuple[int, int, int]
"""Row, column and digit."""
View = tuple[int, int, int, int, int]
"""Row and column of the view, rows and columns a step, number."""


class CellDigit(Predicate, name="value"):
    """Shown: a filled cell and its digit."""

    row: int
    column: int
    digit: int


GIVENS = Givens(
    "given", 1, MAX_DIGIT, about="a digit that is printed in a cell", noun="given", drop="row",
    where="a cell of the board",
)  # fmt: skip
VIEWS = Views("view", 1, MAX_VIEW, about="a number beside the board", noun="view", drop="row")


@dataclass(frozen=True)
class NumberGridBoard(LayeredBoard):
    """A board: its grids, the counts and sums of each, the givens and the views.

    Attributes:
        size: rows, and columns, of every grid.
        digits: pairs of a digit and its number of copies in a grid, sorted.
        grids: top left cells, sorted.
        givens: row, column and digit, sorted.
        views: row and column just outside the board, the step inwards, and the number; sorted.

    Raises:
        InstanceError: a field is wrong, or the givens contradict a view.
    """

    size: int = layer(GridSize("size", MIN_SIDE, MAX_SIDE), MISSING)
    digits: Digits = layer(DIGITS, MISSING)
    grids: tuple[Cell, ...] = layer(CORNERS, ((1, 1),))
    givens: tuple[Triple, ...] = layer(GIVENS)
    views: tuple[View, ...] = layer(VIEWS)
    sides: ClassVar[tuple[int, int]] = (MIN_SIDE, MAX_SIDE)
    square: ClassVar[bool] = True  # an empty one has one grid

    @cached_property
    def filled(self) -> int:
        """Number of filled cells in every line of a grid: an equal share of its digits."""
        return sum(copies for _, copies in self.digits) // self.size

    @cached_property
    def total(self) -> int:
        """The sum of each line."""
        return sum(digit * copies for digit, copies in self.digits) // self.size

    @cached_property
    def rows(self) -> int:
        """Rows of the board."""
        return max(row for row, _ in self.grids) + self.size - 1

    @cached_property
    def columns(self) -> int:
        """Columns of the board."""
        return max(column for _, column in self.grids) + self.size - 1

    @cached_property
    def cells(self) -> frozenset[Cell]:
        """The cells of all grids."""
        return frozenset(cell for grid in self.grids for cell in self.cells_of(grid))

    @cached_property
    def largest(self) -> int:
        """The greatest digit: a view with a greater number is a sum."""
        return max(digit for digit, _ in self.digits)

    def cells_of(self, grid: Cell) -> list[Cell]:
        """The cells of one grid, row by row."""
        row, column = grid
        return [(row + i, column + j) for i in range(self.size) for j in range(self.size)]

    def lines(self) -> Iterator[tuple[str, list[Cell]]]:
        """Every row and column of every grid, with its name."""
        for row, column in self.grids:
            several = len(self.grids) > 1
            for i in range(row, row + self.size):
                name = f"row {i} from r{i}c{column}" if several else f"row {i}"
                yield name, [(i, column + j) for j in range(self.size)]
            for j in range(column, column + self.size):
                name = f"column {j} from r{row}c{j}" if several else f"column {j}"
                yield name, [(row + i, j) for i in range(self.size)]

    def seen_from(self, view: View) -> list[Cell]:
        """The cells that a view looks at, the nearest first."""
        row, column, down, right, _ = view
        steps = range(1, max(self.rows, self.columns) + 1)
        line = ((row + i * down, column + i * right) for i in steps)
        return [cell for cell in line if cell in self.cells]
