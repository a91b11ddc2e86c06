"""A line that says what is going on while somebody waits, in a terminal or a notebook.

Functions say what they do by :func:`said` and :func:`saying`; outside :func:`progress` and the
command line that costs and shows nothing.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import TYPE_CHECKING, Concatenate, ParamSpec, Protocol, Self, TypeVar

from pyasp_puzzles.core.optional import need
from pyasp_puzzles.work.deadline import Stoppable, stopped_by_ctrl_c

if TYPE_CHECKING:
    from rich.console import Console
    from rich.status import Status

PATIENCE = 0.5
"""Seconds of waiting before the line appears."""

LOOKS = 0.1
"""Seconds between two updates of the line."""

P = ParamSpec("P")
R = TypeVar("R")
B = TypeVar("B")

LABEL = 24
"""The most letters of a name before the words."""

Words = Callable[[], str]
"""What is going on, asked again for each update; from another thread."""


class Now:
    """What is done now, in words that a callback changes.

    >>> now = Now("grounding")
    >>> now.tell("searching")
    >>> now()
    'searching'
    """

    def __init__(self, words: object) -> None:
        self._words = words

    def tell(self, words: object) -> None:
        """Change the words; an object becomes words when somebody looks."""
        self._words = words

    def __call__(self) -> str:
        return str(self._words)


class Screen(Protocol):
    """Where a line is shown."""

    def show(self, words: str) -> None:
        """Show these words in place of those before."""

    def erase(self) -> None:
        """Show nothing."""


class TerminalScreen:
    """The last line of a terminal, by default that of standard error, with a sign that turns."""

    def __init__(self, to: Console | None = None) -> None:
        self._to = to
        self._status: Status | None = None

    def show(self, words: str) -> None:
        from rich.console import Console
        from rich.text import Text

        if self._status is None:
            self._to = self._to or Console(stderr=True)
            self._status = self._to.status(Text(words))
            self._status.start()
        else:
            self._status.update(Text(words))

    def erase(self) -> None:
        if self._status:
            self._status.stop()
            self._status = None


class NotebookScreen:
    """An output of the cell that runs, which is empty in the end.

    It is made where the block begins: an output that another thread makes may come in another cell.
    """

    def __init__(self) -> None:
        display = need("IPython.display").display
        self._output = display({"text/plain": ""}, raw=True, display_id=True)
        self._shown = ""

    def show(self, words: str) -> None:
        if words != self._shown:
            self._shown = words
            self._output.update({"text/plain": words}, raw=True)

    def erase(self) -> None:
        self.show("")


class _Speaker:
    """What the searches within a block say, in a line after some time; the outermost one is heard.

    A search that yields one thing after the other speaks until it ends or another one begins. A
    thread checks the time, so what ends soon costs almost nothing.
    """

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._text: Words = str
        self._depth = 0
        self._owner: object = None
        self._lock = threading.Lock()
        self._since: float | None = None
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self.erase()
        self._thread.join()

    def _wait(self) -> None:
        """Begin to wait, unless the wait has begun before."""
        with self._lock:
            if self._since is None:
                self._since = time.monotonic()

    def erase(self) -> None:
        """End the wait and erase the line."""
        with self._lock:
            self._since = None
            self._screen.erase()

    def _watch(self) -> None:
        while not self._ended.wait(LOOKS):
            with self._lock:
                if self._since is not None and time.monotonic() >= self._since + PATIENCE:
                    self._screen.show(self._text())

    def push(self, words: Words) -> None:
        self._depth += 1
        if self._depth == 1:
            self._text = words
            self._wait()

    def pop(self) -> None:
        self._depth -= 1
        self.end(self._owner)

    def say(self, owner: object, words: Words) -> None:
        if not self._depth:
            self._owner, self._text = owner, words
            self._wait()

    def end(self, owner: object) -> None:
        if not self._depth and self._owner is owner:
            self._owner = None
            self.erase()


_SPEAKER: ContextVar[_Speaker | None] = ContextVar("speaker", default=None)


@contextmanager
def progress(screen: Screen | None = None) -> Iterator[None]:
    """Within this block, searches that take long say in one line what they do.

    In a notebook the line stands below the cell, in a terminal it is the last line on standard
    error; elsewhere, unless a ``screen`` is given, nothing is shown. Ctrl-C, or "interrupt" in a
    notebook, ends a search, which keeps what it has found.

    >>> import pyasp_puzzles as pp
    >>> with pp.progress():
    ...     print(pp.count(pp.load("packing", "soma"), symmetry=True))
    240
    """
    shown = screen or _screen()
    if shown is None:
        yield
        return
    with _Speaker(shown) as speaker, _heard_by(speaker):
        yield


def heard() -> bool:
    """Whether somebody sees what is said now."""
    return _SPEAKER.get() is not None


def erase() -> None:
    """Erase the line until something is said again, as something else is to be printed."""
    if speaker := _SPEAKER.get():
        speaker.erase()


def silence() -> AbstractContextManager[None]:
    """Within this block nobody hears what is said."""
    return _heard_by(None)


@contextmanager
def _heard_by(speaker: _Speaker | None) -> Iterator[None]:
    before = _SPEAKER.set(speaker)
    try:
        yield
    finally:
        _SPEAKER.reset(before)


@contextmanager
def saying(words: Words) -> Iterator[None]:
    """Say what is going on for as long as this block runs; it must not yield to a caller."""
    speaker = _SPEAKER.get()
    if speaker is None:
        yield
        return
    speaker.push(words)
    try:
        yield
    finally:
        speaker.pop()


@contextmanager
def said(owner: Stoppable, words: Words) -> Iterator[None]:
    """Say what the search for the next thing does; the end of ``owner`` is the end of the line.

    Between two things the line stays: many that come soon are one long search.  Within
    :func:`progress` the first Ctrl-C stops the owner, which keeps what was found.
    """
    speaker = _SPEAKER.get()
    if speaker is None:
        yield
        return
    speaker.say(owner, words)
    try:
        with stopped_by_ctrl_c(owner):
            yield
    except BaseException:  # StopIteration and Ctrl-C, too
        speaker.end(owner)
        raise


def timed(name: str, words: Words, start: float | None = None, found: Words = lambda: "") -> Words:
    """Words behind a name, with the seconds since ``start`` or now, and what is ``found`` so far.

    >>> timed("soma", lambda: "searching")()
    'soma: searching, 0 s'
    """
    begun = time.monotonic() if start is None else start

    def text() -> str:
        seconds = f"{time.monotonic() - begun:.0f} s"
        return f"{shortened(name)}: {', '.join(filter(None, (words(), seconds, found())))}"

    return text


def shortened(name: str) -> str:
    """The end of a name, of at most :data:`LABEL` letters."""
    return name if len(name) <= LABEL else f"...{name[3 - LABEL :]}"


def says_searching(function: Callable[Concatenate[B, P], R]) -> Callable[Concatenate[B, P], R]:
    """A function that searches on a board, its first argument, and says so within progress()."""

    @wraps(function)
    def search(board: B, /, *args: P.args, **options: P.kwargs) -> R:
        with saying(timed(getattr(board, "name", ""), lambda: "searching")):
            return function(board, *args, **options)

    return search


def _screen() -> Screen | None:
    """The notebook that runs this, or the terminal; ``None``: there is neither."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if hasattr(shell, "kernel"):
        return NotebookScreen()
    return TerminalScreen() if sys.stderr.isatty() else None
