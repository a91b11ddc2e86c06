"""What every search says of its answers: symbols by number, none of them twice, a status."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from operator import attrgetter

import clingo

number: Callable[[clingo.Symbol], int] = attrgetter("_rep")
"""The number of a symbol; within one process equal symbols have equal numbers."""

REMEMBERED = 1 << 20
"""The largest number of answers that :class:`Distinct` remembers by default."""


class Status(Enum):
    """What a search shows, once it has ended."""

    SATISFIABLE = "satisfiable"
    UNSATISFIABLE = "unsatisfiable"
    UNKNOWN = "unknown"


def digest(symbols: Iterable[clingo.Symbol]) -> int:
    """A hash of 64 bits; within one process equal lists of symbols have equal digests."""
    return hash(tuple(map(number, symbols)))


class Distinct:
    """Finds an answer that comes twice, by digests of 64 bits.

    Up to ``most`` answers it finds every repeated one.  Of more it remembers a sample, halved by
    one more bit of the digests when it is too large (adaptive sampling; Flajolet, Computing 43,
    1990).  For a million different answers the probability of a false alarm is 3 in 100 million.

    >>> distinct = Distinct()
    >>> a, b = clingo.Function("a"), clingo.Function("b")
    >>> [distinct.add(digest(answer)) for answer in ([a], [a, b], [b], [a])]
    [True, True, True, False]
    """

    def __init__(self, most: int = REMEMBERED) -> None:
        self._most, self._left_out = most, 0
        self._seen: set[int] = set()

    def add(self, answer: int) -> bool:
        """Remember an answer by its digest; false if it has come before."""
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
