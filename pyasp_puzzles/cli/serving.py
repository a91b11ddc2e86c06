"""What ``serve`` and ``publish`` do: open the page, and write it for places without a server."""

from __future__ import annotations

import os
import socket
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from pyasp_puzzles.cli.runner import CommandRun
from pyasp_puzzles.core.errors import PuzzleError, counted, shorten, system_reason
from pyasp_puzzles.core.optional import check_installed
from pyasp_puzzles.verbs.verb import FOUND, GAVE_UP
from pyasp_puzzles.web.limits import ServerLimits
from pyasp_puzzles.work.memory import size_of

LOCAL, PORT = "127.0.0.1", 8080
LEAST_MEMORY = 100_000_000  # bytes with which a process can start and draw a small board


def tell_serve(run: CommandRun) -> int:
    """Serve the page until Ctrl-C."""
    check_installed("starlette")
    check_installed("uvicorn")
    from pyasp_puzzles.web import server

    limits = _limits(run)
    port = PORT if run["port"] is None else run["port"]
    with _listening(LOCAL if run["host"] is None else run["host"], port) as listener:
        address = _address(listener)
        click.echo(f"{address} (Ctrl-C ends it)")
        if run["open"]:
            click.launch(address)
        server.run(listener, limits, run["name"])
    return FOUND


def _limits(run: CommandRun) -> ServerLimits:
    """The limits of the server, as far as the user has changed them."""
    memory = run["memory"]
    changed: dict[str, Any] = {
        "running": run["searches"],
        "waiting": run["queue"],
        "seconds": run["timeout"],
        "memory": memory,
    }
    if memory is not None and memory < LEAST_MEMORY:
        found, least = size_of(memory), f"{LEAST_MEMORY // 10**6}M"
        raise PuzzleError(f"--memory: found {found}, expected at least {least}")
    return replace(ServerLimits(), **{name: v for name, v in changed.items() if v is not None})


def _listening(host: str, port: int) -> socket.socket:
    try:
        [family, *_], *_ = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError as error:
        raise PuzzleError(f"--host {shorten(host)}: {system_reason(error)}") from None
    try:
        return socket.create_server((host, port), family=family, backlog=1024)
    except OSError as error:
        reason = os.strerror(error.errno or 0).lower()  # Python adds the address to its own text
        other = f"; another one: --port {port % 65535 + 1}" if "in use" in reason else ""
        raise PuzzleError(f"cannot listen on port {port} of {host}: {reason}{other}") from None


def _address(listener: socket.socket) -> str:
    """The address of the page, for people."""
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "localhost"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def tell_publish(run: CommandRun) -> int:
    """Write a site, and say how large it is."""
    from pyasp_puzzles.cli.explaining import program_files
    from pyasp_puzzles.publishing.own_program import OwnProgram
    from pyasp_puzzles.publishing.site import TIMEOUT, boards_of, publish

    title, timeout = run["title"] or "Puzzles", run["timeout"] or TIMEOUT
    files = program_files(run["programs"], run.constants) if run["programs"] else ()
    programs = [OwnProgram(*files, run.constants)] if files else []
    boards = [] if programs and not run["boards"] else boards_of(run["boards"])
    with run.busy(run["folder"], "writing") as told:
        made = publish(run["folder"], boards, programs, title=title, timeout=timeout, progress=told)
    for words in made.cut:
        click.echo(f"{words}: the derivation is cut", err=True)
    size = f"{counted(made.boards, 'board')}, {made.size / 1000:,.0f} kB"
    click.echo(f"{Path(run['folder'], 'index.html')}: {size}")
    return GAVE_UP if made.cut else FOUND
