"""Lines that say how far a search, a count or a file has come."""

from __future__ import annotations

import os
import stat
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from typing import TYPE_CHECKING, Protocol, TypeVar

from pyasp_puzzles.core.errors import counted
from pyasp_puzzles.work.deadline import Stoppable
from pyasp_puzzles.work.waiting import LOOKS, StatusLine, TerminalScreen, shortened, timed

if TYPE_CHECKING:
    from rich.console import Console

    from pyasp_puzzles.counts.estimation.estimating import EstimateBeside
    from pyasp_puzzles.counts.progress import Progress

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

EVERY = 60.0  # seconds between two lines on a count in cubes, where they go to a file
CLOSED = "closed pipe"
"""The reason of a search that ended since nobody reads its output."""


ANSWERS = partial(counted, noun="answer")
"""A number of answers in words."""


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


class Watchable(Iterator[T_co], Protocol[T_co]):
    """A search that finds one thing after the other: what it does now, how many it has found."""

    @property
    def phase(self) -> str: ...
    @property
    def found(self) -> int: ...


@contextmanager
def watched(
    to: Console, name: str, answers: Watchable[T], so_far: Callable[[int], str] = ANSWERS
) -> Iterator[Iterator[T]]:
    """The answers; on a terminal a line about the search for the next one: phase, what is found.

    The line is erased before an answer, but stays if the answers go to a file.  If they go to
    another program, which may draw on the same terminal (``| less``), there is no line after the
    first answer.
    """
    if not to.is_terminal:
        yield answers
        return

    def found() -> str:
        return so_far(answers.found) if answers.found else ""

    with StatusLine(TerminalScreen(to), timed(name, lambda: answers.phase, found=found)) as line:
        yield _awaited(answers, line)


def _awaited(answers: Watchable[T], line: StatusLine) -> Iterator[T]:
    kind = _kind_of_output()
    to_pipe, to_file = stat.S_ISFIFO(kind), stat.S_ISREG(kind)
    while True:
        if not (to_pipe and answers.found):
            line.wait()
        answer = None
        try:
            answer = next(answers, None)
        finally:
            if answer is None or not to_file:
                line.erase()
        if answer is None:
            return
        yield answer


def _kind_of_output() -> int:
    """The mode of standard output, which says whether it is a pipe or a file; 0 if neither."""
    try:
        return os.fstat(sys.stdout.fileno()).st_mode
    except (OSError, ValueError):  # closed, or not a file of the system
        return 0


@contextmanager
def counting(
    to: Console, name: str, beside: EstimateBeside | None = None
) -> Iterator[Callable[[Progress], None]]:
    """Show how far a count is: in one line on a terminal, elsewhere in a line now and then.

    The line has the share that is done, where something beside it makes an estimate.
    """
    if to.is_terminal:
        start = time.monotonic()

        def words(progress: Progress) -> str:
            estimate, spent = beside and beside.found, time.monotonic() - start
            share = f", {estimate.share(progress.nodes, spent)}" if estimate else ""
            return f"{progress}{share}"

        with spinner(to, name, "grounding") as told, beside or nullcontext():
            yield lambda progress: told(words(progress))
        return
    printed = time.monotonic()

    def print_progress(progress: Progress) -> None:
        nonlocal printed
        if progress.cubes and time.monotonic() >= printed + EVERY:
            printed = time.monotonic()
            to.print(f"{name}: {progress}", highlight=False, markup=False)

    yield print_progress


@contextmanager
def spinner(to: Console, name: str, doing: str) -> Iterator[Callable[[object], None]]:
    """Show on a terminal a line that says what is done for a board; the function changes it."""
    if not to.is_terminal:
        yield lambda _doing: None
        return
    from rich.text import Text

    def text(words: object) -> Text:
        return Text(f"{shortened(name)}: {words}")

    with to.status(text(doing)) as status:
        yield lambda words: status.update(text(words))
