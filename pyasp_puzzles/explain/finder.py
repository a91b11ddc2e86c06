"""Finds the next step: a cheapest set of clues from which something new follows.

Single clues come first, each within the part of the program upon which it bears, by unit
propagation before search.  Then sets of clues: :mod:`pyasp_puzzles.explain.several`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pyasp_puzzles.explain.masks import bits, mask_of
from pyasp_puzzles.explain.needed import Needed
from pyasp_puzzles.explain.outcome import Outcome
from pyasp_puzzles.explain.parts import CONTRADICTION, Answer, Part, Space
from pyasp_puzzles.explain.steps import Literal, Step
from pyasp_puzzles.explain.theory import Theory

_SINGLE = 2
"""Clues up to this weight are tried alone before sets of clues."""


@dataclass(frozen=True)
class Limits:
    """How much a search for a step may cost; none depends on the speed of the machine.

    Attributes:
        propagation: conflicts within which a consequence counts as found by propagation.
        search: conflicts of each further search.
        calls: searches for a smaller set of several clues, in one step.
        tried: cores of propagation that are made minimal, in one step.
    """

    propagation: int = 1
    search: int = 3000
    calls: int = 300
    tried: int = 10


LIMITS = Limits()
"""The usual limits."""


@dataclass(frozen=True)
class Move:
    """A step in numbers.

    Attributes:
        clues: the reason, a mask.
        follows: a mask of literals.
        smallest: whether no reason of less weight exists.
        propagation: whether unit propagation alone shows it.
    """

    clues: int
    follows: int
    smallest: bool
    propagation: bool


@dataclass
class Witnesses:
    """What single clues do not imply: models in which a clue holds and literals do not.

    Attributes:
        refuted: for each clue the literals that do not follow from it.
        undecided: for each clue the literals that propagation did not decide.
        unknown: for each clue the literals that no search decided.
    """

    space: Space
    refuted: list[int] = field(default_factory=list)
    undecided: list[int] = field(default_factory=list)
    unknown: list[int] = field(default_factory=list)
    _models: list[list[int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        count = len(self.space.clue_scopes)
        self.refuted, self.undecided, self.unknown = [0] * count, [0] * count, [0] * count
        self._models = [[] for _ in range(count)]

    def add(self, clues: int, false: int) -> None:
        """A model in which these clues hold and these literals do not."""
        for clue in bits(clues):
            seen = false & self.space.clue_scopes[clue]
            if seen & ~self.refuted[clue]:
                self._models[clue].append(seen)
                self.refuted[clue] |= seen

    def learn(self, new: int) -> None:
        """Forget the models that new literals rule out.

        Only what a clue can bear upon counts: the rest of a model may always be another one.
        """
        for clue, scope in enumerate(self.space.clue_scopes):
            if not scope & new:
                continue
            self.undecided[clue] = self.unknown[clue] = 0
            if self.refuted[clue] & new:
                self._models[clue] = [seen for seen in self._models[clue] if not seen & new]
                self.refuted[clue] = 0
                for seen in self._models[clue]:
                    self.refuted[clue] |= seen


class StepFinder:
    """Finds steps, one after the other.

    Literals are numbers of the ground program's atoms, negative for "does not hold"; the goal
    :data:`~pyasp_puzzles.explain.parts.CONTRADICTION` asks for the way to a contradiction.

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
        weights = self.space.weights
        self._by_weight = [
            deque(clue for clue in bits(self.allowed) if weights[clue] == weight)
            for weight in range(1, _SINGLE + 1)
        ]
        self._certain = True
        self._number = 0
        self._whole: Part | None = None
        self._symbols = {number: atom for atom, number in theory.atom_numbers.items()}
        self.open = self.space.mask(goals)
        self.learn(self.space.mask(known))
        self.learn(self.background())

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

    def within(self, part: Part) -> list[int]:
        """The known literals of a part."""
        return self.space.literals(self.known_mask & part.scope & ~self.space.contradiction)

    def background(self) -> int:
        """The open literals that follow from what is known without any clue."""
        found = 0
        for component in sorted(self.space.all_components):
            part = self.space.part_of(frozenset([component]))
            found |= self.implied(part, 0, self.open & part.scope)
        return found

    # -- one set of clues

    def implied(self, part: Part, clues: int, candidates: int) -> int:
        """The candidates that follow from clues and from what is known, as far as limits allow."""
        known, found, left = self.within(part), 0, candidates
        while left:
            bit = (left & -left).bit_length() - 1
            answer = part.solve(clues, [*known, *self.against(bit)], self.limits.search)
            if answer.outcome is Outcome.SATISFIABLE:
                self.witnesses.add(part.clues & ~answer.broken, answer.false)
                left &= ~answer.false
            else:
                left &= ~(1 << bit)
                if answer.outcome is Outcome.UNSATISFIABLE:
                    found |= 1 << bit
        return found

    def against(self, bit: int) -> Sequence[int]:
        """The opposite of a literal, to be assumed."""
        literal = self.space.literal(bit)
        return () if literal == CONTRADICTION else (-literal,)

    # -- steps

    def next(self) -> Step | None:
        """The next step, which is known from then on; ``None``: nothing more follows."""
        move = self.move()
        if move is None:
            return None
        step = self.told(move)
        self.learn(move.follows)
        return step

    def told(self, move: Move) -> Step:
        """A step with its clues and with the known literals that it needs."""
        self._number += 1
        part = self.space.part(bits(move.clues))
        follows = self.space.literals(move.follows)
        known = [x for x in self.known if self.space.mask([x]) & part.scope]
        known.sort(key=lambda literal: literal < 0)
        needed = Needed(part, follows, self.limits.search).of(move.clues, known)
        premises = known if needed is None else needed[1]
        clues = [self.theory.clues[clue] for clue in bits(move.clues)]
        return Step(
            self._number,
            tuple(clues),
            self._literals(premises),
            self._literals(literal for literal in follows if literal != CONTRADICTION),
            sum(clue.weight for clue in clues),
            move.smallest,
        )

    def _literals(self, numbers: Iterable[int]) -> tuple[Literal, ...]:
        symbols = self._symbols
        return tuple(self.theory.literal(symbols[abs(x)], x > 0) for x in numbers)

    def move(self) -> Move | None:
        """The next step in numbers, which is not learned yet; ``None``: nothing more follows."""
        if not self.open:
            return None
        return self.single() or self._several()

    def single(self) -> Move | None:
        """A step that needs one clue only, by propagation if there is such a one."""
        certain = True
        for clues in self._by_weight:
            for conflicts in (self.limits.propagation, self.limits.search):
                for clue in clues:
                    first = self.first(clue, conflicts)
                    if first is not None:
                        clues.rotate(-clues.index(clue))
                        return self.completed(1 << clue, first, certain, conflicts)
            certain = certain and not any(self.witnesses.unknown[clue] for clue in clues)
        self._certain = certain
        return None

    def first(self, clue: int, conflicts: int) -> int | None:
        """An open literal that follows from a clue; ``None``: there is none within the limit."""
        part = self.space.part([clue])
        seen = self.witnesses
        propagation = conflicts == self.limits.propagation
        pending = seen.undecided if propagation else seen.unknown
        known: list[int] | None = None
        while True:
            left = self.open & part.scope & ~seen.refuted[clue] & ~pending[clue]
            if not left:
                return None
            if known is None:
                known = self.within(part)
            bit = (left & -left).bit_length() - 1
            answer = part.solve(1 << clue, [*known, *self.against(bit)], conflicts)
            if answer.outcome is Outcome.SATISFIABLE:
                seen.add(part.clues & ~answer.broken, answer.false)
            elif answer.outcome is Outcome.UNSATISFIABLE:
                return bit
            else:
                pending[clue] |= 1 << bit

    def _several(self) -> Move | None:
        """A step of several clues: a core of a search, made minimal."""
        if self._whole is None:
            self._whole = Part.whole(self.space)
        best: tuple[int, int] | None = None
        for bit in bits(self.open):
            answer = self._try(self.allowed, bit)
            if answer.outcome is not Outcome.UNSATISFIABLE:
                continue
            clues = answer.clues
            for clue in bits(clues):
                if clues >> clue & 1:
                    answer = self._try(clues & ~(1 << clue), bit)
                    if answer.outcome is Outcome.UNSATISFIABLE:
                        clues = answer.clues
            if best is None or self.space.weight(clues) < self.space.weight(best[0]):
                best = clues, bit
                if self.space.weight(clues) <= _SINGLE:
                    break
        if best is None:
            return None
        smallest = self._certain and self.space.weight(best[0]) <= _SINGLE
        return self.completed(*best, smallest, self.limits.search)

    def _try(self, clues: int, bit: int) -> Answer:
        assert self._whole is not None
        known = [*self.within(self._whole), *self.against(bit)]
        return self._whole.solve(clues, known, self.limits.search)

    def completed(self, clues: int, first: int, smallest: bool, conflicts: int) -> Move:
        """The step with all that follows from its reason."""
        part = self.space.part(bits(clues))
        candidates = self.open & part.scope & ~(1 << first)
        for clue in bits(clues) if clues.bit_count() == 1 else ():
            candidates &= ~self.witnesses.refuted[clue]
        follows = 1 << first | self.implied(part, clues, candidates)
        if follows & self.space.contradiction:
            follows = self.space.contradiction
        return Move(clues, follows, smallest, conflicts == self.limits.propagation)
