"""The drawing of a packing: the layers of the space side by side."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import cos, radians, sin, sqrt

from pyasp_puzzles.pictures.picture import LegendEntry, Panel, Picture, Prism, Tile
from pyasp_puzzles.puzzles.packing.cells import BOUND, OPTIONAL, PAPER, on_paper
from pyasp_puzzles.puzzles.packing.geometry import LATTICES, Point
from pyasp_puzzles.puzzles.packing.instance import Instance, Piece
from pyasp_puzzles.puzzles.packing.placements import Solution

_WIDTH = 78
"""The columns of a line of a legend."""


def picture(instance: Instance, solution: Solution | None) -> Picture:
    """The layers of the space, side by side; unsolved, the pieces below it.

    The tiles of a given placement say that it is given.
    """
    walls = PAPER[instance.lattice] == "square"
    most = {piece.name: piece.most for piece in instance.pieces}
    colours = {piece.name: number for number, piece in enumerate(instance.pieces)}
    optional = frozenset(instance.optional)
    owner: dict[Point, tuple[int, str, int | None, bool]] = {}
    copies: dict[str, int] = {}
    given = dict.fromkeys((laid.piece, laid.cells) for laid in instance.given)
    placed = dict.fromkeys((p.piece, p.cells) for p in solution.placements) if solution else {}
    for number, (name, cells) in enumerate({**placed, **given}):
        copies[name] = copies.get(name, 0) + 1
        # Without walls between the tiles, copies of one piece are told apart by number and shade.
        apart = not walls and most.get(name, 1) > 1
        label = f"{name}{copies[name]}" if apart else name
        shade = colours.get(name, 0) + (copies[name] - 1) * apart
        owner.update(dict.fromkeys(cells, (number, label, shade, (name, cells) in given)))
    in_layers = by_layer(instance.cells)
    layers = list(in_layers)
    panels = []
    for layer, here in in_layers.items():
        tiles = []
        for cell in here:
            sign = OPTIONAL if cell in optional else "·"
            group, label, colour, is_given = owner.get(cell, (-1, sign, None, False))
            row, column = on_paper(instance.lattice, cell)
            tiles.append(Tile(row, column, label, group, colour, given=is_given, cell=cell))
        caption = f"layer {layer}" if len(layers) > 1 else ""
        if all(tile.given for tile in tiles):  # a renderer marks given tiles among others only
            caption = f"{caption} (all given)".lstrip()
        panels.append(Panel(tuple(tiles), caption, PAPER[instance.lattice]))
    if solution is None:
        panels += [_piece_panel(instance, piece, colours[piece.name]) for piece in instance.pieces]
    legend = []
    if solution is None and len(layers) > 1:
        legend.append(LegendEntry("", "In a piece, the numbers are the layers of its blocks."))
    if optional - owner.keys():
        words = "may stay empty" if solution is None else "is empty"
        legend.append(LegendEntry("", f"A cell drawn {OPTIONAL} {words}."))
    solid: tuple[Prism, ...] = ()
    if len(layers) > 1:
        empty = optional - owner.keys() if owner.keys() >= set(instance.cells) - optional else set()
        solid = tuple(
            Prism(base(instance.lattice, cell), cell[2] - layers[0], label, group, colour, cell)
            for cell in instance.cells
            if cell not in empty
            for group, label, colour, _ in [owner.get(cell, (-1, "", None, False))]
        )
    return Picture(instance.title, tuple(panels), tuple(legend), solid)


def by_layer(cells: Iterable[Point]) -> dict[int, list[Point]]:
    """The cells of each layer, the lowest one first, in the order in which they come.

    >>> by_layer([(1, 1, 2), (1, 2, 1), (1, 1, 1)])
    {1: [(1, 2, 1), (1, 1, 1)], 2: [(1, 1, 2)]}
    """
    found: dict[int, list[Point]] = {}
    for cell in cells:
        found.setdefault(cell[2], []).append(cell)
    return dict(sorted(found.items()))


def base(lattice: str, cell: Point) -> tuple[tuple[float, float], ...]:
    """The corners of a cell in its layer, counter-clockwise; sides of cells have length 1."""
    paper = PAPER[lattice]
    if paper == "square":
        x, y = float(cell[1]), float(-cell[0])
        return (x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)
    if paper == "hexagonal":
        x, y = (cell[0] + cell[1] / 2) * sqrt(3), cell[1] * 1.5
        angles = [30 + 60 * k for k in range(6)]
        reach = 1.0
    else:
        x, y = (cell[0] + cell[1] / 2) / 3, cell[1] * sqrt(3) / 6
        first = 90 if cell[0] % 3 == 1 else 30
        angles = [first + 120 * k for k in range(3)]
        reach = 1 / sqrt(3)
    around = (radians(angle) for angle in angles)
    return tuple((x + reach * cos(a), y + reach * sin(a)) for a in around)


def left_over(instance: Instance, used: Sequence[str]) -> Iterator[LegendEntry]:
    """Lines of a legend with the pieces that may still be used.

    Args:
        used: the names of the copies in the space.
    """
    left = {piece.name: piece.most - used.count(piece.name) for piece in instance.pieces}
    words = [f"{name} x{n}" if n > 1 else name for name, n in left.items() if n > 0]
    if words:
        for line in textwrap.wrap(f"Pieces left: {', '.join(words)}.", _WIDTH):
            yield LegendEntry("", line)


def _piece_panel(instance: Instance, piece: Piece, colour: int) -> Panel:
    """A piece seen from above, its blocks labelled with their layers (flat: with its name)."""
    columns = _columns(instance.lattice, piece.blocks)
    flat = LATTICES[instance.lattice].flat
    tiles = tuple(
        Tile(row, column, piece.name if flat else "+".join(map(str, sorted(levels))), 0, colour)
        for (row, column), levels in sorted(columns.items())
    )
    times = piece.times()
    laid = sum(given.piece == piece.name for given in instance.given)
    if laid:
        times += " (given)" if laid == piece.most else f" ({laid} given)"
    return Panel(tiles, f"piece {piece.name}{times}", PAPER[instance.lattice])


def _columns(lattice: str, blocks: Iterable[Point]) -> dict[tuple[int, int], list[int]]:
    """The layers of the blocks at each row and column."""
    found: dict[tuple[int, int], list[int]] = {}
    for block in blocks:
        found.setdefault(on_paper(lattice, block), []).append(block[2])
    return found


def pose_panel(instance: Instance, shape: Sequence[Point], name: str, colour: int) -> Panel:
    """A shape of a piece from above, at row 1 and column 1 or 2.

    On a flat board the first block has the piece's name; in space the numbers are the layers of the
    blocks above the first one, and that column is given.
    """
    columns = _columns(instance.lattice, shape)
    up, left = (min(place[axis] for place in columns) - 1 for axis in range(2))
    left -= PAPER[instance.lattice] == "triangular" and (up + left) % 2
    flat = LATTICES[instance.lattice].flat
    first = on_paper(instance.lattice, shape[0])
    tiles = []
    for (row, column), levels in sorted(columns.items()):
        pivot = (row, column) == first
        text = ",".join(str(level - shape[0][2]) for level in sorted(levels))
        if flat:
            text = name if pivot else ""
        tiles.append(Tile(row - up, column - left, text, name, colour, given=pivot))
    return Panel(tuple(tiles), lattice=PAPER[instance.lattice])


# Pictures to be edited: free places are drawn around the space and the pieces

PLACE = "○"
"""The sign of a place without a cell."""

PieceCell = tuple[int, int, int, int]
"""The number of a piece, the first two coordinates of a block, and 0."""


@lru_cache(maxsize=4)
def around(instance: Instance) -> frozenset[Point]:
    """The places next to the cells of the space, its holes included, in all layers."""
    near = {p for cell in instance.cells for p in LATTICES[instance.lattice].around(cell)}
    return frozenset(p for p in near.difference(instance.cells) if max(map(abs, p)) <= BOUND)


def piece_cells(instance: Instance, number: int) -> dict[PieceCell, list[int]]:
    """The columns of a piece and those next to it, each with the layers of its blocks from 0."""
    blocks = instance.pieces[number - 1].blocks
    lowest = min(block[2] for block in blocks)
    columns: dict[PieceCell, list[int]] = {}
    for a, b, c in sorted(blocks):
        columns.setdefault((number, a, b, 0), []).append(c - lowest)
    for block in blocks:
        for a, b, _ in LATTICES[instance.lattice].around((block[0], block[1], 0)):
            columns.setdefault((number, a, b, 0), [])
    return columns


def edit_picture(instance: Instance) -> Picture:
    """The layers of the space, those next to it included, and the pieces."""
    panels = [*_edit_layers(instance), *_edit_pieces(instance)]
    words = [
        LegendEntry("", f"A place {PLACE} is next to the space or a piece: it has no cell yet.")
    ]
    if instance.optional:
        words.append(LegendEntry("", f"A cell drawn {OPTIONAL} may stay empty."))
    if not LATTICES[instance.lattice].flat:
        words.append(LegendEntry("", "In a piece, the numbers are the layers of its blocks."))
    return Picture(instance.title, tuple(panels), tuple(words))


def _edit_layers(instance: Instance) -> Iterator[Panel]:
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


def _edit_pieces(instance: Instance) -> Iterator[Panel]:
    flat = LATTICES[instance.lattice].flat
    for number, piece in enumerate(instance.pieces, start=1):
        tiles = []
        for cell, levels in piece_cells(instance, number).items():
            row, column = on_paper(instance.lattice, (cell[1], cell[2], 0))
            words = piece.name if flat else "+".join(map(str, levels))
            block = Tile(row, column, words, 0, number - 1, cell=cell)
            tiles.append(block if levels else Tile(row, column, PLACE, cell=cell))
        yield Panel(tuple(tiles), f"piece {piece.name}{piece.times()}", PAPER[instance.lattice])
