"""Proofs by contradiction along the sums: "suppose not, then ..., then ..., and a sum breaks"."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from pyasp_puzzles.explanation.reasons.subproblems import LiteralIndex, bits
from pyasp_puzzles.explanation.reasons.sums import LiteralSum
from pyasp_puzzles.work.deadline import TimeUpError

_SHORT = 3
"""So few links that no shorter way is looked for."""

_MOST = 400
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


Ask = Callable[[int], Inference | None]
"""What clues that are no sums say of literals that hold, a mask, and of those that were supposed
or follow from that."""


def silence(_true: int) -> None:
    """No clue says more than the sums."""


class Supposition(NamedTuple):
    """A literal, as a bit, and the links from it to a sum that breaks."""

    bit: int
    links: tuple[Inference, ...]

    @property
    def length(self) -> int:
        """How many links a person has to follow, rules that are always known apart."""
        return sum(link.clues != 0 for link in self.links)

    @property
    def worth(self) -> tuple[int, int]:
        """Clues of the largest link, of at least two, and links: the least is easiest to follow."""
        return max(2, *(link.clues.bit_count() for link in self.links)), self.length


def shortest(
    index: LiteralIndex,
    of: Mapping[int, Sequence[LiteralSum]],
    known: int,
    candidates: Iterable[int],
    most: int,
    ask: Ask,
    idle: dict[int, tuple[int, int]],
) -> Supposition | None:
    """The supposition with the fewest links, of some literals; ``None``: none has few enough.

    Args:
        of: the sums in which a literal, a bit, is.
        known: what holds, a mask.
        candidates: the literals that are supposed, bits, one after the other; a short way ends it.
        most: links that are too many.
        ask: called where no sum says more.
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
        links = propagation.links(longest, ask)
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

    def links(self, longest: int, ask: Ask) -> tuple[Inference, ...] | None:
        """The links to a contradiction, in order; ``None``: there is none, as far as it looked."""
        depth, seen = 0, 0
        while seen < len(self._todo):
            if depth >= longest or len(self._todo) > _MOST:
                return None
            new, seen = self._todo[seen:], len(self._todo)
            depth += 1
            for own in self._bearing(new):
                self.reached |= own.mask
                left = own.mask & ~self._false
                room, spare = own.high - own.of(self._true), own.of(left) - own.low
                if room < 0:
                    return self._back(Inference(own.clues, 0, own.mask & self._true))
                if spare < 0:
                    return self._back(Inference(own.clues, 0, self._held(own)))
                if free := left & ~self._true:
                    self._derive(own, own.heavier(room, free), own.heavier(spare, free))
            if seen == len(self._todo) and depth < longest and (found := ask(self._true)):
                if not found.follows:
                    return self._back(found)
                self._add(found)
        return None

    def _bearing(self, literals: Iterable[int]) -> Iterable[LiteralSum]:
        """The sums in which some literals or their opposites are, each once."""
        of, negated = self._of, self._index.negated
        return dict.fromkeys(
            own for bit in literals for way in (bit, negated(bit)) for own in of.get(way, ())
        )

    def _held(self, own: LiteralSum) -> int:
        """What is known of candidates that do not hold."""
        return self._index.opposite(own.mask & self._false)

    def _derive(self, own: LiteralSum, out: int, forced: int) -> None:
        """Add what a sum has no room for, and what it cannot do without."""
        if not out | forced:
            return
        out = self._index.opposite(out)
        held = self._held(own)
        self._add(Inference(own.clues, out, own.mask & self._true))
        self._add(Inference(own.clues, forced, held))

    def _add(self, found: Inference) -> None:
        """Take what is inferred as known within the supposition."""
        follows = found.follows & ~self._true
        for bit in bits(follows):
            self._link[bit] = found
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
