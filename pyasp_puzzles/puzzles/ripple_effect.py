"""Ripple Effect: write 1 to N into the cells of each room, N being the number of its cells.

Between two equal numbers of a row or a column lie at least as many cells as the number says.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from pyasp_puzzles.boards import kit
from pyasp_puzzles.core.errors import counted


@dataclass(frozen=True)
class RippleEffect(kit.GridBoard):
    """A board whose cells are in rooms, some with a number."""

    rooms: kit.Rows = kit.layer(kit.Regions("room", about="the name of its room"))
    numbers: kit.Rows = kit.layer(
        kit.Numbers("given", 1, kit.largest, about="a printed number", noun="given", drop="row")
    )


def verify(board: RippleEffect, answer: kit.Filled) -> Iterator[str]:
    yield from kit.printed_faults(board.numbers, answer)
    rooms = kit.cells_by_name(board.rooms).values()
    names = {f"The room of {kit.short_name(min(cells))}": cells for cells in rooms}
    yield from kit.once_faults(names, answer)
    for row, column in board.cells:
        number = answer[row, column]
        for r, c in within((row, column), number):
            if (r, c) > (row, column) and (r, c) in board.cells and answer[r, c] == number:
                cells = counted(number, "cell")
                yield f"No {number} follows r{row}c{column} within {cells}: r{r}c{c} is one."


def within(cell: kit.Place, number: int) -> list[kit.Place]:
    """The cells of its row and its column that are as near to a cell as a number says."""
    steps = [step for step in range(-number, number + 1) if step]
    across = [(cell[0], cell[1] + step) for step in steps]
    return [*across, *((cell[0] + step, cell[1]) for step in steps)]


def layout(random: Random, board: RippleEffect) -> dict[str, kit.Rows] | None:
    """Rooms of up to six cells, for which there are numbers."""
    rooms = kit.numbered(random, board.cells, 6, within)
    return {"rooms": rooms} if rooms else None


VALUES = kit.Values("value", 1, kit.largest, given="numbers")
URL = (kit.url.Walls("rooms"), kit.url.Base16("numbers"))
LINK = kit.Pzpr("ripple", URL, (kit.files.Rooms("rooms", 0), "numbers", "rows"))
GENRE = kit.Genre(RippleEffect, kit.Filled, (VALUES,), verify, codec=LINK)
PUZZLE = kit.layered(GENRE, kit.Drafts(layout), first="six")
