"""The engine ``auto``: what the puzzle names for the task, or ``asp`` where that does not fit.

An engine that cannot do a job refuses it before it has found anything (:class:`MisfitError`), so
trying it costs time but no answer.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from dataclasses import replace

import clingo

from pyasp_puzzles.engines.job import Job, RunOptions
from pyasp_puzzles.engines.names import BASELINE, Engine, parse_engine, program_of
from pyasp_puzzles.errors import MisfitError
from pyasp_puzzles.puzzle import ENGINES, choose
from pyasp_puzzles.registry import find_puzzle
from pyasp_puzzles.search import Search


def alternatives(job: Job) -> list[Job]:
    """The job with each engine that is best for its task, and last with clingo, which always fits.

    An engine that was asked for by name has no alternative.
    """
    if not job.engine.row.chooses:
        return [job]
    found = find_puzzle(job.puzzle) if job.puzzle else None
    named = (found.engines if found else ENGINES).get(job.task, ())
    return [_with(job, engine) for engine in (*map(parse_engine, named), BASELINE)]


def _with(job: Job, engine: Engine) -> Job:
    job = replace(job, engine=engine)
    puzzle = find_puzzle(job.puzzle) if job.puzzle else None
    if engine.row.profiles and engine.variant:
        profiles = puzzle.profiles if puzzle else {}
        job = replace(job, profile=choose(profiles, engine.variant, job.task))
    if puzzle and job.program:  # empty where the facts have the program
        job = replace(job, program=program_of(puzzle, engine, job.profile[1], job.symmetry))
    return job


HEAD_START = 0.3
"""Seconds that clingo has to count by listing, before an engine is tried that may take longer."""


class AutoSearch(Search):
    """Searches with the best engine that fits; see :class:`pyasp_puzzles.search.Search`.

    Args:
        job: what to search; its engine is replaced.
        options: the time limit is that of all engines together.

    ``remarks`` say which engine was refused and why; ``engine`` is the one that searched.  Its
    ``seconds`` are those of that engine; the phase "tried" is what went before, which "first" and
    "all" include.
    """

    def __init__(self, job: Job, options: RunOptions) -> None:
        super().__init__(str(job.engine))
        self._job, self._options = job, options
        self._timeout, self._clock = options.timeout, options.clock
        self._stopped = ""
        self._search: Search | None = None
        self._refusals: list[str] = []
        self._start = self._begun = self._tried = 0.0

    @property
    def phase(self) -> str:
        """That of the engine that is at work."""
        return self._search.phase if self._search else super().phase

    def __iter__(self) -> Generator[tuple[clingo.Symbol, ...]]:
        for job in self._jobs():
            try:
                yield from self._by(job, self._left())
            except MisfitError as misfit:
                self._refused(job.engine, misfit)
            else:
                return
            finally:
                self._take_over()

    def count(self, progress: Callable[[int], None] | None = None) -> int:
        """The number of answers; the most that any engine has found where none is exhausted."""
        found, finder = 0, ""
        *others, last = self._jobs()
        for job in others:
            engine, left = job.engine, self._left()
            if engine.row.clasp:
                left = HEAD_START if left is None else min(left, HEAD_START)
            try:
                number = self._by(job, left).count(progress)
                if self._over():
                    return self._most(number, found, finder)
                if number > found and self._search:
                    found, finder = number, self._search.engine
                self._refusals.append(f"{engine} was not through within {HEAD_START:g} s")
            except MisfitError as misfit:
                self._refused(engine, misfit)
            finally:
                self._take_over()
        try:
            number = self._by(last, self._left()).count(progress)
            return self._most(number, found, finder)
        finally:
            self._take_over()

    def _most(self, number: int, before: int, finder: str) -> int:
        """What is known of a count that may have been ended early."""
        if number < before:
            self._refusals.append(f"{before:,} answers were found by {finder}")
        return max(number, before)

    def stop(self, reason: str) -> None:
        """End the search soon, from a signal handler or another thread."""
        self._stopped = reason
        if self._search:
            self._search.stop(reason)

    def _jobs(self) -> list[Job]:
        """The jobs to be tried."""
        self.reset()
        self._start, self._begun = time.perf_counter(), self._clock()
        self._tried, self._refusals, self._search = 0.0, [], None
        return alternatives(self._job)

    def _left(self) -> float | None:
        """The seconds that are left of the time limit."""
        if self._timeout is None:
            return None
        return max(0.0, self._timeout - (time.perf_counter() - self._start))

    def _by(self, job: Job, timeout: float | None) -> Search:
        if self._search:
            self._tried = self._clock() - self._begun
        self._search = None
        self._search = self._options.start(job, replace(self._options, timeout=timeout))
        if job.threads > 1 and not job.engine.row.clasp:
            self._refusals.append(f"{job.engine} searches with one thread")
        if self._stopped:
            self._search.stop(self._stopped)
        return self._search

    def _over(self) -> bool:
        """Whether the last engine has ended the search, and not only its own share of the time."""
        search = self._search
        if search is None or search.exhausted or not search.reason.startswith("time limit"):
            return True
        return self._left() == 0.0

    def _refused(self, engine: Engine, misfit: MisfitError) -> None:
        self._refusals.append(f"{engine} does not fit: {misfit}")

    def _take_over(self) -> None:
        """Report what the last engine reports, and what was tried before."""
        if self._search:
            found = self._search.report
            self.report = replace(found, remarks=[*self._refusals, *found.remarks])
            if self._tried > 0.0:
                self.report = self.report.preceded_by("tried", self._tried)


def start(job: Job, options: RunOptions) -> AutoSearch:
    """The search of a job by the engine that is best for its task."""
    return AutoSearch(job, options)
