"""Suguru: write 1 to N into the cells of each area, N being the number of its cells.

Equal numbers do not touch, not even at a corner.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from pyasp_puzzles.boards import kit


@dataclass(frozen=True)
class Suguru(kit.GridBoard):
    """A board whose cells are in areas, some with a number."""

    areas: kit.Rows = kit.layer(kit.Regions("area", about="the name of its area"))
    numbers: kit.Rows = kit.layer(
        kit.Numbers("given", 1, kit.largest, about="a printed number", noun="given", drop="row")
    )


def verify(board: Suguru, answer: kit.Filled) -> Iterator[str]:
    yield from kit.printed_faults(board.numbers, answer)
    areas = kit.cells_by_name(board.areas).values()
    names = {f"The area of {kit.short_name(min(cells))}": cells for cells in areas}
    yield from kit.once_faults(names, answer)
    for row, column in board.cells:
        number = answer[row, column]
        for r, c in around((row, column)):
            if (r, c) > (row, column) and (r, c) in board.cells and 0 < number == answer[r, c]:
                yield f"Equal numbers do not touch: r{row}c{column} and r{r}c{c} are {number}."


def around(cell: kit.Place) -> list[kit.Place]:
    """The cells that touch a cell."""
    steps = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
    return [(cell[0] + down, cell[1] + right) for down, right in steps]


def layout(random: Random, board: Suguru) -> dict[str, kit.Rows] | None:
    """Areas of up to six cells, for which there are numbers."""
    areas = kit.numbered(random, board.cells, 6, lambda cell, _: around(cell))
    return {"areas": areas} if areas else None


VALUES = kit.Values("value", 1, kit.largest, given="numbers")
URL = (kit.url.Walls("areas"), kit.url.Base16("numbers"))
LINK = kit.Pzpr("suguru", URL, (kit.files.Rooms("areas", 0), "numbers", "rows"))
GENRE = kit.Genre(Suguru, kit.Filled, (VALUES,), verify, codec=LINK)
PUZZLE = kit.layered(GENRE, kit.Drafts(layout), first="six")
