"""Counts exact covers with memoisation: equal subproblems are counted once.

The options that are left determine what is still to be covered.  So two nodes with the same options
left have the same number of covers below them: Nishino, Yasuda, Minato and Nagata, "Dancing with
decision diagrams: a combined approach to exact cover" (AAAI 2017), here without the diagram.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from pyasp_puzzles.engines.covering.cover import Group
from pyasp_puzzles.engines.covering.search import TICK, Node, Search, complete

MEMORY = 400_000_000
"""About this many bytes are used for the memo table; when it is full it gets no new entries."""

_ENTRY = 250
"""Bytes of an entry in addition to the bits of its key."""

_USELESS = 200_000
"""After this number of nodes the memo table is dropped if it has had too few hits."""

Key = tuple[int, tuple[Group, ...]]
"""The options left, and how many each wide group still needs and allows."""


class Counting:
    """Counts the covers of a problem or of its parts, with one memo table.

    Args:
        search: makes the children of a node.
        memory: bytes for the memo table, about.

    Attributes:
        states: number of entries of the memo table.
        hits: number of nodes whose count was in the memo table.
    """

    def __init__(self, search: Search, memory: int = MEMORY) -> None:
        self._search = search
        self._most = memory // (_ENTRY + len(search.incompatible) // 7)
        self._totals = [0]
        self._paths: list[Iterator[Node]] = []
        self._known: dict[Key, int] = {}
        self.states = self.hits = 0

    @property
    def found(self) -> int:
        """Number of covers so far."""
        return sum(self._totals)

    @property
    def pays(self) -> bool:
        """Whether the memo table has enough hits to be worth its time."""
        return self.hits * 5 > self.states

    def pending(self) -> Iterator[Node]:
        """The nodes that a stopped count has not visited."""
        while self._paths:
            yield from self._paths.pop()

    def run(self, start: Iterable[Node], stop: Callable[[int], bool]) -> bool:
        """Count the covers below some nodes; false: it was stopped.

        Args:
            start: usually the root.
            stop: gets the number of nodes now and then; returns whether to stop.
        """
        known = self._known
        paths = self._paths = [iter(start)]
        keys: list[Key] = [(-1, ())]
        totals = self._totals = [0]
        asked = begun = self._search.nodes
        while True:
            for node in paths[-1]:
                key = node[1], node[3]
                total = known.get(key)
                if total is not None:
                    self.hits += 1
                    totals[-1] += total
                elif not node[1]:
                    totals[-1] += 1
                else:
                    paths.append(self._search.children(node))
                    keys.append(key)
                    totals.append(int(complete(node)))
                    break
            else:
                if len(paths) == 1:
                    return True
                total, key = totals.pop(), keys.pop()
                paths.pop()
                totals[-1] += total
                if self.states < self._most:
                    known[key] = total
                    self.states += 1
            if self._search.nodes - asked >= TICK:
                asked = self._search.nodes
                if asked - begun > _USELESS and self._most and self.hits * 20 < self.states:
                    known.clear()
                    self._most = 0
                if stop(asked):
                    return False
