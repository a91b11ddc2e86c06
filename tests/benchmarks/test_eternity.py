"""Edge matching: the scan beside ASP, CaDiCaL and CP-SAT, over size and number of colours.

Boards come from the generator with fixed seeds.  ``close`` boards have about as many colours as
make one accidental answer likely, which is where they are hardest; ``many`` boards have more.
``PYASP_PUZZLES_CAP`` sets the CPU seconds of a run (20), ``PYASP_PUZZLES_SIZES`` the sizes
("3 4 5 6"), ``PYASP_PUZZLES_SEEDS`` the number of seeds (1).  Every size: "3 4 5 6 7 8 10 12".
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from shipped_boards import edge_board

import pyasp_puzzles as pp
from pyasp_puzzles.boards.puzzle import Task
from pyasp_puzzles.comparison import Ending
from pyasp_puzzles.comparison.columns import total_text
from pyasp_puzzles.puzzles.eternity.instance import EternityBoard

if TYPE_CHECKING:
    from .conftest import Report

CAP = float(os.environ.get("PYASP_PUZZLES_CAP", "20"))
SIZES = [int(size) for size in os.environ.get("PYASP_PUZZLES_SIZES", "3 4 5 6").split()]
SEEDS = int(os.environ.get("PYASP_PUZZLES_SEEDS", "1"))

COLOURS = {
    3: {"close": (2, 2), "many": (4, 3)},
    4: {"close": (3, 2), "many": (6, 3)},
    5: {"close": (4, 3), "many": (8, 4)},
    6: {"close": (5, 3), "many": (10, 4)},
    7: {"close": (6, 3), "many": (12, 5)},
    8: {"close": (7, 4), "many": (15, 5)},
    10: {"close": (9, 5), "many": (22, 6)},
    12: {"close": (12, 5), "many": (30, 8)},
}
"""Colours inside and along the rim."""

ENGINES = (
    *("scan", "asp:learn", "asp:sweep"),
    *("sat.diamond:cadical195", "cpsat"),
)
"""``asp`` is ``asp:learn`` for first answers and ``asp:sweep`` for the other tasks."""


def boards(size: int, *, flipped: bool) -> list[EternityBoard]:
    """For each kind and seed a square board that has an answer; flipped: most have none.

    A flipped board has one more colour of either sort, since close ones find other answers.
    """
    found = []
    for kind, (colours, rim) in COLOURS[size].items():
        colours, rim = colours + flipped, rim + flipped
        for seed in range(1, SEEDS + 1):
            board = edge_board(size, size, colours, seed, rim_colours=rim)[0]
            if flipped:
                board = flip(board)
            name = f"{size} x {size} {kind} {colours} + {rim}, seed {seed}"
            found.append(replace(board, name=name))
    return found


def flip(board: EternityBoard) -> EternityBoard:
    """The first inner piece that looks like its mirror image in no turn is replaced by that."""
    for number, (u, r, d, left) in enumerate(board.pieces):
        if 0 not in (u, r, d, left) and u != d and r != left and len({u, r, d, left}) > 2:
            mirrored = (u, left, d, r)
            pieces = (*board.pieces[:number], mirrored, *board.pieces[number + 1 :])
            return replace(board, pieces=pieces)
    return board


def table(
    task: Task,
    cases: list[EternityBoard],
    engines: Sequence[str],
    report: Report,
    *,
    symmetry: bool = False,
) -> None:
    found = pp.compare(cases, engines, task=task, repeat=1, timeout=CAP, symmetry=symmetry)
    assert not found.disagreements
    rows = []
    for case in cases:
        own = [row for row in found.rows() if row.case == case.name]
        assert all(row.ending is not Ending.ERROR for row in own), own
        done = [row.answers for row in own if row.ending is Ending.DONE]
        rows.append([case.name, *map(total_text, own), str(max(done)) if done else "?"])
    what = f"task {task}, {'one of each class' if symmetry else 'rotations not removed'}"
    title = (
        f"Eternity, {what}: CPU seconds, one run each, grounding or building included, cap {CAP:g}"
    )
    report(title, ["board", *engines, "answers"], rows)


@pytest.mark.parametrize("size", SIZES)
def test_first_answers(size: int, report: Report) -> None:
    table("first", boards(size, flipped=False), ENGINES, report)


@pytest.mark.parametrize("size", [size for size in SIZES if size <= 7])
def test_all_answers_one_of_each_class(size: int, report: Report) -> None:
    table("all", boards(size, flipped=False), ENGINES, report, symmetry=True)


@pytest.mark.parametrize("size", [size for size in SIZES if size <= 7])
def test_counts_of_each_class(size: int, report: Report) -> None:
    table("count", boards(size, flipped=False), ENGINES, report, symmetry=True)


@pytest.mark.parametrize("size", [size for size in SIZES if size <= 5])
def test_all_answers_with_their_rotations(size: int, report: Report) -> None:
    table("all", boards(size, flipped=False), ENGINES, report)


@pytest.mark.parametrize("size", [size for size in SIZES if size <= 8])
def test_boards_with_a_flipped_piece(size: int, report: Report) -> None:
    table("unsat", boards(size, flipped=True), ENGINES, report)
