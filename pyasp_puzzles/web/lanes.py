"""Tasks that wait, and warm processes that do them: each is replaced when it has to be killed.

To start Python and to import everything takes longer than most searches.  So the processes start
before anybody asks, and a new one starts as soon as one was killed.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from typing import Any, Generic, Protocol, TypeVar

from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.web.limits import Client, ServerLimits
from pyasp_puzzles.web.requests import RefusedError, WorkOrder
from pyasp_puzzles.work.child import GONE, Child, Message

WORKER = "pyasp_puzzles.web.worker"
"""The module that the processes run."""

MOST_ORDERS = 300
"""A process that has done so many orders is replaced."""

_PAUSE = 1.0
"""Seconds between two attempts to start a process."""

_log = logging.getLogger("pyasp_puzzles.web")


class ClientTask(Protocol):
    """An order of a client, with what becomes of the messages of its process.

    Attributes:
        client: who asks; ``None``: the server itself.
        ended: whether all has been told.
        stopped: whether the process has to end now; asked about twenty times a second.
        end: is told that the process has done it, or why it ended early.
    """

    order: WorkOrder

    @property
    def client(self) -> Client | None: ...
    @property
    def ended(self) -> bool: ...
    def stopped(self) -> bool: ...
    def tell(self, message: Message) -> None: ...
    def end(self, reason: str) -> None: ...


T = TypeVar("T", bound=ClientTask)


def in_turn(waiting: Iterable[T], running: Iterable[T], processes: int) -> Iterator[T]:
    """The tasks that may begin now, in their order, each as if those before it had begun.

    Where there are several processes, the tasks of one address in the network leave one of them to
    others. The machine's own address has no such limit: behind a proxy all clients have it.
    """
    most = max(1, processes - 1)
    busy = list(running)
    free = processes - len(busy)
    own = Counter(task.client.address for task in busy if task.client)
    for task in waiting:
        if free < 1:
            return
        client = task.client
        if client is None or client.local or own[client.address] < most:
            yield task
            free -= 1
            own[client.address if client else ""] += 1


class TaskQueue(Generic[T]):
    """Tasks that wait or run, and the processes that do them; for all threads.

    Attributes:
        ready: is set when a process waits for its first order, or none will ever do so.
    """

    def __init__(self, processes: int, limits: ServerLimits) -> None:
        self._processes, self.limits = processes, limits
        self._changed = threading.Condition()
        self._waiting: list[T] = []
        self._running: list[T] = []
        self._idle: list[object] = []
        self._lanes: list[_Lane] = []
        self._closed = False
        self.ready = threading.Event()

    def start(self, after: TaskQueue[Any] | None = None) -> None:
        """Start the processes, those of another queue first: all at once are ready later."""
        begin = after.ready if after else None
        self._lanes = [_Lane(self, begin) for _ in range(self._processes)]

    def pids(self) -> list[int]:
        """The numbers of the processes."""
        return [lane.pid for lane in self._lanes if lane.pid]

    def add(self, task: T, *, first: bool = False) -> None:
        """Let a task wait."""
        with self._changed:
            self._running = [each for each in self._running if each is not task]
            self._waiting.insert(0 if first else len(self._waiting), task)
            self._moved()

    def next(self, patience: float | None = None) -> T | None:
        """Wait for the next task of a lane; ``None``: there will be none.

        Of the lanes that wait, the one that came last goes first. Its process still has the board
        of its last task in memory, and people ask for one thing of a board after the other.

        Raises:
            TimeoutError: none came for so many seconds.
        """
        lane = object()

        def called() -> bool:
            return self._closed or (self._idle[-1] is lane and bool(self._beginning()))

        with self._changed:
            self._idle.append(lane)
            found = self._changed.wait_for(called, patience)
            self._idle.remove(lane)
            task = self._beginning()[0] if found and not self._closed else None
            if task is not None:
                self._waiting.remove(task)
                self._running.append(task)
            self._moved()  # the next lane may have a task, too
        if not found:
            raise TimeoutError
        return task

    def _beginning(self) -> list[T]:
        """The tasks that may begin at once."""
        busy = [task for task in self._running if not (task.ended or task.stopped())]
        return list(in_turn(self._waiting, busy, self._processes))

    def _moved(self) -> None:
        """Forget tasks that have ended; others may begin now."""
        with self._changed:
            self._waiting = [task for task in self._waiting if not task.ended]
            self._running = [task for task in self._running if not task.ended]
            self._changed.notify_all()

    def close(self) -> None:
        """End all tasks and processes."""
        for lane in self._lanes:
            lane.closed.set()
        self.ready.set()
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        for lane in self._lanes:
            lane.join()
        for task in self._waiting:
            task.end("no process")


class _Lane(threading.Thread):
    """A thread with one process, which starts when an event is set; without one: at once."""

    def __init__(self, queue: TaskQueue[Any], begin: threading.Event | None) -> None:
        super().__init__(daemon=True)
        self._queue, self._limits = queue, queue.limits
        self._begin, self.closed = begin, threading.Event()
        self._size = self.pid = 0
        self.start()

    def run(self) -> None:
        if self._begin:
            self._begin.wait()
        while not self.closed.is_set():
            undone: tuple[ClientTask, str] | None = None
            try:
                with Child(WORKER, self._limits) as child:
                    self.pid = child.pid
                    undone = self._serve(child)
            except (OSError, PuzzleError) as error:
                self._refuse(f"a process cannot be started: {type(error).__name__}")
            self.pid = 0
            if undone:  # after the process: who reads the news finds none any more
                task, reason = undone
                task.end(reason)

    def _serve(self, child: Child) -> tuple[ClientTask, str] | None:
        """Do tasks until the process has to be replaced: the task that is not done, and why."""
        if not self._ready(child):
            if not self.closed.is_set():
                self._refuse(f"a process has ended at its start: {child.exit_reason()}")
            return None
        least = self._size
        for _ in range(MOST_ORDERS):
            grown = self._size > least + self._limits.growth
            try:
                task = self._queue.next(self._limits.rest if grown else None)
            except TimeoutError:  # nobody needs what it has in memory; a new process is small
                return None
            if task is None:
                return None
            if not child.running:  # somebody killed it while it waited
                self._queue.add(task, first=True)
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
        messages = child.messages(self.closed.is_set)
        idle = next((message for message in messages if message[0] == "idle"), None)
        self._queue.ready.set()
        if idle is not None:
            self._size = idle[2]
        return idle is not None

    def _done(self, child: Child, task: ClientTask) -> tuple[bool, str]:
        """Do a task: whether the process can do another one; why the task ended early."""
        child.send(task.order)
        end = time.monotonic() + task.order.seconds

        def stopped() -> bool:
            return self.closed.is_set() or task.stopped() or time.monotonic() > end

        for message in child.messages(stopped):
            if message[0] == "idle":
                self._size = message[2]
                return message[1], ""
            if message == GONE:
                return False, _reason(child)
            task.tell(message)
        return False, "time limit" if time.monotonic() > end else "stopped"

    def _refuse(self, why: str) -> None:
        """No process can be started: say so to one task, and try again a little later."""
        _log.error(why)
        self._queue.ready.set()
        time.sleep(_PAUSE)
        if task := self._queue.next():
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


def refusal(message: Message, task: str, noun: str) -> RefusedError:
    """The error for a process that could not do a task; the noun tells what it was about."""
    kind, value = message
    if kind == "refused" and isinstance(value, RefusedError):
        return value
    if kind == "memory":
        return RefusedError(f"this {noun} needs more memory than the server allows", 413)
    if kind == "error":
        return RefusedError(value, 500)
    _log.error("a bug in %s: %s", task, place_of(value))
    return RefusedError("a bug in the server; please report it", 500)


def place_of(trace: str) -> str:
    """The kind of an error and the line of the program where it was raised, without its message."""
    lines = [line.strip() for line in trace.strip().splitlines()]
    where = next((line for line in reversed(lines) if line.startswith("File ")), "")
    return f"{lines[-1].partition(':')[0] if lines else ''} at {where}"


class Call:
    """A request that is answered at once, as a future."""

    def __init__(self, order: WorkOrder, client: Client | None) -> None:
        self.order, self.client = order, client
        self.future: Future[Any] = Future()

    @property
    def ended(self) -> bool:
        return self.future.done()

    def stopped(self) -> bool:
        return self.future.cancelled()

    def tell(self, message: Message) -> None:
        if message[0] != "answer":
            self._fail(refusal(message, self.order.kind, "board"))
        else:
            with suppress(InvalidStateError):
                self.future.set_result(message[1])

    def end(self, reason: str) -> None:
        if reason == "no process":
            self._fail(RefusedError("the server cannot start a process", 503))
        else:
            self._fail(RefusedError(f"this board takes too long for the page ({reason})", 413))

    def _fail(self, error: RefusedError) -> None:
        with suppress(InvalidStateError):  # it has ended, or its client is gone, perhaps just now
            self.future.set_exception(error)


class Calls(TaskQueue[Call]):
    """The requests that are answered at once, and the processes that read and draw boards."""

    def __init__(self, limits: ServerLimits) -> None:
        super().__init__(limits.drawers, limits)
        self.start()

    def submit(self, kind: str, body: Any, client: Client | None = None) -> Future[Any]:
        """Ask for something; the future raises RefusedError for what is not served.

        Raises:
            RefusedError: too many requests wait.
        """
        seconds = self.limits.drawing_seconds
        call = Call(WorkOrder(kind, body, int(seconds) + 1, seconds), client)
        with self._changed:
            self._check_room(client)
            self.add(call)
        call.future.add_done_callback(lambda _: self._moved())
        return call.future

    def _check_room(self, client: Client | None) -> None:
        if len(self._waiting) >= self.limits.drawings:
            raise RefusedError("the server has too much to do; try again later", 503)
        if client is None or client.local:
            return
        asked = [call.client for call in (*self._waiting, *self._running) if call.client]
        same = sum(each.address == client.address for each in asked)
        if same >= self.limits.address_drawings:
            raise RefusedError("your address asks for too much at once; try again later", 429)
