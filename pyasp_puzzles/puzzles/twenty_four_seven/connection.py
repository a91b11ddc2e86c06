"""Connection of filled cells, as the SAT and CP encodings share it: roots, bounds and cuts."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from pyasp_puzzles.core.regions import neighbours, regions
from pyasp_puzzles.puzzles.twenty_four_seven.instance import Cell, NumberGridBoard


def cuts(instance: NumberGridBoard, filled: Iterable[Cell]) -> list[tuple[set[Cell], set[Cell]]]:
    """The cuts that a board with several regions breaks: each region and the cells around it.

    A cut says: if all cells around the region are empty, then so are all cells of the region.
    Proof: let the cells around be empty and a cell of the region be filled. The filled cells are
    connected, so all of them lie in the region. The region does not have all filled cells of this
    board, so some line has fewer filled cells in it than the puzzle demands.

    Args:
        instance: the puzzle.
        filled: filled cells; every line of a grid has its number of them.

    Returns:
        Pairs (region, cells around it on the board); none if there is just one region.
    """
    parts = regions(sorted(filled), neighbours)
    if len(parts) < 2:
        return []
    around = [{near for cell in part for near in neighbours(cell)} - part for part in parts]
    return [(part, rim & instance.cells) for part, rim in zip(parts, around, strict=True)]


def most_filled(instance: NumberGridBoard) -> int:
    """A bound on the number of filled cells of the whole board.

    Rows of grids cover each row of the board, and each of them has ``filled`` filled cells. The
    same holds for columns; the smaller sum is the bound.
    """
    totals = []
    for axis in (0, 1):
        starts: dict[int, set[int]] = {}
        for corner in instance.grids:
            for index in range(corner[axis], corner[axis] + instance.size):
                starts.setdefault(index, set()).add(corner[1 - axis])
        pieces = 0
        for line in starts.values():
            end = 0  # of the cover so far; the last grid that begins by end + 1 extends it
            for start, following in pairwise([*sorted(line), 10**9]):
                if following > end + 1:
                    pieces += 1
                    end = start + instance.size - 1
        totals.append(pieces * instance.filled)
    return min(totals)


def roots(instance: NumberGridBoard) -> list[Cell]:
    """The cells that may be the root of the region: the first filled one of them is.

    If there are givens, the only one is the given nearest to the centre. Otherwise they are the
    cells of the first row of a grid without its last ``filled - 1`` cells.
    """
    middle = instance.rows + 1, instance.columns + 1
    givens = [(row, column) for row, column, _ in instance.givens]
    if givens:
        return [min(givens, key=lambda c: abs(2 * c[0] - middle[0]) + abs(2 * c[1] - middle[1]))]
    row, column = instance.grids[0]
    return [(row, column + i) for i in range(instance.size - instance.filled + 1)]
