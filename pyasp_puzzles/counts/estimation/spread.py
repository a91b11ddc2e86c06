"""From several estimates of one number to an interval for it."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

STUDENT = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179)
"""Student's t for 95 % on both sides, from one degree of freedom on."""

NORMAL = 2.0
"""About the same for more degrees of freedom."""

MOST = 1e300
"""A larger number would leave the range of floating point."""


@dataclass(frozen=True)
class Spread:
    """A number that is not known exactly.

    Attributes:
        value: the best estimate.
        low, high: the number is between them, with 95 % confidence.
    """

    value: float
    low: float
    high: float

    @classmethod
    def exact(cls, value: float) -> Spread:
        """A number that is known."""
        return cls(value, value, value)

    @property
    def known(self) -> bool:
        """Whether there is no doubt about it."""
        return self.low == self.high

    def __contains__(self, number: float) -> bool:
        return self.low <= number <= self.high


def spread(estimates: Sequence[float], least: float = 0.0) -> Spread | None:
    """The mean of independent, unbiased estimates, and an interval for the true number.

    Products of random factors are about log-normal: most estimates are too small and a few far too
    large, so an interval from the mean and its deviation ends too early.  This one is made in
    logarithms.  The mean of a log-normal number is ``exp(m + s²/2)``, with ``m`` and ``s`` the mean
    and the deviation of its logarithm, and ``m + s²/2`` is estimated with the variance ``s²/n +
    s⁴/2(n-1)`` (D. R. Cox's method: C. E. Land, "An evaluation of approximate confidence interval
    estimation methods for lognormal means", Technometrics 14, 1972), here with Student's t.

    Args:
        estimates: at least two.
        least: the number is known to be at least this.

    Returns:
        The value and the interval; ``None``: an estimate is 0, or there are too few.
    """
    number = len(estimates)
    if number < 2 or min(estimates) <= 0.0:
        return None
    logs = [math.log(estimate) for estimate in estimates]
    middle, variance = statistics.fmean(logs), statistics.variance(logs)
    error = math.sqrt(variance / number + variance * variance / (2 * (number - 1)))
    width = (STUDENT[number - 2] if number - 2 < len(STUDENT) else NORMAL) * error
    centre = middle + variance / 2
    mean = math.fsum(estimate / number for estimate in estimates)
    low = max(least, min(mean, _exp(centre - width)))
    high = max(low, mean, _exp(centre + width))
    return Spread(min(max(mean, low), high), low, high)


def _exp(logarithm: float) -> float:
    return math.exp(min(logarithm, math.log(MOST)))
