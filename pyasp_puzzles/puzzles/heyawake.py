"""Heyawake: shade cells, of each room as many as its number says.

No two shaded cells share a side, the others are connected, and no straight line of others runs
through three rooms.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from random import Random

from pyasp_puzzles.boards import kit
from pyasp_puzzles.core.errors import counted


@dataclass(frozen=True)
class Heyawake(kit.GridBoard):
    """A board of rooms, some with a number."""

    rooms: kit.Rows = kit.layer(kit.Regions("region", about="the name of its room", noun="room"))
    amounts: kit.Rows = kit.layer(
        kit.RegionNumbers(
            "number", 0, kit.largest, regions="rooms", drop="row",
            about="how many cells of a room are shaded",
        )
    )  # fmt: skip


def verify(board: Heyawake, answer: kit.Marked) -> Iterator[str]:
    shaded, room = set(answer.marks), board["rooms"]
    for (r, c), number in board["amounts"].items():
        found = sum(room[cell] == room[r, c] for cell in shaded)
        if found != number:
            words = counted(number, "shaded cell")
            yield f"The room of r{r}c{c} has {words}: it has {found}."
    yield from kit.side_faults(shaded)
    for axis in (0, 1):
        across = sorted(board.cells, key=lambda cell: (cell[axis], cell[1 - axis]))
        for (_, dark), group in groupby(across, key=lambda cell: (cell[axis], cell in shaded)):
            cells = list(group)
            rooms = [found for found, _ in groupby(map(room.__getitem__, cells))]
            if not dark and len(rooms) > 2:
                words = f"one does from {kit.short_name(cells[0])} to {kit.short_name(cells[-1])}"
                yield f"No line of cells that are not shaded runs through three rooms: {words}."
    left = set(board.cells) - shaded
    yield from kit.part_faults(left, "The cells that are not shaded are connected")


def layout(random: Random, board: Heyawake) -> dict[str, kit.Rows]:
    """Rooms of up to nine cells, few of several tries."""
    tried = [kit.rectangles(random, board.cells, 9, 4) for _ in range(9)]
    return {"rooms": min(tried, key=lambda rows: len(kit.cells_by_name(rows)))}


PUZZLE = kit.layered(
    kit.Genre(
        Heyawake, kit.Marked, (kit.Shaded("shaded"),), verify,
        codec=kit.Pzpr(
            "heyawake", (kit.url.Walls("rooms"), kit.url.Base16("amounts")),
            ("rooms", "amounts", "marks"), also=("heyawacky",),
        ),
    ),
    kit.Drafts(layout, refine=kit.regrouping("rooms", verify, "amounts", kit.recut)),
    first="six",
)  # fmt: skip
