"""A search in a process of its own, so that it can be stopped at any time."""

from __future__ import annotations

from collections.abc import Callable, Generator

import clingo

from pyasp_puzzles.core.errors import warn_of
from pyasp_puzzles.engines.job import Job
from pyasp_puzzles.engines.search import Search
from pyasp_puzzles.work.child import Child, Message
from pyasp_puzzles.work.deadline import INTERRUPTED, Deadline


class ProcessSearch(Search):
    """Runs a job in a process of its own; see :class:`pyasp_puzzles.engines.search.Search`.

    Args:
        job: what to search.
        timeout: seconds of wall clock; then the process is killed, and its unread answers are lost.

    ``seconds`` do not include the start of the process (some tenths of a second).

    Raises:
        SolverError: the engine refuses the job or fails.
    """

    def __init__(self, job: Job, *, timeout: float | None = None) -> None:
        super().__init__(str(job.engine))
        self._job, self._timeout = job, timeout
        self._stopped = ""

    def __iter__(self) -> Generator[tuple[clingo.Symbol, ...]]:
        symbols: list[clingo.Symbol] = []
        for message in self._run(counting=False):
            _, new, numbers = message
            symbols += [clingo.parse_term(text) for text in new]
            yield tuple(symbols[number] for number in numbers)

    def count(self, progress: Callable[[int], None] | None = None) -> int:
        """The number of answers; if the search ends early, the number so far."""
        found = 0
        for _, found in self._run(counting=True):
            if progress:
                progress(found)
        return found

    def stop(self, reason: str) -> None:
        """End the search soon, from a signal handler or another thread."""
        self._stopped = reason

    def _run(self, *, counting: bool) -> Generator[Message]:
        """The messages of the process until it ends or has to end."""
        deadline = Deadline(self._timeout)
        self.reset()

        def ending() -> bool:
            deadline.stop(self._stopped)
            late = deadline.late()
            self.report.reason = deadline.reason
            return late

        order = self._job, counting, self._timeout
        try:
            if ending():
                return
            with Child("pyasp_puzzles.engines.child", order) as child:
                for message in child.messages(ending):
                    kind, *values = message
                    if kind in ("answer", "count"):
                        yield message
                    elif kind == "phase":
                        self.enter(values[0])
                    elif kind == "warning":
                        warn_of(values)
                    elif kind == "end":
                        self.report = values[0]
                        return
                    else:
                        who = f"the process of engine {self._job.engine}"
                        raise child.failure(message, who)
        except KeyboardInterrupt:
            self.report.reason = INTERRUPTED
        finally:
            self.report.seconds.setdefault("all", deadline.spent())
