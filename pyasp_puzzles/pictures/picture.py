"""A drawing of a board that knows no solver and no output: tiles, marks, groups, a legend.

A puzzle turns an instance and perhaps a solution into a :class:`Picture`; a renderer
(:mod:`pyasp_puzzles.pictures.terminal`) turns it into text.  Colours are numbers of a palette that
the renderer chooses; the meaning of a picture never depends on colour alone.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Literal

Medium = Literal["all", "text", "shapes"]
"""Who shows a panel or a line of the legend: every renderer, only those that write text, or only
those that draw shapes."""

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
class DominoHalf:
    """Half a domino with so many pips."""

    value: int


@dataclass(frozen=True)
class Petals:
    """A circle with petals in some of its quarters: NE, SE, SW, NW.

    Attributes:
        through: those of them that are seen through a gap, and belong to a circle below.
        below: the colour of that circle.
    """

    quarters: frozenset[Compass]
    through: frozenset[Compass] = frozenset()
    below: int | None = None


@dataclass(frozen=True)
class SideColours:
    """A square piece with a colour on each side: up, right, down, left.

    Numbers from 0 in a palette of their own; ``None``: the frame.
    """

    colours: tuple[int | None, int | None, int | None, int | None]


Figure = DominoHalf | Petals | SideColours
"""What a tile looks like where shapes are drawn; a renderer of text has its text and marks."""


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
        spot: the cell as a player names it, where several tiles show one cell, such as a hole of
            two layers; ``None``: as ``cell``.
        role: what it is in an explanation; :func:`pyasp_puzzles.pictures.roles.with_roles` sets it.
        broken: the sides, of N, E, S and W, on which it does not fit its neighbour; it is enough
            that one of the two tiles has it. Renderers mark them with a sign, on square panels.
        figure: what it looks like where shapes are drawn, in place of text and marks.
        fact: the clue that its text shows, a fact of the instance such as ``view(0,1,1,0,5)``, so
            that a step which uses the clue marks it; empty where its cell says enough.
    """

    row: int
    column: int
    text: str = ""
    group: Hashable | None = None
    colour: int | None = None
    given: bool = False
    marks: dict[Compass, Mark] = field(default_factory=dict)
    cell: tuple[int, ...] | None = None
    spot: tuple[int, ...] | None = None
    role: Role | None = None
    broken: frozenset[Compass] = frozenset()
    figure: Figure | None = None
    fact: str = ""


@dataclass(frozen=True)
class Area:
    """A tinted area below the tiles, with a rule in a tag.

    Attributes:
        cells: rows and columns of the tiles that lie on it.
        fact, role: of the tag, as in :class:`Tile`.
    """

    cells: frozenset[tuple[int, int]]
    tag: str = ""
    colour: int | None = None
    fact: str = ""
    role: Role | None = None


@dataclass(frozen=True)
class Prism:
    """A cell of a solid: a prism.

    Attributes:
        base: the corners of its base in the plane, around it; lengths in sides of a cell.
        level: its layer; layer 0 is the lowest one.
        label, group, colour: as in :class:`Tile`.
        cell: as in :class:`Tile`.
    """

    base: tuple[tuple[float, float], ...]
    level: int
    label: str = ""
    group: Hashable | None = None
    colour: int | None = None
    cell: tuple[int, ...] | None = None


@dataclass(frozen=True)
class Panel:
    """One board, or one layer of it.

    A tile at ``(row, column)`` of a ``hexagonal`` panel has its centre at ``column - row / 2``
    (skew axes, rows from the top); in a ``triangular`` panel columns are half a side wide and a
    tile points up when ``row + column`` is even.

    Attributes:
        areas: where shapes are drawn, they lie below the tiles.
        bodies: whether the tiles of a group are one body, such as a domino, and not cells of a
            region between walls.
        medium: who shows it.
        line: where shapes are drawn, a panel of another line stands below those before it.
    """

    tiles: tuple[Tile, ...]
    caption: str = ""
    lattice: Literal["square", "hexagonal", "triangular"] = "square"
    areas: tuple[Area, ...] = ()
    bodies: bool = False
    medium: Medium = "all"
    line: int = 0


@dataclass(frozen=True)
class LegendEntry:
    """A line of the legend: a key on the board and its meaning."""

    key: str
    meaning: str
    colour: int | None = None
    medium: Medium = "all"


@dataclass(frozen=True)
class Picture:
    """Panels, which a renderer shows side by side if there is room, and a legend.

    Attributes:
        solid: the same board in space, for renderers that draw solids.
    """

    title: str
    panels: tuple[Panel, ...]
    legend: tuple[LegendEntry, ...] = ()
    solid: tuple[Prism, ...] = ()
