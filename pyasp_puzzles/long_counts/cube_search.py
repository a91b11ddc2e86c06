"""What a process does for a long count: search one cube after the other.

The program is ground once, and all cubes are searched in it, so that clingo, which never frees its
symbols, has none to add.
"""

from __future__ import annotations

import os
import pickle
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pyasp_puzzles.engines.child import Send, end_with_parent, failures_sent, own_output
from pyasp_puzzles.engines.cube import Cube
from pyasp_puzzles.errors import MisfitError
from pyasp_puzzles.long_counts.store.codec import AnswerCodec

if TYPE_CHECKING:
    from pyasp_puzzles.engines.job import Job

NOTHING = Cube(("nothing_that_is_ever_shown",))
"""A cube without answers: searching it takes a worker as far as the first real one can begin."""


@dataclass(frozen=True)
class Task:
    """What all cubes of a run have in common.

    Attributes:
        jobs: engines in the order in which they are tried; the last one fits every program.
        key: the same for equal jobs.
    """

    jobs: tuple[Job, ...]
    key: str


@dataclass(frozen=True)
class Found:
    """What was found in a cube.

    Attributes:
        answers: their number.
        exhausted: whether these are all; otherwise ``reason`` says why not.
        seconds: that it took.
        engine: who searched.
        words: the answers, where they were asked for.
        messages: warnings of the engine.
    """

    answers: int
    exhausted: bool
    reason: str
    seconds: float
    engine: str
    words: list[bytes] = field(default_factory=list, repr=False)
    messages: list[str] = field(default_factory=list)


def search_cube(
    task: Task, cube: Cube, atoms: tuple[str, ...] | None, timeout: float | None
) -> Found:
    """Search a cube in this process.

    Args:
        task: whose cube it is.
        cube: the part of the search.
        atoms: the alphabet of the words that are wanted; ``None``: just count.
        timeout: seconds of wall clock; ``None``: no limit.

    Raises:
        SolverError: clingo refuses the program.
    """
    kept = getattr(_state, "searcher", None)
    if kept is None or kept.key != task.key:
        kept = _state.searcher = _Searcher(task)
    found: Found = kept.search(cube, atoms, timeout)
    return found


_state = threading.local()
"""What each thread keeps from cube to cube: a ground program serves one search at a time."""


class _Searcher:
    """The ground program of a task."""

    def __init__(self, task: Task) -> None:
        self.key = task.key
        self._jobs = list(task.jobs)
        self._search: Any = None
        self._alphabet = AnswerCodec(())

    def search(self, cube: Cube, atoms: tuple[str, ...] | None, timeout: float | None) -> Found:
        start = time.perf_counter()
        if atoms is not None and atoms != self._alphabet.atoms:
            self._alphabet = AnswerCodec(atoms)
        while True:
            if self._search is None:
                self._search = self._jobs[0].search(keep=True)
            search = self._search
            words: list[bytes] = []
            search.within = cube
            search.timeout = None if timeout is None else timeout - (time.perf_counter() - start)
            _stopping.begin(search)
            try:
                answers = search.count(each=None if atoms is None else self._writer(words))
            except MisfitError:  # before it has found anything
                if len(self._jobs) == 1:
                    raise
                self._search = None
                del self._jobs[0]
                continue
            finally:
                _stopping.end(search)
            seconds = time.perf_counter() - start
            state = (search.exhausted, search.reason, seconds, search.engine)
            return Found(answers, *state, words, list(search.messages))

    def _writer(self, words: list[bytes]) -> Callable[[Iterable[int]], None]:
        """Takes answers down as words."""
        spell, take = self._alphabet.spell, words.append
        return lambda numbers: take(spell(numbers))


class _Stopping:
    """Passes a stop on to the searches that are at work, and to those that begin later."""

    def __init__(self) -> None:
        self._lock, self._reason = threading.Lock(), ""
        self._at_work: list[Any] = []

    def begin(self, search: Any) -> None:
        with self._lock:
            self._at_work.append(search)
            if self._reason:
                search.stop(self._reason)

    def end(self, search: Any) -> None:
        with self._lock:
            self._at_work.remove(search)

    def stop(self, reason: str) -> None:
        with self._lock:
            self._reason = reason
            for search in self._at_work:
                search.stop(reason)


_stopping = _Stopping()


def main() -> None:
    """Do what comes through standard input, and send what comes of it to standard output."""
    send = own_output()
    end_with_parent()
    calls: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(calls, send), daemon=True).start()
    while True:
        function, arguments = calls.get()
        with failures_sent(send, function.__name__):
            send("result", function(*arguments))


def _read(calls: queue.SimpleQueue[Any], send: Send) -> None:
    """Take what the parent sends, and end this process when it is gone."""
    while True:
        try:
            kind, *values = pickle.load(sys.stdin.buffer)
        except (EOFError, pickle.UnpicklingError):  # in the middle of a sentence, perhaps
            os._exit(1)
        except Exception as error:  # a class that only the parent knows, for instance
            send("error", f"the process does not understand what it was sent: {error}")
            os._exit(1)
        if kind == "stop":
            _stopping.stop(*values)
        else:
            calls.put(values)
