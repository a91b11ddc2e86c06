"""Families of polyforms and the spaces that are famous for them: our shipped packing instances.


Sources of the known counts: C. B. Haselgrove and J. Haselgrove, Eureka 23 (1960), and
D. Scott (1958) for the pentomino boards; C. J. Bouwkamp (1967-69) for the solid pentominoes;
J. H. Conway and M. J. T. Guy (1961) for the Soma cube; J. Slothouber and W. Graatsma (1970).
All of them are counted again by the tests.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product

from pyasp_puzzles.puzzles.packing.format import Given, Instance, Piece, pivoted
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

_CYLINDER = (
    *("0 0 0, 1 0 0, 1 0 1, 2 0 0", "0 0 0, 1 0 0, 0 1 0, 0 1 1, -1 1 0"),
    *("0 0 0, 1 0 0, 1 0 1, 2 -1 0", "0 0 0, 1 0 0, 1 0 1, 2 -1 1"),
    *("0 0 0, 1 0 0, 1 0 1, -1 0 0", "0 0 0, 1 0 0, 1 0 1, 0 1 1"),
    *("0 0 0, 1 0 0, 1 0 1, 1 1 1", "0 0 0, -1 1 0, -1 1 1, 0 -1 0"),
    *("0 0 0, -1 0 0, -1 0 1, -2 0 1", "0 0 0, -1 1 0, -1 1 1, -1 0 0"),
    "0 0 0, -1 0 0, -1 0 1, 0 1 0",
)
"""The pieces 1 to 9, A, B of the Hexagonal Cylinder puzzle, pivot first."""

_SOMA = {
    "V": "0 0 0, 1 0 0, 0 1 0",
    "L": "0 0 0, 1 0 0, 2 0 0, 0 1 0",
    "T": "0 0 0, 1 0 0, 2 0 0, 1 1 0",
    "Z": "0 0 0, 1 0 0, 1 1 0, 2 1 0",
    "A": "0 0 0, 1 0 0, 1 1 0, 1 1 1",
    "B": "0 0 0, 1 0 0, 0 1 0, 0 1 1",
    "P": "0 0 0, 1 0 0, 0 1 0, 0 0 1",
}


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


def box(*sides: int) -> tuple[Point, ...]:
    """The cells of a box from (1, 1, 1) on; with two sides, of a rectangle in layer 0."""
    ranges = [range(1, side + 1) for side in sides]
    if len(sides) == 2:
        return tuple((row, column, 0) for row, column in product(*ranges))
    return tuple((row, column, layer) for row, column, layer in product(*ranges))


def _pieces(drawn: dict[str, str]) -> tuple[Piece, ...]:
    def point(words: str) -> Point:
        a, b, c = map(int, words.split())
        return (a, b, c)

    return tuple(
        Piece(name, tuple(point(words) for words in text.split(",")))
        for name, text in drawn.items()
    )


def _given(drawing: str) -> tuple[Given, ...]:
    """Given pieces on squares, by their names in a drawing of the board; rows part at blanks."""
    cells: dict[str, list[Point]] = {}
    for row, line in enumerate(drawing.split(), start=1):
        for column, name in enumerate(line, start=1):
            cells.setdefault(name, []).append((row, column, 0))
    return tuple(Given(name, tuple(cells[name])) for name in sorted(cells) if name != ".")


def hexagonal_cylinder() -> Instance:
    """Leslie Shader's puzzle: 11 pieces of hexagonal prisms in a triangle of 15, three high."""
    cells = tuple((a, b, c) for a in range(5) for b in range(5 - a) for c in range(3))
    pieces = _pieces(dict(zip("123456789AB", _CYLINDER, strict=True)))
    known = (("answers", 660), ("classes", 110))
    return Instance("Hexagonal Cylinder", "hexprism", "rotations", cells, pieces, known=known)


def catalogue() -> dict[str, Instance]:
    """The shipped instances by name, with their known counts."""
    found = {"hexagonal_cylinder": hexagonal_cylinder()}
    for rows, columns, classes in ((6, 10, 2339), (5, 12, 1010), (4, 15, 368), (3, 20, 2)):
        found[f"pentominoes_{rows}x{columns}"] = Instance(
            f"Pentominoes {rows}x{columns}",
            "square",
            "reflections",
            box(rows, columns),
            pentominoes(),
            known=(("answers", 4 * classes), ("classes", classes)),
        )
    found["three_given_6x10"] = replace(
        found["pentominoes_6x10"],
        title="Pentominoes 6x10, three of them given",
        given=_given("I......... I......... I...P..... I..TPP.... I..TPP.... ..TTT....."),
        known=(("answers", 1), ("classes", 1)),
    )
    found["pentominoes_8x8_hole"] = Instance(
        "Pentominoes 8x8 without the central 2x2",
        "square",
        "reflections",
        tuple(cell for cell in box(8, 8) if not (4 <= cell[0] <= 5 and 4 <= cell[1] <= 5)),
        pentominoes(),
        known=(("answers", 520), ("classes", 65)),
    )
    for sides, classes in (((2, 3, 10), 12), ((2, 5, 6), 264), ((3, 4, 5), 3940)):
        name = "x".join(map(str, sides))
        found[f"pentominoes_{name}"] = Instance(
            f"Solid pentominoes {name}",
            "cubic",
            "rotations",
            box(*sides),
            pentominoes(),
            known=(("answers", 8 * classes), ("classes", classes)),
        )
    found["soma"] = Instance(
        "Soma cube",
        "cubic",
        "rotations",
        box(3, 3, 3),
        _pieces(_SOMA),
        known=(("answers", 11520), ("classes", 240)),
    )
    found["straights_6x6"] = Instance(
        "Nine straight tetrominoes in 6x6, which a colouring of the diagonals rules out",
        "square",
        "reflections",
        box(6, 6),
        (Piece("I", ((0, 0, 0), (0, 1, 0), (0, 2, 0), (0, 3, 0)), 9, 9),),
        known=(("answers", 0), ("classes", 0)),
    )
    found["slothouber_graatsma"] = Instance(
        "Slothouber-Graatsma puzzle",
        "cubic",
        "rotations",
        box(3, 3, 3),
        (
            Piece("slab", ((0, 0, 0), (0, 1, 0), (1, 0, 0), (1, 1, 0)), 6, 6),
            Piece("cube", ((0, 0, 0),), 3, 3),
        ),
        known=(("answers", 8), ("classes", 1)),
    )
    return found
