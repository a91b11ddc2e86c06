"""A compiled search for exact covers: the options that are left as a list, items as bits of words.

The tree is that of :mod:`pyasp_puzzles.engines.covering.search`: it branches on the item with the
fewest options left, and a choice that leaves an item without option is dead.  All items are counted
together: the bits of their numbers of options lie in words, one plane for each binary digit, and an
option is added to all of its items by a few logical operations (a carry-save adder).

An option's words come in pairs.  Needs numba.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pyasp_puzzles.core.compiled import compiled, inlined
from pyasp_puzzles.engines.covering.search import Cover, Node
from pyasp_puzzles.work.pool import in_turn

Words = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]

SLICE = 50_000
"""Nodes between two calls of ``stop``: some hundredths of a second."""

ROOM = 4
"""Room for lists of options at first: so many times all options."""

BUFFER = 1024
"""The most covers that one slice lists."""

DEPTH, NODES, DEAD, FOUND, LISTED = range(5)
"""Places in ``KernelState.status``: the level of the search, and numbers so far."""


class KernelCover(NamedTuple):
    """A cover as arrays.

    Attributes:
        wide: for each option the wide groups that have it, as bits.
        low, high: the numbers of options that a cover has of each wide group.
    """

    wide: Words
    low: Numbers
    high: Numbers


class KernelState(NamedTuple):
    """A search that can go on: where it is, level by level.

    Attributes:
        status: numbers, see :data:`DEPTH`.
        left: for each level the items that are still needed.
        names: the options of the levels, one level behind the other.
        lower, upper: their words, with a row for each pair.
        meet: for each place whether its option is excluded by the one that is tried.
        first, last, at: where the list of a level begins and ends; the next place to try.
        item: for each level the item on which it branches.
        path: the option that is chosen on each level.
        counts: for each level the options that are chosen of each wide group.
        covers, lengths: the paths of covers that are listed, and their lengths.
    """

    status: Numbers
    left: Words
    names: Numbers
    lower: Words
    upper: Words
    meet: Words
    first: Numbers
    last: Numbers
    at: Numbers
    item: Numbers
    path: Numbers
    counts: Numbers
    covers: Numbers
    lengths: Numbers


@inlined
def lowest(word: Any) -> Any:
    """The place of the lowest bit of a word that is not 0."""
    place, bit = 0, word & (~word + np.uint64(1))
    if bit & np.uint64(0xFFFFFFFF00000000):
        place += 32
    if bit & np.uint64(0xFFFF0000FFFF0000):
        place += 16
    if bit & np.uint64(0xFF00FF00FF00FF00):
        place += 8
    if bit & np.uint64(0xF0F0F0F0F0F0F0F0):
        place += 4
    if bit & np.uint64(0xCCCCCCCCCCCCCCCC):
        place += 2
    if bit & np.uint64(0xAAAAAAAAAAAAAAAA):
        place += 1
    return place


@inlined
def fewest(lower: Any, upper: Any, first: int, last: int, left: Any) -> int:
    """The needed item with the fewest options in a part of the lists, each of which has one.

    Numbers of 32 and more count as equal.
    """
    best, found = 1 << 30, 0
    for pair in range(lower.shape[0]):
        needed, needed2 = left[2 * pair], left[2 * pair + 1]
        if not needed | needed2:
            continue
        a0 = a1 = a2 = a3 = a4 = more = np.uint64(0)
        b0 = b1 = b2 = b3 = b4 = more2 = np.uint64(0)
        here, here2 = lower[pair, first:last], upper[pair, first:last]
        for place in range(last - first):
            carry, carry2 = here[place], here2[place]
            a0, carry = a0 ^ carry, a0 & carry
            b0, carry2 = b0 ^ carry2, b0 & carry2
            a1, carry = a1 ^ carry, a1 & carry
            b1, carry2 = b1 ^ carry2, b1 & carry2
            a2, carry = a2 ^ carry, a2 & carry
            b2, carry2 = b2 ^ carry2, b2 & carry2
            a3, carry = a3 ^ carry, a3 & carry
            b3, carry2 = b3 ^ carry2, b3 & carry2
            a4, more = a4 ^ carry, more | (a4 & carry)
            b4, more2 = b4 ^ carry2, more2 | (b4 & carry2)
        number = 0
        planes = (more, more2, 32), (a4, b4, 16), (a3, b3, 8), (a2, b2, 4), (a1, b1, 2), (a0, b0, 1)
        for plane, plane2, worth in planes:
            if (needed & ~plane) | (needed2 & ~plane2):
                needed &= ~plane
                needed2 &= ~plane2
            else:
                number += worth
        if number < best:
            best = number
            found = 128 * pair + (lowest(needed) if needed else 64 + lowest(needed2))
    return found


@compiled
def advance(cover: KernelCover, state: KernelState, most: int, listing: bool) -> None:
    """Search on, through at most so many nodes.

    The level is -1 where nothing is left; it ends early where the lists are too short.
    """
    names, lower, upper, meet, wide = state.names, state.lower, state.upper, state.meet, cover.wide
    pairs, room, groups = lower.shape[0], lower.shape[1], cover.high.shape[0]
    status = state.status
    depth, nodes, end = status[DEPTH], status[NODES], status[NODES] + most
    status[LISTED] = 0
    while depth >= 0 and nodes < end and status[LISTED] < BUFFER:
        first, last, at = state.first[depth], state.last[depth], state.at[depth]
        if 2 * last - first > room:
            break
        item = state.item[depth]
        own, bit = lower if item & 127 < 64 else upper, np.uint64(1) << np.uint64(item & 63)
        pair = item >> 7
        while at < last and not own[pair, at] & bit:
            at += 1
        state.at[depth] = at + 1
        if at >= last:
            depth -= 1
            continue
        nodes += 1
        below = depth + 1
        state.path[depth] = names[at]
        over, full = True, np.uint64(0)
        for pair in range(pairs):
            state.left[below, 2 * pair] = state.left[depth, 2 * pair] & ~lower[pair, at]
            state.left[below, 2 * pair + 1] = state.left[depth, 2 * pair + 1] & ~upper[pair, at]
            over &= not state.left[below, 2 * pair] | state.left[below, 2 * pair + 1]
        for group in range(groups):
            mine = np.uint64(1) << np.uint64(group)
            number = state.counts[depth, group] + int(wide[names[at]] & mine != 0)
            state.counts[below, group] = number
            over &= number >= cover.low[group]
            full |= mine if number >= cover.high[group] else np.uint64(0)
        if over:
            status[FOUND] += 1
            if listing:
                state.covers[status[LISTED], :below] = state.path[:below]
                state.lengths[status[LISTED]] = below
                status[LISTED] += 1
            continue
        size = last - first
        met = meet[:size]
        for place in range(size):
            met[place] = np.uint64(0)
        if full:
            for place in range(size):
                met[place] = wide[names[first + place]] & full
        for pair in range(pairs):
            low, high = lower[pair, at], upper[pair, at]
            here, here2 = lower[pair, first:last], upper[pair, first:last]
            for place in range(size):
                met[place] |= (here[place] & low) | (here2[place] & high)
        alive = True
        for pair in range(pairs):
            some, some2 = np.uint64(0), np.uint64(0)
            here, here2 = lower[pair, first:last], upper[pair, first:last]
            for place in range(size):
                mask = np.uint64(0) if met[place] else ~np.uint64(0)
                some |= here[place] & mask
                some2 |= here2[place] & mask
            missing = state.left[below, 2 * pair] & ~some
            alive &= not missing | (state.left[below, 2 * pair + 1] & ~some2)
        if not alive:
            status[DEAD] += 1
            continue
        fill = np.uint64(last)
        for place in range(size):
            source = np.uint64(first + place)
            names[fill] = names[source]
            for pair in range(pairs):
                lower[pair, fill], upper[pair, fill] = lower[pair, source], upper[pair, source]
            fill += np.uint64(met[place] == 0)
        depth = below
        state.first[depth], state.last[depth], state.at[depth] = last, np.int64(fill), last
        state.item[depth] = fewest(lower, upper, last, int(fill), state.left[depth])
    status[DEPTH], status[NODES] = depth, nodes


class KernelSearch:
    """Searches a cover, or what is below some nodes of its tree, in one thread or several."""

    def __init__(self, cover: Cover, threads: int = 1) -> None:
        self._walks = [KernelWalk(cover) for _ in range(threads)]

    @property
    def nodes(self) -> int:
        """As in :class:`.CoverSearch`, like ``dead``."""
        return self._sum(NODES)

    @property
    def dead(self) -> int:
        return self._sum(DEAD)

    @property
    def found(self) -> int:
        """The number of covers since the last restart."""
        return self._sum(FOUND)

    def _sum(self, place: int) -> int:
        return sum(int(walk.state.status[place]) for walk in self._walks)

    def load(self) -> None:
        self._walks[0].load()

    def restart(self) -> None:
        """Count covers anew."""
        for walk in self._walks:
            walk.state.status[FOUND] = 0

    def covers(self, start: Iterable[Node], stop: Callable[[int], bool]) -> Iterator[int]:
        """The covers below some nodes, as bits."""
        for walk in self._slices(start, stop, listing=True):
            yield from walk.taken()

    def count(self, start: Iterable[Node], stop: Callable[[int], bool]) -> None:
        """Count the covers below some nodes: ``found``."""
        for _ in self._slices(start, stop, listing=False):
            pass

    def _slices(
        self, start: Iterable[Node], stop: Callable[[int], bool], *, listing: bool
    ) -> Iterator[KernelWalk]:
        """Each walk after each slice of its search."""
        nodes = iter(start)

        def then(walk: KernelWalk, _most: int) -> list[KernelWalk]:
            return [walk] if walk.state.status[DEPTH] >= 0 or walk.begin(nodes) else []

        begun = [walk for walk in self._walks if walk.begin(nodes)]
        work = partial(KernelWalk.advance, listing=listing)
        for walk in in_turn(begun, len(self._walks), work, then):
            yield walk
            if stop(self.nodes):
                return


class KernelWalk:
    """A search below one node after the other."""

    def __init__(self, cover: Cover) -> None:
        self._chosen = 0  # above the node
        self._wide = [group for group in cover.groups if group.high != 1]
        self._items = [group for group in cover.groups if group.high == 1]
        levels = 1 + sum(group.low for group in self._items)
        self._size, self._pairs = cover.size, -(-len(self._items) // 128)
        words = np.zeros((self._pairs, 2, cover.size), np.uint64)
        wide = np.zeros(cover.size, np.uint64)
        for item, group in enumerate(self._items):
            there = self._places(group.mask)
            words[item // 128, item // 64 % 2, there] |= np.uint64(1 << item % 64)
        for number, group in enumerate(self._wide):
            wide[self._places(group.mask)] |= np.uint64(1 << number)
        self._words = words
        bounds = (np.array([g[i] for g in self._wide], np.int64) for i in (1, 2))
        self._cover = KernelCover(wide, *bounds)
        self.state = KernelState(
            status=np.zeros(5, np.int64),
            left=np.zeros((levels, 2 * self._pairs), np.uint64),
            **self._lists(ROOM * cover.size),
            first=np.zeros(levels, np.int64),
            last=np.zeros(levels, np.int64),
            at=np.zeros(levels, np.int64),
            item=np.zeros(levels, np.int64),
            path=np.zeros(levels, np.int64),
            counts=np.zeros((levels, len(self._wide)), np.int64),
            covers=np.zeros((BUFFER, levels), np.int64),
            lengths=np.zeros(BUFFER, np.int64),
        )
        self.state.status[DEPTH] = -1

    def load(self) -> None:
        """Load or compile the machine code."""
        advance(self._cover, self.state, 0, False)

    def begin(self, nodes: Iterator[Node]) -> bool:
        """Go to the next node; false: there is none."""
        if node := next(nodes, None):
            self._begin(node)
        return node is not None

    def taken(self) -> Iterator[int]:
        """The covers that the last slice listed, as bits."""
        for row in range(self.state.status[LISTED]):
            path = self.state.covers[row, : self.state.lengths[row]]
            yield self._chosen | sum(1 << option for option in path.tolist())

    def _begin(self, node: Node) -> None:
        """Go to a node; one whose chosen options are a cover has no others below it."""
        chosen, active = node[:2]
        self._chosen = chosen
        left = [not group.mask & chosen and group.low == 1 for group in self._items]
        counts = [(group.mask & chosen).bit_count() for group in self._wide]
        state = self.state
        state.status[DEPTH], state.status[LISTED], state.lengths[0] = -1, 0, 0
        if not any(left):
            pairs = zip(counts, self._wide, strict=True)
            whole = all(number >= group.low for number, group in pairs)
            state.status[FOUND] += whole
            state.status[LISTED] = whole
            return
        there = self._places(active)
        size = len(there)
        state.names[:size] = there
        state.lower[:, :size] = self._words[:, 0, there]
        state.upper[:, :size] = self._words[:, 1, there]
        number = sum(1 << item for item, needed in enumerate(left) if needed)
        state.left[0] = np.frombuffer(number.to_bytes(16 * self._pairs, "little"), "<u8")
        state.counts[0] = counts
        numbers = [
            (group.mask & active).bit_count() if needed else size + 1
            for group, needed in zip(self._items, left, strict=True)
        ]
        state.first[0], state.last[0], state.at[0] = 0, size, 0
        state.item[0] = numbers.index(min(numbers))
        state.status[DEPTH] = 0

    def advance(self, *, listing: bool) -> None:
        """Search a slice, if anything is left below the node."""
        state, depth = self.state, self.state.status[DEPTH]
        if depth < 0:
            return
        if 2 * state.last[depth] - state.first[depth] > len(state.names):
            longer = self._lists(2 * len(state.names))
            for name, new in longer.items():
                new[..., : len(state.names)] = getattr(state, name)
            self.state = state._replace(**longer)
        advance(self._cover, self.state, SLICE, listing)

    def _lists(self, room: int) -> dict[str, Any]:
        """Lists of a length."""
        pairs = {name: np.zeros((self._pairs, room), np.uint64) for name in ("lower", "upper")}
        return {"names": np.zeros(room, np.int64), **pairs, "meet": np.zeros(room, np.uint64)}

    def _places(self, mask: int) -> Numbers:
        """The indices of the bits that are set."""
        data = np.frombuffer(mask.to_bytes(self._size // 8 + 1, "little"), np.uint8)
        return np.flatnonzero(np.unpackbits(data, bitorder="little"))
