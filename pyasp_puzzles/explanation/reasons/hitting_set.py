"""Models that are kept: what they refute; hitting sets, which are lower bounds for reasons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import reduce
from operator import and_, or_

from pyasp_puzzles.explanation.reasons.subproblems import LiteralIndex, bits

_NODES = 20_000
"""Nodes of the search tree after which the cheapest set so far is taken."""


def cheapest_hitting_set(
    sets: Sequence[int], weights: Sequence[int], most: int, nodes: int = _NODES
) -> int | None:
    """A cheapest set that meets each of the given sets; ``None``: each costs more than ``most``.

    Depth first through Reiter's tree of hitting sets ("A theory of diagnosis from first
    principles", Artificial Intelligence 32, 1987), bounded from below by sets that have no member
    in common.  If the nodes run out, it is the cheapest so far, or 0.
    """
    if not all(sets):
        return None
    return _cheapest(_smallest(sets), weights, most, nodes)


def _smallest(sets: Iterable[int]) -> list[int]:
    """The sets of which none holds another one, smallest first."""
    found: list[int] = []
    for members in _by_size(set(sets)):
        if not _holds_one(members, found):
            found.append(members)
    return found


def _holds_one(members: int, sets: Iterable[int]) -> bool:
    for other in sets:  # noqa: SIM110 - any() takes twice as long
        if other & members == other:
            return True
    return False


def _by_size(sets: Iterable[int]) -> list[int]:
    return sorted(sets, key=lambda mask: (mask.bit_count(), mask))


def _cheapest(
    smallest: list[int], weights: Sequence[int], most: int, nodes: int = _NODES
) -> int | None:
    """The same for sets of which none holds another one, smallest first."""
    best: int | None = None
    price_of_best, lightest = most + 1, min(weights, default=1)

    def extend(left: list[int], chosen: int, price: int) -> None:
        """Try all ways to hit the sets that are left, given what is chosen already."""
        nonlocal best, price_of_best, nodes
        nodes -= 1
        if nodes < 0 or price >= price_of_best:
            return
        if not left:
            best, price_of_best = chosen, price
            return
        if price + 2 * lightest >= price_of_best:  # there is room for one more member at most
            common = reduce(and_, left)
            last = min(bits(common), key=lambda member: (weights[member], member), default=None)
            if last is not None and price + weights[last] < price_of_best:
                best, price_of_best = chosen | 1 << last, price + weights[last]
            return
        if price + _disjoint(left, weights) >= price_of_best:
            return
        banned = 0
        for member in _ordered(left, weights):
            bit = 1 << member
            rest = [members & ~banned for members in left if not members & bit]
            if all(rest):
                rest.sort(key=int.bit_count)
                extend(rest, chosen | bit, price + weights[member])
            banned |= bit

    extend(smallest, 0, 0)
    return best or 0 if nodes < 0 else best


def _insert(sets: list[int], new: int) -> None:
    """Add a set unless it holds one that is there; take out those that hold it."""
    if _holds_one(new, sets):
        return
    sets[:] = [members for members in sets if members & new != new]
    sets.append(new)


def _disjoint(sets: Sequence[int], weights: Sequence[int]) -> int:
    """A lower bound: the cheapest members of sets that have no member in common."""
    total = used = 0
    for members in sets:
        if not members & used:
            used |= members
            total += min(weights[member] for member in bits(members))
    return total


def _ordered(left: Sequence[int], weights: Sequence[int]) -> list[int]:
    """The members of the first set, those that hit most for their price first."""

    def key(member: int) -> tuple[float, int]:
        hits = sum(members >> member & 1 for members in left)
        return -hits / weights[member], member

    return sorted(bits(left[0]), key=key)


class LowerBounds:
    """Models, kept from step to step; ``price``: by bit the least that clues of a reason weigh."""

    def __init__(self, index: LiteralIndex) -> None:
        self._index = index
        count = 2 * index.atoms + 1
        self.price = [0] * count
        self._hit = [0] * count
        self._models: list[tuple[int, int]] = []
        self._broken: list[list[int] | None] = [None] * count

    def add(self, false: int, broken: int) -> None:
        """A model in which literals are false and clues are broken."""
        self._models.append((false, broken))
        for bit in bits(false):
            sets = self._broken[bit]
            if sets is not None:
                _insert(sets, broken)

    def refuted(self, clues: int) -> int:
        """Literals that some model falsifies in which these clues hold."""
        found = 0
        for false, broken in self._models:
            if not broken & clues:
                found |= false
        return found

    def learn(self, new: int) -> None:
        """Forget the models in which something new does not hold: bounds may fall."""
        gone = 0
        for false, _ in self._models:
            if false & new:
                gone |= false
        self._models = [model for model in self._models if not model[0] & new]
        for bit in bits(gone):
            self._broken[bit], self.price[bit] = None, 0

    def _sets(self, bit: int) -> list[int]:
        """Sets of clues: each reason of a literal meets all; none holds another one."""
        sets = self._broken[bit]
        if sets is None:
            sets = _smallest(broken for false, broken in self._models if false >> bit & 1)
            self._broken[bit] = sets
        return sets

    def raised(self, bit: int, least: int) -> int:
        """The lower bound of a literal's reasons, by one more if no set of that price is left."""
        price, sets, weight = max(self.price[bit], least), self._sets(bit), self._index.weight
        if not all(self._hit[bit] & own for own in sets) or weight(self._hit[bit]) > price:
            hit = _cheapest(_by_size(sets), self._index.weights, price) if all(sets) else None
            if hit is None:
                price += 1
                self.price[bit] = price
            else:
                self._hit[bit] = hit
        return price

    def candidate(self, bit: int, price: int) -> int:
        """Clues that meet all models of a literal; up to a price those that they break most."""
        clues, weights = self._hit[bit], self._index.weights
        room = price - self._index.weight(clues)
        if room > 0:
            counts = Counter(clue for broken in self._sets(bit) for clue in bits(broken & ~clues))
            for clue in sorted(counts, key=lambda clue: (-counts[clue], clue)):
                if weights[clue] <= room:
                    clues |= 1 << clue
                    room -= weights[clue]
        return clues


