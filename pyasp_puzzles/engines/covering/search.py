"""Finds all exact covers by depth-first search; sets of options are bits of integers.

A node of the search has the options that may still be chosen, and the groups that still need some.
To choose an option is to remove all options that are incompatible with it, with one ``&``.  The
search branches on the group with the fewest options left ("minimum remaining values", Golomb and
Baumert, "Backtrack programming", 1965; Knuth, "Dancing links", 2000), with one ``bit_count`` each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from pyasp_puzzles.engines.covering.cover import Cover, Group, options
from pyasp_puzzles.engines.covering.nogoods import forbid_pairs, useless

TICK = 1000
"""Number of nodes between two calls of ``stop``."""

Node = tuple[int, int, list[int], tuple[Group, ...]]
"""A partial cover.

The chosen options; the options that may still be chosen; for each group that still needs exactly
one option the options for it; the other groups that still restrict the choice.
"""


class Search:
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
        left: list[int] = []
        wide: list[Group] = []
        for group in cover.groups:
            if group.high != 1:
                wide.append(group)
                continue
            for option in options(group.mask):
                self.incompatible[option] |= group.mask
            if group.low == 1:
                left.append(group.mask)
        self._keep = [self._all & ~others for others in self.incompatible]
        active = self._all & ~useless(left, self._all, self.incompatible)
        self.root = propagate(0, active, left, tuple(wide))

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
        """The covers below some nodes, as bits; if it is stopped, ``pending`` has the other nodes.

        Args:
            start: usually the root.
            stop: gets the number of nodes now and then; returns whether to stop.
        """
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

    def pending(self) -> Iterator[Node]:
        """The nodes that a stopped search has not visited."""
        while self._stack:
            yield from self._stack.pop()

    def add_pair_nogoods(self, most: int = 16, stop: Callable[[], bool] = bool) -> None:
        """Forbid pairs of options that leave no option for some group.

        Args:
            most, stop: see :func:`pyasp_puzzles.engines.covering.nogoods.forbid_pairs`.
        """
        if self.root:
            _, active, left, _ = self.root
            forbid_pairs(left, active, self.incompatible, most, stop)
            self._keep = [self._all & ~others for others in self.incompatible]


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
