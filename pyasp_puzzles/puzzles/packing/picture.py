"""The drawing of a packing: the layers of the space side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import cos, radians, sin, sqrt

from pyasp_puzzles.pictures.picture import LegendEntry, Panel, Picture, Prism, Tile
from pyasp_puzzles.puzzles.packing.cells import BOUND, OPTIONAL, PAPER, on_paper
from pyasp_puzzles.puzzles.packing.geometry import LATTICES, Point
from pyasp_puzzles.puzzles.packing.instance import Instance
from pyasp_puzzles.puzzles.packing.placements import Solution


def picture(instance: Instance, solution: Solution | None) -> Picture:
    """The layers of the space, side by side; unsolved, the pieces below it.

    The tiles of a given placement say that it is given.
    """
    owner = _owners(instance, solution)
    optional, empty = frozenset(instance.optional), frozenset(instance.optional) - owner.keys()
    layers = by_layer(instance.cells)
    panels = []
    for layer, here in layers.items():
        tiles = tuple(
            Tile(*on_paper(instance.lattice, cell), label, group, colour, given=given, cell=cell)
            for cell in here
            for none in [(-1, OPTIONAL if cell in optional else "·", None, False)]
            for group, label, colour, given in [owner.get(cell, none)]
        )
        caption = f"layer {layer}" if len(layers) > 1 else ""
        if all(tile.given for tile in tiles):  # a renderer marks given tiles among others only
            caption = f"{caption} (all given)".lstrip()
        panels.append(Panel(tiles, caption, PAPER[instance.lattice]))
    if solution is None:
        panels += [_piece_panel(instance, colour) for colour in range(len(instance.pieces))]
    legend = []
    if solution is None and len(layers) > 1:
        legend.append(LegendEntry("", "In a piece, the numbers are the layers of its blocks."))
    if empty:
        words = "may stay empty" if solution is None else "is empty"
        legend.append(LegendEntry("", f"A cell drawn {OPTIONAL} {words}."))
    hidden = empty if owner.keys() >= instance.needed() else frozenset()
    solid = tuple(
        Prism(base(instance.lattice, cell), cell[2] - min(layers), label, group, colour, cell)
        for cell in (instance.cells if len(layers) > 1 else ())
        if cell not in hidden
        for group, label, colour, _ in [owner.get(cell, (-1, "", None, False))]
    )
    return Picture(instance.title, tuple(panels), tuple(legend), solid)


def _owners(
    instance: Instance, solution: Solution | None
) -> dict[Point, tuple[int, str, int | None, bool]]:
    """What lies on each cell: its number and label, its colour, and whether it is given."""
    walls = PAPER[instance.lattice] == "square"  # else number and shade tell copies apart
    most = {piece.name: piece.most for piece in instance.pieces}
    given = dict.fromkeys((laid.piece, laid.cells) for laid in instance.given)
    placed = dict.fromkeys((p.piece, p.cells) for p in solution.placements) if solution else {}
    owner: dict[Point, tuple[int, str, int | None, bool]] = {}
    copies: Counter[str] = Counter()
    for number, (name, cells) in enumerate({**placed, **given}):
        copies[name] += 1
        label, shade = name, list(most).index(name) if name in most else 0
        if not walls and most.get(name, 1) > 1:
            label, shade = f"{name}{copies[name]}", shade + copies[name] - 1
        owner.update(dict.fromkeys(cells, (number, label, shade, (name, cells) in given)))
    return owner


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
    if PAPER[lattice] == "square":
        x, y = float(cell[1]), float(-cell[0])
        return (x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)
    if PAPER[lattice] == "hexagonal":
        x, y, reach = (cell[0] + cell[1] / 2) * sqrt(3), cell[1] * 1.5, 1.0
        angles = range(30, 390, 60)
    else:
        x, y, reach = (cell[0] + cell[1] / 2) / 3, cell[1] * sqrt(3) / 6, 1 / sqrt(3)
        first = 90 if cell[0] % 3 == 1 else 30
        angles = range(first, first + 360, 120)
    around = map(radians, angles)
    return tuple((x + reach * cos(a), y + reach * sin(a)) for a in around)


Column = tuple[int, int]
"""A row and a column on paper."""


def _columns(lattice: str, blocks: Iterable[Point]) -> dict[Column, list[int]]:
    """The layers of the blocks at each row and column."""
    found: dict[Column, list[int]] = {}
    for block in blocks:
        found.setdefault(on_paper(lattice, block), []).append(block[2])
    return {at: sorted(levels) for at, levels in sorted(found.items())}


def _piece_panel(instance: Instance, number: int) -> Panel:
    """A piece seen from above, its blocks labelled with their layers (flat: with its name)."""
    piece, lattice = instance.pieces[number], instance.lattice
    flat = LATTICES[lattice].flat
    tiles = tuple(
        Tile(row, column, piece.name if flat else "+".join(map(str, levels)), 0, number)
        for (row, column), levels in _columns(lattice, piece.blocks).items()
    )
    times, laid = piece.times(), sum(given.piece == piece.name for given in instance.given)
    if laid:
        times += " (given)" if laid == piece.most else f" ({laid} given)"
    return Panel(tiles, f"piece {piece.name}{times}", PAPER[lattice])


def pose_panel(instance: Instance, shape: Sequence[Point], name: str, colour: int) -> Panel:
    """A shape of a piece from above, at row 1 and column 1 or 2; the column of block 1 is given.

    On a flat board it has the piece's name; in space the numbers are layers above the first block.
    """
    lattice, first = instance.lattice, shape[0]
    columns = _columns(lattice, shape)
    up, left = (min(place[axis] for place in columns) - 1 for axis in range(2))
    left -= PAPER[lattice] == "triangular" and (up + left) % 2
    tiles = []
    for (row, column), levels in columns.items():
        pivot = (row, column) == on_paper(lattice, first)
        text = ",".join(str(level - first[2]) for level in levels)
        if LATTICES[lattice].flat:
            text = name if pivot else ""
        tiles.append(Tile(row - up, column - left, text, name, colour, given=pivot))
    return Panel(tuple(tiles), lattice=PAPER[lattice])


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
    lattice, flat = instance.lattice, LATTICES[instance.lattice].flat
    names = [piece.name for piece in instance.pieces]
    owner = {cell: (n, g.piece) for n, g in enumerate(instance.given) for cell in g.cells}
    cells, optional = set(instance.cells), set(instance.optional)

    def tile(cell: Point) -> Tile:
        row, column = on_paper(lattice, cell)
        if cell in owner:
            group, name = owner[cell]
            return Tile(row, column, name, group, names.index(name), given=True, cell=cell)
        if cell in cells:
            return Tile(row, column, OPTIONAL if cell in optional else "", -1, cell=cell)
        return Tile(row, column, PLACE, cell=cell)

    panels = [
        Panel(tuple(map(tile, here)), "" if flat else f"layer {layer}", PAPER[lattice])
        for layer, here in by_layer(sorted(cells | around(instance))).items()
    ]
    for number, piece in enumerate(instance.pieces):
        tiles = []
        for cell, levels in piece_cells(instance, number + 1).items():
            at = on_paper(lattice, (cell[1], cell[2], 0))
            text = piece.name if flat else "+".join(map(str, levels))
            block = Tile(*at, text, 0, number, cell=cell)
            tiles.append(block if levels else Tile(*at, PLACE, cell=cell))
        caption = f"piece {piece.name}{piece.times()}"
        panels.append(Panel(tuple(tiles), caption, PAPER[lattice]))
    words = [f"A place {PLACE} is next to the space or a piece: it has no cell yet."]
    words += [f"A cell drawn {OPTIONAL} may stay empty."] if optional else []
    words += [] if flat else ["In a piece, the numbers are the layers of its blocks."]
    return Picture(instance.title, tuple(panels), tuple(LegendEntry("", each) for each in words))
