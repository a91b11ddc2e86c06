"""A derivation: steps from what is known to all literals that follow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

import clingo

from pyasp_puzzles.core.errors import GaveUpError, counted
from pyasp_puzzles.explanation.outcome import Outcome
from pyasp_puzzles.explanation.reasons.finder import StepFinder
from pyasp_puzzles.explanation.reasons.moves import Move
from pyasp_puzzles.explanation.reasons.several import LIMITS, Limits
from pyasp_puzzles.explanation.reasons.suppose import Choice, prepared, told_as
from pyasp_puzzles.explanation.steps import Step, merged
from pyasp_puzzles.explanation.theory import Theory
from pyasp_puzzles.explanation.timed import Late, never

CONFLICTS = 20000
"""The usual limit of a search for an answer."""


def backbone(
    theory: Theory, assumed: Sequence[int] = (), conflicts: int = CONFLICTS
) -> list[int] | None:
    """The literals over the theory's atoms that hold in every answer; ``None``: no answer.

    Literals are numbers of the ground program's atoms, negative for "does not hold".  A literal
    that no search within the limit decides is left out.  For a board of which an answer is known
    to be the only one, that answer is the backbone: no search is needed.

    Args:
        conflicts: limit of each search.

    Raises:
        GaveUpError: no search within the limit finds an answer or shows that there is none.
    """
    solver = theory.solver(conflicts=conflicts)
    clues = solver.on(range(len(theory.clues)))
    given = [*clues, *assumed]
    first = solver.solve(
        given, lambda model: [a if model.is_true(a) else -a for a in theory.numbers]
    )
    if first.outcome is Outcome.UNKNOWN:
        raise GaveUpError(f"no answer found within {counted(conflicts, 'conflict')}")
    if first.value is None:
        return None
    left, found = first.value, []
    while left:
        literal = left[-1]
        other = solver.solve([*given, -literal], partial(_held, left))
        if other.value is not None:
            left = other.value
            continue
        left.pop()
        if other.outcome is Outcome.UNSATISFIABLE:
            found.append(literal)
    return found[::-1]


def _held(literals: Sequence[int], model: clingo.Model) -> list[int]:
    """The literals that hold in a model."""
    return [x for x in literals if model.is_true(abs(x)) == (x > 0)]


Told = list[tuple[Move, list[int]]]
"""Steps that are told as one, each with what was known before it."""


def derive(
    theory: Theory,
    goals: Iterable[int],
    known: Iterable[int] = (),
    *,
    clues: Iterable[int] | None = None,
    limits: Limits = LIMITS,
    merge: bool = True,
    nested: bool = False,
    late: Late = never,
) -> Iterator[Step]:
    """Steps from the known literals to all goals, each with a subset-minimal reason.

    Args:
        goals: literals, see :func:`backbone`; with the goal ``CONTRADICTION`` of
            :mod:`pyasp_puzzles.explanation.reasons.parts` the steps end when it is reached.
        clues: numbers of the clues that may be used; ``None``: all.
        merge: whether what the clues say at once is one opening step, and mere readings of clues
            with the same words are one step.
        nested: whether large reasons are told as "suppose not", see
            :mod:`pyasp_puzzles.explanation.reasons.suppose`.
        late: whether the time is up; then reasons are told at once.
    """
    known = list(known)
    finder = StepFinder(theory, goals, known, clues=clues, limits=limits)
    choices: dict[Move, Choice] = {}
    found = _found(finder, merge and not known, choices if nested else None, late)
    for number, chain in enumerate(_chains(finder, found) if merge else found, 1):
        step = merged([finder.told(move, before) for move, before in chain], number)
        step = told_as(theory, step, choices.get(chain[0][0]))
        yield step
        if not step.follows:
            return


def _found(
    finder: StepFinder, opening: bool, choices: dict[Move, Choice] | None, late: Late
) -> Iterator[Told]:
    """Steps in numbers; each is learned when the next one is asked for.

    Args:
        choices: takes what is told as "suppose not"; ``None``: nothing is.
    """
    before = list(finder.known)
    if opening and (readings := finder.readings()):
        yield [(reading, before) for reading in readings]
        for reading in readings:
            finder.learn(reading.follows)
        before = list(finder.known)
    while move := finder.move():
        if choices is not None:
            move, choice = prepared(finder, move, late)
            if choice:
                choices[move] = choice
        yield [(move, before)]
        finder.learn(move.follows)
        before = list(finder.known)


def _chains(finder: StepFinder, found: Iterable[Told]) -> Iterator[Told]:
    """Steps, those joined that are mere readings of clues with the same words."""
    chain: Told = []
    kind: int | None = None
    for told in found:
        move, _ = told[0]
        own = finder.kind(move) if len(told) == 1 and finder.short(move) else None
        if chain and (own is None or own != kind):
            yield chain
            chain = []
        kind = own
        chain += told
    if chain:
        yield chain
