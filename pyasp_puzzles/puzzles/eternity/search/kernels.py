"""The compiled kernels of the beam: they value the children of a level and write the best.

A state ``s`` is a row of words (StateLayout), ``fields`` its numbers; ``row`` is one of the tables.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pyasp_puzzles.core.compiled import compiled, inlined
from pyasp_puzzles.puzzles.eternity.search.board import DOWN, LEFT, RIGHT, UP
from pyasp_puzzles.puzzles.eternity.search.tables import (
    BIT,
    ENTRIES,
    INNER_PAIRS,
    LOOK,
    RIM_PAIRS,
    BeamTables,
    Ints,
)

NEW, NONE = -2, -1
"""In place of a slot: a side of the piece that is placed now; no side."""
BINS = 1 << 14
"""Bins of the histogram of values."""
PER_UNIT = 16
"""Bins for a value of 1."""
COUNT, LIMIT, FOUND_ROWS, OUT, TIES, ROOM, SEEN, SEED = range(8)
"""Places in ``Buffer.status``."""

BREAK_COST, NOISE, DEAD_END = 20.0, 4.0, 20.0
"""What a broken joint costs; the greatest random addition to a value; what a state costs without a
piece that matches on the next cell. Small values are good."""
MIX = (0x1E3779B97F4A7C15, 0x42B2AE3D27D4EB4F, 0x27D4EB2F165667C5)
"""Odd numbers that make random bits of a state and a candidate."""


class Around(NamedTuple):
    """A cell and what is known of the sides above it and to its left.

    Attributes:
        domain: of the cell; NONE: there is no cell.
        up_slot, left_slot: the fields of a state that have these sides, NEW or NONE.
        up_colour, left_colour: of hints there; 0: none.
    """

    domain: int = NONE
    up_slot: int = NONE
    up_colour: int = 0
    left_slot: int = NONE
    left_colour: int = 0


class NewSide(NamedTuple):
    """A side of a new piece, to the right or below.

    Attributes:
        slot: the field in which a new state keeps it; NONE: nobody needs it.
        sort: of the side that has to match it.
        colour: of a hint there; 0: none.
    """

    slot: int
    sort: int
    colour: int


class BeamLevel(NamedTuple):
    """What the kernels have to know of a level.

    Attributes:
        cell, ahead: the cell that is filled, and the next one.
        right, down: the sides that it opens.
        open, demand: fields of the other open sides; the entries that open sides of hints need.
        supply: float32, what an open side is worth, by the number of sides left that match it.
        drop: float32, what it loses when one of these is used.
        rim, inner, cross: weights of evenness along the rim, inside and of edge cells against
            inner ones.
        reach: the most that two new open sides are worth.
        origin: the value at the first bin.
        floor, most: the fewest breaks of a parent; the further ones that a child may have.
        parts: 4 if both joints of a piece may break, else 3.
        width: so many states are kept.
    """

    cell: Around
    ahead: Around
    right: NewSide
    down: NewSide
    open: Ints
    demand: Ints
    supply: npt.NDArray[np.float32]
    drop: npt.NDArray[np.float32]
    rim: float = 0.0
    inner: float = 0.0
    cross: float = 0.0
    reach: float = 0.0
    origin: float = 0.0
    floor: int = 0
    most: int = 0
    parts: int = 3
    width: int = 0


class Buffer(NamedTuple):
    """The children of a level that may be kept.

    Attributes:
        value, state, row: of each child the bin of its value, its parent, its candidate.
        histogram: children by bin.
        status: ``COUNT`` of children, ``LIMIT``: the last bin that is kept, ``FOUND_ROWS``:
            candidates in ``found``, ``OUT``: states written, ``TIES``: children in the last bin,
            ``ROOM`` for them, ``SEEN``: of them, ``SEED``.
        costs, found: scratch, a number for each entry and one more; one for each candidate.
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
    total, bin = 0, -1
    while total <= width and bin < BINS - 1:
        bin += 1
        total += histogram[bin]
    return bin


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
        buffer.state[kept], buffer.row[kept] = buffer.state[y], buffer.row[y]
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
    return np.int64(colour_of[fields[s, slot]]) if slot >= 0 else np.int64(colour)


@inlined
def differs(side: Any, colour: Any) -> int:
    """1 if a side has to match a colour and does not."""
    return 1 if colour > 0 and side != colour else 0


@inlined
def too_bad(value: Any, limit: Any) -> Any:
    """Whether a child is beyond the last bin that is kept; where all are kept none is."""
    return limit < BINS - 1 and value * PER_UNIT > limit + 1


@inlined
def side_costs(fields: Any, s: int, tables: BeamTables, level: BeamLevel, costs: Any) -> Any:
    """A state's value without its breaks; ``costs``: what it loses with a side of each entry."""
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
def goes_on(states: Any, s: int, mine: Any, first: Any, end: Any, rows: Any, firsts: Any) -> Any:
    """Whether one of some candidates is left for the next cell, once a piece of a bit is placed."""
    for other in range(first, end):
        bit = np.int64(rows[other, BIT])
        if used(states[s, bit >> 6], bit):
            continue
        if bit != mine:
            return True
        # a copy of the new piece
        if bit > firsts[bit] and not used(states[s, (bit - 1) >> 6], bit - 1):
            return True
    return False


