"""Flower Finder: profiles and engines on generated frames, with answers and without."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from shipped_boards import flower_frame

import pyasp_puzzles as pp
from pyasp_puzzles.boards.puzzle import Task
from pyasp_puzzles.engines.job import make_job
from pyasp_puzzles.engines.process import start_search
from pyasp_puzzles.puzzles.flower_finder.format import QUARTERS, FlowerBoard

if TYPE_CHECKING:
    from .conftest import ProfileRace, Report

TITLE = """Flower Finder: CPU milliseconds of facts, grounding, search by profile, sums over three
frames, medians of five interleaved runs; ratio: to learn"""
RIVALS = """Flower Finder, all answers: CPU seconds of one process each, from facts to the last
answer, start and imports apart, medians of three interleaved runs; asp has the profile that was
found best on such frames (turns), the others their defaults.  ratio: to asp"""


def named(n: int, seed: int) -> FlowerBoard:
    return replace(flower_frame(n, seed), name=f"n={n}, seed {seed}")


def spoilt(n: int) -> list[FlowerBoard]:
    """Frames of which one quarter was changed, so that no answer is left."""
    found: list[FlowerBoard] = []
    for seed in range(100):
        frame, rng = named(n, seed), random.Random(seed)
        strips = list(frame.strips)
        strip = strips.pop(rng.randrange(2 * n))
        circles = list(strip.circles)
        number = rng.randrange(n)
        circles[number] = rng.choice([q for q in QUARTERS.values() if q != circles[number]])
        frame = replace(frame, strips=(*strips, replace(strip, circles=tuple(circles))))
        if not start_search(make_job(frame, "asp", limit=1)).count():
            found.append(frame)
        if len(found) == 3:
            return found
    raise AssertionError("too few frames without answer")


@pytest.mark.parametrize("task", ["first", "all", "unsat"])
@pytest.mark.parametrize("n", [4, 5, 6, 7, 8])
def test_profiles(n: int, task: Task, profiles: ProfileRace) -> None:
    frames = spoilt(n) if task == "unsat" else [named(n, seed) for seed in range(3)]
    profiles(TITLE, {"frames": f"n={n}"}, frames, task)


@pytest.mark.parametrize("n", [4, 5, 6])
def test_rivals(n: int, report: Report) -> None:
    engines = ["asp", "sat:cadical195", "cpsat"]
    found = pp.compare([named(n, 0)], engines, task="all", repeat=3)
    assert found.disagreements == []
    rows = []
    for row in found.rows():
        assert row.seconds, f"{row.case} by {row.engine}: {row.message}"
        ratio = row.seconds["total"] / found.rows()[0].seconds["total"]
        total = f"{row.seconds['total']:.3f}"
        rows.append([row.case, str(row.engine), str(row.answers), total, f"{ratio:.1f}"])
    report(RIVALS, ("frame", "engine", "answers", "seconds", "ratio"), rows)
