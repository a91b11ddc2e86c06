"""A drawing of a board that knows no solver and no output: tiles, marks, groups, a legend.

A puzzle turns an instance and perhaps a solution into a :class:`Picture`; a renderer
(:mod:`pyasp_puzzles.drawing.terminal`) turns it into text.  Colours are numbers of a palette that
the renderer chooses; nothing may be said by colour alone.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Literal

Compass = Literal["N", "NE", "E", "SE", "S", "SW", "W", "NW"]


@dataclass(frozen=True)
class Mark:
    """A short text at one side or corner of a tile."""

    text: str
    colour: int | None = None


@dataclass(frozen=True)
class Tile:
    """One cell of a board, or a label beside it.

    Attributes:
        row: from 1 at the top.
        column: from 1 at the left; see :class:`Panel` for hexagonal and triangular boards.
        text: what stands in the middle.
        group: a wall is drawn between neighbours of different groups; tiles without a group
            (``None``) have no walls of their own: labels and holes.
        colour: number in the palette, for the ground of the tile.
        given: whether the text is part of the instance (a clue) rather than of the answer.
        marks: small texts at the sides and corners.
    """

    row: int
    column: int
    text: str = ""
    group: Hashable | None = None
    colour: int | None = None
    given: bool = False
    marks: dict[Compass, Mark] = field(default_factory=dict)


@dataclass(frozen=True)
class Panel:
    """One board, or one layer of it.

    A tile at ``(row, column)`` of a ``hexagonal`` panel has its centre at ``column - row / 2``
    (skew axes, rows from the top); in a ``triangular`` panel columns are half a side wide and a
    tile points up when ``row + column`` is even.
    """

    tiles: tuple[Tile, ...]
    caption: str = ""
    lattice: Literal["square", "hexagonal", "triangular"] = "square"


@dataclass(frozen=True)
class Entry:
    """A line of the legend: a key as it stands on the board and its meaning."""

    key: str
    meaning: str
    colour: int | None = None


@dataclass(frozen=True)
class Picture:
    """Panels to be shown beside each other where there is room, and what the signs mean."""

    title: str
    panels: tuple[Panel, ...]
    legend: tuple[Entry, ...] = ()
