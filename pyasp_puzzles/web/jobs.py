"""Jobs: searches that a page has asked for, in a queue, each with its events.

A job ends when its search ends, when the page stops it, when no page listens any more, when the
page asks for another job on the same board, or at a limit.  Its events are kept for a while, so
that a page that lost the connection can read on.
"""

from __future__ import annotations

import itertools
import json
import logging
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pyasp_puzzles.web.checks import RefusedError
from pyasp_puzzles.web.lanes import Lanes, LastFirst
from pyasp_puzzles.web.limits import Limits
from pyasp_puzzles.web.orders import Order
from pyasp_puzzles.web.turns import Client, in_turn
from pyasp_puzzles.work.child import Message

_PASSING = ("queued", "phase", "progress", "known")
"""Events of which only the last one is kept."""

_AGAIN = 1.0
"""Seconds between two looks for jobs that nobody listens to."""

_log = logging.getLogger("pyasp_puzzles.web")


@dataclass(frozen=True)
class Event:
    """An event of a job.

    Attributes:
        number: from 1; pages that connect again name the last one that they have read.
        text: the data as JSON.
    """

    number: int
    name: str
    text: str


class Job:
    """A search, waiting, running or ended; its methods can be called from any thread.

    Attributes:
        id: a name that nobody can guess.
        board: tells whether two jobs of a page are on the same board.
        size: characters of its events.
    """

    def __init__(self, order: Order, client: Client, limits: Limits) -> None:
        self.id = secrets.token_urlsafe(18)
        self.order, self.client, self._limits = order, client, limits
        self.board = (order.body["puzzle"], order.body.get("text", order.body.get("instance", "")))
        self._lock = threading.Lock()
        self._events: list[Event] = []
        self._number, self.size = 0, 0
        self._reason = ""
        self._listeners: set[Callable[[], None]] = set()
        self._finished = False
        self.ended_at, self.unheard_since = 0.0, time.monotonic()

    def stop(self, reason: str) -> None:
        """End the search soon."""
        with self._lock:
            self._reason = self._reason or reason

    def stopped(self) -> bool:
        """Whether the search has to end."""
        return bool(self._reason)

    @property
    def ended(self) -> bool:
        """Whether its last event has been told."""
        return self.ended_at > 0

    def listen(self, wake: Callable[[], None]) -> None:
        """Call a function, from another thread, whenever there is a new event."""
        with self._lock:
            self._listeners.add(wake)

    def leave(self, wake: Callable[[], None]) -> None:
        """Do so no longer."""
        with self._lock:
            self._listeners.discard(wake)
            self.unheard_since = time.monotonic()

    def unheard(self) -> float:
        """Seconds for which nobody has listened."""
        with self._lock:
            return 0.0 if self._listeners else time.monotonic() - self.unheard_since

    def after(self, number: int) -> list[Event]:
        """The events behind one."""
        with self._lock:
            return [event for event in self._events if event.number > number]

    def told(self, name: str, data: Mapping[str, Any]) -> None:
        """Add an event."""
        with self._lock:
            self._add(name, data)
            listeners = list(self._listeners)
        for wake in listeners:
            wake()

    def _add(self, name: str, data: Mapping[str, Any]) -> None:
        text = json.dumps(data, separators=(",", ":"))
        if name in _PASSING:
            kept = [event for event in self._events if event.name != name]
            self.size -= sum(len(e.text) for e in self._events) - sum(len(e.text) for e in kept)
            self._events = kept
        self._number += 1
        self._events.append(Event(self._number, name, text))
        self.size += len(text)
        if self.size > self._limits.results:
            self._reason = self._reason or "limit of results"

    def tell(self, message: Message) -> None:
        """Take a message of the process."""
        kind, *values = message
        if kind == "event":
            name, data = values
            self._finished = self._finished or name == "end"
            self.told(name, data)
        elif kind == "refused":
            self._failed(values[1])
        elif kind == "memory":
            self._failed({"error": "this search needs more memory than the server allows"})
        elif kind == "error":
            self._failed({"error": values[0]})
        else:
            _log.error("a bug in a job (%s): %s", self.order.kind, place_of(values[0]))
            self._failed({"error": "a bug in the server; please report it"})

    def _failed(self, data: Mapping[str, Any]) -> None:
        self._finished = True
        self.told("error", data)

    def end(self, reason: str) -> None:
        """The process has done it, or has been ended."""
        if not self._finished:
            self._finished = True
            # "" cannot happen: a worker tells the end of each job.
            self.told("end", {"reason": self._reason or reason or "no result", "exhausted": False})
        with self._lock:
            self.ended_at = time.monotonic()
            listeners = list(self._listeners)
        for wake in listeners:
            wake()


def place_of(trace: str) -> str:
    """The kind of an error and the line of the program where it was raised, without its message."""
    lines = [line.strip() for line in trace.strip().splitlines()]
    where = next((line for line in reversed(lines) if line.startswith("File ")), "")
    return f"{lines[-1].partition(':')[0] if lines else ''} at {where}"


