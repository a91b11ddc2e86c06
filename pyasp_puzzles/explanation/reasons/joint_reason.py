"""Joint reasons: sets of several clues, when no single clue gives a step.

The core of a short search with all clues, made small; of some literals the cheapest one.  Reasons
are kept from step to step: they stay right as more becomes known.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple

from pyasp_puzzles.explanation.reasons.needed import shrunk
from pyasp_puzzles.explanation.reasons.subproblems import LiteralIndex, bits, mask_of

SEARCH, QUICK, NEEDED = 3_000, 10, 30_000
"""Conflicts, which are the same on any machine: of a search with one clue, of one for any reason
of several clues, and of one for what a step can do without."""


_CALLS = 60
"""Searches that make reasons small in one step."""

_SMALL = 6
"""Clues of a core that are left out one by one."""


class Deduction(NamedTuple):
    """A step in numbers: a reason and what follows, as masks."""

    clues: int
    follows: int


class JointReasonSearch:
    """Searches for cheapest reasons among sets of clues."""

    def __init__(self, index: LiteralIndex, known: Sequence[int]) -> None:
        self._index, self._every = index, range(len(index.weights))
        self._reasoner = index.whole(mask_of(self._every))
        self._reasons: dict[int, int] = {}  # by the bit of a literal
        self._minimal: set[int] = set()
        self._order: dict[int, list[int]] = {}
        self.learn(index.mask(known))

    def learn(self, new: int) -> None:
        """Take literals as known."""
        self._reasoner.learn(self._index.literals(new))
        self._minimal = {bit for bit in self._minimal if not self._bears(bit) & new}

    def cheapest(self, left: int, enough: int) -> Deduction | None:
        """One of the literals that are left, with the cheapest reason that is found.

        ``enough``: a weight for which no cheaper one is looked for.
        """
        best = self._small(left & self._reasoner.scope, enough)
        return None if best is None else Deduction(self._reasons[best], 1 << best)

    def _bears(self, bit: int) -> int:
        """The literals upon which the clues of a literal's reason can bear."""
        scopes = self._index.clue_scopes
        return reduce(or_, (scopes[clue] for clue in bits(self._reasons[bit])), 0)

    def _weight(self, bit: int | None) -> int:
        clues = None if bit is None else self._reasons.get(bit)
        return 1 << 30 if clues is None else self._index.weight(clues)

    def _near(self, bit: int) -> list[int]:
        """The clues, those first that bear upon the literal and upon few others."""
        if bit not in self._order:
            scopes = self._index.clue_scopes
            self._order[bit] = sorted(
                self._every,
                key=lambda clue: (not scopes[clue] >> bit & 1, scopes[clue].bit_count(), clue),
            )
        return self._order[bit]

    def _small(self, left: int, enough: int) -> int | None:
        """The literal with the cheapest of some reasons, made small."""
        for bit in bits(left):
            if bit not in self._reasons:
                self._find(bit, QUICK)
        if not any(bit in self._reasons for bit in bits(left)):
            any(self._find(bit, SEARCH) for bit in bits(left))
        found = sorted((self._weight(bit), bit) for bit in bits(left) if bit in self._reasons)
        best, calls = None, _CALLS
        for _, bit in found:
            if calls <= 0:
                break
            price = self._weight(best)
            calls -= self._reasons[bit].bit_count()
            if (bit in self._minimal or self._shrink(bit, price)) and self._weight(bit) < price:
                best = bit
            if self._weight(best) <= enough:
                break
        return best

    def _find(self, bit: int, conflicts: int) -> bool:
        """Whether the literal follows from all clues within the limit; notes its reason."""
        core = self._reasoner.refutes(self._near(bit), self._index.against(bit), conflicts)
        if core:
            self._reasons[bit] = core.clues
        return core is not None

    def _shrink(self, bit: int, price: int) -> bool:
        """Leave only few clues in a reason; ``False``: it does not weigh less than a price.

        By propagation, the assumptions before the last one of a core do not contradict each other:
        so each search finds one clue that is needed, at the place of the last.  Where the core
        took a search, a clue too many may remain, which is left out then.
        """
        against = self._index.against(bit)
        clues, needed = self._reasons[bit], list[int]()
        left = [clue for clue in self._near(bit) if clues >> clue & 1]
        while len(left) + len(needed) > _SMALL and left:
            core = self._reasoner.refutes([*needed, *left], against, SEARCH)
            if core is None:
                break
            left = [clue for clue in left if core.clues >> clue & 1]
            if left:
                needed.append(left.pop())
                if self._index.weight(mask_of(needed)) >= price:
                    return False
        self._minimal.add(bit)
        order, clues = reversed(self._near(bit)), mask_of([*needed, *left])
        self._reasons[bit] = shrunk(self._reasoner, clues, order, against, SEARCH)
        return True
