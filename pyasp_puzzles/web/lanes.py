"""Tasks that wait, and warm processes that do them: each is replaced when it has to be killed.

To start Python and to import everything takes longer than most searches.  So the processes start
before anybody asks, and a new one starts as soon as one was killed.  All functions run in the
server's event loop; threads only wait for the processes.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Generic, Protocol, TypeVar

from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.web.limits import Client, ServerLimits
from pyasp_puzzles.web.requests import RefusedError, WorkOrder
from pyasp_puzzles.work.child import GONE, Child, Message

WORKER = "pyasp_puzzles.web.worker"
"""The module that the processes run."""

_PAUSE = 1.0  # seconds between two attempts to start a process
_log = logging.getLogger("pyasp_puzzles.web")


class ClientTask(Protocol):
    """An order of a client, or of the server itself, with what becomes of its process's messages.

    A thread asks about twenty times a second whether the process has to stop now.  The end is told
    once: the process has done it, or the reason why it ended early.
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
R = TypeVar("R")


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
    """Tasks that wait or run, and the lanes that do them: each has one process at a time."""

    def __init__(self, processes: int, limits: ServerLimits) -> None:
        self._processes, self.limits = processes, limits
        self._waiting: list[T] = []
        self._running: list[T] = []
        self._idle: list[asyncio.Future[T | None]] = []
        self._lanes: list[asyncio.Task[None]] = []
        # Ready: a process waits for its first order, or none will ever do so.
        self.closed, self.ready = False, asyncio.Event()
        self.pids: list[int] = []
        self.loop = asyncio.get_running_loop()
        self._threads = ThreadPoolExecutor(processes)

    def start(self, after: TaskQueue[Any] | None = None) -> None:
        """Start the processes, those of another queue first: all at once are ready later."""
        begin = after.ready if after else None
        self._lanes = [asyncio.create_task(self._lane(begin)) for _ in range(self._processes)]

    def add(self, task: T, *, first: bool = False) -> None:
        """Let a task wait."""
        self._running = [each for each in self._running if each is not task]
        self._waiting.insert(0 if first else len(self._waiting), task)
        self._moved()

    async def next(self, patience: float | None = None) -> T | None:
        """Wait for the next task of a lane; ``None``: there will be none; TimeoutError: none came.

        Of the lanes that wait, the one that came last goes first. Its process still has the board
        of its last task in memory, and people ask for one thing of a board after the other.
        """
        lane: asyncio.Future[T | None] = self.loop.create_future()
        if not self.closed:
            self._idle.append(lane)
            self._moved()
            try:
                return await asyncio.wait_for(lane, patience)
            except TimeoutError:
                if not lane.done() or lane.cancelled():
                    raise
                return lane.result()  # it came just when the time was over
        return None

    def _beginning(self) -> list[T]:
        """The tasks that may begin at once."""
        busy = [task for task in self._running if not (task.ended or task.stopped())]
        return list(in_turn(self._waiting, busy, self._processes))

    def _moved(self) -> None:
        """Forget tasks that have ended; others may begin now."""
        self._waiting = [task for task in self._waiting if not task.ended]
        self._running = [task for task in self._running if not task.ended]
        self._idle = [lane for lane in self._idle if not lane.done()]
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
            if not lane.done():
                lane.set_result(None)
        await asyncio.gather(*self._lanes)
        self._threads.shutdown()
        for task in self._waiting:
            task.end("no process")

    async def _in_thread(self, function: Callable[..., R], *arguments: Any) -> R:
        return await self.loop.run_in_executor(self._threads, function, *arguments)

    async def _lane(self, begin: asyncio.Event | None) -> None:
        if begin:
            await begin.wait()
        while not self.closed:
            undone: tuple[T, str] | None = None
            try:
                child = await self._in_thread(Child, WORKER, self.limits)
                self.pids.append(child.pid)
                try:
                    undone = await self._serve(child)
                finally:
                    self.pids.remove(child.pid)
                    await self._in_thread(child.end)
            except (OSError, PuzzleError) as error:
                await self._refuse(f"a process cannot be started: {type(error).__name__}")
            if undone:  # after the process: who reads the news finds none any more
                task, reason = undone
                task.end(reason)

    async def _serve(self, child: Child) -> tuple[T, str] | None:
        """Do tasks until the process has to be replaced: the task that is not done, and why."""
        idle = await self._in_thread(self._heard, child, lambda: self.closed, lambda _message: None)
        self.ready.set()
        if idle is None or idle == GONE:
            if not self.closed:
                how = await self._in_thread(child.exit_reason)
                await self._refuse(f"a process has ended at its start: {how}")
            return None
        most = idle[2] + self.limits.growth
        while True:
            try:
                task = await self.next(self.limits.rest if idle[2] > most else None)
            except TimeoutError:  # nobody needs what it has in memory; a new process is small
                return None
            if task is None:
                return None
            if not child.running:  # somebody killed it while it waited
                self.add(task, first=True)
                return None
            end = time.monotonic() + task.order.seconds
            idle = await self._in_thread(self._done, child, task, end)
            if idle is None:
                return task, "time limit" if time.monotonic() > end else "stopped"
            if idle == GONE:
                return task, await self._in_thread(_reason, child)
            task.end("")
            self._moved()
            if not idle[1]:  # it can take no further task
                return None

    def _done(self, child: Child, task: T, end: float) -> Message | None:
        """Do a task, within a thread."""

        def stopped() -> bool:
            return self.closed or task.stopped() or time.monotonic() > end

        child.send(task.order)
        return self._heard(child, stopped, task.tell)

    def _heard(
        self, child: Child, stopped: Callable[[], bool], tell: Callable[[Message], None]
    ) -> Message | None:
        """Pass on what a process says until it is idle or gone: that message; ``None``: stopped."""
        for message in child.messages(stopped):
            if message[0] == "idle" or message == GONE:
                return message
            self.loop.call_soon_threadsafe(tell, message)
        return None

    async def _refuse(self, why: str) -> None:
        """No process can be started: say so to one task, and try again a little later."""
        _log.error(why)
        self.ready.set()
        await asyncio.sleep(_PAUSE)
        if task := await self.next():
            task.end("no process")
            self._moved()


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
    """A request that is answered at once: a future, which a client that goes cancels."""

    def __init__(self, order: WorkOrder, client: Client | None) -> None:
        self.order, self.client = order, client
        self.future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    @property
    def ended(self) -> bool:
        return self.future.done()

    def stopped(self) -> bool:
        return self.future.cancelled()

    def tell(self, message: Message) -> None:
        if message[0] != "answer":
            self._fail(refusal(message, self.order.kind, "board"))
        elif not self.ended:
            self.future.set_result(message[1])

    def end(self, reason: str) -> None:
        if reason == "no process":
            self._fail(RefusedError("the server cannot start a process", 503))
        else:
            self._fail(RefusedError(f"this board takes too long for the page ({reason})", 413))

    def _fail(self, error: RefusedError) -> None:
        if not self.ended:
            self.future.set_exception(error)


class Calls(TaskQueue[Call]):
    """The requests that are answered at once, and the processes that read and draw boards."""

    def __init__(self, limits: ServerLimits) -> None:
        super().__init__(limits.drawers, limits)
        self.start()

    def submit(self, kind: str, body: Any, client: Client | None = None) -> asyncio.Future[Any]:
        """Ask for something; the future raises RefusedError for what is not served."""
        seconds = self.limits.drawing_seconds
        call = Call(WorkOrder(kind, body, int(seconds) + 1, seconds), client)
        if len(self._waiting) >= self.limits.drawings:
            raise RefusedError("the server has too much to do; try again later", 503)
        active = (*self._waiting, *self._running)
        same = sum(each.client == client for each in active if client and not client.local)
        if same >= self.limits.address_drawings:
            raise RefusedError("your address asks for too much at once; try again later", 429)
        call.future.add_done_callback(lambda _: self._moved())
        self.add(call)
        return call.future
