"""Draws a solid of prisms in isometric view: whole, or with its layers apart.

Painter's order: blocks are drawn from the farthest to the nearest. By the depth of their centres
this is right for prisms of one lattice.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from math import cos, hypot, pi, sin

from pyasp_puzzles.pictures.picture import Prism, Role
from pyasp_puzzles.pictures.svg.canvas import Canvas, Corners, path
from pyasp_puzzles.pictures.svg.marks import draw_role
from pyasp_puzzles.pictures.svg.palette import Paint, tint
from pyasp_puzzles.pictures.svg.texts import width

UNITS = {3: 72.0}
"""The side of a cell with so many corners, if not :data:`UNIT`: a triangle has less room."""

UNIT = 40.0
"""The side of a cell."""

_ROOM = {3: 0.5, 4: 0.8}
_LABEL = 14.4

Point = tuple[float, float]


class Projection:
    """A parallel projection.

    Args:
        turn: degrees by which the solid is turned around the vertical axis.
        tilt: degrees by which the viewer looks down.
        gap: further height between layers, in sides of a cell.
        unit: the side of a cell on the paper.
    """

    def __init__(
        self, turn: float = 24.0, tilt: float = 32.0, gap: float = 0.0, unit: float = UNIT
    ) -> None:
        self.unit = unit
        self._cos, self._sin = cos(turn * pi / 180), sin(turn * pi / 180)
        self._down, self._up = sin(tilt * pi / 180), cos(tilt * pi / 180)
        self._gap = gap

    def _turned(self, x: float, y: float) -> Point:
        return x * self._cos - y * self._sin, x * self._sin + y * self._cos

    def at(self, x: float, y: float, height: float, level: int) -> Point:
        """Where a point is on the paper; ``y`` points away from the viewer."""
        right, away = self._turned(x, y)
        lifted = height + level * self._gap
        return self.unit * right, -self.unit * (away * self._down + lifted * self._up)

    def depth(self, block: Prism) -> tuple[float, float]:
        """A key that sorts blocks from the farthest to the nearest."""
        x = sum(a for a, _ in block.base) / len(block.base)
        y = sum(b for _, b in block.base) / len(block.base)
        _, away = self._turned(x, y)
        return block.level, -away

    def reach(self, points: Iterable[Point]) -> float:
        """How far points of a base are apart on the paper from top to bottom, as a height."""
        away = [self._turned(*point)[1] for point in points]
        return (max(away) - min(away)) * self._down / self._up

    def faces_viewer(self, a: Point, b: Point) -> bool:
        """Whether the side over an edge of a base (counter-clockwise) is turned to the viewer."""
        x, y = b[1] - a[1], a[0] - b[0]  # outwards
        return self._turned(x, y)[1] < -1e-9

    def brightness(self, a: Point, b: Point) -> float:
        """How dark the side over an edge is: the more it is turned to the right, the darker."""
        right, away = self._turned(b[1] - a[1], a[0] - b[0])
        length = hypot(right, away)
        return 0.14 + 0.14 * (right / length)


def unit_of(blocks: Iterable[Prism]) -> float:
    """The side of a cell with which its label can be read."""
    return max((UNITS.get(len(block.base), UNIT) for block in blocks), default=UNIT)


def gap_between_layers(blocks: Iterable[Prism], view: Projection) -> float:
    """The air between layers, in sides of a cell, with which no layer hides another one's top."""
    return max(0.5, view.reach(point for block in blocks for point in block.base))


