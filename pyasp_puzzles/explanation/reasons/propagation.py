"""What follows along the sums, link by link, from literals that are supposed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from itertools import chain
from math import inf
from operator import or_
from typing import NamedTuple

from pyasp_puzzles.explanation.reasons.placing import Excluded, Placements
from pyasp_puzzles.explanation.reasons.subproblems import LiteralIndex, bits
from pyasp_puzzles.explanation.reasons.sums import NOTHING, BearingSums, LiteralSum
from pyasp_puzzles.work.deadline import TimeUpError

_MOST = 400
"""Literals that follow, after which a propagation stops."""

_SHORT = 3
"""So few links that no shorter way is looked for."""

_ROUNDS = 2
"""Rounds for each link: between two of them a rule that is always known may say something."""


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
"""Asks clues that are no sums what follows from all literals that hold, a mask."""


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


Link = Inference | Supposition
"""What a supposition is led on by."""


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
        self._link: dict[int, Inference] = {}
        self._todo = [*bits(new)]
        self._seen = 0

    def way(self, last: Inference, cases: Sequence[Supposition] = ()) -> Supposition:
        """The links from the one new literal to the last one, with cases before it."""
        return Supposition.of(self._index, self._todo[0], self._back(last, cases))

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
                if implied is None:
                    return Inference(own.clues, 0, self._breaking(own))
                self._derive(own, *implied)
            found = ask(self.true) if ask and self._seen == len(self._todo) else None
            if found and not found.follows:
                return found
            if found:
                self._add(found)
        return None

    def _breaking(self, own: LiteralSum) -> int:
        """What is known of a sum's candidates that breaks it: too much, too little, or both."""
        if own.of(self.true) > own.high:
            return own.mask & self.true
        held = self._held(own)
        lacks = own.of(own.mask & ~self._false) < own.low
        return held if lacks else held | own.mask & self.true

    def _held(self, own: LiteralSum) -> int:
        """What is known of candidates that do not hold."""
        return self._index.opposite(own.mask & self._false)

    def _derive(self, own: LiteralSum, out: int, forced: int) -> None:
        """Add what a sum has no room for, and what it cannot do without."""
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

    def _back(self, last: Inference, cases: Sequence[Supposition]) -> tuple[Link, ...]:
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
