"""Runs the application on a socket until Ctrl-C, and limits the connections of clients."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
import sys
from collections.abc import Iterable
from typing import Any, ClassVar

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from pyasp_puzzles.web.app import application
from pyasp_puzzles.web.limits import ServerLimits, network_of

_IDLE = 20  # seconds after an answer for which a connection is kept open
SPARE = 100  # connections above the limit that are told so; further ones are closed without a word
_HEAD, _READS = "head", "reads"
"""What a client may lack: the rest of a request, and that it reads its answer."""


def run(
    listener: socket.socket,
    limits: ServerLimits,
    names: Iterable[str] = (),
    *,
    logged: bool = False,
) -> None:
    """Serve until Ctrl-C or SIGTERM.

    Args:
        names: host names, see :class:`.safety.Safety`.
        logged: print a line for each request, without its contents.
    """
    level = logging.INFO if logged else logging.WARNING
    logging.basicConfig(stream=sys.stderr, format="%(asctime)s %(message)s", level=logging.WARNING)
    logging.getLogger("pyasp_puzzles.web").setLevel(level)
    logging.getLogger("uvicorn").setLevel(logging.CRITICAL)  # at the end it tells of open streams
    # Else the system holds the second part of an answer back until the client has confirmed the
    # first one, some 40 ms; asyncio knows only sockets that name their protocol.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    with contextlib.suppress(KeyboardInterrupt):  # uvicorn raises it again when it has ended
        uvicorn.Server(config(application(limits, names), limits)).run(sockets=[listener])
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # pressed twice, it still ends quietly


def config(served: ASGIApp, limits: ServerLimits) -> uvicorn.Config:
    """How the server runs what :func:`.app.application` has made."""
    return uvicorn.Config(
        served,
        http=type("LimitedConnection", (Connection,), {"limits": limits}),
        access_log=False,
        log_config=None,
        server_header=False,
        timeout_keep_alive=_IDLE,
        limit_concurrency=limits.connections,
        timeout_graceful_shutdown=0,  # streams of events would never end
        ws="none",
        lifespan="on",
    )


class Connection(H11Protocol):
    """A connection to a client, which may take so long only for what it sends and reads.

    uvicorn closes a connection that is idle after an answer.  It waits without end for the first
    byte of a request, for the rest of its head, for the rest of a body that is refused already, and
    for a client that does not read.  A few hundred such connections would keep everybody else out.
    """

    limits: ClassVar[ServerLimits]
    _network = ""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._network = network_of(self.client[0] if self.client else "")
        networks = [each._network for each in self.connections if isinstance(each, Connection)]
        own = networks.count(self._network) if self._network else 0
        many = own > self.limits.address_connections
        if many or len(networks) > self.limits.connections + SPARE:
            transport.abort()
        else:
            self._close_after(self.limits.head_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        self._keep()
        self.resume_writing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            # The whole head is there. The application limits the time of the body.
            if not self._refused_body():
                self._keep()
        elif _HEAD not in self._timers:
            self._close_after(self.limits.head_seconds)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._refused_body():
            self._close_after(self.limits.head_seconds)
            if any(name == b"transfer-encoding" for name, _ in self.headers):
                self.transport.pause_reading()  # to read many small chunks takes long

    def _refused_body(self) -> bool:
        """Whether the request is answered although its body is not there."""
        answered = self.cycle is not None and self.cycle.response_complete
        return answered and self.conn.their_state is h11.SEND_BODY

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._close_after(self.limits.head_seconds)  # until the client has read everything

    def pause_writing(self) -> None:
        super().pause_writing()
        self._close_after(self.limits.stalled_seconds, _READS)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._keep(_READS)

    def _close_after(self, seconds: float, missing: str = _HEAD) -> None:
        """Close the connection soon, unless what is missing comes."""
        self._keep(missing)
        self._timers[missing] = self.loop.call_later(seconds, self.transport.abort)

    def _keep(self, missing: str = _HEAD) -> None:
        """What was missing has come."""
        if timer := self._timers.pop(missing, None):
            timer.cancel()
