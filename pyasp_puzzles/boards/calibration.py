"""Words for difficulties: how a puzzle with published levels declares what is easy and hard.

A puzzle without such a declaration has no words: its boards have a difficulty, which is a number.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Calibration:
    """Grades that were fitted to published levels.

    A board has a point for each atom of its answer and one for each further clue of the hardest
    step.  So a further clue on a board never gives it a harder grade.

    Attributes:
        grades: the words, the easiest first.
        bounds: the points from which the second word holds, the third, and so on.
        source: of the levels, for people.
        most: a difficulty above this one counts as this one.
    """

    grades: tuple[str, ...]
    bounds: tuple[int, ...]
    source: str
    most: int = 4

    def points(self, size: int, difficulty: int) -> int:
        """The points of a board whose answer has so many atoms."""
        return size + min(max(difficulty, 1), self.most) - 1

    def grade(self, size: int, difficulty: int) -> str:
        """The word for a board."""
        points = self.points(size, difficulty)
        return self.grades[sum(points >= bound for bound in self.bounds)]

    def difficulties(self, grade: str, size: int) -> range:
        """The difficulties that give this word; empty: a board of this size cannot have it."""
        fit = [d for d in range(1, self.most + 1) if self.grade(size, d) == grade]
        if not fit:
            return range(0)
        return range(fit[0], fit[-1] + 1 if fit[-1] < self.most else ENDLESS)

    @property
    def rule(self) -> str:
        """The bounds in words."""
        below = zip(self.grades, self.bounds, strict=False)
        return ", ".join(f"{word} below {bound}" for word, bound in below)


ENDLESS = 1_000_000
"""More than any difficulty."""
