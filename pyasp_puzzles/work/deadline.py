"""The one clock: when work has to stop, and why; signals that stop it early."""

from __future__ import annotations

import signal
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol, Self

from pyasp_puzzles.core.errors import GaveUpError

TIME_LIMIT = "time limit"
INTERRUPTED = "interrupted"

REASONS = {int(signal.SIGINT): INTERRUPTED, int(signal.SIGTERM): "terminated"}
"""For each signal that stops work the first words of the reason that the work then reports."""
if hasattr(signal, "SIGHUP"):
    REASONS[int(signal.SIGHUP)] = "hung up"

SIGNAL_REASONS = tuple(REASONS.values())

Late = Callable[[], bool]
"""Says whether work has to stop now, such as :meth:`Deadline.late`."""


def never() -> bool:
    """The :data:`Late` of work without a limit."""
    return False


class TimeUpError(GaveUpError):
    """The time limit came first, or somebody stopped the work."""


class Stoppable(Protocol):
    """A search that can be stopped."""

    def stop(self, reason: str) -> None:
        """End soon, and keep what was found; called by a signal handler or another thread."""


class Closing(ABC):
    """What the end of a ``with`` block closes."""

    @abstractmethod
    def close(self) -> None:
        """Free what it holds."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Deadline:
    """The end of the time for everything that one call does; it can be stopped before.

    Args:
        timeout: seconds from now; ``None``: no limit.
        clock: a function that returns seconds; by default wall clock.

    ``reason`` is why the work has to stop; empty as long as it need not. The first reason stays.
    """

    def __init__(
        self, timeout: float | None = None, clock: Callable[[], float] | None = None
    ) -> None:
        self._clock = clock or time.monotonic
        self._start = self._clock()
        self._end = None if timeout is None else self._start + timeout
        self.reason = ""

    def late(self) -> bool:
        """Whether the work has to stop now; then ``reason`` says why."""
        if not self.reason and self._end is not None and self._clock() >= self._end:
            self.reason = TIME_LIMIT
        return bool(self.reason)

    def stop(self, reason: str) -> None:
        """End the work soon, from a signal handler or another thread."""
        self.reason = self.reason or reason

    def check(self) -> None:
        """Raises TimeUpError if the work has to stop."""
        if self.late():
            words = "the time limit came first" if self.reason == TIME_LIMIT else self.reason
            raise TimeUpError(words)

    def spent(self) -> float:
        """Seconds since the start."""
        return self._clock() - self._start

    def left(self) -> float | None:
        """Seconds that are left, 0 at the least; ``None``: no limit."""
        return None if self._end is None else max(0.0, self._end - self._clock())

    def within(self, seconds: float) -> Late:
        """Whether the work has to stop, or so many seconds have passed since now."""
        part = Deadline(seconds, self._clock)
        return lambda: self.late() or part.late()

    @contextmanager
    def uncounted(self) -> Iterator[None]:
        """The limit does not count what happens within this block."""
        start = self._clock()
        yield
        if self._end is not None:
            self._end += self._clock() - start


@contextmanager
def stopped_by_signals(
    stop: Callable[[str], None], numbers: tuple[int, ...] = tuple(REASONS)
) -> Iterator[None]:
    """Call a function with the reason at the first signal; the second one acts as usual.

    A signal that this process ignores stays ignored, as in the background of a script (``nohup``).
    Only the main thread gets signals.
    """

    def first(number: int, _frame: object) -> None:
        stop(REASONS[number])
        default = signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL
        signal.signal(number, default)

    main = threading.current_thread() is threading.main_thread()
    handlers = {number: signal.getsignal(number) for number in numbers if main}
    before = {n: old for n, old in handlers.items() if old not in (None, signal.SIG_IGN)}
    try:
        for number in before:
            signal.signal(number, first)
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, old)


def stopped_by_ctrl_c(search: Stoppable) -> AbstractContextManager[None]:
    """Within this block the first Ctrl-C stops the search, which keeps what was found."""
    return stopped_by_signals(search.stop, (int(signal.SIGINT),))
