"""Strongly connected components."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping


def components(graph: Mapping[int, Iterable[int]]) -> list[list[int]]:
    """The strongly connected components of a directed graph, successors before predecessors.

    Tarjan, "Depth-first search and linear graph algorithms" (SIAM J. Comput. 1972), without
    recursion: a chain of atoms may be longer than Python's recursion limit.

    Args:
        graph: the successors of each node; successors that are no nodes are ignored.

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
