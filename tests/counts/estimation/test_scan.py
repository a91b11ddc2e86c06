"""Probes of compiled scans: exact where they are wide enough, unbiased where they are not."""

from __future__ import annotations

import sys
from statistics import fmean

import pytest
from shipped_boards import edge_board

import pyasp_puzzles as pp
from pyasp_puzzles.counts.estimation import estimating
from pyasp_puzzles.counts.estimation.estimating import sampled
from pyasp_puzzles.engines.encoding import Probe, Scan, ScanRequest, ScanRun, Trial
from pyasp_puzzles.engines.job import make_job
from pyasp_puzzles.engines.scan import ScanProber, scan_of

pytest.importorskip("numba")


def never() -> bool:
    """There is always time."""
    return False


def scan_for(board: object, symmetry: str = "") -> Scan:
    return scan_of(make_job(board, "scan", symmetry=symmetry, task="count"))  # type: ignore[arg-type]


def probed(scan: Scan, width: int, seed: int = 0) -> Probe:
    assert scan.probe
    found = scan.probe(width, seed, never)
    assert found
    return found


def searched(scan: Scan) -> ScanRun:
    """A finished search."""
    run = scan.start(ScanRequest())
    while not run.exhausted:
        run.advance(10**7)
    return run


@pytest.mark.parametrize(
    ("name", "symmetry"),
    [
        *(("document_3x3", "all"), ("alike_3x3", ""), ("flipped_4x4", ""), ("framed_4x6", "")),
        *(("framed_4x6", "all"), ("hints_6x6", ""), ("unframed_3x4", "all")),
    ],
)
def test_wide_probes_count_what_the_scan_counts(name: str, symmetry: str) -> None:
    scan = scan_for(pp.load("eternity", name), symmetry)
    run, found = searched(scan), probed(scan, 100_000)
    assert (found.whole, found.nodes, found.answers) == (True, run.nodes, run.found)


def test_narrow_probes_are_unbiased() -> None:
    scan = scan_for(pp.load("eternity", "framed_4x6"))
    whole = probed(scan, 100_000)
    probes = [probed(scan, 100, seed) for seed in range(200)]
    assert not any(probe.whole for probe in probes)
    assert fmean(probe.nodes for probe in probes) == pytest.approx(whole.nodes, rel=0.03)
    assert fmean(probe.answers for probe in probes) == pytest.approx(whole.answers, rel=0.4)


NOTHING = Trial(0, 0.0)
"""Probes of the whole tree, however small it is."""

FAMILIES = {
    "framed close": {"rows": 5, "columns": 5, "colours": 3, "rim_colours": 2},
    "framed colourful": {"rows": 6, "columns": 6, "colours": 6, "rim_colours": 3},
    "unframed": {"rows": 4, "columns": 4, "colours": 9, "framed": False},
}


@pytest.mark.parametrize("family", FAMILIES)
def test_intervals_hold_the_truth_on_eight_of_ten_boards(family: str) -> None:
    held = 0
    for seed in range(10):
        board, _ = edge_board(**FAMILIES[family], seed=seed)  # type: ignore[arg-type]
        scan = scan_for(board)
        prober = ScanProber(scan, "scan")
        prober.budget = 40_000
        found = sampled(prober, NOTHING, seed, never)
        assert found
        held += searched(scan).nodes in found.nodes
    assert held >= 8


def test_a_board_without_answers_has_an_estimate_as_well() -> None:
    found = pp.estimate(pp.load("eternity", "flipped_4x4"), engine="scan", timeout=600)
    assert found.exact
    assert found.answers
    assert found.answers.value == 0


def test_an_endless_search_is_hopeless() -> None:
    board, _ = edge_board(12, 12, 8, seed=1, rim_colours=3)
    scan = scan_for(board)
    prober = ScanProber(scan, "scan")
    prober.budget = 40_000
    found = sampled(prober, NOTHING, 0, never)
    assert found
    assert found.nodes.low > 1e15
    assert found.answers is None


def test_without_numba_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    with pytest.raises(pp.PuzzleError, match=r"this needs numba, .* pip install"):
        pp.estimate(pp.load("eternity", "framed_7x7"), engine="scan")
    monkeypatch.setattr(estimating, "TRIAL", 600.0)  # this board is counted on any machine
    found = pp.estimate(pp.load("eternity", "alike_3x3"), timeout=600)  # auto takes clingo
    assert found.engine.startswith("asp")
    assert found.remarks


def test_ctrl_c_ends_an_estimate(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(ScanProber, "probe", interrupted)
    board, _ = edge_board(8, 8, 5, seed=1, rim_colours=3)
    with pytest.raises(KeyboardInterrupt):
        pp.estimate(board, engine="scan", timeout=600)
