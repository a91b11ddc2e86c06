"""The compiled part of the beam search that writes the states of the next level."""

from __future__ import annotations

from typing import Any

import numpy as np

from pyasp_puzzles.core.compiled import compiled
from pyasp_puzzles.puzzles.eternity.beam.tables import (
    BIT,
    DOWN,
    ENTRIES,
    FLOOR,
    LEFT,
    LIMIT,
    LOOK,
    OUT,
    RIGHT,
    ROOM,
    SEED,
    SEEN,
    TIES,
    UP,
    BeamLevel,
    BeamTables,
    Buffer,
)

SIDES, COLOURS, SLOTS_ABOVE = (UP, LEFT, RIGHT, DOWN), (2, 4, 9, 10), (1, 3)
"""Columns of the sides of a candidate; places in ``BeamLevel.numbers`` of the colours
that they have to match, or of the slots of these."""


@compiled
def breed(
    parents: Any, children: Any, chunk: Any, tables: BeamTables, level: BeamLevel, buffer: Buffer
) -> None:
    """Write the states of the children that are kept; ties are drawn.

    Args:
        parents: as for :func:`pyasp_puzzles.puzzles.eternity.beam.kernel.expand`.
        children: states and fields to write; int32, their parents; uint16, their looks.
        chunk: int64: first child in the buffer, the one after the last.
    """
    states, fields = parents
    new, new_fields, origins, looks = children
    numbers, status, rows = level.numbers, buffer.status, tables.rows
    entries, counts = tables.sizes[1] + 2 * tables.sizes[2], tables.sizes[5]
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
        while (states[s, bit >> 6] >> np.uint64(bit & 63)) & np.uint64(1):
            bit += 1
        new[out, bit >> 6] |= np.uint64(1) << np.uint64(bit & 63)
        broken = 0
        for z in range(4):
            side = SIDES[z]
            colour = numbers[COLOURS[z]]
            if z < 2 and numbers[SLOTS_ABOVE[z]] >= 0:
                colour = np.int64(tables.colour_of[fields[s, numbers[SLOTS_ABOVE[z]]]])
            if colour > 0 and rows[row, side] != colour:
                broken += 1
            e = rows[row, ENTRIES + z]
            if e < entries:
                new_fields[out, counts + e] -= 1
        new_fields[out, tables.sizes[6]] += broken - status[FLOOR]
        if numbers[5] >= 0:
            new_fields[out, numbers[5]] = tables.entries[numbers[6], rows[row, RIGHT]]
        if numbers[7] >= 0:
            new_fields[out, numbers[7]] = tables.entries[numbers[8], rows[row, DOWN]]
        origins[out] = s
        looks[out] = rows[row, LOOK]
        out += 1
    status[OUT] = out
