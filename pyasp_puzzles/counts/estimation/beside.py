"""An estimate made beside a count that takes long, in a process of its own."""

from __future__ import annotations

import os
import threading
from types import TracebackType
from typing import Any, Self

from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.counts.estimation.estimate import Estimate
from pyasp_puzzles.counts.estimation.estimating import estimate
from pyasp_puzzles.work.child import GONE, Child
from pyasp_puzzles.work.parent import open_parent

AFTER = 10.0
"""Seconds of a count before the estimate begins."""

PATIENCE = 60.0
"""Seconds for the estimate: another program may need the other cores."""


class EstimateBeside:
    """Makes an estimate of a count that runs, if it runs long enough.

    The process has a low priority, and ends with the ``with`` block.

    Args:
        instance: what is counted.
        wanted: keywords of :func:`pyasp_puzzles.estimate`.
        after: seconds before it begins.

    Attributes:
        found: the estimate; ``None``: there is none yet, or none at all.
    """

    def __init__(self, instance: Any, *, after: float = AFTER, **wanted: Any) -> None:
        self._order, self._after = (instance, wanted), after
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self.found: Estimate | None = None

    def _run(self) -> None:
        if self._ended.wait(self._after):
            return
        try:
            with Child(__name__, self._order) as child:
                for message in child.messages(self._ended.is_set):
                    if message == GONE:
                        return
                    self.found = message[1]
        except (PuzzleError, OSError):  # no estimate: the count goes on without one
            return

    def join(self) -> None:
        """Wait for the end of the estimate."""
        self._thread.join()

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self._ended.set()
        self._thread.join()


def main() -> None:
    """Read an instance and the wishes from standard input; write the estimate."""
    (instance, wanted), send = open_parent()
    if hasattr(os, "nice"):
        os.nice(10)
    try:
        send("estimate", estimate(instance, timeout=PATIENCE, **wanted))
    except PuzzleError:
        return
