"""Checks the list of answers of a certificate: each verified, no two equal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pyasp_puzzles.boards.registry import puzzle_of
from pyasp_puzzles.core.errors import DisagreementError, RepeatedAnswerError
from pyasp_puzzles.counts.certificate.formula import Atoms
from pyasp_puzzles.engines.results import Answer


def distinct_answers(instance: Any, answers: Iterable[Any], kind: str) -> tuple[Atoms, ...]:
    """The shown atoms of each answer of a list.

    Only the symbols of an answer are used: they are decoded and verified again.

    Args:
        instance: to which the answers belong.
        answers: each with its ``symbols``.
        kind: a kind of symmetry; then no two answers may be images of each other, by the puzzle's
            ``symmetries``.  Empty: no such check.

    Raises:
        SolverError: a symbol is none of the puzzle's answer atoms.
        VerificationError: the puzzle's ``verify`` refuses an answer.
        RepeatedAnswerError: the list has an answer twice.
        DisagreementError: two answers have the same solution, or are of the same class.
    """
    puzzle = puzzle_of(instance)
    symmetries = puzzle.symmetries if kind else None
    seen: set[Atoms] = set()
    of_solution: dict[Any, Atoms] = {}
    of_class: dict[Any, Atoms] = {}

    for place, listed in enumerate(answers, 1):
        answer: Answer[Any, Any, Any] = Answer.read(puzzle, instance, listed.symbols).verified()
        atoms = frozenset(map(str, answer.symbols))
        if atoms in seen:
            raise RepeatedAnswerError(
                f"{puzzle.name} {instance.name}: the list of answers has one twice, again as "
                f"number {place:,}; please report this. {_text(atoms)}"
            )
        seen.add(atoms)
        first = of_solution.setdefault(answer.solution, atoms)
        if first is not atoms:
            raise _merged(instance, "the decoder gives one solution for two answers", first, atoms)
        if symmetries:
            orbit = symmetries.orbit(instance, answer.solution, kind)
            first = of_class.setdefault(orbit, atoms)
            if first is not atoms:
                raise _merged(instance, "two answers are of one class", first, atoms)
    return tuple(sorted(seen, key=sorted))


def _merged(instance: Any, what: str, one: Atoms, other: Atoms) -> DisagreementError:
    """The error for two answers that would be counted as two, but are one."""
    return DisagreementError(
        f"{puzzle_of(instance).name} {instance.name}: {what}, which would be counted as two; "
        f"please report this. {_text(one)} and {_text(other)}"
    )


def _text(atoms: Atoms) -> str:
    return " ".join(sorted(atoms)) or "(nothing shown)"
