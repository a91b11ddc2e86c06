"""Connected regions of cells on any board, strongly connected components, groups by keys."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import TypeVar

C = TypeVar("C", bound=Hashable)
V = TypeVar("V")


def neighbours(cell: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """The four cells of a square grid that share a side with a cell (row, column)."""
    row, column = cell
    return (row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)


def regions(cells: Iterable[C], around: Callable[[C], Iterable[C]]) -> list[set[C]]:
    """The connected regions of cells, in the order of their first cells; ``around``: neighbours.

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


def components(graph: Mapping[int, Iterable[int]]) -> list[list[int]]:
    """The strongly connected components of a directed graph, successors before predecessors.

    Tarjan, "Depth-first search and linear graph algorithms" (1972), without recursion.  Successors
    that are no nodes are ignored.

    >>> components({1: [2], 2: [3], 3: [2]})
    [[3, 2], [1]]
    """
    found: list[list[int]] = []
    index: dict[int, int] = {}
    low: dict[int, int] = {}  # least index that each node on the stack reaches
    stack: list[int] = []
    for root in graph:
        if root in index:
            continue
        path: list[tuple[int, Iterator[int]]] = []
        following: int | None = root
        while following is not None or path:
            if following is not None:
                index[following] = low[following] = len(index)
                stack.append(following)
                path.append((following, iter(graph[following])))
            node, successors = path[-1]
            following = None
            for successor in successors:
                if successor not in graph:
                    continue
                if successor not in index:
                    following = successor
                    break
                if successor in low:
                    low[node] = min(low[node], index[successor])
            if following is not None:
                continue
            path.pop()
            if path:
                parent = path[-1][0]
                low[parent] = min(low[parent], low[node])
            if low[node] == index[node]:
                component: list[int] = []
                while not component or component[-1] != node:
                    component.append(stack.pop())
                    del low[component[-1]]
                found.append(component)
    return found


def by_key(pairs: Iterable[tuple[C, V]]) -> dict[C, list[V]]:
    """The values of each key; keys and values come in the order of the pairs.

    >>> by_key([("b", 1), ("a", 2), ("b", 3)])
    {'b': [1, 3], 'a': [2]}
    """
    found: dict[C, list[V]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found
