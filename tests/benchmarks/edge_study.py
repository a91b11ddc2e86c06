"""Where exact search ends for edge matching: size of the board against the number of its colours.

    python tests/benchmarks/edge_study.py FOLDER [--sizes "6 7 8"] [--cap 10] [--seeds 3]

Measures how long each engine takes to find a first answer of generated boards and to count their
answers, each run in a process of its own with a limit (the cap), and estimates the counts that do
not end.  All that is measured is kept in ``eternity-times.jsonl`` in FOLDER, a line of JSON for
each run; a run that the file has is not repeated, unless it reached a lower cap.  From the file the
command writes the tables, ``eternity-times.md``, and the plots.
"""

from __future__ import annotations

import argparse
import json
import re
import resource
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from math import lgamma, log
from pathlib import Path
from typing import Any, cast

from shipped_boards import edge_board

from pyasp_puzzles.boards.formats.outputs import append_text, make_folder, write_text
from pyasp_puzzles.boards.puzzle import Task
from pyasp_puzzles.comparison.agreement import AnswerFile, RunAnswers, check
from pyasp_puzzles.comparison.plan import Case, Conditions, RacePlan, make_plan
from pyasp_puzzles.comparison.run import Ending, RunLimits, measure
from pyasp_puzzles.comparison.setting import machine, versions
from pyasp_puzzles.core.errors import GaveUpError, PuzzleError
from pyasp_puzzles.counts.estimation.estimating import estimate
from pyasp_puzzles.engines.names import parse_engine
from pyasp_puzzles.puzzles.eternity.instance import EternityBoard

TASKS = ("first", "count")
ENGINES = ("scan", "asp", "sat", "cpsat")
"""Measured if the user names none, in the order of the tables."""

DONE, CAPPED = "done", "time limit"
"""The endings of a run that say something of its time; others are failures."""

RIM_COLOURS = {4: 2, 5: 3, 6: 3, 7: 3, 8: 4, 10: 5, 12: 5, 16: 5}
"""For each size the number of colours along the rim."""

COLOURS = {
    4: (2, 3, 4, 6),
    5: (3, 4, 5, 6, 8),
    6: (3, 4, 5, 6, 7, 8, 10),
    7: (4, 5, 6, 7, 8, 9, 10, 14),
    8: (5, 6, 7, 8, 9, 10, 12, 17),
    10: (8, 9, 10, 12, 14, 17, 20),
    12: (9, 10, 12, 14, 17, 20, 25, 30),
    16: (17,),
}
"""For each size the numbers of colours inside: some on both sides of the number with which one
accidental answer is expected, and some far above it."""

PATIENCE = 30.0
"""The wall clock that a run may take, in multiples of the cap: the machine may be busy."""
PROBING = 20.0
"""Seconds of wall clock for an estimate."""
WARM_UP = 10.0
"""CPU seconds of the first run of each engine, which is not kept; kernels may be compiled."""


# Families of boards


@dataclass(frozen=True, order=True)
class Family:
    """Square framed boards of a size, with colours inside and further colours along the rim."""

    size: int
    colours: int
    rim: int

    @property
    def title(self) -> str:
        return f"{self.size} x {self.size}, {self.colours} + {self.rim} colours"

    def name(self, seed: int) -> str:
        """The name of a board of the family: "7-6-3/1"."""
        return f"{self.size}-{self.colours}-{self.rim}/{seed}"

    def board(self, seed: int) -> EternityBoard:
        board, _ = edge_board(self.size, self.size, self.colours, seed, rim_colours=self.rim)
        return replace(board, name=self.name(seed))


def parse_name(name: str) -> tuple[Family, int]:
    match = re.fullmatch(r"(\d+)-(\d+)-(\d+)/(\d+)", name)
    if not match:
        raise PuzzleError(f"found board {name!r}, expected SIZE-COLOURS-RIM/SEED, such as 7-6-3/1")
    *family, seed = map(int, match.groups())
    return Family(*family), seed


