"""Runs a package that finds exact covers in a process of its own.

Such a package holds Python's global lock until its next cover, which may take long.  A process can
be ended at any time.
"""

from __future__ import annotations

import pickle
import sys
import time
from collections.abc import Callable, Iterator, Sequence

from pyasp_puzzles.core.errors import ProcessEndedError, SolverError
from pyasp_puzzles.engines.covering.cover import Cover
from pyasp_puzzles.engines.covering.coverers import Coverer
from pyasp_puzzles.engines.covering.search import Node
from pyasp_puzzles.work.child import Child
from pyasp_puzzles.work.parent import Send, failures_sent, open_parent

_EVERY = 0.1
"""Seconds between two messages with covers."""

_BATCH = 1000
"""The most covers in one message."""


class CoverProcess:
    """Searches one cover with a package; the process stays for further calls.

    Args:
        name: name of the package, see :class:`Coverer`.
        cover: the problem.
    """

    def __init__(self, name: str, cover: Cover) -> None:
        self._name, self._child = name, Child(__name__, (name, cover))
        self.ended = False

    def covers(self, nodes: Sequence[Node], late: Callable[[], bool]) -> Iterator[int]:
        """The covers below some nodes, as bits.

        Args:
            nodes: of a search for the covers.
            late: whether to end the search; called many times a second.

        Raises:
            SolverError: the package cannot be imported, or it fails.
        """
        through = False
        try:
            self._child.send(list(nodes))
            for kind, *values in self._child.messages(late):
                if kind == "covers":
                    yield from values[0]
                elif kind == "end":
                    through = True
                    return
                elif values:
                    words = str(values[0]).strip().splitlines()[-1]
                    raise SolverError(f"{self._name}: {words}")
                else:
                    who = f"{self._name}: its process"
                    raise ProcessEndedError(who, self._child.exit_reason())
        finally:
            if not through:
                self.end()

    def end(self) -> None:
        """End the process."""
        if not self.ended:
            self.ended = True
            self._child.end()


def main() -> None:
    """Read a cover and then nodes from standard input; write covers to standard output."""
    (name, cover), send = open_parent()
    with failures_sent(send, name):
        coverer = Coverer(name, cover)
        while True:
            try:
                nodes = pickle.load(sys.stdin.buffer)
            except EOFError:  # no more are to come
                return
            _send_covers(coverer.covers(nodes), send)


def _send_covers(covers: Iterator[int], send: Send) -> None:
    batch: list[int] = []
    sent = time.monotonic()
    for chosen in covers:
        batch.append(chosen)
        if len(batch) == _BATCH or time.monotonic() - sent > _EVERY:
            send("covers", batch)
            batch, sent = [], time.monotonic()
    send("covers", batch)
    send("end")