class JobQueue:
    """All jobs of a server.

    Args:
        limits: of all of them.
        after: lanes whose processes start first.
    """

    def __init__(self, limits: Limits, after: Lanes | None = None) -> None:
        self._limits = limits
        self._changed = threading.Condition()
        self._idle = LastFirst(self._changed)
        self._waiting: deque[Job] = deque()
        self._running: list[Job] = []
        self._jobs: dict[str, Job] = {}
        self._closed = False
        self.lanes = Lanes(self, limits.running, limits, after)
        self._cleaner = threading.Thread(target=self._clean, daemon=True)
        self._cleaner.start()

    def submit(self, order: Order, client: Client) -> Job:
        """Add a job at the end of the queue.

        Raises:
            RefusedError: the client has too many jobs, or the queue is full.
        """
        job = Job(order, client, self._limits)
        with self._changed:
            self._replace(job)
            self._check_room(client)
            self._jobs[job.id] = job
            self._waiting.append(job)
            self._tell_places()
            self._changed.notify_all()
        return job

    def _replace(self, job: Job) -> None:
        """Stop what the same page still does on the same board."""
        if job.client.page:
            for other in self._active():
                if other.client == job.client and other.board == job.board:
                    self._stop(other, "replaced by a new request")

    def _check_room(self, client: Client) -> None:
        active = [job for job in self._active() if not job.stopped()]
        limits = self._limits
        if client.page and sum(job.client == client for job in active) >= limits.page_jobs:
            raise RefusedError(
                f"this page has {limits.page_jobs} searches already; stop one of them", 429
            )
        same = sum(job.client.address == client.address for job in active)
        if not client.local and same >= limits.address_jobs:
            raise RefusedError(
                f"your address has {limits.address_jobs} searches already; stop one of them", 429
            )
        if len(self._waiting) >= limits.waiting:
            raise RefusedError("too many searches wait already; try again later", 503)

    def _active(self) -> list[Job]:
        return [*self._waiting, *self._running]

    def _tell_places(self) -> None:
        """Tell the jobs that wait their places, from 1; 0 is a job that begins at once."""
        begins = self._in_turn()
        places = itertools.count(1)
        for job in self._waiting:
            job.told("queued", {"place": 0 if job in begins else next(places)})

    def _in_turn(self) -> list[Job]:
        """The jobs that begin at once."""
        running = [job for job in self._running if not job.stopped() and not job.ended]
        return list(in_turn(self._waiting, running, self._limits.running))

    def find(self, name: str) -> Job:
        """The job of a name.

        Raises:
            RefusedError: there is none, or none any more.
        """
        with self._changed:
            job = self._jobs.get(name)
        if job is None:
            raise RefusedError("there is no such search (any more)", 404)
        return job

    def stop(self, job: Job, reason: str = "stopped") -> None:
        """End a job; its process is killed if it runs."""
        with self._changed:
            self._stop(job, reason)

    def _stop(self, job: Job, reason: str) -> None:
        job.stop(reason)
        self._changed.notify_all()  # another one of its address may begin
        if job in self._waiting:
            self._waiting.remove(job)
            job.end(reason)
            self._tell_places()

    def next(self, patience: float | None = None) -> Job | None:
        """The next job, for a lane."""
        with self._changed:
            self._idle.wait(lambda: bool(self._in_turn()), lambda: self._closed, patience)
            if self._closed:
                return None
            job = self._in_turn()[0]
            self._waiting.remove(job)
            self._running = [job for job in self._running if not job.ended]
            self._running.append(job)
            job.told("queued", {"place": 0})
            self._tell_places()
            return job

    def numbers(self) -> dict[str, int]:
        """How many jobs wait, run and are kept."""
        with self._changed:
            running = sum(not job.ended for job in self._running)
            return {"waiting": len(self._waiting), "running": running, "kept": len(self._jobs)}

    def _clean(self) -> None:
        """End the jobs that nobody listens to, and forget old ones."""
        limits = self._limits
        while not self._closed:
            time.sleep(min(_AGAIN, limits.grace / 2))
            now = time.monotonic()
            with self._changed:
                for job in self._active():
                    if job.unheard() > limits.grace:
                        self._stop(job, "nobody listens")
                self._forget(now)

    def _forget(self, now: float) -> None:
        """Forget the ended jobs that are too old, too many, or too large together."""
        limits, size, number = self._limits, 0, 0
        ended = [job for job in self._jobs.values() if job.ended]
        for job in sorted(ended, key=_ended_at, reverse=True):
            number, size = number + 1, size + job.size
            old = now - job.ended_at > limits.kept_seconds
            if old or number > limits.kept or size > limits.kept_results:
                del self._jobs[job.id]

    def close(self) -> None:
        """End all jobs and their processes."""
        self.lanes.close(self._wake)

    def _wake(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify_all()


def _ended_at(job: Job) -> float:
    return job.ended_at
