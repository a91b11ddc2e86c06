"""Searches that end when the time is up, however long they would go on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import clingo

from pyasp_puzzles.ground.grounding import WAIT

Late = Callable[[], bool]
"""Says whether the time is up."""


def never() -> bool:
    """There is no time limit."""
    return False


class TimeUpError(Exception):
    """A search was given up, or not begun, as the time is up; no caller outside sees it."""


@contextmanager
def unless_late(
    control: clingo.Control, assumptions: Sequence[int], late: Late
) -> Iterator[clingo.SolveHandle]:
    """A search that has found a model or has ended.

    Raises:
        TimeUpError: the time is up.
    """
    if late is never:
        with control.solve(assumptions=list(assumptions), yield_=True) as handle:
            yield handle
        return
    if late():
        raise TimeUpError
    with control.solve(assumptions=list(assumptions), yield_=True, async_=True) as handle:
        handle.resume()
        while not handle.wait(WAIT):
            if late():
                handle.cancel()
                raise TimeUpError
        yield handle
