"""What a process does for a long count: search one cube after the other.

The program is ground once, and all cubes are searched in it, so that clingo, which never frees its
symbols, has none to add.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import clingo

from pyasp_puzzles.engines.cube import Cube
from pyasp_puzzles.engines.start import start_search
from pyasp_puzzles.errors import MisfitError
from pyasp_puzzles.long_counts.store.codec import AnswerCodec
from pyasp_puzzles.processes.calls import stopping

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
                self._search = start_search(self._jobs[0], keep=True)
            search = self._search
            words: list[bytes] = []
            search.within = cube
            search.timeout = None if timeout is None else timeout - (time.perf_counter() - start)
            try:
                with stopping.applied_to(search):
                    answers = search.count(each=None if atoms is None else self._writer(words))
            except MisfitError:  # before it has found anything
                if len(self._jobs) == 1:
                    raise
                self._search = None
                del self._jobs[0]
                continue
            seconds = time.perf_counter() - start
            state = (search.exhausted, search.reason, seconds, search.engine)
            return Found(answers, *state, words, list(search.messages))

    def _writer(self, words: list[bytes]) -> Callable[[Iterable[clingo.Symbol]], None]:
        """Takes answers down as words."""
        word, take = self._alphabet.word, words.append
        return lambda symbols: take(word(symbols))
