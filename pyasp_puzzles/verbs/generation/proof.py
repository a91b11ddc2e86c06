"""Proofs by fresh searches: a board is unique, and no clue of it can be dropped."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from pyasp_puzzles.boards.generator import Generator
from pyasp_puzzles.boards.puzzle import InstanceLike, Puzzle, choose
from pyasp_puzzles.engines.job import fact_text
from pyasp_puzzles.engines.results import Answer
from pyasp_puzzles.ground.grounding import Source
from pyasp_puzzles.verbs.generation.deadline import Deadline
from pyasp_puzzles.verbs.generation.solver import LimitedSolver

FRESH = 1_000_000
"""Conflicts for each fresh search."""


class UndecidedError(Exception):
    """A fresh search came to its limit of conflicts."""


def fresh_answers(
    puzzle: Puzzle[Any, Any], instance: InstanceLike, kind: str, deadline: Deadline
) -> list[Any]:
    """Up to two answers to a board as solutions, verified, found by a search of its own.

    Args:
        kind: the kind of symmetry, to find one answer of each class; empty for all answers.

    Raises:
        UndecidedError: there may be others, but the limit of conflicts came first.
        GaveUpError: the time is up.
        VerificationError: an answer breaks a rule, a bug.
    """
    _, profile = choose(puzzle.profiles, "", "unsat")
    constants = dict(profile.constants)
    if kind and puzzle.symmetries:
        constants |= puzzle.symmetries.kinds[kind]
    files = puzzle.program_paths(profile.search, symmetry=bool(kind))
    source = Source(files, fact_text(instance), constants)
    found = LimitedSolver(source, deadline, profile.options).solve((), FRESH, most=2)
    if len(found.models) < 2 and not found.exhausted:
        raise UndecidedError
    answers = (Answer[Any, Any, Any].read(puzzle, instance, atoms) for atoms in found.models)
    return [answer.verified().solution for answer in answers]


def proved_minimal(
    puzzle: Puzzle[Any, Any],
    generator: Generator[Any],
    kind: str,
    board: Any,
    kept: Sequence[Hashable],
    deadline: Deadline,
) -> tuple[Any, list[Hashable]]:
    """The board, and its clues, after fresh searches have tried to drop each of them.

    A clue without which a fresh search proves the answer unique is dropped here; this happens only
    where the search with a limit has kept it undecided.

    Raises:
        UndecidedError: a fresh search came to its limit.
        GaveUpError: the time is up.
    """
    left = list(kept)
    for clue in kept:
        without = [other for other in left if other != clue]
        smaller = generator.with_clues(board, without)
        if len(fresh_answers(puzzle, smaller, kind, deadline)) < 2:
            board, left = smaller, without
    return board, left
