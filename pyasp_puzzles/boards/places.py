"""Which places of a board are next to which: cells, edges and corners."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import groupby, takewhile

from pyasp_puzzles.core.regions import by_key, neighbours, regions
from pyasp_puzzles.pictures.positions import STEPS as STEPS
from pyasp_puzzles.pictures.positions import Place as Place
from pyasp_puzzles.pictures.positions import middle_name as middle_name
from pyasp_puzzles.pictures.positions import place_name as place_name

MOTIONS: Mapping[str, Callable[[int, int, int, int], Place]] = {
    "half-turn": lambda r, c, rows, columns: (rows + 1 - r, columns + 1 - c),
    "quarter-turn": lambda r, c, rows, _: (c, rows + 1 - r),
    "left-right": lambda r, c, _, columns: (r, columns + 1 - c),
    "up-down": lambda r, c, rows, _: (rows + 1 - r, c),
    "diagonal": lambda r, c, _rows, _columns: (c, r),
}
"""Motions of a board: the image of a cell."""
SQUARE_MOTIONS = "quarter-turn", "diagonal"
"""Those that need as many rows as columns."""


def orbit(place: Place, motion: str, rows: int, columns: int) -> list[Place]:
    """The images of a place under a motion of a board, itself first.

    >>> orbit((1, 1, 1, 2), "quarter-turn", 3, 3)
    [(1, 1, 1, 2), (1, 3, 2, 3), (3, 2, 3, 3), (2, 1, 3, 1)]
    """
    found: list[Place] = []
    while place not in found:
        found.append(place)
        pairs = zip(place[::2], place[1::2], strict=True)
        cells = [MOTIONS[motion](r, c, rows, columns) for r, c in pairs]
        ends = list(zip(*cells, strict=True))
        place = (*map(min, ends), *map(max, ends))[: len(place)]
    return found


def between(cell: Place, other: Place) -> Place:
    """The edge of two neighbours.

    >>> between((2, 2), (1, 2))
    (1, 2, 2, 2)
    """
    return (*min(cell, other), *max(cell, other))


def sides(cell: Place) -> list[Place]:
    """The edges of a cell: up, right, down, left."""
    return [between(cell, (cell[0] + down, cell[1] + right)) for down, right in STEPS]


def edges(cells: Iterable[Place]) -> list[Place]:
    """The edges of some cells, the outer ones included, sorted."""
    return sorted({edge for cell in cells for edge in sides(cell)})


def in_view(cell: Place, open_: Collection[Place]) -> list[Place]:
    """What a cell sees in its row and its column: others, each way up to one that is not open.

    >>> in_view((1, 2), [(1, 1), (1, 2), (2, 2), (1, 4)])
    [(2, 2), (1, 1)]
    """
    found: list[Place] = []
    for down, right in STEPS:
        at = cell[0] + down, cell[1] + right
        while at in open_:
            found.append(at)
            at = at[0] + down, at[1] + right
    return found


def links(cells: Iterable[Place]) -> list[Place]:
    """The edges between two of the cells, sorted."""
    inside = set(cells)
    pairs = ((r, c, *other) for r, c in sorted(inside) for other in ((r, c + 1), (r + 1, c)))
    return [edge for edge in pairs if edge[2:] in inside]


def parts(cells: Iterable[Place]) -> list[set[Place]]:
    """The connected parts of some cells, in the order of their first cells.

    >>> [sorted(part) for part in parts([(1, 1), (2, 2), (1, 2)])]
    [[(1, 1), (1, 2), (2, 2)]]
    """
    return regions(sorted(cells), lambda cell: neighbours((cell[0], cell[1])))


def blocks(cells: Iterable[Place]) -> list[Place]:
    """The first cells of the blocks of 2 x 2 cells, sorted.

    >>> blocks([(1, 1), (1, 2), (2, 1), (2, 2), (2, 3)])
    [(1, 1)]
    """
    return [crossing[:2] for crossing in crossings(cells)]


def corners(cells: Iterable[Place]) -> list[Place]:
    """The corners of some cells, the outer ones included, sorted."""
    return sorted(
        {(r + i, c + j, r + i + 1, c + j + 1) for r, c in cells for i in (-1, 0) for j in (-1, 0)}
    )


def crossings(cells: Iterable[Place]) -> list[Place]:
    """The corners at which four of the cells meet, sorted."""
    inside = set(cells)
    blocks = ((r, c, r + 1, c + 1) for r, c in sorted(inside))
    return [at for at in blocks if {at[2:], (at[0], at[3]), (at[2], at[1])} <= inside]


def spots(cells: Iterable[Place]) -> list[Place]:
    """The cells, the edges between two of them, and the corners between four, sorted."""
    inside = set(cells)
    return sorted([*inside, *links(inside), *crossings(inside)])


IN_DRAWINGS: Mapping[object, str] = {
    corners: "corner of cells (one row and one column more than cells)",
    crossings: "corner of four cells (one row and one column less than cells)",
    edges: "side of a cell (twice as many rows and columns as cells, and one more)",
    links: "side of two cells (twice as many rows and columns as cells, less one)",
    spots: "cell, side or corner between cells (twice as many rows and columns, less one)",
}
"""What places of some cells are in drawings of files, by the function that finds them."""


def ends(edge: Place) -> tuple[Place, Place]:
    """The corners at the two ends of an edge.

    >>> ends((1, 1, 1, 2))
    ((0, 1, 1, 2), (1, 1, 2, 2))
    """
    row, column, row2, column2 = edge
    if row == row2:
        return (row - 1, column, row, column2), (row, column, row + 1, column2)
    return (row, column - 1, row2, column), (row, column, row2, column + 1)


def lines(rows: int, columns: int) -> dict[str, list[Place]]:
    """The cells of each row and column of a grid, by its name.

    >>> lines(1, 2)
    {'Row 1': [(1, 1), (1, 2)], 'Column 1': [(1, 1)], 'Column 2': [(1, 2)]}
    """
    down, right = range(1, rows + 1), range(1, columns + 1)
    found: dict[str, list[Place]] = {f"Row {r}": [(r, c) for c in right] for r in down}
    return found | {f"Column {c}": [(r, c) for r in down] for c in right}


def segments(line: Iterable[Place], cells: Collection[Place]) -> list[list[Place]]:
    """The longest runs of cells in a line.

    >>> segments([(1, 1), (1, 2), (1, 3)], {(1, 1), (1, 3)})
    [[(1, 1)], [(1, 3)]]
    """
    return [list(run) for inside, run in groupby(line, cells.__contains__) if inside]


def runs(cells: Collection[Place]) -> list[tuple[Place, list[Place]]]:
    """The longest runs of some cells along rows and columns: the step of each, and its cells.

    >>> runs([(1, 1), (1, 2), (3, 1)])[:2]
    [((0, 1), [(1, 1), (1, 2)]), ((0, 1), [(3, 1)])]
    """
    found: list[tuple[Place, list[Place]]] = []
    for down, right in ((0, 1), (1, 0)):
        for r, c in sorted(cells):
            if (r - down, c - right) not in cells:
                way = ((r + down * i, c + right * i) for i in range(len(cells)))
                found.append(((down, right), list(takewhile(cells.__contains__, way))))
    return found


def cells_by_name(rows: Iterable[tuple[int, int, str]]) -> dict[str, list[Place]]:
    """The cells of each region, from rows of a cell and the name of its region.

    >>> cells_by_name([(1, 1, "A"), (1, 2, "B"), (2, 1, "A")])
    {'A': [(1, 1), (2, 1)], 'B': [(1, 2)]}
    """
    return by_key((name, (row, column)) for row, column, name in rows)


def short_name(place: Place) -> str:
    """A place by its cells.

    >>> short_name((1, 2)), short_name((1, 2, 1, 3))
    ('r1c2', 'r1c2-r1c3')
    """
    if len(place) % 2:
        return str(place if len(place) > 1 else place[0])
    return "-".join(f"r{r}c{c}" for r, c in zip(place[::2], place[1::2], strict=True))


def joined(lines: Iterable[Place]) -> dict[Place, list[Place]]:
    """The cells that lines join to each cell.

    >>> joined([(1, 1, 1, 2), (1, 2, 2, 2)])
    {(1, 1): [(1, 2)], (1, 2): [(1, 1), (2, 2)], (2, 2): [(1, 2)]}
    """
    near: dict[Place, list[Place]] = {}
    for line in lines:
        for cell, other in ((line[:2], line[2:4]), (line[2:4], line[:2])):
            near.setdefault(cell, []).append(other)
    return near


def chains(lines: Iterable[Place]) -> list[set[Place]]:
    """The chains of cells that lines make, in the order of their first cells.

    >>> [sorted(chain) for chain in chains([(1, 1, 1, 2), (1, 2, 2, 2), (3, 1, 3, 2)])]
    [[(1, 1), (1, 2), (2, 2)], [(3, 1), (3, 2)]]
    """
    near = joined(lines)
    return regions(sorted(near), near.__getitem__)
