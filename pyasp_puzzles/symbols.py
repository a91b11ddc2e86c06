"""Symbols by the numbers under which clingo knows them, and answers that must not repeat."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter

import clingo

number: Callable[[clingo.Symbol], int] = attrgetter("_rep")
"""The number of a symbol: the same for equal ones, in this process."""

REMEMBERED = 1 << 20
"""Answers that are remembered at most."""


def digest(symbols: Iterable[clingo.Symbol]) -> int:
    """64 bits that are the same for the same symbols in the same order, in this process."""
    return hash(tuple(map(number, symbols)))


class Distinct:
    """Notices an answer that comes twice, by a digest of 64 bits.

    Up to ``most`` answers every repeated one is noticed.  Of a longer list a sample is remembered:
    when it has grown too large, it is halved, by one more bit of the digests (adaptive sampling;
    Flajolet, "On adaptive sampling", Computing 43, 1990).  Equal answers have equal digests, so a
    list that repeats many answers is noticed however far apart they are; a single repeated answer
    is noticed if it is in the sample.

    The probability that a list of a million different answers is taken for one that repeats an
    answer is 3 in 100 million.

    Args:
        most: answers that are remembered at most.

    >>> distinct = Distinct()
    >>> a, b = clingo.Function("a"), clingo.Function("b")
    >>> [distinct.add(digest(answer)) for answer in ([a], [a, b], [b], [a])]
    [True, True, True, False]
    """

    def __init__(self, most: int = REMEMBERED) -> None:
        self._most, self._left_out = most, 0
        self._seen: set[int] = set()

    def add(self, answer: int) -> bool:
        """Remember an answer by its digest; false if it is known to have come before."""
        seen = self._seen
        if answer & self._left_out:
            return True
        if answer in seen:
            return False
        seen.add(answer)
        while len(seen) > self._most:
            self._left_out = 2 * self._left_out + 1
            seen = self._seen = {kept for kept in seen if not kept & self._left_out}
        return True
