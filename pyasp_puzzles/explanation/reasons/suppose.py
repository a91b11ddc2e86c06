"""Large reasons told as "suppose not": from the opposite of a consequence to a contradiction.

A step of many clues is right, but nobody sees it at once.  Told as a proof by contradiction it is a
chain of steps of one clue, or of two where single ones lead no further.  A reason that the finder
gives for several literals may be larger than one of them needs.  So the reason is made minimal for
each consequence by itself; the step keeps the consequence that is told best, and what follows
from it without any clue.  The others are left to later steps.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from pyasp_puzzles.explanation.outcome import Outcome
from pyasp_puzzles.explanation.reasons.finder import StepFinder
from pyasp_puzzles.explanation.reasons.masks import bits, mask_of
from pyasp_puzzles.explanation.reasons.moves import Move
from pyasp_puzzles.explanation.reasons.refutation import FLAT, Inference, Refutation, refute
from pyasp_puzzles.explanation.reasons.several import Limits
from pyasp_puzzles.explanation.reasons.sharpen import LARGE, narrowed, own_reasons
from pyasp_puzzles.explanation.steps import Literal, Step
from pyasp_puzzles.explanation.theory import Theory
from pyasp_puzzles.explanation.timed import Late, never

TRIED = 2
"""Consequences that are supposed not to hold, each in turn."""
INSIDE = Limits(calls=30)
"""Limits of the search for each step within a reason."""


@dataclass(frozen=True)
class Choice:
    """One consequence of a move, with a reason that is minimal for it.

    Attributes:
        bit: the consequence, as a bit of the theory's space.
        clues: its reason, a mask.
        refutation: how its opposite leads to a contradiction; ``None`` if it is told at once.
    """

    bit: int
    clues: int
    refutation: Refutation | None = None


def next_step(finder: StepFinder, late: Late = never) -> Step | None:
    """The finder's next step, told as "suppose not" if its reason is large.

    What follows is known to the finder from then on.

    Args:
        late: whether the time is up; then a large reason is told at once.

    Returns:
        The step; ``None``: nothing more follows.
    """
    found = finder.move()
    if found is None:
        return None
    move, choice = prepared(finder, found, late)
    step = finder.told(move)
    finder.learn(move.follows)
    return told_as(finder.theory, step, choice)


def prepared(finder: StepFinder, move: Move, late: Late = never) -> tuple[Move, Choice | None]:
    """A move as it is told: one of a large reason keeps the consequence that is told best.

    Args:
        finder: has not learned the move.
        late: whether the time is up; then a large reason is told at once.

    Returns:
        The move, and the consequence, if it is told as "suppose not".
    """
    choice = None if late() else chosen(finder, move, late)
    if choice is None:
        return move, None
    return _restricted(finder, move, choice), choice if choice.refutation else None


def told_as(theory: Theory, step: Step, choice: Choice | None) -> Step:
    """The step of a prepared move, with its parts."""
    if choice is None or choice.refutation is None:
        return step
    return _with_parts(theory, step, -choice.refutation.supposed, choice.refutation)


def told_inference(theory: Theory, inference: Inference, number: int, late: Late = never) -> Step:
    """A step from one in numbers, told as "suppose not" if its reason is large.

    The parts use no known literals but its premises.
    """
    step = step_of(theory, inference, number)
    if inference.clues.bit_count() < LARGE or len(inference.follows) != 1 or late():
        return step
    first = inference.follows[0]
    refutation = refute(
        theory,
        inference.premises,
        bits(inference.clues),
        supposed=-first,
        limits=INSIDE,
        late=late,
    )
    if not _helps(refutation, inference.clues.bit_count()):
        return step
    return _with_parts(theory, step, first, refutation)


def _with_parts(theory: Theory, step: Step, first: int, refutation: Refutation) -> Step:
    """A step with the parts that lead from the opposite of a literal to a contradiction."""
    parts = tuple(
        step_of(theory, inference, number) for number, inference in enumerate(refutation.steps, 1)
    )
    supposed = literal_of(theory, -first)
    return replace(
        step,
        premises=outer_premises(parts, supposed),
        follows=tuple(sorted(step.follows, key=lambda x: x.atom != supposed.atom)),
        parts=parts,
        supposes=supposed,
        minimal=all(part.minimal for part in parts),
    )


def chosen(finder: StepFinder, move: Move, late: Late = never) -> Choice | None:
    """The consequence of a move that is told best; ``None``: all of them at once."""
    if move.clues.bit_count() < LARGE or move.follows & finder.space.contradiction:
        return None
    choices = [Choice(bit, clues) for bit, clues in own_reasons(finder, move)]
    if choices[0].clues.bit_count() < LARGE:
        return choices[0]
    best: Choice | None = None
    for choice in choices[:TRIED]:
        refutation = refute(
            finder.theory,
            finder.known,
            bits(choice.clues),
            supposed=-finder.space.literal(choice.bit),
            limits=INSIDE,
            late=late,
        )
        if refutation.reached and (best is None or _length(refutation) < _length(best.refutation)):
            used = mask_of(clue for step in refutation.steps for clue in bits(step.clues))
            best = Choice(choice.bit, used, refutation)
        if late() or (best and best.refutation and best.refutation.largest() == 1):
            break
    if best and best.refutation and _helps(best.refutation, best.clues.bit_count()):
        return best
    return choices[0]


def _helps(refutation: Refutation, clues: int) -> bool:
    """Whether a reason of so many clues reads better as this refutation."""
    large = refutation.largest()
    return refutation.reached and large < clues and (large <= 2 or clues > FLAT)


def _length(refutation: Refutation | None) -> tuple[int, int]:
    """What makes one refutation better to read than another: the least is best."""
    return (max(2, refutation.largest()), len(refutation.steps)) if refutation else (0, 0)


def _restricted(finder: StepFinder, move: Move, choice: Choice) -> Move:
    """The move that has the reason of one consequence only.

    Told at once, it has all that follows from this reason; told as "suppose not" only what
    follows from that consequence alone, such as the other digits that a cell does not hold.
    """
    if choice.refutation is None:
        return narrowed(finder, move, choice.bit, choice.clues)
    space = finder.space
    alone, holds = space.part(bits(choice.clues)), space.literal(choice.bit)
    left = finder.open & alone.scope & ~(1 << choice.bit | space.contradiction)
    follows = 1 << choice.bit
    while left:
        bit = (left & -left).bit_length() - 1
        answer = alone.solve(0, [holds, *space.against(bit)], finder.limits.search)
        left &= ~(answer.false | 1 << bit)
        if answer.outcome is Outcome.UNSATISFIABLE:
            follows |= 1 << bit
    smallest = move.smallest and space.weight(choice.clues) == space.weight(move.clues)
    return replace(move, clues=choice.clues, follows=follows, smallest=smallest)


def step_of(theory: Theory, inference: Inference, number: int) -> Step:
    """A step with its clues and literals, from one in numbers."""
    clues = tuple(theory.clues[clue] for clue in bits(inference.clues))
    return Step(
        number,
        clues,
        tuple(literal_of(theory, x) for x in inference.premises),
        tuple(literal_of(theory, x) for x in inference.follows),
        sum(clue.weight for clue in clues),
        inference.smallest,
        minimal=inference.minimal,
    )


def literal_of(theory: Theory, number: int) -> Literal:
    """A literal in words, from its number; negative for "does not hold"."""
    atom = theory.atoms[theory.numbers.index(abs(number))]
    return theory.literal(atom, number > 0)


def outer_premises(parts: Iterable[Step], supposed: Literal) -> tuple[Literal, ...]:
    """What parts need that neither an earlier part gives nor is supposed, each literal once."""
    given, found = {supposed}, dict[Literal, None]()
    for part in parts:
        found.update((premise, None) for premise in part.premises if premise not in given)
        given.update(part.follows)
    return tuple(found)
