"""The workers of a count: local processes, or a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar

from pyasp_puzzles.work.pool import ProcessPool

T = TypeVar("T")


class WorkerPool(Protocol):
    """Runs calls on workers; :class:`~pyasp_puzzles.work.pool.ProcessPool` is one."""

    def submit(self, fn: Callable[..., T], /, *args: Any) -> Future[T]:
        """Call a function of a module on some worker; the arguments can be pickled."""
        ...

    def slots(self) -> int:
        """The number of calls that can run at the same time, now."""
        ...

    def stop(self, reason: str) -> None:
        """Ask the running calls to return soon with what they have found."""
        ...

    @property
    def lost(self) -> bool:
        """Whether no worker can return a result any more."""
        ...


@contextmanager
def local_processes(number: int) -> Iterator[WorkerPool]:
    """Processes on this machine; leaving the block ends them and cancels their calls."""
    pool = ProcessPool(number)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)
