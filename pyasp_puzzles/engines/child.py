"""The process of :mod:`pyasp_puzzles.engines.process`: runs one search and sends its answers."""

from __future__ import annotations

import time
import warnings
from typing import TYPE_CHECKING

from pyasp_puzzles.core.errors import PuzzleWarning
from pyasp_puzzles.engines.start import start_search
from pyasp_puzzles.work.parent import Send, failures_sent, open_parent

if TYPE_CHECKING:
    import clingo

    from pyasp_puzzles.engines.search import Search


def main() -> None:
    """Read a job from standard input, search, and write the answers to standard output."""
    (job, counting, timeout), send = open_parent()
    warnings.simplefilter("always", PuzzleWarning)
    warnings.showwarning = lambda message, *_place: send("warning", str(message))
    with failures_sent(send, str(job.engine)):
        search = start_search(job, timeout=timeout)
        search.watcher = lambda phase: send("phase", phase)
        if counting:
            send("count", search.count(_Throttle(send)))
        else:
            _list(search, send)
        send("end", search.report)


class _Throttle:
    """Progress, sent a few times a second."""

    def __init__(self, send: Send) -> None:
        self._send, self._next = send, 0.0

    def __call__(self, number: int) -> None:
        now = time.monotonic()
        if now >= self._next:
            self._next = now + 0.1
            self._send("count", number)


def _list(search: Search, send: Send) -> None:
    """Send each answer as numbers of atoms; the text of an atom comes with its first answer."""
    numbers: dict[clingo.Symbol, int] = {}
    for symbols in search:
        new = [symbol for symbol in symbols if symbol not in numbers]
        for symbol in new:
            numbers[symbol] = len(numbers)
        send("answer", [str(symbol) for symbol in new], [numbers[symbol] for symbol in symbols])
