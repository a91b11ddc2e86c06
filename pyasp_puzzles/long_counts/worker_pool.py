"""Who searches the cubes of a count: processes here, or a cluster."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Protocol

from pyasp_puzzles.processes.pool import ProcessPool


class WorkerPool(Protocol):
    """An executor and what has to be known of it.

    Attributes:
        executor: where calls go.
    """

    executor: Executor

    def slots(self) -> int:
        """How many calls can be at work at a time, now."""
        ...

    def stop(self, reason: str) -> None:
        """Let the calls at work return soon, with what they have."""
        ...

    @property
    def lost(self) -> bool:
        """Whether there is nobody any more who could answer."""
        ...


class _Processes:
    """Processes of this machine."""

    def __init__(self, number: int) -> None:
        self._number, self._pool = number, ProcessPool(number)
        self.executor: Executor = self._pool
        self.lost = False

    def slots(self) -> int:
        return self._number

    def stop(self, reason: str) -> None:
        self._pool.stop(reason)


@contextmanager
def processes(number: int) -> Iterator[WorkerPool]:
    """So many processes of this machine, which are ended with what they are at."""
    crew = _Processes(number)
    try:
        yield crew
    finally:
        crew.executor.shutdown(cancel_futures=True)
