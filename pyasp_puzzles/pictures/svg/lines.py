"""Draws what lies on edges, corners and cells of a panel: segments, dots, points, cages, roles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pyasp_puzzles.pictures.picture import Dot, Panel, Segment
from pyasp_puzzles.pictures.positions import STEPS, Place, kind, middle
from pyasp_puzzles.pictures.svg.figures import draw_role
from pyasp_puzzles.pictures.svg.painting import (
    Box,
    Corners,
    Point,
    SvgCanvas,
    around,
    circle,
    path,
    rounded,
    width,
)
from pyasp_puzzles.pictures.svg.palette import tint

SIZE = 40.0
"""The side of a square tile; all other lengths follow from it."""

_THICK, _CROSS = 0.1 * SIZE, 0.11 * SIZE
_BLACK, _WHITE = "#141414", "#fffdf5"
_REACH = {"edge": 0.36 * SIZE, "corner": 0.26 * SIZE}
"""How far from its middle an edge or a corner can be hit."""


def point(place: Place) -> Point:
    """The middle of a place on the paper."""
    row, column = middle(place)
    return (column + 0.5) * SIZE, (row + 0.5) * SIZE


def draw_segments(canvas: SvgCanvas, segments: Iterable[Segment]) -> None:
    """Draw lines on edges, and crosses where it is known that there is no line."""

    def stroke(line: Corners, wide: float, paint: str) -> None:
        look = f'{paint} fill="none" stroke-linecap="round" stroke-width="{wide:g}"'
        canvas.shape(look, path(line, closed=False))

    for segment in segments:
        if not segment.lines:
            left, top, right, bottom = around(*point(segment.place), _CROSS, _CROSS)
            for line in (((left, top), (right, bottom)), ((left, bottom), (right, top))):
                stroke(line, 1.8, 'class="wall"')
        (x, y), (x2, y2) = ends(segment)
        wide = _THICK * (1.2 if segment.given else 1.0)
        for at in range(segment.lines):
            by = (at - (segment.lines - 1) / 2) * 1.9 * _THICK
            right, down = (0.0, by) if y == y2 else (by, 0.0)
            line = (x + right, y + down), (x2 + right, y2 + down)
            if segment.colour is None:
                stroke(line, wide, f'class="{"wall" if segment.given else "drawn"}"')
            else:
                stroke(line, wide + 2, 'class="wall"')
                stroke(line, wide, f'stroke="{tint(segment.colour).colour}"')
    canvas.layer()


def ends(segment: Segment) -> tuple[Point, Point]:
    """The ends of a segment: the centres of two cells, or the corners that both have."""
    row, column, row2, column2 = segment.place
    if segment.across:
        return point((row, column)), point((row2, column2))
    x, y = point(segment.place)
    right, down = (SIZE / 2, 0.0) if column == column2 else (0.0, SIZE / 2)
    return (x - right, y - down), (x + right, y + down)


def has_circles_between(dots: Iterable[Dot]) -> bool:
    """Whether circles without a text lie between cells: then those in cells are as small."""
    circles = (dot for dot in dots if dot.shape in ("filled", "open") and not dot.text)
    return any(kind(dot.place) != "cell" for dot in circles)


def draw_dots(canvas: SvgCanvas, dots: Iterable[Dot], small: bool) -> None:
    """Draw circles, points and short texts; circles in cells are small if asked for."""
    for dot in dots:
        x, y = point(dot.place)
        in_cell = kind(dot.place) == "cell"
        size = (0.42 if in_cell else 0.3) * SIZE
        wide = width(dot.text, size)
        own = 0.34 if dot.given or dot.text else 0.25  # an answer's circle is smaller than a clue
        reach = (own if in_cell and not small else 0.22 if dot.text else 0.14) * SIZE
        canvas.cover(around(x, y, reach, reach).corners)
        ink = 'class="ink"'
        if dot.shape == "point":
            canvas.shape(ink, circle(x, y, 0.06 * SIZE))
        elif dot.shape != "text":
            colour = _BLACK if dot.shape == "filled" else _WHITE
            colour = colour if dot.colour is None else tint(dot.colour).colour
            ink = 'fill="#fff"' if colour == _BLACK else 'class="on"'
            look = f'class="wall" fill="{colour}" stroke-width="1.6"'
            canvas.shape(look, circle(x, y, reach))
            size *= min(1.0, 1.7 * reach / wide) if wide else 1.0
        elif dot.text and not in_cell:
            ground = around(x, y, max(wide / 2 + 1, 0.8 * reach), 0.8 * reach)
            canvas.shape('class="page"', rounded(ground, 4))
        canvas.text(x, y, dot.text, size, ink, dot.given)
    canvas.layer()


def draw_points(canvas: SvgCanvas, panel: Panel) -> None:
    """Draw a point at each corner of the tiles with a group."""
    tiles = [tile for tile in panel.tiles if tile.group is not None]
    corners = {(t.row - up, t.column - left) for t in tiles for up in (0, 1) for left in (0, 1)}
    for row, column in sorted(corners):
        canvas.shape('class="ink"', circle((column + 1) * SIZE, (row + 1) * SIZE, 0.05 * SIZE))
    canvas.layer()


def draw_line_roles(canvas: SvgCanvas, panel: Panel) -> None:
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
        frame = Box(x - right, y - down, x2 + right, y2 + down).corners
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


_CAGE = 0.09
"""How far within the border of its cells the line of a cage is, as a part of a cell's side."""


def draw_diagonals(canvas: SvgCanvas, diagonals: Iterable[Sequence[tuple[int, int]]]) -> None:
    """Draw a thin line from the outer corner of the first cell of each to that of the last."""
    for (row, column), *_, (row2, column2) in diagonals:
        left, right = (column, column2 + 1) if column < column2 else (column + 1, column2)
        ends = [(left * SIZE, row * SIZE), (right * SIZE, (row2 + 1) * SIZE)]
        canvas.shape('class="thin" fill="none" stroke-width="1.4"', path(ends, closed=False))


def draw_cages(canvas: SvgCanvas, cages: Iterable[frozenset[tuple[int, int]]]) -> None:
    """Dash a line within the border of each cage."""
    for cage in cages:
        sides = ((r, c, *step) for r, c in sorted(cage) for step in STEPS)
        for r, c, down, right in sides:
            if (r + down, c + right) in cage:
                continue
            line = []
            for way in (-1, 1):  # the line ends before, at or behind the border of its cell
                beside = (r + way * right, c + way * down) in cage
                beyond = (r + down + way * right, c + right + way * down) in cage
                far = way * (0.5 + (_CAGE * beyond if beside else -_CAGE))
                x, y = (
                    c + right * (0.5 - _CAGE) + down * far,
                    r + down * (0.5 - _CAGE) + right * far,
                )
                line.append(((x + 0.5) * SIZE, (y + 0.5) * SIZE))
            look = 'class="wall" fill="none" stroke-width="1.2" stroke-dasharray="3 2.5"'
            canvas.shape(look, path(line, closed=False))
    canvas.layer()
