"""The kernel of the scan: depth-first search, cell by cell, in machine code.

It needs numba when it is imported. :mod:`pyasp_puzzles.puzzles.eternity.scan.tables` describes the
arrays of the board, and packs a candidate into a number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyasp_puzzles.core.compiled import compiled
from pyasp_puzzles.puzzles.eternity.scan.tables import (
    COLOUR_MASK,
    DOWN,
    KIND_MASK,
    RIGHT,
    SORT_DOWN,
    SORT_MASK,
    SORT_RIGHT,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DEPTH, NODES, FOUND = 0, 1, 2
"""Places in the state."""
UNBEGUN, EXHAUSTED = -1, -2
"""Depths of a search before its first and after its last node."""


@compiled
def scan(
    width: int,
    cells: NDArray[np.uint32],
    lines: NDArray[np.uint32],
    starts: NDArray[np.uint32],
    candidates: NDArray[np.int64],
    stock: NDArray[np.int16],
    supply: NDArray[np.int16],
    following: NDArray[np.uint32],
    ends: NDArray[np.uint32],
    above: NDArray[np.uint32],
    state: NDArray[np.int64],
    answers: NDArray[np.int32],
    most: int,
) -> None:
    """Go on with a search, until it has looked at ``most`` candidates or ``answers`` is full.

    Args:
        width: columns of the board; it has n cells in reading order.
        cells, lines, starts, candidates: of the board, see
            :class:`pyasp_puzzles.puzzles.eternity.scan.tables.Tables`; they are only read.
        stock: pieces of each kind that are not on the board.
        supply: joints of each sort that no piece on the board has used.
        following: uint32[n], for each cell the next candidate to try.
        ends: uint32[n], for each cell where its candidates end.
        above: uint32[n + width], for each cell the colour above it.
        state: int64[3], the depth (cells that are filled), the nodes (pieces placed) and the
            answers so far.
        answers: int32[a, n], takes for each answer of this call the candidate on each cell; with
            a = 0 answers are only counted.
        most: candidates to look at.
    """
    last = cells.size - 1
    d = state[DEPTH]
    nodes, found, looked, taken = 0, 0, 0, 0
    k, r, b, s, t = 0, 0, 0, 0, 0  # kind, colours to the right and below, sorts of these joints
    if d == UNBEGUN:
        d = 0
        x = lines[cells[0]]
        following[0], ends[0] = starts[x], starts[x + 1]
    while d >= 0 and looked < most:
        p, end = following[d], ends[d]
        looked += end - p + 1
        placed = False
        while p < end:
            c = candidates[p]
            p += 1
            k = c & KIND_MASK
            if stock[k] == 0:
                continue
            s, t = (c >> SORT_RIGHT) & SORT_MASK, (c >> SORT_DOWN) & SORT_MASK
            if supply[s] > 0 and supply[t] > 0 and (s != t or supply[s] > 1):
                supply[s] -= 1
                supply[t] -= 1
                placed = True
                break
        looked -= end - p
        following[d] = p
        if not placed:
            d -= 1
            if d >= 0:
                c = candidates[following[d] - 1]
                stock[c & KIND_MASK] += 1
                supply[(c >> SORT_RIGHT) & SORT_MASK] += 1
                supply[(c >> SORT_DOWN) & SORT_MASK] += 1
            continue
        nodes += 1
        if d == last:
            found += 1
            supply[s] += 1
            supply[t] += 1
            if answers.shape[0] > 0:
                for i in range(last + 1):
                    answers[taken, i] = following[i] - 1
                taken += 1
                if taken == answers.shape[0]:
                    break
            continue
        stock[k] -= 1
        r, b = (c >> RIGHT) & COLOUR_MASK, (c >> DOWN) & COLOUR_MASK
        above[d + width] = b
        d += 1
        x = lines[cells[d] + above[d]] + r
        following[d], ends[d] = starts[x], starts[x + 1]
    state[DEPTH] = d if d >= 0 else EXHAUSTED
    state[NODES] += nodes
    state[FOUND] += found
