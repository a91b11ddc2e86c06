"""A derivation: steps from what is known to all literals that follow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pyasp_puzzles.explain.finder import StepFinder
from pyasp_puzzles.explain.several import LIMITS, Limits
from pyasp_puzzles.explain.steps import Step
from pyasp_puzzles.explain.theory import Theory


def backbone(theory: Theory, assumed: Sequence[int] = ()) -> list[int] | None:
    """The literals over the theory's atoms that hold in every answer; ``None``: no answer.

    Literals are numbers of the ground program's atoms, negative for "does not hold".
    """
    solver = theory.solver()
    clues = solver.on(range(len(theory.clues)))
    first = solver.solve(
        [*clues, *assumed],
        lambda model: [a if model.is_true(a) else -a for a in theory.numbers],
    )
    if first.value is None:
        return None
    left, found = first.value, []
    while left:
        literal = left[-1]
        other = solver.solve(
            [*clues, *assumed, -literal],
            lambda model, held=tuple(left): [  # type: ignore[misc]
                x for x in held if model.is_true(abs(x)) == (x > 0)
            ],
        )
        if other.value is None:
            found.append(left.pop())
        else:
            left = other.value
    return found[::-1]


def derive(
    theory: Theory,
    goals: Iterable[int],
    known: Iterable[int] = (),
    *,
    clues: Iterable[int] | None = None,
    limits: Limits = LIMITS,
) -> Iterator[Step]:
    """Steps from the known literals to all goals, each with a subset-minimal reason.

    Args:
        goals: literals, see :func:`backbone`; with the goal
            :data:`~pyasp_puzzles.explain.parts.CONTRADICTION` the steps end when it is reached.
        clues: numbers of the clues that may be used; ``None``: all.
    """
    finder = StepFinder(theory, goals, known, clues=clues, limits=limits)
    while (step := finder.next()) is not None:
        yield step
        if not step.follows:
            return
