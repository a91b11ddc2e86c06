"""Refutations: steps from known literals to a contradiction; large reasons told as "suppose not".

Forwards, a ``StepFinder`` derives whatever follows until it meets the contradiction.  Backwards,
each step is kept only for what a later step needs, and looks for its premises among what is needed
already, then among what was known before, then among what was derived earliest.

Nobody sees a step of many clues at once; told as a proof by contradiction it is a chain of steps of
one clue or two.  Its reason is made minimal for each consequence by itself; the step keeps the one
that is told best, and what follows from that without any clue.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice

from pyasp_puzzles.explanation.reasons.finder import StepFinder
from pyasp_puzzles.explanation.reasons.joint_reason import LIMITS, Deduction, StepLimits
from pyasp_puzzles.explanation.reasons.needed import Needed, shrunk
from pyasp_puzzles.explanation.reasons.subproblems import CONTRADICTION, bits
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
class Refutation:
    """Steps to a contradiction, which the last one has if it is reached; else all that were found.

    ``supposed``: the literal that is supposed; 0: nothing is.
    """

    steps: tuple[Step, ...]
    reached: bool
    supposed: int = 0

    @property
    def largest(self) -> int:
        """The largest number of clues in one step."""
        return max((len(step.reason) for step in self.steps), default=0)

    def helps(self, clues: int) -> bool:
        """Whether a reason of so many clues reads better as this refutation."""
        return self.reached and self.largest < clues and (self.largest <= 2 or clues > FLAT)


def refute(
    theory: Theory,
    known: Sequence[int] = (),
    clues: Iterable[int] | None = None,
    *,
    supposed: int = 0,
    limits: StepLimits = LIMITS,
    late: Late = never,
) -> Refutation:
    """Steps from known literals to a contradiction."""
    index = theory.index
    allowed = range(len(theory.clues)) if clues is None else tuple(clues)
    goals = [CONTRADICTION, *index.literals(index.scope(index.components(allowed)))]
    more, reached = [supposed] * bool(supposed), False
    found: list[Deduction] = []
    with suppress(TimeUpError):
        finder = StepFinder(theory, goals, [*known, *more], clues=allowed, limits=limits)
        while not (reached or late()) and (deduction := finder.deduction()):
            found.append(sharpened(finder, deduction))
            reached = found[-1].follows == index.contradiction
            if not reached:
                finder.learn(found[-1].follows)

    def kept() -> _KeptDeductions:
        return _KeptDeductions(theory, [*more, *known], found, limits.search)

    with suppress(TimeUpError):
        if reached:
            return Refutation(_numbered(kept().needed()), True, supposed)
    return Refutation(_numbered(kept().all()), False, supposed)


def _numbered(steps: Iterable[Step]) -> tuple[Step, ...]:
    return tuple(replace(step, number=number) for number, step in enumerate(steps, 1))


class _KeptDeductions:
    """What a contradiction rests upon, found backwards."""

    def __init__(
        self, theory: Theory, given: Sequence[int], found: Sequence[Deduction], conflicts: int
    ) -> None:
        self._theory, self._index, self._conflicts = theory, theory.index, conflicts
        self._found, self._given = found, given
        self._derived = [self._index.literals(each.follows) for each in found]
        self._wanted: set[int] = set()

    def needed(self) -> list[Step]:
        """The steps that remain if the last one is the contradiction.

        Each consequence of a large reason has a step of its own, as it may need fewer clues.
        """
        steps = [self._step(len(self._found) - 1, [])]
        for place in range(len(self._found) - 2, -1, -1):
            follows = [literal for literal in self._derived[place] if literal in self._wanted]
            large = self._found[place].clues.bit_count() > FLAT
            for group in [[x] for x in follows] if large else [follows] if follows else []:
                steps.append(self._step(place, group))
        return steps[::-1]

    def all(self) -> list[Step]:
        """All steps, each with all its consequences."""
        return [self._step(place, follows) for place, follows in enumerate(self._derived)]

    def _step(self, place: int, follows: Sequence[int]) -> Step:
        """A step that derives only some consequences; its premises are wanted from then on."""
        deduction, index = self._found[place], self._index
        sources = self._sources(place, follows)
        part = index.subproblem(bits(deduction.clues))
        found, needed = None, Needed(part, follows, self._conflicts)
        with suppress(TimeUpError):
            found = _needed(needed, deduction.clues, sources)
        minimal = found is not None and needed.proved
        # A search that once succeeded may reach its limit now.
        clues, premises = found or (deduction.clues, [x for group in sources for x in group])
        self._wanted.difference_update(follows)
        self._wanted.update(set(premises).difference(self._given))
        return self._theory.step(clues, premises, follows, deduction.smallest, minimal=minimal)

    def _sources(self, place: int, follows: Sequence[int]) -> list[list[int]]:
        """Literals that may be premises of a step, in groups, those to be preferred first."""
        index, derived = self._index, self._derived[:place]
        scope = index.scope(index.components(bits(self._found[place].clues)))
        earlier = {literal for group in derived for literal in group}.difference(follows)
        groups = [[*sorted(self._wanted & earlier), *self._given]]
        groups += [[x for x in group if x not in self._wanted] for group in derived]
        return [[x for x in group if index.mask([x]) & scope] for group in groups]


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


def _own_reasons(finder: StepFinder, deduction: Deduction) -> list[tuple[int, int]]:
    """Consequences, as bits, each with a minimal part of the reason; cheapest first."""
    index, clues = finder.index, deduction.clues
    part = finder.subproblem(index.components(bits(clues)))
    found = [
        (bit, shrunk(part, clues, bits(clues), index.against(bit), _QUICK))
        for bit in islice(bits(deduction.follows), _MOST)
    ]
    return sorted(found, key=lambda own: (index.weight(own[1]), own[0]))


def sharpened(finder: StepFinder, deduction: Deduction) -> Deduction:
    """The deduction; of many clues only the cheapest reason of one consequence."""
    if deduction.clues.bit_count() < LARGE:
        return deduction
    bit, clues = _own_reasons(finder, deduction)[0]
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


def prepared(
    finder: StepFinder, deduction: Deduction, late: Late = never
) -> tuple[Deduction, Refutation | None]:
    """A deduction as it is told: one of a large reason keeps the consequence that is told best.

    The second value says how the opposite of that leads to a contradiction, if it is told so.
    """
    index = finder.index
    small = deduction.clues.bit_count() < LARGE or deduction.follows & index.contradiction
    if late() or small:
        return deduction, None
    choices = _own_reasons(finder, deduction)
    best: Refutation | None = None
    for bit, clues in choices[: TRIED * (choices[0][1].bit_count() >= LARGE)]:
        supposed = -index.literal(bit)
        found = refute(
            finder.theory, finder.known, bits(clues), supposed=supposed, limits=INSIDE, late=late
        )
        if found.reached and (best is None or _length(found) < _length(best)):
            best = found
        if late() or (best and best.largest == 1):
            break
    used = finder.theory.mask_of(clue for step in best.steps for clue in step.reason) if best else 0
    if best is None or not best.helps(used.bit_count()):
        return _narrowed(finder, deduction, *choices[0]), None
    return _alone(finder, deduction, -best.supposed, used), best


def _length(refutation: Refutation) -> tuple[int, int]:
    """What makes one refutation better to read than another: the least is best."""
    return max(2, refutation.largest), len(refutation.steps)


def _alone(finder: StepFinder, deduction: Deduction, holds: int, clues: int) -> Deduction:
    """One consequence with what follows from it alone: other digits that a cell does not hold."""
    index = finder.index
    part, follows = index.subproblem(bits(clues)), index.mask([holds])
    left = finder.open & part.scope & ~(follows | index.contradiction)
    while left:
        other = left & -left
        against = index.against(other.bit_length() - 1)
        answer = part.solve(0, [holds, *against], finder.limits.search)
        left &= ~(answer.false | other)
        if answer.follows:
            follows |= other
    return _with_reason(finder, deduction, clues, follows)


def told_as(theory: Theory, step: Step, refutation: Refutation | None) -> Step:
    """A step with the parts that lead from the opposite of a literal to a contradiction."""
    if refutation is None:
        return step
    parts, (supposed,) = refutation.steps, theory.told([refutation.supposed])
    return replace(
        step,
        premises=_outer_premises(parts, supposed),
        follows=tuple(sorted(step.follows, key=lambda x: x.atom != supposed.atom)),
        parts=parts,
        supposes=supposed,
        minimal=all(part.minimal for part in parts),
    )


def told_alone(theory: Theory, step: Step, late: Late = never) -> Step:
    """A step, told as "suppose not" if its reason is large; the parts use its premises only."""
    if len(step.reason) < LARGE or len(step.follows) != 1 or late():
        return step
    known, (follows,) = map(theory.number_of, step.premises), map(theory.number_of, step.follows)
    clues = bits(theory.mask_of(step.reason))
    found = refute(theory, [*known], clues, supposed=-follows, limits=INSIDE, late=late)
    return told_as(theory, step, found if found.helps(len(step.reason)) else None)


def _outer_premises(parts: Iterable[Step], supposed: Literal) -> tuple[Literal, ...]:
    """What parts need that neither an earlier part gives nor is supposed, each literal once."""
    given, found = {supposed}, dict[Literal, None]()
    for part in parts:
        found.update((premise, None) for premise in part.premises if premise not in given)
        given.update(part.follows)
    return tuple(found)
