"""When a count has to end before it is through: the time limit, Ctrl-C."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager


class Stop:
    """Why a count has to end, if it has to."""

    def __init__(self, start: float, timeout: float | None) -> None:
        self._deadline = None if timeout is None else start + timeout
        self.reason = ""

    def left(self) -> float | None:
        """Seconds until the time limit."""
        if self._deadline is None:
            return None
        return max(0.0, self._deadline - time.perf_counter())

    def __call__(self) -> bool:
        if not self.reason and self.left() == 0.0:
            self.reason = "time limit"
        return bool(self.reason)


@contextmanager
def stoppable(start: float, timeout: float | None) -> Iterator[Stop]:
    """The first Ctrl-C is noted, and never tears a transaction; the second one ends all."""
    stop = Stop(start, timeout)

    def first(_number: int, _frame: object) -> None:
        stop.reason = "interrupted"
        signal.signal(signal.SIGINT, signal.default_int_handler)

    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    before = signal.signal(signal.SIGINT, first)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)
