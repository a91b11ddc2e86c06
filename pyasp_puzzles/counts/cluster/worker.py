"""Runs the calls of a long count on a worker of a Dask cluster; each thread has a process."""

from __future__ import annotations

import pickle
import threading
from concurrent.futures import wait
from typing import Any

from pyasp_puzzles.core.errors import SolverError
from pyasp_puzzles.core.optional import need
from pyasp_puzzles.counts.identity import versions
from pyasp_puzzles.work.pool import ProcessPool

IDLE_SECONDS = 60.0
"""Time that a worker keeps an idle process with its ground program."""

_POLL_SECONDS = 0.5
"""Time between two checks whether the result is still wanted."""

_state = threading.local()
"""The pool of each thread of this worker, with one process."""
_lock = threading.Lock()
_running: dict[ProcessPool, str] = {}
"""The pools that run calls now, each with its client."""
_stopped: dict[str, str] = {}
"""The reason of each client that has stopped its count."""


def call_there(client: str, wanted: str, call: bytes) -> Any:
    """Run a call in a process of this worker; a stopped pool is not used again."""
    distributed = need("distributed")
    worker = distributed.get_worker()
    if versions() != wanted:
        raise ImportError(f"worker {worker.address} has {versions()}, expected {wanted}")
    pool = _state.pool = getattr(_state, "pool", None) or ProcessPool(1, idle=IDLE_SECONDS)
    function, arguments = pickle.loads(call)
    with _lock:
        _running[pool] = client
        if client in _stopped:
            pool.stop(_stopped[client])
    try:
        future = pool.submit(function, *arguments)
        while not wait([future], timeout=_POLL_SECONDS).done:
            leaving = worker.status in (distributed.Status.closing, distributed.Status.closed)
            if leaving or _dropped(worker):
                _end(pool)
                raise distributed.Reschedule
        return future.result()
    except SolverError as error:  # it may concern this machine only
        raise SolverError(f"worker {worker.address}: {error}") from None
    finally:
        with _lock:
            del _running[pool]
        if client in _stopped:
            _end(pool)


def stop_there(client: str, reason: str) -> None:
    """Stop the running and the later calls of a client; they return what they have found."""
    with _lock:
        _stopped[client] = reason
        for pool, owner in _running.items():
            if owner == client:
                pool.stop(reason)


def _end(pool: ProcessPool) -> None:
    _state.pool = None
    pool.shutdown(cancel_futures=True)


def _dropped(worker: Any) -> bool:
    """Whether the scheduler has cancelled the call that this thread runs."""
    state = worker.state.tasks.get(worker.get_current_task())
    return state is None or state.state == "cancelled"
