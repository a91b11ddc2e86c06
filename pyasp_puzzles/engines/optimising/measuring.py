"""Measures a board: from its shown atoms to its score, by the puzzle's own ``measure``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from pyasp_puzzles.boards.optimiser import Improvement, Optimiser, Scored
from pyasp_puzzles.boards.puzzle import I, Puzzle, S
from pyasp_puzzles.boards.registry import find_puzzle, puzzle_names
from pyasp_puzzles.core.errors import PuzzleError, VerificationError, first_rules
from pyasp_puzzles.engines.results import Answer

if TYPE_CHECKING:
    import clingo


def optimiser_of(puzzle: Puzzle[I, S]) -> Optimiser[I, S]:
    """The optimiser of a puzzle.

    Raises:
        PuzzleError: it has none.
    """
    if puzzle.best is None:
        able = [name for name in puzzle_names() if find_puzzle(name).best]
        raise PuzzleError(
            f"{puzzle.name}: this puzzle has no search for the best board; those that have one: "
            f"{', '.join(able) or 'none'}"
        )
    return puzzle.best


def measured(
    puzzle: Puzzle[I, S], instance: I, symbols: Iterable[clingo.Symbol]
) -> tuple[Answer[I, S, Any], Scored]:
    """The board with these shown atoms, and what it is worth.

    Raises:
        SolverError, AnswerError: an atom is none of the puzzle, or does not fit the instance.
    """
    answer: Answer[I, S, Any] = Answer.read(puzzle, instance, symbols)
    return answer, optimiser_of(puzzle).measure(instance, answer.solution)


def checked(
    puzzle: Puzzle[I, S], instance: I, found: Improvement, before: int
) -> Answer[I, S, Any]:
    """The board of an improvement, if it is what the search says.

    Args:
        before: the score that it has to exceed.

    Raises:
        VerificationError: the board breaks a strict rule, has another score, or is no better: a
            bug in the search or in ``measure``.
    """
    wrong = ""
    try:
        answer, scored = measured(puzzle, instance, found.symbols)
    except PuzzleError as error:
        wrong = f"that cannot be read: {error}."
    else:
        if scored.broken:
            wrong = f"that breaks a strict rule. {' '.join(first_rules(scored.broken))}"
        elif scored.score != found.score:
            wrong = f"with the score {found.score}, but it has {scored.score}."
        elif not before < scored.score <= optimiser_of(puzzle).most(instance):
            most = optimiser_of(puzzle).most(instance)
            wrong = (
                f"with the score {scored.score}, expected more than {before} and at most {most}."
            )
    if wrong:
        atoms = " ".join(map(str, sorted(found.symbols)))
        raise VerificationError(
            f"{puzzle.name} {instance.name}: the search for the best board returned a board "
            f"{wrong} Please report this. Board: {atoms}"
        )
    return answer
