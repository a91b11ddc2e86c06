"""When a count has to end before it is through: the time limit, Ctrl-C, other signals."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager


class StopRequest:
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


_REASONS = {int(signal.SIGINT): "interrupted", int(signal.SIGTERM): "terminated"}
if hasattr(signal, "SIGHUP"):
    _REASONS[int(signal.SIGHUP)] = "hung up"

SIGNALS = tuple(_REASONS.values())
"""How the reason of a count begins that a signal has ended."""


@contextmanager
def stop_on_signals(start: float, timeout: float | None) -> Iterator[StopRequest]:
    """The first signal to end is noted, and never tears a transaction; the next one ends all.

    A signal that whoever started us wants to be ignored (``nohup``) stays so.
    """
    stop = StopRequest(start, timeout)

    def first(number: int, _frame: object) -> None:
        stop.reason = _REASONS[number]
        default = signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL
        signal.signal(number, default)

    ours = threading.current_thread() is threading.main_thread()
    handlers = {number: signal.getsignal(number) for number in _REASONS if ours}
    before = {
        n: handler for n, handler in handlers.items() if handler not in (None, signal.SIG_IGN)
    }
    try:
        for number in before:
            signal.signal(number, first)
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
