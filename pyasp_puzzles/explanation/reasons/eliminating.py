"""What does not hold, as a person sees it: a sum would have too few candidates beside it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from itertools import combinations
from operator import or_

from pyasp_puzzles.core.regions import by_key
from pyasp_puzzles.explanation.reasons.placing import Excluded, Placements, Sight, covering
from pyasp_puzzles.explanation.reasons.subproblems import bits
from pyasp_puzzles.explanation.reasons.sums import LiteralSum
from pyasp_puzzles.explanation.steps import Form

Several = tuple[int, ...]  # sums, as places in a list, in their order

_PRICED = 12  # sums of one look ahead that become steps to choose from

IDLE = 100
"""The price of what leads to no placement."""


class Eliminations:
    """Finds what does not hold where some literals are known."""

    def __init__(self, placements: Placements) -> None:
        self._placements, self._index = placements, placements.index
        self._unmet = placements.demanding
        self._outs: dict[int, tuple[int, int, int]] = {}

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
        placements, false = self._placements, excluded.false
        candidates = self._index.opposite(wanted) & placements.placeable & ~excluded.known & ~false
        self._unmet = [own for own in self._unmet if own.of(excluded.known) < own.low]
        found, done = list[tuple[LiteralSum, int]](), 0
        for own in sorted(self._unmet, key=lambda own: (own.mask & ~false).bit_count()):
            self._index.check_time()
            mask = self._without_room(own, own.mask & ~false, candidates & ~done, excluded)
            done |= mask
            if mask:
                found.append((own, mask))
        leading = [each for each in found if placements.leads(each[1], excluded)]
        sights, idle = list[Sight](), 0 if leading else IDLE
        for own, mask in (leading or found)[:_PRICED]:
            seen = excluded.fewest(own.mask & false, placements.price)
            every = [*dict.fromkeys((*seen, *self._links(mask, own, excluded)))]
            follows = self._index.opposite(mask)
            sights.append(placements.priced("room", follows, [own], every, excluded, idle))
        yield from sorted(sights, key=lambda sight: sight.cost)

    def _without_room(self, own: LiteralSum, left: int, among: int, excluded: Excluded) -> int:
        """The literals of a mask beside which a sum would have too few of its candidates."""
        spare, free = own.of(left) - own.low, left & ~excluded.known
        total = own.of(free)
        if not 0 <= spare < total:
            return 0
        if own.is_count and total == spare + 1:  # all of them have to go
            for bit in bits(free):
                among &= self._out(bit, excluded)
                if not among:
                    break
            return among
        # What excludes another one is excluded by it: so what each candidate excludes is added up,
        # in binary places, each a mask; they start so that the last one is set above the spare.
        size = total.bit_length()
        places = [among if (1 << size) - 1 - spare >> i & 1 else 0 for i in range(size + 1)]
        for weight, group in own.groups:
            for bit in bits(group & free):
                _add(places, self._out(bit, excluded) & among, weight)
        return places[size]

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
        of, negated = self._placements.bearing.of, self._index.negated(bit)
        for own in of.get(bit, ()):
            yield own, own.without_room(excluded.known | 1 << bit)
        for own in of.get(negated, ()):
            yield own, self._index.opposite(own.demanded(excluded.false | 1 << negated))

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
        known, sums = excluded.known, [own for own in self._unmet if own.is_count]
        sums = [own for own in sums if own.low == own.high == own.of(known) + 1]
        free = [own.mask & ~(excluded.false | excluded.known) for own in sums]
        sights = list[Sight]()
        for lows, covers in _sets(free, number):
            left, room = (reduce(or_, (free[i] for i in own)) for own in (lows, covers))
            if out := room & ~left:
                false = reduce(or_, (sums[i].mask for i in lows)) & excluded.false
                seen = excluded.fewest(false, self._placements.price)
                idle = 0 if self._placements.leads(out, excluded) else IDLE
                by, follows = [sums[i] for i in (*lows, *covers)], self._index.opposite(out)
                sights.append(self._placements.priced(form, follows, by, seen, excluded, idle))
        yield from sorted(sights, key=lambda sight: sight.cost)


def _add(places: list[int], mask: int, weight: int) -> None:
    """Add a weight to the numbers of a mask's members; binary places, the least first."""
    for place in bits(weight):
        carry = mask
        while carry:
            places[place], carry = places[place] ^ carry, places[place] & carry
            place += 1


def _sets(free: Sequence[int], number: int) -> Iterator[tuple[Several, Several]]:
    """So many sums without a common candidate, and as many others which have all of theirs."""
    having = by_key((bit, i) for i, mask in enumerate(free) for bit in bits(mask))
    of = defaultdict[Several, set[int]](set)
    for i, mask in enumerate(free):
        if 2 <= mask.bit_count() <= number:
            for covers in _covers(i, free, having, number):
                of[covers].add(i)
    whole = {covers for covers in of if len(covers) == number}
    pairs = {covers for covers in of if len(covers) == 2 < number}
    after = by_key((one, other) for one, other in pairs)
    triples = ((*pair, third) for pair in pairs for third in after.get(pair[1], ()))
    for covers in sorted(whole.union(x for x in triples if (x[0], x[2]) in pairs)):
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
