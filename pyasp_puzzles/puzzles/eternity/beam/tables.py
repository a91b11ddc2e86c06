"""The candidates of a board in lists, by the sides at the rim and the colours above and left."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pyasp_puzzles.puzzles.eternity.beam.board import Look, NumberedBoard

ROW = 16
"""Numbers of a candidate; their places in its row:"""
BIT, UP, RIGHT, DOWN, LEFT, ENTRIES, LOOK, RIM_PAIRS, INNER_PAIRS, MORE = (
    0,
    1,
    2,
    3,
    4,
    5,
    9,
    10,
    11,
    12,
)


class BeamTables(NamedTuple):
    """Arrays for the kernels.

    A candidate is a look on cells with certain sides at the rim: their class. Where no piece lies
    above (or to the left), any upper (left) side matches: candidates have colour 0 there.

    Attributes:
        rows: int16, shape (candidates in all lists, :data:`ROW`). ``BIT``: the last bit of its
            kind; ``UP``, ``RIGHT``, ``DOWN``, ``LEFT``: colours, 0 for a side at the rim;
            ``ENTRIES``: of the four sides, the number of entries for a side of the frame;
            ``LOOK``: index in ``NumberedBoard.looks``; ``RIM_PAIRS``, ``INNER_PAIRS``: pairs of
            sides with one entry; ``MORE``: whether the next row of its list has the same bit.
        both: int32, where the rows of a class, a colour above and a colour to the left begin; they
            end where the next begin.
        above: int32, for a class and a colour above the number of a list, -1: empty. With colour 0
            all candidates of the class are in it.
        beside: int32, the same for a class and a colour to the left.
        masks: uint64, shape (lists, words): the last bits of the kinds in a list.
        begins: int32, shape (lists, bits): for each last bit its first row in a list.
        first: int32, for each last bit of a kind its first.
        colour_of: int16, the colour of each entry.
        entries: int16, as in ``NumberedBoard``.
        sizes: int64: colours, entries along the rim, entries of inner cells, words of used pieces;
            the places of the first open side, of the counts, of the breaks in the fields of a
            state.
    """

    rows: npt.NDArray[np.int16]
    both: npt.NDArray[np.int32]
    above: npt.NDArray[np.int32]
    beside: npt.NDArray[np.int32]
    masks: npt.NDArray[np.uint64]
    begins: npt.NDArray[np.int32]
    first: npt.NDArray[np.int32]
    colour_of: npt.NDArray[np.int16]
    entries: npt.NDArray[np.int16]
    sizes: npt.NDArray[np.int64]


class StateLayout:
    """How a state lies in memory: words of used pieces, then fields.

    A kind with copies has a bit for each; they are used from the first to the last. The fields are
    the entries of the open sides, by slot; the number of sides left, by entry; the breaks.

    Attributes:
        wide, dtype: of the fields: uint16, or uint8 where their numbers are small enough.
        words: 64-bit words of a state.
        used: of these, the words of used pieces.
        first, last: for each kind, its bits.
        open, counts, breaks: the places of the first open side, of the counts, of the breaks.
        supply: int64, the counts of the root.
        root: the state before the first step.

    Args:
        slots: the number of slots for open sides.
        wide: whether fields are uint16; by default where the numbers need it.
    """

    def __init__(self, board: NumberedBoard, slots: int, *, wide: bool | None = None) -> None:
        entries = board.rim + 2 * board.inner
        supply = np.zeros(entries + 1, np.int64)
        seen = set()
        for look in board.looks:
            if look.index not in seen:
                seen.add(look.index)
                np.add.at(supply, entries_of(board, look), board.copies[look.index])
        for look in board.pins.values():
            np.subtract.at(supply, entries_of(board, look), 1)
        supply = supply[:entries]
        if wide is None:
            wide = max(entries, int(supply.max(initial=0))) >= 256
        self.wide = wide
        self.dtype = np.dtype(np.uint16 if wide else np.uint8)
        ends = np.cumsum(board.copies)
        self.last = ends - 1
        self.first = ends - np.array(board.copies)
        self.used = (int(ends[-1]) + 63) // 64
        each = 8 // self.dtype.itemsize
        self.open = self.used * each
        self.counts = self.open + slots
        self.breaks = self.counts + entries
        self.words = (self.breaks + each) // each
        self.supply = supply
        self.root = np.zeros((1, self.words), np.uint64)
        self.root.view(self.dtype)[0, self.counts : self.breaks] = supply
        taken = self.first.copy()
        for look in board.pins.values():
            bit = int(taken[look.index])
            taken[look.index] += 1
            self.root[0, bit >> 6] |= np.uint64(1 << (bit & 63))


def entries_of(board: NumberedBoard, look: Look) -> list[int]:
    """The entries of the four sides; for a side of the frame the number of entries."""
    sorts = (board.sort(board.grey(look), side) for side in range(4))
    none = board.rim + 2 * board.inner
    return [
        int(board.entries[sort, colour]) if sort >= 0 else none
        for sort, colour in zip(sorts, look.sides, strict=True)
    ]


def tables(board: NumberedBoard, layout: StateLayout) -> BeamTables:
    """All lists of candidates of a board. A class of cells is the set of their sides at the rim."""
    K = board.colours
    entries = board.rim + 2 * board.inner
    looks = np.array([_row(board, layout, i, look) for i, look in enumerate(board.looks)], np.int16)
    grey = np.array([board.grey(look) for look in board.looks])
    borders = {
        board.border((row, column)) for row in range(board.rows) for column in range(board.columns)
    }
    rows, classes = [], []
    for border in sorted(borders):
        fitting = looks[grey == border] if board.framed else looks
        fitting = fitting.copy()
        for side, column in enumerate((UP, RIGHT, DOWN, LEFT)):
            if border >> side & 1:
                fitting[:, column] = 0
        rows.append(fitting)
        classes.append(np.full(len(fitting), border, np.int64))
    each, border_of = np.concatenate(rows), np.concatenate(classes)
    up, left = each[:, UP].astype(np.int64), each[:, LEFT].astype(np.int64)
    keys = (border_of * K + up) * K + left
    both = np.zeros(16 * K * K + 1, np.int32)
    both[1:] = np.cumsum(np.bincount(keys, minlength=16 * K * K), dtype=np.int32)
    lists = _Lists(layout, [each[np.argsort(keys, kind="stable")]])
    whole = lists.add(each, border_of * K, 16 * K)
    above, beside = (lists.add(each, border_of * K + c, 16 * K) for c in (up, left))
    above, beside = (np.where(whole >= 0, whole, one) for one in (above, beside))
    first = np.zeros(int(layout.last[-1]) + 1, np.int32)
    first[layout.last] = layout.first
    colour_of = np.zeros(entries + 1, np.int16)
    for sort in range(3):
        known = board.entries[sort] >= 0
        colour_of[board.entries[sort, known]] = np.nonzero(known)[0]
    sizes = [K, board.rim, board.inner, layout.used, layout.open, layout.counts, layout.breaks]
    return BeamTables(
        np.concatenate(lists.rows),
        both,
        above.astype(np.int32),
        beside.astype(np.int32),
        np.array(lists.masks, np.uint64),
        np.array(lists.begins, np.int32),
        first,
        colour_of,
        board.entries,
        np.array(sizes, np.int64),
    )


class _Lists:
    """Lists of candidates in which bits find the pieces that are left."""

    def __init__(self, layout: StateLayout, rows: list[npt.NDArray[np.int16]]) -> None:
        self.layout, self.rows = layout, rows
        self.masks: list[npt.NDArray[np.uint64]] = []
        self.begins: list[npt.NDArray[np.int32]] = []

    def add(
        self, rows: npt.NDArray[np.int16], keys: npt.NDArray[np.int64], many: int
    ) -> npt.NDArray[np.int32]:
        """A list for each key among ``many``; returns the number of each key's list, or -1."""
        bits = int(self.layout.last[-1]) + 1
        order = np.lexsort((rows[:, BIT], keys))
        rows, keys = rows[order].copy(), keys[order]
        same = (keys[1:] == keys[:-1]) & (rows[1:, BIT] == rows[:-1, BIT])
        rows[:-1, MORE] = same
        number = np.full(many, -1, np.int32)
        at = sum(map(len, self.rows))
        self.rows.append(rows)
        for key in np.unique(keys):
            number[key] = len(self.masks)
            begin, end = np.searchsorted(keys, [key, key + 1])
            mask = np.zeros(self.layout.used, np.uint64)
            begins = np.zeros(bits, np.int32)
            for row in range(end - 1, begin - 1, -1):
                bit = int(rows[row, BIT])
                mask[bit >> 6] |= np.uint64(1 << (bit & 63))
                begins[bit] = at + row
            self.masks.append(mask)
            self.begins.append(begins)
        return number


def _row(board: NumberedBoard, layout: StateLayout, index: int, look: Look) -> list[int]:
    sides = entries_of(board, look)
    last_rim = board.rim
    last_inner = board.rim + board.inner
    pairs = [(a, b) for i, a in enumerate(sides) for b in sides[:i] if a == b]
    rim = sum(a < last_rim for a, _ in pairs)
    inner = sum(last_rim <= a < last_inner for a, _ in pairs)
    row = [int(layout.last[look.index]), *look.sides, *sides, index, rim, inner]
    return row + [0] * (ROW - len(row))


SLOTS = [1, 3, 5, 7]
"""Places in ``BeamLevel.numbers`` of fields of a state."""
BINS = 1 << 14
"""Bins of the histogram of values."""
COUNT, LIMIT, FLOOR, MOST, PARTS, WIDTH, SEED, OUT, TIES, ROOM, SEEN, FOUND = range(12)
"""Places in ``Buffer.status``."""
BREAK, RIM, INNER, CROSS, NOISE, REACH, ORIGIN, DEAD_END = range(8)
"""Places in ``BeamLevel.weights``."""


class BeamLevel(NamedTuple):
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
