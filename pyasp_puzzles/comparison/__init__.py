"""Engines compared fairly: the same cases, processes with limits, agreement before times.

>>> import pyasp_puzzles as pp
>>> board = pp.load("packing", "slothouber_graatsma")
>>> found = pp.compare([board], ["asp", "asp:crafty"], task="all", repeat=1)
>>> [(str(row.engine), row.answers, row.agrees) for row in found.rows()]
[('asp', 8, True), ('asp:crafty', 8, True)]
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from pyasp_puzzles.boards.puzzle import Task
from pyasp_puzzles.comparison.agreement import AnswerFile, Disagreement, RunAnswers, check
from pyasp_puzzles.comparison.comparison import Comparison
from pyasp_puzzles.comparison.measurements import Row, Score
from pyasp_puzzles.comparison.plan import Case, Conditions, RacePlan, Watcher, make_plan
from pyasp_puzzles.comparison.run import Ending, EngineRun, RunLimits, measure
from pyasp_puzzles.core.errors import PuzzleError, shorten
from pyasp_puzzles.engines.names import Engine
from pyasp_puzzles.work.waiting import Now, saying, timed

__all__ = [
    "Case",
    "Comparison",
    "Conditions",
    "Disagreement",
    "Ending",
    "EngineRun",
    "RacePlan",
    "Row",
    "RunLimits",
    "Score",
    "Watcher",
    "compare",
    "compare_program",
    "make_plan",
    "race",
]


def compare(
    instances: Iterable[Any],
    engines: Sequence[str] = (),
    *,
    solver: str = "",
    task: str = "first",
    repeat: int = 5,
    timeout: float = 60.0,
    memory: int = 4 << 30,
    seeds: Sequence[int] = (),
    threads: int = 1,
    symmetry: bool | str = False,
    by: str = "",
    watcher: Watcher | None = None,
) -> Comparison:
    """Compare engines on instances of one puzzle.

    Args:
        instances: as :func:`pyasp_puzzles.load` gives them.
        engines: names as in :mod:`pyasp_puzzles.engines.names`; none: a choice of them.
        solver: the SAT solver, where an engine needs one and does not name it.
        task: "first" answer, "all" of them, the proof that there is none ("unsat"), or their
            number ("count").
        repeat: rounds that count.
        timeout: CPU seconds of a run.
        memory: bytes of address space of a run.
        seeds: shuffle the searches; several: rounds with each.
        threads: of each engine that can use several.
        symmetry: one answer of each class, as in :func:`pyasp_puzzles.solve`.
        by: what is an answer, as :func:`pyasp_puzzles.count` has it.
        watcher: its methods are called when a run starts and when it ends.

    Raises:
        PuzzleError: an argument is out of range, or the puzzle does not have an engine.
    """
    if not isinstance(instances, Iterable):
        raise PuzzleError(f"instances: found {shorten(instances)}, expected a list of them")
    conditions = Conditions(
        task=cast("Task", task),  # which Conditions checks
        repeat=repeat,
        timeout=timeout,
        memory=memory,
        seeds=seeds,
        threads=threads,
        symmetry=symmetry,
        by=by,
    )
    cases = [Case(instance.name, instance) for instance in instances]
    return race(make_plan(cases, engines, conditions, solver=solver), watcher)


def compare_program(
    files: Sequence[Path],
    engines: Sequence[str] = (),
    *,
    constants: Mapping[str, str] | None = None,
    solver: str = "",
    task: str = "first",
    repeat: int = 5,
    timeout: float = 60.0,
    memory: int = 4 << 30,
    seeds: Sequence[int] = (),
    threads: int = 1,
    watcher: Watcher | None = None,
) -> Comparison:
    """Compare engines on an ASP program and its own translation.

    Args:
        files: the program; together they are one case.
        constants: values for its ``#const`` statements.
        engines, solver, task, repeat, timeout, memory, seeds, threads, watcher: as in
            :func:`compare`.

    Raises:
        PuzzleError: an argument is out of range, or an engine needs a puzzle.
    """
    name = " ".join(file.name for file in files)
    case = Case(name, program=tuple(files), constants=constants or {})
    conditions = Conditions(
        task=cast("Task", task),  # which Conditions checks
        repeat=repeat,
        timeout=timeout,
        memory=memory,
        seeds=seeds,
        threads=threads,
    )
    return race(make_plan([case], engines, conditions, solver=solver), watcher)


_WARM_UP = 2.0
"""The limit of a warm-up run, in CPU seconds."""


class _Saying(Watcher):
    """Says which run goes on, and calls another watcher."""

    def __init__(self, watcher: Watcher, now: Now) -> None:
        self._watcher, self._now = watcher, now

    def starting(self, case: str, engine: Engine, repeat: int) -> None:
        self._now.tell(f"{case}, {engine}, {f'round {repeat}' if repeat else 'warm-up'}")
        self._watcher.starting(case, engine, repeat)

    def finished(self, run: EngineRun) -> None:
        self._watcher.finished(run)


def race(plan: RacePlan, watcher: Watcher | None = None) -> Comparison:
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


def _warm_up(plan: RacePlan, folder: Path, watcher: Watcher) -> None:
    case, (_, seed) = plan.cases[0], plan.rounds()[0]
    brief = replace(plan.limits, seconds=min(_WARM_UP, plan.limits.seconds))
    for engine in plan.engines:
        watcher.starting(case.name, engine, 0)
        measure(plan.job(case, engine, seed), case.name, 0, brief, folder / "warm-up")


def _race_on(case: Case, comparison: Comparison, folder: Path, watcher: Watcher) -> None:
    """All rounds on one case; after an interruption the finished runs are still compared."""
    plan = comparison.plan
    found: list[RunAnswers] = []
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
                _keep(RunAnswers(run, AnswerFile(path)), found)
    finally:
        comparison.disagreements += check(case, plan.task, found)
        for each in found:
            each.file.delete()


def _keep(new: RunAnswers, found: list[RunAnswers]) -> None:
    """Keep the answers of a run, unless an earlier run of the same engine found the same."""
    for each in found:
        same = (each.run.engine, each.run.ending) == (new.run.engine, new.run.ending)
        if same and _alike(each, new):
            new.file.delete()
            return
    found.append(new)


def _alike(one: RunAnswers, other: RunAnswers) -> bool:
    """Whether two runs found the same; of counts only the numbers, their files are empty."""
    return one.run.answers == other.run.answers and one.file.digest == other.file.digest
