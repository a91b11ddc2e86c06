"""A scan that only counts, on boards of at most 64 pieces: what a cell can hold as bits of a word.

The tree is that of :func:`pyasp_puzzles.puzzles.eternity.search.scanning.scan`; pieces that lie on
the board are left out of a list by one ``&``, where that scan looks at each.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pyasp_puzzles.core.compiled import compiled
from pyasp_puzzles.core.optional import need
from pyasp_puzzles.puzzles.eternity.search.tables import (
    COLOUR_MASK,
    KIND_MASK,
    SHIFT_DOWN,
    SHIFT_RIGHT,
    SORT_DOWN,
    SORT_MASK,
    SORT_RIGHT,
    ScanTables,
)

Words = npt.NDArray[np.uint64]

MOST_WORDS = 4_000_000
"""The largest table that is made."""

_KIND, _COLOUR, _SORT = np.uint64(KIND_MASK), np.uint64(COLOUR_MASK), np.uint64(SORT_MASK)
_RIGHT, _DOWN = np.uint64(SHIFT_RIGHT), np.uint64(SHIFT_DOWN)
_SORT_RIGHT, _SORT_DOWN = np.uint64(SORT_RIGHT), np.uint64(SORT_DOWN)
_ZERO, _ONE = np.uint64(0), np.uint64(1)


class CountTables(NamedTuple):
    """Lists of candidates as words.

    Attributes:
        masks: for each entry of ``ScanTables.starts`` the kinds of its candidates, as bits.
        candidates: uint64[entries, kinds], the candidate of each of these kinds.
    """

    masks: Words
    candidates: Words


class CountWalk(NamedTuple):
    """Where a count of a board with n cells is.

    Attributes:
        free: one word, the kinds that are not on the board.
        left: uint64[n], for each cell the kinds that are not tried.
        entry: uint64[n], for each cell the list of its candidates.
        chosen: uint64[n], the candidate on each cell.
    """

    free: Words
    left: Words
    entry: Words
    chosen: Words


def count_tables(tables: ScanTables, colours: int, seed: int | None) -> CountTables | None:
    """The tables as words; ``None``: there are too many kinds, copies, or two looks in a list.

    A seed shuffles the kinds.
    """
    kinds, entries = len(tables.stock), len(tables.starts)
    if kinds > 64 or tables.stock.max(initial=0) > 1 or kinds * entries > MOST_WORDS:
        return None
    first = tables.starts.astype(np.int64)
    size = np.append(first[1:], 0) - first
    size[np.arange(entries) % (colours + 1) == colours] = 0  # the end of a line
    entry = np.repeat(np.arange(entries), size)
    index = np.arange(len(entry)) + np.repeat(first - np.cumsum(size) + size, size)
    old = tables.candidates[index]
    there = tables.stock[old & KIND_MASK] > 0
    entry, old = entry[there], old[there]
    order = np.arange(kinds) if seed is None else np.random.default_rng(seed).permutation(kinds)
    kind = order[old & KIND_MASK]
    if len(np.unique(entry * kinds + kind)) < len(entry):
        return None
    masks, candidates = np.zeros(entries, np.uint64), np.zeros((entries, kinds), np.uint64)
    np.bitwise_or.at(masks, entry, _ONE << kind.astype(np.uint64))
    candidates[entry, kind] = (old & ~KIND_MASK) | kind
    return CountTables(masks, candidates)


def count_walk(tables: CountTables, cells: int) -> CountWalk:
    """The walk before its first node."""
    every = np.bitwise_or.reduce(tables.masks, keepdims=True)
    return CountWalk(every, *(np.zeros(cells, np.uint64) for _ in range(3)))


def _lowest(_context: Any, word: Any) -> tuple[Any, Any]:
    """The place of the lowest bit of a word that is not 0: one instruction."""

    def made(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        ir = need("llvmlite.ir")
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return word(word), made


lowest = need("numba.extending").intrinsic(_lowest)


@compiled
def count_on(
    scan: ScanTables,
    tables: CountTables,
    walk: CountWalk,
    supply: Any,
    above: Any,
    numbers: Any,
    most: int,
) -> None:
    """Go on with a count through at most so many steps; ``numbers`` are those of ``ScanState``."""
    cells, lines, width = scan.cells, scan.lines, np.uint64(scan.width)
    masks, candidates = tables.masks, tables.candidates
    left, entry, chosen = walk.left, walk.entry, walk.chosen
    last, free, over = np.uint64(cells.size - 1), walk.free[0], False
    nodes, found, steps = 0, 0, 0
    d = np.uint64(max(0, numbers[0]))
    if numbers[0] < 0:
        entry[0] = lines[cells[0]]
        left[0] = masks[entry[0]] & free
    while not over and steps < most:
        steps += 1
        untried, own, placed = left[d], candidates[entry[d]], False
        c, s, t = _ZERO, _ZERO, _ZERO
        while untried:
            c = own[lowest(untried)]
            untried &= untried - _ONE
            s, t = (c >> _SORT_RIGHT) & _SORT, (c >> _SORT_DOWN) & _SORT
            if supply[s] > 0 and supply[t] > 0 and (s != t or supply[s] > 1):
                placed = True
                break
        left[d] = untried
        if not placed:
            over = d == _ZERO
            if not over:
                d -= _ONE
                c = chosen[d]
                free |= _ONE << (c & _KIND)
                supply[(c >> _SORT_RIGHT) & _SORT] += 1
                supply[(c >> _SORT_DOWN) & _SORT] += 1
            continue
        nodes += 1
        if d == last:
            found += 1
            continue
        supply[s] -= 1
        supply[t] -= 1
        free ^= _ONE << (c & _KIND)
        chosen[d] = c
        above[d + width] = (c >> _DOWN) & _COLOUR
        d += _ONE
        entry[d] = np.uint64(lines[np.uint64(cells[d]) + np.uint64(above[d])]) + (
            (c >> _RIGHT) & _COLOUR
        )
        left[d] = masks[entry[d]] & free
    walk.free[0] = free
    numbers[0] = -2 if over else np.int64(d)
    numbers[1] += nodes
    numbers[2] += found
