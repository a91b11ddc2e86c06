"""Joint reasons: cheapest sets of several clues, when no single clue gives a step.

From above: the core of a short search with all clues, made small.  From below: implicit hitting
sets (Ignatiev, Previti, Liffiton, Marques-Silva, "Smallest MUS extraction with minimal hitting set
dualization", CP 2015), for all open literals at once as in Gamba, Bogaerts, Guns, "Efficiently
explaining CSPs with unsatisfiable subset optimization", JAIR 78, 2023: each reason of a literal
holds one of the clues that a model breaks in which the literal is false.  Models and reasons are
kept from step to step: reasons stay right as more becomes known, and models as long as what
becomes known holds in them.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_

from pyasp_puzzles.explanation.reasons.hitting_set import LowerBounds
from pyasp_puzzles.explanation.reasons.needed import shrunk
from pyasp_puzzles.explanation.reasons.subproblems import (
    LiteralIndex,
    Subproblem,
    SubproblemAnswer,
    bits,
    mask_of,
)
from pyasp_puzzles.explanation.search import Outcome


@dataclass(frozen=True)
class StepLimits:
    """How much a search for a step may cost, in conflicts, on any machine."""

    propagation: int = 1  # within them a consequence counts as found by propagation
    search: int = 3000  # of each further search with one clue
    needed: int = 30000  # of each search for what a step can do without
    quick: int = 10  # of a search for any reason of several clues
    several: int = 60  # of one for a smaller reason
    calls: int = 60  # searches for a smaller reason in one step
    tried: int = 3  # reasons that are made small in one step


LIMITS = StepLimits()
"""The usual limits."""

_FAILURES = 8
"""After so many searches without a result, lower bounds are given up for this step."""


@dataclass(frozen=True)
class Deduction:
    """A step in numbers: a reason and what follows, as masks.

    ``smallest``: whether no literal that is still open has a reason of less weight;
    ``propagation``: whether unit propagation alone shows it.
    """

    clues: int
    follows: int
    smallest: bool = False
    propagation: bool = False


class JointReasonSearch:
    """Searches for cheapest reasons among sets of clues."""

    def __init__(
        self,
        index: LiteralIndex,
        allowed: int,
        goals: int,
        known: Sequence[int],
        propagator: Subproblem,
        limits: StepLimits,
    ) -> None:
        self._index, self._allowed, self._limits = index, allowed, limits
        self._propagator = propagator
        self._reasoner = index.whole(allowed)
        self._prover = index.whole(allowed, ["--configuration=frumpy"])
        first = 0 if goals & index.contradiction else index.opposite(goals)
        self._prover.prefer_unbroken(index.literals(first))
        self._reasons: dict[int, int] = {}  # by the bit of a literal
        self._minimal: set[int] = set()
        self._order: dict[int, list[int]] = {}
        self._bounds = LowerBounds(index)
        self.refuted = self._bounds.refuted
        self.learn(index.mask(known))

    def learn(self, new: int) -> None:
        """Take literals as known."""
        literals = self._index.literals(new)
        self._prover.learn(literals)
        self._reasoner.learn(literals)
        self._bounds.learn(new)
        self._minimal = {bit for bit in self._minimal if not self._bears(bit) & new}

    def cheapest(self, left: int, least: int) -> Deduction | None:
        """One of the literals that are left, with the cheapest reason within the limits."""
        left &= self._reasoner.scope
        best, smallest = self._from_above(left, least), True
        if self._weight(best) > least:
            best, smallest = self._from_below(left, least, best)
        if best is None:
            return None
        clues, against = self._reasons[best], self._index.against(best)
        if not smallest:
            order = reversed(self._near(best))
            clues = shrunk(self._reasoner, clues, order, against, self._limits.search)
            self._reasons[best] = clues
        shown = self._propagator.refutes(clues, against, self._limits.propagation)
        return Deduction(clues, 1 << best, smallest, shown is not None)

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

    # -- from above

    def _from_above(self, left: int, least: int) -> int | None:
        """The literal with the cheapest of some reasons, made small."""
        for bit in bits(left):
            if bit not in self._reasons:
                self._find(bit, self._limits.quick)
        if not any(bit in self._reasons for bit in bits(left)):
            any(self._find(bit, self._limits.search) for bit in bits(left))
        found = sorted((self._weight(bit), bit) for bit in bits(left) if bit in self._reasons)
        best: int | None = None
        for _, bit in found[: self._limits.tried]:
            price = self._weight(best)
            if self._bounds.price[bit] >= price:
                continue
            if (bit in self._minimal or self._shrink(bit, price)) and self._weight(bit) < price:
                best = bit
            if self._weight(best) <= least:
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
        took a search, a clue too many may remain.
        """
        limit, against = self._limits.search, self._index.against(bit)
        needed: list[int] = []
        left = [clue for clue in self._near(bit) if self._reasons[bit] >> clue & 1]
        while left:
            core = self._reasoner.refutes([*needed, *left], against, limit)
            if core is None:
                needed += left
                break
            left = [clue for clue in left if core.clues >> clue & 1]
            if left:
                needed.append(left.pop())
                if self._index.weight(mask_of(needed)) >= price:
                    return False
        self._minimal.add(bit)
        self._reasons[bit] = mask_of(needed)
        return True

    # -- from below

    def _prove(self, clues: int, bit: int) -> SubproblemAnswer:
        answer = self._prover.solve(clues, self._index.against(bit), self._limits.several)
        if answer.outcome is Outcome.SATISFIABLE:
            self._bounds.add(answer.false, answer.broken & self._allowed)
        return answer

    def _from_below(self, left: int, least: int, best: int | None) -> tuple[int | None, bool]:
        """Raise the lower bounds of all literals until one meets a reason, then it is smallest."""
        bounds, calls, failures = self._bounds, self._limits.calls, 0
        heap = [(max(bounds.price[bit], least), bit) for bit in bits(left)]
        heapq.heapify(heap)
        most = self._index.weight(self._allowed)
        while heap:
            price, bit = heapq.heappop(heap)
            if price > most:  # it does not follow from all clues together
                continue
            if price >= self._weight(best):
                return best, not failures
            if calls <= 0 or failures >= _FAILURES:
                break
            bound = bounds.raised(bit, price)
            if bound > price:
                heapq.heappush(heap, (bound, bit))
                continue
            calls -= 1
            answer = self._prove(bounds.candidate(bit, price), bit)
            if answer.outcome is Outcome.UNKNOWN:
                failures, price = failures + 1, price + 1
            elif answer.follows:
                weight = self._index.weight(answer.clues)
                if weight < self._weight(bit):
                    self._reasons[bit] = answer.clues
                    self._minimal.discard(bit)
                    if weight < self._weight(best):
                        best = bit
            heapq.heappush(heap, (price, bit))
        return best, False
