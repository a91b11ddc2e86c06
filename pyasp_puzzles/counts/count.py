"""Counts the answers of a job cube by cube, with local processes or a cluster."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from pathlib import Path

from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.counts.identity import CountIdentity
from pyasp_puzzles.counts.progress import Progress
from pyasp_puzzles.counts.scheduler import CubeScheduler
from pyasp_puzzles.counts.store.store import Store
from pyasp_puzzles.engines.job import Job
from pyasp_puzzles.engines.kinds import KINDS
from pyasp_puzzles.engines.results import Count
from pyasp_puzzles.engines.search import SearchReport
from pyasp_puzzles.work.deadline import INTERRUPTED, Deadline, stopped_by_signals
from pyasp_puzzles.work.pool import WorkerPool, local_processes


@dataclass(frozen=True)
class CountResources:
    """The workers of a count, its number of cubes, and the file for its answers.

    Attributes:
        processes: number of worker processes on this machine.
        cluster: address of a Dask scheduler, used in place of local processes; empty: none.
        store: path of the store; empty: no store.
        cubes: number of cubes to make; 0: the default, see ``scheduler.CUBES``.
    """

    processes: int
    cluster: str = ""
    store: str = ""
    cubes: int = 0


def cores() -> int:
    """The number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def count_in_cubes(
    job: Job,
    resources: CountResources,
    *,
    timeout: float | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Count:
    """Count the answers of a job that has its facts; a time limit keeps the answers found.

    Raises:
        StoreError: the store belongs to another count, is in use, or cannot be read or written.
        PuzzleError: the engine does not search in cubes, or the cluster cannot be used.
        SolverError: clingo refuses the program.
    """
    if not job.engine.row.in_cubes:
        engines = ", ".join(name for name, kind in KINDS.items() if kind.in_cubes)
        raise PuzzleError(f"engine {job.engine} does not search in cubes, expected {engines}")
    deadline = Deadline(timeout)
    identity = CountIdentity.of(job)
    with ExitStack() as stack:
        store = None
        if resources.store:
            store = stack.enter_context(Store.to_write(Path(resources.store), identity))
            if store.exhausted:
                return _stored_count(store, deadline.spent())
        stack.enter_context(stopped_by_signals(deadline.stop))
        scheduler = CubeScheduler(job, identity, store, deadline, progress)
        try:
            with _worker_pool(resources, deadline) as pool:
                scheduler.run(pool, resources.cubes)
        except KeyboardInterrupt:  # the second signal, or the first before the handler was set
            deadline.stop(INTERRUPTED)
        return scheduler.count()


def _stored_count(store: Store, seconds: float) -> Count:
    remark = f"{store.path} has all answers: nothing was searched"
    report = SearchReport("store", exhausted=True, seconds={"all": seconds}, remarks=[remark])
    return Count(store.answers, report, (store.done, store.cubes))


def _worker_pool(
    resources: CountResources, deadline: Deadline
) -> AbstractContextManager[WorkerPool]:
    if not resources.cluster:
        return local_processes(resources.processes)
    from pyasp_puzzles.counts.cluster.client import connected

    return connected(resources.cluster, deadline.late)
