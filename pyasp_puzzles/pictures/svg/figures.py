"""What is drawn on a tile besides its text: pips, petals, coloured sides; roles, broken sides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import cos, hypot, pi, sin

from pyasp_puzzles.pictures.picture import (
    Compass,
    DominoHalf,
    Petals,
    Role,
    SideColours,
    SmallTexts,
    Tile,
)
from pyasp_puzzles.pictures.svg.painting import (
    Corners,
    Point,
    SvgCanvas,
    around,
    centre_of,
    circle,
    number,
    path,
    rounded,
    sides_of,
    width,
)
from pyasp_puzzles.pictures.svg.palette import Paint, side, tint

_HALO = 'fill="none" stroke="#fff" stroke-opacity=".75" stroke-width="5"'
FRAMES: Mapping[Role, tuple[str, str]] = {
    "reason": (_HALO, 'fill="none" stroke="#1d6fa8" stroke-width="2.6" stroke-dasharray="6 3"'),
    "new": (_HALO, 'fill="none" stroke="#23762a" stroke-width="3.6"'),
    "wrong": (_HALO, 'fill="none" stroke="#c22" stroke-width="3"'),
    "differs": (_HALO, 'fill="none" stroke="#a34e00" stroke-width="3.2" stroke-dasharray="1.6 3"'),
}
"""A frame for each role, on a light one: dashed, thick, crossed, dotted; none needs its colour."""

SIGN_LOOK = (
    'fill="#fff" stroke="#c22" stroke-width="1"',
    'fill="none" stroke="#c22" stroke-width="1.8"',
)
"""How the sign of a broken side looks: its ground, and its lines."""

_INSET = 3.2
"""How far within a tile the frame of its role is."""

_CROSS = 0.6
"""How much of the way to the middle a line of a mistake's cross goes."""

_SIDES: Mapping[Compass, tuple[int, int]] = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


