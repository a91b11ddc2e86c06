"""The number of answers of a board, and cubes: parts of its search."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace

from pyasp_puzzles.boards.puzzle import I
from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.counts.progress import Progress
from pyasp_puzzles.engines.answering import prepare
from pyasp_puzzles.engines.job import JobRequest, at_least, make_job
from pyasp_puzzles.engines.results import Count
from pyasp_puzzles.engines.search import Cube
from pyasp_puzzles.work.waiting import Now, heard, saying, timed


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

    With one of ``processes``, ``cluster``, ``store`` and ``cubes`` the search is cut into cubes
    (see :func:`cubes`), which several processes search.

    Args:
        by: what to count, one of the puzzle's ``variants``; empty for the first of them.
        symmetry: count one answer of each class, as in :func:`solve`.
        timeout, threads, engine, solver, options: as in :func:`solve`; with ``options`` a sample
            of the answers is verified.
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
    return replace(found, report=report, symmetry=made.group)


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
