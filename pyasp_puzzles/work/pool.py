"""An executor with processes of its own; if one dies, only its call fails.

The processes end with their parent, get no Ctrl-C, and do not import the main module.
"""

from __future__ import annotations

import os
import pickle
import queue
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import Any, TypeVar

from pyasp_puzzles.core.errors import SolverError, system_reason
from pyasp_puzzles.work.child import Child
from pyasp_puzzles.work.deadline import Stoppable
from pyasp_puzzles.work.parent import (
    Send,
    end_with_parent,
    failures_sent,
    open_output,
    send_unreadable,
)

T = TypeVar("T")


class WorkerDiedError(Exception):
    """The process of a call has ended before the call was done; the message says how."""


class WorkerPool(ABC):
    """Runs calls on workers."""

    @abstractmethod
    def submit(self, fn: Callable[..., T], /, *args: Any) -> Future[T]:
        """Call a function of a module on some worker; the arguments can be pickled.

        The future raises :class:`WorkerDiedError` if the process dies, SolverError if the arguments
        or the machine are at fault, and RuntimeError for a bug.
        """

    @abstractmethod
    def slots(self) -> int:
        """The number of calls that can run at the same time, now."""

    @abstractmethod
    def stop(self, reason: str) -> None:
        """Let the running calls, and new ones, return soon with what they have found."""

    @property
    def lost(self) -> bool:
        """Whether no worker can return a result any more."""
        return False


class ProcessPool(WorkerPool, Executor):
    """Runs calls in processes that stay for the next call.

    A process without a call ends after ``idle`` seconds; the next call starts another one.
    """

    def __init__(self, processes: int, *, idle: float | None = None) -> None:
        self._idle = idle
        self._calls: queue.SimpleQueue[_Call | None] = queue.SimpleQueue()
        self._ended = threading.Event()
        self._children: dict[int, Child] = {}
        self._lock, self._reason = threading.Lock(), ""
        self._threads = [
            threading.Thread(target=self._serve, args=(number,), daemon=True)
            for number in range(processes)
        ]
        for thread in self._threads:
            thread.start()

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        if kwargs:
            raise TypeError("calls take no keywords")
        if self._ended.is_set():
            raise RuntimeError("the pool is shut down")
        future: Future[T] = Future()
        self._calls.put((future, fn, args))
        return future

    def slots(self) -> int:
        return len(self._threads)

    def stop(self, reason: str) -> None:
        with self._lock:
            self._reason = reason
            for child in self._children.values():
                child.send(("stop", reason))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End all processes; cancel the calls in them unless ``wait`` is true."""
        if cancel_futures or not wait:
            self._ended.set()
        for _ in self._threads:
            self._calls.put(None)
        for thread in self._threads:
            thread.join()
        self._ended.set()

    def _serve(self, number: int) -> None:
        """Send the calls to one process, one after the other."""
        while call := self._next(number):
            future, function, arguments = call
            if self._ended.is_set():
                future.cancel()
            elif future.set_running_or_notify_cancel():
                try:
                    future.set_result(self._result(number, (function, arguments)))
                except BaseException as error:  # the future raises it in the caller's thread
                    future.set_exception(error)
        self._end(number)

    def _next(self, number: int) -> _Call | None:
        """The next call; ``None`` after the last one."""
        while True:
            try:
                return self._calls.get(timeout=self._idle if number in self._children else None)
            except queue.Empty:
                self._end(number)

    def _result(self, number: int, call: tuple[Callable[..., Any], tuple[Any, ...]]) -> Any:
        with self._lock:
            child = self._children.get(number)
            if child is None:
                try:
                    child = self._children[number] = Child(__name__, ("call", *call))
                except OSError as error:  # all other calls would fail as well
                    words = system_reason(error)
                    raise SolverError(f"no process can be started: {words}") from None
                if self._reason:
                    child.send(("stop", self._reason))
            else:
                child.send(("call", *call))
        for kind, *values in child.messages(self._ended.is_set):
            if kind == "result":
                return values[0]
            if kind == "error":
                raise SolverError(values[0])
            how = values[0] if values else f"its process ended with {child.exit_reason()}"
            self._end(number)
            raise RuntimeError(how) if kind == "bug" else WorkerDiedError(how)
        raise WorkerDiedError("the pool was shut down")

    def _end(self, number: int) -> None:
        with self._lock:
            child = self._children.pop(number, None)
        if child:
            child.close()


_Call = tuple[Future[Any], Callable[..., Any], tuple[Any, ...]]


class Stopping:
    """Passes a stop on to the searches that run, and to those that begin later."""

    def __init__(self) -> None:
        self._lock, self._reason = threading.Lock(), ""
        self._running: list[Stoppable] = []

    @contextmanager
    def applied_to(self, search: Stoppable) -> Iterator[None]:
        """Within this block the search can be stopped."""
        with self._lock:
            self._running.append(search)
            if self._reason:
                search.stop(self._reason)
        try:
            yield
        finally:
            with self._lock:
                self._running.remove(search)

    def stop(self, reason: str) -> None:
        """Stop all searches, with the reason that they report."""
        with self._lock:
            self._reason = reason
            for search in self._running:
                search.stop(reason)


stopping = Stopping()
"""The stop that the parent of this process may send."""


def main() -> None:
    """Run the calls that come through standard input, and send their results."""
    send = open_output()
    end_with_parent()
    calls: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(calls, send), daemon=True).start()
    while True:
        function, arguments = calls.get()
        with failures_sent(send, function.__name__):
            send("result", function(*arguments))


def _read(calls: queue.SimpleQueue[Any], send: Send) -> None:
    """Read what the parent sends, and end this process when the parent is gone."""
    while True:
        try:
            kind, *values = pickle.load(sys.stdin.buffer)
        except (EOFError, pickle.UnpicklingError):  # perhaps in the middle of a message
            os._exit(1)
        except Exception as error:  # a class that only the parent knows, for instance
            send_unreadable(send, error)
            os._exit(1)
        if kind == "stop":
            stopping.stop(*values)
        else:
            calls.put(values)


@contextmanager
def local_processes(number: int) -> Iterator[WorkerPool]:
    """Processes on this machine; leaving the block ends them and cancels their calls."""
    pool = ProcessPool(number)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def in_turn(
    parts: list[T], threads: int, work: Callable[[T], object], then: Callable[[T, int], list[T]]
) -> Iterator[T]:
    """Work on parts in threads, and yield each part after each slice of its work.

    Args:
        work: a slice of the work on a part; it does not hold Python's lock.
        then: what to work on next, after a part was yielded, and on how many parts at most.
    """
    if threads == 1:
        while parts:
            work(parts[0])
            yield parts[0]
            parts = then(parts[0], 1)
        return
    with ThreadPoolExecutor(threads) as pool:
        running = {pool.submit(work, part): part for part in parts}
        while running:
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                part = running.pop(future)
                future.result()
                yield part
                more = then(part, threads - len(running))
                running |= {pool.submit(work, each): each for each in more}
