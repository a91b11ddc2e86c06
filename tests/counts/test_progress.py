"""Progress and the estimate of the time left."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

import pyasp_puzzles as pp
from pyasp_puzzles.counts.progress import LEAST, Progress, estimate

# Progress


def test_an_estimate_waits_for_some_cubes() -> None:
    assert estimate([1.0] * (LEAST - 1), [], 10, 1) is None
    assert estimate([2.0] * 10, [], 10, 2) == (10.0, 10.0)


@pytest.mark.parametrize("slots", [1, 2, 8])
def test_an_estimate_covers_what_comes_of_equal_odds(slots: int) -> None:
    """Twice the standard error: about one in twenty is missed; here of 200."""
    rng, hits = random.Random(slots), 0
    for _ in range(200):
        spans = [rng.uniform(0.5, 1.5) for _ in range(60)]
        low, high = estimate(spans[:20], [], 40, slots) or (0.0, 0.0)
        hits += low <= sum(spans[20:]) / slots <= high
    assert hits > 160


def test_progress_marks_what_is_an_estimate() -> None:
    told = str(Progress(10, 3, 9, 0.5, (60.0, 7200.0)))
    assert told == "3 of 9 cubes, 10 answers, 0.5/s, est. 60 s to 2.0 h left"
    assert str(Progress(10)) == "10 answers so far"
    assert "no worker" in str(Progress(0, 0, 9, remark="no worker is there"))


def test_progress_goes_up_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pyasp_puzzles.counts.scheduler._PROGRESS_INTERVAL", 0.0)
    seen: list[Progress] = []
    board = pp.load("eternity", "alike_3x3")
    pp.count(board, processes=2, cubes=60, progress=seen.append)
    assert seen
    assert all(a.done <= b.done and a.answers <= b.answers for a, b in pairwise(seen))
    assert len({progress.cubes for progress in seen if progress.cubes}) == 1
