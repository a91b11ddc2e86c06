"""The compiled part of the beam search that values the children of a level, in chunks of states."""

from __future__ import annotations

from typing import Any

import numpy as np

from pyasp_puzzles.core.compiled import compiled, inlined
from pyasp_puzzles.puzzles.eternity.beam.plan import NEW
from pyasp_puzzles.puzzles.eternity.beam.tables import (
    BINS,
    BIT,
    BREAK,
    COUNT,
    CROSS,
    DEAD_END,
    DOWN,
    ENTRIES,
    FLOOR,
    FOUND,
    INNER,
    INNER_PAIRS,
    LEFT,
    LIMIT,
    LOOK,
    MORE,
    MOST,
    NOISE,
    ORIGIN,
    PARTS,
    REACH,
    RIGHT,
    RIM,
    RIM_PAIRS,
    SEED,
    UP,
    WIDTH,
    BeamLevel,
    BeamTables,
    Buffer,
)

PER_UNIT = 16
"""Bins of the histogram for a value of 1."""

WORD = 64
BIT_OF = np.zeros(WORD, np.int64)
"""The number of a bit, by the top six bits of its product with :data:`DE_BRUIJN`."""
DE_BRUIJN = np.uint64(0x03F79D71B4CB0A89)
for _bit in range(WORD):
    BIT_OF[int(DE_BRUIJN) * (1 << _bit) % (1 << WORD) >> 58] = _bit

MIX = (0x1E3779B97F4A7C15, 0x42B2AE3D27D4EB4F, 0x27D4EB2F165667C5)
"""Odd numbers that make random bits of a state and a candidate."""


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
def shrink(buffer: Buffer) -> None:
    """Drop the children that are not among the ``WIDTH`` best; those of the last bin by order."""
    status, histogram = buffer.status, buffer.histogram
    limit = cut(histogram, status[WIDTH])
    room = status[WIDTH] - histogram[:limit].sum()
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


@inlined
def side_costs(fields: Any, s: int, tables: BeamTables, level: BeamLevel, costs: Any) -> Any:
    """The value of a state without its breaks; ``costs``: what it loses with a side of each entry.

    Args:
        fields: the states as fields, shape (states, fields).
        s: index of the state.
        costs: float32, shape (entries + 1,), written; the last one stays 0.
    """
    sizes, weights = tables.sizes, level.weights
    R, n, counts = sizes[1], sizes[2], sizes[5]
    inner0, edge0 = counts + R, counts + R + n
    rim_weight, inner_weight = np.float32(weights[RIM]), np.float32(weights[INNER])
    cross_weight, one = np.float32(weights[CROSS]), np.float32(1)
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
    value = -weights[RIM] * rim_squares - weights[INNER] * squares - weights[CROSS] * products
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
def matching(states: Any, s: int, first: int, end: int, tables: BeamTables, found: Any) -> int:
    """The candidates from ``first`` to ``end`` of which a piece is left; returns their number.

    Args:
        states: uint64, shape (states, words).
        s: index of the state.
        found: int32, written: the rows.
    """
    count = 0
    for row in range(first, end):
        bit = tables.rows[row, BIT]
        if not (states[s, bit >> 6] >> np.uint64(bit & 63)) & np.uint64(1):
            found[count] = row
            count += 1
    return count


@inlined
def breaking(states: Any, s: int, mates: int, clash: Any, tables: BeamTables, found: Any) -> int:
    """The candidates of a list of which a piece is left, and that break joints.

    Args:
        states: uint64, shape (states, words).
        s: index of the state.
        mates: the number of the list.
        clash: the colours above and to the left that have to break; -1: any.
        found: int32, written: the rows.

    Returns:
        The number of rows.
    """
    count, above, beside = 0, clash[0], clash[1]
    for word in range(tables.sizes[3]):
        left = tables.masks[mates, word] & ~states[s, word]
        while left:
            low = left & (~left + np.uint64(1))
            left ^= low
            bit = word * WORD + BIT_OF[(low * DE_BRUIJN) >> np.uint64(58)]
            row = tables.begins[mates, bit]
            while True:
                if tables.rows[row, UP] != above and tables.rows[row, LEFT] != beside:
                    found[count] = row
                    count += 1
                if not tables.rows[row, MORE]:
                    break
                row += 1
    return count


@inlined
def goes_on(
    states: Any, fields: Any, s: int, row: int, tables: BeamTables, level: BeamLevel
) -> Any:
    """Whether a piece is left that matches above and beside on the next cell.

    Args:
        row: the candidate that is about to be placed.
    """
    ahead, K = level.ahead, tables.sizes[0]
    u, left = ahead[2], ahead[4]
    if ahead[1] >= 0:
        u = np.int64(tables.colour_of[fields[s, ahead[1]]])
    elif ahead[1] == NEW:
        u = np.int64(tables.rows[row, DOWN])
    if ahead[3] >= 0:
        left = np.int64(tables.colour_of[fields[s, ahead[3]]])
    elif ahead[3] == NEW:
        left = np.int64(tables.rows[row, RIGHT])
    x = (ahead[0] * K + u) * K + left
    mine = tables.rows[row, BIT]
    for other in range(tables.both[x], tables.both[x + 1]):
        bit = np.int64(tables.rows[other, BIT])
        if (states[s, bit >> 6] >> np.uint64(bit & 63)) & np.uint64(1):
            continue
        if bit != mine:
            return True
        if bit > tables.first[bit]:  # a copy of the new piece
            bit -= 1
            if not (states[s, bit >> 6] >> np.uint64(bit & 63)) & np.uint64(1):
                return True
    return False


