"""Shikaku: divide the board into rectangles with one number each, the number of its cells.

A question mark stands for any number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random

from pyasp_puzzles.boards import kit
from pyasp_puzzles.core.errors import counted
from pyasp_puzzles.core.regions import by_key


@dataclass(frozen=True)
class Shikaku(kit.GridBoard):
    """A board with numbers."""

    areas: kit.Rows = kit.layer(
        kit.Numbers("area", 1, kit.area, "seed", noun="number", drop="?",
                    about="the number of cells of its rectangle")
    )  # fmt: skip


def verify(board: Shikaku, answer: kit.Marked) -> Iterator[str]:
    yield from kit.division_faults(board.cells, answer.marks, "rectangle")
    cells = by_key((row[2:], row[:2]) for row in answer.marks)
    for clue, number in board["areas"].items():
        at, found = kit.short_name(clue), sorted(cells.get(clue, ()))
        if number not in (len(found), "?"):
            yield f"The rectangle of {at} has {counted(number, 'cell')}: it has {len(found)}."
        spans = [range(min(axis), max(axis) + 1) for axis in zip(*found, strict=True)]
        if clue not in found or len(found) != len(spans[0]) * len(spans[1]):
            yield f"The cells of {at} form a rectangle around it: they do not."


def layout(random: Random, board: Shikaku) -> Mapping[str, kit.Rows]:
    """A number in a random cell of each rectangle of a random division."""
    cells = kit.cells_by_name(kit.rectangles(random, board.cells, 10)).values()
    return {"areas": tuple(sorted((*random.choice(own), len(own)) for own in cells))}


LINK = kit.Pzpr("shikaku", (kit.url.Base16("areas"),), ("areas", "marks"))
GENRE = kit.Genre(
    Shikaku, kit.Marked, (kit.Division("belongs", owners="areas"),), verify, codec=LINK
)
PUZZLE = kit.layered(GENRE, kit.Drafts(layout), first="ten")
