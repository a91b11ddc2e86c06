"""Measuring: one run of an engine on a board after the other, each in a process with a limit."""

from __future__ import annotations

import resource
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

from pyasp_puzzles.boards.puzzle import Task
from pyasp_puzzles.comparison.agreement import AnswerFile, Found, check
from pyasp_puzzles.comparison.plan import Case, Conditions, Plan, make_plan
from pyasp_puzzles.comparison.run import Ending, Limits, measure
from pyasp_puzzles.comparison.setting import machine, versions
from pyasp_puzzles.core.errors import GaveUpError, PuzzleError
from pyasp_puzzles.counts.estimation.estimating import estimate
from pyasp_puzzles.engines.names import parse_engine
from pyasp_puzzles.puzzles.eternity.study.families import Family
from pyasp_puzzles.puzzles.eternity.study.records import CAPPED, Estimate, Records, Run

TASKS = ("first", "count")

_PATIENCE = 30.0
"""The wall clock that a run may take, in multiples of the cap: the machine may be busy."""

_PROBING = 20.0
"""Seconds of wall clock for an estimate."""

_WARM_UP = 10.0
"""CPU seconds of the run of each engine that is not kept; kernels may have to be compiled."""


@dataclass(frozen=True)
class Demand:
    """What is wanted.

    Attributes:
        families: in the order of the measurements; of each size those with more colours first.
        engines: their names.
        tasks: of :data:`TASKS`.
        seeds: boards of each family.
        cap: CPU seconds of a run.
        budget: CPU seconds of all runs together; none begins after that.
    """

    families: Sequence[Family]
    engines: Sequence[str]
    tasks: Sequence[str] = TASKS
    seeds: int = 1
    cap: float = 10.0
    budget: float = 600.0

    def __post_init__(self) -> None:
        """Refuse what cannot be measured.

        Raises:
            PuzzleError: there is no engine, task or board, or the study does not have a task.
        """
        for name in ("families", "engines", "tasks"):
            if not getattr(self, name):
                raise PuzzleError(f"{name}: found none, expected at least one")
        for task in self.tasks:
            if task not in TASKS:
                raise PuzzleError(f"tasks: found {task!r}, expected {' or '.join(TASKS)}")
        if self.seeds < 1:
            raise PuzzleError(f"seeds: found {self.seeds}, expected at least 1")


def measure_all(
    demand: Demand, records: Records, tell: Callable[[str], None] = lambda _: None
) -> bool:
    """Measure what is wanted and not yet measured; whether the budget sufficed.

    An engine that reached the cap on every board of a family while it counted is not run on
    families of the same size with fewer colours: they have more answers to count.

    Args:
        tell: called with a line for each run.

    Raises:
        PuzzleError: engines disagree, or the puzzle does not have one of them.
    """
    start = _spent()
    bench = _Bench(demand, records)
    for task in demand.tasks:
        for engine in demand.engines:
            given_up: set[int] = set()  # sizes
            for family in demand.families:
                if family.size in given_up:
                    continue
                runs = []
                for seed in range(1, demand.seeds + 1):
                    run = records.run_of(family.name(seed), task, engine)
                    if run is None or not (run.done or run.cap >= demand.cap):
                        if _spent() - start > demand.budget:
                            return False
                        run = bench.run(family, seed, task, engine)
                        records.add(run)
                        tell(_line(run))
                    runs.append(run)
                if task == "count" and all(run.ending == CAPPED for run in runs):
                    given_up.add(family.size)
    return True


def estimate_all(
    demand: Demand, records: Records, tell: Callable[[str], None] = lambda _: None
) -> bool:
    """Estimate the counts that engines have not finished; whether the budget sufficed.

    Engines for which there are no estimates are left out.
    """
    start = _spent()
    bench = _Bench(demand, records)
    for engine in demand.engines:
        if not parse_engine(engine).row.prober:
            continue
        for family in demand.families:
            for seed in range(1, demand.seeds + 1):
                run = records.run_of(family.name(seed), "count", engine)
                if (run and run.done) or records.estimate_of(family.name(seed), engine):
                    continue
                if _spent() - start > demand.budget:
                    return False
                try:
                    found = bench.estimate(family, seed, engine)
                except GaveUpError as error:
                    tell(str(error))
                    continue
                records.add(found)
                tell(f"{found.board}  estimate  {engine}  {found.seconds:.3g} s")
    return True


class _Bench:
    """Where runs are made; each engine has had a short run before its first one that counts."""

    def __init__(self, demand: Demand, records: Records) -> None:
        self._cap = demand.cap
        self._warm: set[tuple[str, str]] = set()
        plan = self._plan(Family(4, 6, 2), 1, demand.tasks[0], demand.engines)
        self._setting = records.setting(setting(plan))

    def _plan(self, family: Family, seed: int, task: str, engines: Iterable[str]) -> Plan:
        board = family.board(seed)
        conditions = Conditions(
            task=cast("Task", task), repeat=1, timeout=self._cap, symmetry=task == "count"
        )
        return make_plan([Case(board.name, board)], tuple(engines), conditions)

    def run(self, family: Family, seed: int, task: str, engine: str) -> Run:
        """Run an engine on a board in a process of its own, and check what it found."""
        if (task, engine) not in self._warm:
            self._warm.add((task, engine))
            small = self._plan(Family(4, 6, 2), 1, task, [engine])
            self._measured(small, min(self._cap, _WARM_UP))
        plan = self._plan(family, seed, task, [engine])
        found = self._measured(plan, self._cap)
        spent = found.report.seconds
        done = found.ending is Ending.DONE
        seconds = spent["all"] - spent.get("compile", 0.0) if done else self._cap
        return Run(
            family.name(seed),
            task,
            engine,
            self._cap,
            f"{found.ending.value}: {found.message}" if found.message else found.ending.value,
            round(seconds, 4),
            found.answers,
            self._setting,
        )

    def estimate(self, family: Family, seed: int, engine: str) -> Estimate:
        """How long an engine would take to count.

        Raises:
            GaveUpError: no estimate was found in time.
        """
        found = estimate(family.board(seed), engine=engine, symmetry=True, timeout=_PROBING)
        nodes, mean, least, most = (
            float(f"{number:.4g}")
            for number in (
                found.nodes.value,
                found.seconds.value,
                found.seconds.low,
                found.seconds.high,
            )
        )
        return Estimate(family.name(seed), engine, nodes, mean, least, most, self._setting)

    def _measured(self, plan: Plan, cap: float) -> Any:
        case, (engine,) = plan.cases[0], plan.engines
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "answers"
            limits = Limits(cap, plan.memory, _PATIENCE)
            found = measure(plan.job(case, engine, None), case.name, 1, limits, path)
            if check(case, plan.task, [Found(found, AnswerFile(path))]):
                raise PuzzleError(f"{case.name}: verify refuses an answer of {engine}")
        return found


def setting(plan: Plan) -> dict[str, Any]:
    """Day, machine and versions; no host, user or folder."""
    return {
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "machine": machine(),
        "versions": dict(versions(plan.engines)),
    }


def _spent() -> float:
    """CPU seconds of this process and of its ended child processes."""
    own, children = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def _line(run: Run) -> str:
    return (
        f"{run.board}  {run.task}  {run.engine}  {run.ending}  {run.seconds:.3f} s  {run.answers}"
    )
