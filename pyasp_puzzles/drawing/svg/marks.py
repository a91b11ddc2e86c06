"""Draws what an explanation or a score says of a tile: its role, and its broken sides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pyasp_puzzles.drawing.picture import Compass, Role, Tile
from pyasp_puzzles.drawing.svg.canvas import Canvas, Corners, circle, path

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

_SIDES: Mapping[Compass, tuple[int, int]] = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}

Point = tuple[float, float]


def draw_role(canvas: Canvas, tile: Tile, corners: Corners) -> None:
    """Draw the frame of a role inside the tile; a mistake is crossed out as well."""
    styles = FRAMES.get(tile.role) if tile.role else None
    if styles is None:
        return
    x = sum(a for a, _ in corners) / len(corners)
    y = sum(b for _, b in corners) / len(corners)
    inner = [(x + (a - x) * 0.84, y + (b - y) * 0.84) for a, b in corners]
    for style in styles:
        canvas.shape(style, path(inner))
    if tile.role == "wrong":
        half = len(inner) // 2
        canvas.shape(styles[-1], path((inner[0], inner[half]), closed=False))


def draw_broken(canvas: Canvas, tiles: Iterable[Tile], size: float) -> None:
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
