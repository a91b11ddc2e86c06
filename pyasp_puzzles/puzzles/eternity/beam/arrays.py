"""The arrays of a level that the kernels get, and the places in them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

SLOTS = [1, 3, 5, 7]
"""Places in ``Level.numbers`` of fields of a state."""
BINS = 1 << 14
"""Bins of the histogram of values."""
COUNT, LIMIT, FLOOR, MOST, PARTS, WIDTH, SEED, OUT, TIES, ROOM, SEEN, FOUND = range(12)
"""Places in ``Buffer.status``."""
BREAK, RIM, INNER, CROSS, NOISE, REACH, ORIGIN, DEAD_END = range(8)
"""Places in ``Level.weights``."""


class Level(NamedTuple):
    """What the kernels have to know of a level.

    Attributes:
        numbers: int64, as ``plan.NUMBERS``.
        ahead: int64, of the next cell: the sides at the rim, -1: there is none; the field that has
            the side above, ``plan.NEW``: it is a side of the piece that is placed now, -1: neither;
            then the colour; the same two numbers for the side to the left.
        open: int64, fields of the other open sides.
        demand: int64, the entries that open sides of hints need.
        supply: float32, what an open side is worth, by the number of sides left that match it.
        drop: float32, what it loses when one of these is used.
        weights: float64: what a break costs; weights of evenness along the rim, inside and of edge
            cells against inner ones; range of the noise; the most that two new open sides are
            worth; the value at the first bin; cost of a state without a match on the next cell.
    """

    numbers: npt.NDArray[np.int64]
    ahead: npt.NDArray[np.int64]
    open: npt.NDArray[np.int64]
    demand: npt.NDArray[np.int64]
    supply: npt.NDArray[np.float32]
    drop: npt.NDArray[np.float32]
    weights: npt.NDArray[np.float64]


class Buffer(NamedTuple):
    """The children of a level that may be kept.

    Attributes:
        value: int32, the bin of each child's value.
        state: int32, its parent.
        row: int32, its candidate.
        histogram: int64, children by bin.
        status: int64: ``COUNT`` of children, ``LIMIT``: the last bin that is kept, ``FLOOR``: the
            fewest breaks of a parent, ``MOST``: the breaks above that a child may have, ``PARTS``:
            4 if both joints of a piece may break, else 3, ``WIDTH``, ``SEED``, ``OUT``: states
            written, ``TIES``: children in the last bin, ``ROOM`` for them, ``SEEN``: of them,
            ``FOUND``: candidates in ``found``.
        costs: float32, scratch, a number for each entry and one more.
        found: int32, scratch, a number for each candidate.
    """

    value: npt.NDArray[np.int32]
    state: npt.NDArray[np.int32]
    row: npt.NDArray[np.int32]
    histogram: npt.NDArray[np.int64]
    status: npt.NDArray[np.int64]
    costs: npt.NDArray[np.float32]
    found: npt.NDArray[np.int32]
