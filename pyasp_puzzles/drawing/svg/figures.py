"""Draws what tiles look like: pips of dominoes, petals of circles, coloured sides of pieces."""

from __future__ import annotations

from math import cos, pi, sin

from pyasp_puzzles.drawing.picture import Compass, Petals, Pips, Sides, Tile
from pyasp_puzzles.drawing.svg.canvas import Canvas, circle, number, path
from pyasp_puzzles.drawing.svg.palette import Paint, side, tint

_FRAME = Paint("#8a8f98")
_CENTRE, _CORNERS = ((0, 0),), ((-1, -1), (1, 1), (1, -1), (-1, 1))
_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    0: (),
    1: _CENTRE,
    2: _CORNERS[:2],
    3: (*_CORNERS[:2], *_CENTRE),
    4: _CORNERS,
    5: (*_CORNERS, *_CENTRE),
    6: (*_CORNERS, (-1, 0), (1, 0)),
    7: (*_CORNERS, (-1, 0), (1, 0), *_CENTRE),
    8: (*_CORNERS, (-1, 0), (1, 0), (0, -1), (0, 1)),
    9: (*_CORNERS, (-1, 0), (1, 0), (0, -1), (0, 1), *_CENTRE),
}
_ANGLES: dict[Compass, float] = {"NE": -pi / 4, "SE": pi / 4, "SW": 3 * pi / 4, "NW": -3 * pi / 4}
Point = tuple[float, float]


def draw_figure(canvas: Canvas, tile: Tile, centre: Point, size: float) -> None:
    """Draw the figure of a tile."""
    figure = tile.figure
    if isinstance(figure, Pips):
        _draw_pips(canvas, figure.value, centre, size)
    elif isinstance(figure, Petals):
        _draw_petals(canvas, figure, tile, centre, size)
    elif isinstance(figure, Sides):
        _draw_sides(canvas, figure, tile, centre, size)


def _draw_pips(canvas: Canvas, value: int, centre: Point, size: float) -> None:
    if value not in _PIPS:
        canvas.text(*centre, str(value), 0.45 * size, ' class="on"')
        return
    x, y = centre
    for right, down in _PIPS[value]:
        pip = circle(x + right * size * 0.23, y + down * size * 0.23, size * 0.075)
        canvas.shape('fill="#1b1b1b"', pip)


def _draw_petals(canvas: Canvas, figure: Petals, tile: Tile, centre: Point, size: float) -> None:
    """Draw a disc with a petal in each of its quarters that has one."""
    x, y = centre
    paint = tint(tile.colour or 0)
    for quarter in sorted(figure.quarters):
        angle = _ANGLES[quarter]
        px, py = x + cos(angle) * size * 0.24, y + sin(angle) * size * 0.24
        turn = number(angle * 180 / pi)
        canvas.shape(
            f'fill="{paint.colour}" stroke="#1b1b1b" stroke-width="1"',
            _petal(px, py, angle, size),
        )
        del turn
    canvas.text(x, y, tile.text, 0.3 * size, ' class="on" font-weight="bold"')


def _petal(x: float, y: float, angle: float, size: float) -> str:
    """The data of a petal that points outwards."""
    long, wide = size * 0.22, size * 0.17
    ax, ay = cos(angle), sin(angle)
    tip, tail = (x + ax * long, y + ay * long), (x - ax * long, y - ay * long)
    left, right = (x - ay * wide * 1.6, y + ax * wide * 1.6), (x + ay * wide * 1.6, y - ax * wide * 1.6)
    return (
        f"M{number(tail[0])} {number(tail[1])}"
        f"Q{number(left[0])} {number(left[1])} {number(tip[0])} {number(tip[1])}"
        f"Q{number(right[0])} {number(right[1])} {number(tail[0])} {number(tail[1])}Z"
    )


def _draw_sides(canvas: Canvas, figure: Sides, tile: Tile, centre: Point, size: float) -> None:
    """Draw a triangle of each side's colour, from the side to the centre."""
    x, y = centre
    half = size / 2
    corners = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
    for which, colour in enumerate(figure.colours):
        triangle = path((corners[which], corners[(which + 1) % 4], centre))
        canvas.fill(_FRAME if colour is None else side(colour), triangle)
    del tile
