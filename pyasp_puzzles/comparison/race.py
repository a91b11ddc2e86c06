"""Carrying out a plan: rounds of runs, in turn, so that a disturbance hits all engines alike."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

from pyasp_puzzles.comparison.agreement import AnswerFile, Found, check
from pyasp_puzzles.comparison.comparison import Comparison
from pyasp_puzzles.comparison.plan import Case, Plan
from pyasp_puzzles.comparison.run import Ending, Run, measure
from pyasp_puzzles.engines.names import Engine
from pyasp_puzzles.work.waiting import Now, saying, timed

_WARM_UP = 2.0
"""The limit of a warm-up run, in CPU seconds."""


class Watcher:
    """Is called while a comparison runs; a subclass overrides the methods."""

    def starting(self, case: str, engine: Engine, repeat: int) -> None:
        """A run begins; ``repeat`` is 0 for the warm-up."""

    def finished(self, run: Run) -> None:
        """A counted run has ended."""


class _Saying(Watcher):
    """Says which run goes on, and calls another watcher."""

    def __init__(self, watcher: Watcher, now: Now) -> None:
        self._watcher, self._now = watcher, now

    def starting(self, case: str, engine: Engine, repeat: int) -> None:
        self._now.tell(f"{case}, {engine}, {f'round {repeat}' if repeat else 'warm-up'}")
        self._watcher.starting(case, engine, repeat)

    def finished(self, run: Run) -> None:
        self._watcher.finished(run)


def race(plan: Plan, watcher: Watcher | None = None) -> Comparison:
    """Run a plan, then compare the answers.

    Each case is run round after round, in each round engine after engine.  One run of each engine
    before that warms the machine up and is not counted.  An engine that hits a limit on a case is
    not run there again.  Ctrl-C keeps what was measured.
    """
    comparison = Comparison(plan)
    now = Now("starting")
    watching = _Saying(watcher or Watcher(), now)
    try:
        with saying(timed(plan.task, now)), tempfile.TemporaryDirectory() as folder:
            _warm_up(plan, Path(folder), watching)
            for case in plan.cases:
                _race_on(case, comparison, Path(folder), watching)
    except KeyboardInterrupt:
        comparison.interrupted = True
    return comparison


def _warm_up(plan: Plan, folder: Path, watcher: Watcher) -> None:
    case, (_, seed) = plan.cases[0], plan.rounds()[0]
    brief = replace(plan.limits, seconds=min(_WARM_UP, plan.limits.seconds))
    for engine in plan.engines:
        watcher.starting(case.name, engine, 0)
        measure(plan.job(case, engine, seed), case.name, 0, brief, folder / "warm-up")


def _race_on(case: Case, comparison: Comparison, folder: Path, watcher: Watcher) -> None:
    """All rounds on one case; after an interruption the finished runs are still compared."""
    plan = comparison.plan
    found: list[Found] = []
    given_up: set[Engine] = set()
    try:
        for repeat, seed in plan.rounds():
            for place, engine in enumerate(plan.engines):
                if engine in given_up:
                    continue
                watcher.starting(case.name, engine, repeat)
                path = folder / f"{place}-{repeat}"
                run = measure(plan.job(case, engine, seed), case.name, repeat, plan.limits, path)
                comparison.runs.append(run)
                watcher.finished(run)
                if run.ending is not Ending.DONE:
                    given_up.add(engine)
                _keep(Found(run, AnswerFile(path)), found)
    finally:
        comparison.disagreements += check(case, plan.task, found)
        for each in found:
            each.file.delete()


def _keep(new: Found, found: list[Found]) -> None:
    """Keep the answers of a run, unless an earlier run of the same engine found the same."""
    for each in found:
        same = (each.run.engine, each.run.ending) == (new.run.engine, new.run.ending)
        if same and _alike(each, new):
            new.file.delete()
            return
    found.append(new)


def _alike(one: Found, other: Found) -> bool:
    """Whether two runs found the same; of counts only the numbers, their files are empty."""
    return one.run.answers == other.run.answers and one.file.digest == other.file.digest
