"""Jobs: searches that a page has asked for, in a queue, each with its events.

A job ends when its search ends, when the page stops it, when no page listens any more, when the
page asks for another job on the same board, or at a limit.  Its events are kept for a while, so
that a page that lost the connection can read on.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import secrets
import threading
import time
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from pyasp_puzzles.web.lanes import TaskQueue, refusal
from pyasp_puzzles.web.limits import Client, ServerLimits
from pyasp_puzzles.web.requests import RefusedError, WorkOrder
from pyasp_puzzles.work.child import Message

_PASSING = ("queued", "phase", "progress", "known")
"""Events of which only the last one is kept."""

_LOOK = 1.0
"""Seconds between two looks for jobs that nobody listens to."""

HEARTBEAT = 10.0
"""Seconds of silence after which a comment is sent, so that a lost connection is noticed."""

AGAIN = 1000
"""Milliseconds after which a page that lost the connection tries again; some wait too long else."""


@dataclass(frozen=True)
class JobEvent:
    """An event of a job: its number from 1, its name, its data as JSON."""

    number: int
    name: str
    text: str


class PageJob:
    """A search, waiting, running or ended; its methods can be called from any thread.

    Attributes:
        id: a name that nobody can guess.
        board: tells whether two jobs of a page are on the same board.
        size: characters of its events.
        ended_at: when its last event was told; 0: it has not ended.
    """

    def __init__(self, order: WorkOrder, client: Client, limits: ServerLimits) -> None:
        self.id = secrets.token_urlsafe(18)
        self.order, self.client, self._most = order, client, limits.results
        self.board = (order.body["puzzle"], order.body.get("text", order.body.get("instance", "")))
        self._lock = threading.Lock()
        self._events: list[JobEvent] = []
        self._number, self.size = 0, 0
        self._reason, self._place = "", -1
        self._listeners: set[Callable[[], None]] = set()
        self._finished = False
        self.ended_at, self._unheard_since = 0.0, time.monotonic()

    def stop(self, reason: str) -> None:
        self._reason = self._reason or reason

    def stopped(self) -> bool:
        return bool(self._reason)

    @property
    def ended(self) -> bool:
        return self.ended_at > 0

    def listen(self, wake: Callable[[], None]) -> None:
        """Call a function whenever there is a new event, until :meth:`leave`."""
        with self._lock:
            self._listeners.add(wake)

    def leave(self, wake: Callable[[], None]) -> None:
        with self._lock:
            self._listeners.discard(wake)
            self._unheard_since = time.monotonic()

    def unheard(self) -> float:
        """Seconds for which nobody has listened."""
        with self._lock:
            return 0.0 if self._listeners else time.monotonic() - self._unheard_since

    def after(self, number: int) -> list[JobEvent]:
        """The events behind one."""
        with self._lock:
            return [event for event in self._events if event.number > number]

    def told(self, name: str, data: Mapping[str, Any]) -> None:
        text = json.dumps(data, separators=(",", ":"))
        with self._lock:
            if name in _PASSING:
                self._events = [event for event in self._events if event.name != name]
            self._number += 1
            self._events.append(JobEvent(self._number, name, text))
            self.size = sum(len(event.text) for event in self._events)
        if self.size > self._most:
            self.stop("limit of results")
        self._wake()

    def told_place(self, place: int) -> None:
        """Tell the place in the queue, if it is another one than before; 0: the job begins."""
        if place != self._place:
            self._place = place
            self.told("queued", {"place": place})

    def _wake(self) -> None:
        with self._lock:
            listeners = list(self._listeners)
        for wake in listeners:
            wake()

    def tell(self, message: Message) -> None:
        if message[0] == "event":
            _, name, data = message
            self._finished = self._finished or name == "end"
            self.told(name, data)
        else:
            self._finished = True
            self.told("error", refusal(message, f"a job ({self.order.kind})", "search").as_json())

    def end(self, reason: str) -> None:
        if not self._finished:
            self._finished = True
            # "" cannot happen: a worker tells the end of each job.
            self.told("end", {"reason": self._reason or reason or "no result", "exhausted": False})
        self.ended_at = time.monotonic()
        self._wake()


class JobQueue(TaskQueue[PageJob]):
    """All jobs of a server; the processes of another queue start first."""

    def __init__(self, limits: ServerLimits, after: TaskQueue[Any] | None = None) -> None:
        super().__init__(limits.running, limits)
        self._jobs: dict[str, PageJob] = {}
        self.start(after)
        threading.Thread(target=self._clean, daemon=True).start()

    def submit(self, order: WorkOrder, client: Client) -> PageJob:
        """Add a job at the end of the queue.

        Raises:
            RefusedError: the client has too many jobs, or the queue is full.
        """
        job = PageJob(order, client, self.limits)
        with self._changed:
            for other in self._active():
                if client.page and (other.client, other.board) == (client, job.board):
                    self.stop(other, "replaced by a new request")
            self._check_room(client)
            self._jobs[job.id] = job
            self.add(job)
        return job

    def _check_room(self, client: Client) -> None:
        active = [job.client for job in self._active() if not job.stopped()]
        limits = self.limits
        same = sum(each.address == client.address for each in active)
        for who, number, most in (
            ("this page", active.count(client) if client.page else 0, limits.page_jobs),
            ("your address", 0 if client.local else same, limits.address_jobs),
        ):
            if number >= most:
                words = f"{who} has {most} searches already; stop one of them"
                raise RefusedError(words, 429)
        if len(self._waiting) >= limits.waiting:
            raise RefusedError("too many searches wait already; try again later", 503)

    def _active(self) -> list[PageJob]:
        return [job for job in (*self._waiting, *self._running) if not job.ended]

    def _moved(self) -> None:
        """Tell the jobs that wait their places, from 1; 0 is a job that begins at once."""
        with self._changed:
            super()._moved()
            begins, places = self._beginning(), itertools.count(1)
            for job in self._active():
                now = job in self._running or job in begins
                job.told_place(0 if now else next(places))

    def find(self, name: str) -> PageJob:
        """The job of a name; RefusedError if there is none, or none any more."""
        job = self._jobs.get(name)
        if job is None:
            raise RefusedError("there is no such search (any more)", 404)
        return job

    def stop(self, job: PageJob, reason: str = "stopped") -> None:
        """End a job; its process is killed if it runs."""
        with self._changed:
            job.stop(reason)
            if job in self._waiting:
                job.end(reason)
            self._moved()  # another one of its address may begin

    def numbers(self) -> dict[str, int]:
        """How many jobs wait, run and are kept."""
        with self._changed:
            running = sum(not job.ended for job in self._running)
            return {"waiting": len(self._waiting), "running": running, "kept": len(self._jobs)}

    def _clean(self) -> None:
        """End the jobs that nobody listens to, and forget old ones."""
        limits = self.limits
        while not self._closed:
            time.sleep(min(_LOOK, limits.grace / 2))
            with self._changed:
                for job in self._active():
                    if job.unheard() > limits.grace:
                        self.stop(job, "nobody listens")
                self._forget()

    def _forget(self) -> None:
        limits, size, oldest = self.limits, 0, time.monotonic() - self.limits.kept_seconds
        ended = [job for job in self._jobs.values() if job.ended]
        ended.sort(key=lambda job: job.ended_at, reverse=True)
        for number, job in enumerate(ended, 1):
            size += job.size
            if job.ended_at < oldest or number > limits.kept or size > limits.kept_results:
                del self._jobs[job.id]


class EventStream(StreamingResponse):
    """The events of a job behind one, sent as they come (server-sent events) until it ends."""

    def __init__(self, job: PageJob, after: int) -> None:
        headers = {"x-accel-buffering": "no"}  # a proxy must not collect the events
        super().__init__(self._told(after), media_type="text/event-stream", headers=headers)
        self._job = job
        self._loop, self._changed = asyncio.get_running_loop(), asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._job.listen(self._wake)
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._job.leave(self._wake)

    def _wake(self) -> None:
        with contextlib.suppress(RuntimeError):  # the server has ended
            self._loop.call_soon_threadsafe(self._changed.set)

    async def _told(self, after: int) -> AsyncIterator[str]:
        yield f"retry: {AGAIN}\n\n"
        ended = False
        while not ended:
            self._changed.clear()
            ended = self._job.ended  # before the events, which then are all
            # One after the other: the server waits for a slow client between two of them, and does
            # not hold all for each listener.
            for event in self._job.after(after):
                after = event.number
                yield f"id: {event.number}\nevent: {event.name}\ndata: {event.text}\n\n"
            if not ended:
                try:
                    await asyncio.wait_for(self._changed.wait(), HEARTBEAT)
                except TimeoutError:
                    yield ": no news\n\n"
