"""The main verbs: load, facts, solve, count, is_unique, verify.

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
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pyasp_puzzles.drawing.terminal import plain
from pyasp_puzzles.engines.cube import Cube
from pyasp_puzzles.engines.job import Job
from pyasp_puzzles.engines.process import ProcessSearch
from pyasp_puzzles.engines.request import JobRequest, at_least, fact_text, make_job
from pyasp_puzzles.engines.start import start_search
from pyasp_puzzles.errors import GaveUpError, MisfitError, PuzzleError, shorten
from pyasp_puzzles.long_counts.progress import Progress
from pyasp_puzzles.puzzle import I, InstanceLike
from pyasp_puzzles.registry import find_puzzle, load_board, load_boards, puzzle_of
from pyasp_puzzles.results import Answer, Answers, Count
from pyasp_puzzles.search import Search
from pyasp_puzzles.symmetry import SymmetryGroup

if TYPE_CHECKING:
    from pyasp_puzzles.long_counts.count import CountResources


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

    ``pyasp-puzzles facts`` and ``lp/examples`` have the same bytes; what is sent to clingo's API
    lacks the picture, which takes longer to draw than a small board to solve.

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
        threads: parallel search, by clasp, or by CP-SAT for a single answer; other engines have
            one thread.
        seed: shuffle the search.
        symmetry: one answer of each class only, under all symmetries of the instance (``True``
            or "all"), or under its "rotations", mirror images apart, where the puzzle's program
            knows them. ``Answers.symmetry`` says how many there are.
        engine: who searches, a name as in :mod:`pyasp_puzzles.engines.names`; by default the one
            that is best for the task: one answer, or all of them.
        solver: the SAT solver, where the engine needs one and does not name it.
        options: clasp options in place of the puzzle's own, for the engine ``asp``, which they
            imply; only those that keep the answers (docs/clasp_options.md).

    Raises:
        SolverError: an option may change what is found, clingo refuses one, or the engine fails.
        PuzzleError: ``symmetry`` for a puzzle without symmetries, or of a kind that it does not
            know, or a senseless argument.
        MisfitError: with the first answer: the engine cannot search this program; never for
            ``auto`` and ``asp``.

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
    job, spent, left = _prepared(instance, engine, request, timeout)
    search = _search(job, left)
    return Answers(puzzle_of(instance), instance, search, spent, _group(job))


def count(
    instance: I,
    *,
    by: str = "",
    symmetry: bool | str = False,
    timeout: float | None = None,
    threads: int = 1,
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

    With one of ``processes``, ``cluster``, ``store`` and ``cubes`` it is counted in cubes (see
    :func:`cubes`), each by a process of its own, by one of the engines that can.

    Args:
        by: what to count, one of the puzzle's ``variants``; empty for its first.
        symmetry: count one answer of each class, as :func:`solve` lists them.
        timeout, threads, engine, solver, options: as in :func:`solve`; with ``options`` a sample
            of the answers is verified.
        processes: so many search at a time; by default one for each core.
        cluster: the address of a Dask scheduler, whose workers search in their place.
        store: a file that keeps the answers: a count that was ended, however it was, is resumed
            from there, and one that is through is not searched again.
        cubes: how many are wanted; a store keeps those that it began with.
        progress: called a few times a second with what is known so far.

    Raises:
        SolverError, PuzzleError, MisfitError: as :func:`solve`.
        VerificationError: an answer of the sample breaks a rule.
        StoreError: the store is another count's, is in use, or cannot be read or written.

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
    job, spent, left = _prepared(instance, engine, request, timeout)
    if processes is None and not cluster and not store and cubes is None:
        found = _counted(job, left, progress)
    else:
        from pyasp_puzzles.long_counts.count import count_in_cubes

        resources = _resources(processes, cluster, store, cubes)
        found = count_in_cubes(job, resources, timeout=left, progress=progress)
    report = replace(found.report, seconds={"facts": spent, **found.seconds})
    return replace(found, report=report, symmetry=_group(job))


def cubes(instance: I, n: int, *, symmetry: bool | str = False, by: str = "") -> list[Cube]:
    """Cubes that together have every answer of an instance, and each answer in just one of them.

    Args:
        n: how many are wanted. There are at least about as many, and often more, since a cube is
            cut into all its parts at once: Soma has 55 for any number from 2 to 55. There are
            fewer where the search is over before; none, where propagation alone shows that there
            is no answer.
        symmetry, by: which answers, as in :func:`pyasp_puzzles.count`.

    Raises:
        PuzzleError: a senseless argument.
        SolverError: clingo refuses the program.

    >>> import pyasp_puzzles as pp
    >>> for cube in pp.cubes(pp.load("eternity", "document_3x3"), 4):
    ...     print(cube)
    place(1,1,1,3)
    place(1,1,2,3)
    place(1,1,3,3)
    place(1,1,4,3)
    """
    from pyasp_puzzles.long_counts.cube_cutter import CubeCutter

    if not isinstance(n, int) or n < 1:
        raise PuzzleError(f"n: found {n!r}, expected a number of cubes")
    return CubeCutter(make_job(instance, symmetry=symmetry, by=by)).cubes(n)


def is_unique(instance: I, *, timeout: float | None = None) -> bool:
    """Whether the instance has exactly one answer: a fresh search for two.

    Raises:
        GaveUpError: the time limit or Ctrl-C came first.

    >>> import pyasp_puzzles as pp
    >>> pp.is_unique(pp.load("twenty_four_seven", "2020_b"))
    True
    """
    job, spent, left = _prepared(instance, "auto", JobRequest(limit=2, task="unsat"), timeout)
    search = _search(job, left)
    answers: Answers[I, Any, Any] = Answers(puzzle_of(instance), instance, search, spent)
    found = sum(1 for _ in answers)
    if found < 2 and not answers.exhausted:
        raise GaveUpError(f"{instance.name}: not decided, {answers.reason} came first")
    return found == 1


def verify(instance: InstanceLike, solution: object) -> list[str]:
    """The rules that an answer or a solution breaks, in words; an empty list for a right one.

    Never looks at the ASP program: the rules are derived from the instance anew.

    Raises:
        PuzzleError: it is no solution of this instance's puzzle at all.
    """
    puzzle = puzzle_of(instance)
    if isinstance(solution, Answer):
        solution = solution.solution
    if not isinstance(solution, puzzle.solution_type):
        raise PuzzleError(f"found {shorten(solution)}, expected an answer to {puzzle.name}")
    return puzzle.verify(instance, solution)


def _prepared(
    instance: InstanceLike, engine: str, request: JobRequest, timeout: float | None
) -> tuple[Job, float, float | None]:
    """The job, the seconds that making it took, and the timeout minus these seconds.

    Raises:
        PuzzleError: an argument makes no sense.
    """
    start = time.perf_counter()
    job = make_job(instance, engine, **request)
    spent = time.perf_counter() - start
    if timeout is None:
        return job, spent, None
    if not (isinstance(timeout, int | float) and timeout >= 0):
        raise PuzzleError(f"timeout: found {timeout!r}, expected seconds")
    return job, spent, max(0.0, timeout - spent)


def _search(job: Job, timeout: float | None) -> Search:
    """The search of a job, in a process of its own if the engine cannot keep a time limit."""
    if job.engine.row.own_clock:
        return start_search(job, timeout=timeout)
    return ProcessSearch(job, timeout=timeout)


def _counted(job: Job, timeout: float | None, progress: Callable[[Progress], None] | None) -> Count:
    """The count of one search."""
    search = _search(job, timeout)
    try:
        number = search.count((lambda found: progress(Progress(found))) if progress else None)
    except MisfitError as misfit:
        raise misfit.located(job.instance.name, search.engine) from None
    return Count(number, search.report)


def _resources(
    processes: int | None, cluster: str, store: str | os.PathLike[str], cubes: int | None
) -> CountResources:
    """The arguments of a count in cubes, checked."""
    from pyasp_puzzles.long_counts.count import CountResources, cores

    if not isinstance(store, str | os.PathLike):
        raise PuzzleError(f"store: found {store!r}, expected a file")
    at_least(1, "processes", processes)
    at_least(1, "cubes", cubes)
    if not isinstance(cluster, str):
        raise PuzzleError(f"cluster: found {cluster!r}, expected the address of a scheduler")
    if processes is not None and cluster:
        raise PuzzleError("found processes and a cluster, expected one of them")
    return CountResources(processes or cores(), cluster, os.fspath(store), cubes or 0)


def _group(job: Job) -> SymmetryGroup | None:
    """The symmetries of whose classes the job wants one answer each; ``None``: all answers."""
    symmetries = puzzle_of(job.instance).symmetries
    if symmetries is None or not job.symmetry:
        return None
    return symmetries.group(job.instance, job.symmetry)
