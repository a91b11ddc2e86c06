"""The number of exact covers, what lies below a partial cover counted once.

What may still be chosen says what is still to be covered.  So two nodes with the same options left
have as many covers below them: Nishino, Yasuda, Minato and Nagata, "Dancing with decision
diagrams: a combined approach to exact cover" (AAAI 2017), here without the diagram.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from pyasp_puzzles.exact_cover.cover import Group
from pyasp_puzzles.exact_cover.search import TICK, Node, Search, complete

MEMORY = 400_000_000
"""Bytes, roughly, after which no further node is remembered; those that are stay in use."""

_ENTRY = 250
"""Bytes of an entry of the memory beside the bits of its key."""

_USELESS = 200_000
"""Nodes after which nothing more is remembered if it was of no use."""

Key = tuple[int, tuple[Group, ...]]
"""What may still be chosen, and what the wide groups still need and allow."""


class Counting:
    """Counts the covers of a problem, or of its parts; what is remembered serves them all.

    Args:
        search: says how to go on from a node.
        memory: bytes, roughly, for what is remembered.

    Attributes:
        states: the number of nodes that are remembered.
        hits: how often one of them was met again.
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
        """Covers counted so far."""
        return sum(self._totals)

    @property
    def pays(self) -> bool:
        """Whether nodes are met again often enough for it to matter."""
        return self.hits * 5 > self.states

    def pending(self) -> Iterator[Node]:
        """What a count that was stopped has not looked at."""
        while self._paths:
            yield from self._paths.pop()

    def run(self, start: Iterable[Node], stop: Callable[[int], bool]) -> bool:
        """Count the covers below some nodes; false when it was stopped before.

        Args:
            start: usually the root.
            stop: asked now and then, with the number of nodes so far.
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
