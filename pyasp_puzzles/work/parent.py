"""A child process's side of the connection to its parent, see :class:`.child.Child`."""

from __future__ import annotations

import os
import pickle
import select
import sys
import threading
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from pyasp_puzzles.core.errors import PuzzleError, PuzzleWarning, system_reason

Send = Callable[..., None]

_NO_MEMORY = (
    "bad_alloc",
    "start new thread",
    "Resource temporarily unavailable",
    "without exception set",  # Python itself, where it could not make the exception
    "allocate memory",
)
"""Words in which C++ libraries, threads, the system and Python report missing memory."""

DONE = ("end",)
"""The last message of a work that has not failed."""

LIFELINE = "PYASP_PUZZLES_LIFELINE"
"""The environment variable with the number of a pipe that is closed when the parent ends."""


def open_parent() -> tuple[Any, Send]:
    """The parent's order, and a function that sends it messages."""
    send = open_output()
    try:
        order = pickle.load(sys.stdin.buffer)
    except EOFError:  # the parent has ended before it sent the order
        raise SystemExit(1) from None
    except Exception as error:  # a class that only the parent knows, for instance
        send_unreadable(send, error)
        raise SystemExit(1) from None
    end_with_parent()
    return order, send


def main() -> None:
    """Do the work that :func:`.child.sent_by` sends."""
    (who, work, arguments), send = open_parent()
    with failures_sent(send, who):
        work(send, *arguments)
        send(*DONE)


def next_order() -> Any:
    """The parent's next order; ``None`` after the last one."""
    try:
        return pickle.load(sys.stdin.buffer)
    except EOFError:
        return None


def open_output() -> Send:
    """A function that sends the parent messages; from here on standard output is standard error.

    Solvers may print.  Our own warnings are silent: nobody reads them there.
    """
    warnings.simplefilter("ignore", PuzzleWarning)
    pipe, lock = os.fdopen(os.dup(1), "wb"), threading.Lock()
    os.dup2(2, 1)

    def send(*message: Any) -> None:
        with lock:  # a thread that grounds may warn
            pickle.dump(message, pipe)
            pipe.flush()

    return send


def send_unreadable(send: Send, error: Exception) -> None:
    """Tell the parent that what it sent cannot be unpickled."""
    send("error", f"the process does not understand what it was sent: {error}")


@contextmanager
def failures_sent(send: Send, who: str) -> Iterator[None]:
    """Send an exception raised inside: "error" for the user's errors, "memory", else "bug"."""
    try:
        yield
    except PuzzleError as error:
        send("error", str(error))
    except Exception as error:
        if isinstance(error, MemoryError) or any(words in str(error) for words in _NO_MEMORY):
            send("memory", f"{who}: out of memory")
        elif isinstance(error, OSError):  # a full disk, for instance
            send("error", f"{who}: {system_reason(error)}")
        else:
            send("bug", traceback.format_exc())


def end_with_parent() -> None:
    """Let the system end this process and its children when the parent ends it, or dies.

    A thread could not: some solvers hold Python's lock while they search.
    """
    lifeline = int(os.environ.pop(LIFELINE, "-1"))
    try:
        import fcntl
    except ImportError:  # Windows: the process ends when it sends its next message
        return
    if lifeline >= 0 and hasattr(os, "O_ASYNC"):
        # If this process leads its group, the signal goes to the group, and so to a solver in it.
        leads = os.getpgrp() == os.getpid()
        fcntl.fcntl(lifeline, fcntl.F_SETOWN, -os.getpid() if leads else os.getpid())
        flags = fcntl.fcntl(lifeline, fcntl.F_GETFL)
        # The system sends SIGIO when the pipe is closed; by default SIGIO ends a process.
        fcntl.fcntl(lifeline, fcntl.F_SETFL, flags | os.O_ASYNC)
        if select.select([lifeline], [], [], 0)[0]:  # it was closed before
            raise SystemExit(1)
