"""The process of a package that finds exact covers, and the way to it.

Such a package holds Python's lock until its next cover, which may be long: in a process of its own
it can be stopped at any time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

from pyasp_puzzles.engines.child import failures_sent, open_parent
from pyasp_puzzles.engines.process import Child
from pyasp_puzzles.errors import SolverError
from pyasp_puzzles.exact_cover.cover import Cover
from pyasp_puzzles.exact_cover.coverers import Coverer
from pyasp_puzzles.exact_cover.search import Node

_EVERY = 0.1
"""Seconds after which the covers found so far are sent."""

_BATCH = 1000
"""The most covers that are sent together."""


def covers_by(
    name: str, cover: Cover, nodes: Sequence[Node], late: Callable[[], bool]
) -> Iterator[int]:
    """The covers below some nodes, as bits, found by a package in a process of its own.

    Args:
        name: of the package, see :class:`Coverer`.
        cover: the problem.
        nodes: of a search for its covers.
        late: whether to end it, asked many times a second.

    Raises:
        SolverError: the package fails or cannot be imported.
    """
    child = Child(f"{__name__}", (name, cover, list(nodes)))
    try:
        while not late():
            message = child.message()
            if message is None:
                continue
            kind, *values = message
            if kind == "covers":
                yield from values[0]
            elif kind == "end":
                return
            else:
                what = values[0] if values else f"its process ended with {child.how()}"
                raise SolverError(f"{name}: {str(what).strip().splitlines()[-1]}")
    finally:
        child.end()


def main() -> None:
    """Read a cover and nodes from standard input, and write the covers to standard output."""
    (name, cover, nodes), send = open_parent()
    with failures_sent(send, name):
        batch: list[int] = []
        sent = time.monotonic()
        for chosen in Coverer(name, cover).covers(nodes):
            batch.append(chosen)
            if len(batch) == _BATCH or time.monotonic() - sent > _EVERY:
                send("covers", batch)
                batch, sent = [], time.monotonic()
        send("covers", batch)
        send("end")
