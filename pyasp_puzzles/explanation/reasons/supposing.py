"""Suppositions along the sums: the way from a literal to a contradiction, link by link.

Where a sum has few candidates and everything else has many, a person tries the few: what follows
from one of them sum by sum, and then again the few candidates of another sum.  Where all candidates
but one lead to a contradiction, the last one holds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from itertools import chain, combinations
from math import inf
from operator import or_
from typing import NamedTuple

from pyasp_puzzles.explanation.reasons.finder import FEW, QUICK, StepFinder
from pyasp_puzzles.explanation.reasons.normal_form import NormalForm
from pyasp_puzzles.explanation.reasons.placing import Excluded, Placements
from pyasp_puzzles.explanation.reasons.subproblems import LiteralIndex, bits, mask_of
from pyasp_puzzles.explanation.reasons.sums import NOTHING, BearingSums, LiteralSum, spread

_PROPAGATION = 1  # conflicts within which a consequence counts as found by propagation
_MOST_INFERRED = 10  # links for each clue but one that lead too far; every other one has no clue
_PATIENCE = 3  # after so many failures a set of clues is not tried again
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


class ClueSearch:
    """Asks clues of which sums do not show all, by searches that know what a finder knows."""

    def __init__(self, finder: StepFinder, form: NormalForm) -> None:
        self._finder, self._index, self._form = finder, finder.index, form
        scopes, most = self._index.clue_scopes, self._index.atoms
        self._global = mask_of(x for x in form.unread if scopes[x].bit_count() > most)
        self._failed = Counter[int]()

    def refuted(self, true: int) -> Inference | None:
        """Whether literals, a mask, contradict clues about the whole board, by propagation."""
        known, witnesses = self._finder.known_mask, self._finder.witnesses
        if not self._global or witnesses.refuted(self._global, true):
            return None
        whole, assumed = self._finder.whole, self._index.literals(true & ~known)
        answer = whole.solve(self._global, assumed, _PROPAGATION)
        witnesses.note(answer)
        if not answer.follows:
            return None
        return Inference(answer.clues, 0, self._index.mask(answer.known) | known)

    def by_few(self, clues: int, true: int) -> tuple[Inference, ...]:
        """Links of one or two of some clues each from literals that hold to a contradiction.

        Of two clues each link has one.  None: they do not lead to one.
        """
        found, new = list[Inference](), true & ~self._finder.known_mask
        others = clues.bit_count() - 1
        sizes = range(1, min(FEW, others) + 1)
        few = [*map(mask_of, chain(*(combinations(bits(clues), n) for n in sizes)))]
        while new and self._failed[clues] < _PATIENCE:
            held = self._form.spread(true & ~new, new)
            found.append(Inference(0, (held or true) & ~true, true))
            if held is None:
                return _needed(found)
            true, new = held, 0
            for some in few if len(found) <= _MOST_INFERRED * others else ():
                if link := self._inferred(some, true):
                    found.append(link)
                    if not link.follows:
                        return _needed(found)
                    new, true = link.follows, true | link.follows
                    few = [*(x for x in few if x != some), some]  # the others say something next
                    break
        self._failed[clues] += 1
        return ()

    def _inferred(self, clues: int, true: int) -> Inference | None:
        """A contradiction of clues with literals that hold, else one that follows from both."""
        index, known, witnesses = self._index, self._finder.known_mask, self._finder.witnesses
        part = self._finder.subproblem(index.components(bits(clues)))
        given = true & ~known & part.scope
        left = part.scope & ~(true | index.opposite(true)) | index.contradiction
        left &= ~witnesses.refuted(clues, true)
        for bit in sorted(bits(left), key=lambda bit: 1 << bit != index.contradiction):
            if left >> bit & 1:
                assumed = (*index.literals(given), *index.against(bit))
                answer = part.solve(clues, assumed, QUICK)
                left &= ~answer.false
                witnesses.note(answer)
                if answer.follows:
                    order = bits(answer.clues)
                    used = witnesses.shrunk(part, answer.clues, order, bit, QUICK, given)
                    core = part.refutes(used, assumed, QUICK) or answer
                    premises = index.mask(core.known) & true | known
                    return Inference(core.clues, 1 << bit & ~index.contradiction, premises)
        return None


def _needed(links: Sequence[Inference]) -> tuple[Inference, ...]:
    """The last link with those before it that it needs."""
    needed = [links[-1]]
    for link in reversed(links[:-1]):
        if any(link.follows & later.premises for later in needed):
            needed.insert(0, link)
    return tuple(needed)


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
            index.check_time()
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
        self._planned, self._beside = list[Supposition](), dict[tuple[int, int], int | None]()

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
        self._index.check_time()
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
