"""A scan of a board that goes on when it is told to."""

from __future__ import annotations

from collections.abc import Iterator

import clingo
import numpy as np

from pyasp_puzzles.engines.encoding import ScanRequest, ScanRun
from pyasp_puzzles.puzzles.eternity.facts import Place
from pyasp_puzzles.puzzles.eternity.instance import Instance
from pyasp_puzzles.puzzles.eternity.pieces import Lying
from pyasp_puzzles.puzzles.eternity.scan.kernel import DEPTH, EXHAUSTED, FOUND, NODES, UNBEGUN, scan
from pyasp_puzzles.puzzles.eternity.scan.plan import plan, turned_place
from pyasp_puzzles.puzzles.eternity.scan.tables import Tables, tables


class Part:
    """The search of one part of a plan.

    Attributes:
        state: of the kernel.
        answers: int32[a, n], the answers of the last chunk, as the kernel leaves them.
    """

    def __init__(self, made: Tables, listed: int) -> None:
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
        self._parts = [Part(each, request.listed) for each in made]
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
