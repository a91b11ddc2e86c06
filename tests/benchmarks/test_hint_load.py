"""Fifty clients ask for hints at once: jobs a second, the wait for one, CPU seconds of one.

``pytest -m benchmark -n 0 tests/benchmarks/test_hint_load.py``.  Each client follows a board as a
player does: two hints of a position (which clues, then the step), some pieces, two hints more.
All begin with the empty board, and each lays the pieces of the answer in an order of its own.
The clients wait for nothing but the answers.  CPU seconds are those of the server with its
processes; the clients need the machine, too, which lowers the number of jobs a second.
"""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from statistics import median
from typing import TYPE_CHECKING, Any

import pytest
from browsing import answer_laid, serving
from test_page import CLIENTS, LOAD_SECONDS, Asking, port_of

import pyasp_puzzles as pp
from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.registry import find_puzzle

if TYPE_CHECKING:
    from .conftest import Report

TITLE = "Hints for 50 clients at once"
HEADS = ("boards", "jobs a second", "median wait", "95 %", "longest", "CPU s a job", "load")
SETS = {
    "one board": ("sudoku/nine",),
    "five boards": (
        *("sudoku/nine", "slitherlink/six", "nurikabe/five", "pips/document", "akari/ten"),
    ),
    "fifteen boards": (
        *("sudoku/nine", "slitherlink/six", "nurikabe/five", "pips/document", "akari/ten"),
        *("masyu/six", "heyawake/six", "hitori/six", "kakuro/six", "lits/six"),
        *("nonogram/six", "kurodoko/six", "norinori/six", "shikaku/six", "minesweeper/six"),
    ),
}
STEP = 3
"""Pieces that a client lays between two positions."""


def positions(address: str, random: Random) -> list[Any]:
    """The partial answers of a player from the empty board to the answer."""
    puzzle, board = address.split("/")
    instance, form = pp.load(puzzle, board), find_puzzle(puzzle).play
    tools = list(answer_laid(puzzle, board))
    random.shuffle(tools)
    partial, found = Partial(), []
    assert form
    for number, tool in enumerate(tools):
        if number % STEP == 0:
            found.append(partial.as_json())
        partial = form.lay(instance, partial, tool)
    return found


def waits_of(server: Asking, boards: tuple[str, ...], seconds: float) -> tuple[list[float], float]:
    """The waits of all hints that the clients were told, sorted; seconds until the last one."""
    ways = [positions(boards[i % len(boards)], Random(i)) for i in range(CLIENTS)]

    def client(number: int) -> list[float]:
        waits: list[float] = []
        puzzle, board = boards[number % len(boards)].split("/")
        end, at = time.monotonic() + seconds, 0
        while time.monotonic() < end:
            partial = ways[number][at // 2 % len(ways[number])]
            start = time.monotonic()
            body = {"puzzle": puzzle, "instance": board, "partial": partial}
            told = server.job("hint", **body, options={"degree": ("clues", "full")[at % 2]})
            assert told["result"]["status"] == "step", told["result"]
            waits.append(time.monotonic() - start)
            at += 1
        return waits

    with ThreadPoolExecutor(CLIENTS) as pool:
        start = time.monotonic()
        waits = sorted(wait for waits in pool.map(client, range(CLIENTS)) for wait in waits)
        return waits, time.monotonic() - start


def warm_up(server: Asking, boards: tuple[str, ...]) -> None:
    """Two positions of each board at the same time: both processes that search have it then."""
    with ThreadPoolExecutor(2) as pool:
        for address in boards:
            puzzle, instance = address.split("/")
            asked = {"puzzle": puzzle, "instance": instance, "options": {"degree": "clues"}}
            ways = positions(address, Random(-1))[:2]
            list(pool.map(lambda x, own=asked: server.job("hint", **own, partial=x), ways))


@pytest.mark.parametrize("name", SETS)
def test_hints_of_many_clients(name: str, tmp_path: Path, report: Report) -> None:
    psutil, boards = pytest.importorskip("psutil"), SETS[name]
    with serving(tmp_path) as (address, process):
        server, root = Asking(port_of(address), process), psutil.Process(process)

        def spent() -> float:
            own = [each.cpu_times() for each in [root, *root.children(recursive=True)]]
            return float(sum(t.user + t.system for t in own) + own[0].children_user)

        warm_up(server, boards)
        before = spent()
        waits, took = waits_of(server, boards, LOAD_SECONDS)
        used = spent() - before
    figures = median(waits), waits[int(0.95 * len(waits))], waits[-1]
    row = [f"{name}, {len(waits)} jobs", f"{len(waits) / took:.1f}"]
    row += [f"{each:.1f} s" for each in figures]
    report(TITLE, HEADS, [[*row, f"{used / len(waits):.3f}", f"{os.getloadavg()[0]:.1f}"]])
