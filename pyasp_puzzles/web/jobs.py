"""Jobs: searches that a page has asked for, in a queue, each with its events.

A job ends when its search ends, when the page stops it, when no page listens any more, or at a
limit.  Its events are kept for a while, so that a page that lost the connection can read on.
"""

from __future__ import annotations

import asyncio
import itertools
import secrets
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from pyasp_puzzles.web.lanes import Task, TaskQueue, refusal
from pyasp_puzzles.web.limits import ServerLimits
from pyasp_puzzles.web.requests import SHARED, RefusedError, WorkOrder, compact
from pyasp_puzzles.work.child import Message

_PASSING = ("queued", "phase", "progress", "known")  # events of which only the last one is kept
_LOOK = 1.0  # seconds between two looks for jobs that nobody listens to
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


class PageJob(Task):
    """A search, waiting, running or ended, with the events that are kept of it and their size."""

    def __init__(
        self, order: WorkOrder, address: str, limits: ServerLimits, hints: dict[str, str]
    ) -> None:
        super().__init__(order, address)
        self.id = secrets.token_urlsafe(18)  # nobody can guess it
        self._most = limits.results
        self._hints, self._most_hints = hints, limits.hints
        self._position = _position(order)
        self.events: list[JobEvent] = []
        self._number, self.size = 0, 0
        self._reason, self._place = "", -1
        self.listeners: set[asyncio.Event] = set()  # set whenever there is a new event
        self._finished = False
        self.ended_at, self._unheard_since = 0.0, time.monotonic()

    def stop(self, reason: str) -> None:
        self._reason = self._reason or reason

    def stopped(self) -> bool:
        return bool(self._reason)

    def leave(self, listener: asyncio.Event) -> None:
        self.listeners.discard(listener)
        self._unheard_since = time.monotonic()

    def unheard(self) -> float:
        """Seconds for which nobody has listened."""
        return 0.0 if self.listeners else time.monotonic() - self._unheard_since

    def told(self, name: str, text: str) -> None:
        """Keep an event with its data as JSON."""
        if name in _PASSING:
            self.events = [event for event in self.events if event.name != name]
        self._number += 1
        self.events.append(JobEvent(self._number, name, text))
        self.size = sum(len(event.text) for event in self.events)
        if self.size > self._most:
            self.stop("limit of results")
        for listener in self.listeners:
            listener.set()

    def told_place(self, place: int) -> None:
        """Tell the place in the queue, if it is another one than before; 0: the job begins."""
        if place != self._place:
            self._place = place
            self.told("queued", compact({"place": place}))

    def tell(self, message: Message) -> None:
        if message[0] == "event" and message[1].startswith(SHARED):
            self._hints[self._position + message[1]] = message[2]
            if len(self._hints) > self._most_hints:
                del self._hints[next(iter(self._hints))]
        elif message[0] == "event":
            _, name, text = message
            self._finished = self._finished or name == "end"
            self.told(name, text)
        else:
            self._finished = True
            error = refusal(message, f"a job ({self.order.kind})", "search")
            self.told("error", compact(error.as_json()))

    def told_before(self) -> None:
        """End a job that has not begun, if its hint was found for another one."""
        degree = self.order.body["options"].get("degree", "clues")
        if text := self._hints.get(f"{self._position}{SHARED}{degree}"):
            self.told("result", text)
            self.tell(("event", "end", compact({"reason": "", "exhausted": None})))
            self.end("")

    def end(self, reason: str) -> None:
        if not self._finished:
            self._finished = True
            # "" cannot happen: a worker tells the end of each job.
            why = self._reason or reason or "no result"
            self.told("end", compact({"reason": why, "exhausted": False}))
        self.ended, self.ended_at = True, time.monotonic()
        for listener in self.listeners:
            listener.set()


