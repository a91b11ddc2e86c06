"""How far a board is done: in words, whether it is full, and whether it is right."""

from __future__ import annotations

from dataclasses import dataclass

from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.puzzle import I, Puzzle, S
from pyasp_puzzles.core.atoms import unify
from pyasp_puzzles.core.errors import MOST_BROKEN, PuzzleError


@dataclass(frozen=True)
class Standing:
    """How far a board is done.

    Attributes:
        progress: in words, such as "12 of 45 cells".
        full: whether nothing has to be done any more.
        broken: rules that the full board breaks, in words; none of a board that is not full.
        more: whether more can be done, though nothing has to be: on a board that need not be full.
    """

    progress: str
    full: bool
    broken: tuple[str, ...] = ()
    more: bool = False

    @property
    def right(self) -> bool:
        """Whether the board is an answer."""
        return self.full and not self.broken

    @property
    def solved(self) -> bool:
        """Whether the board is an answer, and no more can be done."""
        return self.right and not self.more

    def __str__(self) -> str:
        if self.solved:
            return f"Solved: {self.progress}."
        if self.right:
            return f"{self.progress}. This is an answer; more may be laid, but nothing has to."
        if self.full:
            return " ".join(("The board is full, but breaks rules.", *self.broken[:MOST_BROKEN]))
        return f"{self.progress}."


def standing(puzzle: Puzzle[I, S], instance: I, partial: Partial) -> Standing:
    """How far a board is done, what is given included.

    Raises:
        PuzzleError: this puzzle is not played by hand.
        AnswerError, SolverError: the partial answer is none of this puzzle.
    """
    form = puzzle.play
    if form is None:
        raise PuzzleError(f"{puzzle.title} is not played by hand.")
    known = whole(puzzle, instance, partial)
    progress = form.progress(instance, partial)
    says = puzzle.partial.whole if puzzle.partial else None
    full = progress.done >= progress.all if says is None else says(instance, known)
    if not full:
        return Standing(str(progress), full)
    solution = puzzle.decode(instance, unify(known.atoms, puzzle.answers))
    broken = tuple(puzzle.verify(instance, solution))
    return Standing(str(progress), full, broken, progress.done < progress.all)


def whole(puzzle: Puzzle[I, S], instance: I, partial: Partial) -> Partial:
    """What lies on the board together with what is given.

    Raises:
        AnswerError: the partial answer says that something given does not hold.
    """
    return partial.together(puzzle.play.given(instance)) if puzzle.play else partial
