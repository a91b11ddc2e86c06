"""How far a count is, and an estimate of how long it still takes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from pyasp_puzzles.errors import counted

LEAST = 4
"""Finished cubes before anything is said of those to come."""


@dataclass(frozen=True)
class Progress:
    """What is known of a count while it runs.

    Attributes:
        answers: found so far; in a count in cubes those of the finished cubes.
        done, cubes: finished cubes, and all of them; 0 of 0 in a count in one piece.
        rate: answers per second, of this session.
        left: seconds that it still takes, from and to: an estimate; ``None``: too early to say.
        remark: what else there is to say.

    >>> print(Progress(1200, 12, 64, 400.0, (20.0, 75.0)))
    12 of 64 cubes, 1,200 answers, 400/s, est. 20 s to 75 s left
    """

    answers: int
    done: int = 0
    cubes: int = 0
    rate: float = 0.0
    left: tuple[float, float] | None = None
    remark: str = ""

    def __str__(self) -> str:
        answers = counted(self.answers, "answer")
        if not self.cubes:
            return self.remark or f"{answers} so far"
        parts = [f"{self.done:,} of {counted(self.cubes, 'cube')}", answers]
        if self.rate:
            parts.append(f"{self.rate:,.0f}/s" if self.rate >= 10 else f"{self.rate:.2g}/s")
        if self.left:
            low, high = map(span, self.left)
            parts.append(f"est. {low} left" if low == high else f"est. {low} to {high} left")
        return ", ".join(parts + [self.remark] * bool(self.remark))


def estimate(
    finished: Sequence[float], running: Sequence[float], waiting: int, slots: int
) -> tuple[float, float] | None:
    """From and to how many seconds the rest of a run may take.

    The cubes are searched in a random order, so those that are finished are a sample of all.  Those
    that still run count with the time they have had, as in the estimate of a mean from censored
    lifetimes; the range is twice the standard error of what is predicted for all that are left.
    For cubes as different as they often are it is no more than a hint.

    Args:
        finished: seconds of each finished cube.
        running: seconds that each cube at work has had.
        waiting: cubes that nobody works at.
        slots: cubes that are searched at a time.
    """
    number = len(finished)
    if number < LEAST:
        return None
    mean = (sum(finished) + sum(running)) / number
    rest = waiting + len(running)
    expected = max(0.0, mean * rest - sum(running))
    average = sum(finished) / number
    deviation = math.sqrt(sum((span - average) ** 2 for span in finished) / (number - 1))
    error = 2 * deviation * math.sqrt(rest + rest * rest / number)
    return max(0.0, expected - error) / slots, (expected + error) / slots


def span(seconds: float) -> str:
    """A time in its largest sensible unit.

    >>> [span(seconds) for seconds in (0.2, 75, 200, 8000, 200_000)]
    ['0 s', '75 s', '3 min', '2.2 h', '2.3 days']
    """
    if seconds < 100:
        return f"{seconds:.0f} s"
    if seconds < 100 * 60:
        return f"{seconds / 60:.0f} min"
    if seconds < 48 * 3600:
        return f"{seconds / 3600:.1f} h"
    return f"{seconds / 86400:.1f} days"
