"""Views of number grids, and their answers without the rule of the region, for tests."""

from __future__ import annotations

import clingo

import pyasp_puzzles as pp
from pyasp_puzzles.puzzles.twenty_four_seven import PUZZLE
from pyasp_puzzles.puzzles.twenty_four_seven.instance import NumberGridBoard

View = tuple[int, int, int, int, int]
CONNECTED = ":- filled(R, C), not reached(R, C).\n"
PAIRS = """
pair(R, C, 0, 1) :- filled(R, C), filled(R, C+1).
pair(R, C, 1, 0) :- filled(R, C), filled(R+1, C).
:- #sum{ 1, R, C, DR, DC : pair(R, C, DR, DC); -1, R, C, 0, 0 : filled(R, C) } < -1.
"""
"""A count of adjacent pairs, which the document has in place of the connection."""


def view_from(side: str, index: int, rows: int, columns: int, number: int) -> View:
    """The view beside row or column ``index`` of a side of the board."""
    return {
        "top": (0, index, 1, 0, number),
        "bottom": (rows + 1, index, -1, 0, number),
        "left": (index, 0, 0, 1, number),
        "right": (index, columns + 1, 0, -1, number),
    }[side]


def without_region(instance: NumberGridBoard, add: str = "") -> list[frozenset[clingo.Symbol]]:
    """The answers when the filled cells need not be connected, but ``add`` holds."""
    program = PUZZLE.program_path().read_text(encoding="utf-8")
    assert program.count(CONNECTED) == 1
    control = clingo.Control(["0", "--project=show"])
    control.add("base", [], program.replace(CONNECTED, "") + add + pp.facts(instance))
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        return [frozenset(answer.symbols(shown=True)) for answer in handle]
