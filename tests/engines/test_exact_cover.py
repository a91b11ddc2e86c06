"""The engine exact-cover: puzzles, endings, what it reports."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from cover_programs import LONG, QUEENS, search
from support import found

import pyasp_puzzles as pp
from pyasp_puzzles.engines.job import make_job
from pyasp_puzzles.engines.process import start_search

# Packing

SECONDS = 1, 4, 16, 64, 256
"""Time limits to try until something is found: a machine may be slow."""
SMALL = ["slothouber_graatsma", "soma", "hexagonal_cylinder"]


@pytest.mark.parametrize("board", [*SMALL[:2], pytest.param(SMALL[2], marks=pytest.mark.slow)])
def test_classes_of_packings_are_those_of_the_program(board: str) -> None:
    instance = pp.load("packing", board)
    expected = found(instance, "asp", symmetry=True)
    assert set(found(instance, "exact-cover", symmetry=True)) == set(expected)
    counting = start_search(make_job(instance, "exact-cover", symmetry=True, task="count"))
    assert counting.count() == len(expected)


def test_threads_change_nothing() -> None:
    board = pp.load("packing", "hexagonal_cylinder")
    one, two = (
        start_search(make_job(board, "exact-cover", symmetry=True, threads=threads))
        for threads in (1, 2)
    )
    assert list(one) == list(two)
    assert one.statistics == two.statistics
    assert one.remarks == two.remarks


# Endings


def test_no_time_is_told_while_grounding() -> None:
    late = search(QUEENS.replace("6.", "40."), timeout=0.0)
    assert list(late) == []
    assert late.reason.startswith("time limit")
    assert not late.exhausted


@pytest.mark.parametrize("solver", ["", "kernel"])
def test_a_time_limit_keeps_what_was_found(solver: str) -> None:
    for timeout in SECONDS:
        late = search(LONG, solver, timeout=timeout)
        found = sum(1 for _ in late)
        assert not late.exhausted
        assert late.reason.startswith("time limit")
        if found:
            return
    pytest.fail("nothing was found")


def test_a_count_that_runs_out_of_time_is_a_lower_bound() -> None:
    numbers: list[int] = []
    for timeout in SECONDS:
        late = search(LONG, timeout=timeout)
        total = late.count(numbers.append)
        assert not late.exhausted
        assert late.reason.startswith("time limit")
        if numbers:
            assert total >= max(numbers)
            assert numbers == sorted(numbers)
            return
    pytest.fail("nothing was counted")


def test_another_thread_can_stop_the_search() -> None:
    endless = search(LONG)
    threading.Timer(0.5, lambda: endless.stop("enough")).start()
    assert endless.count() >= 0
    assert (endless.exhausted, endless.reason) == (False, "enough")


def test_ctrl_c_keeps_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    looking = search(LONG)
    pauses = 0  # a thousand nodes lie between two

    def interrupted(nodes: int) -> bool:
        nonlocal pauses
        pauses += 1
        if pauses == 20:
            raise KeyboardInterrupt
        return False

    monkeypatch.setattr(looking, "_pause", interrupted)
    assert list(looking)
    assert (looking.exhausted, looking.reason) == (False, "interrupted")
    pauses = 0
    assert looking.count() > 0
    assert (looking.exhausted, looking.reason) == (False, "interrupted")


@pytest.mark.slow
def test_bedlam_has_19186_packings(data: Path) -> None:
    """Without rotations and reflections of the cube."""
    instance = pp.load("packing", str(data / "packing" / "bedlam_cube.json"))
    counting = start_search(make_job(instance, "exact-cover", symmetry=True, task="count"))
    assert (counting.count(), counting.exhausted) == (19_186, True)
    assert counting.engine == "exact-cover:kernel"


@pytest.mark.slow
def test_pentominoes_of_the_solid_box_have_3940_classes() -> None:
    instance = pp.load("packing", "pentominoes_3x4x5")
    counting = start_search(make_job(instance, "exact-cover", symmetry=True, task="count"))
    assert (counting.count(), counting.exhausted) == (3_940, True)
