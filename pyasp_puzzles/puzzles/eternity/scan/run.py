"""A scan of a board that goes on when it is told to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import clingo
import numpy as np

from pyasp_puzzles.core.compiled import compiled
from pyasp_puzzles.engines.encoding import ScanRequest, ScanRun
from pyasp_puzzles.puzzles.eternity.facts import Place
from pyasp_puzzles.puzzles.eternity.instance import Instance, Lying, turned_place
from pyasp_puzzles.puzzles.eternity.scan.plan import plan
from pyasp_puzzles.puzzles.eternity.scan.tables import (
    COLOUR_MASK,
    DOWN,
    KIND_MASK,
    RIGHT,
    SORT_DOWN,
    SORT_MASK,
    SORT_RIGHT,
    ScanTables,
    tables,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DEPTH, NODES, FOUND = 0, 1, 2
"""Places in the state."""
UNBEGUN, EXHAUSTED = -1, -2
"""Depths of a search before its first and after its last node."""


@compiled
def scan(
    width: int,
    cells: NDArray[np.uint32],
    lines: NDArray[np.uint32],
    starts: NDArray[np.uint32],
    candidates: NDArray[np.int64],
    stock: NDArray[np.int16],
    supply: NDArray[np.int16],
    following: NDArray[np.uint32],
    ends: NDArray[np.uint32],
    above: NDArray[np.uint32],
    state: NDArray[np.int64],
    answers: NDArray[np.int32],
    most: int,
) -> None:
    """Go on with a search, until it has looked at ``most`` candidates or ``answers`` is full.

    Args:
        width: columns of the board; it has n cells in reading order.
        cells, lines, starts, candidates: of the board, see
            :class:`pyasp_puzzles.puzzles.eternity.scan.tables.ScanTables`; they are only read.
        stock: pieces of each kind that are not on the board.
        supply: joints of each sort that no piece on the board has used.
        following: uint32[n], for each cell the next candidate to try.
        ends: uint32[n], for each cell where its candidates end.
        above: uint32[n + width], for each cell the colour above it.
        state: int64[3], the depth (cells that are filled), the nodes (pieces placed) and the
            answers so far.
        answers: int32[a, n], takes for each answer of this call the candidate on each cell; with
            a = 0 answers are only counted.
        most: candidates to look at.
    """
    last = cells.size - 1
    d = state[DEPTH]
    nodes, found, looked, taken = 0, 0, 0, 0
    k, r, b, s, t = 0, 0, 0, 0, 0  # kind, colours to the right and below, sorts of these joints
    if d == UNBEGUN:
        d = 0
        x = lines[cells[0]]
        following[0], ends[0] = starts[x], starts[x + 1]
    while d >= 0 and looked < most:
        p, end = following[d], ends[d]
        looked += end - p + 1
        placed = False
        while p < end:
            c = candidates[p]
            p += 1
            k = c & KIND_MASK
            if stock[k] == 0:
                continue
            s, t = (c >> SORT_RIGHT) & SORT_MASK, (c >> SORT_DOWN) & SORT_MASK
            if supply[s] > 0 and supply[t] > 0 and (s != t or supply[s] > 1):
                supply[s] -= 1
                supply[t] -= 1
                placed = True
                break
        looked -= end - p
        following[d] = p
        if not placed:
            d -= 1
            if d >= 0:
                c = candidates[following[d] - 1]
                stock[c & KIND_MASK] += 1
                supply[(c >> SORT_RIGHT) & SORT_MASK] += 1
                supply[(c >> SORT_DOWN) & SORT_MASK] += 1
            continue
        nodes += 1
        if d == last:
            found += 1
            supply[s] += 1
            supply[t] += 1
            if answers.shape[0] > 0:
                for i in range(last + 1):
                    answers[taken, i] = following[i] - 1
                taken += 1
                if taken == answers.shape[0]:
                    break
            continue
        stock[k] -= 1
        r, b = (c >> RIGHT) & COLOUR_MASK, (c >> DOWN) & COLOUR_MASK
        above[d + width] = b
        d += 1
        x = lines[cells[d] + above[d]] + r
        following[d], ends[d] = starts[x], starts[x + 1]
    state[DEPTH] = d if d >= 0 else EXHAUSTED
    state[NODES] += nodes
    state[FOUND] += found


class ScanPart:
    """The search of one part of a plan.

    Attributes:
        state: of the kernel.
        answers: int32[a, n], the answers of the last chunk, as the kernel leaves them.
    """

    def __init__(self, made: ScanTables, listed: int) -> None:
        self.tables = made
        cells = made.cells.size
        self._stock, self._supply = made.stock.copy(), made.supply.copy()
        self._following, self._ends = np.zeros(cells, np.uint32), np.zeros(cells, np.uint32)
        self._above = np.zeros(cells + made.width, np.uint32)
        self.answers = np.zeros((listed, cells), np.int32)
        self.state = np.array([UNBEGUN if made.answerable else EXHAUSTED, 0, 0], np.int64)

    @property
    def exhausted(self) -> bool:
        """Whether there are no further answers."""
        return bool(self.state[DEPTH] == EXHAUSTED)

    def advance(self, work: int) -> int:
        """Go on until so many candidates are looked at; returns the number of new answers."""
        before, made = int(self.state[FOUND]), self.tables
        scan(
            made.width,
            made.cells,
            made.lines,
            made.starts,
            made.candidates,
            self._stock,
            self._supply,
            self._following,
            self._ends,
            self._above,
            self.state,
            self.answers,
            work,
        )
        return int(self.state[FOUND]) - before


class BoardScan(ScanRun):
    """The scan of a board, part by part; see :class:`pyasp_puzzles.engines.encoding.ScanRun`."""

    def __init__(self, instance: Instance, symmetry: str, request: ScanRequest) -> None:
        self._plan = plan(instance, symmetry, request.within)
        made = [tables(self._plan.board, part, request.seed) for part in self._plan.parts]
        self._parts = [ScanPart(each, request.listed) for each in made]
        self._running = 0  # the number of the part
        self._new = 0  # answers of the last chunk, in the part that is running
        self._symbols: dict[tuple[int, int, Lying], clingo.Symbol] = {}
        self.exhausted = all(part.exhausted for part in self._parts)
        self.found = self.nodes = 0

    def advance(self, work: int) -> None:
        self._new = 0
        while self._running < len(self._parts) and self._parts[self._running].exhausted:
            self._running += 1
        if self._running < len(self._parts):
            part = self._parts[self._running]
            self._new = part.advance(work)
            self.found += self._new * len(self._plan.turns)
            self.nodes = sum(int(each.state[NODES]) for each in self._parts)
        self.exhausted = all(part.exhausted for part in self._parts)

    def taken(self) -> Iterator[tuple[clingo.Symbol, ...]]:
        """The new answers, each followed by its images under the rotations of the board."""
        new, self._new = self._new, 0
        if not new:
            return
        part = self._parts[self._running]
        for chosen in part.answers[:new].tolist():
            lying = [part.tables.lying[candidate] for candidate in chosen]
            for quarters in self._plan.turns:
                yield tuple(self._symbol(quarters, i, each) for i, each in enumerate(lying))

    def _symbol(self, quarters: int, index: int, lying: Lying) -> clingo.Symbol:
        """The atom of a turned piece on a cell, after quarter turns of the board."""
        key = quarters, index, lying
        if key not in self._symbols:
            board = self._plan.board
            cell = index // board.columns + 1, index % board.columns + 1
            (row, column), (kind, turns) = turned_place(board, cell, lying, quarters)
            self._symbols[key] = Place(row, column, kind, turns).symbol
        return self._symbols[key]
