"""How hard a board is to be: a grade or a range of difficulties; how far a board is from that."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from pyasp_puzzles.boards.generator import ENDLESS
from pyasp_puzzles.boards.puzzle import Puzzle
from pyasp_puzzles.core.errors import GaveUpError, ParameterError, did_you_mean
from pyasp_puzzles.explanation.explaining import explain
from pyasp_puzzles.explanation.rating import rated
from pyasp_puzzles.work.deadline import Deadline

SECONDS = 120.0
"""For each board that is to be as hard as wanted, where the user gives no limit."""


class NotAsWantedError(GaveUpError):
    """No board is as hard as wanted.

    Attributes:
        board: the nearest one, unique and proved.
    """

    def __init__(self, message: str, board: Any) -> None:
        self.board = board
        super().__init__(message)


@dataclass(frozen=True)
class Judgement:
    """How a board compares with what is wanted.

    Attributes:
        words: what it is: "hard", "difficulty 4".
        harder: positive: it is too hard; negative: too easy; 0: it is as wanted.
    """

    words: str
    harder: int


@dataclass(frozen=True)
class Wanted:
    """How hard a board is to be.

    Attributes:
        puzzle: which grades it has, is in its calibration.
        difficulty: a grade of the puzzle, a number or a range such as "2..4", "2.." or "..4";
            empty: any.

    Raises:
        ParameterError: it is none of these; the message says what is possible.
    """

    puzzle: Puzzle[Any, Any]
    difficulty: str | int = ""

    def __post_init__(self) -> None:
        if self.difficulty != "" and self.difficulty not in self.grades and not self._numbers():
            words = f"{', '.join(self.grades)}, " if self.grades else ""
            why = "" if words else "; the puzzle is not calibrated, so it has no easy or hard"
            hint = did_you_mean(str(self.difficulty), self.grades)
            numbers = "a number of clues for the hardest step, such as 1 or 2..4"
            expected = f"{words}{'or ' if words else ''}{numbers}{why}{hint}"
            raise ParameterError(self.puzzle.name, "difficulty", self.difficulty, expected)

    def __bool__(self) -> bool:
        return self.difficulty != ""

    @property
    def grades(self) -> tuple[str, ...]:
        """The words that the puzzle has."""
        return self.puzzle.calibration.grades if self.puzzle.calibration else ()

    def _numbers(self) -> range:
        """The difficulties of a range; empty: it is none."""
        if isinstance(self.difficulty, bool):
            return range(0)
        found = re.fullmatch(r"(\d*)(\.\.)?(\d*)", str(self.difficulty), re.ASCII)
        if not found or not (found[1] or found[3]) or len(found[1] + found[3]) > 6:
            return range(0)
        least = int(found[1] or 1)
        most = int(found[3] or ENDLESS) if found[2] else least
        return range(least, most + 1) if least >= 1 else range(0)

    def fitting(self, size: int) -> range:
        """The difficulties that are wanted of a board whose answer has so many shown atoms.

        Returns:
            Empty: no board of this size has the grade.
        """
        scale = self.puzzle.calibration
        if scale and self.difficulty in scale.grades:
            return scale.difficulties(str(self.difficulty), size)
        return self._numbers()

    def impossible(self, size: int) -> ParameterError:
        """The error for boards of a size that cannot have the grade."""
        scale = self.puzzle.calibration
        assert scale
        possible = [grade for grade in scale.grades if scale.difficulties(grade, size)]
        expected = f"{' or '.join(possible)}: the answer of such a board has {size} atoms"
        return ParameterError(self.puzzle.name, "difficulty", self.difficulty, expected)

    def judge(self, board: Any, size: int, deadline: Deadline) -> Judgement:
        """Rate a board and compare.

        Args:
            size: number of shown atoms in its answer.

        Raises:
            GaveUpError: the time is up.
            PuzzleError: the program has no words.
        """
        wanted = self.fitting(size)
        deadline.check()
        left = deadline.left()
        timeout = None if left is None else max(0.001, left)
        explanation = explain(board, timeout=timeout, whole=True)
        rating = rated(explanation, most=wanted[-1])
        words = rating.grade if self.difficulty in self.grades else None
        above = rating.difficulty - wanted[-1]
        if above > 0:
            return Judgement(words or f"a step of {rating.difficulty} clues", above)
        deadline.check()
        if not rating.rated:
            return Judgement("not rated within the limits", ENDLESS)
        return Judgement(words or f"difficulty {rating.number()}", min(0, rating.least - wanted[0]))
