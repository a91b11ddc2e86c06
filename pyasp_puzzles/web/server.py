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
_LOOK = 0.5  # seconds between two looks whether a client is late


def run(listener: socket.socket, limits: ServerLimits, names: Iterable[str] = ()) -> None:
    """Serve until Ctrl-C or SIGTERM; names are host names, see :class:`.safety.Safety`."""
    logging.basicConfig(stream=sys.stderr, format="%(asctime)s %(message)s", level=logging.WARNING)
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
    _owed, _since = 0.0, 0.0
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._network = network_of(self.client[0] if self.client else "")
        networks = [each._network for each in self.connections if isinstance(each, Connection)]
        own = networks.count(self._network) if self._network else 0
        if own > self.limits.address_connections or len(networks) > self.limits.connections + SPARE:
            transport.abort()
        else:
            self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._timer:
            self._timer.cancel()
        super().connection_lost(exc)

    def _look(self) -> None:
        """Close the connection if the client is late; else look again in a moment."""
        now, owed = self.loop.time(), self.owed()
        if owed != self._owed:
            self._owed, self._since = owed, now
        if owed and now - self._since > owed:
            self.transport.abort()
        else:
            self._timer = self.loop.call_later(_LOOK, self._look)

    def owed(self) -> float:
        """Seconds that the client has for what it has to do now; 0: it has to do nothing."""
        if self.flow.write_paused:
            return self.limits.stalled_seconds
        state = self.conn.their_state
        begins = state is h11.IDLE and self.timeout_keep_alive_task is None
        # A request may be answered although its body is not there.
        answered = self.cycle is not None and self.cycle.response_complete
        refused = answered and state is h11.SEND_BODY
        return self.limits.head_seconds if begins or refused or self.transport.is_closing() else 0.0
