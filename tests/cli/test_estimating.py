"""The command ``estimate``: its line, its JSON and its exit codes."""

from __future__ import annotations

import json

from support import puzzles

from pyasp_puzzles.counts.estimation.estimate import Estimate, Spread

KEYS = (
    *("puzzle", "instance", "engine", "nodes", "seconds", "answers", "exact", "hopeless"),
    *("method", "probes", "width", "visited", "node", "note"),
)


def test_a_small_tree_is_told_exactly() -> None:
    done = puzzles("estimate", "packing", "slothouber_graatsma", "--timeout", "60")
    assert done.returncode == 0
    assert done.stdout == ("262 nodes, less than 0.1 s (exact: the whole tree was searched)\n")


def test_json_has_the_figures_by_name() -> None:
    done = puzzles("estimate", "packing", "straights_6x6", "--json", "--timeout", "60")
    assert done.returncode == 0
    found = json.loads(done.stdout)
    assert tuple(found) == KEYS
    assert found["answers"] == {"value": 0, "low": 0, "high": 0}  # a board without answers
    assert found["exact"]


def test_no_time_at_all_is_exit_code_3() -> None:
    done = puzzles("estimate", "packing", "soma", "--timeout", "1e-9")
    assert (done.returncode, done.stdout) == (3, "")
    assert "soma: no estimate, the time was up" in done.stderr


def test_no_estimate_for_an_engine_is_one_line_and_exit_code_2() -> None:
    words = ("pentominoes_3x4x5", "--engine", "asp", "--timeout", "60")
    done = puzzles("estimate", "packing", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "exact-cover" in done.stderr


def test_large_numbers_are_told_in_words() -> None:
    def made(low: float, value: float, high: float, seconds: float) -> str:
        time = Spread(seconds, seconds * low / value, seconds * high / value)
        nodes = Spread(value, low, high)
        numbers = {"nodes": nodes, "seconds": time, "answers": None, "visited": 8}
        return str(Estimate(engine="e", node="choices", **numbers))  # type: ignore[arg-type]

    assert made(12.8e6, 14.2e6, 15.1e6, 0.6) == (
        "about 14 million nodes (between 13 and 15 million), 0.6 s (between 0.5 and 0.6 s)"
    )
    assert made(12.8e6, 14.2e6, 15.1e6, 6600) == (
        "about 14 million nodes (between 13 and 15 million), "
        "1.8 hours (between 99 minutes and 1.9 hours)"
    )
    assert made(2e17, 5e18, 1e20, 5e11) == "more than 10^17 nodes: hopeless"
