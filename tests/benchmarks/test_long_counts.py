"""Two processes against one, and the price of a store.

Wall clock, as nothing else tells what a second process is good for: on an idle machine, with two
cores or more.  Medians of runs in turn.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from shipped_boards import edge_board

import pyasp_puzzles as pp

Report = Callable[[str, Sequence[str], Sequence[Sequence[str]]], None]

ASP: dict[str, Any] = {"engine": "asp"}
CLASSES = {**ASP, "symmetry": True}


def edges(seed: int) -> Any:
    return edge_board(7, 7, 7, seed, rim_colours=4)[0]


CASES: list[tuple[str, Callable[[], Any], dict[str, Any], int]] = [
    ("hexagonal_cylinder", lambda: pp.load("packing", "hexagonal_cylinder"), {}, 660),
    ("hexagonal_cylinder, asp", lambda: pp.load("packing", "hexagonal_cylinder"), ASP, 660),
    ("pentominoes_6x10", lambda: pp.load("packing", "pentominoes_6x10"), {}, 9356),
    ("6x10, classes", lambda: pp.load("packing", "pentominoes_6x10"), CLASSES, 2339),
    ("edge matching 7x7, 7 + 4 colours, seed 3", lambda: edges(3), CLASSES, 2),
    ("edge matching 7x7, 7 + 4 colours, seed 1", lambda: edges(1), CLASSES, 2),
]


def timed(count: Callable[[], pp.Count]) -> tuple[float, pp.Count]:
    start = time.perf_counter()
    found = count()
    return time.perf_counter() - start, found


@pytest.mark.parametrize(
    ("name", "made", "arguments", "answers"), CASES, ids=[case[0] for case in CASES]
)
def test_two_processes(
    name: str, made: Callable[[], Any], arguments: dict[str, Any], answers: int, report: Report
) -> None:
    board = made()
    ways: dict[str, dict[str, Any]] = {"whole": {}, "1": {"processes": 1}, "2": {"processes": 2}}
    spent: dict[str, list[float]] = {way: [] for way in ways}
    engine = ""
    for _ in range(5 if answers == 660 else 3):
        for way, means in ways.items():
            seconds, found = timed(lambda means=means: pp.count(board, **arguments, **means))
            assert (found.answers, found.exhausted) == (answers, True)
            spent[way].append(seconds)
            engine = found.engine
    median = {way: statistics.median(each) for way, each in spent.items()}
    row = [name, engine, f"{answers:,}", *(f"{median[way]:.2f}" for way in ways)]
    row += [f"{median['1'] / median['2']:.2f}", f"{median['whole'] / median['2']:.2f}"]
    heads = ["board", "engine", "answers", "in one piece", "1 process", "2 processes"]
    report("Seconds", [*heads, "1 to 2", "one piece to 2"], [row])


@pytest.mark.parametrize("processes", [1, 2])
def test_the_price_of_a_store(processes: int, tmp_path: Path, report: Report) -> None:
    """Soma finds some 10,000 answers a second with clingo."""
    board = pp.load("packing", "soma")
    spent: dict[str, list[float]] = {"without": [], "with": []}
    for number in range(9):
        for way, each in spent.items():
            means = {"store": tmp_path / f"{number}.store"} if way == "with" else {}
            seconds, found = timed(
                lambda means=means: pp.count(board, engine="asp", processes=processes, **means)
            )
            assert (found.answers, found.exhausted) == (11_520, True)
            each.append(seconds)
    without, kept = (statistics.median(each) for each in spent.values())
    report(
        "Soma, all answers by clingo",
        ["processes", "answers per second", "without a store", "with one", "ratio"],
        [
            [
                str(processes),
                f"{11_520 / without:,.0f}",
                f"{without:.2f} s",
                f"{kept:.2f} s",
                f"{kept / without:.3f}",
            ]
        ],
    )


def test_memory_of_a_process(report: Report) -> None:
    """A process that searches many cubes needs no more than one that has searched a few."""
    from pyasp_puzzles.work.pool import ProcessPool

    with ProcessPool(1) as pool:
        rows = pool.submit(cubes_and_memory).result()
    first, last = (float(row[1].split()[0]) for row in (rows[0], rows[-1]))
    assert last < 1.2 * first
    report("One process, 6x10 in 400 cubes", ["cubes", "resident memory"], rows)


def cubes_and_memory() -> list[list[str]]:
    """Searches 400 cubes in this process; resident memory after some of them."""
    from pyasp_puzzles.counts.cube_cutter import CubeCutter, CubeTask, search_cube
    from pyasp_puzzles.engines.job import make_job

    board = pp.load("packing", "pentominoes_6x10")
    job = make_job(board, "asp", symmetry=True)
    cutting = CubeCutter(job)
    task, rows = CubeTask((job,), ""), []
    for number, cube in enumerate(cutting.cubes(400), start=1):
        search_cube(task, cube, cutting.atoms, None)
        if number in (1, 50, 100, 200, 400):
            pages = int(Path("/proc/self/statm").read_text().split()[1])
            rows.append([str(number), f"{pages * 4096 / 1e6:.1f} MB"])
    return rows
