"""Draws what an explanation or a score says of a tile: its role, and its broken sides."""

from __future__ import annotations

from pyasp_puzzles.drawing.picture import Role, Tile
from pyasp_puzzles.drawing.svg.canvas import Canvas, Corners, path

_STYLES: dict[Role, str] = {
    "reason": 'fill="none" stroke="#1d6fa8" stroke-width="2.4" stroke-dasharray="5 3"',
    "new": 'fill="none" stroke="#2f8f2f" stroke-width="3.4"',
    "wrong": 'fill="none" stroke="#c22" stroke-width="3"',
    "differs": 'fill="none" stroke="#b05a00" stroke-width="3" stroke-dasharray="1.5 3"',
}
"""A frame for each role: dashed, thick, crossed, dotted, so that no role needs its colour."""

Point = tuple[float, float]


def draw_role(canvas: Canvas, tile: Tile, corners: Corners) -> None:
    """Draw the frame of a role inside the tile; a mistake is crossed out as well."""
    style = _STYLES.get(tile.role) if tile.role else None
    if style is None:
        return
    x = sum(a for a, _ in corners) / len(corners)
    y = sum(b for _, b in corners) / len(corners)
    inner = [(x + (a - x) * 0.86, y + (b - y) * 0.86) for a, b in corners]
    canvas.shape(style, path(inner))
    if tile.role == "wrong":
        half = len(inner) // 2
        canvas.shape(style, path((inner[0], inner[half]), closed=False))


def draw_broken(canvas: Canvas, tile: Tile, centre: Point, size: float) -> None:
    """Draw a cross over each broken side."""
    x, y = centre
    for name, (right, down) in {"E": (1, 0), "S": (0, 1)}.items():
        if name in tile.broken:
            bx, by, arm = x + right * size / 2, y + down * size / 2, size * 0.14
            canvas.shape('fill="#fff" stroke="#c22" stroke-width="1"', path(_square(bx, by, arm)))
            cross = path(((bx - arm, by - arm), (bx + arm, by + arm)), closed=False)
            cross += path(((bx - arm, by + arm), (bx + arm, by - arm)), closed=False)
            canvas.shape('fill="none" stroke="#c22" stroke-width="2"', cross)


def _square(x: float, y: float, arm: float) -> Corners:
    return (x - arm, y - arm), (x + arm, y - arm), (x + arm, y + arm), (x - arm, y + arm)
