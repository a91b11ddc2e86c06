"""A drawing of a board that knows no solver and no output: tiles, lines, dots, groups, a legend.

A puzzle turns an instance and perhaps a solution into a :class:`Picture`; a renderer (terminal,
SVG) draws it.  Colours are numbers of a palette that the renderer chooses; the meaning of a
picture never depends on colour alone.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from pyasp_puzzles.pictures.positions import Lattice, Place, corners

Medium = Literal["all", "text", "shapes"]
"""Who shows a panel or a line of the legend: every renderer, those that write text, or those that
draw shapes."""

Compass = Literal["N", "NE", "E", "SE", "S", "SW", "W", "NW"]

Role = Literal["given", "known", "reason", "new", "wrong", "differs"]
"""What something is in a picture that explains: printed on the board; known before; in a clue that
is used; what follows; a mistake; different in another answer."""

Grid = Literal["walls", "points", "none"]

FILLING = "◢◣◤◥/╱\\╲◠◗◡◖■"
"""Signs that fill their tile where shapes are drawn: triangles, diagonals, parts of ships."""

BROKEN = "≠"
"""The sign of a broken side (see :class:`Tile`), for renderers and for the legend."""


@dataclass(frozen=True)
class Mark:
    """A short text at one side or corner of a tile; ``fact``: as in :class:`Tile`."""

    text: str
    colour: int | None = None
    fact: str = ""


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
    """A square piece with a colour on each side, up, right, down, left; ``None``: the frame."""

    colours: tuple[int | None, int | None, int | None, int | None]


@dataclass(frozen=True)
class SmallTexts:
    """Several short texts, spread over the tile."""

    texts: tuple[str, ...]


Figure = DominoHalf | Petals | SideColours | SmallTexts
"""What a tile looks like where shapes are drawn; a renderer of text has its text and marks."""


@dataclass(frozen=True)
class Tile:
    """One cell of a board, or a label beside it.

    Attributes:
        row, column: from 1 at the upper left; see :class:`Panel` for other lattices.
        group: a wall stands between neighbours of different groups; labels and holes have none.
        colour: number in the palette, for the background.
        given: whether the text is part of the instance (a clue), not of the answer.
        marks: small texts at the sides and corners; a figure is drawn without them.
        cell: the cell of the board, as the puzzle's program names it; ``None`` for a label.
        spot: the cell as a player names it, if several tiles show one cell.
        role: what it is in an explanation (see :mod:`pyasp_puzzles.pictures.roles`).
        broken: the sides, of N, E, S and W, on which it does not fit its neighbour; one of the two
            tiles is enough. Renderers mark them on square panels.
        figure: what is drawn in place of text and marks.
        fact: the clue that its text shows, such as ``view(0,1,1,0,5)``, so that a step which uses
            the clue marks it; empty where its cell says enough.
        shaded: whether the cell is blackened.
    """

    row: int
    column: int
    text: str = ""
    group: Hashable | None = None
    colour: int | None = None
    given: bool = False
    marks: dict[Compass, Mark] = field(default_factory=dict)
    cell: Place | None = None
    spot: Place | None = None
    role: Role | None = None
    broken: frozenset[Compass] = frozenset()
    figure: Figure | None = None
    fact: str = ""
    shaded: bool = False


@dataclass(frozen=True)
class Segment:
    """A line on an edge of a square panel.

    Attributes:
        place: the edge, by the rows and columns of the tiles.
        across: whether it links the centres of the two cells; else it lies on their common side.
        lines: one, or two for a double line; 0: a cross, where it is known that there is no line.
        colour, given, role, fact: as in :class:`Tile`.
    """

    place: Place
    across: bool = False
    lines: int = 1
    colour: int | None = None
    given: bool = False
    role: Role | None = None
    fact: str = ""


@dataclass(frozen=True)
class Dot:
    """A circle or a short text on an edge, a corner or a cell of a square panel.

    Attributes:
        place: by the rows and columns of the tiles.
        shape: a black circle, a white one, a small point, or the text alone.
        text: within the circle.
        colour, given, role, fact: as in :class:`Tile`.
    """

    place: Place
    shape: Literal["filled", "open", "point", "text"] = "text"
    text: str = ""
    colour: int | None = None
    given: bool = False
    role: Role | None = None
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
    """A cell of a solid.

    Attributes:
        base: the corners of its base in the plane, around it; lengths in sides of a cell.
        level: its layer; layer 0 is the lowest one.
        label, group, colour, cell: as in :class:`Tile`.
    """

    base: tuple[tuple[float, float], ...]
    level: int
    label: str = ""
    group: Hashable | None = None
    colour: int | None = None
    cell: Place | None = None


def base(lattice: Lattice, row: int, column: int) -> tuple[tuple[float, float], ...]:
    """The base of a prism: its cell in the plane, counter-clockwise, y upwards."""
    return tuple((x, -y) for x, y in reversed(corners(lattice, row, column)))


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
        grid: walls between groups, points at the corners of tiles with a group, or nothing.
        cages: cells with a dashed line within their border, as rows and columns of the tiles.
        diagonals: rows of cells, corner to corner, with a thin line below their texts.
        segments, dots: later ones lie above earlier ones.
        targets: the edges and corners that a player or an editor can choose, besides the cells.
        numbered: whether renderers that write text number its rows and columns.
        line: where shapes are drawn, a panel of another line stands below those before it.
    """

    tiles: tuple[Tile, ...]
    caption: str = ""
    lattice: Lattice = "square"
    areas: tuple[Area, ...] = ()
    bodies: bool = False
    grid: Grid = "walls"
    cages: tuple[frozenset[tuple[int, int]], ...] = ()
    diagonals: tuple[tuple[tuple[int, int], ...], ...] = ()
    segments: tuple[Segment, ...] = ()
    dots: tuple[Dot, ...] = ()
    targets: tuple[Place, ...] = ()
    medium: Medium = "all"
    numbered: bool = False
    line: int = 0

    @property
    def lines_and_dots(self) -> tuple[Segment | Dot, ...]:
        return (*self.segments, *self.dots)


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

    def on(self, medium: Medium) -> Picture:
        """What renderers of a medium show of it: their panels, and their lines of the legend."""
        panels = tuple(panel for panel in self.panels if panel.medium in ("all", medium))
        legend = tuple(entry for entry in self.legend if entry.medium in ("all", medium))
        return replace(self, panels=panels, legend=legend)