def draw_role(canvas: SvgCanvas, role: Role | None, corners: Corners) -> None:
    """Draw the frame of a role inside a tile or a face; a mistake is crossed out as well."""
    styles = FRAMES.get(role) if role else None
    if styles is None:
        return
    inner = inset(corners, _INSET)
    for style in styles:
        canvas.shape(style, path(inner))
    if role == "wrong":
        x, y = centre_of(inner)
        for a, b in (inner[0], inner[len(inner) // 2]):  # what stands in the middle stays readable
            end = a + _CROSS * (x - a), b + _CROSS * (y - b)
            canvas.shape(styles[-1], path(((a, b), end), closed=False))


def inset(corners: Corners, by: float) -> list[Point]:
    """A convex polygon whose sides lie within another one's, by so much or as far as there is room.

    >>> inset([(0, 0), (10, 0), (10, 10), (0, 10)], 1)
    [(1.0, 1.0), (9.0, 1.0), (9.0, 9.0), (1.0, 9.0)]
    """
    sides = sides_of(corners)
    twice = sum(a * d - b * c for (a, b), (c, d) in sides)
    lengths = [hypot(c - a, d - b) for (a, b), (c, d) in sides]
    by = min(by, 0.3 * abs(twice) / sum(lengths))
    turn = 1 if twice > 0 else -1
    inwards = [
        (turn * (b - d) / length, turn * (c - a) / length)
        for ((a, b), (c, d)), length in zip(sides, lengths, strict=True)
    ]
    found = []
    for (x, y), (p, q), (r, s) in zip(corners, [inwards[-1], *inwards], inwards, strict=False):
        far = by / (1 + p * r + q * s)
        found.append((x + far * (p + r), y + far * (q + s)))
    return found


def draw_broken(canvas: SvgCanvas, tiles: Iterable[Tile], size: float) -> None:
    """Draw a sign, ≠, over each broken side of square tiles, once."""
    places = {
        (2 * tile.column + right, 2 * tile.row + down)
        for tile in tiles
        for side, (right, down) in _SIDES.items()
        if side in tile.broken
    }
    canvas.layer()
    for column, row in sorted(places):
        x, y = (column + 1) * size / 2, (row + 1) * size / 2
        ground, sign = unequal(x, y, size * 0.17)
        canvas.shape(SIGN_LOOK[0], ground)
        canvas.shape(SIGN_LOOK[1], sign)


def unequal(x: float, y: float, reach: float) -> tuple[str, str]:
    """The data of two paths: a disc, and the lines of the sign ≠ on it."""
    wide, high = reach * 0.62, reach * 0.26
    bars = [((x - wide, y + at), (x + wide, y + at)) for at in (-high, high)]
    slash = (x - reach * 0.36, y + reach * 0.68), (x + reach * 0.36, y - reach * 0.68)
    return circle(x, y, reach), "".join(path(line, closed=False) for line in (*bars, slash))


_FRAME = Paint("#8a8f98")
_CORNERS = ((-1, -1), (1, 1), (1, -1), (-1, 1), (-1, 0), (1, 0), (0, -1), (0, 1))
_SPOTS = {value: _CORNERS[: value - value % 2] + ((0, 0),) * (value % 2) for value in range(10)}
"""Where the pips of each value are, for a domino that stands."""
_ANGLES: dict[Compass, float] = {"NE": -pi / 4, "SE": pi / 4, "SW": 3 * pi / 4, "NW": -3 * pi / 4}


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
        canvas.text(x, y, str(figure.value), 0.45 * size, f'class="{ink}"')
    elif isinstance(figure, DominoHalf):
        for right, down in _SPOTS[figure.value]:
            right, down = (-down, right) if lying else (right, down)
            pip = circle(x + right * size * 0.23, y + down * size * 0.23, size * 0.075)
            canvas.shape(f'class="{ink}"', pip)
    elif isinstance(figure, Petals):
        _draw_petals(canvas, figure, tile, centre, size)
    elif isinstance(figure, SmallTexts):
        for text, (east, south) in zip(figure.texts, _SPREAD[len(figure.texts)], strict=True):
            at = x + east * size, y + south * size
            canvas.text(*at, text, 0.34 * size, f'class="{ink}"', tile.given)
    elif isinstance(figure, SideColours):
        corners = around(x, y, size / 2, size / 2).corners
        for which, colour in enumerate(figure.colours):
            triangle = path((corners[which], corners[(which + 1) % 4], centre))
            canvas.fill(_FRAME if colour is None else side(colour), triangle)


_SPREAD: Mapping[int, tuple[Point, ...]] = {
    2: ((-0.2, -0.18), (0.2, 0.18)),
    3: ((-0.22, -0.18), (0.22, -0.18), (0, 0.2)),
    4: ((0, -0.28), (-0.27, 0), (0.27, 0), (0, 0.28)),
}
_LACKS = {"◢": 0, "◣": 1, "◤": 2, "◥": 3}
"""The corner of its cell that a triangle does not have; corners as of :func:`.tiles.outline`."""
_SLANTS = {"/": 1, "╱": 1, "\\": 0, "╲": 0}
"""The corner at which a line from corner to corner begins."""
_PARTS = {"◠": 0, "◗": 1, "◡": 2, "◖": 3, "■": None}
"""The side, clockwise from the upper one, at which a part of a ship is round."""


def draw_sign(canvas: SvgCanvas, tile: Tile, corners: Corners) -> bool:
    """Draw a tile's text, if it is a sign that fills a cell, other than in fonts."""
    sign = tile.text
    if sign in _LACKS:
        triangle = [at for number, at in enumerate(corners) if number != _LACKS[sign]]
        canvas.shape('class="shade"', path(triangle))
    elif sign in _SLANTS:
        look = (
            'class="thin" stroke-width="1.2"' if tile.shaded else 'class="drawn" stroke-width="3"'
        )
        line = corners[_SLANTS[sign]], corners[_SLANTS[sign] + 2]
        canvas.shape(f'{look} fill="none" stroke-linecap="round"', path(line, closed=False))
    elif sign in _PARTS:
        canvas.shape('class="shade"', _part(inset(corners, 5), _PARTS[sign]))
    elif sign == "●" and tile.colour is None:  # a part of a ship, not one lamp or mine of many
        box = inset(corners, 5)
        canvas.shape('class="shade"', circle(*centre_of(box), (box[1][0] - box[0][0]) / 2))
    else:
        return False
    return True


def _part(box: Corners, turn: int | None) -> str:
    """The data of a part of a ship: a square, or half of one and half a disc."""
    if turn is None:
        return path(box)
    upper_left, upper_right, lower_right, lower_left = [*box[turn:], *box[:turn]]
    first, last = centre_of((upper_right, lower_right)), centre_of((upper_left, lower_left))
    r = number(hypot(first[0] - last[0], first[1] - last[1]) / 2)
    side = path((lower_left, lower_right, first), closed=False)
    return f"{side}A{r} {r} 0 0 0 {number(last[0])} {number(last[1])}Z"


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
        canvas.text(x, y, tile.text, letter, 'class="on"')


def _petal(x: float, y: float, angle: float, size: float) -> str:
    """The data of a petal that points away from the middle of a circle."""
    ax, ay = cos(angle), sin(angle)

    def at(along: float, aside: float) -> str:
        right, down = along * ax - aside * ay, along * ay + aside * ax
        return f"{number(x + size * right)} {number(y + size * down)}"

    there = f"C{at(0.14, 0.2)} {at(0.46, 0.3)} {at(0.46, 0)}"
    back = f"C{at(0.46, -0.3)} {at(0.14, -0.2)} {at(0.07, 0)}"
    return f"M{at(0.07, 0)}{there}{back}Z"
