"""Akari: put lamps into white cells so that all white cells are lit and no lamp lights another.

A lamp lights its row and its column up to the next wall. A number on a wall tells how many lamps
touch it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from pyasp_puzzles.boards import kit
from pyasp_puzzles.boards.canvas import COLOUR, Canvas
from pyasp_puzzles.core.errors import counted
from pyasp_puzzles.core.regions import neighbours


@dataclass(frozen=True)
class Akari(kit.GridBoard):
    """A board with walls, some with a number."""

    walls: kit.Rows = kit.layer(
        kit.Numbers(
            "touches", 0, 4, "wall", dark=True, noun="wall", drop="?",
            about="a wall with the number of lamps that touch it",
        )
    )  # fmt: skip


def lit(board: Akari, lamps: kit.Rows) -> Iterator[tuple[kit.Place, kit.Place]]:
    """Each lamp with each other cell that it lights."""
    white = set(board.cells).difference(board["walls"])
    for r, c in lamps:
        for down, right in kit.STEPS:
            cell = (r + down, c + right)
            while cell in white:
                yield (r, c), cell
                cell = (cell[0] + down, cell[1] + right)


def verify(board: Akari, answer: kit.Marked) -> Iterator[str]:
    lamps, walls = set(answer.marks), board["walls"]
    for (r, c), number in walls.items():
        found = len(lamps.intersection(neighbours((r, c))))
        if number not in ("?", found):
            yield f"{counted(int(number), 'lamp')} touch the wall r{r}c{c}: there are {found}."
    light = list(lit(board, answer.marks))
    for (r, c), (r2, c2) in light:
        if (r, c) < (r2, c2) and (r2, c2) in lamps:
            yield f"No lamp lights another: the one in r{r}c{c} lights r{r2}c{c2}."
    for r, c in sorted(set(board.cells).difference(walls, lamps, (cell for _, cell in light))):
        yield f"Each white cell is lit: r{r}c{c} is not."


class Lamps(kit.Marks):
    """Lamps with their light."""

    def draw(self, canvas: Canvas, board: Any, rows: kit.Rows) -> None:
        for cell in {*rows, *(cell for _, cell in lit(board, rows))}:
            canvas.tile(cell, colour=COLOUR)
        for row in rows:
            canvas.tile(row, text=self.sign)


def layout(random: Random, board: Akari) -> Mapping[str, kit.Rows]:
    """Walls that look the same after half a turn."""
    return {"walls": kit.half_turned(random, board.cells, 0.22)}


PUZZLE = kit.layered(
    kit.Genre(Akari, kit.Marked, (Lamps("lamp", off=("walls",)),), verify),
    kit.Drafts(layout),
    first="seven",
)