def draw_solid(
    canvas: Canvas,
    blocks: Sequence[Prism],
    view: Projection,
    *,
    apart: bool,
    roles: Mapping[tuple[int, ...], Role],
) -> None:
    """Draw the blocks of a solid.

    Args:
        roles: by the cells of blocks; each face of such a block has the frame of its role.
        apart: whether there is air between the layers, so that their upper sides are seen.
    """
    solid = _Solid(blocks, apart)
    for block in sorted(blocks, key=view.depth):
        canvas.layer()
        paint = _EMPTY if block.colour is None else tint(block.colour)
        borders, faces = [], []
        for a, b in _edges(block):
            if solid.beside(block, a, b) or not view.faces_viewer(a, b):
                continue
            low, high = block.level, block.level + 1
            corners = (a, low), (b, low), (b, high), (a, high)
            face = [view.at(*point, height, low) for point, height in corners]
            _draw_face(canvas, face, paint.colour, view.brightness(a, b))
            faces.append(face)
            lines = solid.borders(block, a, b, view)
            sides = zip(face, [*face[1:], face[0]], strict=True)
            borders += [side for side, drawn in zip(sides, lines, strict=True) if drawn]
        covered = solid.group(block, 1) is not _NOBODY
        if not covered:
            top = [view.at(x, y, block.level + 1, block.level) for x, y in block.base]
            _draw_face(canvas, top, paint.colour, 0.0)
            faces.append(top)
            sides = zip(top, [*top[1:], top[0]], strict=True)
            for (a, b), side in zip(_edges(block), sides, strict=True):
                if solid.neighbour(block, a, b) != block.group:
                    borders.append(side)
        for side in borders:
            canvas.shape(_BORDER, path(side, closed=False))
        for face in faces:
            draw_role(canvas, roles.get(block.cell) if block.cell else None, face)
        if not covered:
            x, y = (sum(axis) / len(top) for axis in zip(*top, strict=True))
            room = _ROOM.get(len(top), 1.2) * view.unit
            size = _LABEL * min(1.0, room / max(1.0, width(block.label, _LABEL)))
            canvas.text(x, y, block.label, size, ' class="on"')


_EMPTY = Paint("#c9ced6")
_NOBODY = object()
_BORDER = 'fill="none" stroke="#1b1b1b" stroke-width="1.6" stroke-linecap="round"'


class _Solid:
    """Which block is where, and where one piece ends and another begins.

    Args:
        apart: whether no layer touches another one.
    """

    def __init__(self, blocks: Iterable[Prism], apart: bool) -> None:
        self._apart = apart
        self._groups: dict[tuple[frozenset[Point], int], Hashable] = {}
        self._edges: dict[tuple[Point, Point, int], Hashable] = {}
        self._from: dict[tuple[Point, int], list[tuple[Point, Hashable]]] = defaultdict(list)
        self._to: dict[tuple[Point, int], list[tuple[Point, Hashable]]] = defaultdict(list)
        for block in blocks:
            self._groups[_place(block.base), block.level] = block.group
            for a, b in _edges(block):
                self._edges[_rounded(a), _rounded(b), block.level] = block.group
        for (a, b, level), group in self._edges.items():
            if (b, a, level) not in self._edges:
                self._from[a, level].append((b, group))
                self._to[b, level].append((a, group))

    def group(self, block: Prism, up: int) -> Hashable:
        """The group of the block that touches this one from above (1) or below (-1)."""
        if self._apart:
            return _NOBODY
        return self._groups.get((_place(block.base), block.level + up), _NOBODY)

    def neighbour(self, block: Prism, a: Point, b: Point) -> Hashable:
        """The group of the block behind an edge of the base."""
        return self._edges.get((_rounded(b), _rounded(a), block.level), _NOBODY)

    def beside(self, block: Prism, a: Point, b: Point) -> bool:
        """Whether there is a block behind an edge of the base."""
        return (_rounded(b), _rounded(a), block.level) in self._edges

    def borders(self, block: Prism, a: Point, b: Point, view: Projection) -> tuple[bool, ...]:
        """Whether a border is drawn at the lower, right, upper and left side of a face."""
        lower = self.group(block, -1) != block.group
        upper = self.group(block, 1) not in (_NOBODY, block.group)  # else the top has this border
        return lower, self._ends(block, b, view), upper, self._begins(block, a, view)

    def _ends(self, block: Prism, at: Point, view: Projection) -> bool:
        following = self._from[_rounded(at), block.level]
        return not any(
            group == block.group and view.faces_viewer(at, other) for other, group in following
        )

    def _begins(self, block: Prism, at: Point, view: Projection) -> bool:
        before = self._to[_rounded(at), block.level]
        return not any(
            group == block.group and view.faces_viewer(other, at) for other, group in before
        )


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


def _edges(block: Prism) -> list[tuple[Point, Point]]:
    return list(zip(block.base, [*block.base[1:], block.base[0]], strict=True))


def _place(base: Iterable[Point]) -> frozenset[Point]:
    return frozenset(map(_rounded, base))


def _rounded(point: Point) -> Point:
    return round(point[0], 3), round(point[1], 3)
