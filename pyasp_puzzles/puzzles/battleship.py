"""Battleship: find the ships, lines of cells that do not touch, not even at a corner.

The fleet has one ship of N cells, two of N-1, and so on. A number tells how many cells of its row
or column belong to ships. Some parts of ships, or water, are printed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pyasp_puzzles.boards import kit
from pyasp_puzzles.boards.canvas import Canvas
from pyasp_puzzles.boards.marks import part
from pyasp_puzzles.core.errors import counted
from pyasp_puzzles.core.regions import neighbours, regions

LOOKS = {"top": "◠", "bottom": "◡", "left": "◖", "right": "◗", "middle": "■", "single": "●"}
PARTS = dict(zip(("water", *LOOKS), "~^v<>mo", strict=True))


@dataclass(frozen=True)
class Battleship(kit.GridBoard):
    """A board with numbers above its columns and beside its rows, and some parts of ships."""

    fleet: int = kit.layer(kit.Scalar("fleet", 1, 9, about="the cells of the longest ship"), 3)
    parts: kit.Rows = kit.layer(
        kit.Signs(
            "part", PARTS, looks=LOOKS, about="a printed part", noun="printed part", drop="row"
        )
    )
    ships: kit.Rows = kit.layer(
        kit.Margin("ships", 0, about="the number of ship cells", sides=("top", "left"))
    )


def in_line(ships: set[tuple[int, int]], row: int, column: int) -> int:
    """The ship cells of a row, if the column is 0, or of a column, if the row is 0."""
    return sum(r == row or c == column for r, c in ships)


def verify(board: Battleship, answer: kit.Marked) -> Iterator[str]:
    ships = {(r, c) for r, c in answer.marks}
    for r, c, _, _, number in board.ships:
        if (found := in_line(ships, r, c)) != number:
            line = f"Column {c}" if c else f"Row {r}"
            yield f"{line} has {counted(number, 'ship cell')}: it has {found}."
    for r, c in sorted(ships):
        for r2, c2 in sorted(ships & {(r + 1, c - 1), (r + 1, c + 1)}):
            yield f"No ship touches r{r}c{c} at a corner: r{r2}c{c2} does."
    sizes = [len(ship) for ship in regions(sorted(ships), neighbours)]
    for size in range(1, max([board.fleet, *sizes]) + 1):
        number, found = max(0, board.fleet + 1 - size), sizes.count(size)
        if found != number:
            words = f"{counted(number, 'ship')} of {counted(size, 'cell')}"
            yield f"The fleet has {words}: there are {found}."
    for r, c, kind in board.parts:
        if kind != kind_of(ships, r, c):
            yield f"r{r}c{c} is printed as {kind}: it is {kind_of(ships, r, c)}."


def kind_of(ships: set[tuple[int, int]], r: int, c: int) -> str:
    """What a cell is."""
    sign = part((r, c), ships)
    return next(kind for kind in LOOKS if LOOKS[kind] == sign) if (r, c) in ships else "water"


class Ships(kit.Marks):
    """Ships, whose printed parts hold in each answer."""

    def given_rows(self, board: Any) -> kit.Rows:
        return tuple((r, c) for r, c, kind in board.parts if kind != "water")

    def draw(self, canvas: Canvas, board: Any, rows: kit.Rows) -> None:
        super().draw(canvas, board, rows)
        for r, c, kind in board.parts:
            canvas.tile((r, c), text=LOOKS.get(kind, PARTS[kind]), given=True)


def clues(board: Battleship, answer: kit.Marked) -> dict[str, list[tuple[Any, ...]]]:
    """All numbers, and all parts of ships."""
    ships = {(r, c) for r, c in answer.marks}
    lines = [(0, c, 1, 0) for c in range(1, board.columns + 1)]
    lines += [(r, 0, 0, 1) for r in range(1, board.rows + 1)]
    views = [(*line, in_line(ships, *line[:2])) for line in lines]
    return {"ships": views, "parts": [(r, c, kind_of(ships, r, c)) for r, c in ships]}


def tell(canvas: Canvas, board: Battleship, _rows: object) -> None:
    """The fleet in the legend."""
    sizes = range(board.fleet, 0, -1)
    canvas.note("Fleet: " + ", ".join(f"{board.fleet + 1 - n} x {'■' * n}" for n in sizes))


SHIPS = Ships("ship", joined=True)
FRAME = kit.files.Framed("ships", kit.files.Tokens("parts", tuple("0123456")))
FLEET = kit.special.Preset("fleet", {3: "c", 4: "d", 5: "e"})
URL = (kit.url.Base16("ships"), kit.url.FromZero("parts"), FLEET)
LINK = kit.Pzpr("battleship", URL, (FLEET, FRAME, "marks"))
PUZZLE = kit.layered(
    kit.Genre(Battleship, kit.Marked, (SHIPS,), verify, codec=LINK, decorate=tell),
    kit.Drafts(derived=clues),
    first="six",
)
