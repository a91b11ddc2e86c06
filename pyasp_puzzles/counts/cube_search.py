"""Searches cubes in a worker process, which grounds once: clingo never frees a symbol."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

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
        jobs: one for each engine, in the order in which to try them; the last accepts any program.
        key: equal for equal jobs, different for different ones.
    """

    jobs: tuple[Job, ...]
    key: str


@dataclass(frozen=True)
class CubeResult:
    """The number of answers of one cube, and with a store the answers as bytes.

    The report's "all" includes the grounding, in the first cube of a process.
    """

    answers: int
    report: SearchReport
    encoded: list[bytes] = field(default_factory=list, repr=False)


class _GroundTask(threading.local):
    """The task of each thread, ground: a ground program serves one search at a time."""

    key = ""
    jobs: list[Job]
    search: Any
    codec: AnswerCodec


_ground = _GroundTask()


def search_cube(
    task: CubeTask, cube: Cube, atoms: tuple[str, ...] | None, timeout: float | None
) -> CubeResult:
    """Search a cube in this process; ``atoms`` that an answer can show: encode the answers."""
    deadline = Deadline(timeout)
    if _ground.key != task.key:
        _ground.key, _ground.jobs, _ground.search = task.key, list(task.jobs), None
        _ground.codec = AnswerCodec(())
    if atoms is not None and atoms != _ground.codec.atoms:
        _ground.codec = AnswerCodec(atoms)
    encode, encoded = _ground.codec.encode, list[bytes]()
    while True:
        if _ground.search is None:
            _ground.search = start_search(_ground.jobs[0], keep=True)
        search = _ground.search
        search.within, search.timeout = cube, deadline.left()
        try:
            with stopping.applied_to(search):
                answers = search.count(
                    each=None if atoms is None else lambda symbols: encoded.append(encode(symbols))
                )
            break
        except MisfitError:  # raised before the first answer
            if len(_ground.jobs) == 1:
                raise
            _ground.search = None
            del _ground.jobs[0]
    report = replace(search.report, seconds={**search.seconds, "all": deadline.spent()})
    return CubeResult(answers, report, encoded)
