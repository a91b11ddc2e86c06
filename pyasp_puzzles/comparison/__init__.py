"""Engines compared fairly: the same cases, processes with limits, agreement before times.

>>> import pyasp_puzzles as pp
>>> board = pp.load("packing", "slothouber_graatsma")
>>> found = pp.compare([board], ["asp", "asp:crafty"], task="all", repeat=1)
>>> [(str(row.engine), row.answers, row.agrees) for row in found.rows()]
[('asp', 8, True), ('asp:crafty', 8, True)]
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

from pyasp_puzzles.boards.formats.outputs import write_text
from pyasp_puzzles.boards.puzzle import Task
from pyasp_puzzles.comparison import export
from pyasp_puzzles.comparison.agreement import AnswerFile, Disagreement, RunAnswers, check
from pyasp_puzzles.comparison.columns import engine_text, footnotes, text_table
from pyasp_puzzles.comparison.measurements import Measurements, Row, Score
from pyasp_puzzles.comparison.plan import Case, Conditions, RacePlan, make_plan
from pyasp_puzzles.comparison.run import Ending, EngineRun, RunLimits, measure
from pyasp_puzzles.comparison.tables import disagreement_text
from pyasp_puzzles.core.errors import PuzzleError, shorten
from pyasp_puzzles.core.optional import need
from pyasp_puzzles.engines.names import Engine
from pyasp_puzzles.pictures.notebook import Part, Shown, Table
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
    "compare",
    "compare_program",
    "make_plan",
    "race",
]


@dataclass(repr=False)
class Comparison(Shown, Measurements):
    """What a comparison found; ``print`` says it in a few words, :meth:`rows` has the figures."""

    def __str__(self) -> str:
        return repr(self)

    def records(self) -> list[dict[str, Any]]:
        """The rows by the columns of the CSV, for libraries of data frames; ``None``: not known."""
        return export.records(self)

    def notebook_parts(self) -> Iterator[Part]:
        """Answers and CPU seconds in a table, with notes; disagreements in place of times."""
        _, (titles, *rows) = text_table(self, ("answers", "times"), engine_text)
        yield Table(tuple(titles), tuple(map(tuple, rows)))
        if self.disagreements:
            yield disagreement_text(self).plain
        yield from footnotes(self)

    def to_csv(self, path: str | os.PathLike[str]) -> None:
        """Write the rows to ``path`` and the setting beside it; PuzzleError: this is impossible."""
        for file, text in export.csv_files(self, os.fspath(path)).items():
            write_text(file, text)

    def to_pandas(self) -> Any:
        """The rows as a ``pandas.DataFrame``; PuzzleError: pandas is not installed."""
        return need("pandas").DataFrame(self.records(), columns=list(export.CSV_COLUMNS))


def compare(
    instances: Iterable[Any],
    engines: Sequence[str] = (),
    *,
    solver: str = "",
    task: str = "first",
    repeat: int = 5,
    timeout: float = 60.0,
    memory: int = 4_000_000_000,
    seeds: Sequence[int] = (),
    threads: int = 1,
    symmetry: bool | str = False,
    by: str = "",
) -> Comparison:
    """Compare engines on instances of one puzzle.

    Args:
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
    return race(make_plan(cases, engines, conditions, solver=solver))


def compare_program(
    files: Sequence[Path],
    engines: Sequence[str] = (),
    *,
    constants: Mapping[str, str] | None = None,
    solver: str = "",
    task: str = "first",
    repeat: int = 5,
    timeout: float = 60.0,
    memory: int = 4_000_000_000,
    seeds: Sequence[int] = (),
    threads: int = 1,
) -> Comparison:
    """Compare engines on an ASP program and its own translation.

    Args:
        files: the program; together they are one case.
        constants: values for its ``#const`` statements; all others as in :func:`compare`.

    Raises:
        PuzzleError: an argument is out of range, or an engine needs a puzzle.
    """
    name = " ".join(file.name for file in files)
    conditions = Conditions(
        task=cast("Task", task),  # which Conditions checks
        repeat=repeat,
        timeout=timeout,
        memory=memory,
        seeds=seeds,
        threads=threads,
    )
    case = Case(name, program=tuple(files), constants=constants or {})
    return race(make_plan([case], engines, conditions, solver=solver))


_WARM_UP = 2.0  # the limit of a warm-up run, in CPU seconds


def race(plan: RacePlan) -> Comparison:
    """Run a plan, then compare the answers.

    Each case is run round after round, in each round engine after engine.  One run of each engine
    before that warms the machine up and is not counted.  An engine that hits a limit on a case is
    not run there again.  Ctrl-C keeps what was measured.
    """
    comparison, now, rounds = Comparison(plan), Now("starting"), plan.rounds()
    brief = replace(plan.limits, seconds=min(_WARM_UP, plan.limits.seconds))

    def run(case: Case, engine: Engine, repeat: int, seed: int | None, path: Path) -> EngineRun:
        which = f"round {repeat} of {len(rounds)}" if repeat else "warm-up"
        now.tell(f"{case.name}, {engine}, {which}")
        limits = plan.limits if repeat else brief
        return measure(plan.job(case, engine, seed), case.name, repeat, limits, path)

    def race_on(case: Case, folder: Path) -> None:
        """All rounds on one case; after an interruption the finished runs are still compared."""
        found: list[RunAnswers] = []
        given_up: set[Engine] = set()
        try:
            for repeat, seed in rounds:
                for place, engine in enumerate(plan.engines):
                    if engine in given_up:
                        continue
                    path = folder / f"{place}-{repeat}"
                    made = run(case, engine, repeat, seed, path)
                    comparison.runs.append(made)
                    if made.ending is not Ending.DONE:
                        given_up.add(engine)
                    new = RunAnswers(made, AnswerFile(path))
                    if any(map(new.same, found)):
                        new.file.delete()
                    else:
                        found.append(new)
        finally:
            comparison.disagreements += check(case, plan.task, found)
            for each in found:
                each.file.delete()

    try:
        with saying(timed(plan.task, now)), tempfile.TemporaryDirectory() as folder:
            for engine in plan.engines:
                run(plan.cases[0], engine, 0, rounds[0][1], Path(folder, "warm-up"))
            for case in plan.cases:
                race_on(case, Path(folder))
    except KeyboardInterrupt:
        comparison.interrupted = True
    return comparison
