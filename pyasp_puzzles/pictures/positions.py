"""Where places are drawn: cells, edges, corners, named by the cells there; corners of cells."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import sqrt
from typing import Literal

from pyasp_puzzles.core.errors import listed

Lattice = Literal["square", "hexagonal", "triangular"]

Place = tuple[int, ...]
"""``(r, c)``: a cell. ``(r, c, r2, c2)``, the smaller cell first: the edge between two neighbours,
which is the side they share and the link between their centres; or, where the cells lie diagonally,
the corner at which four cells meet. Cells of margins have row or column 0, or one behind the last.
Cells of some puzzles have other numbers, and as many as they need."""

STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""From a cell to its neighbours: up, right, down, left."""
_ON, _RUN = ((0, 1), (1, 0)), 3
"""Steps along a run of cells; so many cells are one."""


def kind(place: Place) -> Literal["cell", "edge", "corner"]:
    """What a place is.

    >>> kind((1, 2)), kind((1, 2, 2, 2)), kind((1, 2, 2, 3)), kind((1, 2, 3))
    ('cell', 'edge', 'corner', 'cell')
    """
    if len(place) != 4 or place[0] not in (place[2], place[2] - 1):
        return "cell"
    across, down = place[3] - place[1], place[2] - place[0]
    if (down, across) == (1, 1):
        return "corner"
    return "edge" if (down, across) in ((0, 1), (1, 0)) else "cell"


def middle(place: Place) -> tuple[float, float]:
    """Row and column of the middle of a place, where the middle of a cell is at whole numbers.

    >>> middle((1, 2)), middle((1, 2, 2, 2)), middle((1, 2, 2, 3))
    ((1.0, 2.0), (1.5, 2.0), (1.5, 2.5))
    """
    row, column, *other = place
    return (row + (other or place)[0]) / 2, (column + (other or place)[1]) / 2


def place_name(place: Place, cell: str = "r{}c{}") -> str:
    """How a place is called, by a cell of the board.

    >>> [place_name(place) for place in ((2, 3), (2, 3, 3, 3), (0, 3, 1, 3), (2, 3, 3, 4))]
    ['r2c3', 'lower side of r2c3', 'upper side of r1c3', 'lower right corner of r2c3']
    >>> place_name((2, 3, 2, 4), "row {}, column {}"), place_name((0, 0, 1, 1))
    ('right side of row 2, column 3', 'upper left corner of r1c1')
    """
    if len(place) == 4 and place[:2] == place[2:]:
        place = place[:2]
    if kind(place) == "cell":
        return cell.format(*place) if len(place) == 2 else ", ".join(map(str, place))
    row, column, row2, column2 = place
    vertical = "" if row == row2 else "lower " if row else "upper "
    sideways = "" if column == column2 else "right " if column else "left "
    what = "corner" if vertical and sideways else "side"
    name = cell.format(row or row2, column or column2)
    return f"{vertical}{sideways}{what} of {name}"


def middle_name(place: Place) -> str:
    """A place by the cell in its middle, or by the two on either side of it.

    >>> [middle_name(place) for place in ((2, 3), (2, 3, 3, 3), (2, 3, 3, 4))]
    ['r2c3', 'r2c3/r3c3', 'r2c3/r3c4']
    """
    one, other = (f"r{row}c{column}" for row, column in (place[:2], place[-2:]))
    return one if one == other else f"{one}/{other}"


def with_runs(cells: Sequence[Place], names: Sequence[str]) -> dict[str, list[str]]:
    """Names of cells, at least three in a row or in a column by the first and the last one.

    >>> with_runs([(1, 1), (1, 2), (1, 3), (1, 5)], ["a", "b", "c", "e"])
    {'a to c': ['a', 'b', 'c'], 'e': ['e']}
    """
    name_of, found = dict(zip(cells, names, strict=True)), list[list[Place]]()
    left = set(name_of)
    while left:
        run = max((_run(cell, step, left) for cell in sorted(left) for step in _ON), key=len)
        if len(run) < _RUN:
            break
        found.append(run)
        left -= set(run)
    found += [[cell] for cell in left]
    told = [[name_of[cell] for cell in run] for run in sorted(found)]
    return {f"{own[0]} to {own[-1]}" if own[1:] else own[0]: own for own in told}


def listed_cells(cells: Sequence[Place], names: Sequence[str]) -> str:
    """Cells by their names, those of a layer of a solid together.

    >>> listed_cells([(1, 1, 1), (1, 3, 1), (1, 1, 2)], ["a of floor", "c of floor", "a of top"])
    'a, c of floor and a of top'
    """
    layers: dict[Place, list[tuple[Place, str]]] = {}
    for cell, name in zip(cells, names, strict=True):
        layers.setdefault(cell[2:] if len(cell) == len("rcl") else (), []).append((cell, name))
    told = list[str]()
    for layer, own in sorted(layers.items()):
        within, whole = [cell for cell, _ in own], [name for _, name in own]
        ends = {name.partition(" of ")[2] for name in whole}
        end = f" of {ends.pop()}" if layer and len(ends) == 1 and len(own) > 1 else ""
        if end.strip() in ("", "of"):
            told += with_runs(within, whole)
        else:
            told.append(", ".join(with_runs(within, [x.removesuffix(end) for x in whole])) + end)
    return listed(told)


def _run(cell: Place, step: Place, cells: Collection[Place]) -> list[Place]:
    """Cells from one on, in one direction."""
    run = [cell]
    while len(cell) in (2, 3):  # the third number is the layer
        cell = (cell[0] + step[0], cell[1] + step[1], *cell[2:])
        if cell not in cells:
            break
        run.append(cell)
    return run


def corners(lattice: Lattice, row: int, column: int) -> list[tuple[float, float]]:
    """The corners of a cell, clockwise from the upper left, x and y in sides of a cell, y down.

    >>> corners("square", 0, 2)
    [(2, 0), (3, 0), (3, 1), (2, 1)]
    """
    if lattice == "square":
        return [(column + x, row + y) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))]
    if lattice == "hexagonal":
        half, middle, y = sqrt(3) / 2, (column - row / 2) * sqrt(3), row * 1.5
        ends = (-half, -0.5), (0, -1), (half, -0.5), (half, 0.5), (0, 1), (-half, 0.5)
        return [(middle + right, y + down) for right, down in ends]
    high, middle, top = sqrt(3) / 2, column / 2, row * sqrt(3) / 2
    if (row + column) % 2 == 0:
        return [(middle, top), (middle + 0.5, top + high), (middle - 0.5, top + high)]
    return [(middle - 0.5, top), (middle + 0.5, top), (middle, top + high)]
