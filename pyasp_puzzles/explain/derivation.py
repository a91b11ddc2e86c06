"""A derivation: steps from what is known to all literals that follow.

This first version takes at each step the smallest of the subset-minimal reasons that deletion
finds, one for each open literal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pyasp_puzzles.explain.steps import Literal, Step
from pyasp_puzzles.explain.theory import Found, Outcome, Solver, Theory


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


def derive(theory: Theory, goals: Iterable[int], known: Iterable[int] = ()) -> Iterator[Step]:
    """Steps from the known literals to all goals, each step with a subset-minimal reason."""
    plain = theory.solver()
    symbols = {number: atom for atom, number in theory.atom_numbers.items()}
    known, left = list(known), set(goals) - set(known)
    everything = plain.on(range(len(theory.clues)))
    number = 0

    def literals(numbers: Iterable[int]) -> tuple[Literal, ...]:
        return tuple(theory.literal(symbols[abs(x)], x > 0) for x in numbers)

    while left:
        reasons = {goal: _shrunk(plain, everything, known, goal) for goal in sorted(left)}
        reason = min((r for r in reasons.values() if r is not None), key=len, default=None)
        if reason is None:
            return
        new = [goal for goal in sorted(left) if _follows(plain, reason, known, goal)]
        premises: set[int] = set()
        for goal in new:
            premises.update(_shrunk(plain, known, reason, goal) or ())
        clues = tuple(theory.clues[everything.index(clue)] for clue in reason)
        number += 1
        size = sum(clue.weight for clue in clues)
        yield Step(number, clues, literals(sorted(premises)), literals(new), size, False)
        known += new
        left -= set(new)


def _follows(solver: Solver, reason: Sequence[int], known: Sequence[int], goal: int) -> bool:
    return solver.solve([*reason, *known, -goal]).outcome is Outcome.UNSATISFIABLE


def _shrunk(
    solver: Solver, candidates: Sequence[int], fixed: Sequence[int], goal: int
) -> list[int] | None:
    """A subset-minimal part of the candidates from which, with the fixed ones, the goal follows."""
    found: Found[None] = solver.solve([*candidates, *fixed, -goal])
    if found.outcome is not Outcome.UNSATISFIABLE:
        return None
    needed: list[int] = []
    left = [literal for literal in candidates if literal in found.core]
    while left:
        tried = left.pop()
        found = solver.solve([*needed, *left, *fixed, -goal])
        if found.outcome is Outcome.UNSATISFIABLE:
            left = [literal for literal in left if literal in found.core]
        else:
            needed.append(tried)
    return needed
