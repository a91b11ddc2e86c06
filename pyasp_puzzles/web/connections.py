"""Connections of clients: how many, and how long each may take for what it sends and reads.

uvicorn closes a connection that is idle after an answer. It waits without end for the first byte of
a request, for the rest of its head, for the rest of a body that is refused already, and for a
client that does not read its answer. A few hundred such connections would keep everybody else out.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from pyasp_puzzles.web.addresses import is_local, network_of
from pyasp_puzzles.web.limits import Limits

SPARE = 100
"""Connections above the limit that are told so; further ones are closed without a word."""


class Connection(H11Protocol):
    """A connection to a client; see :func:`connections` for its limits."""

    limits: ClassVar[Limits]
    open_of: ClassVar[Counter[str]]
    """How many connections each address has."""

    _deadline: asyncio.TimerHandle | None = None
    _stalled: asyncio.TimerHandle | None = None
    _network = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        self._network = network_of(host)
        self.open_of[self._network] += 1
        many = self.open_of[self._network] > self.limits.address_connections and not is_local(host)
        if many or len(self.connections) > self.limits.connections + SPARE:
            transport.abort()
        else:
            self._set_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        self.open_of[self._network] -= 1
        if not self.open_of[self._network]:
            del self.open_of[self._network]
        self._cancel()
        self.resume_writing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            # The whole head is there. The application limits the time of the body.
            if not self._refused_body():
                self._cancel()
        elif self._deadline is None:
            self._set_deadline()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._refused_body():
            self._set_deadline()
            if any(name == b"transfer-encoding" for name, _ in self.headers):
                self.transport.pause_reading()  # to read many small chunks takes long

    def _refused_body(self) -> bool:
        """Whether the request is answered although its body is not there."""
        answered = self.cycle is not None and self.cycle.response_complete
        return answered and self.conn.their_state is h11.SEND_BODY

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._set_deadline()  # closing waits until the client has read everything

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._stalled is None:
            self._stalled = self.loop.call_later(self.limits.stalled_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    def _set_deadline(self) -> None:
        """Close the connection soon, unless the rest of the request comes."""
        self._cancel()
        self._deadline = self.loop.call_later(self.limits.head_seconds, self.transport.abort)

    def _cancel(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


def connections(limits: Limits) -> type[Connection]:
    """The protocol of a server's connections.

    Args:
        limits: ``connections`` at the same time, ``address_connections`` of one address in the
            network, ``head_seconds`` for the head of a request and for the rest of a refused body,
            ``stalled_seconds`` for a client that does not read.
    """
    values: dict[str, Any] = {"limits": limits, "open_of": Counter()}
    return type("LimitedConnection", (Connection,), values)
