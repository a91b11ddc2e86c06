"""Packing answers written as BurrTools' ``.xmpuzzle``: boards as problems, answers as assemblies.

An assembly has ``x y z orientation`` for each copy of each piece, or ``x`` for a copy that is not
used; pieces in the order of the problem, copies in ascending order.  ``x y z`` is the voxel where
the piece's hotspot lies, which is its pivot here.  The orientations number the rotations of a
grid: :func:`rotations`.

Sources: BurrTools' documentation of the format, its tables of rotations and its way to place a
transformed shape by its hotspot.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from xml.etree import ElementTree

from pyasp_puzzles.boards.puzzle import Found
from pyasp_puzzles.core.errors import InstanceError, Phrase, counted
from pyasp_puzzles.puzzles.packing.burrtools import GRIDS, Grid
from pyasp_puzzles.puzzles.packing.cells import MOST_CELLS
from pyasp_puzzles.puzzles.packing.geometry import (
    IDENTITY,
    LATTICES,
    Matrix,
    Point,
    add,
    apply,
    multiply,
    subtract,
)
from pyasp_puzzles.puzzles.packing.instance import Instance, Piece
from pyasp_puzzles.puzzles.packing.placements import Solution, numbers_by_shape

_ABOUT_X: Matrix = ((1, 0, 0), (0, 0, -1), (0, 1, 0))  # of x, y, z: y goes to z
_ABOUT_Y: Matrix = ((0, 0, -1), (0, 1, 0), (1, 0, 0))  # x goes to z
_ABOUT_Z: Matrix = ((0, -1, 0), (1, 0, 0), (0, 0, 1))  # x goes to y
_TO_XYZ: Matrix = ((0, 1, 0), (-1, 0, 0), (0, 0, 1))  # of rows, columns and layers
_TO_ROWS: Matrix = ((0, -1, 0), (1, 0, 0), (0, 0, 1))
_TURN_60: Matrix = ((0, -1, 0), (1, 1, 0), (0, 0, 1))  # of skew axes
_OVER: Matrix = ((-1, -1, 0), (0, 1, 0), (0, 0, -1))  # half a turn about the upright axis


def write(boards: Sequence[Found[Instance, Solution]]) -> str:
    """The boards of one search with all their answers, as one file (XML, not packed).

    Raises:
        InstanceError: BurrTools has no such grid, no given placements, or turns a piece in other
            ways.
    """
    numbers = {number for number, grid in GRIDS.items() for board in boards
               if board.instance.lattice in (grid.flat, grid.solid)}  # fmt: skip
    for board in boards:
        _check(board.instance)
    if len(numbers) > 1:
        found = Phrase("boards of cubes and boards of triangles")
        raise InstanceError(boards[-1].instance.name, "", found, "one grid in a file")
    root = ElementTree.Element("puzzle", version="2")
    ElementTree.SubElement(root, "gridType", type=str(*numbers))
    ElementTree.SubElement(root, "colors")
    shapes = ElementTree.SubElement(root, "shapes")
    problems = ElementTree.SubElement(root, "problems")
    for board in boards:
        _Writer(board).write(shapes, problems)
    ElementTree.SubElement(root, "comment").text = "Written by pyasp-puzzles."
    ElementTree.indent(root, " ")
    text = ElementTree.tostring(root, encoding="unicode").replace(" />", "/>")
    return f'<?xml version="1.0"?>\n{text}'


def rotations(grid: Grid) -> tuple[Matrix, ...]:
    """The rotations of a grid as matrices of our lattice, in the order of BurrTools' numbers.

    Cubes: none, one, two and three quarter turns about the x axis, which are followed by none, one,
    two or three about the y axis, or by one or three about the z axis.  Prisms: six turns by 60
    degrees, then the same six after half a turn about the y axis.
    """
    if grid is not GRIDS[0]:
        turns = _powers(_TURN_60, 6)
        return (*turns, *(multiply(turn, _OVER) for turn in turns))
    sides = (*_powers(_ABOUT_Y, 4), _ABOUT_Z, multiply(_ABOUT_Z, multiply(_ABOUT_Z, _ABOUT_Z)))
    turns = [multiply(side, turn) for side in sides for turn in _powers(_ABOUT_X, 4)]
    return tuple(multiply(_TO_ROWS, multiply(turn, _TO_XYZ)) for turn in turns)


def _powers(matrix: Matrix, number: int) -> list[Matrix]:
    found = [IDENTITY]
    for _ in range(number - 1):
        found.append(multiply(matrix, found[-1]))
    return found


def _grid(instance: Instance) -> Grid:
    return next(g for g in GRIDS.values() if instance.lattice in (g.flat, g.solid))


def _check(instance: Instance) -> None:
    """Whether BurrTools can say what the instance asks for."""
    lattices = [lattice for grid in GRIDS.values() for lattice in (grid.flat, grid.solid)]
    if instance.lattice not in lattices:
        expected = f"one of {', '.join(lattices)}: BurrTools has no grid of hexagons"
        raise InstanceError(instance.name, "lattice", instance.lattice, expected)
    if instance.given:
        found = counted(len(instance.given), "given placement")
        expected = "none: BurrTools has no pieces that lie in the space from the start"
        raise InstanceError(instance.name, "given", Phrase(found), expected)
    for piece in instance.pieces:
        if numbers_by_shape(instance, piece).keys() != set(_turned(instance, piece)):
            found = "explicit orientations" if piece.orientations else f"moves {instance.moves}"
            raise InstanceError(
                instance.name,
                f"piece {piece.name}",
                Phrase(found),
                "the orientations that BurrTools tries: all rotations in space, no mirror image",
            )


def _turned(instance: Instance, piece: Piece) -> dict[frozenset[Point], tuple[int, Matrix]]:
    """BurrTools' orientations of a piece: the least number of each distinct shape, its matrix.

    A flat piece keeps to those that leave it in its plane.
    """
    lattice = LATTICES[instance.lattice]
    found: dict[frozenset[Point], tuple[int, Matrix]] = {}
    for number, matrix in enumerate(rotations(_grid(instance))):
        shape = [apply(matrix, block) for block in piece.blocks]
        if not lattice.flat or not any(c for _, _, c in shape):
            found.setdefault(lattice.normalise(shape), (number, matrix))
    return found


class _Writer:
    """Writes one board: its shapes and its problem."""

    def __init__(self, board: Found[Instance, Solution]) -> None:
        self._board, self._instance = board, board.instance
        self._grid = _grid(board.instance)

    def write(self, shapes: ElementTree.Element, problems: ElementTree.Element) -> None:
        instance, board = self._instance, self._board
        state = {"state": "0"}
        if board.exhausted:
            state = {"state": "2", "assemblies": str(len(board.solutions)), "solutions": "0"}
            state["time"] = "0"
        attributes = {"name": instance.title, **state}
        problem = ElementTree.SubElement(problems, "problem", attributes)
        parts = ElementTree.SubElement(problem, "shapes")
        for piece in instance.pieces:
            part = {"id": str(len(shapes)), "count": str(piece.least)}
            if piece.least != piece.most:
                part = {**part, "min": str(piece.least), "max": str(piece.most)}
                del part["count"]
            ElementTree.SubElement(parts, "shape", part)
            _add_shape(shapes, self._piece_voxels(piece), {}, piece.name)
        ElementTree.SubElement(problem, "result", id=str(len(shapes)))
        ElementTree.SubElement(problem, "bitmap")
        voxels = [self._grid.voxel(cell) for cell in instance.cells]
        shift = self._origin(voxels)
        states = {self._grid.voxel(cell): "+" for cell in instance.optional}
        _add_shape(shapes, [subtract(voxel, shift) for voxel in voxels],
                   {subtract(voxel, shift): sign for voxel, sign in states.items()})  # fmt: skip
        if board.solutions:
            found = ElementTree.SubElement(problem, "solutions")
            for number, solution in enumerate(board.solutions, start=1):
                element = ElementTree.SubElement(found, "solution", asmNum=str(number))
                text = self._assembly(solution, shift)
                ElementTree.SubElement(element, "assembly").text = text

    def _origin(self, voxels: Sequence[Point]) -> Point:
        """The voxel of our lattice that becomes (0, 0, 0) of the result.

        The reader counts rows, columns and layers of cubes from 1 on.  Triangles keep their
        coordinates where these are not negative (and not far away).
        """
        sides = [range(min(parts), max(parts) + 1) for parts in zip(*voxels, strict=True)]
        near = sides[0].stop * sides[1].stop * sides[2].stop <= MOST_CELLS
        if self._grid is not GRIDS[0] and near and all(side.start >= 0 for side in sides):
            return (0, 0, 0)
        return _least(self._grid, voxels)

    def _piece_voxels(self, piece: Piece) -> list[Point]:
        """The voxels of a piece in its own space, the pivot first."""
        voxels = [self._grid.voxel(block) for block in piece.blocks]
        shift = _least(self._grid, voxels)
        return [subtract(voxel, shift) for voxel in voxels]

    def _assembly(self, solution: Solution, shift: Point) -> str:
        lattice = LATTICES[self._instance.lattice]
        words: list[str] = []
        for piece in self._instance.pieces:
            turned = _turned(self._instance, piece)
            copies = []
            for placement in solution.placements:
                if placement.piece != piece.name:
                    continue
                number, matrix = turned[lattice.normalise(placement.cells)]
                blocks = [apply(matrix, block) for block in piece.blocks]
                moved = subtract(min(placement.cells), min(blocks))
                pivot = add(blocks[0], moved)
                copies.append((number, *subtract(self._grid.voxel(pivot), shift)))
            for number, x, y, z in sorted(copies):
                words.append(f"{x} {y} {z} {number}")
            words += ["x"] * (piece.most - len(copies))
        return " ".join(words)


def _least(grid: Grid, voxels: Iterable[Point]) -> Point:
    """What is taken away from voxels so that they begin at 0; triangles keep what is up."""
    x, y, z = (min(parts) for parts in zip(*voxels, strict=True))
    if grid is not GRIDS[0] and (x + y) % 2:
        x -= 1
    return (x, y, z)


def _add_shape(
    shapes: ElementTree.Element, voxels: Sequence[Point], states: dict[Point, str], name: str = ""
) -> None:
    """A shape with these voxels, filled unless another state is given; the first is its hotspot."""
    sides = [max(voxel[axis] for voxel in voxels) + 1 for axis in range(3)]
    there = set(voxels)
    attributes = dict(zip("xyz", map(str, sides), strict=True))
    if name:
        hot = {f"h{axis}": str(part) for axis, part in zip("xyz", voxels[0], strict=True) if part}
        attributes |= {**hot, "name": name}
    text = "".join(
        states.get((x, y, z), "#" if (x, y, z) in there else "_")
        for z in range(sides[2])
        for y in range(sides[1])
        for x in range(sides[0])
    )
    ElementTree.SubElement(shapes, "voxel", {**attributes, "type": "0"}).text = text
