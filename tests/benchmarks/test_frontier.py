"""Counting over the frontier against listing by clingo: CPU time, medians of interleaved rounds."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import pyasp_puzzles as pp
from pyasp_puzzles.families.pips import box, full_set, generate
from pyasp_puzzles.formats.pips import Instance

ROUNDS = 5
LIMIT = 30.0
"""Wall clock seconds after which clingo stops; it has then counted a part."""

SHIPPED = ("document", "two_islands", "heart", "checkers_4x4", "tilings_6x6")
PUBLISHED = ("2025-10-14", "2025-10-28", "2025-09-15")
SLOW = ("2025-10-28 hard", "2025-09-15 hard")
"""Boards that clingo takes many seconds or minutes for: one round."""


def boards() -> Iterator[tuple[str, Instance]]:
    """Shipped boards, generated ones, and the published giants where they are present."""
    for name in SHIPPED:
        yield name, pp.load("pips", name)
    for seed in (1, 2, 3):
        yield f"4x5, seed {seed}", generate("", box(4, 5), full_set(3), seed, 2, 9)
    default = Path(__file__).resolve().parents[3] / "shared" / "data"
    folder = Path(os.environ.get("PYASP_PUZZLES_DATA", default)) / "pips"
    for day in PUBLISHED:
        file = folder / f"{day}.json"
        if file.exists():
            yield f"{day} hard", pp.load("pips", f"{file}#hard")


@pytest.mark.parametrize("by", ["placement", "filling"])
def test_the_frontier_and_clingo_count_alike(
    by: str, report: Callable[..., None], medians: Callable[..., dict[str, float]]
) -> None:
    rows = []
    for name, instance in boards():
        found: dict[str, pp.Count] = {}

        def count(engine: str, instance: Instance = instance, found: Any = found) -> None:
            found[engine] = pp.count(instance, by=by, timeout=LIMIT, engine=engine)

        rivals = {engine: partial(count, engine) for engine in ("frontier", "asp")}
        seconds = medians(rivals, 1 if name in SLOW else ROUNDS)
        frontier, asp = found["frontier"], found["asp"]
        assert frontier.exhausted
        assert frontier.answers == asp.answers or not asp.exhausted, name
        assert frontier.answers >= asp.answers, name
        figures = (frontier.answers, int(frontier.statistics["states"]))
        times = (seconds["frontier"], seconds["asp"])
        ratio = f"{seconds['asp'] / seconds['frontier']:.2f}"
        if not asp.exhausted:
            ratio = f"> {ratio}, stopped at {asp.answers:,}"
        rows.append((name, *(f"{n:,}" for n in figures), *(f"{s:.4f}" for s in times), ratio))
    heads = ("board", "answers", "states", "frontier s", "asp s", "asp / frontier")
    report(f"Pips, {by}: counting over the frontier against listing by clingo", heads, rows)
