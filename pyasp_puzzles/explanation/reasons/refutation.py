"""Refutations: steps from known literals to a contradiction; large reasons told as "suppose not".

Forwards, a ``StepFinder`` derives whatever follows, atoms and their negations alike, until it meets
the contradiction.  Backwards, from the contradiction, each step is kept only for those consequences
that a later step needs, and looks for its premises among what is needed already, then among what
was known before, then among what was derived earliest.

A step of many clues is right, but nobody sees it at once.  Told as a proof by contradiction it is a
chain of steps of one clue, or of two where single ones lead no further.  What gives several
literals may be more than one of them needs.  So the reason is made minimal for each consequence by
itself; the step keeps the consequence that is told best, and what follows from it without any clue.
The others are left to later steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice

from pyasp_puzzles.explanation.reasons.finder import Deduction, StepFinder
from pyasp_puzzles.explanation.reasons.joint_reason import LIMITS, StepLimits
from pyasp_puzzles.explanation.reasons.needed import Needed, shrunk
from pyasp_puzzles.explanation.reasons.subproblems import (
    CONTRADICTION,
    LiteralIndex,
    bits,
    mask_of,
)
from pyasp_puzzles.explanation.steps import Literal, Step
from pyasp_puzzles.explanation.theory import Theory
from pyasp_puzzles.work.deadline import Late, TimeUpError, never

LARGE = 4
"""A reason of so many clues is told as "suppose not"."""
FLAT = 5
"""A larger reason is told as "suppose not" in any case; then it has one consequence."""
TRIED = 2
"""Consequences that are supposed not to hold, each in turn."""
INSIDE = StepLimits(calls=30)
"""Limits of the search for each step within a reason."""
_MOST = 6
"""Consequences that get a reason of their own; atoms that hold come first."""
_QUICK = 100
"""Conflicts after which a clue counts as needed for such a reason."""


@dataclass(frozen=True)
class Inference:
    """A step in numbers, with its premises.

    Attributes:
        clues: a mask, none of which can be left out.
        premises: known literals, none of which can be left out.
        follows: new literals; none at all is the contradiction.
        smallest: whether no cheaper reason gives anything new at this point.
        minimal: whether it is proved that none of the clues and premises can be left out.
    """

    clues: int
    premises: tuple[int, ...]
    follows: tuple[int, ...]
    smallest: bool
    minimal: bool


@dataclass(frozen=True)
class RefutationSteps:
    """Steps to a contradiction.

    Attributes:
        steps: the last one has no consequence, if the contradiction is reached.
        reached: whether it is; else the steps are all that was found.
        supposed: the literal that is supposed; 0: nothing is.
    """

    steps: tuple[Inference, ...]
    reached: bool
    supposed: int = 0

    @property
    def largest(self) -> int:
        """The largest number of clues in one step."""
        return max((step.clues.bit_count() for step in self.steps), default=0)

    def helps(self, clues: int) -> bool:
        """Whether a reason of so many clues reads better as this refutation."""
        return self.reached and self.largest < clues and (self.largest <= 2 or clues > FLAT)

    @property
    def length(self) -> tuple[int, int]:
        """What makes one refutation better to read than another: the least is best."""
        return max(2, self.largest), len(self.steps)


def refute(
    theory: Theory,
    known: Sequence[int] = (),
    clues: Iterable[int] | None = None,
    *,
    supposed: int = 0,
    limits: StepLimits = LIMITS,
    late: Late = never,
) -> RefutationSteps:
    """Steps from known literals to a contradiction."""
    index = theory.index
    allowed = range(len(theory.clues)) if clues is None else tuple(clues)
    goals = [CONTRADICTION, *index.literals(index.scope(index.components(allowed)))]
    more = [supposed] if supposed else []
    given = [*more, *known]
    found: list[Deduction] = []
    with suppress(TimeUpError):
        finder = StepFinder(theory, goals, [*known, *more], clues=allowed, limits=limits)
        while not late():
            deduction = finder.deduction()
            if deduction is None:
                break
            deduction = sharpened(finder, deduction)
            found.append(deduction)
            if deduction.follows == index.contradiction:
                steps = _KeptInferences(index, given, found, limits.search).kept()
                return RefutationSteps(steps, True, supposed)
            finder.learn(deduction.follows)
    steps = _KeptInferences(index, given, found, limits.search).all()
    return RefutationSteps(steps, False, supposed)


class _KeptInferences:
    """What a contradiction rests upon, found backwards."""

    def __init__(
        self, index: LiteralIndex, given: Sequence[int], found: Sequence[Deduction], conflicts: int
    ) -> None:
        self._index, self._found, self._conflicts = index, found, conflicts
        self._given = given
        self._derived = [index.literals(each.follows) for each in found]
        self._wanted: set[int] = set()

    def kept(self) -> tuple[Inference, ...]:
        """The steps that remain if the last one is the contradiction.

        Each consequence of a large reason has a step of its own, as it may need fewer clues.
        """
        steps = [self._inference(len(self._found) - 1, [])]
        for place in range(len(self._found) - 2, -1, -1):
            follows = [literal for literal in self._derived[place] if literal in self._wanted]
            large = self._found[place].clues.bit_count() > FLAT
            for group in [[x] for x in follows] if large else [follows] if follows else []:
                steps.append(self._inference(place, group))
        return tuple(reversed(steps))

    def all(self) -> tuple[Inference, ...]:
        """All steps, each with all its consequences."""
        return tuple(self._inference(i, follows) for i, follows in enumerate(self._derived))

    def _inference(self, place: int, follows: Sequence[int]) -> Inference:
        """A step that derives only some consequences; its premises are wanted from then on."""
        deduction, index = self._found[place], self._index
        scope = index.scope(index.components(bits(deduction.clues)))
        sources = self._sources(place, follows, scope)
        part = index.subproblem(bits(deduction.clues))
        found, needed = None, Needed(part, follows, self._conflicts)
        with suppress(TimeUpError):
            found = _needed(needed, deduction.clues, sources)
        minimal = found is not None and needed.proved
        if found is None:  # a search that once succeeded has reached its limit
            found = deduction.clues, [x for group in sources for x in group]
        clues, premises = found
        self._wanted.difference_update(follows)
        self._wanted.update(set(premises).difference(self._given))
        return Inference(clues, tuple(premises), tuple(follows), deduction.smallest, minimal)

    def _sources(self, place: int, follows: Sequence[int], scope: int) -> list[list[int]]:
        """Literals that may be premises of a step, in groups, those to be preferred first."""
        earlier = {literal for group in self._derived[:place] for literal in group}
        wanted = [x for x in sorted(self._wanted) if x in earlier and x not in follows]
        groups = [[*wanted, *self._given]]
        groups += [[x for x in group if x not in self._wanted] for group in self._derived[:place]]
        return [[x for x in group if self._index.mask([x]) & scope] for group in groups]


def _needed(
    needed: Needed, clues: int, sources: Sequence[Sequence[int]]
) -> tuple[int, list[int]] | None:
    """Needed clues and premises, these from as few of the first sources as possible."""
    low, high = 0, len(sources)
    while low < high - 1:
        middle = (low + high) // 2
        if needed.follow(clues, [x for group in sources[:middle] for x in group]):
            high = middle
        else:
            low = middle
    return needed.of(clues, [x for group in sources[:high] for x in group])


# -- reasons of single consequences


def own_reasons(finder: StepFinder, deduction: Deduction) -> list[tuple[int, int]]:
    """Consequences, as bits, each with a minimal part of the reason; cheapest first."""
    index, clues = finder.index, deduction.clues
    part = finder.subproblem(index.components(bits(clues)))
    found = [
        (bit, shrunk(part, clues, bits(clues), index.against(bit), _QUICK))
        for bit in islice(bits(deduction.follows), _MOST)
    ]
    return sorted(found, key=lambda own: (index.weight(own[1]), own[0]))


def sharpened(finder: StepFinder, deduction: Deduction) -> Deduction:
    """The deduction with the cheapest reason of one of its consequences, and all that follows.

    A deduction of few clues is returned as it is.
    """
    if deduction.clues.bit_count() < LARGE:
        return deduction
    bit, clues = own_reasons(finder, deduction)[0]
    return deduction if clues == deduction.clues else _narrowed(finder, deduction, bit, clues)


def _narrowed(finder: StepFinder, deduction: Deduction, bit: int, clues: int) -> Deduction:
    """The deduction with a part of its reason that gives one consequence, and all that follows."""
    part = finder.subproblem(finder.index.components(bits(clues)))
    follows = 1 << bit | finder.implied(part, clues, finder.open & part.scope & ~(1 << bit))
    return _with_reason(finder, deduction, clues, finder.whole(follows))


def _with_reason(finder: StepFinder, deduction: Deduction, clues: int, follows: int) -> Deduction:
    weight = finder.index.weight
    smallest = deduction.smallest and weight(clues) == weight(deduction.clues)
    return replace(deduction, clues=clues, follows=follows, smallest=smallest)


# -- "suppose not"


def next_step(finder: StepFinder, late: Late = never) -> Step | None:
    """The finder's next step, told as "suppose not" if its reason is large.

    What follows is known to the finder from then on.
    """
    found = finder.deduction()
    if found is None:
        return None
    deduction, refutation = prepared(finder, found, late)
    step = finder.told(deduction)
    finder.learn(deduction.follows)
    return told_as(finder.theory, step, refutation)


def prepared(
    finder: StepFinder, deduction: Deduction, late: Late = never
) -> tuple[Deduction, RefutationSteps | None]:
    """A deduction as it is told: one of a large reason keeps the consequence that is told best.

    Returns:
        The deduction, and how the opposite of its consequence leads to a contradiction, if it is
        told so.
    """
    index = finder.index
    small = deduction.clues.bit_count() < LARGE or deduction.follows & index.contradiction
    if late() or small:
        return deduction, None
    choices = own_reasons(finder, deduction)
    if choices[0][1].bit_count() < LARGE:
        return _narrowed(finder, deduction, *choices[0]), None
    best: tuple[int, int, RefutationSteps] | None = None
    for bit, clues in choices[:TRIED]:
        supposed = -index.literal(bit)
        found = refute(
            finder.theory, finder.known, bits(clues), supposed=supposed, limits=INSIDE, late=late
        )
        if found.reached and (best is None or found.length < best[2].length):
            best = bit, mask_of(x for step in found.steps for x in bits(step.clues)), found
        if late() or (best and best[2].largest == 1):
            break
    if best is None or not best[2].helps(best[1].bit_count()):
        return _narrowed(finder, deduction, *choices[0]), None
    return _alone(finder, deduction, best[0], best[1]), best[2]


def _alone(finder: StepFinder, deduction: Deduction, bit: int, clues: int) -> Deduction:
    """One consequence with what follows from it alone: other digits that a cell does not hold."""
    index = finder.index
    part, holds = index.subproblem(bits(clues)), index.literal(bit)
    left = finder.open & part.scope & ~(1 << bit | index.contradiction)
    follows = 1 << bit
    while left:
        other = (left & -left).bit_length() - 1
        answer = part.solve(0, [holds, *index.against(other)], finder.limits.search)
        left &= ~(answer.false | 1 << other)
        if answer.follows:
            follows |= 1 << other
    return _with_reason(finder, deduction, clues, follows)


def told_as(theory: Theory, step: Step, refutation: RefutationSteps | None) -> Step:
    """A step with the parts that lead from the opposite of a literal to a contradiction."""
    if refutation is None:
        return step
    parts = tuple(step_of(theory, each, number) for number, each in enumerate(refutation.steps, 1))
    (supposed,) = theory.told([refutation.supposed])
    return replace(
        step,
        premises=_outer_premises(parts, supposed),
        follows=tuple(sorted(step.follows, key=lambda x: x.atom != supposed.atom)),
        parts=parts,
        supposes=supposed,
        minimal=all(part.minimal for part in parts),
    )


def told_inference(theory: Theory, inference: Inference, number: int, late: Late = never) -> Step:
    """A step from one in numbers, told as "suppose not" if its reason is large.

    The parts use no known literals but its premises.
    """
    step, clues = step_of(theory, inference, number), inference.clues
    if clues.bit_count() < LARGE or len(inference.follows) != 1 or late():
        return step
    supposed = -inference.follows[0]
    found = refute(
        theory, inference.premises, bits(clues), supposed=supposed, limits=INSIDE, late=late
    )
    return told_as(theory, step, found if found.helps(clues.bit_count()) else None)


def step_of(theory: Theory, inference: Inference, number: int) -> Step:
    """A step with its clues and literals, from one in numbers."""
    clues = tuple(theory.clues[clue] for clue in bits(inference.clues))
    return Step(
        number,
        clues,
        theory.told(inference.premises),
        theory.told(inference.follows),
        sum(clue.weight for clue in clues),
        inference.smallest,
        minimal=inference.minimal,
    )


def _outer_premises(parts: Iterable[Step], supposed: Literal) -> tuple[Literal, ...]:
    """What parts need that neither an earlier part gives nor is supposed, each literal once."""
    given, found = {supposed}, dict[Literal, None]()
    for part in parts:
        found.update((premise, None) for premise in part.premises if premise not in given)
        given.update(part.follows)
    return tuple(found)
