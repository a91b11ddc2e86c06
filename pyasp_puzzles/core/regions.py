"""Connected regions of cells, on any board."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

C = TypeVar("C", bound=Hashable)


def neighbours(cell: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    """The four cells of a square grid that share a side with a cell (row, column)."""
    row, column = cell
    return (row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)


def regions(cells: Iterable[C], around: Callable[[C], Iterable[C]]) -> list[set[C]]:
    """Split cells into connected regions.

    Args:
        cells: the cells; repetitions count once.
        around: the neighbours of a cell; those that are not in ``cells`` are left out.

    Returns:
        The regions, in the order in which ``cells`` has their first cells.

    >>> [sorted(region) for region in regions([(1, 1), (3, 1), (1, 2)], neighbours)]
    [[(1, 1), (1, 2)], [(3, 1)]]
    """
    rest = dict.fromkeys(cells)
    found = []
    while rest:
        first = next(iter(rest))
        del rest[first]
        region, border = {first}, [first]
        while border:
            for cell in around(border.pop()):
                if cell in rest:
                    del rest[cell]
                    region.add(cell)
                    border.append(cell)
        found.append(region)
    return found
