"""Numbers, times and intervals in words."""

from __future__ import annotations

import math

from pyasp_puzzles.counts.estimation.spread import Spread

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
    """A rounded number and the word behind it."""
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
