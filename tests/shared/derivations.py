"""What follows in a theory: all of it, and step by step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from pyasp_puzzles.explanation.reasons import derivation
from pyasp_puzzles.explanation.reasons.finder import StepFinder
from pyasp_puzzles.explanation.steps import Step
from pyasp_puzzles.explanation.theory import Theory


def backbone(theory: Theory, known: Iterable[int] = ()) -> list[int] | None:
    """The literals that hold in every answer with the known ones; ``None``: there is no answer."""
    solver = theory.solver()
    first = solver.solve([*solver.all_on(), *known], theory.model_of).value
    if first is None:
        return None
    return [*known, *derivation.backbone(theory, [first], list(known))[0]]


def single_steps(
    theory: Theory,
    goals: Iterable[int],
    known: Iterable[int] = (),
    clues: Iterable[int] | None = None,
) -> Iterator[Step]:
    """Steps as the finder finds them; with a contradiction they end."""
    finder, number, step = StepFinder(theory, goals, known, clues=clues), 0, None
    while (step is None or step.follows) and (step := finder.next()):
        number += 1
        yield replace(step, number=number)
