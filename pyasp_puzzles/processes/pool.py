"""An executor with processes of its own, each of which may die without harm to the others.

``concurrent.futures.ProcessPoolExecutor`` gives up all work when one process dies, leaves its
processes behind when the program itself is killed, and imports the program's main module in each of
them.  Here, as with all processes of this house, a death concerns just the call that was at work,
processes end with their parent however that ends, Ctrl-C reaches the parent only, and the caller's
module stays where it is.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any, TypeVar

from pyasp_puzzles.engines.process import Child
from pyasp_puzzles.errors import SolverError

T = TypeVar("T")

WORKER = "pyasp_puzzles.long_counts.cube_search"


class WorkerDiedError(Exception):
    """The process of a call has ended; the message says how."""


class ProcessPool(Executor):
    """Runs calls in processes that stay for the next call.

    Args:
        processes: their number.
        idle: seconds after which a process ends that has nothing to do; the next call starts
            another one.
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
        """Call a function of a module with arguments that can be pickled, in some process.

        The future raises :class:`WorkerDiedError` if the process dies, SolverError for what is
        wrong with the arguments or the machine, and RuntimeError for a bug.
        """
        if kwargs:
            raise TypeError("calls take no keywords")
        if self._ended.is_set():
            raise RuntimeError("the pool is shut down")
        future: Future[T] = Future()
        self._calls.put((future, fn, args))
        return future

    def stop(self, reason: str) -> None:
        """Let all searches end soon and return what they have; new ones end at once."""
        with self._lock:
            self._reason = reason
            for child in self._children.values():
                child.send(("stop", reason))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End all processes; what they work at is cancelled unless it is waited for."""
        if cancel_futures or not wait:
            self._ended.set()
        for _ in self._threads:
            self._calls.put(None)
        for thread in self._threads:
            thread.join()
        self._ended.set()

    def _serve(self, number: int) -> None:
        """Hand the calls to a process, one after the other."""
        while call := self._next(number):
            future, function, arguments = call
            if self._ended.is_set():
                future.cancel()
            elif future.set_running_or_notify_cancel():
                try:
                    future.set_result(self._result(number, (function, arguments)))
                except BaseException as error:  # for whoever asks for the result
                    future.set_exception(error)
        self._end(number)

    def _next(self, number: int) -> _Call | None:
        """The next call, or that there is none any more."""
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
                    child = self._children[number] = Child(WORKER, ("call", *call))
                except OSError as error:  # not the call's fault: all others would fail as well
                    words = (error.strerror or str(error)).lower()
                    raise SolverError(f"no process can be started: {words}") from None
                if self._reason:
                    child.send(("stop", self._reason))
            else:
                child.send(("call", *call))
        while not self._ended.is_set():
            message = child.message()
            if message is None:
                continue
            kind, *values = message
            if kind == "result":
                return values[0]
            if kind == "error":
                raise SolverError(values[0])
            how = values[0] if values else f"its process ended with {child.how()}"
            self._end(number)
            raise RuntimeError(how) if kind == "bug" else WorkerDiedError(how)
        raise WorkerDiedError("the pool was shut down")

    def _end(self, number: int) -> None:
        with self._lock:
            child = self._children.pop(number, None)
        if child:
            child.end()


_Call = tuple[Future[Any], Callable[..., Any], tuple[Any, ...]]
