"""Contradictory instances: the steps to the contradiction, and which clues would have to go."""

from __future__ import annotations

from dataclasses import dataclass

from pyasp_puzzles.explanation.outcome import Outcome
from pyasp_puzzles.explanation.reasons.conflict import CONFLICTS, conflict
from pyasp_puzzles.explanation.reasons.correction import Correction, correction
from pyasp_puzzles.explanation.reasons.refutation import refute
from pyasp_puzzles.explanation.reasons.suppose import told_inference
from pyasp_puzzles.explanation.steps import Step
from pyasp_puzzles.explanation.theory import Theory
from pyasp_puzzles.explanation.timed import Late, never


@dataclass(frozen=True)
class Contradiction:
    """Why an instance has no answer.

    Attributes:
        steps: to the contradiction, each needed by a later one; the last has no consequence.  If
            the contradiction is not reached: all that follow until the limit.
        reached: whether they reach it.
        correction: as few clues as possible that would have to go.
    """

    steps: tuple[Step, ...]
    reached: bool
    correction: Correction


def contradiction(theory: Theory, conflicts: int = CONFLICTS, late: Late = never) -> Contradiction:
    """Why an instance has no answer; one that has an answer gives steps that end without reaching.

    Args:
        conflicts: limit of each search of the whole program.
        late: whether the time is up; what was found until then is returned.
    """
    corrected = correction(theory, conflicts, late)
    steps, reached = steps_to_contradiction(theory, conflicts, late)
    return Contradiction(steps, reached, corrected)


def steps_to_contradiction(
    theory: Theory, conflicts: int = CONFLICTS, late: Late = never
) -> tuple[tuple[Step, ...], bool]:
    """The steps by cheapest reasons, and whether they reach the contradiction.

    Where the steps end without it, one step with all clues of a conflict takes their place.  If the
    rules without words contradict each other, the only step has no clue.
    The arguments are those of :func:`contradiction`.
    """
    theory.searcher.limit(conflicts)
    if theory.searcher.solve([]).outcome is Outcome.UNSATISFIABLE:
        return (Step(1, (), (), (), 0, smallest=True),), True
    if theory.always_broken:
        clue = min(theory.always_broken, key=lambda clue: clue.weight)
        free = theory.solver(conflicts=conflicts).solve([]).outcome is Outcome.SATISFIABLE
        return (Step(1, (clue,), (), (), clue.weight, free and clue.weight == 1),), True
    found = refute(theory, late=late)
    if not found.reached and not late():
        at_once = conflict(theory, conflicts=conflicts, late=late)
        if at_once.outcome is Outcome.UNSATISFIABLE:
            return (
                Step(1, at_once.clues, (), (), at_once.size, False, minimal=at_once.minimal),
            ), True
    steps = tuple(
        told_inference(theory, inference, number, late)
        for number, inference in enumerate(found.steps, 1)
    )
    return steps, found.reached
