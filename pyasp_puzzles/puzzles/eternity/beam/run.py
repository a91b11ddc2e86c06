"""One beam search of fixed width."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from pyasp_puzzles.puzzles.eternity.beam import breeding, kernel
from pyasp_puzzles.puzzles.eternity.beam import tables as arrays
from pyasp_puzzles.puzzles.eternity.beam.board import EDGE, INNER, RIM, NumberedBoard
from pyasp_puzzles.puzzles.eternity.beam.plan import BeamPlan, BeamStep
from pyasp_puzzles.puzzles.eternity.beam.tables import StateLayout, tables

Ints = npt.NDArray[np.int32]
Looks = npt.NDArray[np.uint16]

EVERY = 16
"""After so many levels, states without a living descendant are dropped."""
BYTES = 6
"""For each ancestor: its parent and its look."""


class Ancestors:
    """For each level the parents of its states in the level before, and their looks.

    Args:
        most: there is room for so many states.
    """

    def __init__(self, most: int) -> None:
        self.most, self.count = most, 0
        self._levels: list[tuple[Ints, Looks]] = []

    def add(self, parents: Ints, looks: Looks) -> None:
        """Add a level; the arrays are copied."""
        self._levels.append((parents.copy(), looks.copy()))
        self.count += len(parents)
        if len(self._levels) % EVERY == 0:
            self._drop()

    def room(self, wanted: int) -> int:
        """How many states the next level may have: if there is not room enough, half of it."""
        if self.count + wanted > self.most:
            self._drop()
        free = self.most - self.count
        return wanted if wanted <= free else max(free // 2, 1)

    def path(self, state: int) -> list[int]:
        """The looks from the first level to a state of the last."""
        found = []
        for parents, looks in reversed(self._levels):
            found.append(int(looks[state]))
            state = int(parents[state])
        return found[::-1]

    def _drop(self) -> None:
        """Drop the states without a descendant in the last level, back to a level without any."""
        for level in range(len(self._levels) - 1, 0, -1):
            parents, looks = self._levels[level]
            before, their_looks = self._levels[level - 1]
            alive = np.zeros(len(before), np.bool_)
            alive[parents] = True
            if alive.all():
                break
            number = np.cumsum(alive, dtype=np.int32) - np.int32(1)
            self._levels[level] = number[parents], looks
            self._levels[level - 1] = before[alive], their_looks[alive]
        self.count = sum(len(parents) for parents, _ in self._levels)


@dataclass(frozen=True)
class BeamValues:
    """What a partial board is worth: the weights of the search; small values are good.

    Attributes:
        break_cost: of a broken joint.
        supply: weight of the supply of open sides: the logarithm of the sides left that match.
        none_left: counts as so many sides where none is left.
        evenness: weight of the squares of the sides left: good where few colours have many.
        cross: weight of the products of the sides left of edge cells and of inner cells.
        noise: greatest random addition to a value.
        dead_end: cost of a state without a piece that matches on the next cell.
        slack: breaks that a state may have more than the best of its level.
        first_break: share of the cells that is filled without breaks, if possible.
        late: share of the cells after which the beam is wider, ``widening`` times.
        both: so many rows before the end both joints of a new piece may break.
    """

    break_cost: float = 20.0
    supply: float = 0.7
    none_left: float = 0.2
    evenness: float = 3.0
    cross: float = 3.0
    noise: float = 4.0
    dead_end: float = 20.0
    slack: int = 3
    first_break: float = 0.7
    late: float = 0.6
    widening: float = 4.0
    both: float = 2.0


CHUNK = 1 << 12
"""States that one call of a kernel expands: far less than 0.2 s."""
SAMPLE = 16
"""The limit of a level is estimated from every so many of its states."""
CHILDREN, ANCESTORS = 3, 40
"""There is memory for so many children and ancestors of each state of the widest level."""
FURTHER = (0, 1, 2, 4, 1 << 30)
"""Further breaks that a state may have where its level would have none."""
BELOW = 200
"""The histogram begins so far below the value of the first state."""


class Late(Exception):  # noqa: N818 - no error: the time is over
    """The search has to end."""


@dataclass(frozen=True)
class FullBoard:
    """A full board.

    Attributes:
        looks: the look on each cell of the plan, by its index in ``NumberedBoard.looks``.
        breaks: joints that do not match, also between hints.
    """

    looks: list[int]
    breaks: int


class Beam:
    """The searches of one board: the tables are made once."""

    def __init__(
        self, board: NumberedBoard, values: BeamValues, *, wide: bool | None = None
    ) -> None:
        self.board, self.values, self.plan = board, values, BeamPlan(board)
        self.layout = StateLayout(board, self.plan.slots, wide=wide)
        self.tables = tables(board, self.layout)

    def bytes(self, width: int) -> int:
        """The memory of a run: states of two levels, children, ancestors, and the tables."""
        made = sum(array.nbytes for array in self.tables)
        return made + 8 * arrays.BINS + self.widest_level(width) * self._each()

    def width(self, memory: int) -> int:
        """The width of a run that needs this memory; at least 1."""
        return max(int((memory - self.bytes(0)) / self._each() / self.values.widening), 1)

    def widest_level(self, width: int) -> int:
        """The most states of a level."""
        return max(int(width * self.values.widening), 1)

    def _each(self) -> int:
        """Bytes for each state of the widest level."""
        return 2 * 8 * self.layout.words + 12 * CHILDREN + BYTES * ANCESTORS

    def run(
        self, width: int, seed: int, late: Callable[[], bool], most_breaks: int
    ) -> FullBoard | None:
        """The best full board of a run; ``None`` if it has more than ``most_breaks``.

        Raises:
            Late: ``late`` was true.
        """
        levels = _Levels(self, width, seed, late)
        for _ in self.plan.steps:
            if levels.least() > most_breaks:
                return None
            levels.fill()
        return FullBoard(levels.best(), levels.least()) if levels.least() <= most_breaks else None


class _Levels:
    """The states of a run, level after level."""

    def __init__(self, beam: Beam, width: int, seed: int, late: Callable[[], bool]) -> None:
        self.beam, self.width, self.seed, self.late = beam, width, seed, late
        self.index, self.count = 0, 1
        self.floor = pin_breaks(beam.board)  # the breaks of the states are counted from here
        layout, values, widest = beam.layout, beam.values, beam.widest_level(width)
        self.states = np.zeros((widest, layout.words), np.uint64)
        self.children = np.zeros((widest, layout.words), np.uint64)
        self.states[:1] = layout.root
        self.parents = np.zeros(widest, np.int32)
        self.looks = np.zeros(widest, np.uint16)
        self.ancestors = Ancestors(max(ANCESTORS * widest, 2 * len(beam.plan.steps)))
        self.buffer = _buffer(beam, max(CHILDREN * widest, 16))
        worth = values.supply * np.log(
            np.arange(int(layout.supply.max(initial=0)) + 1) + values.none_left
        )
        self.supply = worth.astype(np.float32)
        self.drop = np.diff(self.supply, prepend=self.supply[:1])

    def least(self) -> int:
        """The fewest breaks of a state."""
        return self.floor + int(self._breaks().min())

    def best(self) -> list[int]:
        """The looks of a state with the fewest breaks."""
        return self.ancestors.path(int(self._breaks().argmin()))

    def fill(self) -> None:
        """Fill the next cell in all states."""
        values, board, steps = self.beam.values, self.beam.board, self.beam.plan.steps
        cells, left = board.rows * board.columns, len(steps) - self.index
        filled = (cells - left) / cells
        width = self.width if filled < values.late else self.beam.widest_level(self.width)
        width = self.ancestors.room(width)
        slack = values.slack if filled >= values.first_break else 0
        level, status = self._level(steps[self.index]), self.buffer.status
        lowest = int(self._breaks().min())
        for further in FURTHER:
            status[:] = 0
            status[arrays.WIDTH] = width
            status[arrays.FLOOR] = lowest
            status[arrays.MOST] = slack + further
            status[arrays.PARTS] = 4 if further > 1 or left <= values.both * board.columns else 3
            status[arrays.SEED] = self.seed * 104_729 + self.index * 7_919
            self._expand(level, width)
            if status[arrays.COUNT]:
                break
        self._breed(level, width)
        self.floor += lowest
        self.index += 1

    def _fields(self, states: npt.NDArray[np.uint64]) -> npt.NDArray[Any]:
        """The same memory as fields."""
        return states.view(self.beam.layout.dtype)

    def _breaks(self) -> npt.NDArray[Any]:
        """The breaks of the states above the floor."""
        return self._fields(self.states)[: self.count, self.beam.layout.breaks]

    def _level(self, step: BeamStep) -> arrays.BeamLevel:
        """What the kernels have to know; weights are relative to means over some of the states."""
        values, layout, board = self.beam.values, self.beam.layout, self.beam.board
        sample = self._fields(self.states[: self.count : max(self.count // 200, 1)])
        counts = sample[:, layout.counts : layout.breaks].astype(np.float64)
        inner, edge = board.rim, board.rim + board.inner
        pairs = {
            RIM: (counts[:, :inner], counts[:, :inner]),
            INNER: (counts[:, inner:edge], counts[:, inner:edge]),
            EDGE: (counts[:, inner:edge], counts[:, edge:]),
        }
        weights = np.zeros(8)
        for sort, (one, other) in pairs.items():
            mean = float((one * other).sum(1).mean())
            weight = values.cross if sort == EDGE else values.evenness
            weights[arrays.RIM + sort] = weight * step.joints[sort] / mean if mean else 0.0
        weights[arrays.BREAK] = values.break_cost
        weights[arrays.NOISE] = values.noise
        weights[arrays.DEAD_END] = values.dead_end
        weights[arrays.REACH] = 2 * max(float(self.supply[int(counts.max(initial=0))]), 0.0)
        numbers = step.numbers.copy()
        numbers[arrays.SLOTS] += np.where(numbers[arrays.SLOTS] >= 0, layout.open, 0)
        ahead = step.ahead.copy()
        ahead[[1, 3]] += np.where(ahead[[1, 3]] >= 0, layout.open, 0)
        level = arrays.BeamLevel(
            numbers, ahead, step.open + layout.open, step.demand, self.supply, self.drop, weights
        )
        origin = kernel.value_of(self._fields(self.states), self.beam.tables, level, self.buffer)
        weights[arrays.ORIGIN] = origin - BELOW
        return level

    def _expand(self, level: arrays.BeamLevel, width: int) -> None:
        """Fill the buffer with children, after an estimate of the limit of their values."""
        buffer, status = self.buffer, self.buffer.status
        buffer.histogram[:] = 0
        status[arrays.LIMIT] = arrays.BINS - 1
        if self.count >= 20 * SAMPLE:
            self._chunks(level, SAMPLE)
            status[arrays.LIMIT] = kernel.cut(buffer.histogram, int(1.2 * width / SAMPLE) + 20)
            status[arrays.COUNT] = 0
            buffer.histogram[:] = 0
        self._chunks(level, 1)

    def _chunks(self, level: arrays.BeamLevel, stride: int) -> None:
        for first in range(0, self.count, CHUNK * stride):
            if self.late():
                raise Late
            kernel.expand(
                (self.states, self._fields(self.states)),
                np.array([first, min(first + CHUNK * stride, self.count), stride]),
                self.beam.tables,
                level,
                self.buffer,
            )

    def _breed(self, level: arrays.BeamLevel, width: int) -> None:
        """Make the best children the states of the next level."""
        buffer, status = self.buffer, self.buffer.status
        limit = kernel.cut(buffer.histogram, width)
        status[arrays.LIMIT] = limit
        status[arrays.TIES] = buffer.histogram[limit]
        status[arrays.ROOM] = width - int(buffer.histogram[:limit].sum())
        last = int(status[arrays.COUNT])
        for first in range(0, last, 32 * CHUNK):
            breeding.breed(
                (self.states, self._fields(self.states)),
                (self.children, self._fields(self.children), self.parents, self.looks),
                np.array([first, min(first + 32 * CHUNK, last)]),
                self.beam.tables,
                level,
                buffer,
            )
        self.states, self.children = self.children, self.states
        self.count = int(status[arrays.OUT])
        self.ancestors.add(self.parents[: self.count], self.looks[: self.count])


def _buffer(beam: Beam, size: int) -> arrays.Buffer:
    """A buffer for so many children."""
    layout = beam.layout
    return arrays.Buffer(
        np.zeros(size, np.int32),
        np.zeros(size, np.int32),
        np.zeros(size, np.int32),
        np.zeros(arrays.BINS, np.int64),
        np.zeros(16, np.int64),
        np.zeros(layout.breaks - layout.counts + 1, np.float32),
        np.zeros(len(beam.tables.rows), np.int32),
    )


def pin_breaks(board: NumberedBoard) -> int:
    """The joints between hints that do not match."""
    broken = 0
    for cell, pin in board.pins.items():
        for side in (1, 2):
            beside = board.neighbour(cell, side)
            other = board.pins.get(beside) if beside else None
            broken += other is not None and pin.sides[side] != other.sides[(side + 2) % 4]
    return broken
