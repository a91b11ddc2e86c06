"""The plan of a beam search: the order of the cells, what each level has to know of its cell."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np

from pyasp_puzzles.boards.places import Place as Cell
from pyasp_puzzles.puzzles.eternity.search.board import DOWN, LEFT, RIGHT, UP, NumberedBoard
from pyasp_puzzles.puzzles.eternity.search.kernels import NEW, NONE, Around, BeamLevel, NewSide
from pyasp_puzzles.puzzles.eternity.search.tables import StateLayout, beam_domains

BAND = 4
"""So many last rows are filled column by column, and so many last columns of these row by row."""
SUPPLY, NONE_LEFT = 0.7, 0.2
"""Weight of the supply of open sides, the logarithm of the sides left that match; instead of 0."""


def order_of(rows: int, columns: int) -> list[Cell]:
    """All cells in the order in which the search fills them.

    Row by row, so that a new piece mostly touches two others. The last rows column by column and
    their last corner row by row, so that few sides lie open where joints have to break.

    >>> order_of(6, 5)[10:18]
    [(3, 1), (4, 1), (5, 1), (6, 1), (3, 2), (3, 3), (3, 4), (3, 5)]
    """
    band, corner = max(rows - BAND, 0) + 1, max(columns - BAND, 0) + 1
    last = range(band, rows + 1)
    return [
        *((row, column) for row in range(1, band) for column in range(1, columns + 1)),
        *((row, column) for column in range(1, corner) for row in last),
        *((row, column) for row in last for column in range(corner, columns + 1)),
    ]


class BeamPlan:
    """The order of the cells, and for each what the kernels have to know of its level.

    Each column has one open side at most, and so has each row of those that are filled at a time.

    Attributes:
        order: the cells without a hint.
        steps: a level without its weights; by sort, the number of joints between two empty cells
            after it.
    """

    def __init__(self, board: NumberedBoard, *, wide: bool | None = None) -> None:
        self.board, self.layout = board, StateLayout(board, board.columns + BAND, wide=wide)
        self.order = [c for c in order_of(board.rows, board.columns) if c not in board.fixed]
        self.steps: list[tuple[BeamLevel, Counter[int]]] = []
        most = int(self.layout.supply.max(initial=0))
        self._supply = (SUPPLY * np.log(np.arange(most + 1) + NONE_LEFT)).astype(np.float32)
        self._drop = np.diff(self._supply, prepend=self._supply[:1])
        self._make_steps()
        for index, ((level, joints), (later, _)) in enumerate(pairwise(self.steps)):
            up, left = later.cell.up_slot, later.cell.left_slot
            up = NEW if up == level.down.slot != NONE else up
            left = NEW if left == level.right.slot != NONE else left
            ahead = later.cell._replace(up_slot=up, left_slot=left)
            self.steps[index] = level._replace(ahead=ahead), joints

    def _make_steps(self) -> None:
        board, empty = self.board, set(self.order)
        domains = {border: number for number, border in enumerate(beam_domains(board))}
        joints = Counter(
            board.joint(cell, side)
            for cell in self.order
            for side in (RIGHT, DOWN)
            if board.neighbour(cell, side) in empty
        )
        lying: set[int] = set()  # the slots of open sides
        for cell in self.order:
            empty.discard(cell)
            column = self.layout.open + cell[1] - 1
            row = self.layout.open + board.columns + cell[0] % BAND
            up, left = (slot if slot in lying else NONE for slot in (column, row))
            lying -= {up, left}
            opened = np.array(sorted(lying), np.int64)
            above, before = board.pinned(cell, UP), board.pinned(cell, LEFT)
            around = Around(domains[board.borders[cell]], up, above, left, before)
            right, down = (
                self._side(cell, side, slot, empty) for side, slot in ((RIGHT, row), (DOWN, column))
            )
            lying |= {right.slot, down.slot} - {NONE}
            joints -= Counter(
                board.joint(cell, side) for side in range(4) if board.neighbour(cell, side) in empty
            )
            demand = np.array(self._demand(empty), np.int64)
            level = BeamLevel(
                around, Around(), right, down, opened, demand, self._supply, self._drop
            )
            self.steps.append((level, joints.copy()))

    def _side(self, cell: Cell, side: int, slot: int, empty: set[Cell]) -> NewSide:
        """A side of a new piece; a slot that the step itself frees is read before it is written."""
        if self.board.neighbour(cell, side) in empty:
            return NewSide(slot, self.board.sort_beside(cell, side), 0)
        return NewSide(NONE, 0, self.board.pinned(cell, side))

    def _demand(self, empty: set[Cell]) -> list[int]:
        """The entries that open sides of hints need."""
        board = self.board
        return [
            board.entries[board.sort_beside(cell, side)][colour]
            for cell, pin in board.fixed.items()
            for side, colour in enumerate(board.looks[pin])
            if board.neighbour(cell, side) in empty
        ]

    def pin_breaks(self) -> int:
        """The joints between hints that do not match."""
        board, fixed = self.board, self.board.fixed
        return sum(
            board.neighbour(cell, side) in fixed
            and board.looks[pin][side] != board.pinned(cell, side)
            for cell, pin in fixed.items()
            for side in (RIGHT, DOWN)
        )
