"""The engine ``auto``: the puzzle's best engine for the task, or ``asp`` if that does not fit.

An engine that cannot do a job refuses it before its first answer (:class:`MisfitError`), so no
answer is lost or found twice when the next engine begins.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import replace

import clingo

from pyasp_puzzles.boards.puzzle import ENGINES, choose
from pyasp_puzzles.boards.registry import find_puzzle
from pyasp_puzzles.core.errors import MisfitError
from pyasp_puzzles.engines.job import Job, RunOptions
from pyasp_puzzles.engines.names import BASELINE, Engine, parse_engine, program_of
from pyasp_puzzles.engines.search import Search
from pyasp_puzzles.work.deadline import Deadline


def alternatives(job: Job) -> list[Job]:
    """The job with each of the puzzle's engines for its task, then with clingo, which always fits.

    For any other engine than ``auto`` this is the job itself.
    """
    if not job.engine.row.chooses:
        return [job]
    found = find_puzzle(job.puzzle) if job.puzzle else None
    named = (found.engines if found else ENGINES).get(job.task, ())
    return [_with(job, engine) for engine in (*map(parse_engine, named), BASELINE)]


def _with(job: Job, engine: Engine) -> Job:
    job = replace(job, engine=engine, by_auto=True)
    puzzle = find_puzzle(job.puzzle) if job.puzzle else None
    if engine.row.profiles and engine.variant:
        profiles = puzzle.profiles if puzzle else {}
        job = replace(job, profile=choose(profiles, engine.variant, job.task))
    if puzzle and job.program:  # empty if the facts contain the program
        job = replace(job, program=program_of(puzzle, engine, job.profile[1], job.symmetry))
    return job


HEAD_START = 0.3
"""Seconds for clingo to count by listing, before ``auto`` tries the next engine."""


class AutoSearch(Search):
    """Searches with the best engine that fits; see :class:`pyasp_puzzles.engines.search.Search`.

    The report is that of the last engine.  Its ``remarks`` say which engines do not fit and why;
    its phase "tried" is the time of the engines before, which "first" and "all" include.
    """

    def __init__(self, job: Job, options: RunOptions) -> None:
        super().__init__(str(job.engine))
        self._job, self._options = job, options
        self._clock, self._deadline = options.clock, Deadline()
        self._stopped = ""
        self._search: Search | None = None
        self._refusals: list[str] = []
        self._begun = self._tried = 0.0

    @property
    def phase(self) -> str:
        """The phase of the engine that searches now."""
        return self._search.phase if self._search else super().phase

    @property
    def nodes(self) -> int:
        """The nodes of the engine that searches now."""
        return self._search.nodes if self._search else 0

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
        """The number of answers; if no engine is exhausted, the most that one of them has found."""
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
        """The larger of two counts, the last and an earlier one, as both are lower bounds."""
        if number < before:
            self._refusals.append(f"{before:,} answers were found by {finder}")
        return max(number, before)

    def stop(self, reason: str) -> None:
        """End the search soon, from a signal handler or another thread."""
        self._stopped = reason
        if self._search:
            self._search.stop(reason)

    def _jobs(self) -> list[Job]:
        """Begin a new search: the jobs to try."""
        self.reset()
        self._deadline, self._begun = Deadline(self._options.timeout), self._clock()
        self._tried, self._refusals, self._search = 0.0, [], None
        return alternatives(self._job)

    def _left(self) -> float | None:
        return self._deadline.left()

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
        """Whether the whole search is over, and not only this engine's share of the time."""
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
