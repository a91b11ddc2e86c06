"""One measured run: an engine on a case, in a process of its own with limits."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from pyasp_puzzles.engines.job import Job
from pyasp_puzzles.engines.names import Engine
from pyasp_puzzles.engines.search import SearchReport
from pyasp_puzzles.work.child import GONE, Child
from pyasp_puzzles.work.deadline import TIME_LIMIT, Closing

ATOM_SEPARATOR = "\x1f"
"""Separates the atoms of an answer in a file: a string in an atom may hold blanks."""

BEFORE = ("facts", "tried", "ground", "recognise", "build", "translate")
"""The phases of a search before it solves."""

_START = 20.0  # seconds of wall clock that a process may take to start


@dataclass(frozen=True)
class RunLimits:
    """Limits of one run."""

    seconds: float  # of CPU time, after the libraries were imported
    memory: int  # bytes of address space
    patience: float = 3.0  # multiples of seconds that it may take on the clock of a busy machine


class Ending(Enum):
    """How a run ended."""

    DONE = "done"
    TIME = "time limit"
    MEMORY = "memory limit"
    MISFIT = "does not fit"
    ERROR = "error"


@dataclass(frozen=True)
class EngineRun:
    """One run of one engine on one case.

    The seconds of its report are CPU seconds, with the phases :data:`BEFORE`; the messages are
    warnings of the translation only.
    """

    case: str  # the name of the instance or program
    engine: Engine
    repeat: int  # number of the round, from 1; 0 for the warm-up, which no figure includes
    seed: int | None
    ending: Ending  # only a run that is DONE has times
    message: str = ""  # what went wrong
    answers: int = 0  # found until then
    report: SearchReport = field(default_factory=SearchReport)
    memory: int = 0  # peak resident bytes of the process, or of a solver that took more
    imported: int = 0  # the same after importing the libraries
    wall: float = 0.0  # seconds of wall clock, start of the process included

    @property
    def solving(self) -> float:
        """CPU seconds of solving: the total without the phases before it."""
        seconds = self.report.seconds
        return max(0.0, seconds["all"] - sum(seconds.get(phase, 0.0) for phase in BEFORE))


class Runner(Closing):
    """Runs jobs in a process, until a ``with`` block ends; a new one follows a run cut short."""

    def __init__(self) -> None:
        self._child: Child | None = None

    def run(self, job: Job, case: str, repeat: int, limits: RunLimits, answers: Path) -> EngineRun:
        """Run a job, which has no facts: the process makes them, and that is measured as well.

        It writes the answers to a file, one a line, atoms sorted by text.
        """
        answers.write_text("", encoding="utf-8")
        start = time.perf_counter()

        def overdue() -> bool:
            return time.perf_counter() - start > limits.patience * limits.seconds + _START

        order = (job, limits, str(answers))
        if self._child is None:
            self._child = Child("pyasp_puzzles.comparison.child", order)
        else:
            self._child.send(order)
        message = next(self._child.messages(overdue), ("late",))
        if message[0] == "measured":
            report = message[1]["report"]
            late = report.reason.startswith(TIME_LIMIT) or report.seconds["all"] > limits.seconds
            ending, words, figures = Ending.TIME if late else Ending.DONE, "", message[1]
        else:
            ending, words = _failure(message, self._child)
            self.close()
            with answers.open(encoding="utf-8") as lines:
                figures = {"answers": sum(line.endswith("\n") for line in lines)}
        wall = time.perf_counter() - start
        return EngineRun(case, job.engine, repeat, job.seed, ending, words, wall=wall, **figures)

    def close(self) -> None:
        """End the process."""
        if self._child:
            self._child.close()
        self._child = None


def _failure(message: tuple[object, ...], child: Child) -> tuple[Ending, str]:
    """How a run ended that was not measured, and what went wrong."""
    kind, *values = message
    gone = message == GONE
    how, words = (child.exit_reason(), child.last_stderr_line()) if gone else ("", "")
    if kind == "late" or how == "SIGXCPU":
        return Ending.TIME, ""
    memory = how in ("SIGABRT", "SIGKILL") or re.search(r"MemoryError|allocate memory", words)
    if kind == "memory" or memory:
        return Ending.MEMORY, ""
    unsaid = f"the process ended with {how}" + (f": {words}" if words else "")
    ending = Ending.MISFIT if kind == "misfit" else Ending.ERROR
    return ending, str(values[0]) if values else unsaid


def measure(job: Job, case: str, repeat: int, limits: RunLimits, answers: Path) -> EngineRun:
    """Run a job in a fresh process; see :meth:`Runner.run`."""
    with Runner() as runner:
        return runner.run(job, case, repeat, limits, answers)
