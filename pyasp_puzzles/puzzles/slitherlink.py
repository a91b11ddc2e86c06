"""Slitherlink: draw one loop along the sides of cells; it does not branch or touch itself.

A number tells how many sides of its cell belong to the loop.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pyasp_puzzles.boards import kit
from pyasp_puzzles.core.errors import counted
from pyasp_puzzles.core.regions import by_key


@dataclass(frozen=True)
class Slitherlink(kit.GridBoard):
    """A board of cells, some with a number."""

    clues: kit.Rows = kit.layer(
        kit.Numbers("clue", 0, 3, about="how many of its sides are drawn", drop="row")
    )


def verify(board: Slitherlink, answer: kit.Marked) -> Iterator[str]:
    for row, column, number in board.clues:
        found = len(set(kit.sides((row, column))).intersection(answer.marks))
        if found != number:
            yield f"The loop has {counted(number, 'side')} of r{row}c{column}: it has {found}."
    at = by_key((corner, line) for line in answer.marks for corner in kit.ends(line))
    for corner, lines in sorted(at.items()):
        if len(lines) != 2:
            where = f"the {kit.place_name(corner)}"
            yield f"The loop has no end and no branch at {where}: {counted(len(lines), 'line')}."
    loop, new = set[kit.Place](), set(answer.marks[:1])
    while new:
        loop |= new
        new = {near for line in new for corner in kit.ends(line) for near in at[corner]} - loop
    if not loop:
        yield "There is a loop: nothing is drawn."
    if len(loop) < len(answer.marks):
        yield f"There is one loop: from r{answer.marks[0]} it has {len(loop)} lines."


LINK = kit.Pzpr("slither", (kit.url.Fours("clues"),), ("clues", kit.files.Skipped(), "marks"))
GENRE = kit.Genre(Slitherlink, kit.Marked, (kit.Lines("line"),), verify, codec=LINK)
PUZZLE = kit.layered(GENRE, first="ten")
