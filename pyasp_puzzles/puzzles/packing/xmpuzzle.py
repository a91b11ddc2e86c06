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
from functools import partial
from itertools import accumulate, product
from math import prod
from xml.etree import ElementTree

from pyasp_puzzles.boards.puzzle import Found
from pyasp_puzzles.core.errors import InstanceError, Phrase, counted
from pyasp_puzzles.pictures.positions import Lattice as Paper
from pyasp_puzzles.puzzles.packing.burrtools import GRIDS
from pyasp_puzzles.puzzles.packing.cells import MOST_CELLS, on_paper
from pyasp_puzzles.puzzles.packing.geometry import (
    IDENTITY,
    LATTICES,
    Matrix,
    Point,
    apply,
    moved,
    multiply,
    subtract,
)
from pyasp_puzzles.puzzles.packing.instance import PackingBoard, Piece
from pyasp_puzzles.puzzles.packing.placements import PackingSolution

_QUARTERS: tuple[Matrix, ...] = (
    ((0, 0, 1), (0, 1, 0), (-1, 0, 0)),
    ((1, 0, 0), (0, 0, -1), (0, 1, 0)),
    ((0, -1, 0), (1, 0, 0), (0, 0, 1)),
)
"""Quarter turns about the axes of BurrTools: y goes to z, x to z, x to y; ours are -y, x and z."""


def write(boards: Sequence[Found[PackingBoard, PackingSolution]]) -> str:
    """The boards of one search with all their answers, as one file (XML, not packed).

    Raises:
        InstanceError: BurrTools has no such grid, no given placements, or turns a piece in other
            ways.
    """
    for board in boards:
        _check(board.instance)
    used = {board.instance.grid.paper for board in boards}
    if len(used) > 1:
        found = Phrase("boards of cubes and boards of triangles")
        raise InstanceError(boards[-1].instance.name, "", found, "one grid in a file")
    number = "".join(str(number) for number, paper in GRIDS.items() if paper in used)
    root = ElementTree.Element("puzzle", version="2")
    ElementTree.SubElement(root, "gridType", type=number)
    ElementTree.SubElement(root, "colors")
    shapes = ElementTree.SubElement(root, "shapes")
    problems = ElementTree.SubElement(root, "problems")
    for board in boards:
        _add_problem(board, shapes, problems)
    ElementTree.SubElement(root, "comment").text = "Written by pyasp-puzzles."
    ElementTree.indent(root, " ")
    text = ElementTree.tostring(root, encoding="unicode").replace(" />", "/>")
    return f'<?xml version="1.0"?>\n{text}'


def rotations(paper: Paper) -> tuple[Matrix, ...]:
    """The rotations of a grid as matrices of our lattice, in the order of BurrTools' numbers.

    Cubes: none, one, two and three quarter turns about the x axis, which are followed by none, one,
    two or three about the y axis, or by one or three about the z axis.  Prisms: six turns by 60
    degrees, then the same six after half a turn about the y axis, as in our lattice.
    """
    if paper == "triangular":
        return LATTICES["triprism"].turns("rotations")
    about_x, about_y, about_z = (
        list(accumulate([quarter] * 3, multiply, initial=IDENTITY)) for quarter in _QUARTERS
    )
    sides = (*about_y, *about_z[1::2])
    return tuple(multiply(side, turn) for side in sides for turn in about_x)


def _voxel(instance: PackingBoard, point: Point) -> Point:
    """The voxel of a point, as BurrTools draws it: y upwards."""
    row, column = on_paper(instance.grid, point)
    return column, -row, point[2]


def _check(instance: PackingBoard) -> None:
    """Whether BurrTools can say what the instance asks for."""
    lattices = [each.name for each in LATTICES.values() if each.paper in GRIDS.values()]
    if instance.lattice not in lattices:
        expected = f"one of {', '.join(lattices)}: BurrTools has no grid of hexagons"
        raise InstanceError(instance.name, "lattice", instance.lattice, expected)
    if instance.given:
        found = counted(len(instance.given), "given placement")
        expected = "none: BurrTools has no pieces that lie in the space from the start"
        raise InstanceError(instance.name, "given", Phrase(found), expected)
    for piece in instance.pieces:
        if instance.numbers[piece.name].keys() != set(_turned(instance, piece)):
            words = "explicit orientations" if piece.orientations else f"moves {instance.moves}"
            expected = "the orientations that BurrTools tries: all rotations in space, no mirror"
            place = f"piece {piece.name}"
            raise InstanceError(instance.name, place, Phrase(words), f"{expected} image")


