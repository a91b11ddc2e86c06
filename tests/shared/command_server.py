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
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

LIMIT = 300
"""Seconds after which a command is killed."""

_MODULES = "pyasp_puzzles.__main__", "pyasp_puzzles.cli", "pyasp_puzzles.api", "rich.text"
_LONGEST = 1 << 20
"""Bytes of one order: arguments and environment."""


class CommandServer:
    """A server of this process, until :meth:`close`."""

    def __init__(self, root: Path) -> None:
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._one_at_a_time = threading.Lock()
        self._socket.settimeout(LIMIT)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, __file__, str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                cwd=root,
                env={**os.environ, "PYTHONPATH": _python_path(root)},
                pass_fds=(theirs.fileno(),),
            )

    def run(
        self, arguments: tuple[str, ...], text: str, cwd: Path, environment: dict[str, str]
    ) -> subprocess.CompletedProcess[str]:
        """Run a command with ``text`` on its standard input.

        Raises:
            subprocess.TimeoutExpired: it took longer than :data:`LIMIT`; it has been killed.
        """
        order = json.dumps([arguments, str(cwd), environment]).encode()
        pipes = [os.pipe() for _ in range(3)]
        (stdin, to_stdin), (from_stdout, stdout), (from_stderr, stderr) = pipes
        with self._one_at_a_time, ThreadPoolExecutor(3) as threads:
            socket.send_fds(self._socket, [order], [stdin, stdout, stderr])
            for theirs in (stdin, stdout, stderr):
                os.close(theirs)
            pid = int(self._socket.recv(100))
            written = threads.submit(_write, to_stdin, text)
            read = [threads.submit(_read, end) for end in (from_stdout, from_stderr)]
            try:
                code = int(self._socket.recv(100))
            except TimeoutError:
                os.kill(pid, signal.SIGKILL)
                self._socket.recv(100)
                raise subprocess.TimeoutExpired(arguments, LIMIT) from None
            written.result()
            output, errors = (each.result() for each in read)
        return subprocess.CompletedProcess(arguments, code, output, errors)

    def close(self) -> None:
        """End the server."""
        self._socket.close()
        self._process.wait()


def _python_path(root: Path) -> str:
    return os.pathsep.join([str(root), *filter(None, [os.environ.get("PYTHONPATH")])])


def _write(end: int, text: str) -> None:
    with contextlib.suppress(BrokenPipeError), open(end, "w", encoding="utf-8") as stream:
        stream.write(text)


def _read(end: int) -> str:
    with open(end, encoding="utf-8") as stream:
        return stream.read()


def _orders(server: socket.socket) -> Iterator[tuple[list[str], str, dict[str, str], list[int]]]:
    while True:
        data, files, _, _ = socket.recv_fds(server, _LONGEST, 3)
        if not data:
            return  # the tests have ended
        arguments, cwd, environment = json.loads(data)
        yield arguments, cwd, environment, files


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


def _serve(number: int) -> None:
    for name in _MODULES:
        importlib.import_module(name)
    import pyasp_puzzles as pp

    for name in pp.puzzle_names():
        pp.facts(pp.load(name))
    server = socket.socket(fileno=number)
    for arguments, cwd, environment, files in _orders(server):
        pid = os.fork()
        if not pid:
            _become(arguments, cwd, environment, files)
        for file in files:
            os.close(file)
        server.send(str(pid).encode())
        _, status = os.waitpid(pid, 0)
        server.send(str(os.waitstatus_to_exitcode(status)).encode())


if __name__ == "__main__":
    _serve(int(sys.argv[1]))