@inlined
def offer(
    parents: Any, s: int, base: float, rb: Any, tables: BeamTables, level: BeamLevel, buffer: Buffer
) -> None:
    """Value the children of a state by the candidates found; the good ones go to the buffer.

    ``base`` and ``rb``: value and breaks (above the floor) with those above and to the left.
    """
    states, fields = parents
    status, costs, found, histogram = buffer.status, buffer.costs, buffer.found, buffer.histogram
    rows, entries, counts = tables.rows, tables.entries, tables.counts
    lines, starts, first_bits = tables.lines, tables.starts, tables.first
    supply, ahead, noise = level.supply, level.ahead, NOISE / 65536.0
    u = shown(fields, s, ahead.up_slot, ahead.up_colour, tables.colour_of)
    left = shown(fields, s, ahead.left_slot, ahead.left_colour, tables.colour_of)
    for x in range(status[FOUND_ROWS]):
        row = found[x]
        a, b = rows[row, ENTRIES], rows[row, ENTRIES + 1]
        c, d = rows[row, ENTRIES + 2], rows[row, ENTRIES + 3]
        v = base + costs[a] + costs[b] + costs[c] + costs[d] - level.origin
        if too_bad(v - level.reach, status[LIMIT]):
            continue
        nb = differs(rows[row, RIGHT], level.right.colour)
        nb += differs(rows[row, DOWN], level.down.colour)
        if rb + nb > level.most:
            continue
        v += BREAK_COST * nb
        v -= 2 * (rows[row, RIM_PAIRS] * level.rim + rows[row, INNER_PAIRS] * level.inner)
        if level.right.slot >= 0:
            e = entries[level.right.sort, rows[row, RIGHT]]
            v -= supply[fields[s, counts + e] - (a == e) - (b == e) - (c == e) - (d == e)]
        if level.down.slot >= 0:
            e = entries[level.down.sort, rows[row, DOWN]]
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
                bin = min(bin + int(DEAD_END * PER_UNIT), BINS - 1)
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

    ``parents``: states, uint64[s, words], and the same memory as fields, uint8 or uint16.
    ``chunk``: int64[3], first state, the one after the last, step between states.
    """
    states, fields = parents
    cell, status, K = level.cell, buffer.status, tables.colours
    rows, lines, starts, found = tables.rows, tables.lines, tables.starts, buffer.found
    for s in range(chunk[0], chunk[1], chunk[2]):
        rb = np.int64(fields[s, tables.breaks]) - level.floor
        base = BREAK_COST * rb + side_costs(fields, s, tables, level, buffer.costs)
        u = shown(fields, s, cell.up_slot, cell.up_colour, tables.colour_of)
        left = shown(fields, s, cell.left_slot, cell.left_colour, tables.colour_of)
        for part in range(level.parts):  # matching above and beside, above, beside, nowhere
            nb = (part + 1) // 2
            if rb + nb > level.most or (part & 1 and left == 0) or (part & 2 and u == 0):
                continue
            if too_bad(base + BREAK_COST * nb - level.reach - level.origin, status[LIMIT]):
                continue
            count = 0
            low, high = (u, u + 1) if part < 2 else (0, K)
            for above in range(low, high):
                line = lines[cell.domain * K + above]
                if line == 0 or (above == u and part >= 2):
                    continue
                first, end = starts[line + left], starts[line + left + 1]
                if part & 1:  # all but those that match the colour to the left
                    count = left_over(states, s, starts[line], first, rows, found, count)
                    first, end = end, starts[line + K]
                count = left_over(states, s, first, end, rows, found, count)
            status[FOUND_ROWS] = count
            offer(parents, s, base + BREAK_COST * nb, rb + nb, tables, level, buffer)


@compiled
def breed(
    parents: Any, children: Any, chunk: Any, tables: BeamTables, level: BeamLevel, buffer: Buffer
) -> None:
    """Write the states of the children that are kept; ties are drawn.

    ``children``: states and fields to write; their parents; their looks. ``chunk``: int64[2], first
    child in the buffer, the one after the last.
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
        broken += differs(rows[row, RIGHT], level.right.colour)
        broken += differs(rows[row, DOWN], level.down.colour)
        for z in range(4):
            e = rows[row, ENTRIES + z]
            if e < entries:
                new_fields[out, counts + e] -= 1
        new_fields[out, tables.breaks] += broken - level.floor
        if level.right.slot >= 0:
            new_fields[out, level.right.slot] = tables.entries[level.right.sort, rows[row, RIGHT]]
        if level.down.slot >= 0:
            new_fields[out, level.down.slot] = tables.entries[level.down.sort, rows[row, DOWN]]
        origins[out] = s
        looks[out] = rows[row, LOOK]
        out += 1
    status[OUT] = out
