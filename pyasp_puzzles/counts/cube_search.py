"""Searches cubes in a worker process, one after the other.

A process grounds the program once and searches all its cubes in it by assumptions: clingo never
frees a symbol, so grounding again for each cube would fill the memory.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import clingo

from pyasp_puzzles.core.errors import MisfitError
from pyasp_puzzles.counts.store.codec import AnswerCodec
from pyasp_puzzles.engines.process import start_search
from pyasp_puzzles.engines.search import Cube, SearchReport
from pyasp_puzzles.work.deadline import Deadline
from pyasp_puzzles.work.pool import stopping

if TYPE_CHECKING:
    from pyasp_puzzles.engines.job import Job

EMPTY_CUBE = Cube(("nothing_that_is_ever_shown",))
"""A cube without answers: searching it makes a worker ground the program in advance."""


@dataclass(frozen=True)
class CubeTask:
    """What a worker has to know to search any cube of a count.

    Attributes:
        jobs: one job for each engine, in the order in which to try them; the last engine accepts
            every program.
        key: equal for equal jobs, different for different ones.
    """

    jobs: tuple[Job, ...]
    key: str


@dataclass(frozen=True)
class CubeResult:
    """The answers of one cube.

    Attributes:
        answers: number of answers.
        report: of the search; its "all" includes the grounding, in the first cube of a process.
        encoded: the answers as bytes, see :mod:`pyasp_puzzles.counts.store.codec`; empty if
            only the number was wanted.
    """

    answers: int
    report: SearchReport
    encoded: list[bytes] = field(default_factory=list, repr=False)


def search_cube(
    task: CubeTask, cube: Cube, atoms: tuple[str, ...] | None, timeout: float | None
) -> CubeResult:
    """Search a cube in this process."""
    searcher = getattr(_state, "searcher", None)
    if searcher is None or searcher.key != task.key:
        searcher = _state.searcher = _CubeSearcher(task)
    found: CubeResult = searcher.search(cube, atoms, timeout)
    return found


_state = threading.local()
"""The searcher of each thread: a ground program serves one search at a time."""


class _CubeSearcher:
    """Searches the cubes of one task in one ground program."""

    def __init__(self, task: CubeTask) -> None:
        self.key = task.key
        self._jobs = list(task.jobs)
        self._search: Any = None
        self._codec = AnswerCodec(())

    def search(
        self, cube: Cube, atoms: tuple[str, ...] | None, timeout: float | None
    ) -> CubeResult:
        deadline = Deadline(timeout)
        if atoms is not None and atoms != self._codec.atoms:
            self._codec = AnswerCodec(atoms)
        while True:
            if self._search is None:
                self._search = start_search(self._jobs[0], keep=True)
            search = self._search
            encoded: list[bytes] = []
            search.within = cube
            search.timeout = deadline.left()
            try:
                with stopping.applied_to(search):
                    answers = search.count(each=None if atoms is None else self._encoder(encoded))
            except MisfitError:  # raised before the first answer
                if len(self._jobs) == 1:
                    raise
                self._search = None
                del self._jobs[0]
                continue
            report = replace(search.report, seconds={**search.seconds, "all": deadline.spent()})
            return CubeResult(answers, report, encoded)

    def _encoder(self, encoded: list[bytes]) -> Callable[[Iterable[clingo.Symbol]], None]:
        """A function that encodes an answer and appends it to a list."""
        encode, append = self._codec.encode, encoded.append
        return lambda symbols: append(encode(symbols))
