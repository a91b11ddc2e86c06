"""Draws what tiles look like: pips of dominoes, petals of circles, coloured sides of pieces."""

from __future__ import annotations

from math import cos, pi, sin

from pyasp_puzzles.pictures.picture import Compass, DominoHalf, Petals, SideColours, Tile
from pyasp_puzzles.pictures.svg.painting import SvgCanvas, around, circle, number, path, rounded
from pyasp_puzzles.pictures.svg.palette import Paint, side, tint
from pyasp_puzzles.pictures.svg.texts import width

_FRAME = Paint("#8a8f98")
_CORNERS = ((-1, -1), (1, 1), (1, -1), (-1, 1), (-1, 0), (1, 0), (0, -1), (0, 1))
_SPOTS = {value: _CORNERS[: value - value % 2] + ((0, 0),) * (value % 2) for value in range(10)}
"""Where the pips of each value are, for a domino that stands."""
_ANGLES: dict[Compass, float] = {"NE": -pi / 4, "SE": pi / 4, "SW": 3 * pi / 4, "NW": -3 * pi / 4}
Point = tuple[float, float]


def draw_figure(
    canvas: SvgCanvas,
    tile: Tile,
    centre: Point,
    size: float,
    *,
    lying: bool = False,
    ink: str = "on",
) -> None:
    """Draw the figure of a tile.

    Args:
        ink: the class of pips: "on" a light ground, or "ink" on a ground that may be dark.
        lying: whether it is half of a domino that lies on its long side; its pips turn with it.
    """
    figure, (x, y) = tile.figure, centre
    if isinstance(figure, DominoHalf) and figure.value not in _SPOTS:
        canvas.text(x, y, str(figure.value), 0.45 * size, f' class="{ink}"')
    elif isinstance(figure, DominoHalf):
        for right, down in _SPOTS[figure.value]:
            right, down = (-down, right) if lying else (right, down)
            pip = circle(x + right * size * 0.23, y + down * size * 0.23, size * 0.075)
            canvas.shape(f'class="{ink}"', pip)
    elif isinstance(figure, Petals):
        _draw_petals(canvas, figure, tile, centre, size)
    elif isinstance(figure, SideColours):
        corners = around(x, y, size / 2, size / 2).corners
        for which, colour in enumerate(figure.colours):
            triangle = path((corners[which], corners[(which + 1) % 4], centre))
            canvas.fill(_FRAME if colour is None else side(colour), triangle)


def _draw_petals(canvas: SvgCanvas, figure: Petals, tile: Tile, centre: Point, size: float) -> None:
    """Draw a petal in each quarter that has one, and the tile's text between them."""
    x, y = centre
    for quarter in sorted(figure.quarters):
        colour = figure.below if quarter in figure.through else tile.colour
        petal = _petal(x, y, _ANGLES[quarter], size)
        canvas.shape(f'fill="{tint(colour or 0).colour}" stroke="#1b1b1b"', petal)
    if tile.text:
        canvas.layer()
        high, letter = 0.3 * size, 0.24 * size
        wide = max(high, width(tile.text, letter) + 0.06 * size)
        letter *= min(1.0, 0.82 * size / wide)
        ground = rounded(around(x, y, min(wide, 0.82 * size) / 2, high / 2), high / 2)
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