def families(sizes: Iterable[int]) -> Iterator[Family]:
    """The families of these sizes, of each size those with more colours first."""
    for size in sizes:
        if size not in COLOURS:
            known = ", ".join(map(str, COLOURS))
            raise PuzzleError(f"sizes: found {size}, expected some of {known}")
        for colours in sorted(COLOURS[size], reverse=True):
            yield Family(size, colours, RIM_COLOURS[size])


def expected(size: int, colours: int, rim: int) -> float:
    """The decimal logarithm of the number of accidental answers that a random board has.

    It is the number of ways to put four corners, the other pieces of the rim and the inner pieces
    on the board, up to rotation, times the probability that all joints match, where each joint
    along the rim does so with probability 1 / ``rim`` and each other one with 1 / ``colours``:
    the usual first-moment estimate, see Ansótegui, Béjar, Fernández and Mateu, "How hard is a
    commercial puzzle: the Eternity II challenge" (CCIA 2008).  That pieces were cut from one board,
    so that every colour has a partner, is left out: the true mean is higher.
    """
    border, inner = 4 * (size - 2), (size - 2) ** 2
    along_rim, inside = 4 * (size - 1), 2 * (size - 1) * (size - 2)
    ways = log(6) + lgamma(border + 1) + lgamma(inner + 1) + inner * log(4)  # 6: 4! / 4 rotations
    return (ways - along_rim * log(rim) - inside * log(colours)) / log(10)


def critical(size: int, rim: int) -> float:
    """The number of colours inside, a real number, with which one accidental answer is expected."""
    return float(10 ** (expected(size, 1, rim) / (2 * (size - 1) * (size - 2))))


# The file of what is measured


@dataclass(frozen=True)
class StudyRun:
    """One engine on one board; CPU seconds without compilation, or the cap that it reached."""

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
        return self.ending == DONE


@dataclass(frozen=True)
class CountEstimate:
    """Nodes and CPU seconds (mean and interval) that an engine would take to count a board."""

    board: str
    engine: str
    nodes: float
    seconds: float
    least: float
    most: float
    setting: int


KINDS: dict[str, type[StudyRun | CountEstimate]] = {"run": StudyRun, "estimate": CountEstimate}


@dataclass
class Records:
    """All that was measured, in memory and in the file ``path``, made with the first record."""

    path: Path
    settings: list[dict[str, Any]] = field(default_factory=list)
    runs: list[StudyRun] = field(default_factory=list)
    estimates: list[CountEstimate] = field(default_factory=list)

    def __post_init__(self) -> None:
        lines = self.path.read_text("utf-8").splitlines() if self.path.is_file() else []
        for number, line in enumerate(lines, 1):
            try:
                ((kind, content),) = json.loads(line).items()
                if kind == "setting":
                    self.settings.append(content)
                else:
                    self._keep(KINDS[kind](**content))
            except (ValueError, TypeError, AttributeError, KeyError) as error:
                raise PuzzleError(
                    f"{self.path}, line {number}: found no record of the study ({error})"
                ) from None

    def _keep(self, record: StudyRun | CountEstimate) -> None:
        parse_name(record.board)
        if isinstance(record, CountEstimate):
            self.estimates.append(record)
            return
        for other in self.runs:
            if (other.task, other.board) == ("count", record.board) == (record.task, other.board):
                _check_counts(record, other)
        self.runs.append(record)

    def add(self, record: StudyRun | CountEstimate) -> None:
        """Keep a record, and write it at the end of the file."""
        self._keep(record)
        kind = "run" if isinstance(record, StudyRun) else "estimate"
        append_text(str(self.path), json.dumps({kind: asdict(record)}) + "\n")

    def setting(self, content: dict[str, Any]) -> int:
        """The number of a setting; a new one is kept."""
        for known in self.settings:
            if {**known, "id": 0} == {**content, "id": 0}:
                return int(known["id"])
        self.settings.append({"id": len(self.settings) + 1, **content})
        append_text(str(self.path), json.dumps({"setting": self.settings[-1]}) + "\n")
        return len(self.settings)

    def run_of(self, board: str, task: str, engine: str) -> StudyRun | None:
        """The best run: a finished one, else the one with the highest cap; ``None`` if none is."""
        own = [r for r in self.runs if (r.board, r.task, r.engine) == (board, task, engine)]
        return max(own, key=lambda run: (run.done, run.cap), default=None)

    def estimate_of(self, board: str, engine: str) -> CountEstimate | None:
        own = [each for each in self.estimates if (each.board, each.engine) == (board, engine)]
        return own[-1] if own else None


