"""The order of the cells, and what each step of the search has to know of its cell."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from pyasp_puzzles.puzzles.eternity.beam.board import EDGE, INNER, RIM, Cell, NumberedBoard

BAND = 4
"""So many last rows are filled column by column, and so many last columns of these row by row."""

NEW = -2
"""In place of a slot: a side of the piece that is placed now."""
UP, RIGHT, DOWN, LEFT = range(4)


def order_of(rows: int, columns: int) -> list[Cell]:
    """All cells (row, column, from 0) in the order in which the search fills them.

    Row by row, so that a new piece mostly touches two others. The last rows column by column and
    their last corner row by row, so that few sides lie open where joints have to break.

    >>> order_of(6, 5)[10:18]
    [(2, 0), (3, 0), (4, 0), (5, 0), (2, 1), (2, 2), (2, 3), (2, 4)]
    """
    band, corner = max(rows - BAND, 0), max(columns - BAND, 0)
    last = range(band, rows)
    return [
        *((row, column) for row in range(band) for column in range(columns)),
        *((row, column) for column in range(corner) for row in last),
        *((row, column) for row in last for column in range(corner, columns)),
    ]


@dataclass(frozen=True)
class BeamStep:
    """What the search has to know of the cell that it fills next.

    Attributes:
        cell: row and column, from 0.
        numbers: int64, in the order of :data:`NUMBERS`.
        ahead: int64, of the next cell the five first numbers; :data:`NEW` in place of a slot that
            this step fills; only -1 after the last step.
        open: int64, the slots of all other sides that lie open.
        demand: int64, the entry that each open side of a hint needs.
        joints: by sort, the number of joints between two empty cells after this step.
    """

    cell: Cell
    numbers: npt.NDArray[np.int64]
    ahead: npt.NDArray[np.int64]
    open: npt.NDArray[np.int64]
    demand: npt.NDArray[np.int64]
    joints: tuple[int, int, int]


NUMBERS = (
    "border",  # the sides of the cell at the rim, as bits
    "up slot",  # where a state keeps the side above; -1: none
    "up colour",  # of a hint above; 0: none
    "left slot",
    "left colour",
    "right slot",  # where the new state keeps the right side; -1: nobody needs it
    "right sort",  # the sort of the side that has to match it
    "down slot",
    "down sort",
    "right colour",  # of a hint to the right; 0: none
    "down colour",
)


class BeamPlan:
    """The steps of a board, and the number of slots for open sides that a state needs."""

    def __init__(self, board: NumberedBoard) -> None:
        self.board = board
        self.order = [c for c in order_of(board.rows, board.columns) if c not in board.pins]
        self.slots = 0
        self._free: list[int] = []
        self.steps = self._steps()
        for step, later in pairwise(self.steps):
            step.ahead[:] = later.numbers[:5]
            for place, new in ((1, 7), (3, 5)):  # up: the down slot; left: the right slot
                if step.ahead[place] >= 0 and step.ahead[place] == step.numbers[new]:
                    step.ahead[place] = NEW

    def _steps(self) -> list[BeamStep]:
        board, empty = self.board, set(self.order)
        joints = self._open_joints()
        lying: dict[tuple[Cell, int], int] = {}  # by cell and its side: the slot
        steps = []
        for cell in self.order:
            empty.discard(cell)
            numbers = [board.border(cell)]
            for side in (UP, LEFT):
                slot = lying.pop((cell, side), -1)
                numbers += [slot, self._pinned(cell, side)]
            others = sorted(lying.values())
            self._free += [slot for slot in (numbers[1], numbers[3]) if slot >= 0]
            for side in (RIGHT, DOWN):
                beside = board.neighbour(cell, side)
                if beside in empty and beside is not None:
                    slot = lying[beside, (side + 2) % 4] = self._slot()
                    numbers += [slot, board.sort(board.border(beside), (side + 2) % 4)]
                else:
                    numbers += [-1, 0]
            numbers += [self._pinned(cell, side) for side in (RIGHT, DOWN)]
            for side in range(4):
                beside = board.neighbour(cell, side)
                if beside in empty and beside is not None:
                    joints[self._joint(cell, side)] -= 1
            steps.append(
                BeamStep(
                    cell,
                    np.array(numbers, np.int64),
                    np.full(5, -1, np.int64),
                    np.array(others, np.int64),
                    self._demand(empty),
                    (joints[RIM], joints[INNER], joints[EDGE]),
                )
            )
        return steps

    def _slot(self) -> int:
        """A slot that is free. The two that a step frees are read before they are written."""
        if self._free:
            return self._free.pop()
        self.slots += 1
        return self.slots - 1

    def _pinned(self, cell: Cell, side: int) -> int:
        """The colour that a hint beside a cell shows it; 0: no hint."""
        beside = self.board.neighbour(cell, side)
        pin = self.board.pins.get(beside) if beside else None
        return pin.sides[(side + 2) % 4] if pin else 0

    def _joint(self, cell: Cell, side: int) -> int:
        """The sort of a joint: EDGE if one of its sides is of this sort."""
        board, beside = self.board, self.board.neighbour(cell, side)
        assert beside is not None
        mine = board.sort(board.border(cell), side)
        return max(mine, board.sort(board.border(beside), (side + 2) % 4))

    def _open_joints(self) -> list[int]:
        """By sort, the number of joints between two empty cells before the first step."""
        empty, joints = set(self.order), [0, 0, 0]
        for cell in self.order:
            for side in (RIGHT, DOWN):
                if self.board.neighbour(cell, side) in empty:
                    joints[self._joint(cell, side)] += 1
        return joints

    def _demand(self, empty: set[Cell]) -> npt.NDArray[np.int64]:
        board = self.board
        demand = []
        for cell, pin in board.pins.items():
            for side in range(4):
                beside = board.neighbour(cell, side)
                if beside in empty and beside is not None:
                    sort = board.sort(board.border(beside), (side + 2) % 4)
                    demand.append(int(board.entries[sort, pin.sides[side]]))
        return np.array(demand, np.int64)
