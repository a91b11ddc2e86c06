"""Draws what tiles look like: pips of dominoes, petals of circles, coloured sides of pieces."""

from __future__ import annotations

from math import cos, pi, sin

from pyasp_puzzles.pictures.picture import Compass, DominoHalf, Petals, SideColours, Tile
from pyasp_puzzles.pictures.svg.canvas import Box, Canvas, circle, number, path, rounded
from pyasp_puzzles.pictures.svg.palette import Paint, side, tint
from pyasp_puzzles.pictures.svg.texts import width

_FRAME = Paint("#8a8f98")
_CENTRE, _CORNERS = ((0, 0),), ((-1, -1), (1, 1), (1, -1), (-1, 1))
_SPOTS: dict[int, tuple[tuple[int, int], ...]] = {
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


def draw_figure(
    canvas: Canvas, tile: Tile, centre: Point, size: float, *, lying: bool = False, ink: str = "on"
) -> None:
    """Draw the figure of a tile.

    Args:
        ink: the class of pips: "on" a light ground, or "ink" on a ground that may be dark.
        lying: whether it is half of a domino that lies on its long side; its pips turn with it.
    """
    figure = tile.figure
    if isinstance(figure, DominoHalf):
        _draw_domino_half(canvas, figure.value, centre, size, lying, ink)
    elif isinstance(figure, Petals):
        _draw_petals(canvas, figure, tile, centre, size)
    elif isinstance(figure, SideColours):
        _draw_sides(canvas, figure, centre, size)


def _draw_domino_half(
    canvas: Canvas, value: int, centre: Point, size: float, lying: bool, ink: str
) -> None:
    if value not in _SPOTS:
        canvas.text(*centre, str(value), 0.45 * size, f' class="{ink}"')
        return
    x, y = centre
    for place in _SPOTS[value]:
        right, down = (-place[1], place[0]) if lying else place
        pip = circle(x + right * size * 0.23, y + down * size * 0.23, size * 0.075)
        canvas.shape(f'class="{ink}"', pip)


def _draw_petals(canvas: Canvas, figure: Petals, tile: Tile, centre: Point, size: float) -> None:
    """Draw a petal in each quarter that has one, and the tile's text between them."""
    x, y = centre
    for quarter in sorted(figure.quarters):
        angle = _ANGLES[quarter]
        colour = figure.below if quarter in figure.through else tile.colour
        petal = _petal(x, y, angle, size)
        canvas.shape(f'fill="{tint(colour or 0).colour}" stroke="#1b1b1b"', petal)
    if tile.text:
        canvas.layer()
        high, letter = 0.3 * size, 0.24 * size
        wide = max(high, width(tile.text, letter) + 0.06 * size)
        letter *= min(1.0, 0.82 * size / wide)
        right, down = min(wide, 0.82 * size) / 2, high / 2
        ground = rounded(Box(x - right, y - down, x + right, y + down), down)
        canvas.shape('fill="#fffdf5" stroke="#1b1b1b" stroke-width=".8"', ground)
        canvas.text(x, y, tile.text, letter, ' class="on"')


def _petal(x: float, y: float, angle: float, size: float) -> str:
    """The data of a petal that points away from the middle of a circle."""
    ax, ay = cos(angle), sin(angle)

    def at(along: float, aside: float) -> str:
        right, down = along * ax - aside * ay, along * ay + aside * ax
        return f"{number(x + size * right)} {number(y + size * down)}"

    there = f"C{at(0.14, 0.2)} {at(0.46, 0.3)} {at(0.46, 0)}"
    back = f"C{at(0.46, -0.3)} {at(0.14, -0.2)} {at(0.07, 0)}"
    return f"M{at(0.07, 0)}{there}{back}Z"


def _draw_sides(canvas: Canvas, figure: SideColours, centre: Point, size: float) -> None:
    """Draw a triangle of each side's colour."""
    x, y = centre
    half = size / 2
    corners = (
        (x - half, y - half),
        (x + half, y - half),
        (x + half, y + half),
        (x - half, y + half),
    )
    for which, colour in enumerate(figure.colours):
        triangle = path((corners[which], corners[(which + 1) % 4], centre))
        canvas.fill(_FRAME if colour is None else side(colour), triangle)
