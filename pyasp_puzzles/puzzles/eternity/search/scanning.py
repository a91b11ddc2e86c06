"""All answers of a board, by a scan that goes on when it is told to; probes of its tree."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import clingo
import numpy as np
import numpy.typing as npt

from pyasp_puzzles.core.compiled import compiled
from pyasp_puzzles.engines.encoding import Probe, ScanRequest, ScanRun
from pyasp_puzzles.puzzles.eternity.instance import EternityBoard
from pyasp_puzzles.puzzles.eternity.search.board import NumberedBoard, plan
from pyasp_puzzles.puzzles.eternity.search.counting import (
    CountTables,
    CountWalk,
    count_on,
    count_tables,
    count_walk,
)
from pyasp_puzzles.puzzles.eternity.search.tables import (
    COLOUR_MASK,
    KIND_MASK,
    SHIFT_DOWN,
    SHIFT_RIGHT,
    SORT_DOWN,
    SORT_MASK,
    SORT_RIGHT,
    Ints,
    ScanTables,
    scan_tables,
)
from pyasp_puzzles.work.deadline import Late

DEPTH, NODES, FOUND = range(3)
"""Places in ``ScanState.numbers``: cells that are filled, pieces placed, answers."""
UNBEGUN, EXHAUSTED = -1, -2
"""Depths of a search before its first and after its last node."""


class ScanState(NamedTuple):
    """How far the search of a board with n cells has come.

    Attributes:
        stock: pieces of each kind that are not on the board.
        supply: joints of each sort that no piece on the board has used.
        following: uint32[n], for each cell the next candidate to try.
        ends: uint32[n], for each cell where its candidates end.
        above: uint32[n + width], for each cell the colour above it.
        numbers: int64[3].
        answers: int32[a, n], takes for each answer of a call the candidate on each cell; with
            a = 0 answers are only counted.
    """

    stock: npt.NDArray[np.int16]
    supply: npt.NDArray[np.int16]
    following: npt.NDArray[np.uint32]
    ends: npt.NDArray[np.uint32]
    above: npt.NDArray[np.uint32]
    numbers: Ints
    answers: npt.NDArray[np.int32]


@compiled
def scan(tables: ScanTables, state: ScanState, most: int) -> None:
    """Go on with a search, until it has looked at ``most`` candidates or ``answers`` is full."""
    cells, lines, starts = tables.cells, tables.lines, tables.starts
    candidates, width = tables.candidates, tables.width
    stock, supply, above = state.stock, state.supply, state.above
    following, ends, answers = state.following, state.ends, state.answers
    last = cells.size - 1
    d = state.numbers[DEPTH]
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
        r, b = (c >> SHIFT_RIGHT) & COLOUR_MASK, (c >> SHIFT_DOWN) & COLOUR_MASK
        above[d + width] = b
        d += 1
        x = lines[cells[d] + above[d]] + r
        following[d], ends[d] = starts[x], starts[x + 1]
    state.numbers[DEPTH] = d if d >= 0 else EXHAUSTED
    state.numbers[NODES] += nodes
    state.numbers[FOUND] += found


class _Part:
    """The search of one part of a plan."""

    def __init__(self, board: NumberedBoard, request: ScanRequest) -> None:
        self.tables, self.lying, answerable = scan_tables(board, request.seed)
        cells = len(board.cells)
        self.board = board
        self.state = ScanState(
            self.tables.stock.copy(),
            self.tables.supply.copy(),
            np.zeros(cells, np.uint32),
            np.zeros(cells, np.uint32),
            np.zeros(cells + board.columns, np.uint32),
            np.array([UNBEGUN if answerable else EXHAUSTED, 0, 0], np.int64),
            np.zeros((request.listed, cells), np.int32),
        )
        self.words: CountTables | None = None
        self.walk: CountWalk | None = None
        if not request.listed and answerable:
            self.words = count_tables(self.tables, board.colours, request.seed)
        if self.words:
            self.walk = count_walk(self.words, cells)

    @property
    def exhausted(self) -> bool:
        """Whether there are no further answers."""
        return bool(self.state.numbers[DEPTH] == EXHAUSTED)

    def advance(self, most: int) -> None:
        """Go on through at most so many candidates, or steps of a count by words."""
        if self.words and self.walk:
            rest = self.state.supply, self.state.above, self.state.numbers
            count_on(self.tables, self.words, self.walk, *rest, most)
        else:
            scan(self.tables, self.state, most)

    def split(self) -> _Part | None:
        """Another search, which gets half of the untried candidates of the first cell with some."""
        return self._split_words(self.walk) if self.walk else self._split_lists()

    def _split_words(self, walk: CountWalk) -> _Part | None:
        depth, left = int(self.state.numbers[DEPTH]), [int(each) for each in walk.left]
        cell = next((d for d in range(depth + 1) if left[d].bit_count() > (d == depth)), None)
        if cell is None:
            return None
        own, given = left[cell], 0
        for _ in range((own.bit_count() + 1) // 2):
            given |= 1 << own.bit_length() - 1
            own = left[cell] & ~given
        other = self._copy(walk.chosen[:cell], cell)
        mine = other.walk
        assert mine
        for candidate in walk.chosen[cell:depth].tolist():
            mine.free[0] |= np.uint64(1 << (candidate & KIND_MASK))
        mine.left[:cell] = 0
        mine.left[cell], walk.left[cell] = given, own
        return other

    def _copy(self, lying: npt.NDArray[Any], cell: int) -> _Part:
        """A search that begins on a cell, with these candidates on the cells before."""
        other = copy.copy(self)
        other.state, other.walk = copy.deepcopy((self.state, self.walk))
        other.state.stock[:], other.state.supply[:] = self.tables.stock, self.tables.supply
        for candidate in lying.tolist():
            if not self.walk:
                other.state.stock[candidate & KIND_MASK] -= 1
            other.state.supply[(candidate >> SORT_RIGHT) & SORT_MASK] -= 1
            other.state.supply[(candidate >> SORT_DOWN) & SORT_MASK] -= 1
        other.state.numbers[:] = cell, 0, 0
        return other

    def _split_lists(self) -> _Part | None:
        state, tables = self.state, self.tables
        left = state.ends.astype(np.int64) - state.following
        depth = int(state.numbers[DEPTH])
        cell = next((d for d in range(depth + 1) if left[d] > (d == depth)), None)
        if cell is None:
            return None
        middle = state.ends[cell] - (left[cell] + 1) // 2
        other = self._copy(tables.candidates[state.following[:cell] - 1], cell)
        other.state.ends[:cell] = state.following[:cell]
        other.state.following[cell] = state.ends[cell] = middle
        other.state.ends[cell] = middle + (left[cell] + 1) // 2
        return other


class BoardScan(ScanRun):
    """The scan of a board, part by part; see :class:`pyasp_puzzles.engines.encoding.ScanRun`.

    Raises:
        MisfitError: the scan does not know this symmetry of the board.
    """

    def __init__(self, instance: EternityBoard, symmetry: str, request: ScanRequest) -> None:
        boards, self._images = plan(instance, symmetry, request.within)
        self._parts = [_Part(board, request) for board in boards]
        self._new: tuple[int, _Part] | None = None  # answers of the last chunk, and where they are
        self.exhausted = all(part.exhausted for part in self._parts)
        self.found = self.nodes = 0

    def advance(self, work: int) -> None:
        self._new = None
        part = next((part for part in self._parts if not part.exhausted), None)
        if part:
            before = int(part.state.numbers[FOUND])
            part.advance(work)
            new = int(part.state.numbers[FOUND]) - before
            self._new = new, part
            self.found += new * len(self._images)
            self.nodes = sum(int(each.state.numbers[NODES]) for each in self._parts)
        self.exhausted = all(part.exhausted for part in self._parts)

    def split(self) -> BoardScan | None:
        left = [part for part in self._parts if not part.exhausted]
        half = left[-1] if len(left) > 1 else left[0].split() if left else None
        if half is None:
            return None
        self._parts = [part for part in self._parts if part is not half]
        other = copy.copy(self)
        other._parts, other._new = [half], None
        other.found = other.nodes = 0
        return other

    def taken(self) -> Iterator[tuple[clingo.Symbol, ...]]:
        """The new answers, each followed by its images under the rotations of the board."""
        if self._new is None:
            return
        (new, part), self._new = self._new, None
        for chosen in part.state.answers[:new].tolist():
            lying = [part.lying[candidate] for candidate in chosen]
            for image in self._images:
                placed = zip(part.board.cells, lying, strict=True)
                yield tuple(part.board.atom(cell, each, image) for cell, each in placed)

    def probe(self, width: int, seed: int, late: Late) -> Probe | None:
        """Fill the board cell by cell, with at most ``width`` boards at a time.

        See :meth:`pyasp_puzzles.engines.encoding.Prober.probe`.
        """
        nodes, answers, visited, whole = 0.0, 0.0, 0, True
        for number, part in enumerate(part for part in self._parts if not part.exhausted):
            walked = _walked(part.tables, width, random.Random(f"{seed} {number}"), late)
            if walked is None:
                return None
            nodes += walked.nodes
            answers += walked.answers * len(self._images)
            visited += walked.visited
            whole = whole and walked.whole
        return Probe(nodes, answers, visited, whole)


def _walked(tables: ScanTables, width: int, choose: random.Random, late: Late) -> Probe | None:
    """The probe of one part: of the ways to fill a cell, every so many-th is kept."""
    stock, supply = tables.stock[None], tables.supply[None]
    above, left = np.zeros((1, tables.width), np.uint32), np.zeros(1, np.uint32)
    weight, nodes, visited, whole = 1.0, 0.0, 0, True
    for cell in range(tables.cells.size):
        if late():
            return None
        column = cell % tables.width
        lists = tables.lines[tables.cells[cell] + above[:, column]] + left
        first, end = (tables.starts[lists + k].astype(np.int64) for k in (0, 1))
        many = end - first
        boards = np.repeat(np.arange(len(many)), many)
        begin = np.cumsum(many) - many
        candidates = tables.candidates[np.arange(len(boards)) + np.repeat(first - begin, many)]
        s, t = ((candidates >> shift) & SORT_MASK for shift in (SORT_RIGHT, SORT_DOWN))
        fits = (stock[boards, candidates & KIND_MASK] > 0) & (supply[boards, s] > (s == t))
        ways = np.flatnonzero(fits & (supply[boards, t] > 0))
        nodes += weight * len(ways)
        visited += len(ways)
        if not len(ways):
            return Probe(nodes, 0.0, visited, whole)
        step = len(ways) / min(len(ways), width)
        start = choose.random() * step if len(ways) > width else 0.0
        kept = ways[(start + np.arange(min(len(ways), width)) * step).astype(np.int64)]
        boards, candidates, s, t = (each[kept] for each in (boards, candidates, s, t))
        stock, supply, above = stock[boards], supply[boards], above[boards]
        row = np.arange(len(kept))
        stock[row, candidates & KIND_MASK] -= 1
        for sort in (s, t):
            supply[row, sort] -= 1
        above[:, column] = (candidates >> SHIFT_DOWN) & COLOUR_MASK
        left = ((candidates >> SHIFT_RIGHT) & COLOUR_MASK).astype(np.uint32)
        weight *= step
        whole = whole and len(ways) <= width
    return Probe(nodes, weight * len(stock), visited, whole)
