"""Leaves out idle steps: those that no later step needs and that later steps make superfluous.

A derivation tells whatever follows, the cheapest first.  Much of it is of no use later: that a cell
is not 3 is idle if no step needs it and a later one says that the cell is 5.  Backwards, from the
last step, each step keeps the consequences that a later step needs, those that are atoms of the
answer, and those that no later step says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from operator import itemgetter

from pyasp_puzzles.explanation.outcome import Outcome
from pyasp_puzzles.explanation.reasons.masks import mask_of
from pyasp_puzzles.explanation.reasons.needed import Needed
from pyasp_puzzles.explanation.steps import Literal, Step, merged
from pyasp_puzzles.explanation.theory import Theory
from pyasp_puzzles.explanation.timed import Late, TimeUpError, never

_CONFLICTS = 1_000
"""Conflicts after which a search gives up; then what it asks about stays."""


def without_idle_steps(theory: Theory, steps: Sequence[Step], late: Late = never) -> list[Step]:
    """The steps that remain when idle ones are left out, with new numbers.

    Each consequence is told by a step that remains: one that its own step does not keep is told
    by a later step from which it follows without any clue.  A step that keeps only some of its
    consequences has only the clues and premises that these need.

    Args:
        steps: of a derivation, in order; a contradiction is not among them.
        late: whether the time is up; then all steps are returned as they are.
    """
    kept = _Kept(theory)
    for step in reversed(steps):
        if late():
            return list(steps)
        try:
            kept.add(step)
        except TimeUpError:
            return list(steps)
    return [replace(step, number=number) for number, step in enumerate(kept.steps(), 1)]


class _Kept:
    """The steps that are kept, found backwards; of one with stages, the stages that are kept."""

    def __init__(self, theory: Theory) -> None:
        self._theory, self._space = theory, theory.space
        self._clue = {clue.symbol: number for number, clue in enumerate(theory.clues)}
        self._shown = set(theory.program.shown)
        self._wanted: set[int] = set()
        self._steps: list[tuple[int, Step]] = []
        self._said: list[list[int]] = []
        self._moved: list[list[Literal]] = []

    def steps(self) -> Iterator[Step]:
        """The steps in order, each with what it tells in place of an earlier one."""
        told = [
            (number, replace(step, follows=(*step.follows, *moved)))
            for (number, step), moved in zip(self._steps, self._moved, strict=True)
        ]
        for number, stages in groupby(reversed(told), key=itemgetter(0)):
            yield merged([step for _, step in stages], number)

    def add(self, step: Step) -> None:
        """Keep what has to be kept of the step before those that are kept already."""
        for each in reversed(step.stages or (step,)):
            self._add(step.number, each)

    def _add(self, number: int, step: Step) -> None:
        """Keep what has to be kept of a step or of a stage of the step with that number."""
        later = {self._number(x): self._later(self._number(x)) for x in step.follows}
        kept = [x for x in step.follows if self._stays(x) or later[self._number(x)] is None]
        if kept and step.parts and step.follows[0] not in kept:
            kept.insert(0, step.follows[0])
        said = [self._number(x) for x in kept]
        kept = [x for x in step.follows if x in kept or self._implied(self._number(x), said)]
        whole = step.follows
        if kept and len(kept) < len(whole):
            step = self._restricted(step, kept)
            kept = list(step.follows)
        for literal in whole:
            place = later[self._number(literal)]
            if literal not in kept and place is not None:
                self._moved[place].append(literal)
        if kept:
            self._wanted.update(self._number(x) for x in step.premises)
            self._steps.append((number, step))
            self._said.append([self._number(x) for x in kept])
            self._moved.append([])

    def _stays(self, literal: Literal) -> bool:
        """Whether a later step needs a literal, or it is an atom of the answer."""
        signature = (literal.atom.name, len(literal.atom.arguments))
        shown = literal.holds and signature in self._shown
        return shown or self._number(literal) in self._wanted

    def _later(self, literal: int) -> int | None:
        """The first later step from which a literal follows without any clue."""
        places = reversed(range(len(self._said)))
        return next((i for i in places if self._implied(literal, self._said[i])), None)

    def _implied(self, literal: int, given: Iterable[int]) -> bool:
        """Whether a literal follows from others without any clue."""
        space = self._space
        part = space.part_of(space.dependencies.components(abs(literal)))
        known = [x for x in given if part.scope >> space.bit(x) & 1]
        if not known:
            return False
        answer = part.solve(0, [*known, -literal], _CONFLICTS)
        return answer.outcome is Outcome.UNSATISFIABLE

    def _restricted(self, step: Step, kept: Sequence[Literal]) -> Step:
        """A step with only some of its consequences, and the clues and premises that these need.

        What these clues and premises say of the same cells is kept, too: "r1c1 is 4 or empty" is
        easier to read than those digits that a later step needs.
        """
        if step.parts:
            return replace(step, follows=tuple(kept))
        order = [self._clue[clue.symbol] for clue in step.reason]
        part = self._space.part(order)
        known = sorted(step.premises, key=lambda x: self._number(x) not in self._wanted)
        needed = Needed(part, [self._number(x) for x in kept], _CONFLICTS)
        found = needed.of(mask_of(order), [self._number(x) for x in known])
        if found is None:  # a search that once succeeded has reached its limit
            return step
        clues, premises = found
        cells = {x.cells for x in kept if x.cells}
        reason = tuple(self._theory.clues[clue] for clue in order if clues >> clue & 1)

        def follows(literal: Literal) -> bool:
            answer = part.solve(clues, [*premises, -self._number(literal)], _CONFLICTS)
            return answer.outcome is Outcome.UNSATISFIABLE

        return replace(
            step,
            reason=reason,
            premises=tuple(x for x in step.premises if self._number(x) in premises),
            follows=tuple(
                x for x in step.follows if x in kept or (x.cells in cells and follows(x))
            ),
            size=sum(clue.weight for clue in reason),
            minimal=needed.proved,
        )

    def _number(self, literal: Literal) -> int:
        number = self._theory.atom_numbers[literal.atom]
        return number if literal.holds else -number
