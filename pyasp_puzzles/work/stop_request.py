"""The request to stop a count early: by the time limit, Ctrl-C or another signal."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class StopRequest:
    """Tells whether a count has to stop, and why.

    Attributes:
        reason: why it has to stop; empty as long as it need not.
    """

    def __init__(self, start: float, timeout: float | None) -> None:
        self._deadline = None if timeout is None else start + timeout
        self.reason = ""

    def left(self) -> float | None:
        """Seconds until the time limit; ``None``: there is no limit."""
        if self._deadline is None:
            return None
        return max(0.0, self._deadline - time.perf_counter())

    def __call__(self) -> bool:
        """Whether the count has to stop now."""
        if not self.reason and self.left() == 0.0:
            self.reason = "time limit"
        return bool(self.reason)

    def stop(self, reason: str) -> None:
        """Make it stop, from a signal handler or another thread."""
        self.reason = reason


_REASONS = {int(signal.SIGINT): "interrupted", int(signal.SIGTERM): "terminated"}
if hasattr(signal, "SIGHUP"):
    _REASONS[int(signal.SIGHUP)] = "hung up"

SIGNAL_REASONS = tuple(_REASONS.values())
"""First words of the reason of a count that a signal has stopped."""


@contextmanager
def stop_on_signals(start: float, timeout: float | None) -> Iterator[StopRequest]:
    """Turn the first SIGINT, SIGTERM or SIGHUP into a stop request; the second one acts as usual.

    The first signal never interrupts a transaction.  A signal that this process ignores from its
    start (``nohup``) stays ignored.

    Args:
        start: when the count began, by ``time.perf_counter``.
        timeout: seconds from then on; ``None``: no limit.
    """
    stop = StopRequest(start, timeout)
    with stopped_by_signals(stop.stop):
        yield stop


@contextmanager
def stopped_by_signals(stop: Callable[[str], None]) -> Iterator[None]:
    """Call a function with the reason at the first SIGINT, SIGTERM or SIGHUP.

    The second signal acts as usual, and a signal that this process ignores stays ignored.
    """

    def first(number: int, _frame: object) -> None:
        stop(_REASONS[number])
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
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
