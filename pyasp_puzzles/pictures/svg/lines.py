"""Draws segments on edges, dots on cells, edges and corners, and the areas that choose them."""

from __future__ import annotations

from collections.abc import Iterable

from pyasp_puzzles.pictures.picture import Dot, Panel, Segment
from pyasp_puzzles.pictures.places import Place, kind, middle
from pyasp_puzzles.pictures.svg.canvas import Box, Canvas, Corners, circle, path, rounded
from pyasp_puzzles.pictures.svg.marks import draw_role
from pyasp_puzzles.pictures.svg.palette import tint
from pyasp_puzzles.pictures.svg.texts import width

SIZE = 40.0
"""The side of a square tile; all other lengths follow from it."""

_THICK = 0.1 * SIZE
_CROSS = 0.11 * SIZE
_REACH = {"edge": 0.36 * SIZE, "corner": 0.26 * SIZE}
"""How far from its middle an edge or a corner can be hit."""

Point = tuple[float, float]


def point(place: Place) -> Point:
    """The middle of a place on the paper."""
    row, column = middle(place)
    return (column + 0.5) * SIZE, (row + 0.5) * SIZE


def draw_segments(canvas: Canvas, segments: Iterable[Segment]) -> None:
    """Draw lines on edges, and crosses where it is known that there is no line."""
    for segment in segments:
        a, b = ends(segment)
        look = 'fill="none" stroke-linecap="round"'
        if not segment.lines:
            x, y = point(segment.place)
            reach = _CROSS
            for down in (reach, -reach):
                cross = path(((x - reach, y - down), (x + reach, y + down)), closed=False)
                canvas.shape(f'class="wall" {look} stroke-width="1.8"', cross)
            continue
        wide = _THICK * (1.2 if segment.given else 1.0)
        for line in _parallel(a, b, segment.lines):
            data = path(line, closed=False)
            if segment.colour is None:
                kind_of = "wall" if segment.given else "drawn"
                canvas.shape(f'class="{kind_of}" {look} stroke-width="{wide:g}"', data)
            else:
                canvas.shape(f'class="wall" {look} stroke-width="{wide + 2:g}"', data)
                colour = tint(segment.colour).colour
                canvas.shape(f'stroke="{colour}" {look} stroke-width="{wide:g}"', data)
    canvas.layer()


def ends(segment: Segment) -> tuple[Point, Point]:
    """The ends of a segment: the centres of two cells, or the corners that both have."""
    row, column, row2, column2 = segment.place
    if segment.across:
        return point((row, column)), point((row2, column2))
    x, y = point(segment.place)
    right, down = (SIZE / 2, 0.0) if column == column2 else (0.0, SIZE / 2)
    return (x - right, y - down), (x + right, y + down)


def _parallel(a: Point, b: Point, number: int) -> list[tuple[Point, Point]]:
    """So many lines beside each other."""
    down, right = (1, 0) if a[1] == b[1] else (0, 1)
    shifts = ((at - (number - 1) / 2) * 1.9 * _THICK for at in range(number))
    return [
        ((a[0] + right * by, a[1] + down * by), (b[0] + right * by, b[1] + down * by))
        for by in shifts
    ]


def draw_dots(canvas: Canvas, dots: Iterable[Dot]) -> None:
    """Draw circles, points and short texts."""
    for dot in dots:
        x, y = point(dot.place)
        in_cell = kind(dot.place) == "cell"
        size = (0.42 if in_cell else 0.3) * SIZE
        wide = width(dot.text, size)
        reach = (0.34 if in_cell else 0.14 if not dot.text else 0.22) * SIZE
        canvas.cover(((x - reach, y - reach), (x + reach, y + reach)))
        ink = "ink"
        if dot.shape == "point":
            canvas.shape('class="ink"', circle(x, y, 0.06 * SIZE))
        elif dot.shape == "text":
            if dot.text and not in_cell:
                half = max(wide / 2 + 1, reach * 0.8)
                box = rounded(Box(x - half, y - reach * 0.8, x + half, y + reach * 0.8), 4)
                canvas.shape('class="page"', box)
        else:
            filled = dot.shape == "filled" and dot.colour is None
            colour = "#141414" if filled else "#fffdf5"
            colour = colour if dot.colour is None else tint(dot.colour).colour
            ink = "light" if filled else "on"
            look = f'class="wall" fill="{colour}" stroke-width="1.6"'
            canvas.shape(look, circle(x, y, reach))
            size *= min(1.0, 1.7 * reach / wide) if wide else 1.0
        look = ' fill="#fff"' if ink == "light" else f' class="{ink}"'
        canvas.text(x, y, dot.text, size, look + (' font-weight="bold"' if dot.given else ""))
    canvas.layer()


def draw_points(canvas: Canvas, panel: Panel) -> None:
    """Draw a point at each corner of the tiles with a group."""
    tiles = [tile for tile in panel.tiles if tile.group is not None]
    corners = {(t.row - up, t.column - left) for t in tiles for up in (0, 1) for left in (0, 1)}
    for row, column in sorted(corners):
        canvas.shape('class="ink"', circle((column + 1) * SIZE, (row + 1) * SIZE, 0.05 * SIZE))
    canvas.layer()


def draw_line_roles(canvas: Canvas, panel: Panel) -> None:
    """Draw the frames of the roles of segments and dots."""
    for item in panel.lines_and_dots:
        if item.role is None:
            continue
        if isinstance(item, Segment):
            (x, y), (x2, y2) = ends(item)
            right, down = (0.0, 0.22 * SIZE) if y == y2 else (0.22 * SIZE, 0.0)
        else:
            (x, y) = (x2, y2) = point(item.place)
            right = down = SIZE * (0.5 if kind(item.place) == "cell" else 0.3)
        left, top, right, bottom = x - right, y - down, x2 + right, y2 + down
        frame = (left, top), (right, top), (right, bottom), (left, bottom)
        canvas.cover(frame)
        draw_role(canvas, item.role, frame)


def target_area(place: Place) -> Corners:
    """The corners of the area in which an edge or a corner is hit: a rhombus around its middle."""
    x, y = point(place)
    wide = high = _REACH["corner"]
    if kind(place) == "edge":
        wide, high = _REACH["edge"], SIZE / 2 - 1
        if place[0] != place[2]:
            wide, high = high, wide
    return (x, y - high), (x + wide, y), (x, y + high), (x - wide, y)
