"""Proofs by contradiction along the sums: "suppose not, then ..., then ..., and a sum breaks"."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from itertools import islice
from math import inf
from operator import or_
from typing import NamedTuple

from pyasp_puzzles.explanation.reasons.placing import Excluded, Placements
from pyasp_puzzles.explanation.reasons.subproblems import LiteralIndex, bits
from pyasp_puzzles.explanation.reasons.sums import BACKGROUND, LiteralSum
from pyasp_puzzles.work.deadline import TimeUpError

_SHORT = 3
"""So few links that no shorter way is looked for."""

_MOST = 400
"""Literals that are derived from what is supposed, after which it leads too far."""

_LONG = 60
"""Links that are too many where a contradiction is known to be near."""

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


def shortest(
    index: LiteralIndex,
    of: Mapping[int, Sequence[LiteralSum]],
    known: int,
    candidates: Iterable[int],
    most: int,
    ask: Ask,
    idle: dict[int, tuple[int, int, int]],
) -> Supposition | None:
    """The supposition with the fewest links, of some literals; ``None``: none has few enough.

    Args:
        of: the sums in which a literal, a bit, is.
        known: what holds, a mask.
        candidates: the literals that are supposed, bits, one after the other; a short way ends it.
        most: links that are too many.
        ask: called where no sum says more.
        idle: for literals that led to nothing, before any way was found, what was known, the
            literals of all sums that were looked at, and what held; it is kept from search to
            search.

    Raises:
        TimeUpError: the time is up.
    """
    best: Supposition | None = None
    for bit in candidates:
        if index.late():
            raise TimeUpError
        longest = best.length if best else most
        before, reached, true = idle.get(bit, (~known, ~0, 0))
        same = not (known ^ before) & (reached | index.opposite(reached))
        if same and (ask is silence or not ask(known | true)):
            continue
        propagation = Propagation(index, of, known, bit)
        links = propagation.links(longest, ask)
        if links is None and best is None:
            idle[bit] = known, propagation.reached, propagation.true
        if links is not None:
            found = Supposition.of(index, bit, links)
            if found.length < longest:
                best = found
                if best.length <= _SHORT:
                    break
    return best


class Propagation:
    """What follows from a literal, sum by sum, each with the sum that gives it.

    Attributes:
        true: what holds, a mask.
        reached: the literals of all sums that were looked at, a mask.
    """

    def __init__(
        self, index: LiteralIndex, of: Mapping[int, Sequence[LiteralSum]], known: int, bit: int
    ) -> None:
        self._index, self._of, self._start = index, of, known
        self.true, self._false = known | 1 << bit, index.opposite(known | 1 << bit)
        self._link: dict[int, Inference] = {}
        self._todo = [bit]
        self.reached = 0

    def links(self, longest: int, ask: Ask) -> tuple[Link, ...] | None:
        """The links to a contradiction, in order; ``None``: there is none, as far as it looked."""
        last = self.contradiction(longest, _MOST, ask)
        return self.back(last) if last else None

    def contradiction(
        self, longest: float = inf, most: float = inf, ask: Ask = silence
    ) -> Inference | None:
        """The link to a contradiction, if there is one within so many rounds and literals."""
        depth, seen = 0, 0
        while seen < len(self._todo):
            if depth >= longest or len(self._todo) > most:
                return None
            new, seen = self._todo[seen:], len(self._todo)
            depth += 1
            for own in self._bearing(new):
                self.reached |= own.mask
                implied = own.implied(self.true, self._false)
                if implied is None:
                    full = own.of(self.true) > own.high
                    return Inference(
                        own.clues, 0, own.mask & self.true if full else self._held(own)
                    )
                self._derive(own, *implied)
            if seen == len(self._todo) and depth < longest and ask is not silence:
                found = ask(self.true)
                if found and not found.follows:
                    return found
                if found:
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
        self._idle: dict[tuple[int, bool], dict[int, tuple[int, int, int]]] = {}

    def shortest(self, excluded: Excluded, wanted: int, most: int, ask: Ask) -> Supposition | None:
        """From the opposite of something wanted; those come first which lead to a placement."""
        known = excluded.known | excluded.silent
        far, leads = self._placements.far, self._placements.leads
        order = sorted(bits(self._index.opposite(wanted & ~known)), key=lambda x: far(1 << x))
        leading = [bit for bit in order if leads(1 << bit, excluded)]
        led = set(leading)
        others = [bit for bit in order if bit not in led]
        found = self._of(known, leading, most, ask)
        return found or self._of(known, others, most, ask)

    def _of(self, known: int, candidates: Iterable[int], most: int, ask: Ask) -> Supposition | None:
        if not known:
            return None  # clues are asked first
        idle = self._idle.setdefault((most, ask is silence), {})
        return shortest(self._index, self._placements.of, known, candidates, most, ask, idle)

    def aimed(self, excluded: Excluded, wanted: int, most: int) -> list[Supposition]:
        """All candidates but one of a choice, each with the way to a contradiction along sums.

        Of the choice with the fewest links in all; none: there is no such one.
        """
        known, best, least = excluded.known | excluded.silent, list[Supposition](), _MOST_IN_ALL
        demanding = self._placements.demanding
        choices = [own for own in demanding if own.is_choice and own.clue == BACKGROUND]
        left_of = {own: own.mask & ~(excluded.false | excluded.known) for own in choices}
        seen = dict[int, Supposition | None]()
        for own in sorted(choices, key=lambda own: left_of[own].bit_count()):
            wrong = left_of[own] & self._index.opposite(wanted)
            if not 0 < wrong.bit_count() == left_of[own].bit_count() - 1 <= _MOST_WRONG:
                continue
            found, total = list[Supposition](), 0
            for bit in bits(wrong):
                if bit not in seen:
                    seen[bit] = self._of(known, [bit], most, silence)
                chain = seen[bit]
                total += chain.length if chain else least
                if chain is None or total >= least:
                    break
                found.append(chain)
            else:
                best, least = found, total
        return sorted(best, key=lambda chain: chain.length)

    def along_sums(self, excluded: Excluded, bit: int) -> Supposition | None:
        """A way from a literal to a contradiction along sums."""
        return self._of(excluded.known | excluded.silent, [bit], _LONG, silence)

    def of_clues(
        self, excluded: Excluded, follows: int, clues: int, ask: Ask
    ) -> Supposition | None:
        """The best way from the opposite of a consequence that needs these clues only; masks."""
        of: dict[int, list[LiteralSum]] = defaultdict(list)
        for own in self._placements.sums:
            if not own.clues & ~clues:
                for each in bits(own.mask):
                    of[each].append(own)
        known = excluded.known | excluded.silent
        against = [self._index.negated(bit) for bit in islice(bits(follows), _TRIED)]
        ways = [shortest(self._index, of, known, [bit], _LONG, ask, {}) for bit in against]
        return min(filter(None, ways), key=lambda way: way.worth, default=None)
