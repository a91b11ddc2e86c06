"""Cheapest hitting sets, by branch and bound on bit masks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pyasp_puzzles.explanation.reasons.masks import bits


@dataclass(frozen=True, slots=True)
class Hit:
    """The result of a search for a hitting set.

    Attributes:
        members: a cheapest set; 0 where there is none within the bound.
        price: of that set, or a lower bound of every hitting set's price.
        proved: whether the price is the least; else the search ran out of nodes.
    """

    members: int
    price: int
    proved: bool


def cheapest_hitting_set(
    sets: Sequence[int], weights: Sequence[int], most: int, nodes: int = 20000
) -> Hit | None:
    """A cheapest set that meets each of the given sets; ``None``: each costs more than ``most``.

    Depth first through Reiter's tree of hitting sets ("A theory of diagnosis from first
    principles", Artificial Intelligence 32, 1987), bounded from below by sets that have no member
    in common.

    Args:
        sets: bit masks; an empty one cannot be hit.
        weights: the price of each member, at least 1.
        most: the highest price of interest.
        nodes: the search gives up after so many.
    """
    if not all(sets):
        return None
    search = _Search(weights, most, nodes)
    search.extend(_minimal(sets), 0, 0)
    if search.nodes < 0:
        least = _disjoint(_minimal(sets), weights)
        return Hit(search.best or 0, least, proved=False)
    return None if search.best is None else Hit(search.best, search.price, proved=True)


def _minimal(sets: Sequence[int]) -> list[int]:
    """The sets that hold no other one, small ones first."""
    kept: list[int] = []
    for candidate in sorted(set(sets), key=lambda mask: (mask.bit_count(), mask)):
        if not any(other & candidate == other for other in kept):
            kept.append(candidate)
    return kept


def _disjoint(sets: Sequence[int], weights: Sequence[int]) -> int:
    """A lower bound: the cheapest members of sets that have no member in common."""
    total = used = 0
    for members in sets:
        if not members & used:
            used |= members
            total += min(weights[member] for member in bits(members))
    return total


class _Search:
    """Depth-first search.

    Attributes:
        best: the cheapest set found.
        price: a better set must cost less than this.
        nodes: left; below 0 the search was cut short.
    """

    def __init__(self, weights: Sequence[int], most: int, nodes: int) -> None:
        self._weights = weights
        self.best: int | None = None
        self.price, self.nodes = most + 1, nodes

    def extend(self, left: list[int], chosen: int, price: int) -> None:
        """Try all ways to hit the sets that are left, given what is chosen already."""
        self.nodes -= 1
        if self.nodes < 0:
            return
        if price >= self.price:
            return
        if not left:
            self.best, self.price = chosen, price
            return
        if price + _disjoint(left, self._weights) >= self.price:
            return
        banned = 0
        for member in self._ordered(left):
            bit = 1 << member
            rest = [members & ~banned for members in left if not members & bit]
            if all(rest):
                rest.sort(key=int.bit_count)
                self.extend(rest, chosen | bit, price + self._weights[member])
            banned |= bit

    def _ordered(self, left: Sequence[int]) -> list[int]:
        """The members of the first set, those that hit most for their price first."""

        def key(member: int) -> tuple[float, int]:
            hits = sum(members >> member & 1 for members in left)
            return -hits / self._weights[member], member

        return sorted(bits(left[0]), key=key)
