"""One beam search of fixed width: a board on which all pieces lie and most joints match.

The search fills one cell after the other and keeps the most promising partial boards of each length
(a beam; Lowerre, "The Harpy Speech Recognition System", 1976). A joint may break, late and at a
price. What was tried and measured: docs/measured/encodings/eternity.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import numpy.typing as npt

from pyasp_puzzles.puzzles.eternity.search import kernels
from pyasp_puzzles.puzzles.eternity.search.board import EDGE, INNER, RIM, NumberedBoard
from pyasp_puzzles.puzzles.eternity.search.kernels import (
    BINS,
    COUNT,
    LIMIT,
    OUT,
    ROOM,
    SEED,
    TIES,
    BeamLevel,
    Buffer,
)
from pyasp_puzzles.puzzles.eternity.search.plan import BeamPlan
from pyasp_puzzles.puzzles.eternity.search.tables import beam_tables
from pyasp_puzzles.work.child import cores
from pyasp_puzzles.work.deadline import Late, TimeUpError

EVERY = 16
"""After so many levels, states without a living descendant are dropped."""
BYTES = 6
"""For each ancestor: its parent and its look."""
CHUNK = 1 << 12
"""States that one call of a kernel expands: far less than 0.2 s."""
SAMPLE = 16
"""The limit of a level is estimated from every so many of its states."""
PARTS = 4
"""Buffers for children, each filled by one thread; any number of cores finds the same boards."""
CHILDREN, ANCESTORS = 6, 40
"""There is memory for so many children, in all parts, and ancestors of each state of the widest
level; a part has room for all states of a level."""
FURTHER = (0, 1, 2, 4, 1 << 30)
"""Further breaks that a state may have where its level would have none."""
BELOW = 200
"""The histogram begins so far below the value of the first state."""


# What a partial board is worth, besides the costs of the kernels.

EVENNESS, CROSS = 3.0, 3.0
"""Weights of the squares of the sides left, which are great where few colours have many; of the
products of those of edge cells and of inner cells."""
SLACK, FIRST_BREAK = 3, 0.7
"""Breaks that a state may have more than the best of its level; share of the cells that is filled
without breaks, if possible."""
LATE, WIDENING = 0.6, 4
"""After this share of the cells the beam is so many times as wide."""
BOTH = 2
"""So many rows before the end both joints of a new piece may break."""


class Ancestors:
    """For each level the parents of its states in the level before, and their looks.

    Args:
        most: there is room for so many states.
    """

    def __init__(self, most: int) -> None:
        self.most, self.count = most, 0
        self._levels: list[tuple[npt.NDArray[np.int32], npt.NDArray[np.uint16]]] = []

    def add(self, parents: npt.NDArray[np.int32], looks: npt.NDArray[np.uint16]) -> None:
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


class Beam:
    """The searches of one board: the tables are made once."""

    def __init__(
        self, board: NumberedBoard, first_break: float = FIRST_BREAK, *, wide: bool | None = None
    ) -> None:
        self.board, self.first_break, self.plan = board, first_break, BeamPlan(board, wide=wide)
        self.layout = self.plan.layout
        self.tables = beam_tables(board, self.layout)

    def bytes(self, width: int) -> int:
        """The memory of a run: states of two levels, children, ancestors, and the tables."""
        made = sum(array.nbytes for array in self.tables if isinstance(array, np.ndarray))
        return made + PARTS * 8 * BINS + width * WIDENING * self._each()

    def width(self, memory: int) -> int:
        """The width of a run that needs this memory; at least 1."""
        return max(int((memory - self.bytes(0)) / self._each() / WIDENING), 1)

    def _each(self) -> int:
        """Bytes for each state of the widest level."""
        return 2 * 8 * self.layout.words + 12 * CHILDREN + BYTES * ANCESTORS

    def run(
        self, width: int, seed: int, late: Late, most_breaks: int
    ) -> tuple[list[int], int] | None:
        """The best full board of a run; ``None`` if more than ``most_breaks`` of its joints break.

        Returns:
            The index of the look on each cell of the plan, and the joints that break.

        Raises:
            TimeUpError: ``late`` was true.
        """
        with ThreadPoolExecutor(min(PARTS, cores())) as pool:
            levels = _Levels(self, width, seed, late, pool)
            for _ in self.plan.steps:
                if levels.least() > most_breaks:
                    return None
                levels.fill()
            return (levels.best(), levels.least()) if levels.least() <= most_breaks else None


class _Levels:
    """The states of a run, level after level."""

    def __init__(
        self, beam: Beam, width: int, seed: int, late: Late, pool: ThreadPoolExecutor
    ) -> None:
        self.beam, self.width, self.seed, self.late, self.pool = beam, width, seed, late, pool
        self.index, self.count = 0, 1
        self.floor = beam.plan.pin_breaks()  # the breaks of the states are counted from here
        layout, widest = beam.layout, width * WIDENING
        self.states, self.children = (
            (words, words.view(layout.dtype))
            for words in (np.zeros((widest, layout.words), np.uint64) for _ in range(2))
        )
        self.states[0][:1] = layout.root
        self.parents = np.zeros(widest, np.int32)
        self.looks = np.zeros(widest, np.uint16)
        self.ancestors = Ancestors(max(ANCESTORS * widest, 2 * len(beam.plan.steps)))
        most = CHILDREN * widest // PARTS + 16
        self.buffers = [
            Buffer(
                np.zeros(most, np.int32),
                np.zeros(most, np.int32),
                np.zeros(most, np.int32),
                np.zeros(BINS, np.int64),
                np.zeros(16, np.int64),
                np.zeros(len(layout.supply) + 1, np.float32),
                np.zeros(len(beam.tables.rows), np.int32),
            )
            for _ in range(PARTS)
        ]

    def least(self) -> int:
        """The fewest breaks of a state."""
        return self.floor + int(self._breaks().min())

    def best(self) -> list[int]:
        """The looks of a state with the fewest breaks."""
        return self.ancestors.path(int(self._breaks().argmin()))

    def fill(self) -> None:
        """Fill the next cell in all states."""
        board, steps = self.beam.board, self.beam.plan.steps
        cells, left = len(board.cells), len(steps) - self.index
        filled = (cells - left) / cells
        width = self.ancestors.room(self.width * (1 if filled < LATE else WIDENING))
        slack = SLACK if filled >= self.beam.first_break else 0
        lowest = int(self._breaks().min())
        level = self._level(*steps[self.index], lowest, width)
        for further in FURTHER:
            both = further > 1 or left <= BOTH * board.columns
            level = level._replace(most=slack + further, parts=4 if both else 3)
            self._expand(level)
            if self._histogram().any():
                break
        self._breed(level)
        self.floor += lowest
        self.index += 1

    def _breaks(self) -> npt.NDArray[Any]:
        """The breaks of the states above the floor."""
        return self.states[1][: self.count, self.beam.layout.breaks]

    def _level(self, level: BeamLevel, joints: Counter[int], lowest: int, width: int) -> BeamLevel:
        """A level with its weights, which are relative to means over some of the states."""
        layout, board = self.beam.layout, self.beam.board
        sample = self.states[1][: self.count : max(self.count // 200, 1)]
        counts = sample[:, layout.counts : layout.breaks].astype(np.float64)
        rim, inner, edge = np.split(counts, [board.rim, board.rim + board.inner], axis=1)

        def weight(sort: int, value: float, one: Any, other: Any) -> float:
            mean = float((one * other).sum(1).mean())
            return value * joints[sort] / mean if mean else 0.0

        level = level._replace(
            rim=weight(RIM, EVENNESS, rim, rim),
            inner=weight(INNER, EVENNESS, inner, inner),
            cross=weight(EDGE, CROSS, inner, edge),
            reach=2 * max(float(level.supply[int(counts.max(initial=0))]), 0.0),
            floor=lowest,
            width=width,
        )
        origin = kernels.value_of(self.states[1], self.beam.tables, level, self.buffers[0])
        return level._replace(origin=origin - BELOW)

    def _histogram(self) -> npt.NDArray[Any]:
        """The children by bin."""
        found: npt.NDArray[Any] = np.sum([buffer.histogram for buffer in self.buffers], axis=0)
        return found

    def _empty(self, limit: int = BINS - 1) -> None:
        """Empty the buffers; children beyond a bin are left out."""
        for buffer in self.buffers:
            buffer.histogram[:], buffer.status[:] = 0, 0
            buffer.status[LIMIT] = limit
            buffer.status[SEED] = self.seed * 104_729 + self.index * 7_919

    def _expand(self, level: BeamLevel) -> None:
        """Fill the buffers with children, after an estimate of the limit of their values."""
        self._empty()
        if self.count >= 20 * SAMPLE:
            self._chunks(level, SAMPLE)
            self._empty(kernels.cut(self._histogram(), int(1.2 * level.width / SAMPLE) + 20))
        self._chunks(level, 1)
        if not self._histogram().any():  # the estimate was too low
            self._empty()
            self._chunks(level, 1)

    def _chunks(self, level: BeamLevel, stride: int) -> None:
        def expand(first: int, buffer: Buffer) -> None:
            chunk = np.array([first, min(first + size, self.count), stride])
            kernels.expand(self.states, chunk, self.beam.tables, level, buffer)

        size = CHUNK * stride
        for first in range(0, self.count, size * PARTS):
            self._together(expand, range(first, min(first + size * PARTS, self.count), size))

    def _together(self, work: Callable[[int, Buffer], None], places: Sequence[int]) -> None:
        """Work in threads, with a buffer for each place."""
        if self.late():
            raise TimeUpError
        list(self.pool.map(work, places, self.buffers[: len(places)]))

    def _breed(self, level: BeamLevel) -> None:
        """Make the best children the states of the next level."""
        limit = kernels.cut(histogram := self._histogram(), level.width)
        below, ties = int(histogram[:limit].sum()), int(histogram[limit])
        room = min(level.width - below, ties)
        count = 0
        for buffer in self.buffers:
            status, own = buffer.status, int(buffer.histogram[limit])
            status[LIMIT], status[OUT], status[TIES] = limit, count, own
            status[ROOM] = share = -(-room * own // ties) if ties else 0
            count += int(buffer.histogram[:limit].sum()) + share
            room, ties = room - share, ties - own

        def breed(first: int, buffer: Buffer) -> None:
            chunk = np.array([first, min(first + 32 * CHUNK, int(buffer.status[COUNT]))])
            new = (*self.children, self.parents, self.looks)
            kernels.breed(self.states, new, chunk, self.beam.tables, level, buffer)

        most = max(int(buffer.status[COUNT]) for buffer in self.buffers)
        for first in range(0, most, 32 * CHUNK):
            self._together(breed, [first] * PARTS)
        self.states, self.children = self.children, self.states
        self.count = count
        self.ancestors.add(self.parents[:count], self.looks[:count])
