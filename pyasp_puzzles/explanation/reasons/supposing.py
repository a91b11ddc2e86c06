"""Suppositions along the sums: the way from a literal to a contradiction, link by link.

Where a sum has few candidates and everything else has many, a person tries the few: what follows
from one of them sum by sum, and then again the few candidates of another sum.  Where all candidates
but one lead to a contradiction, the last one holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from itertools import chain
from math import inf
from operator import or_
from typing import NamedTuple

from pyasp_puzzles.explanation.reasons.placing import Excluded, Placements
from pyasp_puzzles.explanation.reasons.subproblems import LiteralIndex, bits
from pyasp_puzzles.explanation.reasons.sums import NOTHING, BearingSums, LiteralSum, spread
from pyasp_puzzles.work.deadline import TimeUpError

_MOST = 400  # literals that follow, after which a propagation stops
_SHORT = 3  # so few links that no shorter way is looked for
_ROUNDS = 2  # for each link: between two of them a rule that is always known may say something
_WIDE = 5  # so many candidates of a sum, on an average, that excluding one of them says little
_MOST_CASES = 12, 50, 200  # that are too many to exclude all candidates but one: a few first
_FEW_CASES = 12  # so few cases of one candidate that no fewer are looked for
_TRIED, _DEEP = 2, 2  # sums of which one is taken, within so many suppositions; else the first


class Inference(NamedTuple):
    """What clues, or a rule that is always known, give within a supposition; masks.

    Attributes:
        follows: the literals that follow; none: there is a contradiction.
        premises: the literals that they follow from.
    """

    clues: int
    follows: int
    premises: int

    @property
    def length(self) -> int:
        """Whether a person has to follow it: a rule that is always known counts as nothing."""
        return int(self.clues != 0)


class Supposition(NamedTuple):
    """A literal, as a bit, and the links from it to a contradiction; some may suppose more.

    Attributes:
        follows: its opposite, a mask.
        premises: what the links need that is known outside, a mask.
    """

    bit: int
    links: tuple[Inference | Supposition, ...]
    follows: int
    premises: int

    @classmethod
    def of(
        cls, index: LiteralIndex, bit: int, links: tuple[Inference | Supposition, ...]
    ) -> Supposition:
        """The supposition with these links."""
        inside, premises = 1 << bit, 0
        for link in links:
            premises |= link.premises & ~inside
            inside |= link.follows
        return cls(bit, links, 1 << index.negated(bit), premises)

    @property
    def clues(self) -> int:
        """The clues of all links, a mask."""
        return reduce(or_, (link.clues for link in self.links))

    @property
    def length(self) -> int:
        """How many links a person has to follow, rules that are always known apart."""
        return sum(link.length for link in self.links)


Ask = Callable[[int], Inference | None]
"""Asks clues that are no sums what follows from all literals that hold, a mask."""


class Propagation:
    """What follows from new literals, sum by sum, each with the sum that gives it.

    Args:
        known, new: masks.

    Attributes:
        true: what holds, a mask.
    """

    def __init__(self, index: LiteralIndex, sums: BearingSums, known: int, new: int) -> None:
        self._index, self._sums, self._start = index, sums, known
        self.true, self._false = known | new, index.opposite(known | new)
        self._link: dict[int, Inference] = {}  # by the bit of what follows, in order
        self._todo, self._seen = [*bits(new)], 0

    def contradiction(
        self, rounds: float = inf, most: float = inf, ask: Ask | None = None
    ) -> Inference | None:
        """The link to a contradiction, if there is one within so many rounds and literals."""
        done = 0
        while self._seen < len(self._todo):
            if done >= rounds or len(self._todo) > most:
                return None
            new, self._seen = self._todo[self._seen :], len(self._todo)
            done += 1
            for own in dict.fromkeys(chain.from_iterable(map(self._sums.__getitem__, new))):
                implied = own.implied(self.true, self._false)
                if implied is NOTHING:
                    continue
                held, absent = own.mask & self.true, self._index.opposite(own.mask & self._false)
                if implied is None:
                    if own.of(self.true) <= own.high:  # it lacks some, or has no way out
                        lacks = own.of(own.mask & ~self._false) < own.low
                        held = absent if lacks else absent | held
                    return Inference(own.clues, 0, held)
                out, forced = implied
                self._add(Inference(own.clues, self._index.opposite(out), held))
                self._add(Inference(own.clues, forced, absent))
            found = ask(self.true) if ask and self._seen == len(self._todo) else None
            if found and not found.follows:
                return found
            if found:
                self._add(found)
        return None

    def _add(self, found: Inference) -> None:
        """Take what is inferred as known within the supposition."""
        follows = found.follows & ~self.true
        for bit in bits(follows):
            self._link[bit] = found
            self._todo.append(bit)
        self.true |= follows
        self._false |= self._index.opposite(follows)

    def way(self, last: Inference, cases: Sequence[Supposition] = ()) -> Supposition:
        """The links from the one new literal to the last one, with cases before it."""
        todo = last.premises & ~reduce(or_, (case.follows for case in cases), 0)
        todo = reduce(or_, (case.premises for case in cases), todo) & ~self._start
        wanted = 0
        while todo:
            bit = next(bits(todo))
            wanted |= 1 << bit
            premises = self._link[bit].premises if bit in self._link else 0
            todo = (todo | premises & ~self._start) & ~wanted
        used: dict[Inference, int] = {}
        for bit, link in self._link.items():
            if wanted >> bit & 1:
                used[link] = used.get(link, 0) | 1 << bit
        links = (link._replace(follows=mask) for link, mask in used.items())
        return Supposition.of(self._index, self._todo[0], (*links, *cases, last))


def shortest_supposition(
    placements: Placements, excluded: Excluded, wanted: int, most: int, ask: Ask
) -> Supposition | None:
    """From the opposite of something wanted, with fewer links than so many; a short one ends it.

    Those come first which lead to a placement.

    Raises:
        TimeUpError: the time is up.
    """
    index, known = placements.index, excluded.known | excluded.silent
    if not known:
        return None  # clues are asked first
    order = sorted(bits(index.opposite(wanted & ~known)), key=lambda x: placements.far(1 << x))
    leading = dict.fromkeys(bit for bit in order if placements.leads(1 << bit, excluded))
    for candidates in (leading, [bit for bit in order if bit not in leading]):
        best: Supposition | None = None
        for bit in candidates:
            if index.late():
                raise TimeUpError
            propagation = Propagation(index, placements.bearing, known, 1 << bit)
            last = propagation.contradiction(_ROUNDS * most, _MOST, ask)
            found = propagation.way(last) if last else None
            if found and found.length < most:
                best, most = found, found.length
                if most <= _SHORT:
                    break
        if best:
            return best
    return None


class Cases:
    """Excludes all candidates but one of a sum where some literals are known."""

    def __init__(self, placements: Placements) -> None:
        self._placements, self._index = placements, placements.index
        self._sums, self._choices = list[LiteralSum](), list[LiteralSum]()
        self._planned: list[Supposition] = []
        self._beside: dict[tuple[int, int], int | None] = {}

    def next(
        self, excluded: Excluded, wanted: int, *, alone: bool, wide: bool
    ) -> Supposition | None:
        """A supposition of those that exclude all candidates of a choice but one.

        Args:
            alone: else the one with the fewest cases of all.
            wide: only where choices have many candidates, so that it says little to exclude one.
        """
        if not self._planned:
            self._planned = self._fewest(excluded, wanted, alone, wide)
        return self._planned.pop(0) if self._planned else None

    def _fewest(
        self, excluded: Excluded, wanted: int, alone: bool, wide: bool
    ) -> list[Supposition]:
        """Candidates of the choice with the fewest cases, each with its way to a contradiction."""
        known = excluded.known | excluded.silent
        self._beside.clear()
        self._sums = [x for x in self._placements.sums if x.mask & ~(known | excluded.false)]
        self._choices = [own for own in self._sums if own.is_choice and not own.mask & known]
        free = [own.mask & ~excluded.false for own in self._choices]
        if wide and sum(mask.bit_count() for mask in free) <= _WIDE * len(free):
            return []
        against = self._index.opposite(wanted)
        last = [own for own in sorted(free, key=int.bit_count) if (own & ~against).bit_count() < 2]
        few = [own & against for own in last if own & against]
        single = [1 << bit for bit in bits(reduce(or_, free, 0) & against)]
        for most in _MOST_CASES:
            best = self._least(known, few, most, 0) if wide else {}
            if alone and not best:
                best = self._least(known, single, most, _FEW_CASES)
            if best:
                return [self._way(known, bit, 0) for bit in sorted(best, key=best.__getitem__)]
        return []

    def _least(self, known: int, groups: Sequence[int], most: int, enough: int) -> dict[int, int]:
        """The cases of each literal of a group, a mask, that has the fewest; none: too many."""
        best, costs = dict[int, int](), dict[int, int]()
        for group in groups:
            total = 0
            for bit in bits(group):
                costs[bit] = costs.get(bit) or self._cost(known, bit, most - total, 0)
                total += costs[bit]
                if total >= most:
                    del costs[bit]  # there may be more
                    break
            else:
                best, most = {bit: costs[bit] for bit in bits(group)}, total
                if most <= enough:
                    break
        return best

    def _cost(self, true: int, bit: int, most: int, depth: int) -> int:
        """How many cases it takes to show that a literal does not hold; ``most``: too many."""
        if self._index.late():
            raise TimeUpError
        if (true, bit) not in self._beside:  # each limit of cases asks for the first ones again
            self._beside[true, bit] = spread(self._index, self._sums, true, 1 << bit)
        held = self._beside[true, bit]
        if held is None:
            return 1
        costs = (cost for _, cost in self._distinguished(held, most - 1, depth))
        return min(costs, default=most) + 1

    def _distinguished(self, true: int, most: int, depth: int) -> Iterator[tuple[int, int]]:
        """The candidates of sums that are tried, and how many cases these have: fewer and fewer."""
        false = self._index.opposite(true)
        free = [own.mask & ~false for own in self._choices if not own.mask & true]
        for mask in sorted(free, key=int.bit_count)[: _TRIED if depth < _DEEP else 1]:
            total = 0
            for bit in bits(mask):
                if total + 1 >= most:
                    total = most
                    break
                total += self._cost(true, bit, most - total, depth + 1)
            if total < most:
                yield mask, total
                most = total

    def _way(self, true: int, bit: int, depth: int) -> Supposition:
        """The links from a literal to a contradiction, with a way for each of its cases."""
        index = self._index
        found = Propagation(index, self._placements.bearing, true, 1 << bit)
        last = found.contradiction()
        if last is not None:
            return found.way(last)
        (mask, _) = [*self._distinguished(found.true, _MOST_CASES[-1], depth)][-1]
        false = index.opposite(found.true)
        own = next(x for x in self._choices if x.mask & ~false == mask)
        ways = [self._way(found.true, each, depth + 1) for each in bits(mask)]
        return found.way(Inference(own.clues, 0, index.opposite(own.mask)), ways)
