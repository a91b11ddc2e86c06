"""How hard a board is to be: a grade, a largest step, or both; and how far a board is from that."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pyasp_puzzles.errors import ParameterError, did_you_mean
from pyasp_puzzles.explanation.explaining import explain
from pyasp_puzzles.generation.deadline import Deadline
from pyasp_puzzles.rating.grade import GRADES
from pyasp_puzzles.rating.rating import Rating, rate

FINISHED = ("solved", "open")
"""How a derivation ends that was not cut short; a board of one class may have several answers."""
NAMES = tuple(name for name, _ in GRADES)


@dataclass(frozen=True)
class Judgement:
    """How a board compares with what is wanted.

    Attributes:
        words: what it is: "hard", "with a step of 4".
        harder: positive: it is too hard; negative: too easy; 0: it is as wanted.
    """

    words: str
    harder: int


@dataclass(frozen=True)
class Wanted:
    """How hard a board is to be.

    Attributes:
        puzzle: the name of the puzzle, for messages.
        difficulty: one of :data:`NAMES`; empty: any.
        largest_step: no step of the derivation has a dearer reason; 0: any may.

    Raises:
        ParameterError: one of them is not possible.
    """

    puzzle: str
    difficulty: str = ""
    largest_step: int = 0

    def __post_init__(self) -> None:
        if self.difficulty and self.difficulty not in NAMES:
            hint = did_you_mean(str(self.difficulty), NAMES)
            expected = f"{', '.join(NAMES)}{hint}"
            raise ParameterError(self.puzzle, "difficulty", self.difficulty, expected)
        if type(self.largest_step) is not int or self.largest_step < 0:
            expected = "an integer of at least 1, the price of a reason"
            raise ParameterError(self.puzzle, "largest_step", self.largest_step, expected)

    def __bool__(self) -> bool:
        return bool(self.difficulty or self.largest_step)

    def __str__(self) -> str:
        words = [self.difficulty] if self.difficulty else []
        words += [f"steps of at most {self.largest_step}"] if self.largest_step else []
        return ", ".join(words)

    def judge(self, board: Any, deadline: Deadline) -> Judgement:
        """Rate a board and compare.

        Raises:
            GaveUpError: the time is up.
            PuzzleError: the program has no words.
        """
        if self.largest_step:
            steps = explain(board, timeout=deadline.left(), whole=True)
            size = next((step.size for step in steps if step.size > self.largest_step), 0)
            deadline.check()
            if size:
                return Judgement(f"with a step of {size}", 1)
            if steps.status not in FINISHED:
                return Judgement("not explained within the limits", 1)
            if not self.difficulty:
                return Judgement(f"with steps of at most {self.largest_step}", 0)
        rating: Rating[Any] = rate(board, timeout=deadline.left())
        deadline.check()
        if rating.status not in FINISHED:
            return Judgement("not rated within the limits", 1)
        return Judgement(rating.grade, NAMES.index(rating.grade) - NAMES.index(self.difficulty))
