"""The grade of a board: a score from its figures, and the ranges of the score."""

from __future__ import annotations

from dataclasses import dataclass
from math import log2

GRADES = (("easy", 10.0), ("medium", 13.0), ("hard", 16.0), ("very hard", float("inf")))
"""Each grade with the score from which on the next one begins."""


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
        f"2 log2(1 + {size} atoms)": 2 * log2(1 + size),
        f"log2(1 + {extra} further clues)": log2(1 + extra),
        f"log2(1 + {decisions} decisions)": log2(1 + decisions),
    }
    score = round(sum(parts.values()), 1)
    place = next(place for place, (_, most) in enumerate(GRADES) if score < most)
    name, most = GRADES[place]
    least = GRADES[place - 1][1] if place else 0.0
    sums = " + ".join(parts)
    until = f"from {least:g} to below {most:g}" if most < float("inf") else f"from {least:g}"
    return Grade(name, score, f"score {score:g} = {sums}; {name} is {until}")
