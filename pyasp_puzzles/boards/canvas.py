"""A picture in the making: layers and marks draw on it, place by place."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import replace
from typing import Any, Literal

from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.pictures.picture import (
    FILLING,
    Compass,
    Dot,
    Grid,
    LegendEntry,
    Mark,
    Panel,
    Picture,
    Segment,
    Tile,
)

COLOUR = 3
"""The colour of what an answer writes."""

DotShape = Literal["filled", "open", "point", "text"]


class Canvas:
    """What has been drawn so far.

    Attributes:
        tiles: by cell, the arguments of its :class:`Tile`.
        targets: the edges and corners that can be chosen.
        grid, diagonals: as of :class:`Panel`.
        legend: the lines below the board.
    """

    def __init__(self, cells: Iterable[Place]) -> None:
        self.tiles: dict[tuple[int, int], dict[str, Any]] = {
            (row, column): {"group": 0} for row, column in cells
        }
        self.segments: list[Segment] = []
        self.dots: list[Dot] = []
        self.targets: list[Place] = []
        self.grid: Grid = "walls"
        self.cages: dict[Hashable, set[tuple[int, int]]] = {}
        self.diagonals: list[tuple[tuple[int, int], ...]] = []
        self.legend: list[LegendEntry] = []

    def tile(self, at: Place, **changes: Any) -> None:
        """Change the tile of a cell, or of a place in the margin."""
        row, column = at
        self.tiles.setdefault((row, column), {}).update(changes)

    def answer(self, cell: Place, sign: str, **changes: Any) -> None:
        """The sign of an answer on a cell; one that leaves room has a ground in a colour."""
        self.tile(cell, text=sign, colour=None if sign in FILLING else COLOUR, **changes)

    def group(self, cell: Place, group: Hashable) -> None:
        """The cell belongs to a group, with walls around it."""
        self.tile(cell, group=group)

    def cage(self, cell: Place, name: Hashable) -> None:
        """The cell belongs to a cage, with a dashed line around it."""
        row, column = cell
        self.cages.setdefault(name, set()).add((row, column))

    def mark(self, cell: Place, side: Compass, text: str, fact: str = "") -> None:
        """A small text at a side or corner of a cell."""
        row, column = cell
        marks = self.tiles[row, column].get("marks", {})
        self.tile(cell, marks={**marks, side: Mark(text, fact=fact)})

    def shade(self, cell: Place) -> None:
        """Blacken a cell."""
        self.tile(cell, shaded=True)

    def dot(self, place: Place, text: str = "", shape: DotShape = "text", fact: str = "") -> None:
        """A circle or a small text of the board itself."""
        self.dots.append(Dot(place, shape, text, given=True, fact=fact))

    def note(self, meaning: str, key: str = "") -> None:
        """A line of the legend."""
        self.legend.append(LegendEntry(key, meaning))

    def panel(self) -> Panel:
        """The board as drawn so far; a line parts the numbers below and beside a black cell."""
        for changes in self.tiles.values():
            if changes.get("shaded") and changes.get("marks", {}).keys() & {"NE", "SW"}:
                changes |= {"text": "╲", "given": False}
        return Panel(
            tuple(
                Tile(r, c, **{"cell": (r, c) if "group" in changes else None, **changes})
                for (r, c), changes in sorted(self.tiles.items())
            ),
            grid=self.grid,
            cages=tuple(map(frozenset, self.cages.values())),
            diagonals=tuple(self.diagonals),
            segments=tuple(self.segments),
            dots=tuple(self.dots),
            targets=tuple(self.targets),
        )

    def picture(self, title: str) -> Picture:
        """The board with its legend."""
        return Picture(title, (self.panel(),), tuple(dict.fromkeys(self.legend)))


def in_lines(tiles: Iterable[Tile], wide: int) -> tuple[Tile, ...]:
    """Tiles side by side with walls between them, so many in a row, from row 1 and column 1.

    >>> [(tile.row, tile.column) for tile in in_lines([Tile(1, 1, sign) for sign in "abc"], 2)]
    [(1, 1), (1, 2), (2, 1)]
    """
    return tuple(
        replace(tile, row=number // wide + 1, column=number % wide + 1, group=number)
        for number, tile in enumerate(tiles)
    )


def named(name: str, copies: int) -> str:
    """A piece with the number of its copies, if there are several."""
    return f"{name}x{copies}" if copies > 1 else name
