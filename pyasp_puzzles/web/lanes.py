"""Tasks that wait, and warm processes that do them: each is replaced when it has to be killed.

To start Python and to import everything takes longer than most searches.  So the processes start
before anybody asks, and a new one starts as soon as one was killed.  All functions run in the
server's event loop; threads only wait for the processes.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Generic, TypeVar

from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.web.limits import ServerLimits
from pyasp_puzzles.web.requests import RefusedError, WorkOrder
from pyasp_puzzles.work.child import GONE, Child, Message

WORKER = "pyasp_puzzles.web.worker"
"""The module that the processes run."""

SPARE = 5.0
"""Seconds that a process may take to end by itself at its time limit, with what it has found."""

_PAUSE = 1.0  # seconds between two attempts to start a process
_log = logging.getLogger("pyasp_puzzles.web")


class Task:
    """An order, whose it is, and what becomes of the messages of its process.

    A thread asks about twenty times a second whether the process has to stop now.  The end is told
    once: the process has done it, or the reason why it ended early.

    Args:
        address: as :func:`.limits.network_of` has it; empty: no limits of an address.
    """

    ended = False

    def __init__(self, order: WorkOrder, address: str = "") -> None:
        self.order, self.address = order, address

    def stopped(self) -> bool:
        """Whether its process has to stop."""
        return False

    def tell(self, message: Message) -> None:
        """Take a message of its process."""

    def end(self, reason: str) -> None:
        """Learn why it ended early; empty: it is done."""
        self.ended = True


T = TypeVar("T", bound=Task)
R = TypeVar("R")


def in_turn(waiting: Iterable[T], running: Iterable[T], processes: int) -> Iterator[T]:
    """The tasks that may begin now, in their order, each as if those before it had begun.

    Where there are several processes, the tasks of one address leave one of them to others.
    """
    most = max(1, processes - 1)
    own = Counter(task.address for task in running)
    for task in waiting:
        if own.total() >= processes:
            return
        if not task.address or own[task.address] < most:
            yield task
            own[task.address] += 1


class TaskQueue(Generic[T]):
    """Tasks that wait or run, and the lanes that do them: each has one process at a time.

    Args:
        most: tasks that may wait, and those of one address that may wait or run.
        after: a queue whose processes start before: all at once are ready later.
    """

    def __init__(
        self,
        processes: int,
        limits: ServerLimits,
        most: tuple[int, int],
        after: TaskQueue[Any] | None = None,
    ) -> None:
        self._processes, self.limits = processes, limits
        self._most_waiting, self._most_of_address = most
        self._waiting: list[T] = []
        self._running: list[T] = []
        self._idle: list[asyncio.Future[T | None]] = []
        # Ready: a process waits for its first order, or none will ever do so.
        self.closed, self.ready = False, asyncio.Event()
        self.pids: list[int] = []
        self.loop = asyncio.get_running_loop()
        self._threads = ThreadPoolExecutor(processes)
        self._lanes = [asyncio.create_task(self._lane(after)) for _ in range(processes)]

    def add(self, task: T) -> None:
        """Let a task wait; RefusedError: its address has too many of them, or too many wait."""
        same = sum(each.address == task.address and not each.stopped() for each in self._active())
        if task.address and same >= self._most_of_address:
            words = "your address asks for too much at once; stop a search, or try again later"
            raise RefusedError(words, 429)
        if len(self._waiting) >= self._most_waiting:
            raise RefusedError("the server has too much to do; try again later", 503)
        self._waiting.append(task)
        self._moved()

    def _active(self) -> list[T]:
        return [task for task in (*self._waiting, *self._running) if not task.ended]

    async def next(self) -> T | None:
        """Wait for the next task of a lane; ``None``: there will be none.

        Of the lanes that wait, the one that came last goes first. Its process still has the board
        of its last task in memory, and people ask for one thing of a board after the other.
        """
        lane: asyncio.Future[T | None] = self.loop.create_future()
        if self.closed:
            return None
        self._idle.append(lane)
        self._moved()
        return await lane

    def _beginning(self) -> list[T]:
        """The tasks that may begin at once."""
        busy = [task for task in self._running if not (task.ended or task.stopped())]
        return list(in_turn(self._waiting, busy, self._processes))

    def _moved(self) -> None:
        """Forget tasks that have ended; others may begin now."""
        self._waiting = [task for task in self._waiting if not task.ended]
        self._running = [task for task in self._running if not task.ended]
        while self._idle and (beginning := self._beginning()):
            task = beginning[0]
            self._waiting.remove(task)
            self._running.append(task)
            self._idle.pop().set_result(task)

    async def close(self) -> None:
        """End all tasks and processes."""
        self.closed = True
        self.ready.set()
        for lane in self._idle:
            lane.set_result(None)
        await asyncio.gather(*self._lanes)
        self._threads.shutdown()
        for task in self._waiting:
            task.end("no process")

    async def _in_thread(self, function: Callable[..., R], *arguments: Any) -> R:
        return await self.loop.run_in_executor(self._threads, function, *arguments)

    async def _lane(self, after: TaskQueue[Any] | None) -> None:
        if after:
            await after.ready.wait()
        while not self.closed:
            try:
                child = await self._in_thread(Child, WORKER, self.limits)
            except (OSError, PuzzleError) as error:
                await self._refuse(f"a process cannot be started: {type(error).__name__}")
                continue
            self.pids.append(child.pid)
            undone, reason = await self._serve(child)
            self.pids.remove(child.pid)
            await self._in_thread(child.close)
            if undone:  # after the process: who reads the news finds none any more
                self._ended(undone, reason)
            elif reason:
                await self._refuse(f"a process has ended at its start: {reason}")

    async def _serve(self, child: Child) -> tuple[T | None, str]:
        """Do tasks until the process has to be replaced: the task that is not done, and why."""
        task, end = None, math.inf
        while True:
            idle = await self._in_thread(self._done, child, task, end)
            if idle is None:
                return task, "time limit" if time.monotonic() > end else "stopped" if task else ""
            if idle == GONE:
                return task, await self._in_thread(_reason, child)
            self.ready.set()
            if task:
                self._ended(task, "")
            task = await self.next() if idle[1] else None  # else it can take no further task
            if not task:
                return None, ""
            if not child.running:  # somebody killed it while it waited
                self._running.remove(task)
                self._waiting.insert(0, task)
                return None, ""
            end = time.monotonic() + task.order.seconds + SPARE

    def _done(self, child: Child, task: T | None, end: float) -> Message | None:
        """Do a task, or wait until the process has started; within a thread.

        Returns its last message: it is idle or gone; ``None``: it was stopped.
        """

        def stopped() -> bool:
            return self.closed or time.monotonic() > end or (task is not None and task.stopped())

        if task:
            child.send(task.order)
        for message in child.messages(stopped):
            if message[0] == "idle" or message == GONE:
                return message
            if task:
                self.loop.call_soon_threadsafe(task.tell, message)
        return None

    async def _refuse(self, why: str) -> None:
        """No process can be started: say so to one task, and try again a little later."""
        _log.error(why)
        self.ready.set()
        await asyncio.sleep(_PAUSE)
        if task := await self.next():
            self._ended(task, "no process")

    def _ended(self, task: T, reason: str) -> None:
        task.end(reason)
        self._moved()


def _reason(child: Child) -> str:
    """Why a process has ended by itself, in words for the page."""
    how, line = child.exit_reason(), child.last_stderr_line().lower()
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


class Call(Task):
    """A request that is answered at once."""

    def __init__(self, order: WorkOrder, address: str = "") -> None:
        super().__init__(order, address)
        self.future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    def tell(self, message: Message) -> None:
        if self.future.done():  # a client that goes ends it
            return
        if message[0] == "answer":
            self.future.set_result(message[1])
        else:
            self.future.set_exception(refusal(message, self.order.kind, "board"))

    def end(self, reason: str) -> None:
        super().end(reason)
        error = RefusedError(f"this board takes too long for the page ({reason})", 413)
        if reason == "no process":
            error = RefusedError("the server cannot start a process", 503)
        self.tell(("refused", error))


class Calls(TaskQueue[Call]):
    """The requests that are answered at once, and the processes that read and draw boards."""

    def __init__(self, limits: ServerLimits) -> None:
        super().__init__(limits.drawers, limits, (limits.drawings, limits.address_drawings))

    def submit(self, kind: str, body: Any, address: str = "") -> asyncio.Future[Any]:
        """Ask for something; the future raises RefusedError for what is not served."""
        call = Call(WorkOrder(kind, body, self.limits.drawing_seconds), address)
        self.add(call)
        return call.future
