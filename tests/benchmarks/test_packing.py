"""Packing: a sweep without learning against learning, SAT and CP, in one run."""

from __future__ import annotations

import random
import statistics
import time
from dataclasses import replace

import pytest

import pyasp_puzzles as pp
from pyasp_puzzles.comparison import Ending
from pyasp_puzzles.engines.asp import AspSearch
from pyasp_puzzles.formats.packing import Instance
from pyasp_puzzles.puzzles.packing import PUZZLE

from .conftest import Report

ENGINES = ("asp:sweep", "asp:learn", "sat:cadical195", "cpsat")
BOARDS = {"hexagonal_cylinder": (110, 5, 60), "pentominoes_6x10": (2339, 1, 120)}
"""Classes, rounds, and CPU seconds that a run may take: the rivals do not finish the second."""
SHUFFLES = 9


@pytest.mark.parametrize("board", BOARDS)
def test_all_answers(board: str, report: Report) -> None:
    classes, rounds, most = BOARDS[board]
    compared = pp.compare(
        [pp.load("packing", board)],
        ENGINES,
        task="all",
        repeat=rounds,
        timeout=most,
        symmetry=True,
    )
    rows = compared.rows()
    done = {str(row.engine): row for row in rows if row.ending is Ending.DONE}
    assert all(row.answers == classes for row in done.values())
    sweep = done["asp:sweep"].seconds["total"]
    table = []
    for row in rows:
        finished = row.ending is Ending.DONE
        seconds, sign = (row.seconds["total"], "") if finished else (float(most), "> ")
        found = f"{row.answers}" if finished else row.ending.value
        ratio = f"{sign}{seconds / sweep:.1f}"
        table.append((board, str(row.engine), found, f"{sign}{seconds:.2f}", ratio))
    heads = ("board", "engine", "found", "CPU s", "ratio")
    report("All classes, grounding included", heads, table)


def shuffled(instance: Instance, seed: int) -> Instance:
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
    table = []
    for name, profile in PUZZLE.profiles.items():
        grounding, searching = [], []
        for seed in range(SHUFFLES):
            search = AspSearch(
                (PUZZLE.program_path(),),
                pp.facts(shuffled(instance, seed)),
                constants=profile.constants,
                limit=1,
                options=profile.options,
                clock=time.process_time,
            )
            assert search.count() == 1
            grounding.append(search.seconds["ground"])
            searching.append(search.seconds["all"] - search.seconds["ground"])
        ground, first = statistics.median(grounding), statistics.median(searching)
        figures = (1000 * ground, 1000 * first, 1000 * max(searching))
        table.append((board, name, *(f"{ms:.1f}" for ms in figures), f"{first / ground:.2f}"))
    heads = ("board", "profile", "ground ms", "first ms", "worst ms", "first/ground")
    report(f"First answers, medians over {SHUFFLES} orders of the pieces", heads, table)
