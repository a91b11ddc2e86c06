"""Counts in cubes: by processes or a cluster, with a store or without."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from pathlib import Path

from pyasp_puzzles.engines.job import Job
from pyasp_puzzles.engines.kinds import KINDS
from pyasp_puzzles.errors import PuzzleError
from pyasp_puzzles.long_counts.identity import CountIdentity
from pyasp_puzzles.long_counts.progress import Progress
from pyasp_puzzles.long_counts.scheduler import CubeScheduler
from pyasp_puzzles.long_counts.stop_request import StopRequest, stop_on_signals
from pyasp_puzzles.long_counts.store.store import Store
from pyasp_puzzles.long_counts.worker_pool import WorkerPool, processes
from pyasp_puzzles.results import Count


@dataclass(frozen=True)
class CountResources:
    """Who searches the cubes, and where their answers go.

    Attributes:
        processes: on this machine.
        cluster: address of a scheduler in their place; empty for none.
        store: file of the answers; empty for none.
        cubes: how many are wanted; 0: some for each process.
    """

    processes: int
    cluster: str = ""
    store: str = ""
    cubes: int = 0


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def count_in_cubes(
    job: Job,
    means: CountResources,
    *,
    timeout: float | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Count:
    """The number of answers of a job.

    Args:
        job: with its facts.
        means: who searches, and where the answers go.
        timeout: seconds of wall clock, after which what was found is kept.
        progress: called a few times a second.

    Raises:
        StoreError: the store is another run's, is in use, or cannot be read or written.
        PuzzleError: the engine does not search in cubes, or the cluster cannot be used.
        SolverError: clingo refuses the program.
    """
    if not job.engine.row.in_cubes:
        engines = ", ".join(name for name, kind in KINDS.items() if kind.in_cubes)
        raise PuzzleError(f"engine {job.engine} does not search in cubes, expected {engines}")
    start = time.perf_counter()
    run = CountIdentity.of(job)
    with ExitStack() as stack:
        store = stack.enter_context(Store.to_write(Path(means.store), run)) if means.store else None
        if store and store.exhausted:
            spent = time.perf_counter() - start
            remark = f"{means.store} has all answers: nothing was searched"
            cubes = store.done, store.cubes
            return Count(
                store.answers, True, "", {"all": spent}, "store", remarks=[remark], cubes=cubes
            )
        stop = stack.enter_context(stop_on_signals(start, timeout))
        work = CubeScheduler(job, run, store, stop, progress)
        try:
            with _worker_pool(means, stop) as crew:
                work.run(crew, means.cubes)
        except KeyboardInterrupt:  # the second one, or the first while nobody was there yet
            stop.reason = stop.reason or "interrupted"
        return work.count(start)


def _worker_pool(means: CountResources, stop: StopRequest) -> AbstractContextManager[WorkerPool]:
    """Who searches."""
    if not means.cluster:
        return processes(means.processes)
    from pyasp_puzzles.long_counts.cluster.client import connected

    return connected(means.cluster, stop)
