"""Boards, their facts, their answers and number of answers, and the rules that an answer breaks.

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
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from pyasp_puzzles.boards.puzzle import I, InstanceLike
from pyasp_puzzles.boards.registry import find_puzzle, load_board, load_boards, puzzle_at, puzzle_of
from pyasp_puzzles.core.errors import GaveUpError, PuzzleError, shorten
from pyasp_puzzles.counts.progress import Progress
from pyasp_puzzles.engines.answering import prepare, search_answers
from pyasp_puzzles.engines.job import JobRequest, at_least, fact_text, make_job
from pyasp_puzzles.engines.results import Answer, Answers, Count
from pyasp_puzzles.engines.search import Cube
from pyasp_puzzles.work.waiting import Now, heard, saying, timed


def load(puzzle: str, address: str | os.PathLike[str] = "") -> Any:
    """The typed instance at an address: shipped name, path or ``-``, perhaps with ``#label``.

    An address of puzz.link or pzv.jp says its puzzle, which can be left out.

    Raises:
        PuzzleError: no such puzzle.
        InstanceError: the instance cannot be read, or the file has several boards.

    >>> import pyasp_puzzles as pp
    >>> pp.load("packing", "soma").lattice
    'cubic'
    >>> pp.load("https://puzz.link/p?slither/5/5/cbcbcddad").rows
    5
    """
    owner = None if address else puzzle_at(puzzle)
    return load_board(owner or find_puzzle(puzzle), puzzle if owner else address)


def load_all(puzzle: str, address: str | os.PathLike[str] = "") -> list[Any]:
    """All boards of a file, in its order; otherwise as :func:`load`.

    >>> import pyasp_puzzles as pp
    >>> [board.title for board in pp.load_all("packing", "soma")]
    ['Soma cube']
    """
    owner = None if address else puzzle_at(puzzle)
    return load_boards(owner or find_puzzle(puzzle), puzzle if owner else address)


def facts(instance: I) -> str:
    """The instance as facts: a picture in a comment, then one sorted group per predicate.

    ``pyasp-puzzles facts`` and ``lp/examples`` have the same bytes.  The engines get the facts
    without the picture, since drawing it may take longer than solving a small board.

    >>> import pyasp_puzzles as pp
    >>> 'piece("slab",6,6).' in pp.facts(pp.load("packing", "slothouber_graatsma"))
    True
    """
    from pyasp_puzzles.pictures.terminal import plain

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
        threads: number of threads. Those of asp, exact-cover and scan share the search where all
            answers are wanted; those of asp and cpsat race for one answer.
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


def count(
    instance: I,
    *,
    by: str = "",
    symmetry: bool | str = False,
    timeout: float | None = None,
    threads: int | None = None,
    engine: str = "auto",
    solver: str = "",
    options: Sequence[str] = (),
    processes: int | None = None,
    cluster: str = "",
    store: str | os.PathLike[str] = "",
    cubes: int | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Count:
    """The number of answers: distinct sets of shown atoms.

    With one of ``processes``, ``cluster``, ``store`` and ``cubes`` the search is cut into cubes
    (see :func:`cubes`), which several processes search.

    Args:
        by: what to count, one of the puzzle's ``variants``; empty for the first of them.
        symmetry: count one answer of each class, as in :func:`solve`.
        threads: number of threads that share the search, by the engines asp, exact-cover and scan;
            by default one for each core.
        timeout, engine, solver, options: as in :func:`solve`; with ``options`` a sample of the
            answers is verified.
        processes: number of processes; by default one for each core.
        cluster: the address of a Dask scheduler; its workers search instead of local processes.
        store: a file for the answers. The next count with this file resumes an interrupted one,
            and does not search again if the store has all answers.
        cubes: number of cubes to make; a store keeps its first cubes.
        progress: called a few times a second; :func:`pyasp_puzzles.progress` shows a line.

    Raises:
        SolverError, PuzzleError, MisfitError: as :func:`solve`.
        VerificationError: an answer of the sample breaks a rule.
        StoreError: the store belongs to another count, is in use, or cannot be read or written.

    >>> import pyasp_puzzles as pp
    >>> print(pp.count(pp.load("packing", "slothouber_graatsma"), symmetry=True))
    1
    """
    request = JobRequest(
        solver=solver,
        by=by,
        symmetry=symmetry,
        threads=threads,
        options=options,
        task="all" if store else "count",
    )
    in_cubes = processes is not None or bool(cluster or store) or cubes is not None
    made = prepare(instance, engine, request, timeout, cubes=in_cubes)
    now = Now("grounding")

    def tell(so_far: Progress) -> None:
        now.tell(so_far)
        if progress:
            progress(so_far)

    told = tell if progress or heard() else None
    with saying(timed(made.job.instance.name, now)):
        if not in_cubes or (made.left == 0.0 and not made.job.facts):
            found = Count(*made.count(told and (lambda n, nodes: tell(Progress(n, nodes=nodes)))))
        else:
            from pyasp_puzzles.counts.scheduler import count_in_cubes

            _check_resources(processes, cluster, store, cubes)
            found = count_in_cubes(
                made.job,
                processes=processes,
                cluster=cluster,
                store=os.fspath(store),
                cubes=cubes,
                timeout=made.left,
                progress=told,
            )
    report = replace(found.report, seconds={"facts": made.spent, **found.seconds})
    return replace(found, report=report, symmetry=made.job.group)


def cubes(instance: I, n: int, *, symmetry: bool | str = False, by: str = "") -> list[Cube]:
    """Cubes that together have every answer of an instance, and each answer in just one of them.

    Args:
        n: number of cubes to make. There are about as many, and often more, since a cube is always
            cut into all its parts: Soma has 55 cubes for any ``n`` from 2 to 55. There are fewer
            if the search is too small, and none if propagation shows that there is no answer.
        symmetry, by: as in :func:`pyasp_puzzles.count`.

    Raises:
        PuzzleError: an argument makes no sense.
        SolverError: clingo refuses the program.

    >>> import pyasp_puzzles as pp
    >>> for cube in pp.cubes(pp.load("eternity", "document_3x3"), 4):
    ...     print(cube)
    place(1,1,1,3)
    place(1,1,2,3)
    place(1,1,3,3)
    place(1,1,4,3)
    """
    from pyasp_puzzles.counts.cube_cutter import CubeCutter

    if not isinstance(n, int) or n < 1:
        raise PuzzleError(f"n: found {n!r}, expected a number of cubes")
    return CubeCutter(make_job(instance, symmetry=symmetry, by=by)).cubes(n)


def _check_resources(
    processes: int | None, cluster: str, store: str | os.PathLike[str], cubes: int | None
) -> None:
    """Refuse arguments of a count in cubes that make no sense."""
    if not isinstance(store, str | os.PathLike):
        raise PuzzleError(f"store: found {store!r}, expected a file")
    at_least(1, "processes", processes)
    at_least(1, "cubes", cubes)
    if not isinstance(cluster, str):
        raise PuzzleError(f"cluster: found {cluster!r}, expected the address of a scheduler")
    if processes is not None and cluster:
        raise PuzzleError("found processes and a cluster, expected one of them")


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
