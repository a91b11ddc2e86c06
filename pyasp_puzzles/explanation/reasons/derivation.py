"""The backbone of a board, the steps to all that follows, and which of them nothing needs.

That a cell is not 3 is idle if no step needs it and a later one says that the cell is 5.  Backwards
from the last one, each step keeps the consequences that a later step needs, those that are atoms of
the answer, and those that no later step says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from operator import itemgetter

from pyasp_puzzles.explanation.reasons.needed import restated
from pyasp_puzzles.explanation.reasons.stepper import Stepper
from pyasp_puzzles.explanation.reasons.subproblems import bits
from pyasp_puzzles.explanation.search import ClueSolver, Outcome, held
from pyasp_puzzles.explanation.steps import Literal, Step, merged
from pyasp_puzzles.explanation.theory import Theory
from pyasp_puzzles.work.deadline import Late, TimeUpError, never

CONFLICTS = 20_000
"""Conflicts after which the search for one more answer gives up."""

_IDLE = 1_000
"""Conflicts after which a search gives up; then what it asks about stays."""


def backbone(
    theory: Theory,
    models: Sequence[Sequence[int]],
    known: Sequence[int] = (),
    *,
    late: Late = never,
    solver: ClueSolver | None = None,
    conflicts: int = CONFLICTS,
    progress: Callable[[int, int], None] = lambda _found, _left: None,
) -> tuple[list[int], bool]:
    """The literals that hold in all answers with the known ones, and whether these are all."""
    solver = solver or theory.solver()
    solver.limit(conflicts)
    clues = solver.all_on()
    left = sorted(set(models[0]).intersection(*models).difference(known), key=abs)
    found: list[int] = []
    certain = True
    while left and not late():
        progress(len(found), len(left))
        try:
            other = solver.solve([*clues, *known, *found, -left[-1]], partial(held, tuple(left)))
        except TimeUpError:
            break
        if other.value is not None:
            left = other.value
            continue
        literal = left.pop()
        if other.outcome is Outcome.UNSATISFIABLE:
            found.append(literal)
        else:
            certain = False
    return found[::-1], certain and not left


def derive(theory: Theory, goals: Iterable[int]) -> Iterator[Step]:
    """Steps to all goals, as a person takes them, each with a subset-minimal reason.

    What clues say of single atoms is one opening step, and mere readings of clues with the same
    words are one step.
    """
    stepper, number = Stepper(theory, goals), 1
    chain: list[Step] = []
    kind: int | None = None
    while step := stepper.next():
        own = stepper.kind(step)
        if chain and (own is None or own != kind):
            yield merged(chain, number)
            chain, number = [], number + 1
        kind = own
        chain.append(step)
    if chain:
        yield merged(chain, number)


def without_idle_steps(theory: Theory, steps: Sequence[Step], late: Late = never) -> list[Step]:
    """The steps that remain when idle ones are left out, with new numbers.

    Each consequence is told by a step that remains: its own, or a later one from which it follows
    without any clue.  A step that keeps some has only the clues and premises that these need.  Of
    steps that end with a contradiction only what leads to it remains.
    """
    kept = _KeptSteps(theory, all(step.follows for step in steps))
    try:
        for step in reversed(steps):
            if late():
                return list(steps)
            for each in reversed(step.stages or (step,)):
                kept.add(step.number, each)
    except TimeUpError:
        return list(steps)
    return [replace(step, number=number) for number, step in enumerate(kept.steps(), 1)]


class _KeptSteps:
    """The steps that are kept, found backwards; of one with stages, the stages that are kept.

    ``all_told``: whether each consequence is told, also if no later step needs it.
    """

    def __init__(self, theory: Theory, all_told: bool) -> None:
        self._theory, self._index, self._all_told = theory, theory.index, all_told
        self._number = theory.number_of
        self._wanted: set[int] = set()
        self._kept: list[tuple[int, Step, list[int], list[Literal]]] = []
        """Each with its number, what it says itself, and what it tells in place of another one."""

    def steps(self) -> Iterator[Step]:
        """The steps in order, each with what it tells in place of an earlier one."""
        told = [
            (number, replace(step, follows=(*step.follows, *moved)))
            for number, step, _, moved in reversed(self._kept)
        ]
        for number, stages in groupby(told, key=itemgetter(0)):
            yield merged([step for _, step in stages], number)

    def add(self, number: int, step: Step) -> None:
        """Keep what has to be kept of a step, or of a stage of the step with that number."""
        later: dict[Literal, list[Literal] | None] = {}
        kept = []
        for x in step.follows:
            stays = self._stays(x)
            later[x] = None if stays else self._later(self._number(x)) if self._all_told else []
            if later[x] is None:
                kept.append(x)
        if kept and step.parts and step.follows[0] not in kept:
            kept.insert(0, step.follows[0])
        said = [self._number(x) for x in kept]
        if self._all_told:
            kept = [x for x in step.follows if x in kept or self._implied(self._number(x), said)]
        whole = step.follows
        if kept and len(kept) < len(whole):
            step = self._restricted(step, kept)
            kept = list(step.follows)
        for literal in whole:
            moved = later[literal]
            if literal not in kept and moved is not None:
                moved.append(literal)
        if kept or not whole:
            self._wanted.update(map(self._number, step.premises))
            self._kept.append((number, step, [*map(self._number, kept)], []))

    def _stays(self, literal: Literal) -> bool:
        """Whether a later step needs a literal, or it is an atom of the answer."""
        answer = self._all_told and literal.holds and literal.shown
        return answer or self._number(literal) in self._wanted

    def _later(self, literal: int) -> list[Literal] | None:
        """What the first later step tells from which a literal follows without any clue."""
        kept = reversed(self._kept)
        return next((moved for *_, said, moved in kept if self._implied(literal, said)), None)

    def _implied(self, literal: int, given: Iterable[int]) -> bool:
        """Whether a literal follows from others without any clue."""
        index = self._index
        part = index.subproblem_of(index.dependencies.components(abs(literal)))
        known = [x for x in given if part.scope >> index.bit(x) & 1]
        return bool(known) and part.refutes(0, [*known, -literal], _IDLE) is not None

    def _restricted(self, step: Step, kept: Sequence[Literal]) -> Step:
        """A step with only some of its consequences, and the clues and premises that these need.

        What these say of the same cells is kept, too: "r1c1 is 4 or empty" is easier to read.
        """
        if step.parts:
            return replace(step, follows=tuple(kept))
        theory, number = self._theory, self._number
        clues, seen = map(theory.mask_of, (step.reason, step.seen))
        known = sorted(map(number, step.premises), key=lambda x: x not in self._wanted)
        found = restated(theory, clues, seen, known, [*map(number, kept)], _IDLE)
        if found is None:  # a search that once succeeded has reached its limit
            return step
        part = self._index.subproblem(bits(clues | seen))
        used = theory.mask_of((*found.reason, *found.seen))
        premises = [*map(number, found.premises)]
        cells = {x.cells for x in kept if x.cells}

        def follows(literal: Literal) -> bool:
            if not self._all_told or literal.cells not in cells:
                return False
            return part.refutes(used, [*premises, -number(literal)], _IDLE) is not None

        return replace(
            found,
            number=step.number,
            follows=tuple(x for x in step.follows if x in kept or follows(x)),
            propagation=step.propagation,
            form=step.form if found.reason == step.reason else "",
        )
