"""What the command line prints on: consoles, pictures and their files, JSON, lines of progress.

rich is imported where it is used, so that ``--help`` stays fast.
"""

from __future__ import annotations

import json
import os
import shutil
import stat
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.work.deadline import Stoppable
from pyasp_puzzles.work.waiting import LOOKS, erase, heard, silence

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from pyasp_puzzles.counts.estimation.estimating import EstimateBeside
    from pyasp_puzzles.counts.progress import Progress

MOST = 1_000  # picture files that one command writes


def console(stderr: bool = False) -> Console:
    """A console: colours on a terminal unless ``NO_COLOR`` is set, plain text elsewhere."""
    from rich.console import Console

    class PipeConsole(Console):
        """Raises an error for a closed pipe; rich would exit with 1, which means "none" here."""

        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    return PipeConsole(stderr=stderr, soft_wrap=True)


def rows(lines: Iterable[tuple[str, str]]) -> Table:
    """A table of names and figures."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, show_header=False)
    for line in lines:
        table.add_row(*line)
    return table


def echo_over_progress(line: str) -> None:
    """Print a line on standard error; on a terminal in place of a line of progress."""
    progress = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
    click.echo(f"\r\x1b[2K{line}" if progress else line, err=True)


def echo(text: str, *, err: bool = False) -> None:
    """Print lines; a terminal gets long ones wrapped between words, with two blanks before."""
    if (sys.stderr if err else sys.stdout).isatty():
        width = shutil.get_terminal_size().columns
        lines = (wrapped(line, width, "  ") or [""] for line in text.split("\n"))
        text = "\n".join(line for found in lines for line in found)
    click.echo(text, err=err)


def wrapped(text: str, width: int, further: str, first: str = "") -> list[str]:
    """A text in lines that break between words; only a word longer than a line is broken.

    Args:
        first, further: blanks before the first line, and before the other ones.
    """
    wrapper = textwrap.TextWrapper(width, first, further, break_on_hyphens=False)
    return wrapper.wrap(text)


def print_json(value: dict[str, Any]) -> None:
    """Print a JSON object on one line."""
    click.echo(json.dumps(value, ensure_ascii=False))


def say(name: str, sentences: Iterable[str], advice: str = "") -> None:
    """Print sentences behind the name of their board; indented ones belong to the one above.

    The advice, a command that tells more, ends the first sentence.
    """
    for sentence in sentences:
        text = f"{sentence}; {advice}" if advice else sentence
        echo(text if text.startswith(" ") else f"{name}: {text}")
        advice = ""


class PictureFiles:
    """The files of the pictures of one command: the option ``--svg``.

    The first picture goes to the file itself, the next ones to it with a number before its ending,
    which says what is written: ``.svg``, or ``.png``, which needs the extra ``pictures``.
    """

    def __init__(self, path: str) -> None:
        from pyasp_puzzles.boards.formats.outputs import check_writable
        from pyasp_puzzles.core.optional import check_installed

        self.path, self.number = Path(path), 0
        self._raster = self.path.suffix.lower() == ".png"
        if self.path.suffix.lower() not in (".svg", ".png"):
            raise PuzzleError(f"--svg: found {path}, expected a name that ends in .svg or .png")
        if self._raster:
            check_installed("resvg_py")
        self._made = not self.path.exists()
        check_writable(path)

    def add(self, drawn: Any) -> None:
        """Write the picture of a board or a result to the next file; PuzzleError if it cannot."""
        from pyasp_puzzles.boards.formats.outputs import named_errors
        from pyasp_puzzles.boards.shown import svg
        from pyasp_puzzles.pictures.svg.document import png

        self.number += 1
        if self.number > MOST:
            return
        stem = f"{self.path.stem}-{self.number}" if self.number > 1 else self.path.stem
        data = png(svg(drawn, "light")) if self._raster else svg(drawn).encode()
        with named_errors(path := self.path.with_stem(stem)):
            path.write_bytes(data)

    def close(self, failed: bool) -> None:
        """Say if there was no picture, or too many; leave no empty file."""
        if not self.number and self._made:
            self.path.unlink(missing_ok=True)
        if not self.number and not failed:
            click.echo(f"{self.path}: not written, as there was no picture", err=True)
        if self.number > MOST:
            what = f"the first {MOST:,} of {self.number:,} pictures were written"
            click.echo(f"{self.path}: {what}", err=True)


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
