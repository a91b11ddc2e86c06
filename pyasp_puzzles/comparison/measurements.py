"""What a comparison found: its runs, a row of medians for each engine and case, scores, files."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from statistics import median

from pyasp_puzzles.boards.registry import puzzle_of
from pyasp_puzzles.comparison.agreement import Disagreement
from pyasp_puzzles.comparison.plan import RacePlan
from pyasp_puzzles.comparison.run import Ending, EngineRun, RunLimits
from pyasp_puzzles.core.errors import counted
from pyasp_puzzles.engines.names import Engine, encoding_of

FLAWED = "†"
"""Marks an encoding with a flaw."""


@dataclass(frozen=True)
class Row:
    """One engine on one case: medians over its counted runs.

    The names of times and figures are those of the columns of
    :data:`pyasp_puzzles.comparison.export.CSV_COLUMNS`.
    """

    case: str
    engine: Engine
    flaw: str  # what is known to be wrong with the encoding
    ending: Ending  # DONE, or how the first run ended that was not; then there are no times
    message: str
    runs: int  # that count
    answers: int  # the most of all runs
    agrees: bool | None  # None: it has not finished, or no other engine has
    seconds: Mapping[str, float]  # medians by phase, and "total"; "wall": of wall clock
    spread: tuple[float, float] | None  # smallest and largest total
    figures: Mapping[str, float]  # medians of what the engine tells of itself
    memory: float  # median peak of resident bytes
    ratio: float | None  # of the total to that of plain ASP on the same case
    limits: RunLimits  # of each run

    @property
    def mark(self) -> str:
        """The mark of the footnote on a flaw."""
        return FLAWED if self.flaw else ""


@dataclass(frozen=True)
class Score:
    """One engine over all cases."""

    engine: Engine
    solved: int  # cases that it finished
    cases: int
    par2: float  # mean CPU seconds, an unfinished case counted as twice the limit


@dataclass(repr=False)
class Measurements:
    """What the runs of a plan found; ``print`` says it in a few words, :meth:`rows` in figures."""

    plan: RacePlan
    runs: list[EngineRun] = field(default_factory=list)  # that count, in order
    disagreements: list[Disagreement] = field(default_factory=list)  # if any, times mean nothing
    interrupted: bool = False  # ended before its end

    def __repr__(self) -> str:
        """For instance ``<Comparison of 2 engines on 1 case, task all: 10 runs>``."""
        plan = self.plan
        what = f"{counted(len(plan.engines), 'engine')} on {counted(len(plan.cases), 'case')}"
        found = [counted(len(self.runs), "run")]
        if self.disagreements:
            found.append(counted(len(self.disagreements), "disagreement"))
        if self.interrupted:
            found.append("interrupted")
        return f"<Comparison of {what}, task {plan.task}: {', '.join(found)}>"

    def rows(self) -> list[Row]:
        """One row for each case and engine that has runs, in the order of the plan."""
        return [row for case in self.plan.cases for row in self._rows_of(case.name)]

    def _rows_of(self, case: str) -> list[Row]:
        runs = {
            engine: [run for run in self.runs if run.case == case and run.engine == engine]
            for engine in self.plan.engines
        }
        rows = [self._row(case, engine, found) for engine, found in runs.items() if found]
        if sum(row.agrees is not None for row in rows) == 1:  # no other engine finished
            rows = [replace(row, agrees=None) if row.agrees else row for row in rows]
        base = next((row for row in rows if row.engine == Engine("asp") and row.seconds), None)
        if base is None:
            return rows
        total = max(base.seconds["total"], 1e-9)
        return [
            replace(row, ratio=row.seconds["total"] / total) if row.seconds else row for row in rows
        ]

    def _row(self, case: str, engine: Engine, runs: Sequence[EngineRun]) -> Row:
        done = [run for run in runs if run.ending is Ending.DONE]
        whole = len(done) == len(runs)
        bad = next((run for run in runs if run.ending is not Ending.DONE), runs[0])
        totals = [run.report.seconds["all"] for run in done]
        wrong = any(d.case == case and engine in d.engines for d in self.disagreements)
        return Row(
            case=case,
            engine=engine,
            flaw=self.flaws.get(engine, ""),
            ending=bad.ending,
            message=bad.message,
            runs=len(runs),
            answers=max(run.answers for run in runs),
            agrees=False if wrong else True if whole else None,
            seconds=_medians(map(_phases, done)) if whole else {},
            spread=(min(totals), max(totals)) if whole else None,
            figures=_medians(run.report.statistics for run in done),
            memory=median(run.memory for run in done) if done else 0.0,
            ratio=None,
            limits=self.plan.limits,
        )

    @cached_property
    def flaws(self) -> dict[Engine, str]:
        """Known flaws of the encodings that take part."""
        instance = self.plan.cases[0].instance if self.plan.cases else None
        if instance is None:
            return {}
        puzzle = puzzle_of(instance).name
        written = [engine for engine in self.plan.engines if not engine.grounds]
        return {engine: encoding_of(engine, puzzle).flaw for engine in written}

    def scores(self) -> list[Score]:
        """Solved counts and PAR2, best first."""
        penalty = 2 * self.plan.limits.seconds
        rows = self.rows()
        scores = []
        for engine in self.plan.engines:
            own = [row for row in rows if row.engine == engine]
            times = [row.seconds["total"] if row.seconds else penalty for row in own]
            if own:
                solved = sum(bool(row.seconds) for row in own)
                scores.append(Score(engine, solved, len(own), sum(times) / len(times)))
        return sorted(scores, key=lambda score: score.par2)


def _phases(run: EngineRun) -> dict[str, float]:
    """The seconds of a run by phase, in the order in which the phases come."""
    seconds: dict[str, float] = dict(run.report.seconds)
    total = seconds.pop("all")
    first: dict[str, float] = {"first": seconds.pop("first")} if "first" in seconds else {}
    return {**seconds, "solve": run.solving, **first, "total": total, "wall": run.wall}


def _medians(figures: Iterable[Mapping[str, float]]) -> dict[str, float]:
    values: dict[str, list[float]] = defaultdict(list)
    for each in figures:
        for name, value in each.items():
            values[name].append(value)
    return {name: median(found) for name, found in values.items()}
