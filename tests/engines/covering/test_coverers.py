"""Packages that find covers, and when a search is handed over to one."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from cover_programs import COPIES, DOMINOES, FITTING, QUEENS, TEXTBOOK, by_clingo, listed, search
from support import run

import pyasp_puzzles as pp
from pyasp_puzzles.core.errors import MisfitError
from pyasp_puzzles.engines.covering import coverers
from pyasp_puzzles.engines.covering.recognition import recognise
from pyasp_puzzles.engines.exact_cover import ExactCoverSearch
from pyasp_puzzles.ground.ground import ground
from pyasp_puzzles.ground.grounding import Source
from pyasp_puzzles.puzzles.packing import parse

# Packages


@pytest.mark.parametrize("package", ["xcover", "exact_cover"])
@pytest.mark.parametrize("name", ["textbook", "queens", "dominoes", "sudoku", "contradiction"])
def test_a_package_finds_the_same_covers(package: str, name: str) -> None:
    pytest.importorskip(package)
    text, number = FITTING[name]
    answers = listed(text, package)
    assert len(answers) == number
    assert set(answers) == by_clingo(text)


@pytest.mark.parametrize("package", ["xcover", "exact_cover"])
def test_a_package_refuses_groups_that_it_does_not_know(package: str) -> None:
    pytest.importorskip(package)
    with pytest.raises(MisfitError, match=f"{package} knows groups with at most one"):
        list(search(COPIES, package))
    with pytest.raises(MisfitError, match=f"{package} knows no free choices, found 1"):
        list(search("{ a; b } = 1. { c }. #show c/0.", package))


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search is handed over after a few nodes."""
    monkeypatch.setattr(coverers, "HAND_OVER", 20)
    monkeypatch.setattr(coverers, "HAND_OVER_COLD", 20)
    monkeypatch.setattr("pyasp_puzzles.engines.covering.search.TICK", 1)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    "how", [lambda s: len(list(s)), lambda s: s.count()], ids=["list", "count"]
)
def test_a_long_search_is_handed_over(how: Callable[[ExactCoverSearch], int]) -> None:
    pytest.importorskip("xcover")
    looking = search(QUEENS.replace("n = 6.", "n = 8."))
    assert how(looking) == 92
    assert looking.engine == "exact-cover:xcover"
    assert any("handed to xcover after" in remark for remark in looking.remarks)


@pytest.mark.parametrize("package", ["xcover", "exact_cover"])
def test_packages_find_the_covers_of_a_single_group(package: str) -> None:
    """xcover 0.2.6 fails on one item."""
    pytest.importorskip(package)
    assert len(list(search("{ a(1..2) } = 1. { b(1..2) } = 1. { c(1..2) } = 1.", package))) == 8
    assert len(list(search("{ a(1..3) } = 1.", package))) == 3


@pytest.mark.parametrize("package", ["xcover", pytest.param("exact_cover", marks=pytest.mark.slow)])
def test_a_package_ends_at_the_time_limit(package: str) -> None:
    """Both hold Python's lock for long; without a limit they would need hours for this board."""
    pytest.importorskip(package)
    pieces = "".join(f"piece I{number}:\n    ##\n" for number in range(1, 33))  # no copies
    board = parse(f"lattice: square\nboard: 8 x 8\n{pieces}", "f")[""]
    found = pp.count(board, engine=f"exact-cover:{package}", timeout=1)
    assert not found.exhausted
    assert found.reason.startswith("time limit")  # a slow machine may still recognise the cover


@pytest.mark.usefixtures("impatient")
def test_a_package_that_cannot_begin_leaves_the_search_to_us(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(*_arguments: object) -> Iterator[int]:
        raise pp.SolverError("xcover: no numba")
        yield

    pytest.importorskip("xcover")
    monkeypatch.setattr("pyasp_puzzles.engines.exact_cover.CoverProcess.covers", fails)
    looking = search(QUEENS.replace("n = 6.", "n = 8."))
    assert len(list(looking)) == 92
    assert (looking.engine, looking.exhausted) == ("exact-cover:bitsets", True)
    assert any("not handed over after" in remark for remark in looking.remarks)


def test_a_count_of_millions_is_never_handed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """A package would list them."""
    monkeypatch.setattr(coverers, "HAND_OVER", 1000)
    monkeypatch.setattr(coverers, "HAND_OVER_COLD", 1000)
    counting = ExactCoverSearch(Source((), DOMINOES, {"r": 8, "c": 8}))
    assert (counting.count(), counting.engine) == (12_988_816, "exact-cover:bitsets")


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("name", ["copies", "bounds"])
def test_what_the_package_does_not_know_stays_with_us(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coverers, "HAND_OVER", 1)
    monkeypatch.setattr(coverers, "HAND_OVER_COLD", 1)
    text, number = FITTING[name]
    looking = search(text)
    assert len(list(looking)) == number
    assert looking.engine == "exact-cover:bitsets"


def test_a_package_that_is_missing_is_named_with_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(pp.PuzzleError, match=r"pip install 'pyasp-puzzles\[exact-cover\]'"):
        search(TEXTBOOK, "xcover")


def test_a_small_job_imports_no_package() -> None:
    """The hexagonal cylinder has 40,587 nodes; the import would take longer than the search."""
    if importlib.util.find_spec("xcover") is None:
        pytest.skip("without xcover there is nothing to import")
    code = """
import sys
import pyasp_puzzles as pp
board = pp.load("packing", "hexagonal_cylinder")
found = len(list(pp.solve(board, engine="exact-cover", symmetry=True)))
print(found, [name for name in ("xcover", "numba", "numpy") if name in sys.modules])
"""
    told = run(sys.executable, "-c", code)
    assert (told.stdout, told.stderr) == ("110 []\n", "")


@pytest.mark.parametrize("set_", [True, False], ids=["NUMBA_CACHE_DIR", "beside the package"])
def test_what_numba_has_yet_to_compile_takes_over_later(
    set_: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = importlib.machinery.ModuleSpec("xcover", None, origin=str(tmp_path / "__init__.py"))
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: package)
    if set_:
        monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    else:
        monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    cover = recognise(ground((), QUEENS)).cover
    assert coverers.hand_over_after(cover) == coverers.HAND_OVER_COLD
    folder = tmp_path / ("xcover_0123" if set_ else "__pycache__")
    folder.mkdir()
    (folder / "dancing_cells.cpython-311.pyc").touch()
    assert not coverers.compiled()
    (folder / "dancing_cells.algorithm_c-8.py311.nbi").touch()
    assert coverers.hand_over_after(cover) == coverers.HAND_OVER < coverers.HAND_OVER_COLD
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert coverers.hand_over_after(cover) is None


def test_what_numba_has_compiled_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The names of its files are its own affair: this fails if they change."""
    package = pytest.importorskip("xcover")
    if "NUMBA_CACHE_DIR" in os.environ or not os.access(Path(package.__file__).parent, os.W_OK):
        pytest.skip("numba keeps what it compiles elsewhere")
    assert listed(TEXTBOOK, "xcover")
    assert coverers.compiled()