class JobQueue(TaskQueue[PageJob]):
    """All jobs of a server; the processes of another queue start first."""

    def __init__(self, limits: ServerLimits, after: TaskQueue[Any] | None = None) -> None:
        super().__init__(limits.running, limits, (limits.waiting, limits.address_jobs), after)
        self._jobs: dict[str, PageJob] = {}
        self._hints: dict[str, str] = {}
        self._cleaner = asyncio.create_task(self._clean())

    async def close(self) -> None:
        self._cleaner.cancel()
        await super().close()

    def submit(self, order: WorkOrder, address: str) -> PageJob:
        """Add a job; RefusedError: the client has too many jobs, or the queue is full."""
        job = PageJob(order, address, self.limits, self._hints)
        self.add(job)
        self._jobs[job.id] = job
        if place := self._places().get(job.id):
            job.told_place(place)
        return job

    def _moved(self) -> None:
        """Let jobs begin; a hint that was found for another job needs no process."""
        for job in self._waiting:
            job.told_before()
        super()._moved()
        for job in self._running:
            job.told_place(0)

    def _places(self) -> dict[str, int]:
        """The places of jobs that wait, from 1; 0 is a job that begins at once."""
        begins, places = self._beginning(), itertools.count(1)
        late = [job for job in self._waiting if job not in begins and not job.ended]
        return {job.id: 0 for job in begins} | {job.id: next(places) for job in late}

    def find(self, name: str) -> PageJob:
        """The job of a name; RefusedError if there is none, or none any more."""
        job = self._jobs.get(name)
        if job is None:
            raise RefusedError("there is no such search (any more)", 404)
        return job

    def stop(self, job: PageJob, reason: str = "stopped") -> None:
        """End a job; its process is killed if it runs."""
        job.stop(reason)
        if job in self._waiting:
            job.end(reason)
        self._moved()  # another one of its address may begin

    def numbers(self) -> dict[str, int]:
        """How many jobs wait, run and are kept."""
        running = sum(not job.ended for job in self._running)
        return {"waiting": len(self._waiting), "running": running, "kept": len(self._jobs)}

    async def _clean(self) -> None:
        """End the jobs that nobody listens to, and forget old ones."""
        limits = self.limits
        while True:
            await asyncio.sleep(_LOOK)
            for job in self._active():
                if job.unheard() > limits.grace:
                    self.stop(job, "nobody listens")
            for name, place in self._places().items():  # not at each move: all would be told
                self._jobs[name].told_place(place)
            size, oldest = 0, time.monotonic() - limits.kept_seconds
            ended = [job for job in self._jobs.values() if job.ended]
            ended.sort(key=lambda job: job.ended_at, reverse=True)
            for number, job in enumerate(ended, 1):
                size += job.size
                if job.ended_at < oldest or number > limits.kept or size > limits.kept_results:
                    del self._jobs[job.id]


def _position(order: WorkOrder) -> str:
    """The board of a hint, what lies on it and what was told before; empty for other jobs."""
    if order.kind != "hint":
        return ""
    asked = [order.body.get(key) for key in ("puzzle", "instance", "text", "label")]
    lying = [order.body.get("partial", {}), order.body["options"].get("told", {})]
    return compact([asked, [sorted(own.get(key, ())) for own in lying for key in ("atoms", "not")]])


class EventStream(StreamingResponse):
    """The events of a job behind one, sent as they come (server-sent events) until it ends."""

    def __init__(self, job: PageJob, after: int) -> None:
        headers = {"x-accel-buffering": "no"}  # a proxy must not collect the events
        super().__init__(self._told(after), media_type="text/event-stream", headers=headers)
        self._job, self._news = job, asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._job.listeners.add(self._news)
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._job.leave(self._news)

    async def _told(self, after: int) -> AsyncIterator[str]:
        yield f"retry: {AGAIN}\n\n"
        while True:
            self._news.clear()
            ended = self._job.ended  # before the events, which then are all
            # One after the other: the server waits for a slow client between two of them, and does
            # not hold all for each listener.
            for event in [event for event in self._job.events if event.number > after]:
                after = event.number
                yield f"id: {event.number}\nevent: {event.name}\ndata: {event.text}\n\n"
            if ended:
                return
            try:
                await asyncio.wait_for(self._news.wait(), HEARTBEAT)
            except TimeoutError:
                yield ": no news\n\n"
