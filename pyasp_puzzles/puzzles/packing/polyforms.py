"""Families of polyforms: all of a lattice and a size, and the pentominoes under their letters."""

from __future__ import annotations

from pyasp_puzzles.puzzles.packing.format import Piece, pivoted
from pyasp_puzzles.puzzles.packing.geometry import LATTICES, Point, add

_PENTOMINO_NAMES = {
    "F": ".## ##. .#.",
    "I": "#####",
    "L": "#### #...",
    "N": "###. ..##",
    "P": "### ##.",
    "T": "### .#. .#.",
    "U": "#.# ###",
    "V": "#.. #.. ###",
    "W": "#.. ##. .##",
    "X": ".#. ### .#.",
    "Y": "#### .#..",
    "Z": "##. .#. .##",
}
"""The letters that S. W. Golomb gave the pentominoes, by a drawing of each."""


def polyforms(lattice: str, blocks: int) -> list[tuple[Point, ...]]:
    """The free polyforms of a lattice: connected shapes, one for each class of congruence.

    Args:
        lattice: a name of :data:`pyasp_puzzles.puzzles.packing.geometry.LATTICES`; in the flat
            ones mirror images are congruent, in the others they are not.
        blocks: number of cells, at least 1.

    Returns:
        Shapes in the lattice's normal position, each sorted; 12 for five squares.
    """
    grid = LATTICES[lattice]
    moves = "reflections" if grid.flat else "rotations"
    sides = (*grid.neighbours, *((-a, -b, -c) for a, b, c in grid.neighbours))

    def canonical(shape: frozenset[Point]) -> tuple[Point, ...]:
        return grid.shape(shape, moves)

    start: Point = (0, 0, 0) if grid.step == 1 else (1, 1, 0)
    shapes = {canonical(frozenset({start}))}
    for _ in range(blocks - 1):
        shapes = {
            canonical(frozenset({*shape, add(cell, side)}))
            for shape in shapes
            for cell in shape
            for side in sides
            if add(cell, side) not in shape and grid.is_cell(add(cell, side))
        }
    return sorted(shapes)


def pentominoes() -> tuple[Piece, ...]:
    """The twelve pentominoes under their usual letters."""
    pieces = []
    for name, drawing in _PENTOMINO_NAMES.items():
        rows = enumerate(drawing.split())
        blocks = [(r, c, 0) for r, row in rows for c, sign in enumerate(row) if sign == "#"]
        pieces.append(Piece(name, pivoted("square", blocks)))
    return tuple(pieces)
