"""Finds all exact covers by depth-first search; sets of options are bits of integers.

Choosing an option removes all that are incompatible with it, by one ``&``.  The search branches on
the group with the fewest options left (Golomb and Baumert, "Backtrack programming", 1965; Knuth,
"Dancing links", 2000).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

TICK = 1000
"""Number of nodes between two calls of ``stop``."""


class Group(NamedTuple):
    """A cover has at least ``low`` and at most ``high`` of these options (``mask``, as bits)."""

    mask: int
    low: int
    high: int


@dataclass(frozen=True)
class Cover:
    """A problem with options 0 to ``size - 1``; a cover is a set that fits all groups."""

    size: int
    groups: tuple[Group, ...]


def options(mask: int) -> Iterator[int]:
    """The indices of the bits that are set, the lowest first."""
    while mask:
        bit = mask & -mask
        yield bit.bit_length() - 1
        mask ^= bit


Node = tuple[int, int, list[int], tuple[Group, ...]]
"""A partial cover.

The chosen options; the options that may still be chosen; for each group that still needs exactly
one option the options for it; the other groups that still restrict the choice.
"""


class CoverSearch:
    """The search for the covers of a problem.

    Attributes:
        incompatible: for each option those that cannot be chosen with it, the option included.
        nodes: number of choices tried so far.
        dead: number of choices that left too few options for some group.
        root: the node without chosen options; ``None``: there is no cover.
    """

    def __init__(self, cover: Cover) -> None:
        self.nodes = self.dead = 0
        self._all = (1 << cover.size) - 1
        self._stack: list[Iterator[Node]] = []
        self.incompatible = [1 << option for option in range(cover.size)]
        single = [group for group in cover.groups if group.high == 1]
        for group in single:
            for option in options(group.mask):
                self.incompatible[option] |= group.mask
        left = [group.mask for group in single if group.low == 1]
        wide = tuple(group for group in cover.groups if group.high != 1)
        self._keep = [self._all & ~others for others in self.incompatible]
        active = self._all & ~useless(left, self._all, self.incompatible)
        self.root = propagate(0, active, left, wide)

    def within(self, chosen: Iterable[int], never: int) -> Iterator[Node]:
        """The root with some options chosen and others (bits) excluded, if it may have a cover."""
        node = self.root
        if node:
            node = propagate(node[0], node[1] & ~never, node[2], node[3])
        for option in chosen:
            if node is None or not node[1] >> option & 1:
                return
            node = propagate(node[0], node[1] & self._keep[option], node[2], node[3], 1 << option)
        if node:
            yield node

    def children(self, node: Node) -> Iterator[Node]:
        """The children of a node: each cover below the node is below exactly one child."""
        chosen, active, left, wide = node
        candidates = fewest(node)
        self.nodes += candidates.bit_count()
        while candidates:
            bit = candidates & -candidates
            candidates ^= bit
            below = active & self._keep[bit.bit_length() - 1]
            active ^= bit  # the next ones go without it
            if wide:
                child = propagate(chosen, below, left, wide, bit)
                if child:
                    yield child
                else:
                    self.dead += 1
                continue
            rest = [mask & below for mask in left if not mask & bit]
            if 0 in rest:
                self.dead += 1
            else:
                yield chosen | bit, below, rest, wide

    def covers(self, start: Iterable[Node], stop: Callable[[int], bool]) -> Iterator[int]:
        """The covers below some nodes, as bits; ``pending`` has the nodes after a stop."""
        self._stack = [iter(start)]
        asked = self.nodes
        while self._stack:
            for node in self._stack[-1]:
                if complete(node):
                    yield node[0]
                if node[1]:
                    self._stack.append(self.children(node))
                    break
            else:
                self._stack.pop()
            if self.nodes - asked >= TICK:
                asked = self.nodes
                if stop(asked):
                    return

    def split(self, nodes: Iterable[Node], least: int) -> list[Node]:
        """Nodes with the same covers below them, so many if there are enough."""
        found = list(nodes)
        while len(found) < least and not all(map(complete, found)):
            parts = ([node] if complete(node) else self.children(node) for node in found)
            found = [child for part in parts for child in part]
        return found

    def pending(self) -> Iterator[Node]:
        """The nodes that a stopped search has not visited."""
        while self._stack:
            yield from self._stack.pop()


def propagate(
    chosen: int, active: int, left: list[int], wide: tuple[Group, ...], bit: int = 0
) -> Node | None:
    """The node after one more choice; ``None``: some group has too few options left."""
    counted = [
        Group(mask, max(0, low - 1), high - 1) if mask & bit else Group(mask, low, high)
        for mask, low, high in wide
    ]
    for mask, _, high in counted:
        if high <= 0:
            active &= ~mask
    matter = []
    for group in counted:
        there = (group.mask & active).bit_count()
        if there < group.low:
            return None
        if group.low > 0 or group.high < there:
            matter.append(group)
    rest = [mask & active for mask in left if not mask & bit]
    return None if 0 in rest else (chosen | bit, active, rest, tuple(matter))


def fewest(node: Node) -> int:
    """The options of the group with the fewest choices left; all, if no group needs any."""
    _, active, left, wide = node
    best = min(left, key=int.bit_count) if left else 0
    ways = best.bit_count()
    for mask, low, _ in wide:
        own = (mask & active).bit_count() - low + 1
        if low > 0 and (not best or own < ways):
            best, ways = mask & active, own
    return best or active


def complete(node: Node) -> bool:
    """Whether the chosen options are a cover."""
    return not node[2] and all(low <= 0 for _, low, _ in node[3])


def useless(groups: Sequence[int], active: int, incompatible: Sequence[int]) -> int:
    """Active options that are in no cover: each leaves no option for some group."""
    found, before = 0, -1
    while found != before:
        before = found
        for group in groups:
            found |= _blocking(group, active & ~found, incompatible)
    return found


def _blocking(group: int, active: int, incompatible: Sequence[int]) -> int:
    """Active options outside a group that are incompatible with all active ones in it."""
    common = active & ~group
    for option in options(group & active):
        common &= incompatible[option]
        if not common:
            break
    return common


MEMORY = 400_000_000
"""About this many bytes are used for the memo table; when it is full it gets no new entries."""

FASTER = 25
"""So many nodes a compiled search visits in the time of one."""

_ENTRY = 250
"""Bytes of an entry in addition to the bits of its key."""

_USELESS = 200_000
"""After this number of nodes the memo table is dropped if it has had too few hits."""

Key = tuple[int, tuple[Group, ...]]
"""The options left, and how many each wide group still needs and allows."""


class Counting:
    """Counts the covers of a problem or of its parts, with one memo table.

    Attributes:
        states: number of entries of the memo table.
        hits: number of nodes whose count was in the memo table.
    """

    def __init__(self, search: CoverSearch, memory: int = MEMORY) -> None:
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

    def restart(self) -> None:
        """Count covers anew, with what is remembered."""
        self._totals = [0]

    @property
    def pays(self) -> bool:
        """Whether the memo table has enough hits to be worth its time."""
        return self.hits * 5 > self.states

    @property
    def outruns(self) -> bool:
        """Whether this counts more covers than a compiled search could visit in the same time."""
        return self.found > FASTER * self._search.nodes

    def pending(self) -> Iterator[Node]:
        """The nodes that a stopped count has not visited."""
        while self._paths:
            yield from self._paths.pop()

    def run(self, start: Iterable[Node], stop: Callable[[int], bool]) -> bool:
        """Count the covers below some nodes; false: it was stopped."""
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