class Witnesses:
    """What is known of each clue: literals that some model refutes in which it holds.

    ``implied``: literals that follow from it, but not by propagation; ``unknown``: no search
    decided these.
    """

    def __init__(self, index: LiteralIndex) -> None:
        self._scopes, count = index.clue_scopes, len(index.clue_scopes)
        self._atoms = (1 << index.atoms) - 1
        self.refuted, self.implied, self.unknown = [0] * count, [0] * count, [0] * count
        self._models: list[list[int]] = [[] for _ in range(count)]
        self._several: list[set[int]] = [set() for _ in range(count)]

    def add(self, clues: int, false: int, *, several: bool = False) -> None:
        """A model in which these clues hold and these literals do not.

        Of several, which together falsify only negations of atoms: one of them may falsify an atom
        that becomes known, so all are forgotten then.
        """
        for clue in bits(clues):
            seen = false & self._scopes[clue]
            if seen & ~self.refuted[clue]:
                self._models[clue].append(seen)
                self.refuted[clue] |= seen
                if several:
                    self._several[clue].add(seen)

    def learn(self, new: int) -> None:
        """Forget the models that new literals rule out.

        Only what a clue can bear upon counts: the rest of a model may always be another one.
        """
        for clue, scope in enumerate(self._scopes):
            if not scope & new:
                continue
            self.unknown[clue] = 0
            gone = self._several[clue] if new & scope & self._atoms else ()
            if gone or self.refuted[clue] & new:
                kept = [x for x in self._models[clue] if not x & new and x not in gone]
                self._models[clue], self.refuted[clue] = kept, reduce(or_, kept, 0)
                self._several[clue] -= {*gone}
