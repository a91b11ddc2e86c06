"""Runs the application on a socket until Ctrl-C."""

from __future__ import annotations

import contextlib
import logging
import signal
import socket
import sys
from collections.abc import Iterable

import uvicorn
from starlette.types import ASGIApp

from pyasp_puzzles.web.app import application
from pyasp_puzzles.web.connections import connections
from pyasp_puzzles.web.limits import Limits

_IDLE = 20
"""Seconds after an answer for which a connection is kept open."""


def run(
    listener: socket.socket, limits: Limits, names: Iterable[str] = (), *, logged: bool = False
) -> None:
    """Serve until Ctrl-C or SIGTERM.

    Args:
        listener: a socket that listens.
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


def config(served: ASGIApp, limits: Limits) -> uvicorn.Config:
    """How the server runs.

    Args:
        served: what :func:`.app.application` has made.
    """
    return uvicorn.Config(
        served,
        http=connections(limits),
        access_log=False,
        log_config=None,
        server_header=False,
        timeout_keep_alive=_IDLE,
        limit_concurrency=limits.connections,
        timeout_graceful_shutdown=0,  # streams of events would never end
        ws="none",
        lifespan="on",
    )
