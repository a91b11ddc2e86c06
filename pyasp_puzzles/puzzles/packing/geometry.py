"""Lattices, their point groups, and the symmetries of a finite set of cells.

Every point has three integer coordinates ``(A, B, C)``; a flat lattice keeps ``C = 0``.

=============  ======================================  =================  ===================
lattice        meaning of ``(A, B, C)``                point group        cells are
=============  ======================================  =================  ===================
square         row, column, 0                          8 (4 rotations)    all points
cubic          row, column, layer                      48 (24 rotations)  all points
hexagonal      skew axes at 60 degrees, 0              12 (6 rotations)   all points
hexprism       hexagonal in a layer, layer             24 (12 rotations)  all points
triangular     thirds of the hexagonal skew axes, 0    12 (6 rotations)   ``A = B != 0 mod 3``
triprism       triangular in a layer, layer            24 (12 rotations)  ``A = B != 0 mod 3``
=============  ======================================  =================  ===================

In the hexagonal and hexprism lattices the point ``(A, B, C)`` lies at ``X = A + B/2``,
``Y = B*sqrt(3)/2``, ``Z = C`` (the coordinates of the Hexagonal Cylinder notebook).  In the
triangular and triprism lattices a cell is the *centroid* of a triangle, written in thirds of the
same axes: ``(3i+1, 3j+1)`` points up and ``(3i+2, 3j+2)`` points down, ``(3i, 3j)`` are the
corners.  So triangles turn by the same integer matrices as hexagons and move by multiples of three
(and prisms by any number of layers).

A matrix is a tuple of rows and acts on columns: ``apply(M, p)[i] == sum(M[i][k] * p[k])``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from pyasp_puzzles.core.regions import regions
from pyasp_puzzles.pictures.positions import Lattice as Paper

Point = tuple[int, int, int]
Matrix = tuple[Point, Point, Point]

IDENTITY: Matrix = ((1, 0, 0), (0, 1, 0), (0, 0, 1))


def apply(matrix: Matrix, point: Point) -> Point:
    """The image of ``point`` under ``matrix``."""
    a, b, c = point
    (p, q, r), (s, t, u), (v, w, x) = matrix
    return (p * a + q * b + r * c, s * a + t * b + u * c, v * a + w * b + x * c)


def multiply(left: Matrix, right: Matrix) -> Matrix:
    """The matrix that applies ``right`` first, then ``left``."""
    columns = [apply(left, column) for column in zip(*right, strict=True)]
    first, second, third = zip(*columns, strict=True)
    return (first, second, third)


def determinant(matrix: Matrix) -> int:
    """+1 for a rotation, -1 for a reflection (in skew coordinates too)."""
    (a, b, c), (d, e, f), (g, h, i) = matrix
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)


def add(left: Point, right: Point) -> Point:
    return (left[0] + right[0], left[1] + right[1], left[2] + right[2])


def subtract(left: Point, right: Point) -> Point:
    return (left[0] - right[0], left[1] - right[1], left[2] - right[2])


def moved(points: Iterable[Point], shift: Point) -> tuple[Point, ...]:
    """The points, each moved by the same shift."""
    a, b, c = shift
    return tuple((x + a, y + b, z + c) for x, y, z in points)


@dataclass(frozen=True)
class Isometry:
    """The map ``p -> matrix * p + shift``."""

    matrix: Matrix
    shift: Point = (0, 0, 0)

    def __call__(self, point: Point) -> Point:
        return add(apply(self.matrix, point), self.shift)


@dataclass(frozen=True)
class Lattice:
    """A lattice: its point group in a fixed order, its neighbours and its translations.

    Attributes:
        paper: how a layer of it is drawn.
        step: translations move the first two coordinates by multiples of this.
    """

    name: str
    paper: Paper
    flat: bool
    generators: tuple[Matrix, ...]
    neighbours: tuple[Point, ...]
    step: int = 1

    def is_cell(self, point: Point) -> bool:
        """Whether ``point`` is a cell: not every point of every lattice is."""
        a, b, c = point
        return not (self.flat and c) and (self.step == 1 or a % self.step == b % self.step != 0)

    def moves_by(self, shift: Point) -> bool:
        """Whether ``shift`` is a translation of this lattice."""
        return shift[0] % self.step == shift[1] % self.step == 0 and not (self.flat and shift[2])

    def isometries(self) -> tuple[Matrix, ...]:
        """All matrices that fix the origin and the lattice; rotations first, then the rest."""
        return _closure(self.generators)

    def turns(self, moves: str) -> tuple[Matrix, ...]:
        """The matrices of the moves ``none``, ``rotations`` or ``reflections``."""
        if moves == "none":
            return (IDENTITY,)
        return tuple(m for m in self.isometries() if moves != "rotations" or determinant(m) == 1)

    def shape(self, points: Collection[Point], moves: str) -> tuple[Point, ...]:
        """The same for all sets of cells that can be moved onto each other, and for no other."""
        turned = (self.normalise(apply(matrix, p) for p in points) for matrix in self.turns(moves))
        return min(tuple(sorted(cells)) for cells in turned)

    def is_connected(self, points: Collection[Point]) -> bool:
        """Whether the cells form one region, connected by shared sides."""
        return len(self.regions(points)) <= 1

    def regions(self, points: Collection[Point]) -> list[set[Point]]:
        """The regions of the cells: the parts that are connected by shared sides."""
        return regions(points, self.around)

    def around(self, cell: Point) -> Iterator[Point]:
        """The cells that share a side with a cell."""
        for step in self.neighbours:
            for near in (add(cell, step), subtract(cell, step)):
                if self.is_cell(near):
                    yield near

    def normalise(self, points: Iterable[Point]) -> frozenset[Point]:
        """The translate of ``points`` that stands for all its translates in this lattice."""
        cells = frozenset(points)
        return frozenset(moved(cells, self.to_origin(min(cells))))

    def to_origin(self, cell: Point) -> Point:
        """The translation that moves a cell to the origin, or next to it."""
        return (-(cell[0] // self.step) * self.step, -(cell[1] // self.step) * self.step, -cell[2])

    def symmetries(self, cells: Collection[Point]) -> Iterator[Isometry]:
        """The isometries of the lattice that map the set of cells to itself, identity first."""
        # A translation keeps the order of points, so the least cell goes to the least cell.
        space = frozenset(cells)
        least = min(space)
        for matrix in self.isometries():
            turned = [apply(matrix, cell) for cell in space]
            shift = subtract(least, min(turned))
            if self.moves_by(shift) and all(add(cell, shift) in space for cell in turned):
                yield Isometry(matrix, shift)


@cache
def _closure(generators: tuple[Matrix, ...]) -> tuple[Matrix, ...]:
    """The group: powers of the first generator, those after the next new element, and so on."""
    turn = [IDENTITY]
    while (power := multiply(generators[0], turn[-1])) != IDENTITY:
        turn.append(power)
    found = list(turn)
    for element in found:  # grows while it is read
        for generator in generators[1:]:
            product = multiply(generator, element)
            if product not in found:
                found += [multiply(power, product) for power in turn]
    return tuple(sorted(found, key=lambda matrix: -determinant(matrix)))


_TURN_90: Matrix = ((0, 1, 0), (-1, 0, 0), (0, 0, 1))  # row, column: clockwise as seen on paper
_TURN_60: Matrix = ((0, -1, 0), (1, 1, 0), (0, 0, 1))  # counter-clockwise about the C axis
_TRANSPOSE: Matrix = ((0, 1, 0), (1, 0, 0), (0, 0, 1))
_CYCLE: Matrix = ((0, 0, 1), (1, 0, 0), (0, 1, 0))
_OVER: Matrix = ((-1, -1, 0), (0, 1, 0), (0, 0, -1))  # half a turn about the upright axis
_MIRROR: Matrix = ((1, 0, 0), (0, 1, 0), (0, 0, -1))
_PLANE, _PRISM = (_TURN_60, _TRANSPOSE), (_TURN_60, _OVER, _MIRROR)
_SQUARE, _UP = ((1, 0, 0), (0, 1, 0)), (0, 0, 1)
_HEXAGON, _TRIANGLE = (*_SQUARE, (1, -1, 0)), ((1, 1, 0), (-2, 1, 0), (1, -2, 0))

LATTICES: dict[str, Lattice] = {
    lattice.name: lattice
    for lattice in (
        Lattice("square", "square", True, (_TURN_90, _TRANSPOSE), _SQUARE),
        Lattice("cubic", "square", False, (_TURN_90, _CYCLE, _MIRROR), (*_SQUARE, _UP)),
        Lattice("hexagonal", "hexagonal", True, _PLANE, _HEXAGON),
        Lattice("hexprism", "hexagonal", False, _PRISM, (*_HEXAGON, _UP)),
        Lattice("triangular", "triangular", True, _PLANE, _TRIANGLE, step=3),
        Lattice("triprism", "triangular", False, _PRISM, (*_TRIANGLE, _UP), step=3),
    )
}


def polyforms(lattice: str, blocks: int) -> list[tuple[Point, ...]]:
    """The free polyforms of so many cells: connected shapes, one for each class of congruence.

    Mirror images are congruent in flat lattices only.  Shapes are in normal position, each sorted;
    there are 12 of five squares.
    """
    grid = LATTICES[lattice]
    moves = "reflections" if grid.flat else "rotations"
    first: Point = (0, 0, 0) if grid.step == 1 else (1, 1, 0)
    shapes: set[tuple[Point, ...]] = {(first,)}
    for _ in range(blocks - 1):
        grown = {
            frozenset({*shape, near})
            for shape in shapes
            for cell in shape
            for near in grid.around(cell)
            if near not in shape
        }
        shapes = {grid.shape(shape, moves) for shape in grown}
    return sorted(shapes)
