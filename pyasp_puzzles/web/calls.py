"""Requests that are answered at once, each by one of a few warm processes."""

from __future__ import annotations

import logging
import threading
from collections import deque
from concurrent.futures import Future
from typing import Any

from pyasp_puzzles.web.checks import RefusedError
from pyasp_puzzles.web.jobs import place_of
from pyasp_puzzles.web.lanes import Lanes, LastFirst
from pyasp_puzzles.web.limits import Limits
from pyasp_puzzles.web.orders import Order
from pyasp_puzzles.web.turns import Client, in_turn
from pyasp_puzzles.work.child import Message

_log = logging.getLogger("pyasp_puzzles.web")


class Call:
    """One request.

    Args:
        client: who asks; ``None``: the answer is kept for all.
    """

    def __init__(self, order: Order, client: Client | None) -> None:
        self.order, self.client = order, client
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
        self._changed, self._closed = threading.Condition(), False
        self._idle = LastFirst(self._changed)
        self._waiting: deque[Call] = deque()
        self._running: list[Call] = []
        self.lanes = Lanes(self, limits.drawers, limits)

    def submit(self, kind: str, body: Any, client: Client | None = None) -> Future[Any]:
        """Ask for something; the future raises RefusedError for what is not served.

        Args:
            client: who asks; ``None``: the answer is kept for all.

        Raises:
            RefusedError: too many requests wait.
        """
        seconds = self._limits.drawing_seconds
        call = Call(Order(kind, body, int(seconds) + 1, seconds), client)
        with self._changed:
            self._check_room(client)
            self._waiting.append(call)
            self._changed.notify_all()
        call.future.add_done_callback(self._answered)
        return call.future

    def _check_room(self, client: Client | None) -> None:
        if len(self._waiting) >= self._limits.drawings:
            raise RefusedError("the server has too much to do; try again later", 503)
        if client is None or client.local:
            return
        asked = [call.client for call in (*self._waiting, *self._running) if call.client]
        same = sum(each.address == client.address for each in asked)
        if same >= self._limits.address_drawings:
            raise RefusedError("your address asks for too much at once; try again later", 429)

    def _answered(self, future: Future[Any]) -> None:
        """Forget a request that is answered, or that nobody waits for any more."""
        with self._changed:
            self._waiting = deque(call for call in self._waiting if call.future is not future)
            self._running = [call for call in self._running if call.future is not future]
            self._changed.notify_all()  # another one of its address may begin

    def next(self, patience: float | None = None) -> Call | None:
        """The next request, for a lane."""
        with self._changed:
            self._idle.wait(lambda: self._in_turn() is not None, lambda: self._closed, patience)
            call = None if self._closed else self._in_turn()
            if call is not None:
                self._waiting.remove(call)
                self._running.append(call)
            return call

    def _in_turn(self) -> Call | None:
        """The request that may begin now, if there is one."""
        return next(in_turn(self._waiting, self._running, self._limits.drawers), None)

    def close(self) -> None:
        """End the processes."""
        self.lanes.close(self._wake)
        for call in list(self._waiting):
            call.end("no process")

    def _wake(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify_all()
