"""The backbone of a board, the steps to all that follows, and which of them nothing needs.

That a cell is not 3 is idle if no step needs it and a later one says that the cell is 5.  So a step
waits until one that places something needs it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, count, groupby
from operator import itemgetter

from clingo import Symbol

from pyasp_puzzles.explanation.reasons.making import nesting
from pyasp_puzzles.explanation.reasons.needed import restated
from pyasp_puzzles.explanation.reasons.stepper import Stepper
from pyasp_puzzles.explanation.reasons.subproblems import bits
from pyasp_puzzles.explanation.reasons.sums import NOTHING
from pyasp_puzzles.explanation.search import ClueSolver, Outcome, held
from pyasp_puzzles.explanation.steps import Literal, Step, Truth, merged, without_repeats
from pyasp_puzzles.explanation.theory import Theory
from pyasp_puzzles.work.deadline import Late, TimeUpError, never

CONFLICTS = 20_000
"""Conflicts after which the search for one more answer gives up."""

MOST_COUNTED = 100
"""So many of several answers are looked at."""

_IDLE = 1_000  # conflicts after which a search gives up; then what it asks about stays
_TRIED = 200  # atoms of which one is chosen
_FEW = 4  # a clue that bears upon so many open literals needs no thought


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


def derive(theory: Theory, goals: Iterable[int], known: Iterable[int] = ()) -> Iterator[Step]:
    """Steps from what is known to all goals, each with a subset-minimal reason, as a person goes.

    What clues say of single atoms is one opening step, and mere readings of clues with the same
    words are one step.
    """
    stepper = Stepper(theory, goals, known)
    for number, (_, row) in enumerate(groupby(stepper, partial(_kind, stepper)), 1):
        yield merged([*row], number)


def placed_without_clue(theory: Theory, goals: Iterable[int]) -> tuple[Literal, ...]:
    """The goals that are placements and hold by rules without words alone."""
    always = theory.index.literals(theory.normal_form.always & theory.index.mask(goals))
    return tuple(x for x in theory.told(always) if x.holds and x.shown)


def _kind(stepper: Stepper, step: Step) -> object:
    """Of a mere reading the number of its words: one clue that bears on few open literals."""
    if len(step.reason) == 1 and not (step.parts or step.stages) and step.form in ("", "bound"):
        clue = next(bits(stepper.theory.mask_of(step.reason)))
        if (stepper.index.clue_scopes[clue] & stepper.before).bit_count() <= _FEW:
            return step.reason[0].kind
    return object()  # it is like no other one


def choice(
    theory: Theory, answers: Sequence[frozenset[Symbol]], known: Iterable[int]
) -> Step | None:
    """A step that chooses an atom which few of several answers have, and from which much follows.

    Args:
        answers: their shown atoms.
        known: literals that all of these answers have.

    Returns:
        ``None``: no atom of the theory tells the answers apart.
    """
    number = Counter(chain.from_iterable(answers))
    few = [x for x, n in number.items() if n < len(answers) and x in theory.atom_numbers]
    if not few:
        return None
    least = min(map(number.__getitem__, few))
    few = sorted(x for x in few if number[x] == least)[:_TRIED]
    stepper = Stepper(theory, (), known)
    bit = {atom: theory.index.bit(theory.number(atom, True)) for atom in few}
    chosen = max(few, key=lambda atom: stepper.reach(bit[atom]))
    return Step(1, (), (), (theory.literal(chosen, True),), form="choice")


def in_time(steps: Iterable[Step], late: Late) -> Iterator[Step]:
    """Steps until it is late: then TimeUpError ends them."""
    for step in steps:
        yield step
        if late():
            raise TimeUpError


def told_when_needed(
    theory: Theory, steps: Iterable[Step], known: Iterable[int] = ()
) -> Iterator[Step]:
    """The steps, each as soon as it is known to be needed, with new numbers.

    A step that places something is needed, and so is what it rests upon.  In the end come those
    that say what does not follow, without any clue, from all that was told; before a contradiction
    none of them.

    Raises:
        TimeUpError: the steps end with it; what was found by then is told before.
    """
    waiting, numbers = _WaitingSteps(theory, known), count(1)
    late: TimeUpError | None = None
    found, step = iter(steps), None
    while not late and (step is None or step.follows):
        try:
            step = next(found, None)
        except TimeUpError as error:
            step, late = None, error
        if step is not None:
            waiting.add(step)
            if step.follows and not any(map(_is_placed, step.follows)):
                continue
        needed = waiting.needed(last=step is None, late=late is not None)
        for told in without_repeats(needed, alike=theory.program.tells_values):
            yield replace(told, number=next(numbers))
        if step is None:
            break
    if late:
        raise late


def _is_placed(literal: Literal) -> bool:
    """Whether a literal is an atom of the answer."""
    return literal.holds and literal.shown


class _WaitingSteps:
    """The steps of which it is not known yet whether something needs them, stage by stage."""

    def __init__(self, theory: Theory, known: Iterable[int]) -> None:
        self._theory, self._index = theory, theory.index
        self._stages: list[tuple[int, Step]] = []  # each with the number of its step
        self._numbers = count(1)
        self._said = [*known]
        self._causes: dict[Literal, tuple[Literal, ...]] = {}  # of what is not told

    def add(self, step: Step) -> None:
        """A further step, which may need the others."""
        number = next(self._numbers)
        self._stages += [(number, stage) for stage in step.stages or (step,)]

    def needed(self, *, last: bool, late: bool) -> Iterator[Step]:
        """What the last step needs, and this; it waits no longer.

        Args:
            last: no further step comes, so that what does not follow from all others is told, too.
            late: all is told.
        """
        wanted = set[Truth]()
        told, over, left = (list[tuple[int, Step]]() for _ in range(3))
        said, ends = [*self._said], [number for number, x in self._stages if x.form == "rest"]
        for number, stage in reversed(self._stages):
            used = any(x.truth in wanted or _is_placed(x) for x in stage.follows)
            if stage.follows and not (used or late):
                if not last or None not in [self._cause(x, said) for x in stage.follows]:
                    left.append((number, stage))
                    continue
                if ends and stage.form == "bound":
                    number, stage = ends[-1], replace(stage, form="rest")
            stage = self._by_one_clue(stage)
            wanted.update(x.truth for x in stage.premises)
            said += map(self._theory.number_of, stage.follows)
            (over if number in ends else told).append((number, stage))
        self._stages = left[::-1]
        for number, own in groupby(reversed([*over, *told]), key=itemgetter(0)):
            if stages := [*filter(None, (self._unsaid(stage) for _, stage in own))]:
                yield merged(stages, number)

    def _by_one_clue(self, stage: Step) -> Step:
        """A stage of several clues, or a look ahead, by one clue that shows it by now."""
        index = self._index
        if len(stage.reason) < 2 and stage.form != "room":
            return stage
        follows, known = self._theory.mask(stage.follows), index.mask(self._said)
        false = index.opposite(known)
        for own in self._theory.normal_form.sums:
            if own.clues and own.mask & (follows | index.opposite(follows)):
                out, forced = own.implied(known, false) or NOTHING
                if not follows & ~(index.opposite(out) | forced):
                    return restated(self._theory, own.clues, 0, self._said, follows) or stage
        return stage

    def _unsaid(self, stage: Step) -> Step | None:
        """A stage without what follows from what was told while it waited; ``None``: all does."""
        stage = self._cut(self._with_causes(stage))
        causes = {x: self._cause(x, self._said) for x in stage.follows}
        new = tuple(x for x, cause in causes.items() if cause is None)
        if stage.parts and new and new[0] != stage.follows[0]:
            new = stage.follows
        for x, cause in causes.items():
            if cause is not None and x not in new:
                self._causes[x] = self._theory.told(cause)
        self._said += map(self._theory.number_of, new)
        if stage.follows and not new:
            return None
        return replace(stage, follows=new, minimal=stage.minimal and new == stage.follows)

    def _cut(self, stage: Step) -> Step:
        """A supposition without what follows after a link contradicts what was said meanwhile."""
        theory, said = self._theory, set(self._said)
        for at, part in enumerate(stage.parts):
            against = [-n for n in map(theory.number_of, part.follows) if -n in said]
            if against and not part.parts and stage.supposes and len(stage.follows) < 2:
                known = [*map(theory.number_of, part.premises), *against]
                clues = theory.mask_of(part.reason), theory.mask_of(part.seen)
                if last := restated(theory, *clues, known, 0):
                    parts = (*stage.parts[:at], replace(last, number=part.number))
                    return nesting(theory, stage, parts, theory.number_of(stage.supposes))
        return stage

    def _with_causes(self, step: Step) -> Step:
        """A step which needs what was told in place of what follows from that."""
        if not self._causes:
            return step
        causes = (self._causes.get(x, (x,)) for x in step.premises)
        premises = tuple(dict.fromkeys(x for own in causes for x in own))
        parts, stages = (tuple(map(self._with_causes, own)) for own in (step.parts, step.stages))
        return replace(step, premises=premises, parts=parts, stages=stages)

    def _cause(self, told: Literal, said: Sequence[int]) -> list[int] | None:
        """The literals of those said from which one follows without any clue; ``None``: none."""
        index, literal = self._index, self._theory.number_of(told)
        if literal in said:
            return [literal]
        components = index.dependencies.components(abs(literal))
        if components.isdisjoint(index.bound):
            return None
        part = index.subproblem(components)
        known = part.within(said)
        core = part.refutes(0, [*known, -literal], _IDLE) if known else None
        return [x for x in core.known if x != -literal] if core else None
