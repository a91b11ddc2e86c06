"""Nurimisaki: shade cells so that the others are connected, and capes only where circles are.

A cape is a white cell with one white neighbour. Its number tells how many white cells lie in a line
from it on, itself included. No 2 x 2 block is all shaded or all white.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pyasp_puzzles.boards import kit
from pyasp_puzzles.core.errors import counted
from pyasp_puzzles.core.regions import neighbours


@dataclass(frozen=True)
class Nurimisaki(kit.GridBoard):
    """A board with circles, some with a number."""

    capes: kit.Rows = kit.layer(
        kit.Numbers(
            "length", 2, kit.longer_side, "cape", dot="open", noun="circle", drop="?",
            about="how many white cells lie in a line from the circle on",
        )
    )  # fmt: skip


def verify(board: Nurimisaki, answer: kit.Marked) -> Iterator[str]:
    white = {(r, c) for r, c in board.cells if (r, c) not in answer.marks}
    capes = board["capes"]
    for r, c in sorted(white):
        found = len(white.intersection(neighbours((r, c))))
        if (r, c) in capes and found != 1:
            yield f"The cape r{r}c{c} has one white neighbour: it has {found}."
        if (r, c) not in capes and found == 1:
            yield f"r{r}c{c} is not a cape, without a circle: it has one white neighbour."
    for (r, c), number in capes.items():
        found = 1 + len(kit.in_view((r, c), white))
        if number not in ("?", found):
            cells = counted(int(number), "white cell")
            yield f"The cape r{r}c{c} begins a line of {cells}: it has {found}."
    yield from kit.block_faults(white, "white")
    yield from kit.block_faults(answer.marks)
    yield from kit.part_faults(white, "The white cells are connected")


LINK = kit.Pzpr("nurimisaki", (kit.url.Base16("capes"),), ("capes", "marks"))
PUZZLE = kit.layered(
    kit.Genre(Nurimisaki, kit.Marked, (kit.Shaded("shaded", off=("capes",)),), verify, codec=LINK),
    first="six",
)
