"""Packing: a sweep without learning against learning, SAT and CP, in one run."""

from __future__ import annotations

import random
import statistics
import time
from dataclasses import replace

import pytest

import pyasp_puzzles as pp
from pyasp_puzzles.comparison import Ending
from pyasp_puzzles.engines.asp import AspSearch, ClaspSettings
from pyasp_puzzles.ground.grounding import Source
from pyasp_puzzles.puzzles.packing import PUZZLE
from pyasp_puzzles.puzzles.packing.instance import PackingBoard

from .conftest import Report

ENGINES = ("asp:sweep", "asp:learn", "sat:cadical195", "cpsat")
BOARDS = {"hexagonal_cylinder": (110, 5, 60), "pentominoes_6x10": (2339, 1, 120)}
"""Classes, rounds, and CPU seconds that a run may take: the rivals do not finish the second."""
SHUFFLES = 9
CLASSES = """Packing, all classes: CPU seconds of one process each, from facts to the last answer,
start and imports apart; medians of interleaved runs, one run where it says 1.  ratio: to asp:sweep;
sat and cpsat have their defaults"""
FIRST = f"""Packing, one answer: CPU milliseconds of grounding and of the search (first), medians
over {SHUFFLES} orders of the pieces, one run each, the profiles in turn; worst: the slowest search.
ratio: first to that of dive"""


@pytest.mark.parametrize("board", BOARDS)
def test_all_answers(board: str, report: Report) -> None:
    classes, rounds, most = BOARDS[board]
    compared = pp.compare(
        [pp.load("packing", board)], ENGINES, task="all", repeat=rounds, timeout=most, symmetry=True
    )
    rows = compared.rows()
    assert not [row.message for row in rows if row.ending is Ending.ERROR]
    done = {str(row.engine): row for row in rows if row.ending is Ending.DONE}
    assert all(row.answers == classes for row in done.values())
    sweep = done["asp:sweep"].seconds["total"]
    table = []
    for row in rows:
        figures = [row.ending.value, "", ""]  # out of memory: no time to compare
        if row.ending is Ending.DONE:
            total = row.seconds["total"]
            figures = [str(row.answers), f"{total:.2f}", f"{total / sweep:.1f}"]
        elif row.ending is Ending.TIME:
            figures = [row.ending.value, f"> {most}", f"> {most / sweep:.1f}"]
        table.append((board, str(row.engine), str(rounds), *figures))
    heads = ("board", "engine", "runs", "found", "CPU s", "ratio")
    report(CLASSES, heads, table)


def shuffled(instance: PackingBoard, seed: int) -> PackingBoard:
    """The same puzzle with other names for its pieces, so that they come in another order."""
    names = [piece.name for piece in instance.pieces]
    random.Random(seed).shuffle(names)
    renamed = (replace(p, name=name) for p, name in zip(instance.pieces, names, strict=True))
    return replace(instance, pieces=tuple(sorted(renamed, key=lambda piece: piece.name)))


@pytest.mark.parametrize(
    "board", ["hexagonal_cylinder", "pentominoes_6x10", "pentominoes_8x8_hole", "soma"]
)
def test_first_answers(board: str, report: Report) -> None:
    instance = pp.load("packing", board)
    grounding: dict[str, list[float]] = {name: [] for name in PUZZLE.profiles}
    searching: dict[str, list[float]] = {name: [] for name in PUZZLE.profiles}
    for seed in range(SHUFFLES):
        facts = pp.facts(shuffled(instance, seed))
        for name, profile in PUZZLE.profiles.items():
            search = AspSearch(
                Source(PUZZLE.program_paths(profile.search), facts, profile.constants),
                ClaspSettings(profile.options),
                limit=1,
                clock=time.process_time,
            )
            assert search.count() == 1
            grounding[name].append(search.seconds["ground"])
            searching[name].append(search.seconds["all"] - search.seconds["ground"])
    dive = statistics.median(searching["dive"])
    table = []
    for name in PUZZLE.profiles:
        ground, first = statistics.median(grounding[name]), statistics.median(searching[name])
        figures = (1000 * ground, 1000 * first, 1000 * max(searching[name]))
        table.append((board, name, *(f"{ms:.1f}" for ms in figures), f"{first / dive:.2f}"))
    heads = ("board", "profile", "ground ms", "first ms", "worst ms", "ratio")
    report(FIRST, heads, table)
