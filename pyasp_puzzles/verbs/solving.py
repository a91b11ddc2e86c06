"""Boards, their facts, their answers, and the rules that an answer breaks.

>>> import pyasp_puzzles as pp
>>> soma = pp.load("packing", "soma")
>>> answer = next(pp.solve(soma, limit=1))
>>> pp.verify(soma, answer)
[]
>>> pp.is_unique(soma)
False
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from pyasp_puzzles.boards.puzzle import I, InstanceLike
from pyasp_puzzles.boards.registry import find_puzzle, load_board, load_boards, puzzle_of
from pyasp_puzzles.core.errors import GaveUpError, PuzzleError, shorten
from pyasp_puzzles.engines.answering import search_answers
from pyasp_puzzles.engines.job import JobRequest, fact_text
from pyasp_puzzles.engines.results import Answer, Answers
from pyasp_puzzles.pictures.terminal import plain


def load(puzzle: str, address: str | os.PathLike[str] = "") -> Any:
    """The typed instance at an address: shipped name, path or ``-``, perhaps with ``#label``.

    Raises:
        PuzzleError: no such puzzle.
        InstanceError: the instance cannot be read, or the file has several boards.

    >>> import pyasp_puzzles as pp
    >>> pp.load("packing", "soma").lattice
    'cubic'
    """
    return load_board(find_puzzle(puzzle), address)


def load_all(puzzle: str, address: str | os.PathLike[str] = "") -> list[Any]:
    """All boards of a file, in its order; otherwise as :func:`load`.

    >>> import pyasp_puzzles as pp
    >>> [board.title for board in pp.load_all("packing", "soma")]
    ['Soma cube']
    """
    return load_boards(find_puzzle(puzzle), address)


def facts(instance: I) -> str:
    """The instance as facts: a picture in a comment, then one sorted group per predicate.

    ``pyasp-puzzles facts`` and ``lp/examples`` have the same bytes.  The engines get the facts
    without the picture, since drawing it may take longer than solving a small board.

    >>> import pyasp_puzzles as pp
    >>> 'piece("slab",6,6).' in pp.facts(pp.load("packing", "slothouber_graatsma"))
    True
    """
    drawing = plain(puzzle_of(instance).picture(instance, None), width=78).splitlines()
    comment = [f"% {line}".rstrip() for line in drawing]
    return "\n".join([*comment, "", fact_text(instance)])


def solve(
    instance: I,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    threads: int = 1,
    seed: int | None = None,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    options: Sequence[str] = (),
) -> Answers[I, Any, Any]:
    """The answers of an instance, one at a time, each verified.

    Args:
        limit: stop after so many answers (``None``: all).
        timeout: seconds for facts, grounding and solving (``None``: no limit).
        threads: number of threads for clasp, or for CP-SAT if the limit is 1; other engines use
            one thread.
        seed: shuffle the search; on one thread the same seed gives the same order.
        symmetry: one answer of each class only, under all symmetries of the instance (``True``
            or "all"), or under its "rotations" without mirror images, if the puzzle's program
            can do that. ``Answers.symmetry`` is the group.
        engine: the name of the engine, as in :mod:`pyasp_puzzles.engines.names`; by default
            ``auto``, which chooses by the task: one answer, or all of them.
        solver: the SAT solver, if the engine needs one and its name has none.
        options: clasp options in place of the puzzle's own. They imply the engine ``asp`` and must
            keep the answers (docs/reference/clasp_options.md).

    Raises:
        SolverError: an option may change what is found, clingo refuses one, or the engine fails.
        PuzzleError: the puzzle does not know this ``symmetry``, or another argument makes no
            sense.
        MisfitError: during the search for the first answer: the engine cannot search this program;
            never for ``auto`` and ``asp``.

    >>> import pyasp_puzzles as pp
    >>> answers = pp.solve(pp.load("packing", "slothouber_graatsma"), symmetry=True)
    >>> print(next(answers).atoms[0])
    place("cube",1,1,1,1)
    >>> list(answers), answers.status.value, answers.exhausted
    ([], 'satisfiable', True)
    """
    request = JobRequest(
        solver=solver, symmetry=symmetry, limit=limit, threads=threads, seed=seed, options=options
    )
    return search_answers(instance, engine, request, timeout)


def is_unique(instance: I, *, timeout: float | None = None) -> bool:
    """Whether the instance has exactly one answer: a fresh search for two.

    :func:`pyasp_puzzles.unique` says more.

    Raises:
        GaveUpError: the time limit or Ctrl-C came first.

    >>> import pyasp_puzzles as pp
    >>> pp.is_unique(pp.load("twenty_four_seven", "2020_b"))
    True
    """
    answers = search_answers(instance, "auto", JobRequest(limit=2, task="unsat"), timeout)
    found = sum(1 for _ in answers)
    if found < 2 and not answers.exhausted:
        raise GaveUpError(f"{instance.name}: not decided, {answers.reason} came first")
    return found == 1


def verify(instance: InstanceLike, solution: object) -> list[str]:
    """The rules that an answer or a solution breaks, in words; empty if it is right.

    The puzzle's ``verify`` checks the rules from the instance alone, without the ASP program.

    Raises:
        PuzzleError: the object is no answer to this puzzle at all.
    """
    puzzle = puzzle_of(instance)
    if isinstance(solution, Answer):
        solution = solution.solution
    if not isinstance(solution, puzzle.solution_type):
        raise PuzzleError(f"found {shorten(solution)}, expected an answer to {puzzle.name}")
    return puzzle.verify(instance, solution)
