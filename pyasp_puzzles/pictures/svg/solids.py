"""Draws a solid of prisms in isometric view: whole, or with its layers apart.

Painter's order: prisms are drawn from the farthest to the nearest. By the depth of their centres
this is right for prisms of one lattice.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from math import cos, hypot, pi, sin

from pyasp_puzzles.pictures.picture import Prism, Role
from pyasp_puzzles.pictures.positions import Place
from pyasp_puzzles.pictures.svg.figures import draw_role
from pyasp_puzzles.pictures.svg.painting import (
    Corners,
    Point,
    SvgCanvas,
    centre_of,
    path,
    sides_of,
    width,
)
from pyasp_puzzles.pictures.svg.palette import tint

UNITS = {3: 72.0}
"""The side of a cell with so many corners, if not :data:`UNIT`: a triangle has less room."""

UNIT = 40.0
"""The side of a cell."""

_ROOM = {3: 0.5, 4: 0.8}
_LABEL = 14.4
_EMPTY = "#c9ced6"
_NOBODY = object()
_BORDER = 'fill="none" stroke="#1b1b1b" stroke-width="1.6" stroke-linecap="round"'
_FACE = ' stroke="#1b1b1b" stroke-opacity=".35" stroke-width=".7" stroke-linejoin="round"'


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
        self.unit, self._gap = unit, gap
        self._cos, self._sin = cos(turn * pi / 180), sin(turn * pi / 180)
        self._down, self._up = sin(tilt * pi / 180), cos(tilt * pi / 180)

    def _turned(self, x: float, y: float) -> Point:
        return x * self._cos - y * self._sin, x * self._sin + y * self._cos

    def at(self, x: float, y: float, height: float, level: int) -> Point:
        """Where a point is on the paper; ``y`` points away from the viewer."""
        right, away = self._turned(x, y)
        lifted = height + level * self._gap
        return self.unit * right, -self.unit * (away * self._down + lifted * self._up)

    def depth(self, prism: Prism) -> tuple[float, float]:
        """A key that sorts prisms from the farthest to the nearest."""
        return prism.level, -self._turned(*centre_of(prism.base))[1]

    def reach(self, points: Iterable[Point]) -> float:
        """How far points of a base are apart on the paper from top to bottom, as a height."""
        away = [self._turned(*point)[1] for point in points]
        return (max(away) - min(away)) * self._down / self._up

    def outwards(self, a: Point, b: Point) -> Point:
        """Where the side over an edge of a base (counter-clockwise) looks: right, away."""
        right, away = self._turned(b[1] - a[1], a[0] - b[0])
        return right / hypot(right, away), away / hypot(right, away)

    def sees(self, a: Point, b: Point) -> bool:
        """Whether the side over an edge is turned to the viewer."""
        return self.outwards(a, b)[1] < -1e-9


def unit_of(prisms: Iterable[Prism]) -> float:
    """The side of a cell with which its label can be read."""
    return max((UNITS.get(len(prism.base), UNIT) for prism in prisms), default=UNIT)


def gap_between_layers(prisms: Iterable[Prism], view: Projection) -> float:
    """The air between layers, in sides of a cell, with which no layer hides another one's top."""
    return max(0.5, view.reach(point for prism in prisms for point in prism.base))


