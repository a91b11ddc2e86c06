"""A count with the user's own options of clasp verifies a sample of its answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyasp_puzzles.boards.puzzle import Puzzle
from pyasp_puzzles.boards.registry import find_puzzle
from pyasp_puzzles.core.atoms import signature
from pyasp_puzzles.engines.job import Job
from pyasp_puzzles.engines.results import Answer

if TYPE_CHECKING:
    import clingo


class Sample:
    """Verifies the first 100 answers, every tenth one up to 1,000, every hundredth up to 10,000...

    These are about 90 for each power of ten, so a longer count spends a smaller share of its time.

    Args:
        puzzle, instance: what the count is about.
        partial: the program shows only a part of each answer (the count is ``by`` something); the
            rest is read from atoms that are not shown.
        program: the user's own program, which is to blame for a wrong answer; empty: the puzzle's.
    """

    def __init__(
        self, puzzle: Puzzle[Any, Any], instance: Any, *, partial: bool, program: str = ""
    ) -> None:
        self._puzzle, self._instance, self._program = puzzle, instance, program
        self._hidden = {signature(predicate) for predicate in puzzle.answers} if partial else set()
        self._seen, self._next = 0, 1

    def __call__(self, model: clingo.Model) -> None:
        """Verify an answer if it belongs to the sample.

        Raises:
            VerificationError: it breaks a rule.
            SolverError: it has an atom that is no answer atom of the puzzle.
        """
        self._seen += 1
        if self._seen < self._next:
            return
        self._next += 10 ** max(0, len(str(self._seen)) - 2)
        symbols = set(model.symbols(shown=True))
        if self._hidden:
            atoms = model.symbols(atoms=True)
            symbols.update(a for a in atoms if (a.name, len(a.arguments)) in self._hidden)
        Answer.read(self._puzzle, self._instance, symbols, self._program).verified(self._program)


def sample_of(job: Job) -> Sample:
    """What verifies some of the answers of a job while they are counted."""
    puzzle = find_puzzle(job.puzzle)
    program = str(job.engine) if job.engine.row.own_program else ""
    return Sample(puzzle, job.instance, partial=bool(puzzle.way(job.by)), program=program)