@inlined
def offer(
    states: Any,
    fields: Any,
    s: int,
    base: float,
    rb: int,
    tables: BeamTables,
    level: BeamLevel,
    buffer: Buffer,
) -> None:
    """Value the children of a state by the candidates found; the good ones go to the buffer.

    Args:
        base: the value of the state and of the breaks above and to the left of its new piece.
        rb: its breaks above the floor, these included.
    """
    numbers, weights, status = level.numbers, level.weights, buffer.status
    costs, rows = buffer.costs, tables.rows
    counts = tables.sizes[5]
    right, down = numbers[6], numbers[8]
    noise, origin = weights[NOISE] / 65536.0, weights[ORIGIN]
    for x in range(status[FOUND]):
        row = buffer.found[x]
        a, b = rows[row, ENTRIES], rows[row, ENTRIES + 1]
        c, d = rows[row, ENTRIES + 2], rows[row, ENTRIES + 3]
        v = base + costs[a] + costs[b] + costs[c] + costs[d] - origin
        if (v - weights[REACH]) * PER_UNIT > status[LIMIT] + 1:
            continue
        nb = 0
        if numbers[9] > 0 and rows[row, RIGHT] != numbers[9]:
            nb += 1
        if numbers[10] > 0 and rows[row, DOWN] != numbers[10]:
            nb += 1
        if rb + nb > status[MOST]:
            continue
        v += weights[BREAK] * nb
        v -= 2 * (rows[row, RIM_PAIRS] * weights[RIM] + rows[row, INNER_PAIRS] * weights[INNER])
        if numbers[5] >= 0:
            e = tables.entries[right, rows[row, RIGHT]]
            v -= level.supply[fields[s, counts + e] - (a == e) - (b == e) - (c == e) - (d == e)]
        if numbers[7] >= 0:
            e = tables.entries[down, rows[row, DOWN]]
            v -= level.supply[fields[s, counts + e] - (a == e) - (b == e) - (c == e) - (d == e)]
        h = s * MIX[0] + rows[row, LOOK] * MIX[1] + status[SEED]
        v += noise * (((h ^ (h >> 29)) * MIX[2] >> 40) & 0xFFFF)
        bin = min(max(int(v * PER_UNIT), 0), BINS - 1)
        if bin > status[LIMIT]:
            continue
        if level.ahead[0] >= 0 and not goes_on(states, fields, s, row, tables, level):
            bin = min(bin + int(weights[DEAD_END] * PER_UNIT), BINS - 1)
            if bin > status[LIMIT]:
                continue
        y = status[COUNT]
        buffer.value[y] = bin
        buffer.state[y] = s
        buffer.row[y] = row
        buffer.histogram[bin] += 1
        status[COUNT] = y + 1
        if y + 1 == buffer.value.shape[0]:
            shrink(buffer)


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
    numbers, weights, status = level.numbers, level.weights, buffer.status
    K, breaks = tables.sizes[0], tables.sizes[6]
    border, lam = numbers[0], weights[BREAK]
    clash = np.zeros(2, np.int64)
    for s in range(chunk[0], chunk[1], chunk[2]):
        rb = np.int64(fields[s, breaks]) - status[FLOOR]
        base = lam * rb + side_costs(fields, s, tables, level, buffer.costs)
        u, left = numbers[2], numbers[4]
        if numbers[1] >= 0:
            u = np.int64(tables.colour_of[fields[s, numbers[1]]])
        if numbers[3] >= 0:
            left = np.int64(tables.colour_of[fields[s, numbers[3]]])
        for part in range(status[PARTS]):  # matching above and beside, above, beside, nowhere
            nb = (part + 1) // 2
            if rb + nb > status[MOST] or (part & 1 and left == 0) or (part & 2 and u == 0):
                continue
            if (base + lam * nb - weights[REACH] - weights[ORIGIN]) * PER_UNIT > status[LIMIT] + 1:
                continue
            if part == 0:
                x = (border * K + u) * K + left
                first, end = tables.both[x], tables.both[x + 1]
                status[FOUND] = matching(states, s, first, end, tables, buffer.found)
            else:
                clash[0] = u if part & 2 else -1
                clash[1] = left if part & 1 else -1
                mates = tables.above[border * K + (u if part == 1 else 0)]
                if part == 2:
                    mates = tables.beside[border * K + left]
                if mates < 0:
                    continue
                status[FOUND] = breaking(states, s, mates, clash, tables, buffer.found)
            offer(states, fields, s, base + lam * nb, rb + nb, tables, level, buffer)
