"""A picture in the making: layers and marks draw on it, place by place."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.pictures.picture import Compass, LegendEntry, Mark, Panel, Picture, Tile

COLOUR = 3
"""The colour of what an answer writes."""


class Canvas:
    """What has been drawn so far.

    Attributes:
        tiles: by cell, the arguments of its :class:`Tile`.
        legend: the lines below the board.
    """

    def __init__(self, cells: Iterable[Place]) -> None:
        self.tiles: dict[Place, dict[str, Any]] = {cell: {"group": 0} for cell in cells}
        self.segments: dict[Place, str] = {}
        self.dots: dict[Place, str] = {}
        self.legend: list[LegendEntry] = []

    def tile(self, cell: Place, **changes: Any) -> None:
        """Change the tile of a cell, or of a place in the margin."""
        self.tiles.setdefault(cell, {}).update(changes)

    def group(self, cell: Place, group: Hashable) -> None:
        """The cell belongs to a group, with walls around it."""
        self.tile(cell, group=group)

    def mark(self, cell: Place, side: Compass, text: str) -> None:
        """A small text at a side or corner of a cell."""
        marks = self.tiles[cell].get("marks", {})
        self.tile(cell, marks={**marks, side: Mark(text)})

    def segment(self, edge: Place, *, across: bool = False, cross: bool = False) -> None:
        """A line, or a cross, along an edge, or across it from centre to centre."""
        self.segments[edge] = "cross" if cross else "across" if across else "along"

    def shade(self, cell: Place) -> None:
        self.tile(cell, colour=COLOUR)

    def dot(self, place: Place, text: str) -> None:
        """A small text on an edge or a corner."""
        self.dots[place] = text

    def panel(self) -> Panel:
        return Panel(
            tuple(
                Tile(cell[0], cell[1], cell=cell, **changes)
                for cell, changes in sorted(self.tiles.items())
            )
        )

    def picture(self, title: str) -> Picture:
        return Picture(title, (self.panel(),), tuple(dict.fromkeys(self.legend)))
