"""Draws a panel: tiles between walls or as bodies, areas below them, figures, roles."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping
from math import sqrt

from pyasp_puzzles.pictures.picture import Compass, Dot, Mark, Panel, SideColours, Tile
from pyasp_puzzles.pictures.places import Place, kind
from pyasp_puzzles.pictures.svg.canvas import Box, Canvas, Corners, path, rounded
from pyasp_puzzles.pictures.svg.figures import draw_figure
from pyasp_puzzles.pictures.svg.lines import (
    SIZE,
    draw_dots,
    draw_line_roles,
    draw_points,
    draw_segments,
    target_area,
)
from pyasp_puzzles.pictures.svg.marks import FRAMES, draw_broken, draw_role
from pyasp_puzzles.pictures.svg.palette import tint
from pyasp_puzzles.pictures.svg.texts import width
from pyasp_puzzles.pictures.words import place_words

_HEX = SIZE / sqrt(3)
_TRIANGLE = 1.5 * SIZE
_INSET = 3.0
_ROOM = {"square": SIZE, "hexagonal": 0.85 * SIZE, "triangular": 0.75 * SIZE}
_TEXT = 0.45 * SIZE
_TAG = 12.0
_AROUND = 6.0
"""How far around a tag the frame of its role is."""
Point = tuple[float, float]


def draw_hits(canvas: Canvas, panel: Panel) -> None:
    """Add an element without colour over each cell and target, for a page that is played on.

    Its ``data-cell`` has the numbers of the place, its ``aria-label`` what is shown there; that of
    an edge or a corner says so in ``data-kind``.
    """
    said = place_words(panel)

    def add(place: Place, what: str, words: str, corners: Corners) -> None:
        name = ",".join(map(str, place))
        canvas.hit(name, what, f"{name}: {words}" if words else name, path(corners))

    for tile in panel.tiles:
        if tile.cell is not None:
            shape = outline(tile, panel.lattice)
            add(tile.spot or tile.cell, "", said[tile.cell], shape)
    for place in sorted(panel.targets, key=kind, reverse=True):  # corners lie above edges
        add(place, kind(place), said.get(place, ""), target_area(place))


def draw_panel(canvas: Canvas, panel: Panel) -> None:
    """Draw a panel; the canvas grows as far as its tiles reach."""
    shapes = {id(tile): outline(tile, panel.lattice) for tile in panel.tiles}
    for tile in panel.tiles:
        canvas.cover(shapes[id(tile)])
    if panel.areas:
        _draw_areas(canvas, panel)
    bodies = _bodies(panel) if panel.bodies else {}
    for tile in panel.tiles:
        if tile.group is None or tile.group in bodies:
            continue
        if panel.areas:
            continue
        if isinstance(tile.figure, SideColours):
            draw_figure(canvas, tile, middle(shapes[id(tile)]), SIZE)
        elif tile.colour is None or tile.figure is not None:
            look = "shade" if tile.shaded else "cell"
            canvas.shape(f'class="{look}"', path(shapes[id(tile)]))
        else:
            canvas.fill(tint(tile.colour), path(shapes[id(tile)]))
    canvas.layer()
    members = [(t.group, shapes[id(t)]) for t in panel.tiles if t.group is not None]
    _draw_bodies(canvas, bodies, members)
    if panel.grid == "points":
        canvas.layer()
        draw_points(canvas, panel)
    elif not panel.areas:
        _draw_walls(canvas, [member for member in members if member[0] not in bodies])
    canvas.layer()
    draw_dots(canvas, (dot for dot in panel.dots if not _written(dot)))
    draw_segments(canvas, panel.segments)
    for tile in panel.tiles:
        box = bodies.get(tile.group)
        lying = box is not None and box.right - box.left > box.bottom - box.top
        light = box is not None or (tile.group is not None and tile.colour is not None)
        _draw_content(canvas, tile, shapes[id(tile)], _ROOM[panel.lattice], lying, light)
    draw_dots(canvas, filter(_written, panel.dots))
    draw_broken(canvas, panel.tiles, SIZE)
    canvas.layer()
    for tile in panel.tiles:
        draw_role(canvas, tile.role, shapes[id(tile)])
    draw_line_roles(canvas, panel)


def _written(dot: Dot) -> bool:
    """Whether a dot lies above the segments: its text has to be read."""
    return bool(dot.text) or kind(dot.place) != "cell"


def outline(tile: Tile, lattice: str) -> Corners:
    """The corners of a tile, clockwise from the upper left."""
    if lattice == "hexagonal":
        x, y = (tile.column - tile.row / 2) * SIZE, tile.row * 1.5 * _HEX
        half = SIZE / 2
        return (
            (x - half, y - _HEX / 2),
            (x, y - _HEX),
            (x + half, y - _HEX / 2),
            (x + half, y + _HEX / 2),
            (x, y + _HEX),
            (x - half, y + _HEX / 2),
        )
    if lattice == "triangular":
        half, high = _TRIANGLE / 2, _TRIANGLE * sqrt(3) / 2
        x, top = tile.column * half, tile.row * high
        if (tile.row + tile.column) % 2 == 0:
            return (x, top), (x + half, top + high), (x - half, top + high)
        return (x - half, top), (x + half, top), (x, top + high)
    x, y = tile.column * SIZE, tile.row * SIZE
    return (x, y), (x + SIZE, y), (x + SIZE, y + SIZE), (x, y + SIZE)


def middle(corners: Corners) -> Point:
    """The centre of a tile."""
    return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)


def _draw_areas(canvas: Canvas, panel: Panel) -> None:
    """Tint each area and dash its border."""
    for area in panel.areas:
        squares = [outline(Tile(*cell), panel.lattice) for cell in sorted(area.cells)]
        if area.colour is None:
            for square in squares:
                canvas.shape('class="cell"', path(square))
        else:
            for square in squares:
                canvas.fill(tint(area.colour), path(square), ' fill-opacity=".75"')
    canvas.layer()
    members = [
        (number, outline(Tile(*cell), panel.lattice))
        for number, area in enumerate(panel.areas)
        for cell in sorted(area.cells)
    ]
    outer, inner = _borders(members)
    for edges, look in ((inner, "thin"), (outer, "wall")):
        dashes = ' stroke-dasharray="4 3"' if look == "wall" else ' stroke-opacity=".5"'
        for edge in edges:
            canvas.shape(f'class="{look}" fill="none" stroke-width="1.4"{dashes}', edge)
    canvas.layer()


def draw_tags(canvas: Canvas, panel: Panel) -> None:
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
        tag = rounded(Box(x - wide / 2, y - 7.5, x + wide / 2, y + 7.5), 5)
        paint = tint(area.colour or 0)
        canvas.shape(f'fill="{paint.colour}" stroke="#1b1b1b"', tag)
        canvas.text(x, y, area.tag, size, ' class="on" font-weight="bold"')
        canvas.cover(((x, y + 8.5),))
        if area.role:
            left, right = x - wide / 2 - _AROUND, x + wide / 2 + _AROUND
            top, bottom = y - 7.5 - _AROUND, y + 7.5 + _AROUND
            around = (left, top), (right, top), (right, bottom), (left, bottom)
            canvas.cover(around)
            draw_role(canvas, area.role, around)


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


def _inset(box: Box, by: float) -> Box:
    return Box(box.left + by, box.top + by, box.right - by, box.bottom - by)


def _draw_bodies(
    canvas: Canvas, bodies: Mapping[Hashable, Box], members: Iterable[tuple[Hashable, Corners]]
) -> None:
    """Draw each body with round corners, and the lines between its tiles."""
    for box in bodies.values():
        body = rounded(_inset(box, _INSET), 7)
        canvas.shape('fill="#fffdf5" stroke="#2b2b2b" stroke-width="1.5"', body)
    canvas.layer()
    for edge in _borders(member for member in members if member[0] in bodies)[1]:
        canvas.shape('fill="none" stroke="#b9b5ab" stroke-width="1" stroke-dasharray="2 3"', edge)
    canvas.layer()


def _draw_walls(canvas: Canvas, members: Iterable[tuple[Hashable, Corners]]) -> None:
    """Draw thick lines between groups, and thin ones within them."""
    outer, inner = _borders(members)
    for edge in inner:
        canvas.shape('class="thin" fill="none" stroke-width=".8"', edge)
    for edge in outer:
        canvas.shape('class="wall" fill="none" stroke-width="2" stroke-linecap="round"', edge)


def _borders(members: Iterable[tuple[Hashable, Corners]]) -> tuple[list[str], list[str]]:
    """The edges between different groups or at the rim, and those within a group."""
    sides: dict[tuple[Point, Point], list[Hashable]] = defaultdict(list)
    for group, corners in members:
        near = [(round(x, 2), round(y, 2)) for x, y in corners]
        for a, b in zip(near, [*near[1:], near[0]], strict=True):
            sides[min(a, b), max(a, b)].append(group)
    outer: list[str] = []
    inner: list[str] = []
    for edge, groups in sides.items():
        same = len(groups) == 2 and groups[0] == groups[1]
        (inner if same else outer).append(path(edge, closed=False))
    return outer, inner


def _draw_content(
    canvas: Canvas, tile: Tile, corners: Corners, room: float, lying: bool, light: bool
) -> None:
    """Draw what a tile shows: a figure, or its text, no wider than there is room.

    Args:
        lying: whether the tile is a part of a body that lies on its long side.
        light: whether the ground is light on every page.
    """
    x, y = middle(corners)
    if tile.figure is None:
        for side, mark in tile.marks.items():
            _draw_mark(canvas, (x, y), side, mark, _ink(tile, light))
    if isinstance(tile.figure, SideColours):
        words = f"[{tile.text}]" if tile.given and tile.text else tile.text
        canvas.note(x, y, words, 0.24 * SIZE)
    elif tile.figure is not None:
        ink = "on" if light or tile.colour is not None else "ink"
        draw_figure(canvas, tile, (x, y), SIZE, lying=lying, ink=ink)
    elif tile.text and tile.text != "·":
        bold = tile.given and tile.group is not None
        room *= 0.7 if tile.role in FRAMES else 0.88
        size = min(_TEXT, _TEXT * room / width(tile.text, _TEXT))
        if light and tile.colour is not None and tint(tile.colour).pattern:
            canvas.note(x, y, tile.text, size, bold)
        else:
            weight = ' font-weight="bold"' if bold else ""
            canvas.text(x, y, tile.text, size, f' class="{_ink(tile, light)}"{weight}')


def _ink(tile: Tile, light: bool) -> str:
    """The class of a text on a tile."""
    if tile.shaded:
        return "on-shade"
    return "on" if light else "ink" if tile.group is not None else "dim"


def _draw_mark(canvas: Canvas, centre: Point, side: Compass, mark: Mark, ink: str) -> None:
    """Write a small text at a side or a corner of a tile."""
    size = 0.27 * SIZE
    right = SIZE / 2 - 2.5 - width(mark.text, size) / 2
    x = centre[0] + right * (("E" in side) - ("W" in side))
    y = centre[1] + (SIZE / 2 - 0.65 * size) * (("S" in side) - ("N" in side))
    canvas.text(x, y, mark.text, size, f' class="{ink}"')
