"""Bounds on sums of literals, which a person checks at a glance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import or_

from pyasp_puzzles.core.regions import by_key
from pyasp_puzzles.explanation.reasons.subproblems import LiteralIndex, bits
from pyasp_puzzles.explanation.steps import Form

BACKGROUND = -1
"""The number in place of a clue for what is always known."""

NOTHING = 0, 0
"""What a sum implies that has room and candidates to spare; others have pairs of their own."""


@dataclass(frozen=True, eq=False)
class LiteralSum:
    """``low <= sum <= high`` over literals.

    Attributes:
        clue: its number, or ``BACKGROUND``.
        mask: all literals, as bits of the index.
        groups: the weights, each with the mask of its literals; one group of weight 1 is a count.
    """

    clue: int
    mask: int
    groups: tuple[tuple[int, int], ...]
    low: int
    high: int

    @cached_property
    def clues(self) -> int:
        """The clue as a mask; 0: it is always known."""
        return 0 if self.clue == BACKGROUND else 1 << self.clue

    @cached_property
    def is_count(self) -> bool:
        """Whether all weights are 1."""
        return len(self.groups) == 1 and self.groups[0][0] == 1

    @property
    def is_simple(self) -> bool:
        """Whether its bounds show all that follows: a count, or a count beside one other weight."""
        others = [own for weight, own in self.groups if weight != 1]
        return not others or (len(others) == 1 and others[0].bit_count() == 1)

    @property
    def is_single(self) -> bool:
        """Whether one literal is to hold, and nothing else is said."""
        return self.low > 0 and self.mask.bit_count() == 1

    @property
    def is_clause(self) -> bool:
        """Whether a clue demands that one literal at least holds, and any number may."""
        any_number = self.is_count and self.high == self.mask.bit_count()
        return any_number and self.low == 1 and self.clue != BACKGROUND

    @property
    def is_choice(self) -> bool:
        """Whether exactly one literal holds."""
        return self.is_count and self.low == self.high == 1

    @property
    def form(self) -> Form:
        """How one sees what it demands."""
        if self.is_single:
            return "given"
        if not self.is_choice:
            return "bound"
        return "value" if self.clue == BACKGROUND else "only"

    def of(self, mask: int) -> int:
        """The sum of the literals of a mask."""
        if self.is_count:
            return (mask & self.mask).bit_count()
        return sum(weight * (mask & own).bit_count() for weight, own in self.groups)

    def heavier(self, limit: int, among: int) -> int:
        """The literals of a mask whose weight is above a limit."""
        if self.is_count:
            return 0 if limit >= 1 else self.mask & among
        return reduce(or_, (own & among for weight, own in self.groups if weight > limit), 0)

    def without_room(self, true: int) -> int:
        """The literals for which it has no room beside those that hold, a mask."""
        return self.heavier(self.high - self.of(true), self.mask & ~true)

    def demanded(self, false: int) -> int:
        """The literals that it cannot do without beside those that do not hold, a mask."""
        left = self.mask & ~false
        return self.heavier(self.of(left) - self.low, left)

    def implied(self, true: int, false: int) -> tuple[int, int] | None:
        """What it has no room for and what it cannot do without; ``None``: it is broken."""
        left = self.mask & ~false
        if self.is_count:  # most sums are counts; no call for them
            room, spare = self.high - (self.mask & true).bit_count(), left.bit_count() - self.low
        else:
            room, spare = self.high - self.of(true), self.of(left) - self.low
        if room > self._heaviest < spare:
            return NOTHING
        out, forced = self.heavier(room, left & ~true), self.heavier(spare, left & ~true)
        return None if room < 0 or spare < 0 or out & forced else (out, forced)

    @cached_property
    def _heaviest(self) -> int:
        """The greatest weight, less one."""
        return max(weight for weight, _ in self.groups) - 1


class BearingSums(dict[int, tuple[LiteralSum, ...]]):
    """The sums that bear upon each literal, a bit: it is in them (``of``), or its opposite is."""

    def __init__(self, index: LiteralIndex, sums: Iterable[LiteralSum]) -> None:
        self._index, self._near = index, dict[int, int]()
        self.of = by_key((bit, own) for own in sums for bit in bits(own.mask))

    def __missing__(self, bit: int) -> tuple[LiteralSum, ...]:
        self[bit] = (*self.of.get(bit, ()), *self.of.get(self._index.negated(bit), ()))
        return self[bit]

    def near(self, bit: int) -> int:
        """All literals of the sums that bear upon a literal, and their opposites, a mask."""
        if bit not in self._near:
            mask = reduce(or_, (own.mask for own in self[bit]), 1 << bit)
            self._near[bit] = mask | self._index.opposite(mask)
        return self._near[bit]


def spread(index: LiteralIndex, sums: Iterable[LiteralSum], true: int, new: int) -> int | None:
    """What holds beside known and new literals, sum by sum; ``None``: they are contradictory."""
    opposite, sums = index.opposite, list(sums)
    true |= new
    false = opposite(true)
    while new:
        touched, new = new | opposite(new), 0
        for own in sums:
            if own.mask & touched:
                implied = own.implied(true, false)
                if implied is None:
                    return None
                if implied is not NOTHING:
                    more = opposite(implied[0]) | implied[1]
                    true, new, false = true | more, new | more, false | opposite(more)
    return None if true & false else true


def at_least(bound: int, masks: Sequence[tuple[int, int]], every: int) -> int:
    """The members of a mask for which the weights of the masks that have them reach a bound.

    Their numbers are added up in binary places, each a mask, so that the bound sets the last one.
    """
    size = max(bound, sum(weight for _, weight in masks)).bit_length()
    places = [every if (1 << size) - bound >> i & 1 else 0 for i in range(size + 1)]
    for mask, weight in masks:
        for place in bits(weight):
            carry = mask & every
            while carry:
                places[place], carry = places[place] ^ carry, places[place] & carry
                place += 1
    return places[size]


def sum_of(
    index: LiteralIndex, clue: int, terms: Sequence[tuple[int, int]], low: int, high: int
) -> LiteralSum:
    """A sum over atoms with positive weights: where some are negative, over their opposites."""
    if all(weight < 0 for _, weight in terms):  # a bound from above
        terms, low, high = [(i, -weight) for i, weight in terms], -high, -low
    groups, shift = dict[int, int](), sum(min(weight, 0) for _, weight in terms)
    for i, weight in terms:
        groups[abs(weight)] = groups.get(abs(weight), 0) | 1 << i + index.atoms * (weight < 0)
    mask = reduce(or_, groups.values())
    return LiteralSum(clue, mask, tuple(groups.items()), low - shift, high - shift)
