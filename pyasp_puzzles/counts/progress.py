"""The progress of a count, and an estimate of the time that is left."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from pyasp_puzzles.core.errors import counted

LEAST = 4
"""An estimate needs this number of finished cubes."""


@dataclass(frozen=True)
class Progress:
    """The state of a running count.

    Attributes:
        answers: number found so far; in a count in cubes, in the finished cubes.
        done, cubes: number of finished cubes and of all; both 0 in a count without cubes.
        rate: answers per second since this process began.
        left: lower and upper estimate of the seconds left; ``None``: not known.
        nodes: of the search tree so far, in a count without cubes; 0: not known.

    >>> print(Progress(1200, 12, 64, 400.0, (20.0, 75.0)))
    12 of 64 cubes, 1,200 answers, 400/s, est. 20 s to 75 s left
    """

    answers: int
    done: int = 0
    cubes: int = 0
    rate: float = 0.0
    left: tuple[float, float] | None = None
    remark: str = ""
    nodes: int = 0

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
    """Lower and upper estimate of the seconds left; ``None``: fewer than :data:`LEAST` finished.

    Cubes are searched in random order, so the finished ones are a sample of all; a running one
    counts with its time so far (censored lifetimes).  The range is two standard errors to each
    side.

    Args:
        finished, running: seconds of each finished cube, and seconds so far of each running one.
        waiting: number of cubes that have not begun.
        slots: number of cubes that run at the same time.
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
    """A time as text, in a suitable unit.

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
