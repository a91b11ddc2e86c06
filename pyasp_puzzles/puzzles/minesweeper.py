"""Minesweeper: find all mines; a number tells how many mines touch its cell, corners included.

A cell with a number has no mine. All mines follow from the numbers: nobody has to guess.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pyasp_puzzles.boards import kit
from pyasp_puzzles.core.errors import counted


@dataclass(frozen=True)
class Minesweeper(kit.GridBoard):
    """A board of cells, some of them open."""

    counts: kit.Rows = kit.layer(
        kit.Numbers("count", 0, 8, "safe", about="how many mines touch it", drop="row")
    )


def verify(board: Minesweeper, answer: kit.Marked) -> Iterator[str]:
    mines = set(answer.marks)
    for (row, column), number in board["counts"].items():
        if (row, column) in mines:
            yield f"r{row}c{column} is open: it has a mine."
        near = [cell for cell in mines if max(abs(cell[0] - row), abs(cell[1] - column)) == 1]
        if number not in ("?", len(near)):
            yield f"r{row}c{column} touches {counted(number, 'mine')}: {len(near)}."


MINES = kit.Marks("mine", sign="●", off=("counts",))
LINK = kit.Pzpr("mines", (kit.url.Base16("counts"),), ("counts", "marks"), also=("minesweeper",))
GENRE = kit.Genre(Minesweeper, kit.Marked, (MINES,), verify, codec=LINK)
FEW = ":- size(H, W), { mine(R, C) } > H * W / 5.\n"
"""A rule of new boards: at most a fifth of their cells have mines."""
PUZZLE = kit.layered(
    GENRE, kit.Drafts(rules=FEW), first="six", engines={"count": ("asp", "exact-cover")}
)
