"""Masyu: draw one loop from cell to cell through all circles.

It goes straight through a white circle and turns in the cell before it, in the one after it, or in
both. It turns in a black circle and goes straight through the cells before and after it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from pyasp_puzzles.boards import kit


@dataclass(frozen=True)
class Masyu(kit.GridBoard):
    """A board of cells, some with a circle."""

    circles: kit.Rows = kit.layer(
        kit.Circles(
            "circle", about="``o`` for a white circle, ``*`` for a black one",
            noun="circle", drop="row",
        )
    )  # fmt: skip
    sides: ClassVar[tuple[int, int]] = (2, 100)


def verify(board: Masyu, answer: kit.Marked) -> Iterator[str]:
    near = kit.joined(answer.marks)
    turned = {
        cell: len(ends) == 2 and abs(ends[0][0] - ends[1][0]) == 1 for cell, ends in near.items()
    }
    for row, column, kind in board.circles:
        beside = [turned[cell] for cell in near.get((row, column), ())]
        at = f"the {kind} circle r{row}c{column}"
        if not beside:
            yield f"The loop passes {at}: it does not."
        elif kind == "black" and (not turned[row, column] or any(beside)):
            yield f"The loop turns in {at} and goes straight next to it: it does not."
        elif kind == "white" and (turned[row, column] or not any(beside)):
            yield f"The loop goes straight through {at} and turns next to it: it does not."
    yield from kit.loop_faults(near)


LINES = kit.Lines("line", across=True, noun="link")
# A circle is near each place: else loops are small, and several fit their circles.
FULL = ":- size(H, W), R = 1..H-1, C = 1..W-1, { circle(R..R+1, C..C+1, (white; black)) } = 0."
LINK = kit.Pzpr("mashu", (kit.url.Trits("circles"),), ("circles", "marks"), also=("masyu",))
PUZZLE = kit.layered(
    kit.Genre(Masyu, kit.Marked, (LINES,), verify, codec=LINK), kit.Drafts(rules=FULL), first="ten"
)
