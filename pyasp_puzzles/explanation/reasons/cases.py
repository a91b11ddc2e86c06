"""Distinctions of cases: each candidate of a sum but one leads to a contradiction.

Where a sum has few candidates and everything else has many, a person tries the few: what follows
from one of them sum by sum, and then again the few candidates of another sum.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_

from pyasp_puzzles.explanation.reasons.placing import Excluded, Placements
from pyasp_puzzles.explanation.reasons.propagation import Inference, Propagation, Supposition
from pyasp_puzzles.explanation.reasons.subproblems import bits
from pyasp_puzzles.explanation.reasons.sums import LiteralSum, spread
from pyasp_puzzles.work.deadline import TimeUpError

_WIDE = 5
"""So many candidates of a sum, on an average, that excluding one of them says little."""

_MOST_CASES = 12, 50, 200
"""Cases that are too many to exclude all candidates of a sum but one: a few first, then more."""

_FEW_CASES = 12
"""So few cases of one candidate that no fewer are looked for."""

_TRIED, _DEEP = 2, 2
"""Sums of which the one with the fewest cases is taken, within so many suppositions; else one."""


class Cases:
    """Excludes all candidates but one of a sum where some literals are known."""

    def __init__(self, placements: Placements) -> None:
        self._placements, self._index = placements, placements.index
        self._sums: list[LiteralSum] = []
        self._choices: list[LiteralSum] = []
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

    def _held(self, true: int, bit: int) -> int | None:
        """What holds beside a literal, sum by sum; ``None``: there is a contradiction."""
        if (true, bit) not in self._beside:  # each limit of cases asks for the first ones again
            self._beside[true, bit] = spread(self._index, self._sums, true, 1 << bit)
        return self._beside[true, bit]

    def _cost(self, true: int, bit: int, most: int, depth: int) -> int:
        """How many cases it takes to show that a literal does not hold; ``most``: too many."""
        if self._index.late():
            raise TimeUpError
        held = self._held(true, bit)
        if held is None:
            return 1
        return (
            min((cost for _, cost in self._distinguished(held, most - 1, depth)), default=most) + 1
        )

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
        held = found.true
        (mask, _) = [*self._distinguished(held, _MOST_CASES[-1], depth)][-1]
        own = next(x for x in self._choices if x.mask & ~index.opposite(held) == mask)
        ways = [self._way(held, each, depth + 1) for each in bits(mask)]
        last = Inference(own.clues, 0, index.opposite(own.mask))
        return found.way(last, ways)
