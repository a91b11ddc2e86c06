"""Starts a search: in this process, or in one of its own, which can be stopped at any time."""

from __future__ import annotations

import importlib
import time
import warnings
from collections.abc import Callable, Generator

import clingo

from pyasp_puzzles.core.errors import PuzzleWarning, warn_of
from pyasp_puzzles.engines.job import Job, RunOptions
from pyasp_puzzles.engines.search import Search, TimedSearch
from pyasp_puzzles.work.child import Child, Message
from pyasp_puzzles.work.deadline import INTERRUPTED, Deadline
from pyasp_puzzles.work.parent import Send, failures_sent, open_parent


def start_search(
    job: Job,
    *,
    timeout: float | None = None,
    clock: Callable[[], float] = time.perf_counter,
    keep: bool = False,
    check: bool = True,
) -> Search:
    """The search of a job, ready to run in this process; see :class:`RunOptions`.

    Engines that hold Python's lock cannot keep the time limit here.

    Raises:
        PuzzleError: the engine cannot do this job, or its packages are missing.
    """
    return _start(job, RunOptions(timeout, clock, keep, check, _start))


def _start(job: Job, options: RunOptions) -> Search:
    module = importlib.import_module(job.engine.row.module)
    search: Search = module.start(job, options)
    search.report.engine = search.engine or str(job.engine)
    return search


class ProcessSearch(TimedSearch):
    """Runs a job in a process of its own, which is killed when the time is up.

    Its unread answers are lost then. ``seconds`` do not include the start of the process.

    Raises:
        SolverError: the engine refuses the job or fails.
    """

    def __init__(self, job: Job, *, timeout: float | None = None) -> None:
        super().__init__(timeout, engine=str(job.engine))
        self._job = job

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

    def _run(self, *, counting: bool) -> Generator[Message]:
        """The messages of the process until it ends or has to end."""
        self._restart()
        try:
            if self._late():
                return
            with Child(__name__, (self._job, counting, self.timeout)) as child:
                for message in child.messages(self._late):
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
                        raise child.failure(message, f"the process of engine {self._job.engine}")
        except KeyboardInterrupt:
            self.report.reason = INTERRUPTED
        finally:
            self.report.seconds.setdefault("all", self._spent())


def main() -> None:
    """Read a job from standard input, search, and write the answers to standard output."""
    (job, counting, timeout), send = open_parent()
    warnings.simplefilter("always", PuzzleWarning)
    warnings.showwarning = lambda message, *_place: send("warning", str(message))
    with failures_sent(send, str(job.engine)):
        search = start_search(job, timeout=timeout)
        search.watcher = lambda phase: send("phase", phase)
        if counting:
            send("count", search.count(_seldom(send)))
        else:
            _list(search, send)
        send("end", search.report)


def _seldom(send: Send) -> Callable[[int], None]:
    """A function that sends a number, a few times a second."""
    pause = Deadline(0)

    def look(number: int) -> None:
        nonlocal pause
        if pause.late():
            pause = Deadline(0.1)
            send("count", number)

    return look


def _list(search: Search, send: Send) -> None:
    """Send each answer as numbers of atoms; the text of an atom comes with its first answer."""
    numbers: dict[clingo.Symbol, int] = {}
    for symbols in search:
        new = [symbol for symbol in symbols if symbol not in numbers]
        for symbol in new:
            numbers[symbol] = len(numbers)
        send("answer", [str(symbol) for symbol in new], [numbers[symbol] for symbol in symbols])
