"""Probes of the tree of the scan: how many boards are filled up to each cell.

It needs numba when it is imported. The method is that of
:class:`pyasp_puzzles.engines.encoding.Prober`.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np

from pyasp_puzzles.core.compiled import compiled
from pyasp_puzzles.engines.encoding import Probe
from pyasp_puzzles.puzzles.eternity.instance import Instance
from pyasp_puzzles.puzzles.eternity.scan.plan import plan
from pyasp_puzzles.puzzles.eternity.scan.tables import (
    COLOUR_MASK,
    DOWN,
    KIND_MASK,
    RIGHT,
    SORT_DOWN,
    SORT_MASK,
    SORT_RIGHT,
    ScanTables,
    tables,
)
from pyasp_puzzles.work.deadline import Late

if TYPE_CHECKING:
    from numpy.typing import NDArray


@compiled
def children(
    cell: int,
    column: int,
    cells: NDArray[np.uint32],
    lines: NDArray[np.uint32],
    starts: NDArray[np.uint32],
    candidates: NDArray[np.int64],
    boards: int,
    stock: NDArray[np.int16],
    supply: NDArray[np.int16],
    above: NDArray[np.uint32],
    left: NDArray[np.uint32],
    kept: NDArray[np.int64],
    start: float,
    step: float,
) -> int:
    """Count the ways to fill one more cell of some boards, and keep every so many-th of them.

    Args:
        cell: the cell in reading order; all cells before it are filled.
        column: its column, from 0.
        cells, lines, starts, candidates: of the board, see
            :class:`pyasp_puzzles.puzzles.eternity.scan.tables.ScanTables`.
        boards: number of boards b; the arrays may have room for more.
        stock: int16[b, kinds], pieces of each kind that are not on the board.
        supply: int16[b, sorts], joints of each sort that no piece on the board has used.
        above: uint32[b, columns], the colours below the last filled cell of each column.
        left: uint32[b], the colour to the left of the cell.
        kept: int64[k, 2], takes boards and candidates; with k = 0 none are kept.
        start, step: ways number ``start``, ``start + step``, ... (rounded down) are kept.

    Returns:
        The number of ways.
    """
    found, taken = 0, 0
    wanted = int(start)
    for b in range(boards):
        x = lines[cells[cell] + above[b, column]] + left[b]
        for p in range(starts[x], starts[x + 1]):
            c = candidates[p]
            if stock[b, c & KIND_MASK] == 0:
                continue
            s, t = (c >> SORT_RIGHT) & SORT_MASK, (c >> SORT_DOWN) & SORT_MASK
            if s == t:
                if supply[b, s] < 2:
                    continue
            elif supply[b, s] < 1 or supply[b, t] < 1:
                continue
            if taken < kept.shape[0] and found == wanted:
                kept[taken, 0], kept[taken, 1] = b, c
                taken += 1
                wanted = int(start + taken * step)
            found += 1
    return found


@compiled
def fill(
    column: int,
    kept: NDArray[np.int64],
    stock: NDArray[np.int16],
    supply: NDArray[np.int16],
    above: NDArray[np.uint32],
    left: NDArray[np.uint32],
    new_stock: NDArray[np.int16],
    new_supply: NDArray[np.int16],
    new_above: NDArray[np.uint32],
    new_left: NDArray[np.uint32],
) -> None:
    """Make the boards with one more cell filled.

    Args:
        column: of the cell, from 0.
        kept: int64[k, 2], old boards and candidates.
        stock, supply, above, left: of the old boards, see :func:`children`.
        new_stock, new_supply, new_above, new_left: take the new boards.
    """
    for i in range(kept.shape[0]):
        b, c = kept[i, 0], kept[i, 1]
        new_stock[i, :] = stock[b, :]
        new_supply[i, :] = supply[b, :]
        new_above[i, :] = above[b, :]
        new_stock[i, c & KIND_MASK] -= 1
        new_supply[i, (c >> SORT_RIGHT) & SORT_MASK] -= 1
        new_supply[i, (c >> SORT_DOWN) & SORT_MASK] -= 1
        new_above[i, column] = (c >> DOWN) & COLOUR_MASK
        new_left[i] = (c >> RIGHT) & COLOUR_MASK


class BoardProbes:
    """Probes of the scan of one board.

    Args:
        symmetry: the kind of symmetry, to search for one answer of each class; empty for all.

    Raises:
        MisfitError: the scan does not know this symmetry of the board.
    """

    def __init__(self, instance: Instance, symmetry: str) -> None:
        found = plan(instance, symmetry)
        made = (tables(found.board, part) for part in found.parts)
        self._parts = [each for each in made if each.answerable]
        self._images = len(found.turns)

    def probe(self, width: int, seed: int, late: Late) -> Probe | None:
        """Fill the board cell by cell, with at most ``width`` boards at a time.

        See :meth:`pyasp_puzzles.engines.encoding.Prober.probe`.
        """
        nodes, answers, visited, whole = 0.0, 0.0, 0, True
        for number, part in enumerate(self._parts):
            walked = _walked(part, width, random.Random(f"{seed} {number}"), late)
            if walked is None:
                return None
            nodes += walked.nodes
            answers += walked.answers * self._images
            visited += walked.visited
            whole = whole and walked.whole
        return Probe(nodes, answers, visited, whole)


def _walked(made: ScanTables, width: int, choose: random.Random, late: Late) -> Probe | None:
    """The probe of one part of the search."""
    size, columns = made.cells.size, made.width
    board = (made.cells, made.lines, made.starts, made.candidates)
    kinds, sorts = made.stock.size, made.supply.size
    old, new = (
        (
            np.zeros((width, kinds), np.int16),
            np.zeros((width, sorts), np.int16),
            np.zeros((width, columns), np.uint32),
            np.zeros(width, np.uint32),
        )
        for _ in range(2)
    )
    old[0][0], old[1][0] = made.stock, made.supply
    none = np.zeros((0, 2), np.int64)
    boards, weight, nodes, visited, whole = 1, 1.0, 0.0, 0, True
    for cell in range(size):
        if late():
            return None
        column = cell % columns
        before = boards
        ways = children(cell, column, *board, before, *old, none, 0.0, 1.0)
        nodes += weight * ways
        visited += ways
        if not ways:
            return Probe(nodes, 0.0, visited, whole)
        boards = min(ways, width)
        step = ways / boards
        kept = np.zeros((boards, 2), np.int64)
        start = choose.random() * step if ways > width else 0.0
        children(cell, column, *board, before, *old, kept, start, step)
        fill(column, kept, *old, *new)
        old, new = new, old
        weight *= step
        whole = whole and ways <= width
    return Probe(nodes, weight * boards, visited, whole)
