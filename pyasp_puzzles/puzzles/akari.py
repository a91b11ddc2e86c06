"""Akari: put lamps into white cells so that all white cells are lit and no lamp lights another.

A lamp lights its row and its column up to the next wall. A number on a wall tells how many lamps
touch it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random

from pyasp_puzzles.boards import kit
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


def verify(board: Akari, answer: kit.Marked) -> Iterator[str]:
    lamps, walls = set(answer.marks), board["walls"]
    white = set(board.cells).difference(walls)
    for (r, c), number in walls.items():
        found = len(lamps.intersection(neighbours((r, c))))
        if number not in ("?", found):
            yield f"{counted(int(number), 'lamp')} can touch the wall r{r}c{c}: {found} do."
    for r, c in sorted(white):
        near = sorted(lamps.intersection(kit.in_view((r, c), white)))
        if (r, c) not in lamps and not near:
            yield f"Each white cell is lit: r{r}c{c} is not."
        for r2, c2 in near if (r, c) in lamps else []:
            yield f"No lamp lights another: the one in r{r}c{c} lights r{r2}c{c2}."


def layout(random: Random, board: Akari) -> Mapping[str, kit.Rows]:
    """Walls that look the same after half a turn."""
    return {"walls": kit.half_turned(random, board.cells, 0.22)}


LAMPS = kit.Marks("lamp", off=("walls",), light=True)
FILE = (kit.files.Grid("walls", "marks"),)
LINK = kit.Pzpr("lightup", (kit.url.Fours("walls"),), FILE, also=("akari",))
PUZZLE = kit.layered(
    kit.Genre(Akari, kit.Marked, (LAMPS,), verify, codec=LINK),
    kit.Drafts(layout),
    first="seven",
    engines={"count": ("asp", "exact-cover")},
)
