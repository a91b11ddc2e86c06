"""The hand-written encoding of a job, for the engines that need one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pyasp_puzzles.boards.registry import find_puzzle
from pyasp_puzzles.core.errors import MisfitError, PuzzleError
from pyasp_puzzles.engines.job import Job
from pyasp_puzzles.engines.names import encoding_of


def builder(job: Job) -> Callable[[], Any]:
    """What makes the model of a job, with the encoding that its engine means.

    Raises:
        MisfitError: the encoding does not know the symmetry that is asked for.
        PuzzleError: there is no such encoding, or it does not know a constant.
    """
    encoding = encoding_of(job.engine, job.puzzle, job.by)
    refuse_wishes(job, encoding.symmetry)
    return lambda: encoding.build(job.instance, job.symmetry)


def refuse_wishes(job: Job, symmetries: Sequence[str]) -> None:
    """Refuse a symmetry or a constant that an engine does not know.

    Args:
        symmetries: the kinds of symmetry that it knows.

    Raises:
        MisfitError: the symmetry is another one.
        PuzzleError: there is a constant.
    """
    if job.symmetry and job.symmetry not in symmetries:
        known = " and ".join(symmetries)
        knows = f"knows symmetry {known} only" if known else "knows no symmetries"
        raise MisfitError(
            f"{job.puzzle}: engine {job.engine} {knows}; "
            "leave --symmetry out, or use asp or translate"
        )
    way = {} if job.engine.row.ways else find_puzzle(job.puzzle).way(job.by)
    if way:
        names = ", ".join(way)
        raise PuzzleError(
            f"{job.puzzle}: engine {job.engine} does not know the constant {names}; "
            "use asp or translate"
        )
