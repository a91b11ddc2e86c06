"""How pieces lie in a space: their orientations and placements, and what a symmetry makes of them.

The symmetry group of an instance is computed, not assumed: all isometries of the lattice that map
the space to itself and the set of pieces to itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from pyasp_puzzles.formats.packing import Instance, Piece
from pyasp_puzzles.geometry import (
    IDENTITY,
    LATTICES,
    Isometry,
    Matrix,
    Point,
    add,
    apply,
    subtract,
)


@dataclass(frozen=True, order=True)
class Placement:
    """One copy of a piece in the space: its cells are what counts, the rest says how."""

    piece: str
    orientation: int
    shift: Point
    cells: tuple[Point, ...]


@dataclass(frozen=True)
class Solution:
    """All placements, sorted."""

    placements: tuple[Placement, ...]


def moves(instance: Instance) -> tuple[Matrix, ...]:
    """The turns that a piece may make; turn ``T`` of the facts is item ``T - 1``."""
    return _moves(instance.lattice, instance.moves)


def _moves(lattice: str, allowed: str) -> tuple[Matrix, ...]:
    if allowed == "none":
        return (IDENTITY,)
    return (
        LATTICES[lattice].rotations() if allowed == "rotations" else LATTICES[lattice].isometries()
    )


def orientations(instance: Instance, piece: Piece) -> dict[int, tuple[Point, ...]]:
    """The distinct shapes of a piece by number: the first turn that gives each, or its list."""
    return _orientations(instance.lattice, instance.moves, piece)


@cache
def _orientations(lattice: str, allowed: str, piece: Piece) -> dict[int, tuple[Point, ...]]:
    turned = piece.orientations or tuple(
        tuple(apply(matrix, block) for block in piece.blocks) for matrix in _moves(lattice, allowed)
    )
    distinct: dict[frozenset[Point], tuple[int, tuple[Point, ...]]] = {}
    for number, shape in enumerate(turned, start=1):
        distinct.setdefault(LATTICES[lattice].normalise(shape), (number, shape))
    return dict(distinct.values())


Group = tuple[tuple[Isometry, dict[str, Piece]], ...]


@lru_cache(maxsize=8)
def symmetry_group(instance: Instance) -> Group:
    """The isometries of the lattice that keep the space and the set of pieces, identity first.

    Returns:
        Each isometry with the piece that every piece looks like afterwards.  A piece goes to one
        with the same orientations, mirrored, and the same number of copies; pieces of one shape
        are exchanged in their order.
    """
    lattice = LATTICES[instance.lattice]

    def kind(piece: Piece, matrix: Matrix) -> tuple[object, ...]:
        shapes = orientations(instance, piece).values()
        turned = frozenset(lattice.normalise(apply(matrix, p) for p in shape) for shape in shapes)
        return (turned, piece.least, piece.most)

    kinds = [(kind(piece, IDENTITY), piece) for piece in instance.pieces]
    group = []
    for isometry in lattice.symmetries(instance.cells):
        free = list(kinds)
        images: dict[str, Piece] = {}
        for piece in instance.pieces:
            mirrored = kind(piece, isometry.matrix)
            image = next((pair for pair in free if pair[0] == mirrored), None)
            if image is None:
                break
            free.remove(image)
            images[piece.name] = image[1]
        else:
            group.append((isometry, images))
    return tuple(group)


def insides(instance: Instance, piece: Piece) -> Iterator[frozenset[Point]]:
    """The cells of every placement of a piece inside the space."""
    lattice = LATTICES[instance.lattice]
    space = frozenset(instance.cells)
    for shape in orientations(instance, piece).values():
        for cell in instance.cells:
            shift = subtract(cell, min(shape))
            moved = frozenset(add(block, shift) for block in shape)
            if lattice.moves_by(shift) and moved <= space:
                yield moved


def anchor_piece(instance: Instance, group: Group) -> Piece | None:
    """A piece used once that every symmetry keeps, with as few orbits of placements as can be."""
    if len(group) == 1:
        return None
    candidates = [
        (list(insides(instance, piece)), piece)
        for piece in instance.pieces
        if piece.least == piece.most == 1
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
    lattice = LATTICES[instance.lattice]
    placements = []
    for placement in solution.placements:
        cells = tuple(sorted(map(isometry, placement.cells)))
        piece = pieces[placement.piece]
        number, least = next(
            (number, min(shape))
            for number, shape in orientations(instance, piece).items()
            if lattice.normalise(shape) == lattice.normalise(cells)
        )
        placements.append(Placement(piece.name, number, subtract(cells[0], least), cells))
    return Solution(tuple(sorted(placements)))
