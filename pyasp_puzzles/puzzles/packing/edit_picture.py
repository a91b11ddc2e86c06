"""The drawing of a packing that is edited: the space and the pieces, with free places around."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.pictures.picture import LegendEntry, Panel, Picture, Tile
from pyasp_puzzles.puzzles.packing.cells import BOUND, OPTIONAL, PAPER
from pyasp_puzzles.puzzles.packing.geometry import LATTICES, Point, add, subtract
from pyasp_puzzles.puzzles.packing.instance import Instance
from pyasp_puzzles.puzzles.packing.picture import by_layer, on_paper

PLACE = "○"
"""The sign of a place without a cell."""

PieceCell = tuple[int, int, int, int]
"""The number of a piece, the first two coordinates of a block, and 0."""


@lru_cache(maxsize=4)
def around(instance: Instance) -> frozenset[Point]:
    """The places next to the cells of the space, its holes included, in all layers."""
    near = set(_neighbours(instance.lattice, instance.cells))
    return frozenset(p for p in near - set(instance.cells) if max(map(abs, p)) <= BOUND)


def piece_cells(instance: Instance, number: int) -> dict[PieceCell, list[int]]:
    """The columns of a piece and those next to it, each with the layers of its blocks from 0."""
    blocks = instance.pieces[number - 1].blocks
    lowest = min(block[2] for block in blocks)
    columns: dict[PieceCell, list[int]] = {}
    for a, b, c in sorted(blocks):
        columns.setdefault((number, a, b, 0), []).append(c - lowest)
    for a, b, _ in _neighbours(instance.lattice, ((a, b, 0) for a, b, _ in blocks)):
        columns.setdefault((number, a, b, 0), [])
    return columns


def place(instance: Instance, cell: Place) -> str:
    """A cell of the space by its coordinates, one of a piece by its place in the drawing of it."""
    lattice = instance.lattice
    if len(cell) == 4:
        number, a, b, _ = cell
        drawn = [on_paper(lattice, (c[1], c[2], 0)) for c in piece_cells(instance, number)]
        row, column = on_paper(lattice, (a, b, 0))
        first, left = (min(at[axis] for at in drawn) for axis in range(2))
        name = instance.pieces[number - 1].name
        return f"piece {name}, row {row - first + 1}, column {column - left + 1}"
    a, b, c = cell
    words = f"row {a}, column {b}" if PAPER[lattice] == "square" else f"cell {a}, {b}"
    return words if LATTICES[lattice].flat else f"{words}, layer {c}"


def _neighbours(lattice: str, points: Iterable[Point]) -> Iterator[Point]:
    """The cells that share a side with one of the points, most of them several times."""
    for point in points:
        for step in LATTICES[lattice].neighbours:
            for near in (add(point, step), subtract(point, step)):
                if LATTICES[lattice].is_cell(near):
                    yield near


def edit_picture(instance: Instance) -> Picture:
    """The layers of the space, those next to it included, and the pieces."""
    panels = [*_layers(instance), *_pieces(instance)]
    words = [
        LegendEntry("", f"A place {PLACE} is next to the space or a piece: it has no cell yet.")
    ]
    if instance.optional:
        words.append(LegendEntry("", f"A cell drawn {OPTIONAL} may stay empty."))
    if not LATTICES[instance.lattice].flat:
        words.append(LegendEntry("", "In a piece, the numbers are the layers of its blocks."))
    return Picture(instance.title, tuple(panels), tuple(words))


def _layers(instance: Instance) -> Iterator[Panel]:
    colours = {piece.name: number for number, piece in enumerate(instance.pieces)}
    owner = {cell: (n, g.piece) for n, g in enumerate(instance.given) for cell in g.cells}
    cells, optional = set(instance.cells), set(instance.optional)
    flat = LATTICES[instance.lattice].flat
    for layer, here in by_layer(sorted(cells | around(instance))).items():
        tiles = []
        for cell in here:
            row, column = on_paper(instance.lattice, cell)
            if cell in owner:
                group, name = owner[cell]
                tile = Tile(row, column, name, group, colours[name], given=True, cell=cell)
            elif cell in cells:
                tile = Tile(row, column, OPTIONAL if cell in optional else "", -1, cell=cell)
            else:
                tile = Tile(row, column, PLACE, cell=cell)
            tiles.append(tile)
        yield Panel(tuple(tiles), "" if flat else f"layer {layer}", PAPER[instance.lattice])


def _pieces(instance: Instance) -> Iterator[Panel]:
    flat = LATTICES[instance.lattice].flat
    for number, piece in enumerate(instance.pieces, start=1):
        tiles = []
        for cell, levels in piece_cells(instance, number).items():
            row, column = on_paper(instance.lattice, (cell[1], cell[2], 0))
            words = piece.name if flat else "+".join(map(str, levels))
            if levels:
                tiles.append(Tile(row, column, words, 0, number - 1, cell=cell))
            else:
                tiles.append(Tile(row, column, PLACE, cell=cell))
        times = "" if piece.least == piece.most == 1 else f" x{piece.copies()}"
        yield Panel(tuple(tiles), f"piece {piece.name}{times}", PAPER[instance.lattice])
