"""Intervals from several estimates hold the truth as often as they promise."""

from __future__ import annotations

import math
import random

import pytest

from pyasp_puzzles.counts.estimation.estimate import Spread, spread


@pytest.mark.parametrize("deviation", [0.05, 0.3, 1.0, 2.0, 3.0])
def test_intervals_hold_the_mean_of_log_normal_numbers(deviation: float) -> None:
    choose = random.Random(1)
    truth = math.exp(10 + deviation**2 / 2)
    held = 0
    for _ in range(200):
        found = spread([choose.lognormvariate(10, deviation) for _ in range(10)])
        assert found
        assert found.low <= found.value <= found.high
        held += truth in found
    assert held >= 175  # 87 %: the number promised is 80 %


def test_heavy_tails_make_wide_intervals() -> None:
    found = spread([1e10, 1e12, 3e10, 1e11, 1e13])
    assert found
    assert found.high / found.low > 100


def test_equal_estimates_are_certain() -> None:
    assert spread([5.0] * 4) == Spread(5.0, pytest.approx(5.0), pytest.approx(5.0))  # type: ignore[arg-type]


def test_the_interval_never_ends_below_what_was_visited() -> None:
    found = spread([90.0, 100.0, 110.0], least=95.0)
    assert found
    assert found.low == 95.0


def test_probes_that_met_nothing_say_nothing() -> None:
    assert spread([0.0, 3.0, 5.0]) is None
    assert spread([3.0]) is None


def test_huge_trees_do_not_overflow() -> None:
    found = spread([1e200, 1e280, 1e100])
    assert found
    assert math.isfinite(found.high)
