"""Exact covers: own search, packages, clingo and solvers on the same boards, one class each."""

from __future__ import annotations

import importlib
import importlib.util
import subprocess
import sys
import time
from functools import partial

import pytest

import pyasp_puzzles as pp
from pyasp_puzzles.api import make_job
from pyasp_puzzles.engines.exact_cover import ExactCoverSearch
from pyasp_puzzles.exact_cover.recognition import recognise
from pyasp_puzzles.exact_cover.search import Search
from pyasp_puzzles.translate.ground import ground

from .conftest import Medians, Report

COVERERS = [
    "exact-cover:bitsets",
    *(
        f"exact-cover:{package}"
        for package in ("xcover", "exact_cover")
        if importlib.util.find_spec(package)
    ),
]
BOARDS = {
    "hexagonal_cylinder": (110, 5, [*COVERERS, "asp", "sat", "cpsat"]),
    "pentominoes_6x10": (2339, 3, [*COVERERS, "asp"]),
    "pentominoes_3x4x5": (3940, 1, ["exact-cover", *COVERERS[1:2]]),
}
"""Answers, rounds and engines; those that are left out take minutes."""

PHASES = ("ground", "recognise", "first", "all")


@pytest.fixture(autouse=True, scope="module")
def _warm() -> None:
    """Imports and compiles, which users pay once, do not count; see the last test."""
    for package in ("xcover", "exact_cover"):
        if importlib.util.find_spec(package):
            importlib.import_module(package)


@pytest.mark.parametrize("board", BOARDS)
def test_all_answers(board: str, medians: Medians, report: Report) -> None:
    """Facts and grounding included."""
    number, rounds, engines = BOARDS[board]
    instance = pp.load("packing", board)
    phases: dict[str, dict[str, float]] = {}

    def run(engine: str) -> None:
        search = make_job(instance, engine, symmetry=True).search(clock=time.process_time)
        assert sum(1 for _ in search) == number
        assert search.exhausted
        phases[engine] = search.seconds

    spent = medians({engine: partial(run, engine) for engine in engines}, rounds)
    own = spent[engines[0]]
    report(
        f"{board}: all {number:,} answers, one of each class; CPU seconds, medians of {rounds}",
        ("engine", "all in all", "ratio", *PHASES),
        [
            (
                *(engine, f"{spent[engine]:.3f}", f"{spent[engine] / own:.2f}"),
                *(f"{phases[engine].get(phase, 0):.3f}" for phase in PHASES),
            )
            for engine in engines
        ],
    )


@pytest.mark.parametrize(("board", "rounds"), [("hexagonal_cylinder", 5), ("pentominoes_6x10", 1)])
def test_conflicts_of_pairs(board: str, rounds: int, medians: Medians, report: Report) -> None:
    """What they cost, and what they save."""
    job = make_job(pp.load("packing", board), "exact-cover", symmetry=True)
    cover = recognise(ground(job.program, job.facts, job.constants)).cover
    nodes: dict[str, int] = {}

    def run(most: int) -> None:
        search = Search(cover)
        if most:
            search.sharpen(most)
        assert search.root
        assert sum(1 for _ in search.covers([search.root], lambda nodes: False)) > 100
        nodes[str(most)] = search.nodes

    spent = medians({str(most): partial(run, most) for most in (0, 4, 16, 64)}, rounds)
    report(
        f"{board}: groups of at most so many options looked at for conflicts of pairs; CPU seconds",
        ("options", "seconds", "ratio", "nodes", "ratio"),
        [
            (
                *(most, f"{spent[most]:.3f}", f"{spent[most] / spent['0']:.2f}"),
                *(f"{nodes[most]:,}", f"{nodes[most] / nodes['0']:.2f}"),
            )
            for most in spent
        ],
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
        assert ExactCoverSearch((), program, {"n": size}).count() == known[size]

    spent = medians({str(size): partial(run, size) for size in known})
    rows = [(f"{n} x {n}", f"{known[n]:,}", f"{spent[str(n)]:.3f}") for n in known]
    report("domino tilings counted, grounding included; CPU seconds", ("board", "", "all"), rows)


def test_start(report: Report) -> None:
    """A process of its own: what a user waits for once."""
    rows = []
    for what, code in {
        "Python": "pass",
        "pyasp_puzzles": "import pyasp_puzzles",
        "the engine": "import pyasp_puzzles.engines.exact_cover",
        "xcover": "import xcover",
        "exact_cover": "import exact_cover",
    }.items():
        if importlib.util.find_spec(what) is None and what.endswith("cover"):
            continue
        spent = []
        for _ in range(3):
            full = f"{code}\nimport time; print(time.process_time())"
            told = subprocess.run(
                [sys.executable, "-c", full], check=True, capture_output=True, text=True
            )
            spent.append(float(told.stdout))
        rows.append((what, f"{spent[0]:.2f}", f"{min(spent):.2f}"))
    report("start: CPU seconds of a fresh process", ("import of", "first", "least of 3"), rows)
