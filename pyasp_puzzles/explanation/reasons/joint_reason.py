"""Joint reasons: sets of several clues, when no single clue gives a step.

The core of a short search with all clues, made small; of some literals the cheapest one.  Reasons
are kept from step to step: they stay right as more becomes known.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple

from pyasp_puzzles.explanation.reasons.needed import Witnesses
from pyasp_puzzles.explanation.reasons.subproblems import LiteralIndex, bits, mask_of

SEARCH, QUICK, NEEDED = 3_000, 10, 30_000
"""Conflicts, which are the same on any machine: of a search with one clue, of one for any reason
of several clues, and of one for what a step can do without."""


_CALLS = 15
"""Searches that make reasons small in one step."""


class Deduction(NamedTuple):
    """A step in numbers: a reason and what follows, as masks."""

    clues: int
    follows: int


class JointReasonSearch:
    """Searches for cheapest reasons among sets of clues."""

    def __init__(self, index: LiteralIndex, known: Sequence[int], witnesses: Witnesses) -> None:
        self._index, self._every = index, range(len(index.weights))
        self._reasoner = index.whole(mask_of(self._every))
        self._witnesses = witnesses
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
            calls -= self._reasons[bit].bit_count()
            if bit not in self._minimal:
                self._shrink(bit)
            if self._weight(bit) < self._weight(best):
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

    def _shrink(self, bit: int) -> None:
        """Leave only few clues in a reason, those that bear upon the literal."""
        far = reversed(self._near(bit))
        reason = self._reasons[bit]
        self._reasons[bit] = self._witnesses.shrunk(self._reasoner, reason, far, bit, SEARCH)
        self._minimal.add(bit)
