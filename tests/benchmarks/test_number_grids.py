"""Number grids: clingo against CP-SAT on the grids of 2020, and the profiles on sparser boards."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from number_grids import view_from

import pyasp_puzzles as pp
from pyasp_puzzles.boards.puzzle import Task
from pyasp_puzzles.engines.job import make_job
from pyasp_puzzles.engines.process import start_search
from pyasp_puzzles.puzzles.twenty_four_seven import PROFILES
from pyasp_puzzles.puzzles.twenty_four_seven.instance import NumberGridBoard, usual_digits

if TYPE_CHECKING:
    from .conftest import ProfileRace, Report

NAMES = ("2020_a", "2020_b", "2020_c", "2020_d")
ENGINES = (*(f"asp:{name}" for name in PROFILES), "cpsat.document", "cpsat.distances")
RIVALS = """Number grids, all answers: CPU seconds of one process each, from facts to the last
answer, start and imports apart, medians of five interleaved runs; CP-SAT with one worker
and its defaults (cpsat.document is unsound: it counts adjacent pairs). ratio: to asp:rows, which is
asp for this task"""
TASKS = """Number grids: CPU milliseconds of facts, grounding, search by profile, sums of boards,
medians of five interleaved runs; ratio: to learn"""


def load(name: str) -> Any:
    return pp.load("twenty_four_seven", name)


def solved(name: str) -> tuple[tuple[int, ...], ...]:
    rows: tuple[tuple[int, ...], ...] = next(pp.solve(load(name), limit=1)).solution.rows
    return rows


def sparse(seed: int, givens: int, views: int, *, spoilt: bool = False) -> NumberGridBoard:
    """A board that shows a few numbers of a known one, perhaps one of them changed."""
    rng = random.Random(seed)
    rows = solved(rng.choice((*NAMES, "long_way")))
    cells = [(r, c, v) for r, row in enumerate(rows, 1) for c, v in enumerate(row, 1) if v]
    shown = rng.sample(cells, givens)
    if spoilt:
        row, column, digit = shown[0]
        shown[0] = row, column, rng.choice([v for v in range(1, 8) if v != digit])
    places = [(side, k) for side in ("top", "bottom", "left", "right") for k in range(7)]
    seen = []
    for side, k in rng.sample(places, views):
        line = rows[k] if side in ("left", "right") else [row[k] for row in rows]
        ahead = line if side in ("left", "top") else line[::-1]
        seen.append(view_from(side, k + 1, 7, 7, next(filter(None, ahead))))
    name = f"sparse_{seed}"
    return NumberGridBoard(
        name, 7, usual_digits(7), givens=tuple(sorted(shown)), views=tuple(sorted(seen))
    )


def race(title: str, boards: list[Any], report: Report) -> None:
    found = pp.compare(boards, ENGINES, task="all", repeat=5)
    assert not [d for d in found.disagreements if "cpsat.document" not in map(str, d.engines)]
    rows = found.rows()
    sums: dict[str, float] = {}
    for row in rows:
        assert row.answers == 1, f"{row.case} by {row.engine}: {row.message}"
        sums[str(row.engine)] = sums.get(str(row.engine), 0.0) + row.seconds["total"]
    table = [
        [name, f"{seconds:.3f}", f"{seconds / sums['asp:rows']:.1f}"]
        for name, seconds in sums.items()
    ]
    report(f"{RIVALS}\n{title}", ("engine", "seconds", "ratio"), table)


def test_the_four_grids_of_2020(report: Report) -> None:
    race("The four grids of 2020, sums", [load(name) for name in NAMES], report)


def test_the_four_in_one(data: Path, report: Report) -> None:
    board = load(str(data / "twenty_four_seven" / "2023-02.json"))
    race("The four-in-one of 2023", [board], report)


def boards() -> dict[str, tuple[Task, list[Any]]]:
    """Groups of boards with the task that they are for."""
    many = [sparse(seed, 7, 4) for seed in range(8)]
    return {
        "2020": ("all", [load(name) for name in NAMES]),
        "patterns": ("all", [load("patterns_6x6")]),
        "sparse": ("all", many),
        "sparse first": ("first", many),
        "no answer": ("unsat", [load("trap_pairs"), load("five"), *spoilt(8)]),
        "several grids": ("all", [load(n) for n in ("corner", "stairs", "side_by_side")]),
    }


def spoilt(number: int) -> list[NumberGridBoard]:
    """Boards without answer whose proof takes some search."""
    found: list[NumberGridBoard] = []
    for seed in range(400):
        board = sparse(seed, 9, 5, spoilt=True)
        search = start_search(make_job(board, "asp:learn", limit=1))
        if not search.count() and search.statistics["conflicts"] > 300:
            found.append(board)
        if len(found) == number:
            return found
    raise AssertionError("too few boards without answer")


@pytest.mark.parametrize(
    "group", ["2020", "patterns", "sparse", "sparse first", "no answer", "several grids"]
)
def test_profiles(group: str, profiles: ProfileRace) -> None:
    task, members = boards()[group]
    profiles(TASKS, {"boards": group, "number": str(len(members))}, members, task)
