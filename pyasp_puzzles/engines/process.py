"""Starts a search: in this process, or in one of its own, which can be stopped at any time."""

from __future__ import annotations

import importlib
import time
import warnings
from collections.abc import Callable, Generator
from contextlib import closing
from typing import Any

import clingo

from pyasp_puzzles.core.errors import PuzzleWarning, warn_of
from pyasp_puzzles.engines.job import Job, RunOptions
from pyasp_puzzles.engines.search import Each, Search, Symbols
from pyasp_puzzles.work.child import sent_by
from pyasp_puzzles.work.parent import Send


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
    Raises PuzzleError if the engine cannot do this job, or its packages are missing.
    """
    return _start(job, RunOptions(timeout, clock, keep, check, _start))


def _start(job: Job, options: RunOptions) -> Search:
    module = importlib.import_module(job.engine.row.module)
    search: Search = module.start(job, options)
    search.report.engine = search.engine or str(job.engine)
    return search


class ProcessSearch(Search):
    """Runs a job in a process of its own, which is killed with its unread answers in time.

    ``seconds`` do not include its start. Raises SolverError if the engine refuses the job or fails.
    """

    def __init__(self, job: Job, *, timeout: float | None = None) -> None:
        super().__init__(timeout, engine=str(job.engine))
        self._job = job

    def _answers(self) -> Generator[Symbols]:
        symbols: list[clingo.Symbol] = []
        for new, numbers in self._messages(counting=False):
            symbols += map(clingo.parse_term, new)
            yield tuple(symbols[number] for number in numbers)

    def _count(self, _each: Each | None) -> None:
        for (found,) in self._messages(counting=True):
            self._found = found
            self._look()

    def _messages(self, *, counting: bool) -> Generator[tuple[Any, ...]]:
        """What the process finds, until it ends or has to end."""
        if self._late():
            return
        order, who = (self._job, counting, self.timeout), f"engine {self._job.engine}"
        with closing(sent_by(_search, *order, who=who, late=self._late)) as sent:
            for kind, *values in sent:
                if kind == "found":
                    yield tuple(values)
                elif kind == "phase":
                    self.enter(values[0])
                elif kind == "warning":
                    warn_of(values)
                else:
                    self.report = values[0]
                    return  # what is late from here on changes no report


def _search(send: Send, job: Job, counting: bool, timeout: float | None) -> None:
    """Search here, and send what is found."""
    warnings.simplefilter("always", PuzzleWarning)
    warnings.showwarning = lambda message, *_place: send("warning", str(message))
    search = start_search(job, timeout=timeout)
    search.watcher = lambda phase: send("phase", phase)
    numbers: dict[clingo.Symbol, int] = {}
    if counting:
        search.count(lambda number: send("found", number))
    else:  # each answer as numbers of atoms; the text of an atom comes with its first answer
        for symbols in search:
            new = [symbol for symbol in symbols if symbol not in numbers]
            for symbol in new:
                numbers[symbol] = len(numbers)
            send("found", [str(symbol) for symbol in new], [numbers[symbol] for symbol in symbols])
    send("report", search.report)
