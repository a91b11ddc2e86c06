"""From an instance and the keywords of a search to its answers or their number, by one engine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from pyasp_puzzles.boards.puzzle import I
from pyasp_puzzles.boards.registry import puzzle_of
from pyasp_puzzles.core.errors import MisfitError
from pyasp_puzzles.engines.job import Job, JobRequest, check_timeout, facts_in_time, make_job
from pyasp_puzzles.engines.process import ProcessSearch, start_search
from pyasp_puzzles.engines.results import Answers
from pyasp_puzzles.engines.search import Search, SearchReport
from pyasp_puzzles.work.deadline import Deadline


@dataclass(frozen=True)
class PreparedJob:
    """A job with its facts, and the time that making them took."""

    job: Job
    spent: float
    left: float | None

    def search(self) -> Search:
        """The search, in a process of its own if the engine cannot keep a time limit."""
        start = start_search if self.job.engine.row.own_clock else ProcessSearch
        search: Search = start(self.job, timeout=self.left)
        if self.left == 0.0:
            search.stop("time limit")
        return search

    def count(self, progress: Callable[[int, int], None] | None) -> tuple[int, SearchReport]:
        """The number of answers, and the report of the search."""
        search = self.search()
        try:
            number = search.count(progress and (lambda found: progress(found, search.nodes)))
        except MisfitError as misfit:
            raise misfit.located(self.job.instance.name, search.engine) from None
        return number, search.report


def prepare(
    instance: I, engine: str, request: JobRequest, timeout: float | None, *, cubes: bool = False
) -> PreparedJob:
    """The job of a search, with the facts if its engine or cutting it into cubes needs them.

    Raises PuzzleError if an argument makes no sense.
    """
    check_timeout(timeout)
    deadline, facts = Deadline(timeout), None
    job = make_job(instance, engine, **request | {"with_facts": False})
    wanted = job.engine.grounds or cubes  # cubes are cut from the ground program
    if wanted:
        facts = facts_in_time(instance, deadline.late)
        job = replace(job, facts=facts or "")
    left = 0.0 if wanted and facts is None else deadline.left()
    return PreparedJob(job, deadline.spent(), left)


def search_answers(
    instance: I, engine: str, request: JobRequest, timeout: float | None
) -> Answers[I, Any, Any]:
    """The answers of a search as :func:`pyasp_puzzles.solve` yields them, for any task.

    Raises SolverError, PuzzleError and MisfitError as that does.
    """
    made = prepare(instance, engine, request, timeout)
    search = made.search()
    program = str(made.job.engine) if made.job.engine.row.own_program else ""
    return Answers(puzzle_of(instance), instance, search, made.spent, made.job.group, program)
