"""Placements of pieces in a space: their images under symmetries, answers, facts.

The symmetry group of an instance is computed, not assumed: all isometries of the lattice that map
the space to itself and the set of pieces to itself.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TypeVar

from clingo import Symbol

from pyasp_puzzles.boards.board import Arguments, FactClass, Row
from pyasp_puzzles.core.atoms import Predicate
from pyasp_puzzles.core.errors import AnswerError
from pyasp_puzzles.core.symmetry import Symmetry
from pyasp_puzzles.puzzles.packing.geometry import (
    Isometry,
    Matrix,
    Point,
    add,
    apply,
    determinant,
    moved,
    subtract,
)
from pyasp_puzzles.puzzles.packing.givens import GivenPiece
from pyasp_puzzles.puzzles.packing.instance import PackingBoard, Piece


class PolyformPlaced(Predicate, name="place"):
    """Shown: a copy of a piece, turned and then moved by ``(a, b, c)``."""

    piece: str
    orientation: int
    a: int
    b: int
    c: int


@dataclass(frozen=True, order=True)
class PolyformPlacement:
    """One copy of a piece in the space: its orientation, its shift and the cells that it covers.

    Placements sort as their atoms do.
    """

    piece: str
    orientation: int
    shift: Point
    cells: tuple[Point, ...]

    @property
    def symbol(self) -> Symbol:
        """Its shown atom."""
        found: Symbol = PolyformPlaced(self.piece, self.orientation, *self.shift).symbol
        return found


@dataclass(frozen=True)
class PackingSolution:
    """All placements, sorted."""

    placements: tuple[PolyformPlacement, ...]


T = TypeVar("T")


def of_instance(make: Callable[[PackingBoard], T]) -> Callable[[PackingBoard], T]:
    """``make`` that keeps its result for the last instance, which it knows by identity.

    To hash an instance takes longer than to decode an answer.
    """
    last: list[tuple[PackingBoard, T]] = []

    def kept(instance: PackingBoard) -> T:
        for known, found in last[:]:  # a copy: another thread may ask for another instance
            if known is instance:
                return found
        found = make(instance)
        last[:] = [(instance, found)]
        return found

    return kept


def placement_of(instance: PackingBoard, given: GivenPiece) -> tuple[str, int, int, int, int]:
    """The arguments of the atom ``place`` that says the same as a given placement."""
    number, shift = instance.pose(given.piece, given.cells)
    return (given.piece, number, *shift)


def inside(instance: PackingBoard, piece: Piece) -> Iterator[PolyformPlacement]:
    """All placements of a piece inside the space."""
    for number, shape in instance.shapes[piece.name].items():
        cells = sorted(shape)
        for shift in shifts_inside(instance, shape):
            yield PolyformPlacement(piece.name, number, shift, moved(cells, shift))


def shifts_inside(instance: PackingBoard, shape: tuple[Point, ...]) -> Iterator[Point]:
    """The shifts that move a shape into the space, in the order of its cells."""
    moves_by, space = instance.grid.moves_by, frozenset(instance.cells)
    first, *others = sorted(shape)
    steps = [subtract(block, first) for block in others]
    for a, b, c in instance.cells:
        for x, y, z in steps:  # all() with a generator takes twice as long
            if (a + x, b + y, c + z) not in space:
                break
        else:
            shift = (a - first[0], b - first[1], c - first[2])
            if moves_by(shift):
                yield shift


def sweep(instance: PackingBoard) -> list[Point]:
    """The cells along the longest side of the space, row by row along the next longest.

    A search that fills the first free cell then has few cells to choose from.
    """
    return sorted(instance.cells, key=sweep_order(instance))


def sweep_order(instance: PackingBoard) -> Callable[[Point], list[int]]:
    """The sort key of a sweep; two points that are moved together keep their order.

    Of sides of one length the last leads: the anchor, whose first coordinate is small, then lies
    near the first cells.
    """
    lengths = [max(along) - min(along) for along in zip(*instance.cells, strict=True)]
    axes = sorted(range(3), key=lambda axis: (lengths[axis], axis), reverse=True)
    return lambda point: [point[axis] for axis in axes]


# Symmetry

Group = tuple[tuple[Isometry, dict[str, Piece]], ...]


@lru_cache(maxsize=8)
def symmetry_group(instance: PackingBoard) -> Group:
    """The isometries of the lattice that keep the space and the set of pieces, identity first.

    They keep the set of optional cells and that of the given placements, too.

    Returns:
        Each isometry, and for each piece by name the piece that it becomes.  A piece goes to one
        with the same orientations, mirrored, and the same number of copies.  Of pieces of one
        shape, the given ones are exchanged as their placements are, the others in their order.
    """
    normalise, optional = instance.grid.normalise, frozenset(instance.optional)
    given = {frozenset(placement.cells): placement.piece for placement in instance.given}
    own = {name: name for name in given.values()}

    def turns_into(piece: Piece, other: Piece, matrix: Matrix) -> bool:
        """Whether a matrix makes the shapes of a piece those of another, used as often."""
        shapes, numbers = list(instance.shapes[piece.name].values()), instance.numbers[other.name]
        if (piece.least, piece.most, len(shapes)) != (other.least, other.most, len(numbers)):
            return False
        one = not piece.orientations and not other.orientations  # the others are its turns
        turned = ([apply(matrix, p) for p in shape] for shape in shapes[: 1 if one else None])
        return all(normalise(points) in numbers for points in turned)

    group = []
    for isometry in instance.grid.symmetries(instance.cells):
        becoming = {(n, given.get(frozenset(map(isometry, cells)))) for cells, n in given.items()}
        targets = dict(becoming)
        if None in targets.values() or len(targets) < len(becoming):
            continue
        free, images = list(instance.pieces), {}
        for piece in instance.pieces:
            laid = targets.get(piece.name)
            for other in free:
                if own.get(other.name) == laid and turns_into(piece, other, isometry.matrix):
                    free.remove(other)
                    images[piece.name] = other
                    break
        if not free and optional.issuperset(map(isometry, optional)):
            group.append((isometry, images))
    return tuple(group)


def anchor_piece(instance: PackingBoard) -> Piece | None:
    """A piece used once that every symmetry keeps, with the fewest orbits of placements.

    No given piece: all symmetries leave it where it is, so it decides nothing.
    """
    group = symmetry_group(instance)
    if len(group) == 1:
        return None
    laid = {placement.piece for placement in instance.given}
    moves = [{cell: isometry(cell) for cell in instance.cells} for isometry, _ in group]
    candidates = [
        piece
        for piece in instance.pieces
        if piece.least == piece.most == 1
        and piece.name not in laid
        and all(images[piece.name] == piece for _, images in group)
    ]

    def orbits(piece: Piece) -> tuple[int, int]:
        """The number of orbits, and that of placements."""
        left = {frozenset(placement.cells) for placement in inside(instance, piece)}
        found, placements = 0, len(left)
        while left:
            cells, found = next(iter(left)), found + 1
            left.difference_update([frozenset(move[cell] for cell in cells) for move in moves])
        return found, placements

    return min(candidates, key=orbits, default=None)


def image(
    instance: PackingBoard, isometry: Isometry, pieces: dict[str, Piece], solution: PackingSolution
) -> PackingSolution:
    """The image of a solution under one element of the symmetry group."""
    placements = []
    for placement in solution.placements:
        cells = tuple(sorted(map(isometry, placement.cells)))
        name = pieces[placement.piece].name
        placements.append(PolyformPlacement(name, *instance.pose(name, cells), cells))
    return PackingSolution(tuple(sorted(placements)))


@lru_cache(maxsize=8)
def symmetries(instance: PackingBoard) -> tuple[Symmetry[PackingSolution], ...]:
    """The isometries of the space and the set of pieces, each different effect once.

    In a space that is flat or straight, such as a box of one layer, several isometries move the
    cells alike; a mirror image that a rotation can replace is left out then.
    """
    distinct: dict[tuple[object, ...], Symmetry[PackingSolution]] = {}
    for isometry, pieces in symmetry_group(instance):  # rotations come first
        exchanged = tuple(pieces[piece.name].name for piece in instance.pieces)
        done = (*map(isometry, instance.cells), *exchanged)
        mirror = determinant(isometry.matrix) < 0
        distinct.setdefault(done, Symmetry(partial(image, instance, isometry, pieces), mirror))
    return tuple(distinct.values())


# Answers


class _Placed(dict[Row, PolyformPlacement]):
    """The placements of the rows met so far; AnswerError where there is none."""

    def __init__(self, instance: PackingBoard) -> None:
        self._name, self._shapes = instance.name, instance.shapes

    def __missing__(self, row: Row) -> PolyformPlacement:
        piece, orientation, *shift = row
        shapes = self._shapes.get(piece, {})
        if orientation not in shapes:
            expected = f"one of the orientations {', '.join(map(str, shapes)) or 'of a piece'}"
            raise AnswerError(self._name, "answer", str(PolyformPlaced(*row)), expected)
        a, b, c = shift
        cells = tuple(sorted(moved(shapes[orientation], (a, b, c))))
        return self.setdefault(row, PolyformPlacement(piece, orientation, (a, b, c), cells))


by_row = of_instance(_Placed)
"""The placements of an instance by the arguments of their atoms."""

# Facts

POINT: Arguments = (("a", int), ("b", int), ("c", int))
POSED: Arguments = (("piece", str), ("orientation", int))
Cell = FactClass("cell", POINT)
OptionalCell = FactClass("optional", POINT)
LatticeStep = FactClass("step", (("multiple", int),))
PolyformFact = FactClass("piece", (("piece", str), ("least", int), ("most", int)))
OrientedBlock = FactClass("shape", (*POSED, *POINT))
GivenPieceFact = FactClass("given", (*POSED, *POINT))
IsometryFact = FactClass(
    "isometry",
    (("symmetry", int), *((name, tuple[int, int, int]) for name in ("x", "y", "z", "shift"))),
)
Becomes = FactClass(
    "becomes",
    (
        ("symmetry", int),
        *POSED,
        ("image", str),
        ("image_orientation", int),
        ("shift", tuple[int, int, int]),
    ),
)
Anchor = FactClass("anchor", (("piece", str),))
Sweep = FactClass("sweep", (("number", int), *POINT))

INPUTS = (
    *(LatticeStep, Cell, OptionalCell, PolyformFact, OrientedBlock, GivenPieceFact),
    *(IsometryFact, Becomes, Anchor, Sweep),
)
"""The predicates of the facts."""


def facts(instance: PackingBoard) -> Iterator[Predicate]:
    """Cells, pieces with their distinct orientations and given places, symmetries and their effect.

    The order of the cells in a sweep decides how fast a search without learning is.
    """
    yield from board_facts(instance)
    yield from _symmetry_facts(instance)
    yield from (Sweep(number, *cell) for number, cell in enumerate(sweep(instance), start=1))


def board_facts(instance: PackingBoard) -> Iterator[Predicate]:
    """Cells, pieces with their distinct orientations and given places."""
    yield LatticeStep(instance.grid.step)
    yield from (Cell(*cell) for cell in instance.cells)
    yield from (OptionalCell(*cell) for cell in instance.optional)
    yield from (PolyformFact(piece.name, piece.least, piece.most) for piece in instance.pieces)
    for name, shapes in instance.shapes.items():
        for turn, blocks in shapes.items():
            yield from (OrientedBlock(name, turn, *block) for block in blocks)
    yield from (GivenPieceFact(*placement_of(instance, given)) for given in instance.given)


def _symmetry_facts(instance: PackingBoard) -> Iterator[Predicate]:
    """The isometries; what each makes of the anchor; of all pieces where it may keep it."""
    anchor = anchor_piece(instance)
    anchored = [frozenset(each.cells) for each in inside(instance, anchor)] if anchor else []
    if anchor:
        yield Anchor(anchor.name)
    for number, (isometry, images) in enumerate(symmetry_group(instance)[1:], start=1):
        yield IsometryFact(number, *isometry.matrix, isometry.shift)
        move = {cell: isometry(cell) for cell in instance.cells}
        kept = any(cells.issuperset(move[cell] for cell in cells) for cells in anchored)
        for piece in (anchor,) if anchor and not kept else instance.pieces:
            image = images[piece.name].name
            for turn, shape in instance.shapes[piece.name].items():
                turned = [apply(isometry.matrix, block) for block in shape]
                target, least = instance.numbers[image][instance.grid.normalise(turned)]
                yield Becomes(number, piece.name, turn, image, target, subtract(min(turned), least))


def cuts(instance: PackingBoard, atoms: Sequence[Symbol]) -> Iterator[list[list[Symbol]]]:
    """The placements that cover a cell, in the order of the sweep, and those of a piece."""
    covering: dict[Point, list[Symbol]] = defaultdict(list)
    of_piece: dict[str, list[Symbol]] = defaultdict(list)
    for atom in atoms:
        piece, orientation, a, b, c = atom.arguments
        shift = a.number, b.number, c.number
        for block in instance.shapes[piece.string][orientation.number]:
            covering[add(block, shift)].append(atom)
        of_piece[piece.string].append(atom)
    once = [piece.name for piece in instance.pieces if piece.least == piece.most == 1]
    optional = frozenset(instance.optional)
    cells = [covering[cell] for cell in sweep(instance) if cell not in optional]
    yield cells + [of_piece[name] for name in once]
