"""Steps that a person sees: the only place left, the only value left, a sum that is reached.

A literal is *excluded* if a sum (:mod:`.sums`) has no room for it beside what is known; that is
never told by itself, but seen in what it leads to.  It is *placed* by a sum which cannot do without
it.  Of several steps the next is the one with the fewest sums to look at, near the last one.

Step-wise explanations with a cost for each step: Bogaerts, Gamba, Guns, "A framework for step-wise
explaining how to solve constraint satisfaction problems", Artificial Intelligence 300, 2021.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial, reduce
from itertools import combinations, product
from operator import attrgetter, or_

from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.core.regions import by_key
from pyasp_puzzles.explanation.reasons.normal_form import NormalForm
from pyasp_puzzles.explanation.reasons.subproblems import LiteralIndex, bits, mask_of
from pyasp_puzzles.explanation.reasons.sums import BACKGROUND, BearingSums, LiteralSum, at_least
from pyasp_puzzles.explanation.steps import Form

_ALWAYS = 0.2  # the price of looking at a rule that is always known; that of a clue is its weight
_FAR, _STEP = 4, 0.3  # cells of distance that count at most, and their price together
_MANY = 3  # so many literals that reach a count are not seen at a glance: that is a step
_PRICED = 12  # sums of one look ahead that become steps to choose from

IDLE = 100
"""The price of what excludes candidates and leads to no placement."""

Sums = Sequence[LiteralSum]
Several = tuple[int, ...]  # sums, as places in a list, in their order


@dataclass(frozen=True)
class Sight:
    """Literals that follow from sums and from what excludes other candidates, as masks.

    Attributes:
        clues, seen: those of the sums that demand the literals, and that exclude candidates.
        evidence: known literals that are looked at.
        cost: the least is easiest to see.
    """

    form: Form
    follows: int
    clues: int
    seen: int
    evidence: int
    cost: float


class Excluded:
    """The literals that a sum has no room for beside what is known, each with all such sums.

    Attributes:
        by: the sums that exclude each literal, a bit.
        known, against, false: masks of what is known, of its opposites, and with what is excluded.
        silent: the opposites of what is excluded, which nobody told.
        counted: the sums of clues that many literals reach, with what they exclude.
    """

    def __init__(self, sums: Iterable[LiteralSum], known: int, index: LiteralIndex) -> None:
        self.known, self.against = known, index.opposite(known)
        self.by: dict[int, list[LiteralSum]] = {}
        self.counted: list[tuple[LiteralSum, int]] = []
        at_a_glance = 0
        for own in sums:
            out = own.without_room(known)
            for bit in bits(out):
                self.by.setdefault(bit, []).append(own)
            if own.clue == BACKGROUND or (own.mask & known).bit_count() < _MANY:
                at_a_glance |= out
            elif out:
                self.counted.append((own, out))
        self.false = self.against | mask_of(self.by)
        self.silent = index.opposite(self.false & ~self.against)
        self.counted = [(own, out & ~at_a_glance) for own, out in self.counted]

    def fewest(self, literals: int, price: Callable[[LiteralSum], float]) -> tuple[LiteralSum, ...]:
        """Sums that exclude some literals which are not known to be false: few and cheap ones."""
        covers = defaultdict[LiteralSum, int](int)
        for bit in bits(literals & ~self.against):
            for own in self.by.get(bit, ()):
                covers[own] |= 1 << bit
        order = sorted(covers, key=lambda own: (own.mask & self.known).bit_count())
        return tuple(covering({own: covers[own] for own in order}, price))


def best_cover(
    covers: Mapping[LiteralSum, int], left: int, price: Callable[[LiteralSum], float]
) -> LiteralSum | None:
    """The sum that covers most of what is left for its price; ``None``: each covers nothing."""
    every = (own for own in covers if covers[own] & left)
    return max(every, key=lambda x: (covers[x] & left).bit_count() / price(x), default=None)


def covering(
    covers: Mapping[LiteralSum, int], price: Callable[[LiteralSum], float]
) -> Iterator[LiteralSum]:
    """Few and cheap sums that cover all that some sums cover, each a mask; greedily."""
    left = reduce(or_, covers.values(), 0)
    while best := best_cover(covers, left, price):
        yield best
        left &= ~covers[best]


class Placements:
    """Finds what can be placed, and what does not hold; ``places``: those of each atom.

    Attributes:
        placeable: the literals that are placements, a mask: atoms, and what stands for a value.
        always: what follows without any clue, as far as sums show it, a mask.
        excluded: what has no room beside what is known, a mask; the last is kept.
    """

    def __init__(
        self, form: NormalForm, index: LiteralIndex, places: Sequence[Sequence[Place]]
    ) -> None:
        self.index, self.sums, self._form, self._places = index, form.sums, form, places
        self.demanding = [own for own in form.sums if own.low > 0]
        self._clauses = by_key((own.clue, own) for own in self.demanding if own.is_clause)
        self.bearing = BearingSums(index, form.sums)
        choices = (own.mask for own in form.sums if own.is_choice and own.mask & index.every)
        self.placeable = reduce(or_, choices, index.every)
        self.always = form.always | self.implied(form.always, ~0)
        self._last: Sequence[Place] = ()
        self._unmet, self._outs = self.demanding, dict[int, tuple[int, int, int]]()
        self.excluded = lru_cache(1)(partial(Excluded, form.sums, index=index))

    def placed(self, excluded: Excluded, wanted: int) -> Sight | None:
        """The placement that is easiest to see, of those wanted, with what the same clue says."""
        wanted &= ~excluded.known
        sights = [x for x in self.demanded(excluded, wanted) if x.follows & self.placeable]
        for bit in bits(self.index.opposite(wanted & self.placeable) & excluded.false):
            own, follows = min(excluded.by[bit], key=self.price), self.index.opposite(1 << bit)
            sights.append(self.priced("bound", follows, [own], excluded))
        return min(sights, key=attrgetter("cost"), default=None)

    def reached(self, excluded: Excluded, wanted: int) -> Sight | None:
        """What a count excludes as many literals reach it, of what is wanted."""
        found = ((own, self.index.opposite(out) & wanted) for own, out in excluded.counted)
        sights = (self.priced("bound", out, [own], excluded) for own, out in found if out)
        return min(sights, key=attrgetter("cost"), default=None)

    def broken(self, excluded: Excluded) -> Sight | None:
        """The sum that is easiest to see of those that what is known breaks."""
        sights = list[Sight]()
        for own in self.sums:
            lacks = own.of(own.mask & ~excluded.false) < own.low
            if lacks or own.of(excluded.known) > own.high:
                sights.append(self.priced("", 0, [own], excluded, [own] if lacks else []))
        return min(sights, key=attrgetter("cost"), default=None)

    def demanded(self, excluded: Excluded, wanted: int) -> Iterator[Sight]:
        """What sums cannot do without: by each count alone, by all clauses of a clue together."""
        for own in self.demanding:
            if not own.is_clause and (forced := own.demanded(excluded.false) & wanted):
                yield self.priced(own.form, forced, [own], excluded, [own])
        for clauses in self._clauses.values():
            used, forced, before = list[LiteralSum](), 0, -1
            while forced != before:
                before, false = forced, excluded.false | self.index.opposite(forced)
                for own in clauses:
                    left = own.mask & ~false
                    if left & (left - 1) == 0 and left & wanted & ~forced:
                        forced |= left
                        used.append(own)
            if used:
                yield self.priced(used[0].form, forced, used, excluded, used)

    def learnt(self, follows: int) -> None:
        """Take literals as the last ones: what is near them comes next."""
        first = next(bits(follows)) % self.index.atoms
        self._last = self._places[first] or self._last

    def price(self, own: LiteralSum) -> float:
        return _ALWAYS if own.clue == BACKGROUND else self.index.weights[own.clue]

    def priced(
        self,
        form: Form,
        follows: int,
        by: Sums,
        excluded: Excluded,
        lacking: Sums = (),
        links: Sums = (),
    ) -> Sight:
        """What follows by sums, with those that exclude candidates of some, and with links."""
        lost = reduce(or_, (own.mask for own in lacking), 0)
        seen = [*dict.fromkeys((*excluded.fewest(lost, self.price), *links))]
        every = [*by, *seen]
        demanding = reduce(or_, (own.mask for own in by), 0)
        evidence = reduce(or_, (own.mask for own in every), 0) & excluded.known
        evidence |= self.index.opposite(demanding & excluded.against)
        clues, others = (reduce(or_, (own.clues for own in sums), 0) for sums in (by, seen))
        once = {own.clue if own.clue != BACKGROUND else own: own for own in every}
        cost = sum(map(self.price, once.values())) + self.far(follows)
        return Sight(form, follows, clues, others & ~clues, evidence, cost)

    def far(self, follows: int) -> float:
        """The price of looking elsewhere."""
        here = self._places[next(bits(follows)) % self.index.atoms] if follows else ()
        pairs = product(here[:4], self._last[:4])
        apart = (sum(abs(a - b) for a, b in zip(*pair, strict=False)) for pair in pairs)
        return _STEP * min(min(apart, default=0), _FAR) / _FAR

    def implied(self, follows: int, wanted: int) -> int:
        """The placements of those wanted that follow from literals without any clue, sum by sum."""
        found = self._form.spread(0, follows) or 0
        return found & self.placeable & wanted & ~follows

    def leads(self, out: int, excluded: Excluded) -> bool:
        """Whether a sum that loses candidates places another one."""
        false, places = excluded.false | out, self.placeable & ~excluded.known
        if self.index.opposite(out) & places:
            return True
        sums = {own for bit in bits(out) for own in self.bearing.of.get(bit, ()) if own.low}
        return any(own.demanded(false) & places for own in sums)

    # -- what does not hold

    def excluding(self, excluded: Excluded, wanted: int) -> Iterator[Sight]:
        """What does not hold, as sums demand it: by the clauses of one clue."""
        wanted &= ~(excluded.known | self.placeable)
        for sight in self.demanded(excluded, wanted):
            yield self._weighed(sight, excluded)

    def _weighed(self, sight: Sight, excluded: Excluded) -> Sight:
        """A sight with the price of leading to no placement, if it does not."""
        leads = self.leads(self.index.opposite(sight.follows), excluded)
        return sight if leads else replace(sight, cost=sight.cost + IDLE)

    def ahead(self, excluded: Excluded, wanted: int) -> Iterator[Sight]:
        """What does not hold, as a sum would have too few candidates beside it."""
        false = excluded.false
        candidates = self.index.opposite(wanted) & self.placeable & ~excluded.known & ~false
        self._unmet = [own for own in self._unmet if own.of(excluded.known) < own.low]
        found, done = list[tuple[LiteralSum, int]](), 0
        for own in sorted(self._unmet, key=lambda own: (own.mask & ~false).bit_count()):
            self.index.check_time()
            mask = self._without_room(own, own.mask & ~false, candidates & ~done, excluded)
            done |= mask
            if mask:
                found.append((own, mask))
        leading = [each for each in found if self.leads(each[1], excluded)]
        for own, mask in (leading or found)[:_PRICED]:
            links, follows = [*self._links(mask, own, excluded)], self.index.opposite(mask)
            sight = self.priced("room", follows, [own], excluded, [own], links)
            yield self._weighed(sight, excluded)

    def _without_room(self, own: LiteralSum, left: int, among: int, excluded: Excluded) -> int:
        """The literals of a mask beside which a sum would have too few of its candidates."""
        spare, free = own.of(left) - own.low, left & ~excluded.known
        if not 0 <= spare < own.of(free):
            return 0
        # What excludes another one is excluded by it: so what each candidate excludes is added up.
        candidates = ((bit, weight) for weight, group in own.groups for bit in bits(group & free))
        out = [(self._out(bit, excluded), weight) for bit, weight in candidates]
        return at_least(spare + 1, out, among)

    def _out(self, bit: int, excluded: Excluded) -> int:
        """The literals for which no room is left beside one more; worked out where it changed."""
        known, false, found = self._outs.get(bit, (~0, 0, 0))
        near = self.bearing.near(bit)
        if ((known ^ excluded.known) | (false ^ excluded.false)) & near:
            masks = (mask for _, mask in self._by_sums(bit, excluded))
            found = reduce(or_, masks, self.index.opposite(1 << bit)) & ~excluded.false
            self._outs[bit] = excluded.known, excluded.false, found
        return found

    def _by_sums(self, bit: int, excluded: Excluded) -> Iterator[tuple[LiteralSum, int]]:
        """What each sum excludes if one more literal holds."""
        of, negated = self.bearing.of, self.index.negated(bit)
        for own in of.get(bit, ()):
            yield own, own.without_room(excluded.known | 1 << bit)
        for own in of.get(negated, ()):
            yield own, self.index.opposite(own.demanded(excluded.false | 1 << negated))

    def _links(self, mask: int, own: LiteralSum, excluded: Excluded) -> Iterator[LiteralSum]:
        """The sums by which some literals exclude candidates of another sum: few ones in all."""
        covers = defaultdict[LiteralSum, int](int)
        for place, bit in enumerate(bits(mask)):
            left = own.mask & self._out(bit, excluded)
            for link, out in self._by_sums(bit, excluded):
                covers[link] |= (out & left) << place * self.index.contradiction.bit_length()
        return covering(covers, self.price)

    def sets(self, excluded: Excluded, number: int) -> Iterator[Sight]:
        """Two or three sums which need all that as many others have room for; cheapest first."""
        form: Form = "pair" if number == 2 else "triple"
        known, sights = excluded.known, list[Sight]()
        sums = [own for own in self._unmet if own.is_count]
        sums = [own for own in sums if own.low == own.high == own.of(known) + 1]
        free = [own.mask & ~(excluded.false | known) for own in sums]
        for lows, covers in _sets(free, number):
            left, room = (reduce(or_, (free[i] for i in own)) for own in (lows, covers))
            if out := self.index.opposite(room & ~left):
                by = [sums[i] for i in (*lows, *covers)]
                sight = self.priced(form, out, by, excluded, by[:number])
                sights.append(self._weighed(sight, excluded))
        yield from sorted(sights, key=attrgetter("cost"))


def _sets(free: Sequence[int], number: int) -> Iterator[tuple[Several, Several]]:
    """So many sums without a common candidate, and as many others which have all of theirs."""
    having = by_key((bit, i) for i, mask in enumerate(free) for bit in bits(mask))
    few = [i for i, mask in enumerate(free) if 2 <= mask.bit_count() <= number]
    of = by_key((covers, i) for i in few for covers in _covers(i, free, having, number))
    pairs = by_key((i, pair) for pair in of if len(pair) == 2 < number for i in pair)
    joined = ({*one, *other} for own in pairs.values() for one, other in combinations(own, 2))
    every = {*of, *(tuple(sorted(own)) for own in joined)}
    for covers in sorted(own for own in every if len(own) == number):
        parts = {covers, *combinations(covers, 2)}
        lows = {i for part in parts for i in of.get(part, ())}.difference(covers)
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
        whole = {covers for covers in found if any(free[i] >> bit & 1 for i in covers)}
        short = (covers for covers in found - whole if len(covers) < number)
        longer = product(short, (i for i in having[bit] if i != place))
        found = whole.union(tuple(sorted((*covers, i))) for covers, i in longer)
    return found
