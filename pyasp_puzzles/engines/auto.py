"""The engine ``auto``: the puzzle's best engine for the task, or ``asp`` if that does not fit.

An engine refuses a job before its first answer (:class:`MisfitError`), so none is lost or doubled.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import replace

from pyasp_puzzles.boards.puzzle import ENGINES, choose
from pyasp_puzzles.core.errors import MisfitError
from pyasp_puzzles.engines.job import Job, RunOptions
from pyasp_puzzles.engines.names import BASELINE, Engine, parse_engine, program_of
from pyasp_puzzles.engines.search import Each, Search, Symbols
from pyasp_puzzles.work.deadline import TIME_LIMIT


def alternatives(job: Job) -> list[Job]:
    """The job with each of the puzzle's engines for its task, then with clingo; or itself."""
    if not job.engine.row.chooses:
        return [job]
    named = (job.declared.engines if job.declared else ENGINES).get(job.task, ())
    return [_with(job, engine) for engine in (*map(parse_engine, named), BASELINE)]


def _with(job: Job, engine: Engine) -> Job:
    job = replace(job, engine=engine, by_auto=True)
    puzzle = job.declared
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
        super().__init__(options.timeout, options.clock, str(job.engine))
        self._jobs, self._options = alternatives(job), options

    def _restart(self) -> None:
        super()._restart()
        self._search: Search | None = None
        self._refusals: list[str] = []
        self._tried = 0.0

    @property
    def phase(self) -> str:
        return self._search.phase if self._search else super().phase

    @property
    def nodes(self) -> int:
        return self._search.nodes if self._search else 0

    def _answers(self) -> Generator[Symbols]:
        for job in self._jobs:
            with self._trying(job):
                yield from self._by(job, self._deadline.left())
                return

    def _count(self, _each: Each | None) -> None:
        """Count; if no engine is exhausted, the number is the most that one of them has found."""
        finder = ""
        for job in self._jobs:
            left = self._deadline.left()
            if job is not self._jobs[-1] and job.engine.row.clasp:
                left = HEAD_START if left is None else min(left, HEAD_START)
            with self._trying(job):
                search = self._by(job, left)
                number = search.count(self._progress)
                over = job is self._jobs[-1] or self._over(search)
                if number < self._found and over:  # both are lower bounds
                    self._refusals.append(f"{self._found:,} answers were found by {finder}")
                elif number > self._found:
                    self._found, finder = number, search.engine
                if over:
                    return
                self._refusals.append(f"{job.engine} was not through within {HEAD_START:g} s")

    def stop(self, reason: str) -> None:
        super().stop(reason)
        if self._search:
            self._search.stop(reason)

    def _by(self, job: Job, timeout: float | None) -> Search:
        """The search by the next engine."""
        if self._search:
            self._tried = self._spent()
        self._search = None
        self._search = self._options.start(job, replace(self._options, timeout=timeout))
        row = job.engine.row
        if job.threads > 1 and not row.clasp and (job.limit or not row.in_cubes):
            self._refusals.append(f"{job.engine} searches with one thread")
        if self._stopped:
            self._search.stop(self._stopped)
        return self._search

    def _over(self, search: Search) -> bool:
        """Whether the whole search is over, and not only this engine's share of the time."""
        cut_off = not search.exhausted and search.reason.startswith(TIME_LIMIT)
        return not cut_off or self._deadline.left() == 0.0

    @contextmanager
    def _trying(self, job: Job) -> Iterator[None]:
        """Notes an engine that does not fit; reports what it reports, and what was tried before."""
        try:
            yield
        except MisfitError as misfit:
            if job is self._jobs[-1]:
                raise
            self._refusals.append(f"{job.engine} does not fit: {misfit}")
            if self._search:  # what the next engine finds is not reported as this one's
                self._tried, self._search = self._spent(), None
        finally:
            if self._search:
                found = self._search.report
                self.report = replace(found, remarks=[*self._refusals, *found.remarks])
                if self._tried > 0.0:
                    self.report = self.report.preceded_by("tried", self._tried)


def start(job: Job, options: RunOptions) -> AutoSearch:
    """The search of a job by the engine that is best for its task."""
    return AutoSearch(job, options)
