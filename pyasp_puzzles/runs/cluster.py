"""A count on several machines, by Dask's scheduler and workers (package ``distributed``).

A worker of the cluster searches in processes of its own (:mod:`pyasp_puzzles.runs.pool`), one for
each of its threads: what happens to clingo there does not happen to the worker.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, wait
from contextlib import contextmanager
from typing import Any

from pyasp_puzzles.cube import Cube
from pyasp_puzzles.errors import PuzzleError, SolverError
from pyasp_puzzles.packages import need
from pyasp_puzzles.runs.pool import ProcessPool, WorkerDiedError
from pyasp_puzzles.runs.run import versions
from pyasp_puzzles.runs.worker import Found, Task, search_cube

TIME_LIMIT = "time limit"
"""The reason that searches give when they end at their time limit."""

_LOOK = 0.5
"""Seconds between two looks whether anybody waits for an answer."""

CONNECT = 10.0
"""Seconds to wait for a scheduler."""


class Cluster:
    """A scheduler and its workers; see :class:`pyasp_puzzles.runs.crew.Crew`."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self.executor: Executor = client.get_executor(pure=False)
        self.search = search_there

    def slots(self) -> int:
        """How many calls the workers that are there now can take at a time."""
        return sum(info["nthreads"] for info in self._client.scheduler_info()["workers"].values())

    def stop(self, reason: str) -> bool:
        """Workers keep the time limit themselves; else what they work at is dropped."""
        return reason == TIME_LIMIT

    @property
    def lost(self) -> bool:
        """Whether the scheduler is gone."""
        return str(self._client.status) != "running"


@contextmanager
def connected(address: str) -> Iterator[Cluster]:
    """The cluster whose scheduler has an address such as ``tcp://127.0.0.1:8786``.

    Raises:
        PuzzleError: no scheduler answers there, or Dask's package is missing.
    """
    distributed = need("distributed")
    for name in ("distributed", "tornado", "asyncio"):  # they tell on standard error what we tell
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        client = distributed.Client(address, timeout=CONNECT, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        words = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise PuzzleError(f"cluster {address}: no scheduler answers ({words})") from None
    try:
        yield Cluster(client)
    finally:
        client.close(timeout=1)


def search_there(
    task: Task, cube: Cube, atoms: tuple[str, ...] | None, timeout: float | None
) -> Found:
    """:func:`search_cube` in a process beside this one, which is a worker of the cluster.

    Raises:
        SolverError: also if this worker has other versions of the packages.
        WorkerDiedError: the process has ended.
    """
    if versions() != task.versions:
        raise SolverError(f"a worker of the cluster has {versions()}, expected {task.versions}")
    pool = getattr(_state, "pool", None)
    if pool is None:
        pool = _state.pool = ProcessPool(1)
    future = pool.submit(search_cube, task, cube, atoms, timeout)
    while not wait([future], timeout=_LOOK).done:
        if _dropped():
            _state.pool = None
            pool.shutdown(cancel_futures=True)
            raise WorkerDiedError("nobody waits for it any more")
    return future.result()


def _dropped() -> bool:
    """Whether the scheduler has forgotten the call that this thread is at: its client is gone."""
    worker = need("distributed").get_worker()
    state = worker.state.tasks.get(worker.get_current_task())
    return state is None or state.state == "cancelled"


_state = threading.local()
"""The process of each thread of a worker."""
