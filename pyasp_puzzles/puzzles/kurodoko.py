"""Kurodoko: shade cells, no two side by side, so that the others are connected.

Cells with numbers are not shaded. A number tells how many cells it sees in its row and its column,
itself included, up to the next shaded cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pyasp_puzzles.boards import kit
from pyasp_puzzles.core.errors import counted


@dataclass(frozen=True)
class Kurodoko(kit.GridBoard):
    """A board with circles, most with a number."""

    seen: kit.Rows = kit.layer(
        kit.Numbers(
            "sees", 2, kit.both_lines, "circle", dot="open", noun="circle", drop="row",
            about="how many cells the circle sees",
        )
    )  # fmt: skip


def verify(board: Kurodoko, answer: kit.Marked) -> Iterator[str]:
    shaded = set(answer.marks)
    white = {(r, c) for r, c in board.cells if (r, c) not in shaded}
    for (r, c), number in board["seen"].items():
        found = 1 + len(kit.in_view((r, c), white))
        if number not in ("?", found):
            yield f"The circle r{r}c{c} sees {counted(int(number), 'cell')}: it sees {found}."
    yield from kit.side_faults(shaded)
    yield from kit.part_faults(white, "The cells that are not shaded are connected")


LINK = kit.Pzpr("kurodoko", (kit.url.Base16("seen"),), ("seen", "marks"))
PUZZLE = kit.layered(
    kit.Genre(Kurodoko, kit.Marked, (kit.Shaded("shaded", off=("seen",)),), verify, codec=LINK),
    first="seven",
)
