"""What does not hold, as a person sees it: a sum would have too few candidates beside it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from itertools import combinations
from operator import or_

from pyasp_puzzles.explanation.reasons.placing import Excluded, Placements, Sight, covering
from pyasp_puzzles.explanation.reasons.subproblems import bits
from pyasp_puzzles.explanation.reasons.sums import LiteralSum
from pyasp_puzzles.explanation.steps import Form
from pyasp_puzzles.work.deadline import TimeUpError

Several = tuple[int, ...]
"""Sums, as places in a list, in their order."""

_PRICED = 12
"""Sums of one look ahead that become steps to choose from."""

IDLE = 100
"""The price of what leads to no placement."""


class Eliminations:
    """Finds what does not hold where some literals are known."""

    def __init__(self, placements: Placements) -> None:
        self._placements, self._index = placements, placements.index
        self._open = placements.demanding
        self._outs: dict[int, tuple[int, int, int]] = {}

    def _unmet(self, excluded: Excluded) -> list[LiteralSum]:
        """The sums that demand more than is known; as more becomes known there are fewer."""
        self._open = [own for own in self._open if own.of(excluded.known) < own.low]
        return self._open

    def excluding(self, excluded: Excluded, wanted: int) -> Iterator[Sight]:
        """What does not hold, as sums demand it: by the clauses of one clue."""
        wanted &= ~(excluded.known | self._placements.placeable)
        for sight in self._placements.demanded(excluded, wanted):
            leads = self._placements.leads(self._index.opposite(sight.follows), excluded)
            yield replace(sight, cost=sight.cost + (0 if leads else IDLE))

    def ahead(self, excluded: Excluded, wanted: int) -> Iterator[Sight]:
        """What does not hold, as a sum would have too few candidates beside it.

        Those come first which lead to a placement, then those that are easiest to see.
        """
        false = excluded.false
        candidates = (
            self._index.opposite(wanted) & self._placements.placeable & ~(false | excluded.known)
        )
        found, done = list[tuple[LiteralSum, int]](), 0
        for own in sorted(self._unmet(excluded), key=lambda own: (own.mask & ~false).bit_count()):
            if self._index.late():
                raise TimeUpError
            left = own.mask & ~false
            mask = self._without_room(own, left, candidates & ~done, excluded)
            done |= mask
            if mask:
                found.append((own, mask))
        leading = [each for each in found if self._placements.leads(each[1], excluded)]
        sights = list[Sight]()
        for own, mask in (leading or found)[:_PRICED]:
            seen = dict.fromkeys(excluded.fewest(own.mask & false, self._placements.price))
            seen.update(dict.fromkeys(self._links(mask, own, excluded)))
            follows, by = self._index.opposite(mask), (own,)
            idle = 0 if leading else IDLE
            sights.append(self._placements.priced("room", follows, by, tuple(seen), excluded, idle))
        yield from sorted(sights, key=lambda sight: sight.cost)

    def _without_room(self, own: LiteralSum, left: int, among: int, excluded: Excluded) -> int:
        """The literals of a mask beside which a sum would have too few of its candidates.

        What excludes another one is excluded by it: so it is enough to add up what each candidate
        excludes, in binary places, each a mask.
        """
        spare = own.of(left) - own.low
        free = left & ~excluded.known
        if spare < 0 or own.of(free) <= spare:
            return 0
        if own.is_count and free.bit_count() == spare + 1:  # all of them have to go
            together = among
            for bit in bits(free):
                together &= self._out(bit, excluded)
                if not together:
                    break
            return together
        places = list[int]()
        for weight, group in own.groups:
            for bit in bits(group & free):
                _add(places, self._out(bit, excluded), weight)
        return _above(places, spare) & among

    def _out(self, bit: int, excluded: Excluded) -> int:
        """The literals for which no room is left beside one more; worked out where it changed."""
        known, false, found = self._outs.get(bit, (~0, 0, 0))
        near = self._placements.bearing.near(bit)
        if ((known ^ excluded.known) | (false ^ excluded.false)) & near:
            masks = (mask for _, mask in self._by_sums(bit, excluded))
            found = reduce(or_, masks, self._index.opposite(1 << bit)) & ~excluded.false
            self._outs[bit] = excluded.known, excluded.false, found
        return found

    def _by_sums(self, bit: int, excluded: Excluded) -> Iterator[tuple[LiteralSum, int]]:
        """What each sum excludes if one more literal holds."""
        known, negated = excluded.known | 1 << bit, self._index.negated(bit)
        for own in self._placements.of[bit]:
            yield own, own.heavier(own.high - own.of(known), own.mask & ~known)
        for own in self._placements.of[negated]:
            left = own.mask & ~(excluded.false | 1 << negated)
            yield own, self._index.opposite(own.heavier(own.of(left) - own.low, left))

    def _links(self, mask: int, own: LiteralSum, excluded: Excluded) -> Iterator[LiteralSum]:
        """The sums by which some literals exclude candidates of another sum: few ones in all."""
        covers = defaultdict[LiteralSum, int](int)
        for place, bit in enumerate(bits(mask)):
            left = own.mask & self._out(bit, excluded)
            for link, out in self._by_sums(bit, excluded):
                covers[link] |= (out & left) << place * self._index.contradiction.bit_length()
        return covering(covers, self._placements.price)

    def sets(self, excluded: Excluded, number: int) -> Iterator[Sight]:
        """Two or three sums which need all that as many others have room for; cheapest first."""
        form: Form = "pair" if number == 2 else "triple"
        sums = [own for own in self._open if self._needs_one(own, excluded)]
        free = [own.mask & ~(excluded.false | excluded.known) for own in sums]
        sights = list[Sight]()
        for lows, covers in _sets(free, number):
            left = reduce(or_, (free[i] for i in lows))
            out = ~(left | excluded.false | excluded.known)
            out &= reduce(or_, (free[i] for i in covers))
            if out:
                false = reduce(or_, (sums[i].mask for i in lows)) & excluded.false
                seen = excluded.fewest(false, self._placements.price)
                idle = 0 if self._placements.leads(out, excluded) else IDLE
                by = tuple(sums[i] for i in (*lows, *covers))
                follows = self._index.opposite(out)
                sights.append(self._placements.priced(form, follows, by, seen, excluded, idle))
        yield from sorted(sights, key=lambda sight: sight.cost)

    def _needs_one(self, own: LiteralSum, excluded: Excluded) -> bool:
        """Whether a sum needs exactly one more literal."""
        held = own.of(excluded.known)
        return own.is_count and own.low - held == own.high - held == 1


def _add(places: list[int], mask: int, weight: int) -> None:
    """Add a weight to the numbers of a mask's members; binary places, the least first."""
    for place in bits(weight):
        carry = mask
        while carry:
            places += [0] * (place + 1 - len(places))
            places[place], carry = places[place] ^ carry, places[place] & carry
            place += 1


