"""The estimate beside a count that takes long."""

from __future__ import annotations

from contextlib import nullcontext

import pytest

import pyasp_puzzles as pp
from pyasp_puzzles.cli.terminal import counting
from pyasp_puzzles.counts.estimation.estimate import Estimate, Spread
from pyasp_puzzles.counts.estimation.estimating import EstimateBeside
from pyasp_puzzles.counts.progress import Progress


def made(nodes: float, seconds: float, note: str = "") -> Estimate:
    """An estimate without doubts about the time."""
    return Estimate(
        engine="e",
        nodes=Spread(nodes, nodes / 2, 2 * nodes),
        seconds=Spread.exact(seconds),
        answers=None,
        visited=8,
        node="choices",
        note=note,
    )


@pytest.mark.parametrize(
    ("estimate", "nodes", "told"),
    [
        (made(14e6, 0.6), 1_700_000, "about 12 % of about 14 million nodes, 0.6 s"),
        (made(14e9, 600), 1_700_000, "less than 1 % of about 14 billion nodes, 10 minutes"),
        (made(14e6, 0.6), 15_000_000, "past the estimate of about 14 million nodes, 0.6 s"),
        (made(14e6, 600), 0, "42 s of about 10 minutes"),
        (made(14e6, 600, "it remembers"), 1_700_000, "42 s of about 10 minutes"),
        (made(1e18, 1e11), 1_700_000, "more than 10^17 nodes: hopeless"),
    ],
)
def test_the_share_of_a_count_is_told(estimate: Estimate, nodes: int, told: str) -> None:
    assert estimate.share(nodes, 42.0) == told


def test_a_count_that_takes_long_gets_its_estimate() -> None:
    board = pp.load("packing", "slothouber_graatsma")
    beside = EstimateBeside(board, after=0.0, engine="auto", symmetry="", by="")
    with beside:
        beside.join()
    assert beside.found
    assert beside.found.answers
    assert beside.found.answers.value == 8


def test_a_count_without_an_estimate_goes_on_without() -> None:
    board = pp.load("packing", "slothouber_graatsma")
    with EstimateBeside(board, after=0.0, engine="sat", symmetry="", by="") as beside:
        beside.join()
    assert beside.found is None


def test_a_short_count_makes_no_estimate() -> None:
    with EstimateBeside(pp.load("packing", "slothouber_graatsma"), after=3600.0) as beside:
        pass
    beside.join()
    assert beside.found is None


def test_the_line_of_a_count_has_the_estimate_behind_the_answers() -> None:
    told: list[object] = []
    beside = EstimateBeside(None, after=3600.0)
    with counting(nullcontext(told.append), "board", beside) as progress:
        progress(Progress(3, nodes=1_700_000))
        beside.found = made(14e6, 0.6)
        progress(Progress(4, nodes=1_700_000))
    share = "about 12 % of about 14 million nodes, 0.6 s"
    assert told == ["3 answers so far", f"4 answers so far, {share}"]


def test_each_engine_that_is_probed_tells_its_nodes() -> None:
    pytest.importorskip("numba")
    told: list[Progress] = []
    pp.count(pp.load("eternity", "unframed_3x4"), engine="scan", progress=told.append)
    assert told[-1].nodes == 289_884
    told.clear()
    pp.count(pp.load("packing", "three_given_6x10"), engine="exact-cover", progress=told.append)
    assert all(each.nodes >= 0 for each in told)
