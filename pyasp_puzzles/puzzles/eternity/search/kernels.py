"""The compiled kernels: the scan goes on with a search; the beam values and writes a level.

A state of the beam is a row of words, see :class:`StateLayout`; ``fields`` is the same memory as
numbers. ``s`` is the index of a state, ``row`` a candidate's row in ``BeamTables.rows``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pyasp_puzzles.core.compiled import compiled, inlined
from pyasp_puzzles.puzzles.eternity.search.board import DOWN, LEFT, RIGHT, UP
from pyasp_puzzles.puzzles.eternity.search.tables import (
    BIT,
    COLOUR_MASK,
    ENTRIES,
    INNER_PAIRS,
    KIND_MASK,
    LOOK,
    RIM_PAIRS,
    SHIFT_DOWN,
    SHIFT_RIGHT,
    SORT_DOWN,
    SORT_MASK,
    SORT_RIGHT,
    BeamTables,
    Ints,
    ScanTables,
)

DEPTH, NODES, FOUND = range(3)
"""Places in ``ScanState.numbers``: cells that are filled, pieces placed, answers."""
UNBEGUN, EXHAUSTED = -1, -2
"""Depths of a search before its first and after its last node."""


class ScanState(NamedTuple):
    """How far the search of a board with n cells has come.

    Attributes:
        stock: pieces of each kind that are not on the board.
        supply: joints of each sort that no piece on the board has used.
        following: uint32[n], for each cell the next candidate to try.
        ends: uint32[n], for each cell where its candidates end.
        above: uint32[n + width], for each cell the colour above it.
        numbers: int64[3].
        answers: int32[a, n], takes for each answer of a call the candidate on each cell; with
            a = 0 answers are only counted.
    """

    stock: npt.NDArray[np.int16]
    supply: npt.NDArray[np.int16]
    following: npt.NDArray[np.uint32]
    ends: npt.NDArray[np.uint32]
    above: npt.NDArray[np.uint32]
    numbers: Ints
    answers: npt.NDArray[np.int32]


@compiled
def scan(tables: ScanTables, state: ScanState, most: int) -> None:
    """Go on with a search, until it has looked at ``most`` candidates or ``answers`` is full."""
    cells, lines, starts = tables.cells, tables.lines, tables.starts
    candidates, width = tables.candidates, tables.width
    stock, supply, above = state.stock, state.supply, state.above
    following, ends, answers = state.following, state.ends, state.answers
    last = cells.size - 1
    d = state.numbers[DEPTH]
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
        r, b = (c >> SHIFT_RIGHT) & COLOUR_MASK, (c >> SHIFT_DOWN) & COLOUR_MASK
        above[d + width] = b
        d += 1
        x = lines[cells[d] + above[d]] + r
        following[d], ends[d] = starts[x], starts[x + 1]
    state.numbers[DEPTH] = d if d >= 0 else EXHAUSTED
    state.numbers[NODES] += nodes
    state.numbers[FOUND] += found


# the beam


NEW, NONE = -2, -1
"""In place of a slot: a side of the piece that is placed now; no side."""
BINS = 1 << 14
"""Bins of the histogram of values."""
PER_UNIT = 16
"""Bins for a value of 1."""
COUNT, LIMIT, FOUND_ROWS, OUT, TIES, ROOM, SEEN, SEED = range(8)
"""Places in ``Buffer.status``."""

MIX = (0x1E3779B97F4A7C15, 0x42B2AE3D27D4EB4F, 0x27D4EB2F165667C5)
"""Odd numbers that make random bits of a state and a candidate."""


class Around(NamedTuple):
    """A cell and what is known of the sides above it and to its left.

    Attributes:
        domain: of the cell; NONE: there is no cell.
        up_slot: the field of a state that has the side above, NEW or NONE.
        up_colour: of a hint above; 0: none.
        left_slot, left_colour: the same to the left.
    """

    domain: int = NONE
    up_slot: int = NONE
    up_colour: int = 0
    left_slot: int = NONE
    left_colour: int = 0


class BeamLevel(NamedTuple):
    """What the kernels have to know of a level.

    Attributes:
        cell, ahead: the cell that is filled, and the next one.
        right_slot: the field in which a new state keeps the right side; NONE: nobody needs it.
        right_sort: the sort of the side that has to match it.
        right_colour: of a hint to the right; 0: none.
        down_slot, down_sort, down_colour: the same below.
        open: int64, fields of the other open sides.
        demand: int64, the entries that open sides of hints need.
        supply: float32, what an open side is worth, by the number of sides left that match it.
        drop: float32, what it loses when one of these is used.
        break_cost, noise, dead_end: as in :mod:`.beaming`.
        rim, inner, cross: weights of evenness along the rim, inside and of edge cells against
            inner ones.
        reach: the most that two new open sides are worth.
        origin: the value at the first bin.
        floor: the fewest breaks of a parent.
        most: the breaks above that a child may have.
        parts: 4 if both joints of a piece may break, else 3.
        width: so many states are kept.
    """

    cell: Around
    ahead: Around
    right_slot: int
    right_sort: int
    right_colour: int
    down_slot: int
    down_sort: int
    down_colour: int
    open: Ints
    demand: Ints
    supply: npt.NDArray[np.float32]
    drop: npt.NDArray[np.float32]
    break_cost: float
    noise: float
    dead_end: float
    rim: float
    inner: float
    cross: float
    reach: float
    origin: float
    floor: int
    most: int
    parts: int
    width: int


class Buffer(NamedTuple):
    """The children of a level that may be kept.

    Attributes:
        value: int32, the bin of each child's value.
        state: int32, its parent.
        row: int32, its candidate.
        histogram: int64, children by bin.
        status: int64: ``COUNT`` of children, ``LIMIT``: the last bin that is kept,
            ``FOUND_ROWS``: candidates in ``found``, ``OUT``: states written, ``TIES``: children in
            the last bin, ``ROOM`` for them, ``SEEN``: of them, ``SEED``.
        costs: float32, scratch, a number for each entry and one more.
        found: int32, scratch, a number for each candidate.
    """

    value: npt.NDArray[np.int32]
    state: npt.NDArray[np.int32]
    row: npt.NDArray[np.int32]
    histogram: Ints
    status: Ints
    costs: npt.NDArray[np.float32]
    found: npt.NDArray[np.int32]


@compiled
def cut(histogram: Any, width: int) -> int:
    """The first bin up to which there are more than ``width`` children; the last bin if none."""
    total = 0
    for bin in range(BINS - 1):
        total += histogram[bin]
        if total > width:
            return bin
    return BINS - 1


@compiled
def shrink(buffer: Buffer, width: int) -> None:
    """Drop the children that are not among the best; those of the last bin by order."""
    status, histogram = buffer.status, buffer.histogram
    limit = cut(histogram, width)
    room = width - histogram[:limit].sum()
    histogram[limit + 1 :] = 0
    histogram[limit] = min(histogram[limit], room)
    kept = 0
    for y in range(status[COUNT]):
        value = buffer.value[y]
        if value > limit or (value == limit and room <= 0):
            continue
        if value == limit:
            room -= 1
        buffer.value[kept] = value
        buffer.state[kept] = buffer.state[y]
        buffer.row[kept] = buffer.row[y]
        kept += 1
    status[COUNT] = kept
    status[LIMIT] = limit


# What is inlined takes few arrays: each one costs atomic counts of references at each call.


@inlined
def used(word: Any, bit: Any) -> Any:
    """Whether a piece is used, by the word of a state with its bit."""
    return (word >> np.uint64(bit & 63)) & np.uint64(1)


@inlined
def shown(fields: Any, s: int, slot: int, colour: int, colour_of: Any) -> Any:
    """The colour that a cell has to match: in a slot, or of a hint."""
    if slot >= 0:
        return np.int64(colour_of[fields[s, slot]])
    return np.int64(colour)


@inlined
def differs(side: Any, colour: Any) -> int:
    """1 if a side has to match a colour and does not."""
    return 1 if colour > 0 and side != colour else 0


@inlined
def side_costs(fields: Any, s: int, tables: BeamTables, level: BeamLevel, costs: Any) -> Any:
    """The value of a state without its breaks; ``costs``: what it loses with a side of each entry.

    The last of the ``costs`` stays 0.
    """
    R, n, counts = tables.rim, tables.inner, tables.counts
    inner0, edge0 = counts + R, counts + R + n
    rim_weight, inner_weight = np.float32(level.rim), np.float32(level.inner)
    cross_weight, one = np.float32(level.cross), np.float32(1)
    squares, rim_squares, products = np.int64(0), np.int64(0), np.int64(0)
    for e in range(R):
        rim_squares += np.int64(fields[s, counts + e]) * np.int64(fields[s, counts + e])
        k = np.float32(fields[s, counts + e])
        costs[e] = rim_weight * (k + k - one)
    for x in range(n):
        squares += np.int64(fields[s, inner0 + x]) * np.int64(fields[s, inner0 + x])
        products += np.int64(fields[s, inner0 + x]) * np.int64(fields[s, edge0 + x])
        k = np.float32(fields[s, inner0 + x])
        h = np.float32(fields[s, edge0 + x])
        costs[R + x] = inner_weight * (k + k - one) + cross_weight * h
        costs[R + n + x] = cross_weight * k
    value = -level.rim * rim_squares - level.inner * squares - level.cross * products
    for x in range(level.open.shape[0]):
        e = fields[s, level.open[x]]
        value -= level.supply[fields[s, counts + e]]
        costs[e] += level.drop[fields[s, counts + e]]
    for x in range(level.demand.shape[0]):
        e = level.demand[x]
        value -= level.supply[fields[s, counts + e]]
        costs[e] += level.drop[fields[s, counts + e]]
    return value


@inlined
def left_over(states: Any, s: int, first: Any, end: Any, rows: Any, found: Any, count: int) -> Any:
    """Write to ``found`` the rows from ``first`` to ``end`` of which a piece is left."""
    for row in range(first, end):
        bit = rows[row, BIT]
        if not used(states[s, bit >> 6], bit):
            found[count] = row
            count += 1
    return count


@inlined
def goes_on(
    states: Any, s: int, mine: int, first: int, end: int, rows: Any, first_bits: Any
) -> Any:
    """Whether one of some candidates is left for the next cell, once a piece of a bit is placed."""
    for other in range(first, end):
        bit = np.int64(rows[other, BIT])
        if used(states[s, bit >> 6], bit):
            continue
        if bit != mine:
            return True
        # a copy of the new piece
        if bit > first_bits[bit] and not used(states[s, (bit - 1) >> 6], bit - 1):
            return True
    return False


@inlined
def offer(
    states: Any,
    fields: Any,
    s: int,
    base: float,
    rb: Any,
    tables: BeamTables,
    level: BeamLevel,
    buffer: Buffer,
) -> None:
    """Value the children of a state by the candidates found; the good ones go to the buffer.

    Args:
        base: the value of the state and of the breaks above and to the left of its new piece.
        rb: its breaks above the floor, these included.
    """
    status, costs, found, histogram = buffer.status, buffer.costs, buffer.found, buffer.histogram
    rows, entries, counts = tables.rows, tables.entries, tables.counts
    lines, starts, first_bits = tables.lines, tables.starts, tables.first
    supply, ahead, noise = level.supply, level.ahead, level.noise / 65536.0
    u = shown(fields, s, ahead.up_slot, ahead.up_colour, tables.colour_of)
    left = shown(fields, s, ahead.left_slot, ahead.left_colour, tables.colour_of)
    for x in range(status[FOUND_ROWS]):
        row = found[x]
        a, b = rows[row, ENTRIES], rows[row, ENTRIES + 1]
        c, d = rows[row, ENTRIES + 2], rows[row, ENTRIES + 3]
        v = base + costs[a] + costs[b] + costs[c] + costs[d] - level.origin
        if (v - level.reach) * PER_UNIT > status[LIMIT] + 1:
            continue
        nb = differs(rows[row, RIGHT], level.right_colour)
        nb += differs(rows[row, DOWN], level.down_colour)
        if rb + nb > level.most:
            continue
        v += level.break_cost * nb
        v -= 2 * (rows[row, RIM_PAIRS] * level.rim + rows[row, INNER_PAIRS] * level.inner)
        if level.right_slot >= 0:
            e = entries[level.right_sort, rows[row, RIGHT]]
            v -= supply[fields[s, counts + e] - (a == e) - (b == e) - (c == e) - (d == e)]
        if level.down_slot >= 0:
            e = entries[level.down_sort, rows[row, DOWN]]
            v -= supply[fields[s, counts + e] - (a == e) - (b == e) - (c == e) - (d == e)]
        h = s * MIX[0] + rows[row, LOOK] * MIX[1] + status[SEED]
        v += noise * (((h ^ (h >> 29)) * MIX[2] >> 40) & 0xFFFF)
        bin = min(max(int(v * PER_UNIT), 0), BINS - 1)
        if bin > status[LIMIT]:
            continue
        if ahead.domain >= 0:
            if ahead.up_slot == NEW:
                u = np.int64(rows[row, DOWN])
            if ahead.left_slot == NEW:
                left = np.int64(rows[row, RIGHT])
            z = lines[ahead.domain * tables.colours + u] + left
            if not goes_on(states, s, rows[row, BIT], starts[z], starts[z + 1], rows, first_bits):
                bin = min(bin + int(level.dead_end * PER_UNIT), BINS - 1)
                if bin > status[LIMIT]:
                    continue
        y = status[COUNT]
        buffer.value[y] = bin
        buffer.state[y] = s
        buffer.row[y] = row
        histogram[bin] += 1
        status[COUNT] = y + 1
        if y + 1 == buffer.value.shape[0]:
            shrink(buffer, level.width)


@compiled
def value_of(fields: Any, tables: BeamTables, level: BeamLevel, buffer: Buffer) -> Any:
    """The value of the first state without its breaks."""
    return side_costs(fields, 0, tables, level, buffer.costs)


@compiled
def expand(parents: Any, chunk: Any, tables: BeamTables, level: BeamLevel, buffer: Buffer) -> None:
    """Value the children of some states; those that may be kept go to the buffer.

    Args:
        parents: states, uint64, shape (states, words); the same memory as fields, uint8 or uint16.
        chunk: int64: first state, the one after the last, step between states.
    """
    states, fields = parents
    cell, status, lam, K = level.cell, buffer.status, level.break_cost, tables.colours
    rows, lines, starts, found = tables.rows, tables.lines, tables.starts, buffer.found
    for s in range(chunk[0], chunk[1], chunk[2]):
        rb = np.int64(fields[s, tables.breaks]) - level.floor
        base = lam * rb + side_costs(fields, s, tables, level, buffer.costs)
        u = shown(fields, s, cell.up_slot, cell.up_colour, tables.colour_of)
        left = shown(fields, s, cell.left_slot, cell.left_colour, tables.colour_of)
        for part in range(level.parts):  # matching above and beside, above, beside, nowhere
            nb = (part + 1) // 2
            if rb + nb > level.most or (part & 1 and left == 0) or (part & 2 and u == 0):
                continue
            if (base + lam * nb - level.reach - level.origin) * PER_UNIT > status[LIMIT] + 1:
                continue
            count = 0
            low, high = (u, u + 1) if part < 2 else (0, K)
            for above in range(low, high):
                line = lines[cell.domain * K + above]
                if line == 0 or (above == u and part >= 2):
                    continue
                if part == 0 or part == 2:  # the colour to the left matches
                    first, end = starts[line + left], starts[line + left + 1]
                    count = left_over(states, s, first, end, rows, found, count)
                else:
                    first, end = starts[line], starts[line + left]
                    count = left_over(states, s, first, end, rows, found, count)
                    first, end = starts[line + left + 1], starts[line + K]
                    count = left_over(states, s, first, end, rows, found, count)
            status[FOUND_ROWS] = count
            offer(states, fields, s, base + lam * nb, rb + nb, tables, level, buffer)


@compiled
def breed(
    parents: Any, children: Any, chunk: Any, tables: BeamTables, level: BeamLevel, buffer: Buffer
) -> None:
    """Write the states of the children that are kept; ties are drawn.

    Args:
        parents: as for :func:`expand`.
        children: states and fields to write; int32, their parents; uint16, their looks.
        chunk: int64: first child in the buffer, the one after the last.
    """
    states, fields = parents
    new, new_fields, origins, looks = children
    cell, status, rows, counts = level.cell, buffer.status, tables.rows, tables.counts
    entries = tables.rim + 2 * tables.inner
    out = status[OUT]
    for y in range(chunk[0], chunk[1]):
        if buffer.value[y] > status[LIMIT]:
            continue
        if buffer.value[y] == status[LIMIT]:
            status[SEEN] += 1
            status[SEED] = (status[SEED] * 1103515245 + 12345) & 0x7FFFFFFF
            rest = status[TIES] - status[SEEN] + 1
            if (status[SEED] >> 8) % rest >= status[ROOM]:
                continue
            status[ROOM] -= 1
        s, row = buffer.state[y], buffer.row[y]
        for w in range(states.shape[1]):
            new[out, w] = states[s, w]
        bit = tables.first[rows[row, BIT]]
        while used(states[s, bit >> 6], bit):
            bit += 1
        new[out, bit >> 6] |= np.uint64(1) << np.uint64(bit & 63)
        u = shown(fields, s, cell.up_slot, cell.up_colour, tables.colour_of)
        left = shown(fields, s, cell.left_slot, cell.left_colour, tables.colour_of)
        broken = differs(rows[row, UP], u) + differs(rows[row, LEFT], left)
        broken += differs(rows[row, RIGHT], level.right_colour)
        broken += differs(rows[row, DOWN], level.down_colour)
        for z in range(4):
            e = rows[row, ENTRIES + z]
            if e < entries:
                new_fields[out, counts + e] -= 1
        new_fields[out, tables.breaks] += broken - level.floor
        if level.right_slot >= 0:
            new_fields[out, level.right_slot] = tables.entries[level.right_sort, rows[row, RIGHT]]
        if level.down_slot >= 0:
            new_fields[out, level.down_slot] = tables.entries[level.down_sort, rows[row, DOWN]]
        origins[out] = s
        looks[out] = rows[row, LOOK]
        out += 1
    status[OUT] = out
