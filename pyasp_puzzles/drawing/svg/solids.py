"""Draws a solid of prisms in isometric view: whole, or with its layers apart.

Painter's order: blocks are drawn from the farthest to the nearest. By the depth of their centres
this is right for prisms of one lattice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, hypot, pi, sin

from pyasp_puzzles.drawing.picture import Block
from pyasp_puzzles.drawing.svg.canvas import Canvas, Corners, path
from pyasp_puzzles.drawing.svg.palette import Paint, tint

UNIT = 40.0
"""The side of a cell."""

_SHADES = (0.0, 0.16, 0.32)
Point = tuple[float, float]


class View:
    """A parallel projection.

    Args:
        turn: degrees by which the solid is turned around the vertical axis.
        tilt: degrees by which the viewer looks down.
        gap: further height between layers, in sides of a cell.
    """

    def __init__(self, turn: float = 24.0, tilt: float = 32.0, gap: float = 0.0) -> None:
        self._cos, self._sin = cos(turn * pi / 180), sin(turn * pi / 180)
        self._down, self._up = sin(tilt * pi / 180), cos(tilt * pi / 180)
        self._gap = gap

    def _turned(self, x: float, y: float) -> Point:
        return x * self._cos - y * self._sin, x * self._sin + y * self._cos

    def at(self, x: float, y: float, height: float, level: int) -> Point:
        """Where a point is on the paper; ``y`` points away from the viewer."""
        right, away = self._turned(x, y)
        lifted = height + level * self._gap
        return UNIT * right, -UNIT * (away * self._down + lifted * self._up)

    def depth(self, block: Block) -> tuple[float, float]:
        """A key that sorts blocks from the farthest to the nearest."""
        x = sum(a for a, _ in block.base) / len(block.base)
        y = sum(b for _, b in block.base) / len(block.base)
        _, away = self._turned(x, y)
        return block.level, -away

    def faces_viewer(self, a: Point, b: Point) -> bool:
        """Whether the side over an edge of a base (counter-clockwise) is turned to the viewer."""
        x, y = b[1] - a[1], a[0] - b[0]  # outwards
        return self._turned(x, y)[1] < -1e-9

    def brightness(self, a: Point, b: Point) -> float:
        """How dark the side over an edge is: the more it is turned to the right, the darker."""
        right, away = self._turned(b[1] - a[1], a[0] - b[0])
        length = hypot(right, away)
        return 0.14 + 0.14 * (right / length)


def gap_between_layers(blocks: Iterable[Block]) -> float:
    """The air between layers, in sides of a cell, through which one sees much of each layer."""
    away = [y for block in blocks for _, y in block.base]
    return min(2.4, 0.45 * (max(away) - min(away)))


def draw_solid(canvas: Canvas, blocks: Sequence[Block], view: View, *, apart: bool) -> None:
    """Draw the blocks of a solid.

    Args:
        apart: whether there is air between the layers, so that their upper sides are seen.
    """
    present = {(_place(block.base), block.level) for block in blocks}
    edges = {
        (_rounded(a), _rounded(b), block.level): block.group
        for block in blocks
        for a, b in _edges(block)
    }
    for block in sorted(blocks, key=view.depth):
        canvas.layer()
        paint = _EMPTY if block.colour is None else tint(block.colour)
        for a, b in _edges(block):
            if (_rounded(b), _rounded(a), block.level) in edges or not view.faces_viewer(a, b):
                continue
            face = [
                view.at(*a, block.level, block.level),
                view.at(*b, block.level, block.level),
                view.at(*b, block.level + 1, block.level),
                view.at(*a, block.level + 1, block.level),
            ]
            _draw_face(canvas, face, paint.colour, view.brightness(a, b))
            _outline_sides(canvas, block, (a, b), blocks, view)
        if apart or (_place(block.base), block.level + 1) not in present:
            top = [view.at(x, y, block.level + 1, block.level) for x, y in block.base]
            _draw_face(canvas, top, paint.colour, 0.0)
            for a, b in _edges(block):
                if edges.get((_rounded(b), _rounded(a), block.level), _NOBODY) != block.group:
                    ends = [view.at(*p, block.level + 1, block.level) for p in (a, b)]
                    canvas.shape(_BORDER, path(ends, closed=False))
            x, y = (sum(axis) / len(top) for axis in zip(*top, strict=True))
            canvas.text(x, y, block.label, 0.36 * UNIT, ' class="on"')


_EMPTY = Paint("#c9ced6")
_NOBODY = object()
_BORDER = 'fill="none" stroke="#1b1b1b" stroke-width="1.6" stroke-linecap="round"'


def _outline_sides(
    canvas: Canvas, block: Block, edge: tuple[Point, Point], blocks: Iterable[Block], view: View
) -> None:
    """Draw the border of a side where the block below or above belongs to another piece."""
    groups = {b.level: b.group for b in blocks if _place(b.base) == _place(block.base)}
    for height, beside in ((block.level, block.level - 1), (block.level + 1, block.level + 1)):
        if groups.get(beside, _NOBODY) != block.group:
            ends = [view.at(*p, height, block.level) for p in edge]
            canvas.shape(_BORDER, path(ends, closed=False))


def _draw_face(canvas: Canvas, corners: Corners, colour: str, dark: float) -> None:
    canvas.cover(corners)
    stroke = ' stroke="#1b1b1b" stroke-opacity=".35" stroke-width=".7" stroke-linejoin="round"'
    canvas.shape(f'fill="{darker(colour, dark)}"{stroke}', path(corners))


def darker(colour: str, by: float) -> str:
    """A colour with less light.

    >>> darker("#ff8040", 0.5)
    '#804020'
    """
    parts = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return "#" + "".join(f"{round(part * (1 - by)):02x}" for part in parts)


def _edges(block: Block) -> list[tuple[Point, Point]]:
    return list(zip(block.base, [*block.base[1:], block.base[0]], strict=True))


def _place(base: Iterable[Point]) -> frozenset[Point]:
    return frozenset(map(_rounded, base))


def _rounded(point: Point) -> Point:
    return round(point[0], 3), round(point[1], 3)
