"""Finds the next step: a cheapest set of clues from which something new follows.

Single clues come first, each within the part of the program upon which it bears, by unit
propagation before search.  Then sets of clues: :mod:`pyasp_puzzles.explanation.reasons.several`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property, reduce
from operator import or_

from pyasp_puzzles.explanation.outcome import Outcome
from pyasp_puzzles.explanation.reasons.masks import bits, mask_of
from pyasp_puzzles.explanation.reasons.moves import SINGLE, Move, StepMaker
from pyasp_puzzles.explanation.reasons.parts import Answer, Part
from pyasp_puzzles.explanation.reasons.several import LIMITS, Limits, Reason, Several
from pyasp_puzzles.explanation.reasons.witnesses import Witnesses
from pyasp_puzzles.explanation.steps import Step
from pyasp_puzzles.explanation.theory import Theory

_FEW = 4
"""A clue that bears upon so many open literals needs no thought."""

_RANDOM = ("--sign-def=rnd", "--rand-freq=0.5")
"""Options for searches of which each model shall refute many literals."""

_STREAK, _MANY = 3, 10
"""After so many literals that follow, and with so many left, one search asks for all of them."""


class StepFinder:
    """Finds steps, one after the other.

    Literals are numbers of the ground program's atoms, negative for "does not hold"; the goal
    ``CONTRADICTION`` of :mod:`pyasp_puzzles.explanation.reasons.parts` asks for the way to a
    contradiction.

    Args:
        goals: literals to derive; the finder looks for no others.
        known: literals that are known from the start; they must not contradict the background.
        clues: numbers of the clues that may be used; ``None``: all.

    Attributes:
        known: all known literals, in the order in which they became known.
        open: the goals that are left, a mask.
    """

    def __init__(
        self,
        theory: Theory,
        goals: Iterable[int],
        known: Iterable[int] = (),
        *,
        clues: Iterable[int] | None = None,
        limits: Limits = LIMITS,
    ) -> None:
        self.theory, self.limits = theory, limits
        self.space = theory.space
        self.allowed = mask_of(range(len(theory.clues)) if clues is None else clues)
        self.witnesses = Witnesses(self.space)
        self.known: list[int] = []
        self.known_mask = 0
        weights, scopes = self.space.weights, self.space.clue_scopes
        order = sorted(bits(self.allowed), key=lambda clue: (scopes[clue].bit_count(), clue))
        self._by_weight = [
            [clue for clue in order if weights[clue] == weight] for weight in range(1, SINGLE + 1)
        ]
        self._groups: dict[frozenset[int], int] = {}
        for clue in order:
            components = self.space.of_clue[clue]
            self._groups[components] = self._groups.get(components, 0) | 1 << clue
        self._alone: dict[tuple[frozenset[int], int], int] = {}
        self._parts: dict[frozenset[int], Part] = {}
        self._learners: list[Part] = []
        self._certain = self._closed = True
        self._steps = StepMaker(theory, limits.needed)
        self._several: Several | None = None
        self.open = self.space.mask(goals)
        self.learn(self.space.mask(known))
        self.learn(self.background())

    def aim(self, goals: Iterable[int]) -> None:
        """Look for these literals from now on; what was found out stays."""
        seen = self.known_mask | self.space.opposite(self.known_mask)
        self.open = self.space.mask(goals) & ~seen
        self._several = None

    # -- what is known

    def learn(self, new: int) -> None:
        """Take literals as known."""
        new &= ~self.known_mask
        if not new:
            return
        self.known_mask |= new
        self.known += self.space.literals(new & ~self.space.contradiction)
        self.open &= ~(new | self.space.opposite(new))
        self.witnesses.learn(new)
        if self._several:
            self._several.learn(new)
        for part in (*self._parts.values(), *self._learners):
            part.learn(self.space.literals(new & part.scope & ~self.space.contradiction))

    def part(self, components: frozenset[int]) -> Part:
        """A part that knows what is known."""
        if components not in self._parts:
            self._parts[components] = self.space.build(components, _RANDOM, bits(self.allowed))
            self._parts[components].learn(self.known)
        return self._parts[components]

    def within(self, part: Part) -> list[int]:
        """The known literals of a part."""
        return self.space.literals(self.known_mask & part.scope & ~self.space.contradiction)

    def background(self) -> int:
        """The open literals that follow from what is known without any clue."""
        found, used = 0, self.space.components(bits(self.allowed))
        for component in sorted(self.space.bound):
            if component not in used and not (
                self.open & self.space.scope([component]) & ~self.space.contradiction
            ):
                continue
            part = self.part(frozenset([component]))
            found |= self.implied(part, 0, self.open & part.scope)
        return found

    # -- one set of clues

    def implied(self, part: Part, clues: int, candidates: int, given: Sequence[int] = ()) -> int:
        """The candidates that follow from clues and from what is known, as far as limits allow.

        Args:
            given: literals that count as known.
        """
        found, left, streak = 0, candidates, 0
        while left:
            together = streak >= _STREAK and left.bit_count() >= _MANY
            chosen = left if together else left & -left
            literals = self.space.literals(chosen & ~self.space.contradiction)
            if len(literals) > 1:
                against: tuple[int, ...] = (part.unless(literals),)
            else:
                against = self.space.against(chosen.bit_length() - 1)
            answer = part.solve(clues, (*given, *against), self.limits.search)
            if answer.outcome is Outcome.SATISFIABLE:
                self.witnesses.add(part.clues & ~answer.broken, answer.false)
                left &= ~answer.false
                streak = 0
                continue
            if answer.outcome is Outcome.UNSATISFIABLE:
                found |= chosen
            elif not clues:
                self._closed = False
            left &= ~chosen
            streak += 1
        return found

    # -- steps

    def next(self) -> Step | None:
        """The next step, which is known from then on; ``None``: nothing more follows."""
        return self._learnt(self.move())

    def next_single(self) -> Step | None:
        """The next step of one clue, known from then on; ``None``: nothing more follows so."""
        return self._learnt(self.single())

    def _learnt(self, move: Move | None) -> Step | None:
        if move is None:
            return None
        step = self.told(move)
        self.learn(move.follows)
        return step

    def told(self, move: Move, known: Iterable[int] | None = None) -> Step:
        """A step with its clues and with the known literals that it needs.

        Args:
            known: what was known before it; ``None``: what is known now.
        """
        return self._steps.step(move, self.known if known is None else known)

    def move(self) -> Move | None:
        """The next step in numbers, which is not learned yet; ``None``: nothing more follows."""
        if not self.open:
            return None
        return self.single() or self.several()

    def readings(self) -> list[Move]:
        """What each clue says by itself, by propagation: steps that need no other one.

        Clues that say together more than each by itself are not all among them: what they say
        together is left to a later step.  Call it where nothing is known but the background.
        """
        found: dict[int, Move] = {}
        wide = self.open.bit_count() // 2
        for clue in (clue for clues in self._by_weight for clue in clues):
            if (self.space.clue_scopes[clue] & self.open).bit_count() > wide:
                continue  # Such a clue says nothing by itself, and to find that out takes long.
            reason = self.first(clue)
            if reason and reason.propagation:
                found[clue] = self.completed(reason, self._closed and self.space.weights[clue] == 1)
        follows = 0
        for clue, move in list(found.items()):
            part, both = self.part(self.space.of_clue[clue]), follows | move.follows
            given = self.space.literals(both & part.scope)
            if both & (self.space.contradiction | self.space.opposite(both)) or (
                self.implied(part, 0, self.open & part.scope & ~both, given)
            ):
                del found[clue]
            else:
                follows = both
        for clue in reversed(list(found)):
            others = (move.follows for other, move in found.items() if other != clue)
            if not found[clue].follows & ~reduce(or_, others, 0):
                del found[clue]
        moves, follows = list[Move](), 0
        for move in found.values():
            moves.append(replace(move, follows=move.follows & ~follows))
            follows |= move.follows
        return moves

    def kind(self, move: Move) -> int:
        """The number of the words of a step's only clue."""
        symbol = self.theory.clues[move.clues.bit_length() - 1].symbol
        return symbol.arguments[0].number

    def short(self, move: Move) -> bool:
        """Whether a step is a mere reading: one clue that bears upon few open literals."""
        if move.clues.bit_count() != 1 or not move.propagation:
            return False
        if move.follows & self.space.contradiction:
            return False
        scope = self.space.clue_scopes[move.clues.bit_length() - 1]
        return (scope & self.open & ~self.space.contradiction).bit_count() <= _FEW

    def single(self) -> Move | None:
        """A step that needs one clue only, by propagation if there is such a one."""
        certain = self._closed
        for clues in self._by_weight:
            searched: Reason | None = None
            for clue in clues:
                reason = self.first(clue)
                if reason and reason.propagation:
                    return self.completed(reason, certain)
                searched = searched or reason
            if searched:
                return self.completed(searched, certain)
            certain = certain and not any(self.witnesses.unknown[clue] for clue in clues)
        self._certain = certain
        return None

    def first(self, clue: int) -> Reason | None:
        """An open literal that follows from a clue, by propagation if there is such a one."""
        part, seen = self.part(self.space.of_clue[clue]), self.witnesses
        searched = seen.implied[clue] & self.open
        tried = 0
        left = self.open & part.scope & ~(seen.refuted[clue] | seen.unknown[clue])
        alone = self._groups[self.space.of_clue[clue]].bit_count() == 1
        if alone and left.bit_count() > _MANY:
            seen.add(1 << clue, part.ever_false(1 << clue, self.limits.search)[0])
        while left := self.open & part.scope & ~(seen.refuted[clue] | seen.unknown[clue] | tried):
            bit = (left & -left).bit_length() - 1
            if not searched >> bit & 1:
                answer = self._together(part, clue, bit) or part.solve(
                    1 << clue, self.space.against(bit), self.limits.search
                )
                if answer.outcome is Outcome.SATISFIABLE:
                    seen.add(part.clues & ~answer.broken, answer.false)
                    continue
                if answer.outcome is Outcome.UNKNOWN:
                    seen.unknown[clue] |= 1 << bit
                    continue
            if (
                self.propagator.solve(
                    1 << clue, self.space.against(bit), self.limits.propagation
                ).outcome
                is Outcome.UNSATISFIABLE
            ):
                return Reason(1 << clue, bit, propagation=True)
            searched |= 1 << bit
            tried |= 1 << bit
        seen.implied[clue] |= searched
        if not searched:
            return None
        return Reason(1 << clue, (searched & -searched).bit_length() - 1, propagation=False)

    def _together(self, part: Part, clue: int, bit: int) -> Answer | None:
        """A model in which a literal is false and many clues hold that bear upon the same part.

        It shows of each of these clues what it does not imply.  Clues of a core are asked alone
        from then on.
        """
        components = self.space.of_clue[clue]
        alone = self._alone.get((components, bit), 0)
        while True:
            group = self._groups[components] & ~alone
            if not group >> clue & 1 or group.bit_count() == 1:
                return None
            answer = part.solve(group, self.space.against(bit), self.limits.several)
            if answer.outcome is Outcome.SATISFIABLE:
                return answer
            if answer.outcome is Outcome.UNKNOWN:
                alone |= mask_of(list(bits(group))[1::2])
            else:
                alone |= answer.clues or group
            self._alone[components, bit] = alone

    @cached_property
    def propagator(self) -> Part:
        """The whole program, which is asked only what propagation shows."""
        part = Part.whole(self.space, self.allowed, ["--forget-on-step=lemmas"])
        part.learn(self.known)
        self._learners.append(part)
        return part

    def several(self) -> Move | None:
        """A step of several clues; only if :meth:`single` finds none."""
        if self._several is None:
            self._several = Several(
                self.space, self.allowed, self.open, self.known, self.propagator, self.limits
            )
        least = SINGLE if self._certain else 1
        reason = self._several.cheapest(self.open, least)
        return self.completed(reason, reason.smallest) if reason else None

    def completed(self, reason: Reason, smallest: bool) -> Move:
        """The step with all that follows from its reason."""
        part = self.part(self.space.components(bits(reason.clues)))
        candidates = self.open & part.scope & ~(1 << reason.bit)
        if reason.clues.bit_count() == 1:
            candidates &= ~self.witnesses.refuted[reason.clues.bit_length() - 1]
        elif self._several:
            candidates &= ~self._several.refuted(reason.clues)
        follows = 1 << reason.bit | self.implied(part, reason.clues, candidates)
        if follows & self.space.contradiction:
            follows = self.space.contradiction
        return Move(reason.clues, follows, smallest, reason.propagation)
