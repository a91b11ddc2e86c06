"""The best board of edge matching: scores by CPU seconds and seed.

``PYASP_PUZZLES_BOARD`` names a file with a board; otherwise a generated one with the numbers of
pieces and colours of Eternity II takes part. ``PYASP_PUZZLES_LIMITS`` has the CPU seconds of a
search, set-up included ("1 5"), ``PYASP_PUZZLES_SEEDS`` the number of seeds (3).
"""

from __future__ import annotations

import os
import time
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import pyasp_puzzles as pp
from pyasp_puzzles.boards.optimiser import BestRequest
from pyasp_puzzles.engines.optimising.board import checked
from pyasp_puzzles.puzzles.eternity import PUZZLE
from pyasp_puzzles.puzzles.eternity.beam import start
from pyasp_puzzles.puzzles.eternity.generate import cut
from pyasp_puzzles.puzzles.eternity.instance import EternityBoard

if TYPE_CHECKING:
    from .conftest import Report

BOARD = os.environ.get("PYASP_PUZZLES_BOARD", "")
LIMITS = [float(limit) for limit in os.environ.get("PYASP_PUZZLES_LIMITS", "1 5").split()]
SEEDS = int(os.environ.get("PYASP_PUZZLES_SEEDS", "3"))


def board() -> EternityBoard:
    if BOARD:
        instance: EternityBoard = pp.load("eternity", BOARD)
        return instance
    pieces, _ = cut(Random(1), 16, 16, 17, 5, True)
    return EternityBoard("Generated", 16, 16, pieces, name="generated, 16 x 16, 17 + 5 colours")


def search(instance: EternityBoard, seed: int, limit: float) -> tuple[int, float, float, int]:
    """The score of a search, its seconds, those of compilation besides, its planned bytes."""
    begin = time.process_time()

    def left() -> float:
        return limit + beam.seconds.get("compile", 0.0) - (time.process_time() - begin)

    request: BestRequest[Any] = BestRequest(seed=seed, late=lambda: left() < 0, left=left)
    beam = start(instance, request)
    score = -1
    for found in beam:
        checked(PUZZLE, instance, found, score)
        score = found.score
    compiling = beam.seconds["compile"]
    return score, time.process_time() - begin - compiling, compiling, beam.memory


@pytest.mark.parametrize("limit", LIMITS)
def test_scores(limit: float, report: Report) -> None:
    """Each board is measured by the puzzle's own ``measure``."""
    pytest.importorskip("numba")
    instance = board()
    found = [search(instance, seed, limit) for seed in range(1, SEEDS + 1)]
    scores = sorted(score for score, *_ in found)
    assert all(0 <= score <= instance.joints for score in scores)
    mean = sum(scores) / len(scores)
    report(
        f"Joints that match, of {instance.joints}: {instance.name}",
        ("limit", "scores", "mean", "CPU s", "compiling s", "memory MB"),
        [
            (
                f"{limit:g} s",
                " ".join(map(str, scores)),
                f"{mean:.1f}",
                f"{max(seconds for _, seconds, *_ in found):.1f}",
                f"{max(compiling for *_, compiling, _ in found):.1f}",
                f"{max(memory for *_, memory in found) / 1e6:.0f}",
            )
        ],
    )
