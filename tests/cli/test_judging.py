"""The commands ``estimate`` and ``rate``: their lines and tables, their JSON, their exit codes."""

from __future__ import annotations

import json
import re

import pytest
from support import ROOT, puzzles

from pyasp_puzzles.counts.estimation.estimate import Estimate, Spread

KEYS = {
    "estimate packing straights_6x6 --timeout 60": (
        *("puzzle", "instance", "engine", "nodes", "seconds", "answers", "exact", "hopeless"),
        *("method", "probes", "width", "visited", "node", "note"),
    ),
    "rate pips document": (
        *("puzzle", "instance", "status", "grade", "calibrated", "difficulty", "effort"),
        *("hardest", "steps", "size", "certain", "reason", "techniques"),
    ),
}
FOUND = {
    "estimate": {"answers": {"value": 0, "low": 0, "high": 0}, "exact": True},  # it has no answer
    "rate": {"status": "solved", "grade": "easy", "calibrated": True, "difficulty": 2},
}


@pytest.mark.parametrize("command", KEYS)
def test_json_has_the_figures_by_name(command: str) -> None:
    done = puzzles(*command.split(), "--json")
    assert done.returncode == 0
    found = json.loads(done.stdout)
    assert tuple(found) == KEYS[command]
    assert [found["puzzle"], found["instance"]] == command.split()[1:3]
    assert found.items() >= FOUND[command.split()[0]].items()


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


def test_the_page_shows_what_the_command_prints() -> None:
    """docs/use/difficulty.md: each command, and below it its output."""
    page = (ROOT / "docs/use/difficulty.md").read_text(encoding="utf-8")
    shown = re.findall(r"```console\n([^\n]+)\n```\n\n```text\n(.*?)```", page, re.DOTALL)
    assert len(shown) == 2
    for words, text in shown:
        assert puzzles(*words.split()[1:]).stdout == text


def test_several_boards_make_a_table() -> None:
    one, other = (
        puzzles("show", "pips", name, "--text").stdout for name in ("document", "mutilated_6x6")
    )
    text = f"=== easy\n{one}\n=== none\n{other}"
    done = puzzles("rate", "pips", "-", text=text)
    assert done.returncode == 1
    head, first, second = done.stdout.splitlines()
    assert head.split()[:4] == ["board", "difficulty", "grade", "steps"]
    assert first.split()[:2] == ["standard", "input#easy"] or "#easy" in first
    assert "no answer" in second