def beside(pictures: Sequence[Picture], captions: Sequence[str]) -> Picture:
    """One picture of several, with a caption for each; panels of the instance stand there once.

    >>> rules = Panel((Tile(1, 1, "<5", given=True),), "regions")
    >>> first, second = (Panel((Tile(1, 1, pips),), "pips") for pips in "34")
    >>> both = beside([Picture("P", (rules, first)), Picture("P", (rules, second))], ["a", "b"])
    >>> [panel.caption for panel in both.panels]
    ['regions', 'a, pips', 'b, pips']
    """
    common = [
        panel
        for panel in pictures[0].panels
        if all(tile.given for tile in panel.tiles)
        and all(panel in other.panels for other in pictures[1:])
    ]
    panels: list[Panel] = [*common]
    for picture, caption in zip(pictures, captions, strict=True):
        for panel in picture.panels:
            if panel not in common:
                words = ", ".join(filter(None, (caption, panel.caption)))
                panels.append(replace(panel, caption=words))
    legend = dict.fromkeys(entry for picture in pictures for entry in picture.legend)
    solid = pictures[0].solid if len(pictures) == 1 else ()
    return Picture(pictures[0].title, tuple(panels), tuple(legend), solid)


def in_rows(pictures: Sequence[Picture], captions: Sequence[str]) -> list[Picture]:
    """The pictures side by side, if each has one panel of its own; else one below the other."""
    both = beside(pictures, captions)
    own = len(both.panels) // len(pictures)
    if own == 1:
        return [both]
    rows = [
        replace(beside([picture], [caption]), legend=(), title="")
        for picture, caption in zip(pictures, captions, strict=True)
    ]
    rows[0] = replace(rows[0], title=both.title)
    rows[-1] = replace(rows[-1], legend=both.legend)
    return rows
