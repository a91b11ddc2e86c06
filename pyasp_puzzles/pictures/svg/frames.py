"""Draws what an explanation or a score says of a tile: its role, and its broken sides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import hypot

from pyasp_puzzles.pictures.picture import Compass, Role, Tile
from pyasp_puzzles.pictures.svg.painting import Corners, SvgCanvas, circle, path

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

Point = tuple[float, float]


def draw_role(canvas: SvgCanvas, role: Role | None, corners: Corners) -> None:
    """Draw the frame of a role inside a tile or a face; a mistake is crossed out as well."""
    styles = FRAMES.get(role) if role else None
    if styles is None:
        return
    inner = inset(corners, _INSET)
    for style in styles:
        canvas.shape(style, path(inner))
    if role == "wrong":
        x, y = (sum(axis) / len(inner) for axis in zip(*inner, strict=True))
        for a, b in (inner[0], inner[len(inner) // 2]):  # what stands in the middle stays readable
            end = a + _CROSS * (x - a), b + _CROSS * (y - b)
            canvas.shape(styles[-1], path(((a, b), end), closed=False))


def inset(corners: Corners, by: float) -> list[Point]:
    """A convex polygon whose sides lie within another one's, by so much or as far as there is room.

    >>> inset([(0, 0), (10, 0), (10, 10), (0, 10)], 1)
    [(1.0, 1.0), (9.0, 1.0), (9.0, 9.0), (1.0, 9.0)]
    """
    sides = list(zip(corners, [*corners[1:], corners[0]], strict=True))
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
