"""Proofs by contradiction along the sums: "suppose not, then ..., then ..., and a sum breaks"."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from itertools import chain, islice
from math import inf
from operator import or_
from typing import NamedTuple

from pyasp_puzzles.explanation.reasons.placing import Excluded, Placements
from pyasp_puzzles.explanation.reasons.subproblems import LiteralIndex, bits
from pyasp_puzzles.explanation.reasons.sums import (
    BACKGROUND,
    NOTHING,
    BearingSums,
    LiteralSum,
    sums_of,
)
from pyasp_puzzles.work.deadline import TimeUpError

_SHORT = 3
"""So few links that no shorter way is looked for."""

_MOST = 400
"""Literals that are derived from what is supposed, after which it leads too far."""

_ROUNDS = 2
"""Rounds for each link: between two of them a rule that is always known may say something."""

_TRIED = 6
"""Consequences that are supposed not to hold, each in turn."""

_MOST_WRONG, _MOST_IN_ALL = 5, 13
"""Candidates of a sum, and links, that are too many to exclude all but one."""


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


Ask = Callable[[int], Inference | None]
"""What clues that are no sums say of literals that hold, a mask, and of those that were supposed
or follow from that."""


def silence(_true: int) -> None:
    """No clue says more than the sums."""


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

    @property
    def worth(self) -> tuple[int, int]:
        """Clues of the largest link, of at least two, and links: the least is easiest to follow."""
        return max(2, *(link.clues.bit_count() for link in self.links)), self.length


Link = Inference | Supposition
"""What a supposition is led on by."""


class Futile(NamedTuple):
    """A supposition that led to nothing: what was known, what was looked at, and held; masks.

    Attributes:
        true: nothing, if a limit ended it.
        rounds: in how many it led to nothing.
    """

    known: int
    reached: int
    true: int
    rounds: float

    def still(self, index: LiteralIndex, known: int) -> bool:
        """Whether what is known now would change nothing; what followed already does not."""
        changed = (known ^ self.known) & (self.reached | index.opposite(self.reached))
        return not changed & ~(known & self.true)


class Propagation:
    """What follows from a literal, sum by sum, each with the sum that gives it.

    Attributes:
        true: what holds, a mask.
        closed: whether all that follows along sums was found, without a contradiction.
    """

    def __init__(self, index: LiteralIndex, sums: BearingSums, known: int, bit: int) -> None:
        self._index, self._sums, self._start = index, sums, known
        self.true, self._false = known | 1 << bit, index.opposite(known | 1 << bit)
        self._link: dict[int, Inference] = {}
        self._todo = [bit]
        self._seen, self._rounds, self.closed = 0, 0, False
        self._way: Supposition | None = None

    @property
    def reached(self) -> int:
        """The literals of all sums that were looked at, a mask."""
        return reduce(or_, map(self._sums.near, self._todo[: self._seen]), 0)

    def way(self, rounds: float = inf, ask: Ask = silence) -> Supposition | None:
        """The links to a contradiction; ``None``: there is none within so many rounds.

        It goes on where an earlier call ended.
        """
        if self._way is None and (last := self.contradiction(rounds, _MOST, ask)):
            self._way = Supposition.of(self._index, self._todo[0], self.back(last))
        return self._way

    def contradiction(
        self, rounds: float = inf, most: float = inf, ask: Ask = silence
    ) -> Inference | None:
        """The link to a contradiction, if there is one within so many rounds and literals."""
        while self._seen < len(self._todo):
            if self._rounds >= rounds or len(self._todo) > most:
                return None
            new, self._seen = self._todo[self._seen :], len(self._todo)
            self._rounds += 1
            for own in dict.fromkeys(chain.from_iterable(map(self._sums.__getitem__, new))):
                implied = own.implied(self.true, self._false)
                if implied is NOTHING:
                    continue
                if implied is None:
                    full = own.of(self.true) > own.high
                    return Inference(
                        own.clues, 0, own.mask & self.true if full else self._held(own)
                    )
                self._derive(own, *implied)
            self.closed = self._seen == len(self._todo)
            found = ask(self.true) if self.closed else None
            if found and not found.follows:
                return found
            if found:
                self._add(found)
        return None

    def _held(self, own: LiteralSum) -> int:
        """What is known of candidates that do not hold."""
        return self._index.opposite(own.mask & self._false)

    def _derive(self, own: LiteralSum, out: int, forced: int) -> None:
        """Add what a sum has no room for, and what it cannot do without."""
        if not out | forced:
            return
        out = self._index.opposite(out)
        held = self._held(own)
        self._add(Inference(own.clues, out, own.mask & self.true))
        self._add(Inference(own.clues, forced, held))

    def _add(self, found: Inference) -> None:
        """Take what is inferred as known within the supposition."""
        follows = found.follows & ~self.true
        for bit in bits(follows):
            self._link[bit] = found
            self._todo.append(bit)
        self.true |= follows
        self._false |= self._index.opposite(follows)

    def back(self, last: Inference, cases: Sequence[Supposition] = ()) -> tuple[Link, ...]:
        """The links that lead to the last one, and to cases before it, in order."""
        wanted, places = set[int](), {bit: i for i, bit in enumerate(self._todo)}
        excluded = reduce(or_, (case.follows for case in cases), 0)
        needed = last.premises & ~excluded | reduce(or_, (case.premises for case in cases), 0)
        todo = list(bits(needed & ~self._start))
        while todo:
            bit = todo.pop()
            if bit not in wanted:
                wanted.add(bit)
                if bit in self._link:
                    todo += bits(self._link[bit].premises & ~self._start)
        used: dict[Inference, int] = {}
        for bit in sorted(wanted.intersection(self._link), key=places.__getitem__):
            used[self._link[bit]] = used.get(self._link[bit], 0) | 1 << bit
        return *(link._replace(follows=mask) for link, mask in used.items()), *cases, last


class Suppositions:
    """Searches for suppositions that lead to a contradiction where some literals are known."""

    def __init__(self, placements: Placements) -> None:
        self._placements, self._index = placements, placements.index
        self._futile: dict[int, Futile] = {}  # along sums
        self._begun: dict[int, Propagation] = {}  # where this is known
        self._known = 0

    def shortest(self, excluded: Excluded, wanted: int, most: int, ask: Ask) -> Supposition | None:
        """From the opposite of something wanted; those come first which lead to a placement."""
        known = excluded.known | excluded.silent
        far, leads = self._placements.far, self._placements.leads
        order = sorted(bits(self._index.opposite(wanted & ~known)), key=lambda x: far(1 << x))
        leading = [bit for bit in order if leads(1 << bit, excluded)]
        led = set(leading)
        others = [bit for bit in order if bit not in led]
        found = self._shortest(known, leading, most, ask)
        return found or self._shortest(known, others, most, ask)

    def _shortest(
        self, known: int, candidates: Iterable[int], most: int, ask: Ask
    ) -> Supposition | None:
        """The way with fewer links than so many, from one of some literals; a short one ends it."""
        best: Supposition | None = None
        for bit in candidates if known else ():  # else clues are asked first
            found = self._way(known, bit, _ROUNDS * most, ask)
            if found and found.length < most:
                best, most = found, found.length
                if most <= _SHORT:
                    break
        return best

    def _way(
        self, known: int, bit: int, rounds: float = inf, ask: Ask = silence
    ) -> Supposition | None:
        """The way from a literal, along sums as far as they say something.

        Raises:
            TimeUpError: the time is up.
        """
        if self._index.late():
            raise TimeUpError
        if known != self._known:
            self._known, self._begun = known, {}
        before = self._futile.get(bit)
        if before and before.rounds >= rounds and before.still(self._index, known):
            if not ask(known | before.true):
                return None
            self._begun.pop(bit, None)
        if bit not in self._begun:
            self._begun[bit] = Propagation(self._index, self._placements.bearing, known, bit)
        propagation = self._begun[bit]
        found = propagation.way(rounds, ask)
        if propagation.closed:  # whatever followed leads no further by itself
            futile = Futile(known, propagation.reached, propagation.true, inf)
            self._futile.update(dict.fromkeys(bits(propagation.true & ~known), futile))
        elif not found:
            self._futile[bit] = Futile(known, propagation.reached, 0, rounds)
        return found

    def aimed(self, excluded: Excluded, wanted: int, most: int) -> list[Supposition]:
        """All candidates but one of a choice, each with the way to a contradiction along sums.

        Of the choice with the fewest links in all; none: there is no such one.
        """
        known, best, least = excluded.known | excluded.silent, list[Supposition](), _MOST_IN_ALL
        demanding = self._placements.demanding
        choices = [own for own in demanding if own.is_choice and own.clue == BACKGROUND]
        left_of = {own: own.mask & ~(excluded.false | excluded.known) for own in choices}
        for own in sorted(choices if known else (), key=lambda own: left_of[own].bit_count()):
            wrong = left_of[own] & self._index.opposite(wanted)
            if not 0 < wrong.bit_count() == left_of[own].bit_count() - 1 <= _MOST_WRONG:
                continue
            found, total = list[Supposition](), 0
            for bit in bits(wrong):
                chain = self._way(known, bit, _ROUNDS * most)
                total += chain.length if chain else least
                if chain is None or chain.length >= most or total >= least:
                    break
                found.append(chain)
            else:
                best, least = found, total
        return sorted(best, key=lambda chain: chain.length)

    def along_sums(self, excluded: Excluded, bit: int) -> Supposition | None:
        """A way from a literal to a contradiction along sums."""
        return self._way(excluded.known | excluded.silent, bit)

    def of_clues(
        self, excluded: Excluded, follows: int, clues: int, ask: Ask
    ) -> Supposition | None:
        """The best way from the opposite of a consequence that needs these clues only; masks."""
        own = (own for own in self._placements.sums if not own.clues & ~clues)
        sums, known = BearingSums(self._index, sums_of(own)), excluded.known | excluded.silent
        against = [self._index.negated(bit) for bit in islice(bits(follows), _TRIED)]
        ways = [Propagation(self._index, sums, known, bit).way(ask=ask) for bit in against]
        return min(filter(None, ways), key=lambda way: way.worth, default=None)
