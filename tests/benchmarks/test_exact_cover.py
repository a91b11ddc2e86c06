"""Exact covers: both searches, clingo and solvers on the same boards, one class each.

``PYASP_PUZZLES_CAP`` sets the CPU seconds that a run of the rivals may take (60).
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

import pyasp_puzzles as pp
from pyasp_puzzles.comparison import Ending
from pyasp_puzzles.engines.exact_cover import ExactCoverSearch
from pyasp_puzzles.engines.job import make_job
from pyasp_puzzles.engines.process import start_search
from pyasp_puzzles.ground.grounding import Source

from .conftest import Medians, Report

CAP = float(os.environ.get("PYASP_PUZZLES_CAP", "60"))

COVERERS = ["exact-cover:kernel", "exact-cover:bitsets"]
BOARDS = {
    "hexagonal_cylinder": (110, 5, [*COVERERS, "asp", "sat", "cpsat"]),
    "pentominoes_6x10": (2339, 3, [*COVERERS, "asp"]),
    "pentominoes_3x4x5": (3940, 1, ["exact-cover:kernel", "exact-cover"]),
}
"""Answers, rounds and engines; those that are left out take minutes."""

RIVALS = ("exact-cover", "asp", "sat.labels:cadical195", "cpsat")

KERNEL = """
from pyasp_puzzles.engines.covering.kernel import KernelSearch
from pyasp_puzzles.engines.covering.search import Cover, Group
KernelSearch(Cover(1, (Group(1, 1, 1),))).load()
"""
"""Loads the kernel."""

PHASES = ("ground", "recognise", "first", "all")


@pytest.fixture(autouse=True, scope="module")
def _warm() -> None:
    """Imports and compiles, which users pay once, do not count; see the last test."""
    pp.count(pp.load("packing", "soma"), engine=COVERERS[0])


@pytest.mark.parametrize("board", BOARDS)
def test_all_answers(board: str, medians: Medians, report: Report) -> None:
    """All in all facts are made, too; the phases begin with the grounding."""
    number, rounds, engines = BOARDS[board]
    instance = pp.load("packing", board)
    phases: dict[str, list[dict[str, float]]] = {engine: [] for engine in engines}

    def run(engine: str) -> None:
        search = start_search(make_job(instance, engine, symmetry=True), clock=time.process_time)
        assert sum(1 for _ in search) == number
        assert search.exhausted
        phases[engine].append(search.seconds)

    def phase(engine: str, name: str) -> str:
        found = [seconds[name] for seconds in phases[engine] if name in seconds]
        return f"{statistics.median(found):.3f}" if found else ""

    spent = medians({engine: partial(run, engine) for engine in engines}, rounds)
    own = spent[engines[0]]
    report(
        f"{board}: all {number:,} answers, one of each class; CPU seconds, medians of {rounds};\n"
        "the facts are part of the first figure, but of no phase",
        ("engine", "all in all", "ratio", *PHASES),
        [
            (
                *(engine, f"{spent[engine]:.3f}", f"{spent[engine] / own:.2f}"),
                *(phase(engine, name) for name in PHASES),
            )
            for engine in engines
        ],
    )


@pytest.mark.parametrize("board", ["pentominoes_6x10", "pentominoes_3x4x5"])
def test_rivals(board: str, report: Report) -> None:
    """Each in a process of its own; what was not through by the cap has bounds for figures."""
    compared = pp.compare(
        [pp.load("packing", board)], RIVALS, task="all", repeat=1, timeout=CAP, symmetry=True
    )
    assert not compared.disagreements
    rows = {str(row.engine): row for row in compared.rows()}
    done = {engine for engine, row in rows.items() if row.ending is Ending.DONE}
    assert {rows[engine].answers for engine in done} <= {BOARDS[board][0]}
    base = rows["exact-cover"].seconds["total"] if "exact-cover" in done else None
    table = []
    for engine, row in rows.items():
        assert row.ending in (Ending.DONE, Ending.TIME), f"{engine}: {row.message}"
        bound = "" if engine in done else "> "
        seconds = row.seconds["total"] if engine in done else CAP
        ratio = f"{bound}{seconds / base:.1f}" if base else "?"
        table.append((board, engine, f"{row.answers:,}", f"{bound}{seconds:.2f}", ratio))
    report(
        f"all answers, one of each class; CPU seconds without imports, one run, cap {CAP:g}",
        ("board", "engine", "answers", "seconds", "ratio"),
        table,
    )


def test_domino_tilings_are_counted(medians: Medians, report: Report) -> None:
    program = """
        cell(1..n,1..n).
        pair((A,B),(A+1,B)) :- cell(A,B), cell(A+1,B).
        pair((A,B),(A,B+1)) :- cell(A,B), cell(A,B+1).
        { d(X,Y) : pair(X,Y) }.
        :- cell(A,B), { d((A,B),Y) : pair((A,B),Y); d(X,(A,B)) : pair(X,(A,B)) } != 1.
        #show d/2.
    """
    known = {6: 6_728, 8: 12_988_816, 10: 258_584_046_368}

    def run(size: int) -> None:
        assert ExactCoverSearch(Source((), program, {"n": size})).count() == known[size]

    spent = medians({str(size): partial(run, size) for size in known})
    rows = [(f"{n} x {n}", f"{known[n]:,}", f"{spent[str(n)]:.3f}") for n in known]
    report("domino tilings counted, grounding included; CPU seconds", ("board", "", "all"), rows)


def test_start(tmp_path: Path, report: Report) -> None:
    """Processes of their own: what a user waits for each time, and what once."""
    imports = {
        "Python": "pass",
        "pyasp_puzzles": "import pyasp_puzzles",
        "the engine": "import pyasp_puzzles.engines.exact_cover",
        "numba": "import numba",
        "the kernel": KERNEL,
    }
    rows = [
        (what, f"{statistics.median(started(code) for _ in range(3)):.2f}")
        for what, code in imports.items()
    ]
    rows.append(("the kernel, compiled", f"{started(KERNEL, tmp_path):.2f}"))
    assert list(tmp_path.rglob("*.nbi"))  # it did compile
    heads = ("import of", "seconds")
    report("start: CPU seconds of a fresh process; medians of 3, compiled once", heads, rows)


def started(code: str, cache: Path | None = None) -> float:
    """CPU seconds of a process; numba keeps what it compiles in a folder of its own, if given."""
    told = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport time; print(time.process_time())"],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, **({"NUMBA_CACHE_DIR": str(cache)} if cache else {})},
    )
    return float(told.stdout)
