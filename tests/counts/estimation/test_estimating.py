"""Estimates of counts: exact for small trees, unbiased and honest for larger ones, or refused."""

from __future__ import annotations

from statistics import fmean

import pytest

import pyasp_puzzles as pp
from pyasp_puzzles.boards.registry import shipped_names
from pyasp_puzzles.counts.estimation import estimating
from pyasp_puzzles.counts.estimation.estimating import estimate_job
from pyasp_puzzles.engines.covering import probing
from pyasp_puzzles.engines.covering.probing import CoverProber, probed
from pyasp_puzzles.engines.covering.recognition import recognise
from pyasp_puzzles.engines.covering.search import CoverSearch
from pyasp_puzzles.engines.encoding import Probe
from pyasp_puzzles.engines.job import make_job
from pyasp_puzzles.engines.kinds import KINDS
from pyasp_puzzles.ground.ground import ground

BITSETS = "exact-cover:bitsets"


def never() -> bool:
    """There is always time."""
    return False


@pytest.mark.parametrize("puzzle", shipped_names())
def test_each_puzzle_has_an_estimate_or_says_why_not(puzzle: str) -> None:
    board = pp.load(puzzle)
    try:
        found = pp.estimate(board, timeout=600)
    except pp.NoEstimateError as error:
        assert board.name in str(error)
        assert "estimates are for" in str(error)
    else:
        assert found.exact or found.probes
        assert found.nodes.low <= found.nodes.value <= found.nodes.high
        assert 0 <= found.seconds.low <= found.seconds.value <= found.seconds.high


@pytest.mark.parametrize("name", ["slothouber_graatsma", "straights_6x6", "three_given_6x10"])
def test_a_small_tree_is_searched_in_full(name: str) -> None:
    board = pp.load("packing", name)
    counted = pp.count(board, engine=BITSETS)
    found = pp.estimate(board, timeout=600)
    assert found.exact
    assert found.nodes.known
    assert found.nodes.value == counted.statistics["nodes"]
    assert found.answers
    assert found.answers.value == counted.answers


def test_narrow_probes_are_unbiased() -> None:
    source = make_job(pp.load("packing", "slothouber_graatsma"), "exact-cover").source()
    program = ground(source.files, source.facts, source.constants, log=str)
    search = CoverSearch(recognise(program).cover)
    assert search.root

    def probe(width: int, seed: int) -> Probe:
        assert search.root
        found = probed(search, [search.root], width, seed, never)
        assert found
        return found

    whole = probe(10**6, 0)
    assert (whole.whole, whole.answers) == (True, 8)
    probes = [probe(3, seed) for seed in range(2000)]
    assert not any(each.whole for each in probes)
    assert fmean(each.nodes for each in probes) == pytest.approx(whole.nodes, rel=0.03)
    assert fmean(each.answers for each in probes) == pytest.approx(whole.answers, rel=0.1)


@pytest.fixture
def small_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Estimates with a tenth of the usual number of nodes."""
    monkeypatch.setattr(probing, "TRIAL", 6_000)
    monkeypatch.setattr(CoverProber, "budget", 20_000)


@pytest.mark.usefixtures("small_budget")
def test_the_same_seed_gives_the_same_numbers() -> None:
    job = make_job(pp.load("packing", "soma"), BITSETS, task="count")
    one, two, other = (estimate_job(job, seed) for seed in (7, 7, 8))
    assert not one.exact
    assert (one.nodes, one.answers) == (two.nodes, two.answers)
    assert one.nodes != other.nodes


@pytest.mark.usefixtures("small_budget")
@pytest.mark.parametrize(
    ("name", "nodes", "answers"), [("soma", 215_180, 11_520), ("pentominoes_3x20", 30_165, 8)]
)
def test_the_interval_of_a_finished_count_holds_it(name: str, nodes: int, answers: int) -> None:
    job = make_job(pp.load("packing", name), BITSETS, task="count")
    found = estimate_job(job, 0)
    assert nodes in found.nodes
    assert found.answers is None or answers in found.answers


def test_no_time_at_all_gives_up() -> None:
    with pytest.raises(pp.GaveUpError, match="time was up"):
        pp.estimate(pp.load("packing", "pentominoes_3x4x5"), timeout=1e-9)


def test_engines_without_an_estimate_name_those_that_have_one() -> None:
    able = [name for name, kind in KINDS.items() if kind.prober]
    assert "exact-cover" in able
    with pytest.raises(pp.NoEstimateError, match=able[0]):
        pp.estimate(pp.load("packing", "pentominoes_3x4x5"), engine="asp", timeout=600)


def test_a_program_that_is_no_exact_cover_is_refused() -> None:
    with pytest.raises(pp.PuzzleError, match="does not fit"):
        pp.estimate(pp.load("pips", "heart"), engine="exact-cover", timeout=600)


@pytest.mark.parametrize("timeout", [0, -1.0, "5"])
def test_a_time_limit_is_a_positive_number(timeout: object) -> None:
    with pytest.raises(pp.PuzzleError, match="timeout: found"):
        pp.estimate(pp.load("packing", "soma"), timeout=timeout)  # type: ignore[arg-type]


@pytest.mark.parametrize("engine", ["asp", "frontier"])
def test_a_count_that_ends_at_once_is_its_own_estimate(
    engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(estimating, "TRIAL", 600.0)  # "at once", on any machine
    board = pp.load("pips", "tilings_6x6")
    found = pp.estimate(board, engine=engine, timeout=600)
    assert found.exact
    assert found.answers
    assert found.answers.value == 6728