def draw_solid(
    canvas: SvgCanvas,
    prisms: Sequence[Prism],
    view: Projection,
    *,
    apart: bool,
    roles: Mapping[Place, Role],
) -> None:
    """Draw the prisms of a solid.

    Args:
        roles: by the cells of prisms; each face of such a prism has the frame of its role.
        apart: whether there is air between the layers, so that their upper sides are seen.
    """
    solid = _Solid(prisms, apart)
    for prism in sorted(prisms, key=view.depth):
        canvas.layer()
        colour = _EMPTY if prism.colour is None else tint(prism.colour).colour
        borders: list[Corners] = []
        faces = []
        for a, b in sides_of(prism.base):
            if solid.neighbour(prism, a, b) is not _NOBODY or not view.sees(a, b):
                continue
            low, high = prism.level, prism.level + 1
            corners = (a, low), (b, low), (b, high), (a, high)
            face = [view.at(*point, height, low) for point, height in corners]
            # The more a side is turned to the right, the darker it is.
            _draw_face(canvas, face, colour, 0.14 + 0.14 * view.outwards(a, b)[0])
            faces.append(face)
            drawn = solid.borders(prism, a, b, view)
            borders += [side for side, wanted in zip(sides_of(face), drawn, strict=True) if wanted]
        covered = solid.group(prism, 1) is not _NOBODY
        if not covered:
            top = [view.at(x, y, prism.level + 1, prism.level) for x, y in prism.base]
            _draw_face(canvas, top, colour, 0.0)
            faces.append(top)
            for (a, b), side in zip(sides_of(prism.base), sides_of(top), strict=True):
                if solid.neighbour(prism, a, b) != prism.group:
                    borders.append(side)
        for border in borders:
            canvas.shape(_BORDER, path(border, closed=False))
        for face in faces:
            draw_role(canvas, roles.get(prism.cell) if prism.cell else None, face)
        if not covered:
            room = _ROOM.get(len(top), 1.2) * view.unit
            size = _LABEL * min(1.0, room / max(1.0, width(prism.label, _LABEL)))
            canvas.text(*centre_of(top), prism.label, size, 'class="on"')


class _Solid:
    """Which prism is where, and where one piece ends and another begins.

    Args:
        apart: whether no layer touches another one.
    """

    def __init__(self, prisms: Iterable[Prism], apart: bool) -> None:
        self._apart = apart
        self._groups: dict[tuple[frozenset[Point], int], Hashable] = {}
        self._edges: dict[tuple[Point, Point, int], Hashable] = {}
        for prism in prisms:
            self._groups[_base(prism), prism.level] = prism.group
            for a, b in sides_of(prism.base):
                self._edges[_near(a), _near(b), prism.level] = prism.group
        self._outer = defaultdict[tuple[Point, int, int], list[tuple[Point, Point, Hashable]]](list)
        for (a, b, level), group in self._edges.items():
            if (b, a, level) not in self._edges:
                for end, point in enumerate((a, b)):
                    self._outer[point, end, level].append((a, b, group))

    def group(self, prism: Prism, up: int) -> Hashable:
        """The group of the prism that touches this one from above (1) or below (-1)."""
        where = _base(prism), prism.level + up
        return _NOBODY if self._apart else self._groups.get(where, _NOBODY)

    def neighbour(self, prism: Prism, a: Point, b: Point) -> Hashable:
        """The group of the prism behind an edge of the base."""
        return self._edges.get((_near(b), _near(a), prism.level), _NOBODY)

    def borders(self, prism: Prism, a: Point, b: Point, view: Projection) -> tuple[bool, ...]:
        """Whether a border is drawn at the lower, right, upper and left side of a face."""
        lower = self.group(prism, -1) != prism.group
        upper = self.group(prism, 1) not in (_NOBODY, prism.group)  # else the top has this border
        return lower, self._ends(prism, b, 0, view), upper, self._ends(prism, a, 1, view)

    def _ends(self, prism: Prism, at: Point, end: int, view: Projection) -> bool:
        """Whether no side of the same piece that is seen begins (0) or ends (1) at a point."""
        sides = self._outer[_near(at), end, prism.level]
        return not any(group == prism.group and view.sees(a, b) for a, b, group in sides)


def _draw_face(canvas: SvgCanvas, corners: Corners, colour: str, dark: float) -> None:
    canvas.cover(corners)
    canvas.shape(f'fill="{darker(colour, dark)}"{_FACE}', path(corners))


def darker(colour: str, by: float) -> str:
    """A colour with less light.

    >>> darker("#ff8040", 0.5)
    '#804020'
    """
    parts = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return "#" + "".join(f"{round(part * (1 - by)):02x}" for part in parts)


def _base(prism: Prism) -> frozenset[Point]:
    return frozenset(map(_near, prism.base))


def _near(point: Point) -> Point:
    return round(point[0], 3), round(point[1], 3)
