"""What a count would need: nodes, CPU time, and how sure that is."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import asdict, astuple, dataclass, field
from typing import Any

from pyasp_puzzles.pictures.notebook import Part, Shown, Table


@dataclass(frozen=True)
class Spread:
    """A number that is not known exactly: the best estimate, and bounds with 95 % confidence."""

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


_STUDENT = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179)
"""Student's t for 95 % on both sides, from one degree of freedom on."""

_NORMAL = 2.0
"""About the same for more degrees of freedom."""

_MOST = math.log(1e300)
"""The exponential of a larger number would leave the range of floating point."""


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
    width = (_STUDENT[number - 2] if number - 2 < len(_STUDENT) else _NORMAL) * error
    centre = middle + variance / 2
    mean = math.fsum(estimate / number for estimate in estimates)
    low = max(least, min(mean, math.exp(min(centre - width, _MOST))))
    high = max(low, mean, math.exp(min(centre + width, _MOST)))
    return Spread(min(max(mean, low), high), low, high)


HOPELESS = 100 * 365.25 * 86400
"""A count that needs more CPU seconds than this is hopeless: a hundred years."""


@dataclass(frozen=True, kw_only=True)
class Estimate(Shown):
    """What a count would need.

    Attributes:
        puzzle, instance, engine: names; the full name of the engine that would count.
        nodes, answers: of the whole tree; ``answers`` is ``None`` if a probe met none.
        seconds: CPU time on this machine, without the grounding.
        probes, visited: number of walks down the tree, and of the nodes that they visited.
        width: nodes of each level that a walk kept at most.
        node, note: what a node is; how the count differs from a search of all these nodes, if so.
        remarks: why the engine was chosen and others were not.
    """

    puzzle: str = ""
    instance: str = ""
    engine: str
    nodes: Spread
    seconds: Spread
    answers: Spread | None
    probes: int = 0
    width: int = 0
    visited: int
    node: str
    note: str = ""
    remarks: tuple[str, ...] = field(default=(), compare=False)

    @property
    def exact(self) -> bool:
        """Whether the whole tree was searched, so that nodes and answers are known."""
        return self.nodes.known

    @property
    def method(self) -> str:
        """How it was found, in words."""
        return "searched in full" if self.exact else "stratified random probes"

    @property
    def hopeless(self) -> bool:
        """Whether the count surely needs more than a hundred years of CPU time."""
        return self.seconds.low > HOPELESS

    def as_json(self) -> dict[str, Any]:
        """JSON values; a spread is an object with "value", "low" and "high"."""
        names = (
            *("puzzle", "instance", "engine", "nodes", "seconds", "answers", "exact", "hopeless"),
            *("method", "probes", "width", "visited", "node", "note"),
        )
        values = {name: getattr(self, name) for name in names}
        return {n: asdict(v) if isinstance(v, Spread) else v for n, v in values.items()}

    def notebook_parts(self) -> Iterator[Part]:
        """The estimate in a sentence, and its numbers with their intervals of 95 %."""
        yield f"{self.engine}: {self}"
        known = {"nodes": self.nodes, "seconds": self.seconds, "answers": self.answers}
        rows = ((name, *map("{:,.4g}".format, astuple(v))) for name, v in known.items() if v)
        yield Table(("", "estimate", "at least", "at most"), tuple(rows))

    def __str__(self) -> str:
        if self.hopeless:
            return f"more than 10^{power_below(self.nodes.low)} nodes: hopeless"
        time = duration(self.seconds.value)
        if self.nodes.known:
            return f"{self.nodes.value:,.0f} nodes, {time} (exact: the whole tree was searched)"
        return (
            f"about {large(self.nodes.value)} nodes (between {between(self.nodes)}), "
            f"{time} ({times(self.seconds)})"
        )

    def share(self, nodes: int, seconds: float) -> str:
        """How far a count is that has searched so many nodes (0: not known) and seconds."""
        if self.hopeless:
            return str(self)
        if not nodes or self.note:
            return f"{duration(seconds)} of about {duration(self.seconds.value)}"
        whole = f"about {large(self.nodes.value)} nodes, {duration(self.seconds.value)}"
        percent = 100 * nodes / self.nodes.value
        if percent >= 100:
            return f"past the estimate of {whole}"
        done = f"about {percent:.0f} %" if percent >= 1 else "less than 1 %"
        return f"{done} of {whole}"


