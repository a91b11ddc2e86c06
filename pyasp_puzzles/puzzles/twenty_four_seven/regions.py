"""What the SAT and CP encodings of Twenty Four Seven share: regions, cuts, and where to begin."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from pyasp_puzzles.puzzles.twenty_four_seven.format import Cell, Instance


def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """The four places that share a side with a cell."""
    row, column = cell
    return (row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)


def regions(filled: Iterable[Cell]) -> list[set[Cell]]:
    """Some cells, parted into connected regions."""
    left = set(filled)
    found = []
    while left:
        region: set[Cell] = set()
        frontier = {min(left)}
        while frontier:
            region |= frontier
            frontier = {near for cell in frontier for near in neighbours(cell)} & left - region
        left -= region
        found.append(region)
    return found


def cuts(instance: Instance, filled: Iterable[Cell]) -> list[tuple[set[Cell], set[Cell]]]:
    """What a board in several regions breaks: for each region, its cells and those around it.

    While the cells around are empty, all cells of the region are.  For if one of them is filled,
    then so are only cells of this region, since nothing connects it with the others.  But the
    region lacks a cell that some line of the board has, and every line has the same number of
    filled cells in every answer, so that this line has too few.

    Args:
        instance: the puzzle.
        filled: filled cells, in every line of a grid as many as there have to be.

    Returns:
        Pairs (region, cells around it on the board); none if there is just one region.
    """
    parts = regions(filled)
    if len(parts) < 2:
        return []
    around = [{near for cell in part for near in neighbours(cell)} - part for part in parts]
    return [(part, rim & instance.cells) for part, rim in zip(parts, around, strict=True)]


def most_filled(instance: Instance) -> int:
    """A bound on the number of filled cells of the whole board.

    The rows of the board are covered by rows of grids, and each of these has ``filled``; likewise
    the columns.
    """
    totals = []
    for axis in (0, 1):
        starts: dict[int, set[int]] = {}
        for corner in instance.grids:
            for index in range(corner[axis], corner[axis] + instance.size):
                starts.setdefault(index, set()).add(corner[1 - axis])
        pieces = 0
        for line in starts.values():
            end = 0  # of the cover so far; the last grid that begins within reach takes it on
            for start, following in pairwise([*sorted(line), 10**9]):
                if following > end + 1:
                    pieces += 1
                    end = start + instance.size - 1
        totals.append(pieces * instance.filled)
    return min(totals)


def roots(instance: Instance) -> list[Cell]:
    """Where the region is looked at from: the given nearest to the centre, if there is one.

    Otherwise the cells of the first row of a grid, of which the first filled one is the root; the
    last ``filled - 1`` of them cannot be.
    """
    middle = instance.rows + 1, instance.columns + 1
    givens = [(row, column) for row, column, _ in instance.givens]
    if givens:
        return [min(givens, key=lambda c: abs(2 * c[0] - middle[0]) + abs(2 * c[1] - middle[1]))]
    row, column = instance.grids[0]
    return [(row, column + i) for i in range(instance.size - instance.filled + 1)]


def distance(cell: Cell, other: Cell) -> int:
    return abs(cell[0] - other[0]) + abs(cell[1] - other[1])
