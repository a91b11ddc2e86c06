"""The drawing of a packing: the layers of the space side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from pyasp_puzzles.core.regions import by_key
from pyasp_puzzles.pictures.picture import LegendEntry, Panel, Picture, Prism, Tile, base
from pyasp_puzzles.puzzles.packing.cells import BOUND, OPTIONAL, on_paper
from pyasp_puzzles.puzzles.packing.geometry import Lattice, Point
from pyasp_puzzles.puzzles.packing.instance import PackingBoard
from pyasp_puzzles.puzzles.packing.placements import PackingSolution

_NUMBERS = LegendEntry("", "In a piece, the numbers are the layers of its blocks.")


def picture(
    instance: PackingBoard, solution: PackingSolution | None, *, partial: bool = False
) -> Picture:
    """The layers of the space, side by side; unsolved, the pieces below it.

    The tiles of a given placement say that it is given; in a partial answer more may be laid.
    """
    paper, cells = instance.grid.paper, _cells(instance, solution)
    free = {cell for cell, tile in cells.items() if tile.group == -1}
    empty = free.intersection(instance.optional)
    layers = by_layer(instance.cells)
    panels, solid = [], list[Prism]()
    for layer, here in layers.items():
        tiles = tuple(cells[cell] for cell in here)
        caption = f"layer {layer}" if len(layers) > 1 else ""
        if all(tile.given for tile in tiles):  # a renderer marks given tiles among others only
            caption = f"{caption} (all given)".lstrip()
        panels.append(Panel(tiles, caption, paper))
        for tile in tiles if len(layers) > 1 else ():
            if free != empty or tile.cell not in empty:  # else they hide what lies in the space
                label = "" if tile.cell in free else tile.text
                at = base(paper, tile.row, tile.column), layer - min(layers)
                solid.append(Prism(*at, label, tile.group, tile.colour, tile.cell))
    legend = []
    if solution is None:
        panels += [_piece_panel(instance, number) for number in range(len(instance.pieces))]
        legend += [_NUMBERS] if solid else []
    if empty:
        words = "may stay empty" if partial or solution is None else "is empty"
        legend.append(LegendEntry("", f"A cell drawn {OPTIONAL} {words}."))
    return Picture(instance.heading, tuple(panels), tuple(legend), tuple(solid))


def _cells(instance: PackingBoard, solution: PackingSolution | None) -> dict[Point, Tile]:
    """The cells of the space; those on which nothing lies are one group, -1."""
    optional, tiles = frozenset(instance.optional), dict[Point, Tile]()
    for cell in instance.cells:
        text = OPTIONAL if cell in optional else "·"
        tiles[cell] = Tile(*on_paper(instance.grid, cell), text, -1, cell=cell)
    walls = instance.grid.paper == "square"  # else number and shade tell copies apart
    most = {piece.name: piece.most for piece in instance.pieces}
    given = dict.fromkeys((laid.piece, laid.cells) for laid in instance.given)
    placed = dict.fromkeys((p.piece, p.cells) for p in solution.placements) if solution else {}
    copies: Counter[str] = Counter()
    for number, (name, cells) in enumerate({**placed, **given}):
        copies[name] += 1
        label, shade = name, list(most).index(name) if name in most else 0
        if not walls and most.get(name, 1) > 1:
            label, shade = f"{name}{copies[name]}", shade + copies[name] - 1
        for cell in filter(tiles.__contains__, cells):  # a wrong answer may reach outside
            at, known = (tiles[cell].row, tiles[cell].column), (name, cells) in given
            tiles[cell] = Tile(*at, label, number, shade, given=known, cell=cell)
    return tiles


def by_layer(cells: Iterable[Point]) -> dict[int, list[Point]]:
    """The cells of each layer, the lowest one first, in the order in which they come.

    >>> by_layer([(1, 1, 2), (1, 2, 1), (1, 1, 1)])
    {1: [(1, 2, 1), (1, 1, 1)], 2: [(1, 1, 2)]}
    """
    return dict(sorted(by_key((cell[2], cell) for cell in cells).items()))


def _columns(grid: Lattice, blocks: Iterable[Point]) -> dict[tuple[int, int], list[int]]:
    """The layers of the blocks at each row and column of the paper."""
    return by_key(sorted((on_paper(grid, block), block[2]) for block in blocks))


def _label(instance: PackingBoard, name: str, levels: Iterable[int]) -> str:
    """What a column of blocks is called: by its layers, or on a flat board by its piece."""
    return name if instance.grid.flat else "+".join(map(str, levels))


def _piece_panel(instance: PackingBoard, number: int) -> Panel:
    """A piece seen from above, its blocks labelled with their layers (flat: with its name)."""
    piece, grid = instance.pieces[number], instance.grid
    tiles = (
        Tile(*at, _label(instance, piece.name, levels), 0, number)
        for at, levels in _columns(grid, piece.blocks).items()
    )
    times, laid = piece.times(), sum(given.piece == piece.name for given in instance.given)
    if laid:
        times += " (given)" if laid == piece.most else f" ({laid} given)"
    return Panel(tuple(tiles), f"piece {piece.name}{times}", grid.paper)


def pose_panel(grid: Lattice, shape: Sequence[Point], name: str, colour: int) -> Panel:
    """A shape of a piece from above, at row 1 and column 1 or 2; the column of block 1 is given.

    On a flat board it has the piece's name; in space the numbers are layers above the first block.
    """
    columns, first = _columns(grid, shape), shape[0]
    up, left = (min(place[axis] for place in columns) - 1 for axis in range(2))
    left -= grid.paper == "triangular" and (up + left) % 2
    tiles = []
    for (row, column), levels in columns.items():
        pivot = (row, column) == on_paper(grid, first)
        text = ",".join(str(level - first[2]) for level in levels)
        if grid.flat:
            text = name if pivot else ""
        tiles.append(Tile(row - up, column - left, text, name, colour, given=pivot))
    return Panel(tuple(tiles), lattice=grid.paper)


# Pictures to be edited: free places are drawn around the space and the pieces

PLACE = "○"
"""The sign of a place without a cell."""

PieceCell = tuple[int, int, int, int]
"""The number of a piece, the first two coordinates of a block, and 0."""


@lru_cache(maxsize=4)
def around(instance: PackingBoard) -> frozenset[Point]:
    """The places next to the cells of the space, its holes included, in all layers."""
    near = {p for cell in instance.cells for p in instance.grid.around(cell)}
    return frozenset(p for p in near.difference(instance.cells) if max(map(abs, p)) <= BOUND)


def piece_cells(instance: PackingBoard, number: int) -> dict[PieceCell, list[int]]:
    """The columns of a piece and those next to it, each with the layers of its blocks from 0."""
    blocks = instance.pieces[number - 1].blocks
    lowest = min(block[2] for block in blocks)
    columns = by_key(((number, a, b, 0), c - lowest) for a, b, c in sorted(blocks))
    for block in blocks:
        for a, b, _ in instance.grid.around((block[0], block[1], 0)):
            columns.setdefault((number, a, b, 0), [])
    return columns


def edit_picture(instance: PackingBoard) -> Picture:
    """The layers of the space, those next to it included, and the pieces."""
    grid, cells, panels = instance.grid, _cells(instance, None), []
    for layer, here in by_layer(sorted(cells.keys() | around(instance))).items():
        tiles = [
            replace(cells[cell], text=cells[cell].text.strip("·"))
            if cell in cells
            else Tile(*on_paper(grid, cell), PLACE, cell=cell)
            for cell in here
        ]
        panels.append(Panel(tuple(tiles), "" if grid.flat else f"layer {layer}", grid.paper))
    for number, piece in enumerate(instance.pieces):
        tiles = []
        for cell, levels in piece_cells(instance, number + 1).items():
            at, text = on_paper(grid, (*cell[1:3], 0)), _label(instance, piece.name, levels)
            block = Tile(*at, text, 0, number, cell=cell)
            tiles.append(block if levels else Tile(*at, PLACE, cell=cell))
        panels.append(Panel(tuple(tiles), f"piece {piece.name}{piece.times()}", grid.paper))
    words = [f"A place {PLACE} is next to the space or a piece: it has no cell yet."]
    words += [f"A cell drawn {OPTIONAL} may stay empty."] if instance.optional else []
    legend = [LegendEntry("", each) for each in words] + ([] if grid.flat else [_NUMBERS])
    return Picture(instance.heading, tuple(panels), tuple(legend))
