"""Proofs by contradiction along the sums: "suppose not, then ..., then ..., and a sum breaks"."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from math import inf
from typing import NamedTuple

from pyasp_puzzles.explanation.reasons.placing import Excluded, Placements
from pyasp_puzzles.explanation.reasons.propagation import Ask, Propagation, Supposition, silence
from pyasp_puzzles.explanation.reasons.subproblems import bits
from pyasp_puzzles.explanation.reasons.sums import BACKGROUND, BearingSums, sums_of
from pyasp_puzzles.work.deadline import TimeUpError

_SHORT = 3
"""So few links that no shorter way is looked for."""

_ROUNDS = 2
"""Rounds for each link: between two of them a rule that is always known may say something."""

_TRIED = 6
"""Consequences that are supposed not to hold, each in turn."""

_MOST_WRONG, _MOST_IN_ALL = 5, 13
"""Candidates of a sum, and links, that are too many to exclude all but one."""


class Futile(NamedTuple):
    """A supposition that led to nothing; masks.

    Attributes:
        reached: what was looked at, and its opposites.
        true: all that held in the end; 0: a limit ended it.
        rounds: in how many it led to nothing.
    """

    known: int
    reached: int
    true: int
    rounds: float

    def still(self, known: int, rounds: float) -> bool:
        """Whether it would end as before; what followed then may be known by now."""
        changed = (known ^ self.known) & self.reached & ~(known & self.true)
        return rounds <= self.rounds and not changed


class Suppositions:
    """Searches for suppositions that lead to a contradiction where some literals are known."""

    def __init__(self, placements: Placements) -> None:
        self._placements, self._index = placements, placements.index
        self._futile: dict[int, Futile] = {}  # along sums

    def shortest(self, excluded: Excluded, wanted: int, most: int, ask: Ask) -> Supposition | None:
        """From the opposite of something wanted; those come first which lead to a placement."""
        known = excluded.known | excluded.silent
        far, leads = self._placements.far, self._placements.leads
        order = sorted(bits(self._index.opposite(wanted & ~known)), key=lambda x: far(1 << x))
        leading = dict.fromkeys(bit for bit in order if leads(1 << bit, excluded))
        others = [bit for bit in order if bit not in leading]
        found = self._shortest(known, leading, most, ask)
        return found or self._shortest(known, others, most, ask)

    def _shortest(
        self, known: int, candidates: Iterable[int], most: int, ask: Ask
    ) -> Supposition | None:
        """The way with fewer links than so many, from one of some literals; a short one ends it."""
        best: Supposition | None = None
        for bit in candidates:
            found = self.way(known, bit, _ROUNDS * most, ask)
            if found and found.length < most:
                best, most = found, found.length
                if most <= _SHORT:
                    break
        return best

    def way(
        self, known: int, bit: int, rounds: float = inf, ask: Ask = silence
    ) -> Supposition | None:
        """The way from a literal, along sums as far as they say something.

        Raises:
            TimeUpError: the time is up.
        """
        if self._index.late():
            raise TimeUpError
        if not known:
            return None  # clues are asked first
        before, bearing = self._futile.get(bit), self._placements.bearing
        if before and before.still(known, rounds) and not ask(known | before.true):
            return None
        if before and before.true and not before.true & self._index.opposite(known):
            # all that followed before follows again; does more?
            further = Propagation(self._index, bearing, before.true, known & ~before.true)
            if not further.contradiction(ask=ask):
                self._leads_nowhere(known, further, before.reached)
                return None
        propagation = Propagation(self._index, bearing, known, 1 << bit)
        found = propagation.way(rounds, ask)
        if propagation.closed:
            self._leads_nowhere(known, propagation)
        elif not found:
            self._futile[bit] = Futile(known, propagation.reached, 0, rounds)
        return found

    def _leads_nowhere(self, known: int, propagation: Propagation, reached: int = 0) -> None:
        """Note that whatever followed leads no further by itself."""
        futile = Futile(known, reached | propagation.reached, propagation.true, inf)
        self._futile.update(dict.fromkeys(bits(propagation.true & ~known), futile))

    def aimed(self, excluded: Excluded, wanted: int, most: int) -> list[Supposition]:
        """All candidates but one of a choice, each with the way to a contradiction along sums.

        Of the choice with the fewest links in all; none: there is no such one.
        """
        known, best, least = excluded.known | excluded.silent, list[Supposition](), _MOST_IN_ALL
        demanding = self._placements.demanding
        choices = [own for own in demanding if own.is_choice and own.clue == BACKGROUND]
        left_of = {own: own.mask & ~(excluded.false | excluded.known) for own in choices}
        for own in sorted(choices, key=lambda own: left_of[own].bit_count()):
            wrong = left_of[own] & self._index.opposite(wanted)
            if not 0 < wrong.bit_count() == left_of[own].bit_count() - 1 <= _MOST_WRONG:
                continue
            found, total = list[Supposition](), 0
            for bit in bits(wrong):
                chain = self.way(known, bit, _ROUNDS * most)
                if chain is None or chain.length >= most or total + chain.length >= least:
                    break
                total += chain.length
                found.append(chain)
            else:
                best, least = found, total
        return sorted(best, key=lambda chain: chain.length)

    def of_clues(
        self, excluded: Excluded, follows: int, clues: int, ask: Ask
    ) -> Supposition | None:
        """The best way from the opposite of a consequence that needs these clues only; masks."""
        own = (own for own in self._placements.sums if not own.clues & ~clues)
        sums, known = BearingSums(self._index, sums_of(own)), excluded.known | excluded.silent
        against = [self._index.negated(bit) for bit in islice(bits(follows), _TRIED)]
        ways = [Propagation(self._index, sums, known, 1 << bit).way(ask=ask) for bit in against]
        return min(filter(None, ways), key=lambda way: way.worth, default=None)
