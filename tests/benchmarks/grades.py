"""Writes how hard the shipped boards with one answer are, for the gallery; a line a puzzle.

``python tests/benchmarks/grades.py [SECONDS]`` rates each within so many seconds (40). A board that
is not rated in that time keeps the grade that it had.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pyasp_puzzles as pp
from pyasp_puzzles.boards.registry import find_puzzle, load_boards, shipped_names

PATH = Path(__file__).parents[2] / "pyasp_puzzles" / "puzzles" / "grades.json"
GRADES = ((2, "easy"), (5, "medium"))
"""The most points of the hardest step of easy and of medium boards; others are hard."""


def grade(board: Any, seconds: float) -> str:
    """The grade of a board: its puzzle's own, if that is calibrated; empty: it is not rated."""
    found = pp.rate(board, timeout=seconds)
    if found.status != "solved":
        return ""
    words = (word for most, word in GRADES if found.difficulty <= most)
    return found.grade or next(words, "hard")


def grades(seconds: float) -> dict[str, dict[str, str]]:
    """The grades of all shipped boards by puzzle and board."""
    known: dict[str, dict[str, str]] = json.loads(PATH.read_text(encoding="utf-8"))
    found: dict[str, dict[str, str]] = {}
    for name in shipped_names():
        puzzle = find_puzzle(name)
        files = puzzle.instance_files()
        for board in (board for file in files for board in load_boards(puzzle, file)):
            if dict(board.known).get("answers") == 1:
                own = grade(board, seconds) or known.get(name, {}).get(board.name, "")
                found.setdefault(name, {}).update({board.name: own} if own else {})
    return found


if __name__ == "__main__":
    made = grades(float(sys.argv[1]) if len(sys.argv) > 1 else 40.0)
    rows = ",\n".join(f" {json.dumps(name)}: {json.dumps(own)}" for name, own in made.items())
    PATH.write_text(f"{{\n{rows}\n}}\n", encoding="utf-8")
