"""A drawing of a board that knows no solver and no output: tiles, marks, groups, a legend.

A puzzle turns an instance and perhaps a solution into a :class:`Picture`; a renderer
(:mod:`pyasp_puzzles.drawing.terminal`) turns it into text.  Colours are numbers of a palette that
the renderer chooses; the meaning of a picture never depends on colour alone.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Literal

Compass = Literal["N", "NE", "E", "SE", "S", "SW", "W", "NW"]

Role = Literal["given", "known", "reason", "new", "wrong", "differs"]
"""What a tile is in a picture that explains: printed on the board; known before; in a clue that is
used; what follows; a mistake; different in another answer."""

BROKEN = "≠"
"""The sign of a broken side (see :class:`Tile`), for renderers and for the legend."""


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
        text: text in the middle.
        group: there is a wall between neighbours of different groups.  Labels and holes have no
            group (``None``).
        colour: number in the palette, for the background of the tile.
        given: whether the text is part of the instance (a clue), not of the answer.
        marks: small texts at the sides and corners.
        cell: the cell of the board that it shows, in the coordinates of the puzzle's program;
            ``None`` for a label.
        role: what it is in an explanation; :func:`pyasp_puzzles.drawing.roles.with_roles` sets it.
        broken: the sides, of N, E, S and W, on which it does not fit its neighbour; it is enough
            that one of the two tiles has it. Renderers mark them with a sign, on square panels.
    """

    row: int
    column: int
    text: str = ""
    group: Hashable | None = None
    colour: int | None = None
    given: bool = False
    marks: dict[Compass, Mark] = field(default_factory=dict)
    cell: tuple[int, ...] | None = None
    role: Role | None = None
    broken: frozenset[Compass] = frozenset()


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
    """A line of the legend: a key on the board and its meaning."""

    key: str
    meaning: str
    colour: int | None = None


@dataclass(frozen=True)
class Picture:
    """Panels, which a renderer shows side by side if there is room, and a legend."""

    title: str
    panels: tuple[Panel, ...]
    legend: tuple[Entry, ...] = ()
