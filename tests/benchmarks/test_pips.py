"""Pips: published boards, generated ones of 120 dominoes, and boards without an answer."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from shipped_boards import domino_board

import pyasp_puzzles as pp
from pyasp_puzzles.comparison.columns import total_text
from pyasp_puzzles.engines.asp import AspSearch, ClaspSettings
from pyasp_puzzles.engines.job import make_job
from pyasp_puzzles.engines.process import start_search
from pyasp_puzzles.ground.grounding import Source
from pyasp_puzzles.puzzles.pips import PUZZLE
from pyasp_puzzles.puzzles.pips.generate import box, full_set
from pyasp_puzzles.puzzles.pips.instance import Domino, PipsBoard, Region, make

if TYPE_CHECKING:
    from .conftest import Medians, Report

CAP = 4.0
"""CPU seconds after which a run of CP-SAT on a published board is stopped."""

BUDGET = 150.0
"""CPU seconds that a stopped engine may take in all; it leaves the remaining boards out."""


@pytest.fixture(scope="module")
def published(data: Path) -> list[PipsBoard]:
    files = sorted((data / "pips").glob("2*.json"))
    return [board for file in files for board in pp.load_all("pips", str(file))]


def spent(board: PipsBoard, engine: str, cap: float = 0.0) -> tuple[float, int | None]:
    """CPU seconds for two answers, facts and grounding or model included, and their number.

    Args:
        cap: CPU seconds after which the search is stopped; ``None`` answers: they came first.
            0 for no cap.
    """
    start = time.process_time()
    search = start_search(make_job(board, engine, limit=2, task="unsat"))
    ended = threading.Event()

    def watch() -> None:
        while not ended.wait(0.1):
            if time.process_time() - start > cap:
                search.stop("time limit")

    watcher = threading.Thread(target=watch)
    if cap:
        watcher.start()
    found = sum(1 for _ in search)
    took = time.process_time() - start
    ended.set()
    if cap:
        watcher.join()
    return took, None if search.reason == "time limit" else found


def rows(
    boards: Sequence[PipsBoard], engines: dict[str, float], asp: str = "asp"
) -> Iterator[Sequence[str]]:
    """Sums over the boards, each engine in turn on each; checks that all agree.

    Args:
        engines: names, each with its cap as of :func:`spent`.
    """
    seconds = dict.fromkeys(engines, 0.0)
    tried = dict.fromkeys(engines, 0)
    capped = dict.fromkeys(engines, 0)
    shared = dict.fromkeys(engines, 0.0)  # what asp took on the boards that an engine tried
    for board in boards:
        numbers = set()
        own = 0.0
        for engine, cap in engines.items():
            if cap and seconds[engine] > BUDGET:
                continue
            took, found = spent(board, engine, cap)
            own = took if engine == asp else own
            seconds[engine] += took
            shared[engine] += own
            tried[engine] += 1
            capped[engine] += found is None
            numbers.add(found)
        assert len(numbers - {None}) == 1, board.name
    for engine in engines:
        ratio = seconds[engine] / shared[engine]
        least = ">= " if capped[engine] else ""
        yield (
            engine,
            f"{tried[engine]}",
            f"{capped[engine]}",
            f"{least}{seconds[engine]:.2f}",
            f"{least}{ratio:.1f}",
        )


HEADS = ("engine", "boards", "stopped", "seconds", "ratio")


def test_published_boards_first_answer_and_uniqueness(
    published: list[PipsBoard], report: Report
) -> None:
    spent(published[0], "asp")
    spent(published[0], "cpsat")
    spent(published[0], "sat.joint:cadical195")
    engines = {"asp": 0.0, "sat.joint:cadical195": 0.0, "cpsat": CAP}
    title = (
        f"Pips, {len(published)} published boards, two answers wanted: CPU seconds in all, facts,\n"
        "grounding or model, and search; ratio: to asp on the same boards"
    )
    report(title, HEADS, list(rows(published, engines)))


def test_hard_published_boards_against_two_stages(
    published: list[PipsBoard], report: Report
) -> None:
    hard = [board for board in published if board.name.endswith("#hard")]
    engines = {"asp": 0.0, "cpsat.document": CAP}
    title = (
        f"Pips, {len(hard)} hard published boards, two answers wanted, against two stages:\n"
        f"CPU seconds; each board is stopped after {CAP:.0f} s, so the figures are lower bounds"
    )
    report(title, HEADS, list(rows(hard, engines)))


def test_is_unique_as_a_user_calls_it(
    published: list[PipsBoard], report: Report, medians: Medians
) -> None:
    rivals = {
        "search alone": lambda: [spent(board, "asp") for board in published],
        "is_unique": lambda: [pp.is_unique(board) for board in published],
    }
    times = medians(rivals, rounds=3)
    title = "Pips, all published boards: CPU seconds of the search, and with verified answers"
    report(title, ("call", "seconds"), [(name, f"{time:.2f}") for name, time in times.items()])


def large(kind: str, seed: int) -> PipsBoard:
    """A board of 15x16 cells, with each domino up to 14-14 once, or 120 random ones."""
    random = Random(seed)
    dominoes = full_set(14)
    if kind != "double 14":
        most = int(kind.removeprefix("random "))
        halves = [sorted(random.randrange(most + 1) for _ in range(2)) for _ in range(120)]
        dominoes = [Domino(low, high) for low, high in halves]
    board = domino_board(kind, box(15, 16), dominoes, seed=seed, largest=4, loose=4)
    return replace(board, name=f"{kind}, seed {seed}")


LIMIT = 20.0
"""CPU seconds of a run on a board of 120 dominoes."""

ENGINES = ("asp", "sat.joint:cadical195", "cpsat")
OPTIONS: dict[str, Any] = {"task": "first", "repeat": 1, "timeout": LIMIT}


@pytest.mark.parametrize("kind", ["double 14", "random 6", "random 9"])
def test_boards_of_120_dominoes(kind: str, report: Report) -> None:
    found = pp.compare([large(kind, seed) for seed in (1, 2)], ENGINES, **OPTIONS)
    assert not found.disagreements
    table = [(row.case, str(row.engine), total_text(row)) for row in found.rows()]
    title = (
        "Pips, 120 dominoes on 15x16 cells, first answer: CPU seconds, one run each, facts and\n"
        f"grounding or model included, at most {LIMIT:.0f}; asp has the profile that was found\n"
        "best, the others their defaults"
    )
    report(title, ("board", "engine", "seconds"), table)


@pytest.mark.parametrize("size", [8, 10, 12])
def test_boards_without_two_opposite_corners(size: int, report: Report, medians: Medians) -> None:
    cells = tuple(cell for cell in box(size, size) if cell not in ((1, 1), (size, size)))
    blank = Domino(0, 0, len(cells) // 2)
    board = make("mutilated", [Region("A", "empty", cells)], [blank])

    def refuted() -> None:
        assert spent(board, "asp")[1] == 0

    title = "Pips, boards without two opposite corners: CPU seconds until refuted"
    seconds = medians({"asp": refuted})["asp"]
    report(title, ("board", "seconds"), [(f"{size}x{size}", f"{seconds:.3f}")])


BLOCKS = {
    "chessboard": "light and a dark",
    "halves": "As many cells",
    "barred": "A number is barred",
}
"""The redundant constraints of ``lp/search/pips.lp``, each with words of its comment."""


def programs(folder: Path) -> dict[str, tuple[Path, ...]]:
    """The program with all redundant constraints, without each of them, and without any."""
    rules, search = PUZZLE.program_paths()
    text = search.read_text(encoding="utf-8")
    found = {"all": (rules, search), "none": (rules,)}
    for name, words in BLOCKS.items():
        start = text.rindex("\n% ", 0, text.index(words))
        end = text.find("\n\n%", start + 1)
        block = text[start:] if end < 0 else text[start:end]
        # halves/2 is also used by the rules for barred/2
        used = [line for line in block.splitlines() if line.startswith("halves(")]
        path = folder / f"without_{name}.lp"
        path.write_text(text.replace(block, "\n" + "\n".join(used)), encoding="utf-8")
        found[f"without {name}"] = (rules, path)
    return found


@pytest.mark.parametrize("kind", ["published", "large"])
def test_redundant_constraints(
    kind: str, published: list[PipsBoard], tmp_path: Path, medians: Medians, report: Report
) -> None:
    hard = [board for board in published if board.name.endswith("#hard")]
    larger = [
        large(name, seed) for name in ("double 14", "random 6", "random 9") for seed in (1, 2)
    ]
    boards, limit = (hard, 2) if kind == "published" else (larger, 1)
    facts = [pp.facts(board) for board in boards]
    settings = ClaspSettings(PUZZLE.profiles["learn"].options)
    found: dict[str, list[int]] = {}
    rules: dict[str, float] = {}

    def run(name: str, files: tuple[Path, ...]) -> None:
        searches = [AspSearch(Source(files, text), settings, limit=limit) for text in facts]
        found[name] = [search.count() for search in searches]
        rules[name] = sum(search.statistics["rules"] for search in searches)

    rivals = {name: partial(run, name, files) for name, files in programs(tmp_path).items()}
    times = medians(rivals, rounds=3)
    assert len({tuple(numbers) for numbers in found.values()}) == 1
    title = "Pips, redundant constraints: CPU seconds of grounding and search, medians of 3 rounds"
    heads = ("boards", "program", "rules", "seconds", "ratio")
    report(
        title,
        heads,
        [
            (kind, name, f"{rules[name]:.0f}", f"{spent:.2f}", f"{spent / times['all']:.2f}")
            for name, spent in times.items()
        ],
    )
