"""Searches that keep their time limit themselves."""

from __future__ import annotations

from collections.abc import Callable

from pyasp_puzzles.engines.cube import Cube
from pyasp_puzzles.engines.search import Search
from pyasp_puzzles.work.deadline import Deadline


class TimedSearch(Search):
    """A search that checks for the time limit and for a stop while it runs.

    Args:
        timeout: seconds of wall clock for each search; ``None``: no limit.
        clock: what ``seconds`` are measured with.

    Attributes:
        timeout: seconds of wall clock for the next search.
        within: the cube that the next search is about.
    """

    def __init__(self, timeout: float | None, clock: Callable[[], float], engine: str = "") -> None:
        super().__init__(engine)
        self.timeout, self._clock, self._stopped = timeout, clock, ""
        self.within = Cube()
        self._restart()

    def stop(self, reason: str) -> None:
        """End the search soon, from a signal handler or another thread."""
        self._stopped = reason

    def _restart(self) -> None:
        """Begin a new report and start its clock."""
        self.reset()
        self._start = self._clock()
        self._deadline = Deadline(self.timeout)

    def _spent(self) -> float:
        """Seconds since the start."""
        return self._clock() - self._start

    def _late(self) -> bool:
        """Whether the search has to end now; ``reason`` says why."""
        self._deadline.stop(self._stopped)
        late = self._deadline.late()
        self.report.reason = self._deadline.reason
        return late
