"""What every search tells of itself, and the clock of those that watch it themselves."""

from __future__ import annotations

import time
from collections.abc import Callable

from pyasp_puzzles.engines.cube import Cube


class SearchState:
    """The attributes of :class:`pyasp_puzzles.results.Search`, as they are before a search."""

    engine: str = ""
    watcher: Callable[[str], None] | None = None
    """Is told of each phase that begins."""

    _phase = "starting"

    @property
    def phase(self) -> str:
        """What it does now, for people: "grounding", "searching"."""
        return self._phase

    def enter(self, phase: str) -> None:
        """Begin a phase."""
        self._phase = phase
        if self.watcher:
            self.watcher(phase)

    def reset(self) -> None:
        """Forget the last search."""
        self.exhausted = False
        self.reason = ""
        self.seconds: dict[str, float] = {}
        self.statistics: dict[str, float] = {}
        self.messages: list[str] = []
        self.remarks: list[str] = []


class TimedSearch(SearchState):
    """A search that looks at the clock, and at whether it was stopped, while it works.

    Args:
        timeout: seconds of wall clock for each search; ``None``: no limit.
        clock: what ``seconds`` are measured with.

    Attributes:
        timeout: of the next search.
        within: the part of the answers that the next search is about.
    """

    def __init__(self, timeout: float | None, clock: Callable[[], float]) -> None:
        self.timeout, self._clock, self._stopped = timeout, clock, ""
        self.within = Cube()
        self._restart()

    def stop(self, reason: str) -> None:
        """End the search soon, from a signal handler or another thread."""
        self._stopped = reason

    def _restart(self) -> None:
        """Forget the last search, and start the clock of the next one."""
        self.reset()
        self._start = self._clock()
        limit = self.timeout
        self._deadline = None if limit is None else time.perf_counter() + limit

    def _spent(self) -> float:
        """Seconds since the start."""
        return self._clock() - self._start

    def _late(self) -> bool:
        """Whether the search has to end now; ``reason`` says why."""
        late = self._deadline is not None and time.perf_counter() > self._deadline
        self.reason = self._stopped or ("time limit" if late else "")
        return bool(self.reason)
