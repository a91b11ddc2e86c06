"""What the study has measured: a file of JSON lines that each run extends.

Each line is an object of one kind, under its name: ``setting`` (machine, versions, date, with an
``id``), ``run`` (one engine on one board) or ``estimate``; runs and estimates name their setting.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from pyasp_puzzles.boards.formats.outputs import append_text
from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.puzzles.eternity.study.families import parse_name

ENGINES = ("scan", "asp", "sat", "cpsat")
"""The engines that are measured if the user names none, in the order of the tables."""

DONE, CAPPED = "done", "time limit"
"""The endings of a run that say something of its time; others are failures."""


@dataclass(frozen=True)
class Run:
    """One engine on one board.

    Attributes:
        board: its name, see :mod:`.families`.
        task: "first" answer, or "count" all, one of each class under rotation.
        engine: its name as the user gave it.
        cap: CPU seconds that it could take.
        ending: :data:`DONE`, :data:`CAPPED`, or what else happened.
        seconds: CPU seconds with grounding or building, without compilation; until the cap if it
            reached that.
        answers: found until then.
        setting: number of the setting.
    """

    board: str
    task: str
    engine: str
    cap: float
    ending: str
    seconds: float
    answers: int
    setting: int

    @property
    def done(self) -> bool:
        """Whether the task was finished."""
        return self.ending == DONE


@dataclass(frozen=True)
class Estimate:
    """How long an engine would take to count all answers of a board, before it does.

    Attributes:
        board, engine, setting: as in :class:`Run`.
        nodes: of the search, the mean.
        seconds: CPU seconds, the mean.
        least, most: the interval of the seconds.
    """

    board: str
    engine: str
    nodes: float
    seconds: float
    least: float
    most: float
    setting: int


@dataclass
class Records:
    """All that was measured, in memory and in the file.

    Args:
        path: the file; it is made with the first record.

    Raises:
        PuzzleError: a line of the file is not one of ours; two counts of a board contradict.
    """

    path: Path
    settings: list[dict[str, Any]] = field(default_factory=list)
    runs: list[Run] = field(default_factory=list)
    estimates: list[Estimate] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.path.is_file():
            lines = self.path.read_text(encoding="utf-8").splitlines()
            for number, line in enumerate(lines, 1):
                try:
                    self._keep(json.loads(line))
                except (ValueError, TypeError, AttributeError) as error:
                    raise PuzzleError(
                        f"{self.path}, line {number}: found no record of the study ({error})"
                    ) from None

    def _keep(self, line: dict[str, Any]) -> None:
        ((kind, content),) = line.items()
        if kind == "setting":
            self.settings.append(content)
        elif kind == "run":
            self._keep_run(Run(**content))
        elif kind == "estimate":
            parse_name(content["board"])
            self.estimates.append(Estimate(**content))
        else:
            raise ValueError(f"kind {kind!r}")

    def _keep_run(self, run: Run) -> None:
        parse_name(run.board)
        for other in self.runs:
            if (other.task, other.board) == ("count", run.board) == (run.task, other.board):
                _check_counts(run, other)
        self.runs.append(run)

    def add(self, record: Run | Estimate) -> None:
        """Keep a record, and write it at the end of the file."""
        if isinstance(record, Run):
            self._keep_run(record)
        else:
            self.estimates.append(record)
        self._write(type(record).__name__.lower(), asdict(record))

    def setting(self, content: dict[str, Any]) -> int:
        """The number of a setting; a new one is kept."""
        for known in self.settings:
            if {**known, "id": 0} == {**content, "id": 0}:
                return int(known["id"])
        numbered = {"id": len(self.settings) + 1, **content}
        self.settings.append(numbered)
        self._write("setting", numbered)
        return len(self.settings)

    def _write(self, kind: str, content: dict[str, Any]) -> None:
        append_text(str(self.path), json.dumps({kind: content}) + "\n")

    def run_of(self, board: str, task: str, engine: str) -> Run | None:
        """The best run: a finished one, else the one with the highest cap; ``None`` if none is."""
        own = [
            run for run in self.runs if (run.board, run.task, run.engine) == (board, task, engine)
        ]
        return max(own, key=lambda run: (run.done, run.cap), default=None)

    def estimate_of(self, board: str, engine: str) -> Estimate | None:
        """The last estimate of an engine for a board; ``None`` if there is none."""
        own = [each for each in self.estimates if (each.board, each.engine) == (board, engine)]
        return own[-1] if own else None


def _check_counts(one: Run, other: Run) -> None:
    """Refuse two counts of which at least one is wrong.

    Raises:
        PuzzleError: both have finished, with different numbers; or one has found more answers
            until the cap than the other one, which has finished, counts.
    """
    for run, finished in ((one, other), (other, one)):
        wrong = run.answers > finished.answers or (run.done and run.answers != finished.answers)
        if finished.done and wrong:
            least = "" if run.done else "at least "
            raise PuzzleError(
                f"{run.board}: {run.engine} counts {least}{run.answers} answers, "
                f"{finished.engine} {finished.answers}"
            )
