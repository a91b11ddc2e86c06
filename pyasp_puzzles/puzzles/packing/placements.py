"""Orientations and placements of pieces in a space, and their images under symmetries.

The symmetry group of an instance is computed, not assumed: all isometries of the lattice that map
the space to itself and the set of pieces to itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from typing import TypeVar

from pyasp_puzzles.core.symmetry import Symmetry
from pyasp_puzzles.puzzles.packing.geometry import (
    IDENTITY,
    LATTICES,
    Isometry,
    Matrix,
    Point,
    apply,
    determinant,
    moved,
    subtract,
)
from pyasp_puzzles.puzzles.packing.instance import GivenPiece, Instance, Piece


@dataclass(frozen=True, order=True)
class PolyformPlacement:
    """One copy of a piece in the space: its orientation, its shift and the cells that it covers."""

    piece: str
    orientation: int
    shift: Point
    cells: tuple[Point, ...]


@dataclass(frozen=True)
class Solution:
    """All placements, sorted."""

    placements: tuple[PolyformPlacement, ...]


Keyed = tuple[tuple[str, int, Point], PolyformPlacement]
"""A placement behind a key that sorts as it does; plain tuples are compared without a call."""


def keyed(placement: PolyformPlacement) -> Keyed:
    return (placement.piece, placement.orientation, placement.shift), placement


def in_order(placements: Iterable[Keyed]) -> Solution:
    """The solution with these placements, sorted."""
    return Solution(tuple(placement for _, placement in sorted(placements)))


T = TypeVar("T")


def of_instance(make: Callable[[Instance], T]) -> Callable[[Instance], T]:
    """``make`` that keeps its result for the last instance.

    It compares instances by identity, since hashing one takes longer than decoding an answer.
    """
    last: tuple[Instance, T] | None = None

    def kept(instance: Instance) -> T:
        nonlocal last
        found = last  # a local name: another thread may ask for another instance
        if found is None or found[0] is not instance:
            found = last = (instance, make(instance))
        return found[1]

    return kept


def moves(instance: Instance) -> tuple[Matrix, ...]:
    """The turns that a piece may make; turn ``T`` of the facts is item ``T - 1``."""
    return LATTICES[instance.lattice].turns(instance.moves)


@cache
def _orientations(lattice: str, allowed: str, piece: Piece) -> dict[int, tuple[Point, ...]]:
    turned = piece.orientations or tuple(
        tuple(apply(matrix, block) for block in piece.blocks)
        for matrix in LATTICES[lattice].turns(allowed)
    )
    distinct: dict[frozenset[Point], tuple[int, tuple[Point, ...]]] = {}
    for number, shape in enumerate(turned, start=1):
        distinct.setdefault(LATTICES[lattice].normalise(shape), (number, shape))
    return dict(distinct.values())


@cache
def _numbers(lattice: str, allowed: str, piece: Piece) -> dict[frozenset[Point], tuple[int, Point]]:
    shapes = _orientations(lattice, allowed, piece).items()
    return {LATTICES[lattice].normalise(x): (number, min(x)) for number, x in shapes}


def orientations(instance: Instance, piece: Piece) -> dict[int, tuple[Point, ...]]:
    """The distinct shapes of a piece by number: the first turn that gives each, or its list."""
    return _orientations(instance.lattice, instance.moves, piece)


def numbers_by_shape(instance: Instance, piece: Piece) -> dict[frozenset[Point], tuple[int, Point]]:
    """The number and the least block of each distinct shape of a piece, by the normalised shape."""
    return _numbers(instance.lattice, instance.moves, piece)


def pose(instance: Instance, piece: Piece, cells: Sequence[Point]) -> tuple[int, Point]:
    """The orientation and the shift with which a piece covers some cells (sorted)."""
    shape = LATTICES[instance.lattice].normalise(cells)
    number, least = numbers_by_shape(instance, piece)[shape]
    return number, subtract(cells[0], least)


def placement_of(instance: Instance, given: GivenPiece) -> tuple[str, int, int, int, int]:
    """The arguments of the atom ``place`` that says the same as a given placement."""
    number, shift = pose(instance, instance.piece(given.piece), given.cells)
    return (given.piece, number, *shift)


Group = tuple[tuple[Isometry, dict[str, Piece]], ...]


@lru_cache(maxsize=8)
def symmetry_group(instance: Instance) -> Group:
    """The isometries of the lattice that keep the space and the set of pieces, identity first.

    They keep the set of optional cells and that of the given placements, too.

    Returns:
        Each isometry, and for each piece by name the piece that it becomes.  A piece goes to one
        with the same orientations, mirrored, and the same number of copies.  Of pieces of one
        shape, the given ones are exchanged as their placements are, the others in their order.
    """
    lattice = LATTICES[instance.lattice]

    def kind(piece: Piece, matrix: Matrix) -> tuple[object, ...]:
        shapes = orientations(instance, piece).values()
        turned = frozenset(lattice.normalise(apply(matrix, p) for p in shape) for shape in shapes)
        return (turned, piece.least, piece.most)

    given = {frozenset(placement.cells): placement.piece for placement in instance.given}
    laid = set(given.values())
    kinds = [(kind(piece, IDENTITY), piece) for piece in instance.pieces]
    group = []
    optional = frozenset(instance.optional)
    names = {piece.name for piece in instance.pieces}
    for isometry in lattice.symmetries(instance.cells):
        if not all(isometry(cell) in optional for cell in optional):
            continue
        moved = {(n, given.get(frozenset(map(isometry, cells)))) for cells, n in given.items()}
        targets = dict(moved)
        if None in targets.values() or len(targets) < len(moved):
            continue
        free = list(kinds)
        images: dict[str, Piece] = {}
        for piece in instance.pieces:
            mirrored = kind(piece, isometry.matrix)
            allowed = {targets[piece.name]} if piece.name in laid else names - laid
            pairs = (pair for pair in free if pair[0] == mirrored and pair[1].name in allowed)
            image = next(pairs, None)
            if image is None:
                break
            free.remove(image)
            images[piece.name] = image[1]
        else:
            group.append((isometry, images))
    return tuple(group)


def cells_inside(instance: Instance, piece: Piece) -> Iterator[frozenset[Point]]:
    """The cells of every placement of a piece inside the space."""
    for shape in orientations(instance, piece).values():
        yield from (frozenset(moved(shape, shift)) for shift in shifts_inside(instance, shape))


def shifts_inside(instance: Instance, shape: tuple[Point, ...]) -> Iterator[Point]:
    """The shifts that move a shape into the space, in the order of its cells."""
    moves_by, space = LATTICES[instance.lattice].moves_by, frozenset(instance.cells)
    first, *others = sorted(shape)
    steps = [subtract(block, first) for block in others]
    for a, b, c in instance.cells:
        shift = (a - first[0], b - first[1], c - first[2])
        if moves_by(shift) and all((a + x, b + y, c + z) in space for x, y, z in steps):
            yield shift


def sweep(instance: Instance) -> list[Point]:
    """The cells along the longest side of the space, row by row along the next longest.

    A search that fills the first free cell then has few cells to choose from.  Of sides of one
    length the last one leads: the anchor, whose first coordinate is small, then lies near the
    first cells.
    """
    return sorted(instance.cells, key=sweep_order(instance))


def sweep_order(instance: Instance) -> Callable[[Point], list[int]]:
    """The sort key of a sweep; to move two points together does not change their order."""
    sides = list(zip(*instance.cells, strict=True))
    axes = sorted(range(3), key=lambda axis: (max(sides[axis]) - min(sides[axis]), axis))
    axes.reverse()
    return lambda point: [point[axis] for axis in axes]


def anchor_piece(instance: Instance, group: Group) -> Piece | None:
    """A piece used once that every symmetry keeps, with the fewest orbits of placements.

    No given piece: all symmetries leave it where it is, so it decides nothing.
    """
    if len(group) == 1:
        return None
    laid = {placement.piece for placement in instance.given}
    candidates = [
        (list(cells_inside(instance, piece)), piece)
        for piece in instance.pieces
        if piece.least == piece.most == 1
        and piece.name not in laid
        and all(images[piece.name] == piece for _, images in group)
    ]
    best: tuple[int, Piece | None] = (0, None)
    for placements, piece in sorted(candidates, key=lambda candidate: len(candidate[0])):
        if best[1] and len(placements) >= best[0] * len(group):
            break  # an orbit is no larger than the group: no later piece has fewer orbits
        orbits = {
            min(tuple(sorted(map(isometry, cells))) for isometry, _ in group)
            for cells in placements
        }
        if best[1] is None or len(orbits) < best[0]:
            best = (len(orbits), piece)
    return best[1]


def image(
    instance: Instance, isometry: Isometry, pieces: dict[str, Piece], solution: Solution
) -> Solution:
    """The image of a solution under one element of the symmetry group."""
    placements = []
    for placement in solution.placements:
        cells = tuple(sorted(map(isometry, placement.cells)))
        piece = pieces[placement.piece]
        placements.append(
            keyed(PolyformPlacement(piece.name, *pose(instance, piece, cells), cells))
        )
    return in_order(placements)


def symmetries(instance: Instance) -> tuple[Symmetry[Solution], ...]:
    """The isometries of the space and the set of pieces, each different effect once.

    In a space that is flat or straight, such as a box of one layer, several isometries move the
    cells alike; a mirror image that a rotation can replace is left out then.
    """
    return _symmetries(instance)


@lru_cache(maxsize=8)
def _symmetries(instance: Instance) -> tuple[Symmetry[Solution], ...]:
    distinct: dict[tuple[object, ...], Symmetry[Solution]] = {}
    for isometry, pieces in symmetry_group(instance):  # rotations come first
        exchanged = tuple(pieces[piece.name].name for piece in instance.pieces)
        done = (*map(isometry, instance.cells), *exchanged)
        mirror = determinant(isometry.matrix) < 0
        distinct.setdefault(done, Symmetry(partial(image, instance, isometry, pieces), mirror))
    return tuple(distinct.values())