def _turned(instance: PackingBoard, piece: Piece) -> dict[frozenset[Point], tuple[int, Matrix]]:
    """BurrTools' orientations of a piece: the least number of each distinct shape, its matrix.

    A flat piece keeps to those that leave it in its plane.
    """
    found: dict[frozenset[Point], tuple[int, Matrix]] = {}
    for number, matrix in enumerate(rotations(instance.grid.paper)):
        shape = [apply(matrix, block) for block in piece.blocks]
        if not instance.grid.flat or not any(c for _, _, c in shape):
            found.setdefault(instance.grid.normalise(shape), (number, matrix))
    return found


def _add_problem(
    board: Found[PackingBoard, PackingSolution],
    shapes: ElementTree.Element,
    problems: ElementTree.Element,
) -> None:
    """One board: the shapes of its pieces and of its space, its problem and the answers."""
    instance, voxel_of = board.instance, partial(_voxel, board.instance)
    attributes = {"name": instance.title, "state": "0"}
    if board.exhausted:
        answers = str(len(board.solutions))
        attributes |= {"state": "2", "assemblies": answers, "solutions": "0", "time": "0"}
    problem = ElementTree.SubElement(problems, "problem", attributes)
    parts = ElementTree.SubElement(problem, "shapes")
    for piece in instance.pieces:
        counts = {"min": str(piece.least), "max": str(piece.most)}
        if piece.least == piece.most:
            counts = {"count": str(piece.least)}
        ElementTree.SubElement(parts, "shape", {"id": str(len(shapes)), **counts})
        own = list(map(voxel_of, piece.blocks))
        _add_shape(shapes, moved(own, _to_zero(instance, own)), (), piece.name)
    ElementTree.SubElement(problem, "result", id=str(len(shapes)))
    ElementTree.SubElement(problem, "bitmap")
    space = list(map(voxel_of, instance.cells))
    shift = _to_result(instance, space)
    _add_shape(shapes, moved(space, shift), moved(map(voxel_of, instance.optional), shift))
    found = ElementTree.SubElement(problem, "solutions") if board.solutions else problem
    for number, solution in enumerate(board.solutions, start=1):
        element = ElementTree.SubElement(found, "solution", asmNum=str(number))
        ElementTree.SubElement(element, "assembly").text = _assembly(instance, solution, shift)


def _assembly(instance: PackingBoard, solution: PackingSolution, shift: Point) -> str:
    """Voxel of the hotspot and orientation of each copy of each piece."""
    words: list[str] = []
    for piece in instance.pieces:
        turned = _turned(instance, piece)
        copies = []
        for placement in solution.placements:
            if placement.piece == piece.name:
                number, matrix = turned[instance.grid.normalise(placement.cells)]
                blocks = [apply(matrix, block) for block in piece.blocks]
                pivot = moved(blocks[:1], subtract(min(placement.cells), min(blocks)))
                (voxel,) = moved([_voxel(instance, *pivot)], shift)
                copies.append((number, *voxel))
        words += [f"{x} {y} {z} {number}" for number, x, y, z in sorted(copies)]
        words += ["x"] * (piece.most - len(copies))
    return " ".join(words)


def _to_result(instance: PackingBoard, voxels: Sequence[Point]) -> Point:
    """What moves the voxels of a space into the result: triangles may stay, cubes go to 0."""
    near = prod(max(parts) + 1 for parts in zip(*voxels, strict=True)) <= MOST_CELLS
    if instance.grid.paper == "triangular" and near and min(map(min, voxels)) >= 0:
        return (0, 0, 0)
    return _to_zero(instance, voxels)


def _to_zero(instance: PackingBoard, voxels: Iterable[Point]) -> Point:
    """What moves voxels so that they begin at 0; triangles keep what is up."""
    x, y, z = map(min, zip(*voxels, strict=True))
    odd = instance.grid.paper == "triangular" and (x + y) % 2
    return (odd - x, -y, -z)


def _add_shape(
    shapes: ElementTree.Element, voxels: Sequence[Point], variable: Iterable[Point], name: str = ""
) -> None:
    """A shape with these voxels, some of them variable; the first is its hotspot."""
    states = dict.fromkeys(voxels, "#") | dict.fromkeys(variable, "+")
    sides = [range(max(voxel[axis] for voxel in voxels) + 1) for axis in range(3)]
    attributes = {axis: str(len(side)) for axis, side in zip("xyz", sides, strict=True)}
    if name:
        hot = {f"h{axis}": str(part) for axis, part in zip("xyz", voxels[0], strict=True) if part}
        attributes |= {**hot, "name": name}
    text = "".join(states.get((x, y, z), "_") for z, y, x in product(*reversed(sides)))
    ElementTree.SubElement(shapes, "voxel", {**attributes, "type": "0"}).text = text
