"""Steps that a person sees: the only place left, the only value left, a sum that is reached.

They are read off the sums of the ground program (:mod:`.sums`).  A literal is *excluded* if a sum
has no room for it beside what is known; that is never told by itself, but seen in what it leads
to.  A literal is *placed* by a sum which cannot do without it.  Of several steps the next is the
one with the fewest sums to look at, near the last one.

Step-wise explanations with a cost for each step: Bogaerts, Gamba, Guns, "A framework for step-wise
explaining how to solve constraint satisfaction problems", Artificial Intelligence 300, 2021.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_

from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.explanation.reasons.subproblems import LiteralIndex, bits
from pyasp_puzzles.explanation.reasons.sums import BACKGROUND, LiteralSum, NormalForm
from pyasp_puzzles.explanation.reasons.supposing import Ask, Supposition, shortest, silence
from pyasp_puzzles.explanation.steps import Form
from pyasp_puzzles.work.deadline import TimeUpError

_ALWAYS = 0.2
"""The price of looking at a rule that is always known; that of a clue is its weight."""

_FAR, _STEP = 4, 0.3
"""Cells of distance that count at most, and their price together."""

_LONG = 60
"""Links that are too many where a few clues are known to lead to a contradiction."""

_MOST_WRONG, _MOST_IN_ALL = 20, 60
"""Candidates of a sum, and links, that are too many to exclude all but one."""

IDLE = 100
"""The price of what leads to no placement."""


@dataclass(frozen=True)
class Sight:
    """Literals, as a mask, that follow from sums and from what excludes other candidates.

    Attributes:
        by: the sums that demand them.
        seen: the sums that exclude other candidates.
        evidence: known literals that are looked at, a mask.
        cost: the least is easiest to see.
    """

    form: Form
    follows: int
    by: tuple[LiteralSum, ...]
    seen: tuple[LiteralSum, ...]
    evidence: int
    cost: float

    @property
    def clues(self) -> tuple[int, int]:
        """The clues of the sums that demand something, and of those that exclude; masks."""
        by, seen = (reduce(or_, (own.clues for own in sums), 0) for sums in (self.by, self.seen))
        return by, seen & ~by


class Excluded:
    """The literals that a sum has no room for beside what is known, each with all such sums.

    Attributes:
        by: the sums that exclude each literal, a bit.
        known, false: masks; false is what is excluded or known not to hold.
        against: the opposites of what is known.
        silent: the opposites of what is excluded, which nobody told.
    """

    def __init__(self, sums: Iterable[LiteralSum], known: int, index: LiteralIndex) -> None:
        self.known, self.against = known, index.opposite(known)
        self.by: dict[int, list[LiteralSum]] = {}
        for own in sums:
            room = own.high - own.of(known)
            for bit in bits(own.heavier(room, own.mask & ~known)):
                self.by.setdefault(bit, []).append(own)
        self.false = self.against
        for bit in self.by:
            self.false |= 1 << bit
        self.silent = index.opposite(self.false & ~self.against)

    def fewest(self, literals: int, price: Callable[[LiteralSum], float]) -> tuple[LiteralSum, ...]:
        """Sums that exclude some literals which are not known to be false: few and cheap ones."""
        left, covers = 0, dict[LiteralSum, int]()
        for bit in bits(literals & ~self.against):
            for own in self.by.get(bit, ()):
                covers[own] = covers.get(own, 0) | 1 << bit
                left |= 1 << bit
        used = list[LiteralSum]()
        while left:
            best = max(covers, key=lambda own: (covers[own] & left).bit_count() / price(own))
            used.append(best)
            left &= ~covers[best]
        return tuple(used)


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
        self.index, self.sums, self._places = index, form.sums, places
        self._demanding = [own for own in form.sums if own.low > 0]
        self._alone: list[LiteralSum] = []
        self._clauses: dict[int, list[LiteralSum]] = defaultdict(list)
        for own in self._demanding:
            together = own.is_clause and own.clue != BACKGROUND
            (self._clauses[own.clue] if together else self._alone).append(own)
        self._of: dict[int, list[LiteralSum]] = defaultdict(list)
        for own in form.sums:
            for bit in bits(own.mask):
                self._of[bit].append(own)
        every = (1 << index.atoms) - 1
        self.placeable = every
        for own in form.sums:
            if own.is_choice and own.mask & every:
                self.placeable |= own.mask
        singles = (own for own in form.sums if own.is_single and own.clue == BACKGROUND)
        always = reduce(or_, (own.mask for own in singles), 0)
        self.always = always | self.implied(always, ~0)
        self._last: Sequence[Place] = ()
        self._idle: dict[int, dict[int, tuple[int, int]]] = {}

    def excluded(self, known: int) -> Excluded:
        """What has no room beside what is known."""
        return Excluded(self.sums, known, self.index)

    def placed(self, excluded: Excluded, wanted: int) -> Sight | None:
        """The placement that is easiest to see, of those wanted, with what the same clue says."""
        wanted &= ~excluded.known
        sights = [x for x in self._demanded(excluded, wanted) if x.follows & self.placeable]
        for bit in bits(self.index.opposite(wanted & self.placeable) & excluded.false):
            if bit in excluded.by:
                own = min(excluded.by[bit], key=self._price)
                follows = self.index.opposite(1 << bit)
                sights.append(self._priced("bound", follows, (own,), (), excluded))
        return min(sights, key=lambda sight: sight.cost, default=None)

    def _demanded(self, excluded: Excluded, wanted: int) -> Iterator[Sight]:
        """What sums cannot do without: by each count alone, by all clauses of a clue together."""
        for own in self._alone:
            left = own.mask & ~excluded.false
            forced = own.heavier(own.of(left) - own.low, left & wanted)
            if forced:
                yield self._demand([own], forced, excluded)
        for clauses in self._clauses.values():
            used, forced = list[LiteralSum](), 0
            more = True
            while more:
                more = False
                false = excluded.false | self.index.opposite(forced)
                for own in clauses:
                    left = own.mask & ~false
                    if left & (left - 1) == 0 and left & wanted & ~forced:
                        forced, more = forced | left, True
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
        seen = excluded.fewest(false, self._price)
        return self._priced(form, forced, tuple(sums), seen, excluded)

    def learnt(self, follows: int) -> None:
        """Take literals as the last ones: what is near them comes next."""
        first = next(bits(follows)) % self.index.atoms
        self._last = self._places[first] or self._last

    def _price(self, own: LiteralSum) -> float:
        return _ALWAYS if own.clue == BACKGROUND else self.index.weights[own.clue]

    def _priced(
        self,
        form: Form,
        follows: int,
        by: tuple[LiteralSum, ...],
        seen: tuple[LiteralSum, ...],
        excluded: Excluded,
        further: float = 0,
    ) -> Sight:
        """Sums that are looked at, with what is known of them and their price."""
        evidence = 0
        for own in (*by, *seen):
            evidence |= own.mask & excluded.known
        for own in by:
            evidence |= self.index.opposite(own.mask & excluded.against)
        once = {own.clue if own.clue != BACKGROUND else own: own for own in (*by, *seen)}
        price = sum(map(self._price, once.values())) + further
        return Sight(form, follows, by, seen, evidence, price + self._far(follows))

    def _far(self, follows: int) -> float:
        """The price of looking elsewhere."""
        here = self._places[next(bits(follows)) % self.index.atoms] if follows else ()
        if not here or not self._last:
            return 0.0
        near = min(
            sum(abs(a - b) for a, b in zip(one, other, strict=False))
            for one in here[:4]
            for other in self._last[:4]
        )
        return _STEP * min(near, _FAR) / _FAR

    def seen(self, silent: int, excluded: Excluded) -> Sight:
        """What is seen of literals that nobody told."""
        sums = excluded.fewest(self.index.opposite(silent), self._price)
        return self._priced("", silent, (), sums, excluded)

    def implied(self, follows: int, wanted: int) -> int:
        """The placements of those wanted that follow from literals without any clue, sum by sum."""
        known = follows
        for bit in bits(known):
            negated = self.index.negated(bit)
            for own in (*self._of.get(bit, ()), *self._of.get(negated, ())):
                if own.clue == BACKGROUND:
                    left = own.mask & ~self.index.opposite(known)
                    room = own.high - own.of(own.mask & known)
                    new = self.index.opposite(own.heavier(room, left & ~known))
                    new |= own.heavier(own.of(left) - own.low, left)
                    known |= new & self.placeable & wanted
        return known & ~follows

    # -- eliminations

    def excluding(self, excluded: Excluded, wanted: int) -> Iterator[Sight]:
        """What does not hold, as sums demand it: by the clauses of one clue."""
        for sight in self._demanded(excluded, wanted & ~(excluded.known | self.placeable)):
            idle = 0 if self._leads(self.index.opposite(sight.follows), excluded) else IDLE
            yield replace(sight, cost=sight.cost + idle)

    def ahead(self, excluded: Excluded, wanted: int) -> Iterator[Sight]:
        """What does not hold, as a sum would have too few candidates beside it.

        Those come first which lead to a placement, then those that are easiest to see.
        """
        false = excluded.false
        candidates = self.index.opposite(wanted) & self.placeable & ~(false | excluded.known)
        found, outs, done = list[tuple[LiteralSum, int]](), dict[int, int](), 0
        for own in sorted(self._demanding, key=lambda own: (own.mask & ~false).bit_count()):
            if self.index.late():
                raise TimeUpError
            left = own.mask & ~false
            mask = candidates & ~done & self._without_room(own, left, excluded, outs)
            done |= mask
            if mask:
                found.append((own, mask))
        leading = [each for each in found if self._leads(each[1], excluded)]
        sights = list[Sight]()
        for own, mask in leading or found:
            seen = dict.fromkeys(excluded.fewest(own.mask & false, self._price))
            for bit in bits(mask):
                seen.update(dict.fromkeys(self._links(bit, own, excluded)))
            follows, by = self.index.opposite(mask), (own,)
            idle = 0 if leading else IDLE
            sights.append(self._priced("room", follows, by, tuple(seen), excluded, idle))
        yield from sorted(sights, key=lambda sight: sight.cost)

    def _without_room(
        self, own: LiteralSum, left: int, excluded: Excluded, outs: dict[int, int]
    ) -> int:
        """The literals beside which a sum would have too few of its candidates.

        That two exclude each other goes both ways: what each candidate excludes is added up, in
        binary places, each a mask.  ``outs``: what was worked out before.
        """
        spare = own.of(left) - own.low
        free = left & ~excluded.known
        if spare < 0 or own.of(free) <= spare:
            return 0
        places = list[int]()
        for weight, group in own.groups:
            for bit in bits(group & free):
                if bit not in outs:
                    outs[bit] = self._out(bit, excluded)
                _add(places, outs[bit], weight)
        return _above(places, spare)

    def _out(self, bit: int, excluded: Excluded) -> int:
        """The literals for which no room is left beside one more."""
        out = self.index.opposite(1 << bit)
        for own in self._of[bit]:
            room = own.high - own.of(excluded.known | 1 << bit)
            out |= own.heavier(room, own.mask & ~(excluded.known | 1 << bit))
        forced = 0
        for own in self._of[self.index.negated(bit)]:
            left = own.mask & ~(excluded.false | 1 << self.index.negated(bit))
            forced |= own.heavier(own.of(left) - own.low, left)
        return (out | self.index.opposite(forced)) & ~excluded.false

    def _links(self, bit: int, own: LiteralSum, excluded: Excluded) -> Iterator[LiteralSum]:
        """The sums by which a literal excludes candidates of another sum: few ones."""
        left = own.mask & self._out(bit, excluded)
        by = dict[LiteralSum, int]()
        for link in self._of[bit]:
            room = link.high - link.of(excluded.known | 1 << bit)
            by[link] = link.heavier(room, link.mask & left)
        for link in self._of[self.index.negated(bit)]:
            rest = link.mask & ~(excluded.false | 1 << self.index.negated(bit))
            forced = link.heavier(link.of(rest) - link.low, rest)
            by[link] = self.index.opposite(forced) & left
        while left and by:
            best = max(by, key=lambda link: (by[link] & left).bit_count() / self._price(link))
            if not by[best] & left:
                return
            yield best
            left &= ~by.pop(best)

    def _leads(self, out: int, excluded: Excluded) -> bool:
        """Whether a sum that loses candidates places another one."""
        sums = {id(each): each for bit in bits(out) for each in self._of[bit]}
        false = excluded.false | out
        for own in sums.values():
            left = own.mask & ~false
            if own.low and own.heavier(
                own.of(left) - own.low, left & ~excluded.known & self.placeable
            ):
                return True
        return bool(self.index.opposite(out) & self.placeable & ~excluded.known)

    def supposed(self, excluded: Excluded, wanted: int, most: int, ask: Ask) -> Supposition | None:
        """The shortest way from the opposite of something wanted to a contradiction."""
        known = excluded.known | excluded.silent
        order = sorted(bits(self.index.opposite(wanted & ~known)), key=lambda x: self._far(1 << x))
        leading = [bit for bit in order if self._leads(1 << bit, excluded)]
        others = [bit for bit in order if bit not in leading]
        of, index = self._of, self.index
        idle = self._idle.setdefault(most, {})
        found = shortest(index, of, known, leading, most, ask, idle)
        return found or shortest(index, of, known, others, most, ask, idle)

    def aimed(self, excluded: Excluded, wanted: int, most: int) -> list[Supposition]:
        """The candidates of one sum that do not hold, each with the way to a contradiction.

        Of the sum that places something then, with the fewest links in all; none: there is no such
        one.
        """
        index, known = self.index, excluded.known | excluded.silent
        seen, best, least = dict[int, Supposition | None](), list[Supposition](), _MOST_IN_ALL
        sums = [own for own in self._demanding if own.is_choice and own.mask & ~excluded.false]
        idle = self._idle.setdefault(-most, {})
        left_of = {own: own.mask & ~(excluded.false | excluded.known) for own in sums}
        for own in sorted(sums, key=lambda own: left_of[own].bit_count()):
            wrong = left_of[own] & index.opposite(wanted)
            if wrong.bit_count() + 1 != left_of[own].bit_count() or wrong.bit_count() > _MOST_WRONG:
                continue
            found, total = list[Supposition](), 0
            for bit in bits(wrong):
                if bit not in seen:
                    seen[bit] = shortest(index, self._of, known, [bit], most, silence, idle)
                chain = seen[bit]
                total += chain.length if chain else least
                if chain is None or total >= least:
                    break
                found.append(chain)
            else:
                best, least = found, total
        return sorted(best, key=lambda chain: chain.length)

    def chain(
        self, known: int, bit: int, clues: int, ask: Ask = silence
    ) -> Supposition | None:
        """A way from a literal to a contradiction that needs these clues only, a mask."""
        of: dict[int, list[LiteralSum]] = defaultdict(list)
        for own in self.sums:
            if not own.clues & ~clues:
                for each in bits(own.mask):
                    of[each].append(own)
        return shortest(self.index, of, known, [bit], _LONG, ask, {})

    def sets(self, excluded: Excluded, number: int) -> Iterator[Sight]:
        """Two or three sums which need all that as many others have room for; cheapest first."""
        form: Form = "pair" if number == 2 else "triple"
        lows = list[tuple[LiteralSum, int]]()
        for own in self._demanding:
            left = own.mask & ~(excluded.false | excluded.known)
            if self._needs_one(own, excluded) and 2 <= left.bit_count() <= number:
                lows.append((own, left))
        caps: dict[int, list[LiteralSum]] = defaultdict(list)
        for own in self._demanding:
            if self._needs_one(own, excluded):
                for bit in bits(own.mask & ~(excluded.false | excluded.known)):
                    caps[bit].append(own)
        sights = list[Sight]()
        for chosen, left, covers in _sets(lows, caps, number):
            out = ~(left | excluded.false | excluded.known)
            out &= reduce(or_, (own.mask for own in covers))
            if out:
                false = reduce(or_, (own.mask for own in chosen)) & excluded.false
                seen = excluded.fewest(false, self._price)
                idle = 0 if self._leads(out, excluded) else IDLE
                by = *chosen, *sorted(covers, key=lambda own: own.mask)
                follows = self.index.opposite(out)
                sights.append(self._priced(form, follows, by, seen, excluded, idle))
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


def _sets(
    lows: Sequence[tuple[LiteralSum, int]], caps: Mapping[int, Sequence[LiteralSum]], number: int
) -> Iterator[tuple[list[LiteralSum], int, frozenset[LiteralSum]]]:
    """So many sums, their candidates, and as many other sums which have all of these."""
    found = set[tuple[frozenset[int], frozenset[LiteralSum]]]()

    def grown(
        chosen: frozenset[int], left: int, covers: frozenset[LiteralSum], covered: int
    ) -> Iterator[tuple[list[LiteralSum], int, frozenset[LiteralSum]]]:
        if (chosen, covers) in found:
            return
        found.add((chosen, covers))
        if len(chosen) == number:
            if len(covers) == number:
                yield [lows[i][0] for i in sorted(chosen)], left, covers
            return
        for i in range(min(chosen, default=-1) + 1, len(lows)):
            mask = lows[i][1]
            if not mask & left and (mask & covered or not chosen):
                for more in _covers(mask & ~covered, caps, number - len(covers)):
                    wider = reduce(or_, (own.mask for own in more), covered)
                    yield from grown(chosen | {i}, left | mask, covers | set(more), wider)

    yield from grown(frozenset(), 0, frozenset(), 0)


def _covers(
    left: int, caps: Mapping[int, Sequence[LiteralSum]], number: int
) -> Iterator[tuple[LiteralSum, ...]]:
    """At most so many sums which together have all of some literals."""
    if not left:
        yield ()
    elif number:
        for own in caps.get(next(bits(left)), ()):
            for others in _covers(left & ~own.mask, caps, number - 1):
                yield (own, *others)
