"""The command that opens the page: ``serve``."""

from __future__ import annotations

import os
import socket
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from pyasp_puzzles.cli.arguments import FOUND
from pyasp_puzzles.cli.numbers import Amount, Integer
from pyasp_puzzles.core.errors import PuzzleError, shorten, system_reason
from pyasp_puzzles.core.optional import check_installed

if TYPE_CHECKING:
    from pyasp_puzzles.web.limits import ServerLimits

LOCAL = "127.0.0.1"
LEAST_MEMORY = 100_000_000
"""Bytes with which a process can start and draw a small board."""


@click.command()
@click.option(
    "--host",
    default=LOCAL,
    metavar="ADDRESS",
    help=f"Listen on this address; 0.0.0.0: on all of this machine. [{LOCAL}]",
)
@click.option(
    "--port", type=Integer(0, 65535), default=8080, help="The port; 0: any free one. [8080]"
)
@click.option("--open", "opened", is_flag=True, help="Open the page in the browser.")
@click.option(
    "--name",
    "names",
    multiple=True,
    metavar="HOST",
    help="A host name under which people reach this server; may be repeated.",
)
@click.option("--searches", type=Integer(1, 64), help="Searches that run at the same time. [2]")
@click.option("--queue", type=Integer(0, 10**4), help="Searches that may wait. [100]")
@click.option(
    "--timeout",
    type=Amount("seconds", 10**6, least=1),
    help="End each search after this time. [600]",
)
@click.option("--memory", metavar="SIZE", help="The memory of each process, such as 500M. [2G]")
@click.option("--log", "logged", is_flag=True, help="Print a line for each request.")
def serve(host: str, port: int, opened: bool, names: tuple[str, ...], **given: Any) -> int:
    """Play, solve and edit puzzles on a page in the browser.

    Only this machine can open the page unless --host says otherwise; docs/use/web.md says what is
    defended on a network, and what is not. Ctrl-C ends the server and all searches.

    \b
    pyasp-puzzles serve --open
    pyasp-puzzles serve --host 0.0.0.0 --port 8000 --name puzzles.example.org
    """
    check_installed("starlette")
    check_installed("uvicorn")
    from pyasp_puzzles.web.server import run

    limits = _limits(given)
    with _listening(host, port) as listener:
        address = _address(listener)
        click.echo(f"{address} (Ctrl-C ends it)")
        if opened:
            click.launch(address)
        run(listener, limits, names, logged=given["logged"])
    return FOUND


def _limits(given: dict[str, Any]) -> ServerLimits:
    """The limits of the server, as far as the user has changed them.

    Raises:
        PuzzleError: the memory is no size, or too small for any process.
    """
    from pyasp_puzzles.web.limits import ServerLimits
    from pyasp_puzzles.work.memory import bytes_of

    limits = ServerLimits()
    if given["searches"] is not None:
        limits = replace(limits, running=given["searches"])
    if given["queue"] is not None:
        limits = replace(limits, waiting=given["queue"])
    if given["timeout"] is not None:
        limits = replace(limits, seconds=given["timeout"], cpu=int(given["timeout"]) + 1)
    if given["memory"] is not None:
        memory = bytes_of(given["memory"])
        if memory < LEAST_MEMORY:
            found, least = shorten(given["memory"]), f"{LEAST_MEMORY // 10**6}M"
            raise PuzzleError(f"--memory: found {found}, expected at least {least}")
        limits = replace(limits, memory=memory)
    return limits


def _listening(host: str, port: int) -> socket.socket:
    """A socket that listens.

    Raises:
        PuzzleError: there is no such address, or the port is in use.
    """
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