_SCALES = ((1e12, "trillion"), (1e9, "billion"), (1e6, "million"))

_POWERS = 1e15
"""From here on numbers are powers of ten."""

_UNITS = (
    (2 * 365.25 * 86400, 365.25 * 86400, "years"),
    (48 * 3600, 86400, "days"),
    (100 * 60, 3600, "hours"),
    (100, 60, "minutes"),
    (0, 1, "s"),
)
"""From how many seconds on a unit is used, its seconds, and its name."""


def large(number: float, digits: int = 2) -> str:
    """A number with few digits.

    >>> [large(number) for number in (0, 7, 262, 21827, 1.42e7, 3.1e12, 2.4e17)]
    ['0', '7', '260', '22,000', '14 million', '3.1 trillion', '2.4 x 10^17']
    """
    head, scale = _scaled(number, digits)
    return f"{head} {scale}" if scale else head


def between(spread: Spread) -> str:
    """An interval; its ends have as many digits as it needs to show that they differ.

    >>> between(Spread(14e6, 12.8e6, 15.1e6)), between(Spread(1e6, 9e5, 1.2e6))
    ('13 and 15 million', '0.9 and 1.2 million')
    >>> between(Spread(14.2e6, 14.11e6, 14.19e6)), between(Spread(9.9e8, 9.5e8, 1.04e9))
    ('14.1 and 14.2 million', '0.95 and 1.04 billion')
    >>> between(Spread(2e5, 1e5, 3e5)), between(Spread(1e6, 1e3, 1e9))
    ('100,000 and 300,000', '1,000 and 1 billion')
    """
    _, scale = _scaled(spread.high, 2)
    size = next((size for size, word in _SCALES if word == scale), 1.0)
    if spread.low < 0.1 * size or not scale:  # in one unit only where both ends are readable in it
        return f"{large(spread.low)} and {large(spread.high)}"
    ends = spread.low / size, spread.high / size
    for digits in (2, 3, 4):
        if all(abs(end - _rounded(end, digits)) <= (ends[1] - ends[0]) / 5 for end in ends):
            break
    return f"{_figures(ends[0], digits)} and {_figures(ends[1], digits)} {scale}"


def _scaled(number: float, digits: int) -> tuple[str, str]:
    if number >= _POWERS:
        power = math.floor(math.log10(number))
        return f"{number / 10**power:.{digits - 1}f} x 10^{power}", ""
    for size, word in _SCALES:
        if _rounded(number, digits) >= size:
            return _figures(number / size, digits), word
    return _figures(number, digits), ""


def _rounded(number: float, digits: int) -> float:
    return float(f"{number:.{digits - 1}e}")


def _figures(number: float, digits: int) -> str:
    number = _rounded(number, digits)
    return f"{number:,.0f}" if number >= 10 ** (digits - 1) else f"{number:.{digits}g}"


def duration(seconds: float) -> str:
    """A time in the unit that people would use.

    >>> [duration(seconds) for seconds in (0.004, 0.6, 42, 200, 8000, 400_000, 3.2e9, 1e17)]
    ['less than 0.1 s', '0.6 s', '42 s', '3.3 minutes', '2.2 hours', '4.6 days', '100 years', \
'3.2 billion years']
    """
    if seconds < 0.05:
        return "less than 0.1 s"
    for least, unit, name in _UNITS:
        if seconds >= least:
            return f"{large(seconds / unit)} {name}" if seconds >= 1 else f"{seconds:.1f} {name}"
    raise AssertionError("no time is negative")


def times(spread: Spread) -> str:
    """An interval of times; the unit stands once where both ends have the same.

    >>> times(Spread(42, 38, 47)), times(Spread(60, 50, 150))
    ('between 38 and 47 s', 'between 50 s and 2.5 minutes')
    >>> times(Spread(0.01, 0.01, 0.02)), times(Spread(42, 42, 42))
    ('less than 0.1 s', '42 s')
    """
    low, high = duration(spread.low), duration(spread.high)
    if low == high:
        return low
    start, _, unit = low.rpartition(" ")
    same = high.rpartition(" ")[2] == unit and not low.startswith("less")
    return f"between {start if same else low} and {high}"


def power_below(number: float) -> int:
    """The largest power of ten that is not larger than a number.

    >>> power_below(3e17), power_below(1000.0)
    (17, 3)
    """
    return math.floor(math.log10(number) + 1e-9)
