"""Searches covers with installed packages, and decides when our own search hands over to one."""

from __future__ import annotations

import importlib.util
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from pyasp_puzzles.core.errors import MisfitError, ProcessEndedError, SolverError
from pyasp_puzzles.core.optional import need
from pyasp_puzzles.engines.covering.search import Cover, Node, complete, options
from pyasp_puzzles.work.child import working
from pyasp_puzzles.work.parent import Send, next_order

SUCCESSOR = "xcover"
"""The package to which a long search is handed over."""

HAND_OVER = 50_000
"""Nodes of our own search before it hands over: it visits about as many during the import."""

HAND_OVER_COLD = 2_000_000
"""The same if numba has to compile the package first (docs/measured/encodings/exact-cover.md)."""


class Coverer:
    """Searches one cover with one package.

    Raises MisfitError if the package cannot express it, PuzzleError if the package is missing.
    """

    def __init__(self, name: str, cover: Cover) -> None:
        check_fit(name, cover)
        self._groups = [group for group in cover.groups if group.low == 1]
        self._groups += [group for group in cover.groups if group.low == 0]
        self._numpy = need("numpy")
        self._package = need(name)
        self._find = self._by_xcover if name == "xcover" else self._by_exact_cover

    def covers(self, nodes: Iterable[Node]) -> Iterator[int]:
        """The covers below some nodes of a search, as bits."""
        for node in nodes:
            yield from [node[0]] if complete(node) else self._below(node)

    def _below(self, node: Node) -> Iterator[int]:
        chosen, active, left, _ = node
        numbers = list(options(active))
        items: dict[int, list[int]] = {option: [] for option in numbers}
        size = 0
        for group in self._groups:  # those with exactly one come first
            there = group.mask & active
            if there.bit_count() > (0 if group.low else 1):
                for option in options(there):
                    items[option].append(size)
                size += 1
        for found in self._find(list(items.values()), size, len(left)):
            yield chosen | sum(1 << numbers[index] for index in found)

    def _by_xcover(self, rows: list[list[int]], size: int, exact: int) -> Iterable[Iterable[int]]:
        if size == 1:  # the package (0.2.6) fails on a single item
            yield from ([number] for number in range(len(rows)))
            return
        np = self._numpy
        ends = np.cumsum([0, *map(len, rows)], dtype=np.uint32)
        cells = np.array([item for row in rows for item in row], dtype=np.uint32)
        colours = np.zeros(len(cells), dtype=np.uint32)
        found: Any = self._package.algorithm_c(cells, ends, colours, size, size - exact)
        yield from found

    def _by_exact_cover(
        self, rows: list[list[int]], size: int, exact: int
    ) -> Iterable[Iterable[int]]:
        """Add an extra row for each group that may stay empty.

        The last two rows work around an error of the package (1.5.0), which loses a solution that
        needs all rows: one fills two extra columns, the other could only fill one of them.
        """
        whole = [*rows, *([item] for item in range(exact, size)), [size, size + 1], [size]]
        matrix = self._numpy.zeros((len(whole), size + 2), dtype=bool)
        for number, row in enumerate(whole):
            matrix[number, row] = True
        try:
            found = self._package.get_all_solutions(matrix)
        except self._package.error.NoSolution:
            return
        for solution in found:
            yield [int(index) for index in solution if index < len(rows)]


def check_fit(name: str, cover: Cover) -> None:
    """Refuse a cover that the packages cannot express."""
    needed = 0
    for group in cover.groups:
        needed |= group.mask if group.low else 0
        if group.high > 1:
            raise MisfitError(
                f"{name} knows groups with at most one, found one with {group.low} to {group.high}"
            )
    free = cover.size - needed.bit_count()
    if free:
        raise MisfitError(
            f"{name} knows no free choices, found {free} in no group of which one is needed"
        )


def hand_over_after(cover: Cover) -> int | None:
    """After how many nodes our own search hands a cover over to ``SUCCESSOR``; ``None``: never."""
    if importlib.util.find_spec(SUCCESSOR) is None:
        return None
    try:
        check_fit(SUCCESSOR, cover)
    except MisfitError:
        return None
    return HAND_OVER if compiled() else HAND_OVER_COLD


def compiled() -> bool:
    """Whether numba has stored compiled code, in its own folder or beside the package."""
    own, found = os.environ.get("NUMBA_CACHE_DIR"), importlib.util.find_spec(SUCCESSOR)
    beside = Path(found.origin).parent / "__pycache__" if found and found.origin else None
    folders = Path(own).glob("*") if own else [beside] if beside else []
    return any(next(f.glob("dancing_cells.algorithm_c-*.nbi"), None) for f in folders)


_EVERY = 0.1
"""Seconds between two messages with covers."""

_BATCH = 1000
"""The most covers in one message."""


class CoverProcess:
    """Searches one cover with a package; the process stays for further calls."""

    def __init__(self, name: str, cover: Cover) -> None:
        self._name, self._child = name, working(_serve, name, cover, who=name)
        self.ended = False

    def covers(self, nodes: Sequence[Node], late: Callable[[], bool]) -> Iterator[int]:
        """The covers below some nodes, as bits."""
        through = False
        try:
            self._child.send(list(nodes))
            for kind, *values in self._child.messages(late):
                if kind == "covers":
                    yield from values[0]
                elif kind == "end":
                    through = True
                    return
                elif values:
                    words = str(values[0]).strip().splitlines()[-1]
                    raise SolverError(f"{self._name}: {words}")
                else:
                    who = f"{self._name}: its process"
                    raise ProcessEndedError(who, self._child.exit_reason())
        finally:
            if not through:
                self.end()

    def end(self) -> None:
        """End the process."""
        if not self.ended:
            self.ended = True
            self._child.end()


def _serve(send: Send, name: str, cover: Cover) -> None:
    """Send the covers below the nodes of each order."""
    coverer = Coverer(name, cover)
    while (nodes := next_order()) is not None:
        _send_covers(coverer.covers(nodes), send)


def _send_covers(covers: Iterator[int], send: Send) -> None:
    batch: list[int] = []
    sent = time.monotonic()
    for chosen in covers:
        batch.append(chosen)
        if len(batch) == _BATCH or time.monotonic() - sent > _EVERY:
            send("covers", batch)
            batch, sent = [], time.monotonic()
    send("covers", batch)
    send("end")
