"""The grade of a board: a score from its figures, and the ranges of the score."""

from __future__ import annotations

from dataclasses import dataclass
from math import log2

GRADES = (("easy", 14.5), ("medium", 18.0), ("hard", 22.0), ("very hard", float("inf")))
"""Each grade with the score from which on the next one begins (docs/difficulty.md says why)."""


@dataclass(frozen=True)
class Grade:
    """A grade, the score from which it comes, and the rule in words."""

    name: str
    score: float
    why: str


def grade(size: int, extra: int, decisions: int) -> Grade:
    """The grade of a board.

    Args:
        size: number of shown atoms in an answer.
        extra: the sum of the prices of all reasons, each minus one.
        decisions: of a search for an answer.
    """
    parts = {
        f"3 log2(1 + {size} atoms)": 3 * log2(1 + size),
        f"log2(1 + {decisions} decisions)": log2(1 + decisions),
        f"log2(1 + {extra} further clues) / 4": log2(1 + extra) / 4,
    }
    score = round(sum(parts.values()), 1)
    name = next(name for name, most in GRADES if score < most)
    ranges = ", ".join(f"{name} below {most:g}" for name, most in GRADES[:-1])
    rule = f"score {score:g} = {' + '.join(parts)}; {ranges}, else {GRADES[-1][0]}"
    return Grade(name, score, rule)
