"""Benchmarks: ``pytest -m benchmark -n 0``.  They print tables and check answers, never times.

Plain ``pytest`` imports these modules before it deselects them: they import solvers in functions.
"""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import pytest

if TYPE_CHECKING:
    from pyasp_puzzles.boards.puzzle import Task

TABLES = pytest.StashKey[dict[tuple[str, tuple[str, ...]], list[Sequence[str]]]]()
Report = Callable[[str, Sequence[str], Sequence[Sequence[str]]], None]


class Medians(Protocol):
    """Median CPU seconds of each function; the functions take turns."""

    def __call__(
        self, rivals: Mapping[str, Callable[[], object]], rounds: int = 5
    ) -> dict[str, float]: ...


class ProfileRace(Protocol):
    """A row of a table: what each profile takes for all boards, and its ratio to ``learn``."""

    def __call__(
        self, title: str, first: Mapping[str, str], boards: Sequence[Any], task: Task
    ) -> None: ...


@pytest.hookimpl(tryfirst=True)  # before pytest deselects by marker
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.benchmark)


@pytest.fixture(scope="session", autouse=True)
def alone(request: pytest.FixtureRequest) -> None:
    """Stop where several processes run tests: the tables would be lost, and the times be wrong."""
    if hasattr(request.config, "workerinput"):
        pytest.fail("benchmarks run one at a time: pytest -m benchmark -n 0", pytrace=False)


@pytest.fixture
def report(request: pytest.FixtureRequest) -> Report:
    """Call it with a title, the heads of the columns and the rows; printed at the end.

    Rows of the same title and heads, from several tests, make one table.
    """
    tables = request.config.stash.setdefault(TABLES, {})

    def add(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        tables.setdefault((title, tuple(heads)), []).extend(rows)

    return add


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for (title, heads), rows in terminalreporter.config.stash.get(TABLES, {}).items():
        widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
        terminalreporter.write_line(f"\n{title}\n")
        for first, *rest in (heads, *rows):
            cells = [first.ljust(widths[0]), *map(str.rjust, rest, widths[1:])]
            terminalreporter.write_line("  ".join(cells).rstrip())


@pytest.fixture(scope="session")
def medians() -> Medians:
    """Call it with functions by name: median CPU seconds of each; the functions take turns.

    A rival has to do all of its work in this process, its threads included.
    """

    def measure(rivals: Mapping[str, Callable[[], object]], rounds: int = 5) -> dict[str, float]:
        spent: dict[str, list[float]] = {name: [] for name in rivals}
        for _ in range(rounds):
            for name, rival in rivals.items():
                gc.collect()
                start = time.process_time()
                rival()
                spent[name].append(time.process_time() - start)
        return {name: statistics.median(each) for name, each in spent.items()}

    return measure


@pytest.fixture
def profiles(medians: Medians, report: Report) -> ProfileRace:
    """Call it with a title, the first columns and boards: CPU milliseconds of each profile."""

    def race(title: str, first: Mapping[str, str], boards: Sequence[Any], task: Task) -> None:
        from pyasp_puzzles.boards.registry import puzzle_of
        from pyasp_puzzles.engines.job import make_job
        from pyasp_puzzles.engines.process import start_search

        answers: dict[str, list[int]] = {}

        def run(profile: str) -> None:
            limit = 1 if task == "first" else None
            jobs = (make_job(b, f"asp:{profile}", task=task, limit=limit) for b in boards)
            answers[profile] = [start_search(job).count() for job in jobs]

        spent = medians({name: partial(run, name) for name in puzzle_of(boards[0]).profiles})
        found = answers["learn"]
        assert all(counts == found for counts in answers.values())
        assert all((count == 0) == (task == "unsat") for count in found)
        figures = [(f"{1000 * s:.1f}", f"{s / spent['learn']:.2f}") for s in spent.values()]
        row = [*first.values(), task, str(sum(found)), *(text for pair in figures for text in pair)]
        heads = [head for name in spent for head in (name, "ratio")]
        report(title, (*first, "task", "answers", *heads), [row])

    return race
