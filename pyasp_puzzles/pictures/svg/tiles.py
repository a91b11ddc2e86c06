"""Draws a panel: tiles between walls or as bodies, areas below them, and what lies on them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping
from math import sqrt

from pyasp_puzzles.pictures.description import place_words
from pyasp_puzzles.pictures.picture import Compass, Dot, Mark, Panel, SideColours, Tile
from pyasp_puzzles.pictures.positions import Lattice, Place, corners, kind
from pyasp_puzzles.pictures.svg.figures import (
    FRAMES,
    draw_broken,
    draw_figure,
    draw_role,
    draw_sign,
)
from pyasp_puzzles.pictures.svg.lines import (
    SIZE,
    draw_cages,
    draw_diagonals,
    draw_dots,
    draw_line_roles,
    draw_points,
    draw_segments,
    has_circles_between,
    target_area,
)
from pyasp_puzzles.pictures.svg.painting import (
    Box,
    Corners,
    Point,
    SvgCanvas,
    around,
    centre_of,
    path,
    rounded,
    sides_of,
    width,
)
from pyasp_puzzles.pictures.svg.palette import tint

_SIDES: Mapping[Lattice, float] = {
    "square": SIZE,
    "hexagonal": SIZE / sqrt(3),
    "triangular": 1.5 * SIZE,
}
ROOM: Mapping[Lattice, float] = {
    "square": SIZE,
    "hexagonal": 0.85 * SIZE,
    "triangular": 0.75 * SIZE,
}
"""How wide a text in a tile can be."""
_TEXT, _SMALL, _TAG = 0.45 * SIZE, 0.27 * SIZE, 12.0
_RIM = 2.4
_AROUND = 6.0
"""How far around a tag the frame of its role is."""
Member = tuple[Hashable, Corners]


def draw_hits(canvas: SvgCanvas, panel: Panel) -> None:
    """Add an element without colour over each cell and target, for a page that is played on.

    Its ``data-cell`` has the numbers of the place, its ``aria-label`` what is shown there; that of
    an edge or a corner says so in ``data-kind``.
    """
    said = place_words(panel)

    def add(place: Place, what: str, words: str, area: Corners) -> None:
        name = ",".join(map(str, place))
        canvas.hit(name, what, f"{name}: {words}" if words else name, path(area))

    for tile in panel.tiles:
        if tile.cell is not None:
            add(tile.spot or tile.cell, "", said[tile.cell], outline(tile, panel.lattice))
    for place in sorted(panel.targets, key=kind, reverse=True):  # corners lie above edges
        add(place, kind(place), said.get(place, ""), target_area(place))


def draw_panel(canvas: SvgCanvas, panel: Panel) -> None:
    """Draw a panel; the canvas grows as far as its tiles reach."""
    shapes = [(tile, outline(tile, panel.lattice)) for tile in panel.tiles]
    canvas.cover(point for _, shape in shapes for point in shape)
    if panel.areas:
        _draw_areas(canvas, panel)
    bodies = _bodies(panel) if panel.bodies else {}
    caged = frozenset[tuple[int, int]]().union(*panel.cages)
    for tile, shape in shapes:
        if tile.group is None or tile.group in bodies or panel.areas:
            continue
        if isinstance(tile.figure, SideColours):
            draw_figure(canvas, tile, centre_of(shape), SIZE)
        elif tile.colour is None or tile.figure is not None:
            canvas.shape(f'class="{"shade" if tile.shaded else "cell"}"', path(shape))
        else:
            canvas.fill(tint(tile.colour), path(shape))
    canvas.layer()
    members = [(tile.group, shape) for tile, shape in shapes if tile.group is not None]
    _draw_bodies(canvas, bodies, members)
    if panel.grid == "points":
        draw_points(canvas, panel)
    elif panel.grid == "walls" and not panel.areas:
        _draw_rims(canvas, [(tile.group, shape) for tile, shape in shapes if tile.shaded])
        _draw_walls(canvas, [member for member in members if member[0] not in bodies])
    canvas.layer()
    draw_diagonals(canvas, panel.diagonals)
    draw_cages(canvas, panel.cages)
    small = has_circles_between(panel.dots)
    draw_dots(canvas, (dot for dot in panel.dots if not _lies_above(dot)), small)
    draw_segments(canvas, panel.segments)
    for tile, shape in shapes:
        box = bodies.get(tile.group)
        lying = box is not None and box.right - box.left > box.bottom - box.top
        light = box is not None or (tile.group is not None and tile.colour is not None)
        here = (tile.row, tile.column) in caged
        draw_content(canvas, tile, shape, ROOM[panel.lattice], lying, light, here)
    draw_dots(canvas, filter(_lies_above, panel.dots), small)
    draw_broken(canvas, panel.tiles, SIZE)
    canvas.layer()
    for tile, shape in shapes:
        draw_role(canvas, tile.role, shape)
    draw_line_roles(canvas, panel)


def _lies_above(dot: Dot) -> bool:
    """Whether a dot lies above the segments."""
    return bool(dot.text) or kind(dot.place) != "cell"


def outline(tile: Tile, lattice: Lattice = "square") -> Corners:
    """The corners of a tile, clockwise from the upper left."""
    unit = _SIDES[lattice]
    return [(x * unit, y * unit) for x, y in corners(lattice, tile.row, tile.column)]


def _draw_areas(canvas: SvgCanvas, panel: Panel) -> None:
    """Tint each area and dash its border."""
    members: list[Member] = []
    for number, area in enumerate(panel.areas):
        for cell in sorted(area.cells):
            square = outline(Tile(*cell), panel.lattice)
            members.append((number, square))
            if area.colour is None:
                canvas.shape('class="cell"', path(square))
            else:
                canvas.fill(tint(area.colour), path(square), ' fill-opacity=".75"')
    canvas.layer()
    outer, inner = _borders(members)
    stroke = 'fill="none" stroke-width="1.4"'
    for edge in inner:
        canvas.shape(f'class="thin" {stroke} stroke-opacity=".5"', edge)
    for edge in outer:
        canvas.shape(f'class="wall" {stroke} stroke-dasharray="4 3"', edge)
    canvas.layer()


def draw_tags(canvas: SvgCanvas, panel: Panel) -> None:
    """Write the rule of each area in a tag on the lower side of its last cell.

    A tag lies in the gap between the pips of two rows, whatever its width.
    """
    for area in panel.areas:
        if not area.tag:
            continue
        row, column = max(area.cells)
        wide = max(15.0, width(area.tag, _TAG, bold=True) + 5)
        size = _TAG * min(1.0, (SIZE - 2) / wide)
        wide = min(wide, SIZE - 2)
        x, y = (column + 1) * SIZE - wide / 2 - 1, (row + 1) * SIZE
        canvas.layer()
        paint = tint(area.colour or 0).colour
        canvas.shape(f'fill="{paint}" stroke="#1b1b1b"', rounded(around(x, y, wide / 2, 7.5), 5))
        canvas.text(x, y, area.tag, size, 'class="on"', bold=True)
        canvas.cover(((x, y + 8.5),))
        if area.role:
            frame = around(x, y, wide / 2 + _AROUND, 7.5 + _AROUND).corners
            canvas.cover(frame)
            draw_role(canvas, area.role, frame)


def _bodies(panel: Panel) -> dict[Hashable, Box]:
    """The groups whose tiles fill a box, each with its box."""
    members: dict[Hashable, list[Tile]] = defaultdict(list)
    for tile in panel.tiles:
        if tile.group is not None:
            members[tile.group].append(tile)
    found = {}
    for group, tiles in members.items():
        rows, columns = {t.row for t in tiles}, {t.column for t in tiles}
        high, wide = max(rows) - min(rows) + 1, max(columns) - min(columns) + 1
        if len(tiles) == high * wide > 1:
            left, top = min(columns) * SIZE, min(rows) * SIZE
            found[group] = Box(left, top, left + wide * SIZE, top + high * SIZE)
    return found


def _draw_bodies(
    canvas: SvgCanvas, bodies: Mapping[Hashable, Box], members: Iterable[Member]
) -> None:
    """Draw each body with round corners, and the lines between its tiles."""
    for left, top, right, bottom in bodies.values():
        body = rounded(Box(left + 3, top + 3, right - 3, bottom - 3), 7)
        canvas.shape('fill="#fffdf5" stroke="#2b2b2b" stroke-width="1.5"', body)
    canvas.layer()
    for edge in _borders(member for member in members if member[0] in bodies)[1]:
        canvas.shape('fill="none" stroke="#b9b5ab" stroke-width="1" stroke-dasharray="2 3"', edge)
    canvas.layer()


def _draw_walls(canvas: SvgCanvas, members: Iterable[Member]) -> None:
    """Draw thick lines between groups, and thin ones within them."""
    outer, inner = _borders(members)
    for edge in inner:
        canvas.shape('class="thin" fill="none" stroke-width=".8"', edge)
    for edge in outer:
        canvas.shape('class="wall" fill="none" stroke-width="2" stroke-linecap="round"', edge)


def _draw_rims(canvas: SvgCanvas, members: Iterable[Member]) -> None:
    """Draw what sets off a wall between two black cells."""
    for ((x, y), (x2, y2)), groups in _edges(members).items():
        if len(set(groups)) == 2:
            rim = Box(x - _RIM, y - _RIM, x2 + _RIM, y2 + _RIM)
            canvas.shape('class="cell"', path(rim.corners))


def _borders(members: Iterable[Member]) -> tuple[list[str], list[str]]:
    """The edges between different groups or at the rim, and those within a group."""
    found: tuple[list[str], list[str]] = ([], [])
    for edge, groups in _edges(members).items():
        same = len(groups) == 2 and groups[0] == groups[1]
        found[same].append(path(edge, closed=False))
    return found


def _edges(members: Iterable[Member]) -> dict[tuple[Point, Point], list[Hashable]]:
    """The edges of some cells, each with the groups of the cells on its sides."""
    sides: dict[tuple[Point, Point], list[Hashable]] = defaultdict(list)
    for group, shape in members:
        for a, b in sides_of([(round(x, 2), round(y, 2)) for x, y in shape]):
            sides[min(a, b), max(a, b)].append(group)
    return sides


def draw_content(
    canvas: SvgCanvas,
    tile: Tile,
    shape: Corners,
    room: float,
    lying: bool,
    light: bool,
    caged: bool,
) -> None:
    """Draw what a tile shows: a figure, or its text, no wider than there is room, and its marks.

    Args:
        lying: whether the tile is a part of a body that lies on its long side.
        light: whether the ground is light on every page.
        caged: whether the line of a cage is below the marks.
    """
    centre = centre_of(shape)
    ink = "on" if light else "ink" if tile.group is not None else "dim"
    ink = "on-shade" if tile.shaded else ink
    if isinstance(tile.figure, SideColours):
        words = f"[{tile.text}]" if tile.given and tile.text else tile.text
        canvas.note(*centre, words, 0.24 * SIZE)
        return
    if tile.figure is not None:
        ink = ink if tile.shaded else "on" if light or tile.colour is not None else "ink"
        draw_figure(canvas, tile, centre, SIZE, lying=lying, ink=ink)
        return
    drawn = tile.text in ("", "·") or draw_sign(canvas, tile, shape)
    for side, mark in tile.marks.items():
        ground = tint(tile.colour).colour if tile.colour is not None else ""
        _draw_mark(canvas, centre, side, mark, ink, ground if caged else None)
    if drawn:
        return
    bold = tile.given and tile.group is not None
    room *= 0.7 if tile.role in FRAMES else 0.88
    size = min(_TEXT, _TEXT * room / width(tile.text, _TEXT))
    if light and tile.colour is not None and tint(tile.colour).pattern:
        canvas.note(*centre, tile.text, size, bold)
    else:
        canvas.text(*centre, tile.text, size, f'class="{ink}"', bold)


def _draw_mark(
    canvas: SvgCanvas, centre: Point, side: Compass, mark: Mark, ink: str, ground: str | None
) -> None:
    """Write a small text at a side or a corner of a tile; ``ground``: what is below it, if any."""
    right = SIZE / 2 - 2.5 - width(mark.text, _SMALL) / 2
    x = centre[0] + right * (("E" in side) - ("W" in side))
    y = centre[1] + (SIZE / 2 - 0.65 * _SMALL) * (("S" in side) - ("N" in side))
    if ground is not None:
        wide = width(mark.text, _SMALL) / 2 + 1
        look = f'fill="{ground}"' if ground else 'class="cell"'
        canvas.shape(look, path(around(x, y, wide, 0.6 * _SMALL).corners))
    canvas.text(x, y, mark.text, _SMALL, f'class="{ink}"')
