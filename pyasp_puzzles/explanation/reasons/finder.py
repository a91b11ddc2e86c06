"""Finds what follows from single clues, then from sets of clues, by searches.

A single clue is searched within the subproblem upon which it bears.  A joint reason, of several
clues, is the core of a short search with all clues, made small; of some literals the cheapest one.
Joint reasons are kept from step to step: they stay right as more becomes known.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from typing import NamedTuple

from pyasp_puzzles.explanation.reasons.needed import Witnesses, restated
from pyasp_puzzles.explanation.reasons.subproblems import LiteralIndex, Subproblem, bits
from pyasp_puzzles.explanation.search import Outcome
from pyasp_puzzles.explanation.steps import Step
from pyasp_puzzles.explanation.theory import Theory

SEARCH, QUICK = 3_000, 10
"""Conflicts, which are the same on any machine: of a search with one clue, and of one for any
reason of several clues."""

SINGLE = 2
"""Clues up to this weight are tried alone before sets of clues."""

FEW, LARGE = 2, 4
"""So few clues that no fewer are looked for; so many that one does not see them at once."""

_FOLLOWED = 12  # clues that are too many to follow: then a literal comes from which more follows
_FAR = 4  # such literals that are tried; their reasons may be half as large again as the cheapest
_CALLS = 15  # searches that make reasons small in one step
_MANY_CLUES = 100  # conflicts of a search with many clues
_RANDOM = ("--sign-def=rnd", "--rand-freq=0.5")  # each model shall refute many literals
_STREAK, _MANY = 3, 10  # after so many that follow, with so many left, one search asks for all


class Deduction(NamedTuple):
    """A step in numbers: a reason and what follows, as masks."""

    clues: int
    follows: int


class JointReasonSearch:
    """Searches for cheapest reasons among sets of clues."""

    def __init__(self, index: LiteralIndex, whole: Subproblem, witnesses: Witnesses) -> None:
        self._index, self._whole, self._witnesses = index, whole, witnesses
        self._reasons: dict[int, int] = {}  # by the bit of a literal
        self._minimal: set[int] = set()
        self._order: dict[int, list[int]] = {}

    def learn(self, new: int) -> None:
        """Take literals as known: the reasons upon whose clues they bear may become smaller."""
        scopes, reasons = self._index.clue_scopes, self._reasons
        self._minimal = {
            bit for bit in self._minimal if not any(scopes[x] & new for x in bits(reasons[bit]))
        }

    def cheapest(
        self, left: int, enough: int, reach: Callable[[int], int] | None = None
    ) -> Deduction | None:
        """One of the literals that are left, with the cheapest reason that is found.

        Where that has too many clues to follow, it is the literal with the greatest reach.

        Args:
            enough: a weight for which no cheaper one is looked for.
            reach: how much follows along the sums from a literal, a bit.
        """
        among, reasons = [*bits(left & self._whole.scope)], self._reasons
        for bit in among:
            if bit not in reasons:
                self._find(bit, QUICK)
        if not any(bit in reasons for bit in among):
            any(self._find(bit, SEARCH) for bit in among)
        best, least, calls = None, 0, _CALLS
        for _, bit in sorted((self._weight(bit), bit) for bit in among if bit in reasons):
            if calls <= 0:
                break
            calls -= reasons[bit].bit_count()
            self._shrink(bit)
            if best is None or self._weight(bit) < least:
                best, least = bit, self._weight(bit)
            if least <= enough or (reach and reasons[bit].bit_count() > _FOLLOWED):
                break
        if best is None:
            return None
        if reach and reasons[best].bit_count() > _FOLLOWED:
            order = sorted((x for x in among if x in reasons), key=reach, reverse=True)
            for bit in order[:_FAR]:
                self._shrink(bit)
                if 2 * self._weight(bit) <= 3 * least:
                    best = bit
                    break
        return Deduction(reasons[best], 1 << best)

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

    def _shrink(self, bit: int) -> None:
        """Make the reason of a literal as small as searches within limits can."""
        if bit not in self._minimal:
            reason, far = self._reasons[bit], reversed(self._near(bit))
            self._reasons[bit] = self._witnesses.shrunk(self._whole, reason, far, bit, SEARCH, 0)
            self._minimal.add(bit)

    def _find(self, bit: int, conflicts: int) -> bool:
        """Whether the literal follows from all clues within the limit; notes its reason."""
        core = self._whole.refutes(self._near(bit), self._index.against(bit), conflicts)
        if core:
            self._reasons[bit] = core.clues
        return core is not None


class StepFinder:
    """Finds steps, one after the other; literals are numbers of the ground program's atoms.

    Args:
        goals: literals to derive, and no others; ``CONTRADICTION`` asks for the way to one.
        known: literals that are known from the start; they must not contradict the background.

    Attributes:
        known: all known literals, in the order in which they became known.
        known_mask: the same as a mask.
        open: the goals that are left, a mask.
        given: what it knows though nobody told it, a mask: what follows without any clue.
    """

    def __init__(self, theory: Theory, goals: Iterable[int], known: Iterable[int] = ()) -> None:
        self.theory, self.index = theory, theory.index
        self.witnesses = Witnesses(self.index)
        self.known: list[int] = []
        self.known_mask = 0
        weights, scopes = self.index.weights, self.index.clue_scopes
        order = sorted(range(len(scopes)), key=lambda x: (weights[x], scopes[x].bit_count(), x))
        self._singles = [clue for clue in order if weights[clue] <= SINGLE]
        self._subproblems: dict[frozenset[int], Subproblem] = {}
        self._joint: JointReasonSearch | None = None
        self.open = self.index.mask(goals)
        self.learn(self.index.mask(known))
        self.given = self._closed = 0
        self._close(~0)

    def resumed(self, theory: Theory, goals: int, known: int, silent: int) -> bool:
        """Whether it goes on where so much is known: what it found out, it need not search again.

        It does so in the same theory, perhaps with another time limit, if it knows no more than
        that, what follows without any clue, and what nobody has to tell (``silent``); all masks.
        """
        if theory.original is not self.theory.original:
            return False
        if self.known_mask & ~(known | self._closed | silent):
            return False
        self.given = self._closed | silent
        self.theory, self.index, self._joint = theory, theory.index, None
        for part in self._subproblems.values():
            part.index = theory.index
        added = known & ~self.known_mask
        self.learn(added)
        self.aim(goals)
        self._close(added)
        self.known = self.index.literals(known) + self.index.literals(self.known_mask & ~known)
        return True

    def _close(self, added: int) -> None:
        """Learn the open literals that follow without any clue, where something was added."""
        found = 0
        for component in sorted(self.index.bound):
            if not self.index.scope([component]) & ~self.index.contradiction & added:
                continue
            part = self.subproblem(frozenset([component]))
            found |= self.implied(part, 0, self.open & part.scope)
        self._closed |= found
        self.given |= found
        self.learn(found)

    def aim(self, goals: int) -> None:
        """Look for these literals, a mask, from now on; what was found out stays."""
        self.open = goals & ~(self.known_mask | self.index.opposite(self.known_mask))

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

    @property
    def whole(self) -> Subproblem:
        """The whole program."""
        return self.subproblem(self.index.all_components)

    # -- one set of clues

    def implied(self, part: Subproblem, clues: int, candidates: int) -> int:
        """The candidates that follow from clues and from what is known, as far as limits allow."""
        conflicts = SEARCH if clues.bit_count() < LARGE else _MANY_CLUES
        found, left, streak = 0, candidates, 0
        while left:
            together = streak >= _STREAK and left.bit_count() >= _MANY
            chosen = left & ~self.index.contradiction if together else left & -left
            answer = part.solve(clues, part.against(self.index.literals(chosen)), conflicts)
            if answer.outcome is Outcome.SATISFIABLE:
                self.witnesses.note(answer)
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
        clues, follows = deduction
        known = sorted(self.known, key=lambda literal: literal < 0)
        step = restated(self.theory, clues, 0, known, follows)
        return step or self.theory.step(clues, known, self.index.literals(follows), minimal=False)

    def single(self, among: Container[int] | None = None) -> Deduction | None:
        """What follows from one clue, of some clues, those of few literals first."""
        for clue in self._singles:
            if (among is None or clue in among) and (found := self._first(clue)):
                return self.completed(found)
        return None

    def _first(self, clue: int) -> Deduction | None:
        """An open literal that follows from a clue; the contradiction before any other one."""
        part, seen = self.subproblem(self.index.of_clue[clue]), self.witnesses
        while left := self.open & part.scope & ~(seen.refuted(1 << clue) | seen.unknown[clue]):
            first = left & self.index.contradiction or left & -left
            answer = part.solve(1 << clue, self.index.against(first.bit_length() - 1), SEARCH)
            if answer.follows:
                return Deduction(1 << clue, first)
            if answer.outcome is Outcome.SATISFIABLE:
                seen.note(answer)
            else:
                seen.unknown[clue] |= first
        return None

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
        clues, follows = reason
        part = self.subproblem(self.index.components(bits(clues)))
        candidates = self.open & part.scope & ~(follows | self.witnesses.refuted(clues))
        follows |= self.implied(part, clues, candidates)
        # from the contradiction nothing else is told
        return Deduction(clues, follows & self.index.contradiction or follows)
