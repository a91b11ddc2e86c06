"""Probes of the tree in which exact covers are looked for."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

from pyasp_puzzles.engines.covering.recognition import Recognised
from pyasp_puzzles.engines.covering.search import (
    FASTER,
    TICK,
    Counting,
    CoverSearch,
    Node,
    complete,
)
from pyasp_puzzles.engines.encoding import Probe, Prober, Trial
from pyasp_puzzles.work.deadline import Late

if TYPE_CHECKING:
    from pyasp_puzzles.engines.covering.kernel import KernelSearch

PARTS = 4
"""Parts of the tree that are searched to measure the speed."""

PART = 4_000
"""The most nodes of such a part."""

TRIAL = 40_000
"""Nodes that are searched at first, in about half a second."""

Step = tuple[list[Node], float, float]
"""Nodes of a level, what each of them stands for, and the estimated nodes just below the level."""


class CoverProber(Prober):
    """Probes the tree of a search that lists; a count that remembers equal parts visits less.

    ``kernel`` makes the compiled search, which takes over; ``None``: it does not.
    """

    node = "choices that the search tries"
    budget = 100_000

    def __init__(self, recognised: Recognised, kernel: Callable[[], KernelSearch] | None) -> None:
        self._recognised, self._kernel, self.trial = recognised, kernel, TRIAL
        self.engine = f"exact-cover:{'kernel' if kernel else 'bitsets'}"
        self._listed = bool(recognised.rest) or not recognised.injective
        self._search = CoverSearch(recognised.cover)
        self._first: Trial | None = None
        self._rest = [self._search.root] if self._search.root else []

    def search(self, most: int, late: Late) -> Trial:
        """Count as the engine does; if that does not end soon, list in the estimated tree."""
        if not self._listed:
            counted = self._counted(min(most, TRIAL), late)
            if counted.whole:
                self._alone()
                return counted
        search = self._search
        start = time.process_time()
        covers = search.covers(self._rest, lambda nodes: nodes >= most or late())
        found = sum(1 for _ in self._recognised.rows(covers))
        self._rest = list(search.pending())
        seconds = time.process_time() - start
        self._first = Trial(search.nodes, seconds, found, whole=not self._rest)
        return self._first

    def _alone(self) -> None:
        """The kernel does not take over."""
        self._kernel, self.engine = None, "exact-cover:bitsets"

    def _counted(self, most: int, late: Late) -> Trial:
        """The first nodes of a count with memoisation."""
        search = CoverSearch(self._recognised.cover)
        counting = Counting(search)
        start = time.process_time()
        ended = counting.run(self._rest, lambda nodes: nodes >= most or late())
        if counting.pays or not self._kernel:
            self._alone()
            self.fewer = True
            self.note = "the count remembers equal parts of the tree and needs fewer nodes"
        return Trial(search.nodes, time.process_time() - start, counting.found, whole=ended)

    def probe(self, width: int, seed: int, late: Late) -> Probe | None:
        """Walk down what the trial has left of the tree, see :func:`probed`."""
        assert self._first
        found = probed(self._search, self._rest, width, seed, late)
        if found is None:
            return None
        nodes, answers = self._first.nodes + found.nodes, self._first.answers + found.answers
        return Probe(nodes, answers, found.visited, found.whole)

    def speed(self, seed: int, late: Late) -> list[Trial]:
        """Search some parts by our own search, or by the kernel if that takes over."""
        kernel = self._kernel() if self._kernel else None
        found: list[Trial] = []
        for node in self._parts(seed, late):
            search: CoverSearch | KernelSearch = kernel or self._search
            before, start = search.nodes, time.process_time()
            end = partial(_over, before + PART * (FASTER if kernel else 1), late)
            for _ in search.covers([node], end):
                pass
            nodes, seconds = search.nodes - before, time.process_time() - start
            if late() or len(found) == PARTS:
                break
            if nodes >= PART // 10:
                found.append(Trial(nodes, seconds))
        if not found and self._first:
            found.append(self._first)
            if kernel:
                self.note = "timed without the compiled search, which takes over and is faster"
        return found

    def _parts(self, seed: int, late: Late) -> list[Node]:
        """Nodes of one level, in random order, with about half of :data:`PART` nodes below each."""
        steps: list[Step] = []
        probed(self._search, self._rest, PARTS * 16, seed, late, steps)
        below, best, nodes = 0.0, math.inf, []
        for level, weight, size in reversed(steps):
            below += size
            distance = abs(math.log(2 * below / (weight * len(level) * PART) + 1e-9))
            if distance < best:
                best, nodes = distance, level
        return random.Random(seed).sample(nodes, len(nodes))


def _over(most: int, late: Late, nodes: int) -> bool:
    return nodes >= most or late()


def probed(
    search: CoverSearch,
    root: Iterable[Node],
    width: int,
    seed: int,
    late: Late,
    steps: list[Step] | None = None,
) -> Probe | None:
    """Walk down a tree level by level, with at most ``width`` nodes of each level.

    If a level has more children, every so many-th of them is kept, from a random start on.  So each
    has the same chance, and the sample has its share of all parts of the tree.  A node stands for
    as many as there are for each one kept.  (R. Vaisman and D. P. Kroese, "Stochastic enumeration
    method for counting trees", 2017; with one node of each level it is D. E. Knuth, "Estimating the
    efficiency of backtrack programs", 1975.)
    """
    choose = random.Random(seed)
    level, weight, nodes, answers, visited = list(root), 1.0, 0.0, 0.0, 0
    whole = True
    while level:
        below: list[Node] = []
        before = asked = search.nodes
        for node in level:
            if complete(node):
                answers += weight
            if node[1]:
                below += search.children(node)
            if search.nodes - asked > TICK:
                asked = search.nodes
                if late():
                    return None
        visited += search.nodes - before
        nodes += weight * (search.nodes - before)
        if steps is not None:
            steps.append((level, weight, weight * (search.nodes - before)))
        if len(below) > width:
            whole = False
            step = len(below) / width
            start = choose.random() * step
            level = [below[int(start + number * step)] for number in range(width)]
            weight *= step
        else:
            level = below
    return Probe(nodes, answers, visited, whole)
