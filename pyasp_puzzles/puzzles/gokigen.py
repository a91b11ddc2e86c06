"""Gokigen Naname: draw one of the two diagonals into each cell; they form no closed loop.

A number on a corner of cells tells how many diagonals end there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pyasp_puzzles.boards import kit
from pyasp_puzzles.core.errors import counted


@dataclass(frozen=True)
class Gokigen(kit.GridBoard):
    """A board of cells, some of whose corners have a number."""

    clues: kit.Rows = kit.layer(
        kit.Numbers("clue", 0, 4, on=kit.corners, about="how many diagonals end there", drop="row")
    )


def verify(board: Gokigen, answer: kit.Marked) -> Iterator[str]:
    if sorted(mark[:2] for mark in answer.marks) != sorted(board.cells):
        yield "Each cell has one diagonal: one has none or two."
    ends = {}
    for r, c, kind in answer.marks:
        left, right = (r, r - 1) if kind == "up" else (r - 1, r)
        ends[r, c] = (left, c - 1), (right, c)
    at = [corner for pair in ends.values() for corner in pair]
    for r, c, *far, number in board.clues:
        found = at.count((r, c))
        if found != number:
            where = kit.place_name((r, c, *far))
            yield f"The {where} has {counted(number, 'diagonal')}: it has {found}."
    group = {corner: {corner} for corner in at}
    for (r, c), (one, other) in ends.items():
        if group[one] is group[other]:
            yield f"The diagonals form no loop: that of r{r}c{c} closes one."
        group[one] |= group[other]
        group.update(dict.fromkeys(group[other], group[one]))


TYPED = {"up": "/", "down": "\\"}
SLANTS = kit.Kinds("slant", signs={"up": "╱", "down": "╲"}, typed=TYPED, every=True)
ANSWER = kit.files.Grid(kit.files.Tokens("marks", ("2", "1")))
LINK = kit.Pzpr("gokigen", (kit.url.Fours("clues"),), ("clues", ANSWER))
GENRE = kit.Genre(Gokigen, kit.Marked, (SLANTS,), verify, title="Gokigen Naname", codec=LINK)
PUZZLE = kit.layered(GENRE, first="eight")
