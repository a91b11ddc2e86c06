"""Joint reasons: sets of several clues, when no single clue gives a step.

The core of a short search with all clues, made small; of some literals the cheapest one.  Reasons
are kept from step to step: they stay right as more becomes known.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import or_
from typing import NamedTuple

from pyasp_puzzles.explanation.reasons.needed import Witnesses
from pyasp_puzzles.explanation.reasons.subproblems import LiteralIndex, Subproblem, bits

SEARCH, QUICK = 3_000, 10
"""Conflicts, which are the same on any machine: of a search with one clue, and of one for any
reason of several clues."""

_FOLLOWED = 12
"""Clues of a reason that are too many to follow: then one is taken from which more follows."""

_FAR = 4
"""Such literals that are tried: the reason may have half as many clues more than the cheapest."""

_CALLS = 15
"""Searches that make reasons small in one step."""


class Deduction(NamedTuple):
    """A step in numbers: a reason and what follows, as masks."""

    clues: int
    follows: int


class JointReasonSearch:
    """Searches for cheapest reasons among sets of clues."""

    def __init__(self, index: LiteralIndex, whole: Subproblem, witnesses: Witnesses) -> None:
        self._index, self._whole = index, whole
        self._witnesses = witnesses
        self._reasons: dict[int, int] = {}  # by the bit of a literal
        self._minimal: set[int] = set()
        self._order: dict[int, list[int]] = {}

    def learn(self, new: int) -> None:
        """Take literals as known."""
        self._minimal = {bit for bit in self._minimal if not self._bears(bit) & new}

    def _bears(self, bit: int) -> int:
        """The literals upon which the clues of a literal's reason can bear."""
        scopes = self._index.clue_scopes
        return reduce(or_, (scopes[clue] for clue in bits(self._reasons[bit])), 0)

    def _weight(self, bit: int) -> int:
        return self._index.weight(self._reasons[bit])

    def _near(self, bit: int) -> list[int]:
        """The clues, those first that bear upon the literal and upon few others."""
        if bit not in self._order:
            scopes = self._index.clue_scopes
            self._order[bit] = sorted(
                range(len(scopes)),
                key=lambda clue: (not scopes[clue] >> bit & 1, scopes[clue].bit_count(), clue),
            )
        return self._order[bit]

    def cheapest(
        self, left: int, enough: int, reach: Callable[[int], int] | None = None
    ) -> Deduction | None:
        """One of the literals that are left, with the cheapest reason that is found.

        Where that has too many clues to follow, it is the literal with the greatest reach.

        Args:
            enough: a weight for which no cheaper one is looked for.
            reach: how much follows along the sums from a literal, a bit.
        """
        among = [*bits(left & self._whole.scope)]
        for bit in among:
            if bit not in self._reasons:
                self._find(bit, QUICK)
        if not any(bit in self._reasons for bit in among):
            any(self._find(bit, SEARCH) for bit in among)
        best, least, calls = None, 0, _CALLS
        for _, bit in sorted((self._weight(bit), bit) for bit in among if bit in self._reasons):
            if calls <= 0:
                break
            calls -= self._reasons[bit].bit_count()
            self._shrink(bit)
            if best is None or self._weight(bit) < least:
                best, least = bit, self._weight(bit)
            if least <= enough or (reach and self._reasons[bit].bit_count() > _FOLLOWED):
                break
        if reach and best is not None and self._reasons[best].bit_count() > _FOLLOWED:
            order = sorted((x for x in among if x in self._reasons), key=reach, reverse=True)
            for bit in order[:_FAR]:
                self._shrink(bit)
                if 2 * self._weight(bit) <= 3 * least:
                    best = bit
                    break
        return None if best is None else Deduction(self._reasons[best], 1 << best)

    def _shrink(self, bit: int) -> None:
        """Make the reason of a literal as small as searches within limits can."""
        if bit not in self._minimal:
            reason, far = self._reasons[bit], reversed(self._near(bit))
            self._reasons[bit] = self._witnesses.shrunk(self._whole, reason, far, bit, SEARCH)
            self._minimal.add(bit)

    def _find(self, bit: int, conflicts: int) -> bool:
        """Whether the literal follows from all clues within the limit; notes its reason."""
        core = self._whole.refutes(self._near(bit), self._index.against(bit), conflicts)
        if core:
            self._reasons[bit] = core.clues
        return core is not None
