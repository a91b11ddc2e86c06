"""Steps that a person sees: the only place left, the only value left, a sum that is reached.

They are read off the sums of the ground program (:mod:`.sums`).  A literal is *excluded* if a sum
has no room for it beside what is known; that is never told by itself, but seen in what it leads
to.  A literal is *placed* by a sum which cannot do without it.  Of several steps the next is the
one with the fewest sums to look at, near the last one.

Step-wise explanations with a cost for each step: Bogaerts, Gamba, Guns, "A framework for step-wise
explaining how to solve constraint satisfaction problems", Artificial Intelligence 300, 2021.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import product
from operator import or_

from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.core.regions import by_key
from pyasp_puzzles.explanation.reasons.normal_form import NormalForm
from pyasp_puzzles.explanation.reasons.subproblems import LiteralIndex, bits, mask_of
from pyasp_puzzles.explanation.reasons.sums import BACKGROUND, BearingSums, LiteralSum
from pyasp_puzzles.explanation.steps import Form

_ALWAYS = 0.2  # the price of looking at a rule that is always known; that of a clue is its weight
_FAR, _STEP = 4, 0.3  # cells of distance that count at most, and their price together
_MANY = 3  # so many literals that reach a count are not seen at a glance: that is a step

Sums = Sequence[LiteralSum]


@dataclass(frozen=True)
class Sight:
    """Literals, as a mask, that follow from sums and from what excludes other candidates.

    Attributes:
        clues: those of the sums that demand them, a mask.
        seen: those of the sums that exclude other candidates, a mask.
        evidence: known literals that are looked at, a mask.
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
        known, false: masks; false is what is excluded or known not to hold.
        against: the opposites of what is known.
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
        covers = dict[LiteralSum, int]()
        for bit in bits(literals & ~self.against):
            for own in self.by.get(bit, ()):
                covers[own] = covers.get(own, 0) | 1 << bit
        order = sorted(covers, key=lambda own: (own.mask & self.known).bit_count())
        return tuple(covering({own: covers[own] for own in order}, price))


def best_cover(
    covers: Mapping[LiteralSum, int], left: int, price: Callable[[LiteralSum], float]
) -> LiteralSum | None:
    """The sum that covers most of what is left for its price; ``None``: each covers nothing."""
    if not any(mask & left for mask in covers.values()):
        return None
    return max(covers, key=lambda own: (covers[own] & left).bit_count() / price(own))


def covering(
    covers: Mapping[LiteralSum, int], price: Callable[[LiteralSum], float]
) -> Iterator[LiteralSum]:
    """Few and cheap sums that cover all that some sums cover, each a mask; greedily."""
    left = reduce(or_, covers.values(), 0)
    while best := best_cover(covers, left, price):
        yield best
        left &= ~covers[best]


class Placements:
    """Finds what can be placed where some literals, a mask, are known.

    Args:
        places: for each atom of the index its places on the board.

    Attributes:
        placeable: the literals that are placements, a mask: atoms, and what takes the place of a
            value.
        always: what follows without any clue, as far as sums show it, a mask.
    """

    def __init__(
        self, form: NormalForm, index: LiteralIndex, places: Sequence[Sequence[Place]]
    ) -> None:
        self.index, self.sums, self._form, self._places = index, form.sums, form, places
        self.demanding = [own for own in form.sums if own.low > 0]
        self._alone = [own for own in self.demanding if not own.is_clause]
        self._clauses = by_key((own.clue, own) for own in self.demanding if own.is_clause)
        self.bearing = BearingSums(index, form.sums)
        choices = (own.mask for own in form.sums if own.is_choice and own.mask & index.every)
        self.placeable = reduce(or_, choices, index.every)
        self.always = form.always | self.implied(form.always, ~0)
        self._last: Sequence[Place] = ()
        self._excluded: Excluded | None = None

    def excluded(self, known: int) -> Excluded:
        """What has no room beside what is known."""
        if self._excluded is None or self._excluded.known != known:
            self._excluded = Excluded(self.sums, known, self.index)
        return self._excluded

    def placed(self, excluded: Excluded, wanted: int) -> Sight | None:
        """The placement that is easiest to see, of those wanted, with what the same clue says."""
        wanted &= ~excluded.known
        sights = [x for x in self.demanded(excluded, wanted) if x.follows & self.placeable]
        for bit in bits(self.index.opposite(wanted & self.placeable) & excluded.false):
            own, follows = min(excluded.by[bit], key=self.price), self.index.opposite(1 << bit)
            sights.append(self.priced("bound", follows, (own,), (), excluded))
        return min(sights, key=lambda sight: sight.cost, default=None)

    def reached(self, excluded: Excluded, wanted: int) -> Sight | None:
        """What a count excludes as many literals reach it, of what is wanted."""
        found = ((own, self.index.opposite(out) & wanted) for own, out in excluded.counted)
        sights = (self.priced("bound", own[1], own[:1], (), excluded) for own in found if own[1])
        return min(sights, key=lambda sight: sight.cost, default=None)

    def broken(self, excluded: Excluded) -> Sight | None:
        """The sum that is easiest to see of those that what is known breaks."""
        sights = list[Sight]()
        for own in self.sums:
            lacks = own.of(own.mask & ~excluded.false) < own.low
            if lacks or own.of(excluded.known) > own.high:
                lost = own.mask & excluded.false if lacks else 0
                seen = excluded.fewest(lost, self.price)
                sights.append(self.priced("", 0, (own,), seen, excluded))
        return min(sights, key=lambda sight: sight.cost, default=None)

    def demanded(self, excluded: Excluded, wanted: int) -> Iterator[Sight]:
        """What sums cannot do without: by each count alone, by all clauses of a clue together."""
        for own in self._alone:
            if forced := own.demanded(excluded.false) & wanted:
                yield self._demand([own], forced, excluded)
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
                yield self._demand(used, forced, excluded)

    def _demand(self, sums: Sequence[LiteralSum], forced: int, excluded: Excluded) -> Sight:
        """What some sums demand, with what excludes their other candidates."""
        form: Form = "bound"
        if sums[0].is_single:
            form = "given"
        elif sums[0].is_choice:
            form = "only" if sums[0].clue != BACKGROUND else "value"
        false = reduce(or_, (own.mask for own in sums)) & excluded.false
        seen = excluded.fewest(false, self.price)
        return self.priced(form, forced, sums, seen, excluded)

    def learnt(self, follows: int) -> None:
        """Take literals as the last ones: what is near them comes next."""
        first = next(bits(follows)) % self.index.atoms
        self._last = self._places[first] or self._last

    def price(self, own: LiteralSum) -> float:
        return _ALWAYS if own.clue == BACKGROUND else self.index.weights[own.clue]

    def priced(
        self, form: Form, follows: int, by: Sums, seen: Sums, excluded: Excluded, idle: float = 0
    ) -> Sight:
        """Sums that demand something and that exclude candidates, with the price of seeing them."""
        every = [*by, *seen]
        demanding = reduce(or_, (own.mask for own in by), 0)
        evidence = reduce(or_, (own.mask for own in every), 0) & excluded.known
        evidence |= self.index.opposite(demanding & excluded.against)
        clues, others = (reduce(or_, (own.clues for own in sums), 0) for sums in (by, seen))
        once = {own.clue if own.clue != BACKGROUND else own: own for own in every}
        cost = sum(map(self.price, once.values())) + idle + self.far(follows)
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
