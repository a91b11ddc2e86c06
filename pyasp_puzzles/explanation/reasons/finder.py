"""Finds what follows from single clues, each within the subproblem upon which it bears.

Then from sets of clues: :mod:`pyasp_puzzles.explanation.reasons.joint_reason`.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable

from pyasp_puzzles.explanation.reasons.joint_reason import (
    SEARCH,
    Deduction,
    JointReasonSearch,
)
from pyasp_puzzles.explanation.reasons.needed import Witnesses, restated
from pyasp_puzzles.explanation.reasons.subproblems import Subproblem, bits
from pyasp_puzzles.explanation.search import Outcome
from pyasp_puzzles.explanation.steps import Step
from pyasp_puzzles.explanation.theory import Theory

SINGLE = 2
"""Clues up to this weight are tried alone before sets of clues."""

LARGE = 4
"""So many clues are too many to see at once."""

_QUICK = 100
"""Conflicts of a search with many clues."""

_RANDOM = ("--sign-def=rnd", "--rand-freq=0.5")
"""Options for searches of which each model shall refute many literals."""

_STREAK, _MANY = 3, 10
"""After so many literals that follow, and with so many left, one search asks for all of them."""


class StepFinder:
    """Finds steps, one after the other; literals are numbers of the ground program's atoms.

    Args:
        goals: literals to derive, and no others; ``CONTRADICTION`` asks for the way to one.
        known: literals that are known from the start; they must not contradict the background.

    Attributes:
        known: all known literals, in the order in which they became known.
        open: the goals that are left, a mask.
        given: what it knows though nobody told it, a mask: what follows without any clue.
    """

    def __init__(
        self,
        theory: Theory,
        goals: Iterable[int],
        known: Iterable[int] = (),
    ) -> None:
        self.theory, self.index = theory, theory.index
        self.witnesses = Witnesses(self.index)
        self.known: list[int] = []
        self.known_mask = 0
        weights, scopes = self.index.weights, self.index.clue_scopes
        order = sorted(range(len(scopes)), key=lambda clue: (scopes[clue].bit_count(), clue))
        self._by_weight = [
            [clue for clue in order if weights[clue] == weight] for weight in range(1, SINGLE + 1)
        ]
        self._subproblems: dict[frozenset[int], Subproblem] = {}
        self._joint: JointReasonSearch | None = None
        self.open = self.index.mask(goals)
        self.learn(self.index.mask(known))
        self.given = self._closed = 0
        self._close(~0)

    def resumed(
        self, theory: Theory, goals: Iterable[int], known: Iterable[int], silent: int
    ) -> bool:
        """Whether it goes on where so much is known: what it found out, it need not search again.

        It does so in the same theory, perhaps with another time limit, if it knows no more than
        that, what follows without any clue, and what nobody has to tell (``silent``, a mask).
        """
        if theory.original is not self.theory.original:
            return False
        new = theory.index.mask(known)
        if self.known_mask & ~(new | self._closed | silent):
            return False
        self.given = self._closed | silent
        self.theory, self.index, self._joint = theory, theory.index, None
        for part in self._subproblems.values():
            part.index = theory.index
        added = new & ~self.known_mask
        self.learn(added)
        self.aim(goals)
        self._close(added)
        self.known = self.index.literals(new) + self.index.literals(self.known_mask & ~new)
        return True

    def _close(self, added: int) -> None:
        """Learn the open literals that follow without any clue, where something was added."""
        found = 0
        for component in sorted(self.index.bound):
            scope = self.index.scope([component]) & ~self.index.contradiction
            if not scope & added:
                continue
            part = self.subproblem(frozenset([component]))
            candidates = self.open & part.scope
            if candidates.bit_count() >= _MANY:
                candidates &= ~part.ever_false(SEARCH)
            found |= self.implied(part, 0, candidates)
        self._closed |= found
        self.given |= found
        self.learn(found)

    def aim(self, goals: Iterable[int]) -> None:
        """Look for these literals from now on; what was found out stays."""
        seen = self.known_mask | self.index.opposite(self.known_mask)
        self.open = self.index.mask(goals) & ~seen

    # -- what is known

    def learn(self, new: int) -> None:
        """Take literals as known."""
        new &= ~self.known_mask
        if not new:
            return
        self.known_mask |= new
        self.known += self.index.literals(new)
        self.open &= ~(new | self.index.opposite(new))
        self.witnesses.learn(new)
        if self._joint:
            self._joint.learn(new)
        for part in self._subproblems.values():
            part.learn(self.index.literals(new & part.scope))

    def subproblem(self, components: frozenset[int]) -> Subproblem:
        """A subproblem that knows what is known."""
        if components not in self._subproblems:
            options = _RANDOM if components < self.index.all_components else ()
            found = Subproblem(self.index, components, options=options)
            found.learn(self.known)
            self._subproblems[components] = found
        return self._subproblems[components]

    # -- one set of clues

    def implied(self, part: Subproblem, clues: int, candidates: int) -> int:
        """The candidates that follow from clues and from what is known, as far as limits allow."""
        conflicts = SEARCH if clues.bit_count() < LARGE else _QUICK
        found, left, streak = 0, candidates, 0
        while left:
            together = streak >= _STREAK and left.bit_count() >= _MANY
            chosen = left & ~self.index.contradiction if together else left & -left
            against = part.against(self.index.literals(chosen))
            answer = part.solve(clues, against, conflicts)
            if answer.outcome is Outcome.SATISFIABLE:
                self.witnesses.note(part, answer)
                left &= ~answer.false
                streak = 0
                continue
            if answer.follows:
                found |= chosen
            left &= ~chosen
            streak += 1
        return found

    # -- steps

    def next(self) -> Step | None:
        """The next step, which is known from then on; ``None``: nothing more follows."""
        found = (self.single() or self.joint()) if self.open else None
        step = self.told(found) if found else None
        self.learn(found.follows if found else 0)
        return step

    def told(self, deduction: Deduction) -> Step:
        """A step with its clues and with the known literals that it needs."""
        clues, known = deduction.clues, sorted(self.known, key=lambda literal: literal < 0)
        follows = self.index.literals(deduction.follows)
        step = restated(self.theory, clues, 0, known, follows)
        return step or self.theory.step(clues, known, follows, minimal=False)

    def single(self, among: Container[int] | None = None) -> Deduction | None:
        """What follows from one clue, of some clues, those of few literals first."""
        for clues in self._by_weight:
            for clue in clues if among is None else filter(among.__contains__, clues):
                if found := self._first(clue):
                    return self.completed(found)
        return None

    def _first(self, clue: int) -> Deduction | None:
        """An open literal that follows from a clue; the contradiction before any other one."""
        part, seen = self.subproblem(self.index.of_clue[clue]), self.witnesses
        while left := self.open & part.scope & ~(seen.refuted(1 << clue) | seen.unknown[clue]):
            first = left & self.index.contradiction or left & -left
            against = self.index.against(first.bit_length() - 1)
            answer = part.solve(1 << clue, against, SEARCH)
            if answer.follows:
                return Deduction(1 << clue, first)
            if answer.outcome is Outcome.SATISFIABLE:
                seen.note(part, answer)
            else:
                seen.unknown[clue] |= first
        return None

    @property
    def whole(self) -> Subproblem:
        """The whole program."""
        return self.subproblem(self.index.all_components)

    def joint(self, reach: Callable[[int], int] | None = None) -> Deduction | None:
        """A step of several clues; only if :meth:`single` finds none.

        ``reach``: how much follows along the sums from a literal, a bit.
        """
        if self._joint is None:
            self._joint = JointReasonSearch(self.index, self.whole, self.witnesses)
        reason = self._joint.cheapest(self.open, SINGLE, reach)
        return reason and self.completed(reason)

    def completed(self, reason: Deduction) -> Deduction:
        """The step with all that follows from the reason of one literal."""
        part = self.subproblem(self.index.components(bits(reason.clues)))
        candidates = self.open & part.scope & ~reason.follows
        candidates &= ~self.witnesses.refuted(reason.clues)
        follows = reason.follows | self.implied(part, reason.clues, candidates)
        follows = follows & self.index.contradiction or follows  # from it nothing else is told
        return Deduction(reason.clues, follows)
