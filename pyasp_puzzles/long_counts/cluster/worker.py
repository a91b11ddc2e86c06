"""What a worker of a Dask cluster does for a long count.

It searches in processes of its own (:mod:`pyasp_puzzles.processes.pool`), one for each of its
threads: what happens to clingo there does not happen to the worker.
"""

from __future__ import annotations

import pickle
import threading
from collections.abc import Iterator
from concurrent.futures import wait
from contextlib import contextmanager
from typing import Any

from pyasp_puzzles.errors import SolverError
from pyasp_puzzles.long_counts.identity import versions
from pyasp_puzzles.optional import need
from pyasp_puzzles.processes.pool import ProcessPool

IDLE = 60.0
"""Seconds that a worker keeps a process, with its ground program, that has nothing to do."""

_LOOK = 0.5
"""Seconds between two looks whether anybody waits for an answer."""

_state = threading.local()
"""The process of each thread of this worker."""
_lock = threading.Lock()
_pools: dict[str, list[ProcessPool]] = {}
"""Which processes work for which client."""
_stopped: dict[str, str] = {}
"""Clients that have ended their count, and why."""


def call_there(client: str, wanted: str, call: bytes) -> Any:
    """Do a call in a process beside this one, which is a worker of the cluster.

    Args:
        client: whose call it is.
        wanted: the versions that the worker has to have.
        call: function and arguments.

    Raises:
        ImportError: this worker has other versions.
        SolverError, WorkerDiedError: see :meth:`pyasp_puzzles.processes.pool.ProcessPool.submit`.
    """
    distributed = need("distributed")
    worker = distributed.get_worker()
    if versions() != wanted:
        raise ImportError(f"worker {worker.address} has {versions()}, expected {wanted}")
    pool = getattr(_state, "pool", None)
    if pool is None:
        pool = _state.pool = ProcessPool(1, idle=IDLE)
    function, arguments = pickle.loads(call)
    with _stoppable(client, pool):
        future = pool.submit(function, *arguments)
        while not wait([future], timeout=_LOOK).done:
            leaving = worker.status in (distributed.Status.closing, distributed.Status.closed)
            if leaving or _dropped(worker):
                _end(pool)
                raise distributed.Reschedule
    try:
        return future.result()
    except SolverError as error:  # perhaps of this machine
        raise SolverError(f"worker {worker.address}: {error}") from None


def stop_there(client: str, reason: str) -> None:
    """Let what this worker does for a client end soon, with what it has, and so what comes yet."""
    with _lock:
        _stopped[client] = reason
        for pool in _pools.get(client, ()):
            pool.stop(reason)


@contextmanager
def _stoppable(client: str, pool: ProcessPool) -> Iterator[None]:
    """While the pool works for a client, which may stop it; then it is not used again."""
    with _lock:
        _pools.setdefault(client, []).append(pool)
        if client in _stopped:
            pool.stop(_stopped[client])
    try:
        yield
    finally:
        with _lock:
            _pools[client].remove(pool)
            if not _pools[client]:
                del _pools[client]
        if client in _stopped:
            _end(pool)


def _end(pool: ProcessPool) -> None:
    """End this thread's process."""
    _state.pool = None
    pool.shutdown(cancel_futures=True)


def _dropped(worker: Any) -> bool:
    """Whether the scheduler has taken back the call that this thread is at: nobody waits for it."""
    state = worker.state.tasks.get(worker.get_current_task())
    return state is None or state.state == "cancelled"
