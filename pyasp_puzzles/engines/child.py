"""The other side of :mod:`pyasp_puzzles.engines.process`: one search in a process of its own."""

from __future__ import annotations

import os
import pickle
import select
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from pyasp_puzzles.errors import PuzzleError

if TYPE_CHECKING:
    import clingo

Send = Callable[..., None]

LIFELINE = "PYASP_PUZZLES_LIFELINE"
"""The variable that names the end of a pipe on which nothing comes: it ends with the parent."""


def main() -> None:
    """Read a job from standard input, search, and write what is found to standard output."""
    (job, counting, timeout), send = open_parent()
    with failures_sent(send, str(job.engine)):
        search = job.search(timeout=timeout)
        search.watcher = lambda phase: send("phase", phase)
        if counting:
            send("count", search.count(_Throttle(send)))
        else:
            _list(search, send)
        ended = (search.exhausted, search.reason)
        figures = (search.seconds, search.statistics, search.messages, search.remarks)
        send("end", *ended, *figures, search.engine)


def open_parent() -> tuple[Any, Send]:
    """The parent's order, and a function that sends it messages."""
    send = own_output()
    try:
        order = pickle.load(sys.stdin.buffer)
    except EOFError:  # the parent died, or changed its mind
        raise SystemExit(1) from None
    except Exception as error:  # a class that only the parent knows, for instance
        send("error", f"the process does not understand what it was sent: {error}")
        raise SystemExit(1) from None
    end_with_parent()
    return order, send


def own_output() -> Send:
    """A function that sends the parent messages.

    Solvers may print on standard output, so from here that leads to standard error.
    """
    pipe = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)

    def send(*message: Any) -> None:
        pickle.dump(message, pipe)
        pipe.flush()

    return send


@contextmanager
def failures_sent(send: Send, who: str) -> Iterator[None]:
    """Send what goes wrong inside: "error" for the user's errors, "memory", else "bug"."""
    try:
        yield
    except PuzzleError as error:
        send("error", str(error))
    except OSError as error:  # a full disk, for instance
        send("error", f"{who}: {(error.strerror or str(error)).lower()}")
    except MemoryError:
        send("memory", f"{who}: out of memory")
    except Exception as error:
        if "bad_alloc" in str(error) or "start new thread" in str(error):  # ways to say so
            send("memory", f"{who}: out of memory")
        else:
            send("bug", traceback.format_exc())


class _Throttle:
    """Progress, sent a few times a second."""

    def __init__(self, send: Send) -> None:
        self._send, self._next = send, 0.0

    def __call__(self, number: int) -> None:
        now = time.monotonic()
        if now >= self._next:
            self._next = now + 0.1
            self._send("count", number)


def _list(search: Any, send: Send) -> None:
    """Send each answer as numbers of atoms; an atom is written out where it comes first."""
    numbers: dict[clingo.Symbol, int] = {}
    for symbols in search:
        new = [symbol for symbol in symbols if symbol not in numbers]
        for symbol in new:
            numbers[symbol] = len(numbers)
        send("answer", [str(symbol) for symbol in new], [numbers[symbol] for symbol in symbols])


def end_with_parent() -> None:
    """Let the system end this process and its own when the parent lets us go, or dies.

    A thread could not: some solvers hold Python's lock while they search.
    """
    lifeline = int(os.environ.pop(LIFELINE, "-1"))
    try:
        import fcntl
    except ImportError:  # not on Windows, where the process ends with its next answer
        return
    if lifeline >= 0 and hasattr(os, "O_ASYNC"):
        # The whole group if it is ours, with the solver that we may have started.
        leads = os.getpgrp() == os.getpid()
        fcntl.fcntl(lifeline, fcntl.F_SETOWN, -os.getpid() if leads else os.getpid())
        flags = fcntl.fcntl(lifeline, fcntl.F_GETFL)
        # SIGIO, when the pipe is closed; by default it ends a process.
        fcntl.fcntl(lifeline, fcntl.F_SETFL, flags | os.O_ASYNC)
        if select.select([lifeline], [], [], 0)[0]:  # it was closed before
            raise SystemExit(1)