def _above(places: Sequence[int], limit: int) -> int:
    """The members whose numbers are above a limit."""
    above, same = 0, ~0
    for place in reversed(range(max(len(places), limit.bit_length()))):
        mask = places[place] if place < len(places) else 0
        if not limit >> place & 1:
            above |= same & mask
            same &= ~mask
        else:
            same &= mask
    return above


def _sets(free: Sequence[int], number: int) -> Iterator[tuple[Several, Several]]:
    """So many sums without a common candidate, and as many others which have all of theirs.

    ``free``: the candidates of each sum; the sums are their places in it.
    """
    having: dict[int, list[int]] = defaultdict(list)
    for i, mask in enumerate(free):
        for bit in bits(mask):
            having[bit].append(i)
    of: dict[Several, set[int]] = defaultdict(set)
    for i, mask in enumerate(free):
        if 2 <= mask.bit_count() <= number:
            for covers in _covers(i, free, having, number):
                of[covers].add(i)
    whole, near = (
        {covers for covers in of if len(covers) == number},
        defaultdict[int, set[int]](set),
    )
    pairs = [covers for covers in of if len(covers) == 2 < number]
    for one, other in pairs:
        near[one].add(other)
    whole |= {(*pair, third) for pair in pairs for third in near[pair[0]] & near[pair[1]]}
    for covers in sorted(whole):
        parts = [covers, *combinations(covers, 2)]
        lows = set[int]().union(*(of.get(part, ()) for part in parts)).difference(covers)
        for chosen in combinations(sorted(lows), number):
            masks = [free[i] for i in chosen]
            if reduce(or_, masks).bit_count() == sum(map(int.bit_count, masks)):
                yield chosen, covers


def _covers(
    place: int, free: Sequence[int], having: Mapping[int, Sequence[int]], number: int
) -> set[Several]:
    """At most so many other sums which together have all candidates of one."""
    found: set[Several] = {()}
    for bit in bits(free[place]):
        longer = set[Several]()
        for covers in found:
            if any(free[i] >> bit & 1 for i in covers):
                longer.add(covers)
            elif len(covers) < number:
                longer.update(tuple(sorted((*covers, i))) for i in having[bit] if i != place)
        found = longer
    return found
