"""Requests that are answered at once, each by one of a few warm processes."""

from __future__ import annotations

import logging
import queue
import threading
from collections import Counter
from concurrent.futures import Future
from typing import Any

from pyasp_puzzles.processes.child import Message
from pyasp_puzzles.web.jobs import Client, place_of
from pyasp_puzzles.web.lanes import Lanes
from pyasp_puzzles.web.limits import Limits
from pyasp_puzzles.web.orders import Order, RefusedError

_log = logging.getLogger("pyasp_puzzles.web")


class Call:
    """One request."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self.future: Future[Any] = Future()

    def stopped(self) -> bool:
        """Whether nobody waits for it any more."""
        return self.future.cancelled()

    def tell(self, message: Message) -> None:
        """Take a message of the process."""
        kind, *values = message
        if kind == "answer":
            self._settle(values[0])
        elif kind == "refused":
            code, data = values
            line, field = data.get("line", 0), data.get("field", "")
            labels = tuple(data.get("labels", ()))
            self._fail(RefusedError(data["error"], code, line=line, field=field, labels=labels))
        elif kind == "memory":
            self._fail(RefusedError("this board needs more memory than the server allows", 413))
        elif kind == "error":
            self._fail(RefusedError(values[0], 500))
        else:
            _log.error("a bug in %s: %s", self.order.kind, place_of(values[0]))
            self._fail(RefusedError("a bug in the server; please report it", 500))

    def end(self, reason: str) -> None:
        """The process has done it, or has been ended."""
        if reason == "no process":
            self._fail(RefusedError("the server cannot start a process", 503))
        else:
            self._fail(RefusedError(f"this board takes too long for the page ({reason})", 413))

    def _settle(self, value: Any) -> None:
        if not self.future.done():
            self.future.set_result(value)

    def _fail(self, error: RefusedError) -> None:
        if not self.future.done():
            self.future.set_exception(error)


class Calls:
    """The processes that read and draw boards, and the requests that wait for them.

    Args:
        limits: of the processes.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._waiting: queue.Queue[Call | None] = queue.Queue()
        self._closed = threading.Event()
        self._lock, self._open = threading.Lock(), Counter[str]()
        self.lanes = Lanes(self, limits.drawers, limits)

    def submit(self, kind: str, body: Any, client: Client | None = None) -> Future[Any]:
        """Ask for something; the future raises RefusedError for what is not served.

        Args:
            client: who asks; ``None``: the answer is kept for all.

        Raises:
            RefusedError: too many requests wait.
        """
        if self._waiting.qsize() >= self._limits.drawings:
            raise RefusedError("the server has too much to do; try again later", 503)
        seconds = self._limits.drawing_seconds
        call = Call(Order(kind, body, int(seconds) + 1, seconds))
        if client and not client.local:
            self._count(client.address, call)
        self._waiting.put(call)
        return call.future

    def _count(self, address: str, call: Call) -> None:
        """Count a request for its address until it is answered."""
        with self._lock:
            if self._open[address] >= self._limits.address_drawings:
                raise RefusedError("your address asks for too much at once; try again later", 429)
            self._open[address] += 1

        def answered(_future: Future[Any]) -> None:
            with self._lock:
                self._open[address] -= 1
                if not self._open[address]:
                    del self._open[address]

        call.future.add_done_callback(answered)

    def next(self) -> Call | None:
        """The next request, for a lane."""
        while not self._closed.is_set():
            call = self._waiting.get()
            if call is None:
                break
            if not call.stopped():
                return call
        return None

    def close(self) -> None:
        """End the processes."""
        self.lanes.close(self._wake)
        while not self._waiting.empty():
            call = self._waiting.get()
            if call is not None:
                call.end("no process")

    def _wake(self) -> None:
        self._closed.set()
        for _ in self.lanes:
            self._waiting.put(None)
