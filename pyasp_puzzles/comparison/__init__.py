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
from typing import Any

from pyasp_puzzles.comparison.agreement import Disagreement
from pyasp_puzzles.comparison.comparison import Comparison, Row, Score
from pyasp_puzzles.comparison.plan import Case, Plan, make_plan
from pyasp_puzzles.comparison.race import Watcher, race
from pyasp_puzzles.comparison.run import Ending, Limits, Run

__all__ = [
    "Case",
    "Comparison",
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
    watcher: Watcher | None = None,
    **options: Any,
) -> Comparison:
    """Compare engines on instances of one puzzle.

    Args:
        instances: as :func:`pyasp_puzzles.load` gives them.
        engines: names as in :mod:`pyasp_puzzles.engines.names`; none: a choice of them.
        watcher: is told of each run.
        options: see :func:`pyasp_puzzles.comparison.plan.make_plan`.

    Raises:
        PuzzleError: a senseless argument, or an engine that the puzzle does not have.
    """
    cases = [Case(instance.name, instance) for instance in instances]
    return race(make_plan(cases, engines, **options), watcher)


def compare_program(
    files: Sequence[Path],
    engines: Sequence[str] = (),
    *,
    constants: Mapping[str, str] | None = None,
    watcher: Watcher | None = None,
    **options: Any,
) -> Comparison:
    """Compare engines on an ASP program and its own translation; arguments as :func:`compare`.

    Args:
        files: the program; together they are one case.
        constants: values for its ``#const`` statements.
    """
    name = " ".join(file.name for file in files)
    case = Case(name, program=tuple(files), constants=constants or {})
    return race(make_plan([case], engines, **options), watcher)
