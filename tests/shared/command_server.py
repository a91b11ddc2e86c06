"""Commands of ``pyasp-puzzles`` in processes that need no imports: a server that forks.

A test that runs a command wants a real process: its own memory, exit code, pipes and signals.
Most of its time would be imports, the same in each process.  The server has imported the command
line once, and forks for each command; nothing of one command reaches the next one.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import select
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

LIMIT = 600
"""Seconds after which a command is killed."""

_TELLING = "boards", "checking", "explaining", "generating", "judging", "searching"
_MODULES = (
    *("pyasp_puzzles.__main__", "pyasp_puzzles.verbs.solving", "rich.text"),
    *(f"pyasp_puzzles.cli.{name}" for name in _TELLING),
)
_LONGEST = 1 << 20
"""Bytes of one order: arguments and environment."""
_CLIENT = """\
import json, os, socket, sys
with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as server:
    server.connect({address!r})
    order = json.dumps([sys.argv[1:], os.getcwd(), dict(os.environ)]).encode()
    socket.send_fds(server, [order], [0, 1, 2])
    server.recv(100)  # the number of the process
    code = int(server.recv(100))
os._exit(code if code >= 0 else 128 - code)
"""


class CommandServer:
    """A server of this process, until :meth:`close`.

    Args:
        root: the folder that has the package ``pyasp_puzzles``.
    """

    def __init__(self, root: Path) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="pyasp")
        self._address = str(Path(self._folder.name) / "socket")
        path = os.pathsep.join([str(root), *filter(None, [os.environ.get("PYTHONPATH")])])
        self._process = subprocess.Popen(
            [sys.executable, __file__, self._address],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=root,
            env={**os.environ, "PYTHONPATH": path},
        )
        assert self._process.stdout
        self._process.stdout.read(1)  # it listens

    def run(
        self, arguments: tuple[str, ...], text: str, cwd: Path, environment: dict[str, str]
    ) -> subprocess.CompletedProcess[str]:
        """Run a command with ``text`` on its standard input."""
        order = json.dumps([arguments, str(cwd), environment]).encode()
        with (
            socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as server,
            ThreadPoolExecutor(3) as threads,
        ):
            server.settimeout(LIMIT)
            server.connect(self._address)
            (stdin, to_stdin), (from_stdout, stdout), (from_stderr, stderr) = (
                os.pipe() for _ in range(3)
            )
            socket.send_fds(server, [order], [stdin, stdout, stderr])
            for theirs in (stdin, stdout, stderr):
                os.close(theirs)
            threads.submit(_write, to_stdin, text)
            read = [threads.submit(_read, end) for end in (from_stdout, from_stderr)]
            pid = int(server.recv(100))
            try:
                code = int(server.recv(100))
            except TimeoutError:
                os.kill(pid, signal.SIGKILL)
                raise subprocess.TimeoutExpired(arguments, LIMIT) from None
            output, errors = (each.result() for each in read)
        return subprocess.CompletedProcess(arguments, code, output, errors)

    def write_program(self, file: Path) -> None:
        """Write a program that runs ``pyasp-puzzles`` in the server, for a line of a shell.

        Signals that the program gets do not reach the command.
        """
        code = _CLIENT.format(address=self._address)
        words = shlex.join([sys.executable, "-IS", "-c", code])
        file.write_text(f'#!/bin/sh\nexec {words} "$@"\n', encoding="utf-8")
        file.chmod(0o755)

    def close(self) -> None:
        """End the server."""
        self._process.communicate()
        self._folder.cleanup()


def _write(end: int, text: str) -> None:
    with contextlib.suppress(BrokenPipeError), open(end, "w", encoding="utf-8") as stream:
        stream.write(text)


def _read(end: int) -> str:
    with open(end, encoding="utf-8") as stream:
        return stream.read()


def _serve(address: str) -> None:
    """Fork for each order, until standard input is closed: the tests have ended."""
    for name in _MODULES:
        importlib.import_module(name)
    import pyasp_puzzles as pp

    for name in pp.puzzle_names():
        if pp.find_puzzle(name).instance_files():
            pp.facts(pp.load(name))
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listener:
        listener.bind(address)
        listener.listen()
        os.write(1, b".")
        while sys.stdin not in select.select([listener, sys.stdin], [], [])[0]:
            connection, _ = listener.accept()
            if not os.fork():
                listener.close()
                _answer(connection)
            connection.close()
            with contextlib.suppress(ChildProcessError):
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass
    shutil.rmtree(Path(address).parent, ignore_errors=True)  # also after tests that were killed


def _answer(connection: socket.socket) -> None:
    """Run the command of one order and send its number and its exit code."""
    data, files, _, _ = socket.recv_fds(connection, _LONGEST, 3)
    pid = os.fork()
    if not pid:
        connection.close()
        _become(*json.loads(data), files)
    for file in (0, 1, 2, *files):
        os.close(file)
    connection.send(str(pid).encode())
    _, status = os.waitpid(pid, 0)
    with contextlib.suppress(BrokenPipeError):  # nobody waits for it any more
        connection.send(str(os.waitstatus_to_exitcode(status)).encode())
    os._exit(0)


def _become(arguments: list[str], cwd: str, environment: dict[str, str], files: list[int]) -> None:
    """Make a forked process that of one command, and run it."""
    for number, file in enumerate(files):
        os.dup2(file, number)
    os.closerange(3, max(files) + 1)
    sys.stdin, sys.stdout = open(0), open(1, "w")  # noqa: SIM115
    sys.stderr = open(2, "w", buffering=1, errors="backslashreplace")  # noqa: SIM115
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv[1:] = arguments
    sys.path[0] = cwd  # as python -m has it
    sys.modules["pyasp_puzzles.__main__"].main()


if __name__ == "__main__":
    _serve(sys.argv[1])
