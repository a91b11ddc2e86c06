"""Battleship: find the ships, lines of cells that do not touch, not even at a corner.

The fleet has one ship of N cells, two of N-1, and so on. A number tells how many cells of its row
or column belong to ships. Some parts of ships, or water, are printed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pyasp_puzzles.boards import kit
from pyasp_puzzles.boards.canvas import Canvas
from pyasp_puzzles.boards.marks import part
from pyasp_puzzles.core.errors import counted

LOOKS = {"top": "◠", "bottom": "◡", "left": "◖", "right": "◗", "middle": "■", "single": "●"}
PARTS = dict(zip(("water", *LOOKS), "~^v<>mo", strict=True))


@dataclass(frozen=True)
class Battleship(kit.GridBoard):
    """A board with numbers above its columns and beside its rows, and some parts of ships."""

    fleet: int = kit.layer(kit.Scalar("fleet", 1, 9, about="the cells of the longest ship"), 3)
    parts: kit.Rows = kit.layer(
        kit.Signs("part", PARTS, looks=LOOKS, about="a printed part", noun="printed part",
                  drop="row")
    )  # fmt: skip
    ships: kit.Rows = kit.layer(
        kit.Margin("ships", 0, about="the number of ship cells", sides=("top", "left"))
    )


def kind_of(ships: set[kit.Place], cell: kit.Place) -> str:
    """What a cell is."""
    sign = part(cell, ships) if cell in ships else ""
    return next((kind for kind, look in LOOKS.items() if look == sign), "water")


def verify(board: Battleship, answer: kit.Marked) -> Iterator[str]:
    ships = set(answer.marks)
    yield from kit.line_faults(board.ships, ships, "ship cell")
    for r, c in sorted(ships):
        for r2, c2 in sorted(ships & {(r + 1, c - 1), (r + 1, c + 1)}):
            yield f"No ship touches r{r}c{c} at a corner: r{r2}c{c2} does."
    sizes = list(map(len, kit.parts(ships)))
    for size in range(1, max([board.fleet, *sizes]) + 1):
        number, found = max(0, board.fleet + 1 - size), sizes.count(size)
        if found != number:
            words = f"{counted(number, 'ship')} of {counted(size, 'cell')}"
            yield f"The fleet has {words}: there are {found}."
    for (r, c), kind in board["parts"].items():
        if kind != kind_of(ships, (r, c)):
            yield f"{kind} is printed in r{r}c{c}: it is {kind_of(ships, (r, c))}."


def clues(board: Battleship, answer: kit.Marked) -> Mapping[str, kit.Rows]:
    """All numbers, and all parts of ships."""
    ships = set(answer.marks)
    rows, columns = ([cell[axis] for cell in ships] for axis in (0, 1))
    views = [(0, c, 1, 0, columns.count(c)) for c in range(1, board.columns + 1)]
    views += [(r, 0, 0, 1, rows.count(r)) for r in range(1, board.rows + 1)]
    parts = ((*cell, kind_of(ships, cell)) for cell in ships)
    return {"ships": tuple(views), "parts": tuple(parts)}


def tell(canvas: Canvas, board: Battleship, _rows: object) -> None:
    """The fleet in the legend."""
    sizes = range(board.fleet, 0, -1)
    canvas.note("Fleet: " + ", ".join(f"{board.fleet + 1 - n} x {'■' * n}" for n in sizes))


SHIPS = kit.Marks("ship", joined=True, given="parts", void=("water",))
FRAME = kit.files.Framed("ships", kit.files.Tokens("parts", tuple("0123456")))
FLEET = kit.special.Preset("fleet", {3: "c", 4: "d", 5: "e"})
URL = (kit.url.Base16("ships"), kit.url.FromZero("parts"), FLEET)
LINK = kit.Pzpr("battleship", URL, (FLEET, FRAME, "marks"))
GENRE = kit.Genre(Battleship, kit.Marked, (SHIPS,), verify, codec=LINK, decorate=tell)
PUZZLE = kit.layered(GENRE, kit.Drafts(derived=clues), first="six")
