"""Counting over the frontier against listing by clingo: CPU time, medians of interleaved rounds."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from shipped_boards import domino_board

import pyasp_puzzles as pp
from pyasp_puzzles.puzzles.pips.generate import box, full_set
from pyasp_puzzles.puzzles.pips.instance import PipsBoard

if TYPE_CHECKING:
    from .conftest import Medians, Report

ROUNDS = 5
LIMIT = 30.0
"""Wall clock seconds after which clingo stops; it has then counted a part."""

SHIPPED = ("document", "two_islands", "heart", "checkers_4x4", "tilings_6x6")
PUBLISHED = ("2025-10-14", "2025-10-28", "2025-09-15")
SLOW = ("2025-10-28 hard", "2025-09-15 hard")
"""Boards that clingo takes many seconds or minutes for: one round."""


TITLE = """Pips, by {by}: counting over the frontier against listing by clingo.  CPU seconds from
the instance to the number (clingo: facts, grounding, search), medians of interleaved rounds;
clingo is stopped after {limit:.0f} s of wall clock, and the ratio is then a lower bound"""


def small() -> dict[str, PipsBoard]:
    found = {name: pp.load("pips", name) for name in SHIPPED}
    for seed in (1, 2, 3):
        found[f"4x5, seed {seed}"] = domino_board("", box(4, 5), full_set(3), seed, 2, 9)
    return found


@pytest.mark.parametrize("by", ["placement", "filling"])
def test_the_frontier_and_clingo_count_alike(by: str, report: Report, medians: Medians) -> None:
    race(small(), by, report, medians)


@pytest.mark.parametrize("by", ["placement", "filling"])
def test_they_count_alike_on_published_giants(
    by: str, data: Path, report: Report, medians: Medians
) -> None:
    folder = data / "pips"
    giants = {f"{day} hard": pp.load("pips", f"{folder / day}.json#hard") for day in PUBLISHED}
    race(giants, by, report, medians)


def race(boards: Mapping[str, PipsBoard], by: str, report: Report, medians: Medians) -> None:
    rows = []
    for name, instance in boards.items():
        found: dict[str, pp.Count] = {}

        def count(engine: str, instance: PipsBoard = instance, found: Any = found) -> None:
            found[engine] = pp.count(instance, by=by, timeout=LIMIT, engine=engine)

        rivals = {engine: partial(count, engine) for engine in ("frontier", "asp")}
        rounds = 1 if name in SLOW else ROUNDS
        seconds = medians(rivals, rounds)
        frontier, asp = found["frontier"], found["asp"]
        assert frontier.exhausted
        assert frontier.answers == asp.answers or not asp.exhausted, name
        assert frontier.answers >= asp.answers, name
        figures = (rounds, frontier.answers, int(frontier.statistics["states"]))
        times = (seconds["frontier"], seconds["asp"])
        ratio = f"{seconds['asp'] / seconds['frontier']:.2f}"
        if not asp.exhausted:
            ratio = f"> {ratio}, stopped at {asp.answers:,}"
        rows.append((name, *(f"{n:,}" for n in figures), *(f"{s:.4f}" for s in times), ratio))
    heads = ("board", "rounds", "answers", "states", "frontier s", "asp s", "asp / frontier")
    report(TITLE.format(by=by, limit=LIMIT), heads, rows)
