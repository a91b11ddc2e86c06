"""Warm processes: each waits for an order, works on it, and is replaced when it has to be killed.

To start Python and to import everything takes longer than most searches.  So the processes start
before anybody asks, and a new one starts as soon as one was killed.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from typing import Protocol

from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.web.limits import Limits
from pyasp_puzzles.web.orders import Order
from pyasp_puzzles.work.child import GONE, Child, Message

WORKER = "pyasp_puzzles.web.worker"
"""The module that the processes run."""

MOST_ORDERS = 300
"""A process that has done so many orders is replaced."""

_PAUSE = 1.0
"""Seconds between two attempts to start a process."""

_log = logging.getLogger("pyasp_puzzles.web")


class Source(Protocol):
    """Where a lane gets what it has to do."""

    def next(self, patience: float | None = None) -> Task | None:
        """The next task; waits for it; ``None``: there will be none.

        Args:
            patience: seconds to wait; ``None``: without end.

        Raises:
            TimeoutError: none came for so long.
        """


class Task(Protocol):
    """An order with what becomes of its messages."""

    order: Order

    def stopped(self) -> bool:
        """Whether the process has to end now; asked about twenty times a second."""

    def tell(self, message: Message) -> None:
        """Take a message of the process."""

    def end(self, reason: str) -> None:
        """The task has ended; a reason says why it ended early."""


class LastFirst:
    """Lanes that wait for a task: the one that came last goes first.

    Its process still has the board of its last task in memory, and people ask for one thing of a
    board after the other.

    Args:
        changed: is notified of all when there may be a task; its lock is held by callers.
    """

    def __init__(self, changed: threading.Condition) -> None:
        self._changed, self._lanes = changed, list[object]()

    def wait(
        self, ready: Callable[[], bool], closed: Callable[[], bool], patience: float | None = None
    ) -> None:
        """Wait until there is a task for this lane, or there will be none.

        Args:
            patience: seconds to wait; ``None``: without end.

        Raises:
            TimeoutError: none came for so long.
        """
        lane = object()
        self._lanes.append(lane)
        found = self._changed.wait_for(
            lambda: closed() or (ready() and self._lanes[-1] is lane), patience
        )
        self._lanes.remove(lane)
        self._changed.notify_all()  # the next lane may have a task, too
        if not found:
            raise TimeoutError


class Lane:
    """A thread with one process.

    Args:
        source: where its tasks come from.
        limits: of the process.
        begin: is set when the process may start.
        ready: is set when the process waits for its first order, or will never do so.
    """

    def __init__(
        self, source: Source, limits: Limits, begin: threading.Event, ready: threading.Event
    ) -> None:
        self._source, self._limits = source, limits
        self._begin, self._first = begin, ready
        self._closed = threading.Event()
        self._kept: Task | None = None
        self._size = 0
        self.pid = 0
        """The number of its process; 0 while there is none."""
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End its process; the source has to return ``None`` from now on."""
        self._closed.set()

    def join(self) -> None:
        """Wait until its process has ended."""
        self._thread.join()

    def _run(self) -> None:
        self._begin.wait()
        while not self._closed.is_set():
            ended: tuple[Task, str] | None = None
            try:
                with Child(WORKER, self._limits) as child:
                    self.pid = child.pid
                    ended = self._serve(child)
            except (OSError, PuzzleError) as error:
                _log.error("a process cannot be started: %s", type(error).__name__)
                self._refuse()
            self.pid = 0
            if ended:  # after the process: who reads the news finds none any more
                task, reason = ended
                task.end(reason)

    def _serve(self, child: Child) -> tuple[Task, str] | None:
        """Do tasks until the process has to be replaced.

        Returns:
            The task that is not done, and why.
        """
        if not self._ready(child):
            if not self._closed.is_set():
                _log.error("a process has ended at its start: %s", child.exit_reason())
                self._refuse()
            return None
        least = self._size
        for _ in range(MOST_ORDERS):
            grown = self._size > least + self._limits.growth
            try:
                task = self._kept or self._source.next(self._limits.rest if grown else None)
            except TimeoutError:  # nobody needs what it has in memory; a new process is small
                return None
            self._kept = None
            if task is None:
                self._closed.set()
                return None
            if not child.running:  # somebody killed it while it waited
                self._kept = task
                return None
            again, reason = self._done(child, task)
            if reason:
                return task, reason
            task.end("")
            if not again:
                return None
        return None

    def _ready(self, child: Child) -> bool:
        """Wait until the process has imported everything."""
        messages = child.messages(self._closed.is_set)
        idle = next((message for message in messages if message[0] == "idle"), None)
        self._first.set()
        if idle is None:
            return False
        self._size = idle[2]
        return True

    def _done(self, child: Child, task: Task) -> tuple[bool, str]:
        """Do a task: whether the process can do another one; why the task ended early."""
        child.send(task.order)
        end = time.monotonic() + task.order.seconds

        def stopped() -> bool:
            return self._closed.is_set() or task.stopped() or time.monotonic() > end

        for message in child.messages(stopped):
            if message[0] == "idle":
                self._size = message[2]
                return message[1], ""
            if message == GONE:
                return False, _reason(child)
            task.tell(message)
        return False, "time limit" if time.monotonic() > end else "stopped"

    def _refuse(self) -> None:
        """No process can be started: say so to one task, and try again a little later."""
        self._first.set()
        time.sleep(_PAUSE)
        task, self._kept = self._kept or self._source.next(), None
        if task is None:
            self._closed.set()
        else:
            task.end("no process")


def _reason(child: Child) -> str:
    """Why a process has ended by itself, in words for the page."""
    how, line = child.exit_reason(), child.last_stderr_line().lower()
    if how == "SIGXCPU":
        return "CPU limit"
    if "memory" in line or "bad_alloc" in line:
        return "memory limit"
    _log.error("a process has ended with %s", how)
    return f"its process ended with {how}"


class Lanes:
    """Several lanes of one source.

    Args:
        source: where their tasks come from.
        number: of lanes.
        limits: of each process.
        after: lanes whose processes start first; all at once are ready later than these alone.

    Attributes:
        ready: is set when one of the processes waits for its first order, or none will.
    """

    def __init__(
        self, source: Source, number: int, limits: Limits, after: Lanes | None = None
    ) -> None:
        self.ready, at_once = threading.Event(), threading.Event()
        at_once.set()
        begin = after.ready if after else at_once
        self._lanes = [Lane(source, limits, begin, self.ready) for _ in range(number)]

    def pids(self) -> list[int]:
        """The numbers of the processes."""
        return [lane.pid for lane in self._lanes if lane.pid]

    def close(self, wake: Callable[[], None]) -> None:
        """End all processes.

        Args:
            wake: lets the source return ``None``.
        """
        for lane in self._lanes:
            lane.close()
        self.ready.set()
        wake()
        for lane in self._lanes:
            lane.join()

    def __iter__(self) -> Iterator[Lane]:
        return iter(self._lanes)
