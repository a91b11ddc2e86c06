"""The process of a pool: runs one call after the other, and passes a stop on to its searches."""

from __future__ import annotations

import os
import pickle
import queue
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from pyasp_puzzles.work.deadline import Stoppable
from pyasp_puzzles.work.parent import (
    Send,
    end_with_parent,
    failures_sent,
    open_output,
    send_unreadable,
)


class Stopping:
    """Passes a stop on to the searches that run, and to those that begin later."""

    def __init__(self) -> None:
        self._lock, self._reason = threading.Lock(), ""
        self._running: list[Stoppable] = []

    @contextmanager
    def applied_to(self, search: Stoppable) -> Iterator[None]:
        """Within this block the search can be stopped."""
        with self._lock:
            self._running.append(search)
            if self._reason:
                search.stop(self._reason)
        try:
            yield
        finally:
            with self._lock:
                self._running.remove(search)

    def stop(self, reason: str) -> None:
        """Stop all searches, with the reason that they report."""
        with self._lock:
            self._reason = reason
            for search in self._running:
                search.stop(reason)


stopping = Stopping()
"""The stop that the parent of this process may send."""


def main() -> None:
    """Run the calls that come through standard input, and send their results."""
    send = open_output()
    end_with_parent()
    calls: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(calls, send), daemon=True).start()
    while True:
        function, arguments = calls.get()
        with failures_sent(send, function.__name__):
            send("result", function(*arguments))


def _read(calls: queue.SimpleQueue[Any], send: Send) -> None:
    """Read what the parent sends, and end this process when the parent is gone."""
    while True:
        try:
            kind, *values = pickle.load(sys.stdin.buffer)
        except (EOFError, pickle.UnpicklingError):  # perhaps in the middle of a message
            os._exit(1)
        except Exception as error:  # a class that only the parent knows, for instance
            send_unreadable(send, error)
            os._exit(1)
        if kind == "stop":
            stopping.stop(*values)
        else:
            calls.put(values)
