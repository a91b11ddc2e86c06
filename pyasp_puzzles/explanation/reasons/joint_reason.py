"""Joint reasons: sets of several clues, when no single clue gives a step.

The core of a short search with all clues, made small; of some literals the cheapest one.  Reasons
are kept from step to step: they stay right as more becomes known.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_

from pyasp_puzzles.explanation.reasons.deduction import Deduction, StepLimits
from pyasp_puzzles.explanation.reasons.needed import shrunk
from pyasp_puzzles.explanation.reasons.subproblems import LiteralIndex, Subproblem, bits, mask_of

_SMALL = 6
"""Clues of a core that are left out one by one."""


class JointReasonSearch:
    """Searches for cheapest reasons among sets of clues."""

    def __init__(
        self,
        index: LiteralIndex,
        allowed: int,
        known: Sequence[int],
        propagator: Subproblem,
        limits: StepLimits,
    ) -> None:
        self._index, self._allowed, self._limits = index, allowed, limits
        self._propagator = propagator
        self._reasoner = index.whole(allowed)
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
        if best is None:
            return None
        clues, against = self._reasons[best], self._index.against(best)
        shown = self._propagator.refutes(clues, against, self._limits.propagation)
        return Deduction(clues, 1 << best, shown is not None)

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
                bits(self._allowed),
                key=lambda clue: (not scopes[clue] >> bit & 1, scopes[clue].bit_count(), clue),
            )
        return self._order[bit]

    def _small(self, left: int, enough: int) -> int | None:
        """The literal with the cheapest of some reasons, made small."""
        for bit in bits(left):
            if bit not in self._reasons:
                self._find(bit, self._limits.quick)
        if not any(bit in self._reasons for bit in bits(left)):
            any(self._find(bit, self._limits.search) for bit in bits(left))
        found = sorted((self._weight(bit), bit) for bit in bits(left) if bit in self._reasons)
        best, calls = None, self._limits.calls
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
        limit, against = self._limits.search, self._index.against(bit)
        clues, needed = self._reasons[bit], list[int]()
        left = [clue for clue in self._near(bit) if clues >> clue & 1]
        while len(left) + len(needed) > _SMALL and left:
            core = self._reasoner.refutes([*needed, *left], against, limit)
            if core is None:
                break
            left = [clue for clue in left if core.clues >> clue & 1]
            if left:
                needed.append(left.pop())
                if self._index.weight(mask_of(needed)) >= price:
                    return False
        self._minimal.add(bit)
        order, clues = reversed(self._near(bit)), mask_of([*needed, *left])
        self._reasons[bit] = shrunk(self._reasoner, clues, order, against, limit)
        return True
