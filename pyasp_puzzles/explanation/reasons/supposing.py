"""Proofs by contradiction along the sums: "suppose not, then ..., then ..., and a sum breaks"."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from pyasp_puzzles.explanation.reasons.subproblems import LiteralIndex, bits
from pyasp_puzzles.explanation.reasons.sums import LiteralSum
from pyasp_puzzles.work.deadline import TimeUpError

_SHORT = 3
"""So few links that no shorter way is looked for."""

_MOST = 80
"""Literals that are derived from what is supposed, after which it leads too far."""


class Inference(NamedTuple):
    """What clues, or a rule that is always known, give within a supposition; masks.

    Attributes:
        follows: the literals that follow; none: there is a contradiction.
        premises: the literals that they follow from.
    """

    clues: int
    follows: int
    premises: int


Refute = Callable[[Sequence[int]], tuple[int, int] | None]
"""Tells whether literals, bits, contradict clues that are no sums: the clues and the literals that
do, as masks."""


class Supposition(NamedTuple):
    """A literal, as a bit, and the links from it to a sum that breaks."""

    bit: int
    links: tuple[Inference, ...]

    @property
    def length(self) -> int:
        """How many links a person has to follow, rules that are always known apart."""
        return sum(link.clues != 0 for link in self.links)


def shortest(
    index: LiteralIndex,
    of: Mapping[int, Sequence[LiteralSum]],
    known: int,
    candidates: Iterable[int],
    most: int,
    refute: Refute,
    idle: dict[int, tuple[int, int]],
) -> Supposition | None:
    """The supposition with the fewest links, of some literals; ``None``: none has few enough.

    Args:
        of: the sums in which a literal, a bit, is.
        known: what holds, a mask.
        candidates: the literals that are supposed, bits, one after the other; a short way ends it.
        most: links that are too many.
        refute: asked where no sum breaks.
        idle: for literals that led to nothing what was known, and the literals of all sums that
            were looked at; it is kept from search to search.

    Raises:
        TimeUpError: the time is up.
    """
    best: Supposition | None = None
    for bit in candidates:
        if index.late():
            raise TimeUpError
        longest = best.length if best else most
        before, reached = idle.get(bit, (0, ~0))
        if not (known ^ before) & (reached | index.opposite(reached)):
            continue
        propagation = _Propagation(index, of, known, bit)
        links = propagation.links(longest, refute)
        if links is None and best is None:
            idle[bit] = known, propagation.reached
        if links is not None:
            found = Supposition(bit, links)
            if found.length < longest:
                best = found
                if best.length <= _SHORT:
                    break
    return best


class _Propagation:
    """What follows from a literal, sum by sum, each with the sum that gives it."""

    def __init__(
        self, index: LiteralIndex, of: Mapping[int, Sequence[LiteralSum]], known: int, bit: int
    ) -> None:
        self._index, self._of, self._start = index, of, known
        self._true, self._false = known | 1 << bit, index.opposite(known | 1 << bit)
        self._link: dict[int, Inference] = {}
        self._todo = [bit]
        self.reached = 0

    def links(self, longest: int, refute: Refute) -> tuple[Inference, ...] | None:
        """The links to a contradiction, in order; ``None``: there is none, as far as it looked."""
        depth, last = 0, 0
        for place, bit in enumerate(self._todo):
            if place > last:
                depth, last = depth + 1, len(self._todo) - 1
            if depth >= longest or len(self._todo) > _MOST:
                return None
            for own in (*self._of.get(bit, ()), *self._of.get(self._index.negated(bit), ())):
                self.reached |= own.mask
                if own.of(own.mask & self._true) > own.high:
                    return self._back(Inference(own.clues, 0, own.mask & self._true))
                left = own.mask & ~self._false
                if own.of(left) < own.low:
                    return self._back(Inference(own.clues, 0, self._held(own)))
                self._derive(own, left)
        if depth + 1 < longest and (found := refute(self._todo)):
            return self._back(Inference(found[0], 0, found[1] | self._start))
        return None

    def _held(self, own: LiteralSum) -> int:
        """What is known of candidates that do not hold."""
        return self._index.opposite(own.mask & self._false)

    def _derive(self, own: LiteralSum, left: int) -> None:
        """Add what a sum has no room for, and what it cannot do without."""
        free = left & ~self._true
        room = own.high - own.of(own.mask & self._true)
        out = self._index.opposite(own.heavier(room, free))
        forced = own.heavier(own.of(left) - own.low, free)
        for follows, premises in ((out, own.mask & self._true), (forced, self._held(own))):
            follows &= ~self._true
            for bit in bits(follows):
                self._link[bit] = Inference(own.clues, follows, premises)
                self._todo.append(bit)
            self._true |= follows
            self._false |= self._index.opposite(follows)

    def _back(self, last: Inference) -> tuple[Inference, ...]:
        """The links that lead to the last one, each before those that need it."""
        wanted, places = set[int](), {bit: i for i, bit in enumerate(self._todo)}
        todo = list(bits(last.premises & ~self._start))
        while todo:
            bit = todo.pop()
            if bit not in wanted:
                wanted.add(bit)
                if bit in self._link:
                    todo += bits(self._link[bit].premises & ~self._start)
        used: dict[Inference, int] = {}
        for bit in sorted(wanted.intersection(self._link), key=places.__getitem__):
            used[self._link[bit]] = used.get(self._link[bit], 0) | 1 << bit
        return *(link._replace(follows=mask) for link, mask in used.items()), last
