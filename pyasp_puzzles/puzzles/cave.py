"""Cave: shade cells so that the others are a cave, which is connected and has no holes.

A number is in the cave. It tells how many of its cells it sees along its row and its column, itself
included. Shaded cells are connected to the edge of the board.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pyasp_puzzles.boards import kit
from pyasp_puzzles.core.errors import counted


@dataclass(frozen=True)
class Cave(kit.GridBoard):
    """A board with numbers, or question marks, in the cave."""

    inside: kit.Rows = kit.layer(
        kit.Numbers("sees", 2, kit.both_lines, "clue", drop="row",
                    about="how many cells of the cave it sees")
    )  # fmt: skip


def verify(board: Cave, answer: kit.Marked) -> Iterator[str]:
    shaded = {(r, c) for r, c in board.cells if (r, c) in answer.marks}
    cave = {(r, c) for r, c in board.cells if (r, c) not in shaded}
    for (r, c), number in board["inside"].items():
        found = 1 + len(kit.in_view((r, c), cave))
        if number not in ("?", found):
            yield f"The number in r{r}c{c} sees {counted(int(number), 'cell')}: it sees {found}."
    yield from kit.part_faults(cave, "The cave is connected")
    for area in kit.parts(shaded):
        r, c = min(area)
        if not any(r in (1, board.rows) or c in (1, board.columns) for r, c in area):
            yield f"Shaded cells are connected to the edge: those around r{r}c{c} are not."


WINDING = """
:- shaded(R, C), shaded(R, C+1), shaded(R+1, C), shaded(R+1, C+1).
:- size(H, W), { shaded(R, C) } < H * W * 2 / 5.
"""
"""Caves with thin walls, and many of them."""
LINK = kit.Pzpr("cave", (kit.url.Base16("inside"),), ("inside", "marks"))
PUZZLE = kit.layered(
    kit.Genre(Cave, kit.Marked, (kit.Shaded("shaded", off=("inside",)),), verify, codec=LINK),
    kit.Drafts(rules=WINDING),
    first="seven",
)
