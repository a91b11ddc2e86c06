"""Counts all answers by their classes: clingo finds one answer of each, symmetries its images.

Every image is verified and counted once.  So the number rests on the program for one thing only:
that it finds an answer of each class.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from typing import Any

from pyasp_puzzles.boards.puzzle import choose
from pyasp_puzzles.boards.registry import find_puzzle
from pyasp_puzzles.core.atoms import Distinct
from pyasp_puzzles.core.errors import (
    MisfitError,
    PuzzleError,
    RepeatedAnswerError,
    VerificationError,
    counted,
)
from pyasp_puzzles.core.symmetry import ALL
from pyasp_puzzles.engines.job import Job, RunOptions
from pyasp_puzzles.engines.names import BASELINE, program_of
from pyasp_puzzles.engines.results import Answer
from pyasp_puzzles.engines.search import Each, Search, Symbols


class OrbitSearch(Search):
    """Counts the images of the answers that a search for classes finds, which it starts.

    Raises PuzzleError if the puzzle's program knows no symmetries.
    """

    def __init__(self, job: Job, options: RunOptions) -> None:
        puzzle = find_puzzle(job.puzzle)
        if puzzle.symmetries is None:
            raise PuzzleError(f"{puzzle.name}: its program knows no symmetries, use asp")
        profile = choose(puzzle.profiles, "", "all")
        classes = replace(
            job,
            engine=BASELINE,
            program=program_of(puzzle, BASELINE, profile[1], ALL),
            constants={**job.constants, **puzzle.symmetries.kinds[ALL]},
            symmetry=ALL,
            task="all",
            profile=profile,
        )
        self._puzzle, self._instance = puzzle, job.instance
        self._symmetries = puzzle.symmetries
        self._classes = options.start(classes, options)
        super().__init__(options.timeout, options.clock, str(job.engine))

    def _answers(self) -> Generator[Symbols]:
        raise MisfitError("orbits counts and does not list")

    def _count(self, _each: Each | None) -> None:
        search, puzzle, board = self._classes, self._puzzle, self._instance
        classes, distinct = 0, Distinct()
        search.timeout = self._deadline.left()
        try:
            for symbols in search:
                answer: Answer[Any, Any, Any] = Answer.read(puzzle, board, symbols)
                for image in self._symmetries.orbit(board, answer.solution):
                    if broken := puzzle.verify(board, image):
                        place = f"{puzzle.name} {board.name}"
                        words = f"an answer or its image breaks a rule. {' '.join(broken)}"
                        raise VerificationError(f"{place}: {words} Please report this.", place)
                    if not distinct.add(hash(image)):
                        raise RepeatedAnswerError(f"{self.engine} finds an answer in two classes")
                    self._found += 1
                classes += 1
                if self._late():
                    break
        finally:
            reason = self.report.reason or search.reason
            said = f"counted by {counted(classes, 'class')} and their images"
            remarks = [*search.remarks, said]
            self.report = replace(search.report, engine=self.engine, reason=reason, remarks=remarks)

    def stop(self, reason: str) -> None:
        super().stop(reason)
        self._classes.stop(reason)

    @property
    def phase(self) -> str:
        return self._classes.phase


def start(job: Job, options: RunOptions) -> OrbitSearch:
    """The count of a job by classes; MisfitError for a list, a limit or classes alone."""
    if job.task != "count" or job.limit:
        raise MisfitError("orbits counts all answers and does not list")
    if job.symmetry:
        raise MisfitError("orbits counts all answers, not classes; use asp")
    return OrbitSearch(job, options)