def _check_counts(one: StudyRun, other: StudyRun) -> None:
    for run, finished in ((one, other), (other, one)):
        wrong = run.answers > finished.answers or (run.done and run.answers != finished.answers)
        if finished.done and wrong:
            least = "" if run.done else "at least "
            raise PuzzleError(
                f"{run.board}: {run.engine} counts {least}{run.answers} answers, "
                f"{finished.engine} {finished.answers}"
            )


# Measuring


@dataclass(frozen=True)
class Demand:
    """What is wanted; ``cap`` and ``budget`` (of all runs together) are CPU seconds."""

    families: Sequence[Family]
    engines: Sequence[str]
    tasks: Sequence[str] = TASKS
    seeds: int = 1
    cap: float = 10.0
    budget: float = 600.0

    def __post_init__(self) -> None:
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
    """
    start, bench = _spent(), _Bench(demand, records)
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
                        words = (run.board, task, engine, run.ending, f"{run.seconds:.3f} s")
                        tell("  ".join((*words, str(run.answers))))
                    runs.append(run)
                if task == "count" and all(run.ending == CAPPED for run in runs):
                    given_up.add(family.size)
    return True


def estimate_all(
    demand: Demand, records: Records, tell: Callable[[str], None] = lambda _: None
) -> bool:
    """Estimate the counts that engines have not finished; whether the budget sufficed."""
    start, bench = _spent(), _Bench(demand, records)
    engines = [engine for engine in demand.engines if parse_engine(engine).row.prober]
    for engine, family in ((e, f) for e in engines for f in demand.families):
        for seed in range(1, demand.seeds + 1):
            name = family.name(seed)
            run = records.run_of(name, "count", engine)
            if (run and run.done) or records.estimate_of(name, engine):
                continue
            if _spent() - start > demand.budget:
                return False
            try:
                found = bench.estimate(family, seed, engine)
            except GaveUpError as error:
                tell(str(error))
                continue
            records.add(found)
            tell(f"{name}  estimate  {engine}  {found.seconds:.3g} s")
    return True


class _Bench:
    """Where runs are made; each engine has had a short run before its first one that counts."""

    def __init__(self, demand: Demand, records: Records) -> None:
        self._cap = demand.cap
        self._warm: set[tuple[str, str]] = set()
        plan = self._plan(Family(4, 6, 2), 1, demand.tasks[0], demand.engines)
        date, named = datetime.now(UTC).strftime("%Y-%m-%d"), dict(versions(plan.engines))
        content = {"date": date, "machine": machine(), "versions": named}
        self._setting = records.setting(content)

    def _plan(self, family: Family, seed: int, task: str, engines: Iterable[str]) -> RacePlan:
        board = family.board(seed)
        conditions = Conditions(
            task=cast("Task", task), repeat=1, timeout=self._cap, symmetry=task == "count"
        )
        return make_plan([Case(board.name, board)], tuple(engines), conditions)

    def run(self, family: Family, seed: int, task: str, engine: str) -> StudyRun:
        """Run an engine on a board in a process of its own, and check what it found."""
        if (task, engine) not in self._warm:
            self._warm.add((task, engine))
            small = self._plan(Family(4, 6, 2), 1, task, [engine])
            self._measured(small, min(self._cap, WARM_UP))
        found = self._measured(self._plan(family, seed, task, [engine]), self._cap)
        spent = found.report.seconds
        done = found.ending is Ending.DONE
        seconds = spent["all"] - spent.get("compile", 0.0) if done else self._cap
        ending = found.ending.value + (f": {found.message}" if found.message else "")
        return StudyRun(
            *(family.name(seed), task, engine, self._cap, ending, round(seconds, 4)),
            found.answers,
            self._setting,
        )

    def estimate(self, family: Family, seed: int, engine: str) -> CountEstimate:
        found = estimate(family.board(seed), engine=engine, symmetry=True, timeout=PROBING)
        seconds = found.seconds
        numbers = (found.nodes.value, seconds.value, seconds.low, seconds.high)
        rounded = (float(f"{number:.4g}") for number in numbers)
        return CountEstimate(family.name(seed), engine, *rounded, self._setting)

    def _measured(self, plan: RacePlan, cap: float) -> Any:
        case, (engine,) = plan.cases[0], plan.engines
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "answers"
            limits = RunLimits(cap, plan.memory, PATIENCE)
            found = measure(plan.job(case, engine, None), case.name, 1, limits, path)
            if check(case, plan.task, [RunAnswers(found, AnswerFile(path))]):
                raise PuzzleError(f"{case.name}: verify refuses an answer of {engine}")
        return found


def _spent() -> float:
    """CPU seconds of this process and of its ended child processes."""
    own, children = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


# The command


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure what is missing, write the tables and the plots, return the exit code.

    It is 0 if all is measured, 3 if the budget did not suffice or Ctrl-C ended it.
    """
    parser = argparse.ArgumentParser(
        description="Measure where exact search ends: size of a board against number of colours."
    )
    parser.add_argument("folder", type=Path, help="of the records, the tables and the plots")
    parser.add_argument("--sizes", default=" ".join(map(str, COLOURS)), help="[%(default)s]")
    parser.add_argument("--engines", default=" ".join(ENGINES), help="[%(default)s]")
    parser.add_argument("--tasks", default=" ".join(TASKS), help="[%(default)s]")
    parser.add_argument("--seeds", type=int, default=1, help="boards of each kind [1]")
    parser.add_argument(
        "--cap", type=float, default=10.0, help="CPU seconds of a run [10]; 0: measure nothing"
    )
    parser.add_argument("--budget", type=float, default=600.0, help="CPU seconds of all runs [600]")
    options = parser.parse_args(arguments)
    tell = partial(print, flush=True)
    try:
        records = Records(options.folder / "eternity-times.jsonl")
        whole = True
        make_folder(str(options.folder))
        if options.cap:
            demand = Demand(
                tuple(families(map(_number, options.sizes.split()))),
                *(options.engines.split(), options.tasks.split()),
                *(options.seeds, options.cap, options.budget),
            )
            whole = measure_all(demand, records, tell)
            whole = estimate_all(demand, records, tell) and whole
        write(records, options.folder)
    except PuzzleError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted: what was measured is kept", file=sys.stderr)
        return 3
    if not whole:
        print("the budget is spent: the same command measures the rest", file=sys.stderr)
    return 0 if whole else 3


def write(records: Records, folder: Path) -> None:
    from edge_study_page import cells, page
    from edge_study_plots import time_lines, time_map

    if not (records.runs or records.estimates):
        raise PuzzleError(f"{records.path}: found no runs, expected some to draw")
    write_text(str(folder / "eternity-times.md"), page(records))
    for task in TASKS:
        if cells(records, task):
            write_text(str(folder / f"eternity-{task}.svg"), time_map(records, task))
    write_text(str(folder / "eternity-colours.svg"), time_lines(records))


def _number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise PuzzleError(f"sizes: found {text!r}, expected whole numbers") from None


if __name__ == "__main__":
    sys.exit(main())
