"""The compiled search finds what our own search finds, and when it takes over."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable

import pytest
from cover_programs import (
    COPIES,
    DOMINOES,
    FITTING,
    QUEENS,
    TEXTBOOK,
    brute,
    by_clingo,
    covers,
    listed,
    search,
)
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from support import run

import pyasp_puzzles as pp
from pyasp_puzzles.core.errors import MisfitError
from pyasp_puzzles.engines import exact_cover
from pyasp_puzzles.engines.covering import kernel as kernels
from pyasp_puzzles.engines.covering.kernel import KernelSearch
from pyasp_puzzles.engines.covering.recognition import recognise
from pyasp_puzzles.engines.covering.search import Cover, CoverSearch
from pyasp_puzzles.engines.exact_cover import ExactCoverSearch, check_fit, hand_over_after
from pyasp_puzzles.ground.ground import ground
from pyasp_puzzles.ground.grounding import Source
from pyasp_puzzles.puzzles.packing import parse

LIMITED = ["textbook", "queens", "dominoes", "sudoku", "contradiction", "copies", "bounds"]


@pytest.mark.parametrize("name", LIMITED)
def test_the_kernel_finds_the_same_covers(name: str) -> None:
    text, number = FITTING[name]
    if name in ("copies", "bounds"):
        with pytest.raises(MisfitError, match="choices in no group of which exactly one is needed"):
            list(search(text, "kernel"))
        return
    answers = listed(text, "kernel")
    assert len(answers) == number
    assert set(answers) == by_clingo(text)
    assert search(text, "kernel").count() == number


@settings(max_examples=150, deadline=None)
@given(covers(), st.integers(1, 3))
def test_each_cover_comes_once(cover: Cover, threads: int) -> None:
    try:
        check_fit(cover)
    except MisfitError:
        assume(False)
    looking = CoverSearch(cover)
    start = looking.split([looking.root], 3) if looking.root else []
    kernel = KernelSearch(cover, threads)
    found = list(kernel.covers(start, lambda nodes: False))
    assert sorted(found) == sorted(brute(cover))
    kernel.restart()
    kernel.count(start, lambda nodes: False)
    assert kernel.found == len(found)


def test_a_board_with_several_copies_of_pieces_and_one_with_many_items() -> None:
    copies = pp.load("packing", "slothouber_graatsma")
    assert pp.count(copies, engine="exact-cover:kernel").answers == 8
    nine = pp.load("sudoku", "nine")  # 324 items
    assert pp.count(nine, engine="exact-cover:kernel").answers == 1
    assert len(list(pp.solve(nine, engine="exact-cover:kernel"))) == 1


def test_lists_that_are_too_short_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "ROOM", 1)
    assert search(QUEENS.replace("n = 6.", "n = 8."), "kernel").count() == 92


def test_a_stopped_search_is_a_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "SLICE", 10)
    cover = recognise(ground((), QUEENS, {"n": 8})).cover
    kernel = KernelSearch(cover)
    kernel.count([CoverSearch(cover).root], lambda nodes: nodes > 500)
    assert 0 < kernel.found < 92
    listing = KernelSearch(cover).covers([CoverSearch(cover).root], lambda nodes: nodes > 500)
    assert len(list(listing)) == kernel.found


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search is handed over after a few nodes."""
    for name in ("LOOK", "HAND_OVER", "HAND_OVER_COLD"):
        monkeypatch.setattr(exact_cover, name, 20)
    monkeypatch.setattr("pyasp_puzzles.engines.covering.search.TICK", 1)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    "how", [lambda s: len(list(s)), lambda s: s.count()], ids=["list", "count"]
)
def test_a_long_search_is_handed_over(how: Callable[[ExactCoverSearch], int]) -> None:
    looking = search(QUEENS.replace("n = 6.", "n = 8."))
    assert how(looking) == 92
    assert looking.engine == "exact-cover:kernel"
    assert any("handed over after" in remark for remark in looking.remarks)


@pytest.mark.usefixtures("impatient")
def test_a_search_by_bitsets_is_not_handed_over() -> None:
    looking = search(QUEENS.replace("n = 6.", "n = 8."), "bitsets")
    assert (looking.count(), looking.engine) == (92, "exact-cover:bitsets")


@pytest.mark.usefixtures("impatient")
def test_what_the_kernel_does_not_know_stays_with_us() -> None:
    looking = search(COPIES)
    assert (len(list(looking)), looking.engine) == (6, "exact-cover:bitsets")


def test_a_small_tree_is_not_handed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact_cover, "LOOK", 20)
    monkeypatch.setattr("pyasp_puzzles.engines.covering.search.TICK", 1)
    looking = search(QUEENS.replace("n = 6.", "n = 8."))
    assert (looking.count(), looking.engine) == (92, "exact-cover:bitsets")


def test_what_has_yet_to_be_compiled_takes_over_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact_cover, "LOOK", 20)
    monkeypatch.setattr(exact_cover, "HAND_OVER", 30)
    monkeypatch.setattr("pyasp_puzzles.engines.covering.search.TICK", 1)
    monkeypatch.setattr(exact_cover, "_cold", lambda: True)
    looking = search(QUEENS.replace("n = 6.", "n = 8."))
    assert (looking.count(), looking.engine) == (92, "exact-cover:bitsets")


def test_a_count_that_remembers_millions_is_not_handed_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The kernel would visit them all."""
    monkeypatch.setattr(exact_cover, "LOOK", 2000)
    counting = ExactCoverSearch(Source((), DOMINOES, {"r": 8, "c": 8}))
    assert (counting.count(), counting.engine) == (12_988_816, "exact-cover:bitsets")


def test_the_kernel_ends_at_the_time_limit() -> None:
    pieces = "".join(f"piece I{number}:\n    ##\n" for number in range(1, 33))  # no copies
    board = parse(f"lattice: square\nboard: 8 x 8\n{pieces}", "f")[""]
    found = pp.count(board, engine="exact-cover:kernel", timeout=1)
    assert not found.exhausted
    assert found.reason.startswith("time limit")


def test_without_numba_the_kernel_is_named_with_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cover = recognise(ground((), QUEENS)).cover
    assert hand_over_after(cover)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert hand_over_after(cover) is None
    with pytest.raises(pp.PuzzleError, match=r"pip install 'pyasp-puzzles\[scan\]'"):
        search(TEXTBOOK, "kernel")


def test_a_small_job_imports_no_package() -> None:
    """The import would take longer than the search."""
    code = """
import sys
import pyasp_puzzles as pp
board = pp.load("packing", "soma")
found = len(list(pp.solve(board, engine="exact-cover", symmetry=True)))
print(found, [name for name in ("numba", "numpy") if name in sys.modules])
"""
    told = run(sys.executable, "-c", code)
    assert (told.stdout, told.stderr) == ("240 []\n", "")
