"""Lines that say how far a search, a count or a file has come."""

from __future__ import annotations

import os
import stat
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

import click

from pyasp_puzzles.work.deadline import Stoppable
from pyasp_puzzles.work.waiting import LOOKS, erase, heard, silence

if TYPE_CHECKING:
    from pyasp_puzzles.counts.estimation.estimating import EstimateBeside
    from pyasp_puzzles.counts.progress import Progress

T = TypeVar("T")

EVERY = 60.0  # seconds between two lines on a count in cubes, where they go to a file
CLOSED = "closed pipe"
"""The reason of a search that ended since nobody reads its output."""


@contextmanager
def stopped_by_closed_pipe(search: Stoppable) -> Iterator[None]:
    """End a search when the program that reads its output has ended (``| head -1``).

    A search that writes seldom would learn of it late. In the end comes a BrokenPipeError.
    """
    import select

    if not (stat.S_ISFIFO(_kind_of_output()) and hasattr(select, "poll")):
        yield
        return
    output = select.poll()
    output.register(sys.stdout.fileno(), 0)  # no event is asked for: errors are always told
    ended, closed = threading.Event(), threading.Event()

    def watch() -> None:
        while not ended.is_set():
            if output.poll(1000 * LOOKS):
                closed.set()
                search.stop(CLOSED)
                return

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
    if closed.is_set():
        raise BrokenPipeError


def shown(search: Iterable[T]) -> Iterator[T]:
    """What a search finds; the line about it is erased before each, unless that goes to a file.

    If it goes to another program, which may draw on the same terminal (``| less``), there is no
    line after the first one.
    """
    kind, found = _kind_of_output(), iter(search)
    piped = stat.S_ISFIFO(kind)
    for thing in islice(found, int(piped)):
        erase()
        yield thing
    with silence() if piped else nullcontext():
        for thing in found:
            if not stat.S_ISREG(kind):
                erase()
            yield thing


def _kind_of_output() -> int:
    """The mode of standard output, which says whether it is a pipe or a file; 0 if neither."""
    try:
        return os.fstat(sys.stdout.fileno()).st_mode
    except (OSError, ValueError):  # closed, or not a file of the system
        return 0


@contextmanager
def counting(
    busy: AbstractContextManager[Callable[[object], None]],
    name: str,
    beside: EstimateBeside | None = None,
) -> Iterator[Callable[[Progress], None]]:
    """Tell how far a count is: in the line on a terminal, elsewhere in a line now and then.

    The line has the share that is done, where something beside it makes an estimate.
    """
    start = printed = time.monotonic()
    with busy as told, beside or nullcontext():

        def tell(progress: Progress) -> None:
            nonlocal printed
            estimate, now = beside and beside.found, time.monotonic()
            share = f", {estimate.share(progress.nodes, now - start)}" if estimate else ""
            told(f"{progress}{share}")
            if progress.cubes and now >= printed + EVERY and not heard():
                printed = now
                click.echo(f"{name}: {progress}", err=True)

        yield tell
