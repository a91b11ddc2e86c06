"""Engines compared fairly: the same cases, processes with limits, agreement before times.

>>> import pyasp_puzzles as pp
>>> board = pp.load("packing", "slothouber_graatsma")
>>> found = pp.compare([board], ["asp", "asp:crafty"], task="all", repeat=1)
>>> [(str(row.engine), row.answers, row.agrees) for row in found.rows()]
[('asp', 8, True), ('asp:crafty', 8, True)]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from pyasp_puzzles.boards.puzzle import Task
from pyasp_puzzles.comparison.agreement import Disagreement
from pyasp_puzzles.comparison.comparison import Comparison
from pyasp_puzzles.comparison.measurements import Row, Score
from pyasp_puzzles.comparison.plan import Case, Conditions, Plan, make_plan
from pyasp_puzzles.comparison.race import Watcher, race
from pyasp_puzzles.comparison.run import Ending, Limits, Run
from pyasp_puzzles.core.errors import PuzzleError, shorten

__all__ = [
    "Case",
    "Comparison",
    "Conditions",
    "Disagreement",
    "Ending",
    "Limits",
    "Plan",
    "Row",
    "Run",
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
