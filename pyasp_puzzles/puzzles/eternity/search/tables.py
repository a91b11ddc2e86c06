"""Tables of what fits on a cell by the colours above and to the left, for the kernels.

Cells of one *domain* share their lists. Colour 0 is what lies beyond the rim, framed or not; where
no piece lies above (or to the left), any upper (left) side matches: candidates have colour 0 there.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pyasp_puzzles.core.regions import by_key
from pyasp_puzzles.puzzles.eternity.instance import Lying
from pyasp_puzzles.puzzles.eternity.search.board import DOWN, LEFT, RIGHT, UP, NumberedBoard

Ints = npt.NDArray[np.int64]


class Domain(NamedTuple):
    """What the cells that share their lists have in common.

    Attributes:
        border: the sides at the rim, as bits.
        sorts: of the joints to the right and below, -1 at the rim.
        pins: colours that pieces in place ask of these joints; 0: none does.
        kind: the index of the piece in place, which is a kind of its own; -1: no piece is.
        fixed: this piece.
        barred: turned pieces that must not lie here.
    """

    border: int
    sorts: tuple[int, ...] = (-1, -1)
    pins: tuple[int, ...] = (0, 0)
    kind: int = -1
    fixed: Lying | None = None
    barred: frozenset[Lying] = frozenset()


class Lists(NamedTuple):
    """The candidates of C domains, K colours, as lists.

    Attributes:
        lines: uint32[C * K], at ``domain * K + above`` where the line of starts begins.
        starts: uint32[L * (K + 1)], at ``line + left`` the number of the first candidate, and
            behind it the number at which the candidates end. The first line is for colours above
            that no candidate has.
        looks: for each candidate the index in ``NumberedBoard.looks``.
        domains: its domain.
        sides: int64[m, 4], its colours, 0 at the rim.
    """

    lines: npt.NDArray[np.uint32]
    starts: npt.NDArray[np.uint32]
    looks: Ints
    domains: Ints
    sides: Ints


def lists(board: NumberedBoard, domains: Sequence[Domain], seed: int | None = None) -> Lists:
    """The lists of some domains, in the order of the looks; a seed shuffles each list."""
    random = None if seed is None else np.random.default_rng(seed)
    every, K = list(board.looks), board.colours
    sides = np.array(list(board.looks.values()), np.int64).reshape(-1, 4)
    grey = np.array([board.grey(look) for look in board.looks.values()])
    starts, lines = [np.zeros(K + 1, np.int64)], np.zeros(len(domains) * K, np.uint32)
    looks, shown, total = [], [], 0
    for number, domain in enumerate(domains):
        fits = grey == domain.border if board.framed else np.ones(len(every), bool)
        for side, colour in zip((RIGHT, DOWN), domain.pins, strict=True):
            if colour:
                fits &= sides[:, side] == colour
        if domain.fixed or domain.barred:
            fits &= [x not in domain.barred and domain.fixed in (None, x) for x in every]
        fit = np.flatnonzero(fits)
        seen = sides[fit] * [not domain.border >> side & 1 for side in range(4)]
        shuffled = random.permutation(fit.size) if random else np.arange(fit.size)
        order = np.lexsort((shuffled, seen[:, LEFT], seen[:, UP]))
        fit, seen = fit[order], seen[order]
        for colour in np.unique(seen[:, UP]):
            low, high = np.searchsorted(seen[:, UP], (colour, colour + 1))
            lines[number * K + colour] = len(starts) * (K + 1)
            begin = np.searchsorted(seen[low:high, LEFT], np.arange(K + 1))
            starts.append(total + low + begin)
        looks.append(fit)
        shown.append(seen)
        total += fit.size
    return Lists(
        lines,
        np.concatenate(starts).astype(np.uint32),
        np.concatenate(looks),
        np.repeat(np.arange(len(domains)), [fit.size for fit in looks]),
        np.concatenate(shown),
    )


# the scan


KIND, COLOUR, SORT = 11, 11, 13
"""Bits of a candidate's fields, from the lowest: kind; colours to the right and below; sorts of the
joints to the right and below."""
KIND_MASK, COLOUR_MASK, SORT_MASK = (1 << KIND) - 1, (1 << COLOUR) - 1, (1 << SORT) - 1
SHIFT_RIGHT, SHIFT_DOWN = KIND, KIND + COLOUR
SORT_RIGHT, SORT_DOWN = KIND + 2 * COLOUR, KIND + 2 * COLOUR + SORT
"""How kernels read a candidate: shift it to the field, and keep the bits of the mask."""

PLENTY = 1 << 14
"""The supply of sort 0, which is not counted."""


class ScanTables(NamedTuple):
    """The tables of a board with n cells in reading order; kernels only read them.

    Attributes:
        width: columns of the board.
        cells: uint32[n], for each cell where its domain begins in ``lines``.
        lines, starts: of :class:`Lists`.
        candidates: int64[m], packed, see :data:`KIND`. Colours and sorts at the rim are 0.
        stock: int16, the number of pieces of each kind; a piece in place is a kind of its own.
        supply: int16, the number of joints of each sort: 0 is not counted, then by entry.
    """

    width: int
    cells: npt.NDArray[np.uint32]
    lines: npt.NDArray[np.uint32]
    starts: npt.NDArray[np.uint32]
    candidates: Ints
    stock: npt.NDArray[np.int16]
    supply: npt.NDArray[np.int16]


def scan_tables(
    board: NumberedBoard, seed: int | None = None
) -> tuple[ScanTables, list[Lying], bool]:
    """The tables; the turned piece of each candidate; whether counting shows no contradiction.

    Args:
        seed: shuffles the candidates of each list; ``None``: they come as the pieces are listed.
    """
    stock = list(board.copies)
    barred = by_key(board.barred)
    numbers: dict[Domain, int] = {}
    cells = []
    for cell in board.cells:
        fixed, kind = board.fixed.get(cell), -1
        if fixed:
            kind = len(stock)
            stock[board.indices[fixed[0]]] -= 1
            stock.append(1)
        sorts, pins = (
            tuple(of(cell, side) for side in (RIGHT, DOWN)) for of in (board.joint, board.pinned)
        )
        off = frozenset(barred.get(cell, ()))
        domain = Domain(board.borders[cell], sorts, pins, kind, fixed, off)
        cells.append(numbers.setdefault(domain, len(numbers)))
    domains, joints = list(numbers), board.joints()
    made = lists(board, domains, seed)
    every = list(board.looks)
    kinds = np.array([board.indices[kind] for kind, _ in every])[made.looks]
    own = np.array([domain.kind for domain in domains])[made.domains]
    packed = np.where(own < 0, kinds, own).astype(np.int64)
    # the last row stands for joints at the rim: they are of sort 0
    sort_of = np.array([*board.entries, [-1] * board.colours]) + 1
    for i, (side, shift, at) in enumerate(
        ((RIGHT, SHIFT_RIGHT, SORT_RIGHT), (DOWN, SHIFT_DOWN, SORT_DOWN))
    ):
        shown = made.sides[:, side]
        joint = np.array([domain.sorts[i] for domain in domains])[made.domains]
        packed |= shown << shift | sort_of[joint, shown] << at
    answerable = joints is not None and min(stock) >= 0 and len(set(made.domains)) == len(domains)
    cells_rims, pieces_rims = board.rims()
    tables = ScanTables(
        board.columns,
        np.array(cells, np.uint32) * np.uint32(board.colours),
        made.lines,
        made.starts,
        packed,
        np.array(stock, np.int16),
        np.array([PLENTY, *(joints or [0] * (len(board.supply) - 1))], np.int16),
    )
    return tables, [every[look] for look in made.looks], answerable and cells_rims == pieces_rims


# the beam


ENTRIES, BIT, LOOK, RIM_PAIRS, INNER_PAIRS = 4, 8, 9, 10, 11
"""Places in the row of a candidate of the beam, behind UP, RIGHT, DOWN and LEFT."""
ROW = 16
"""Numbers of a row: so many that no row lies on two lines of the processor's cache."""


class BeamTables(NamedTuple):
    """Arrays and numbers for the kernels of the beam. A domain is a set of sides at the rim.

    Attributes:
        rows: int16, shape (candidates, numbers): its colours, 0 for a side at the rim; ``ENTRIES``:
            of the four sides, the number of entries for a side of the frame; ``BIT``: the last bit
            of its kind; ``LOOK``: index in ``NumberedBoard.looks``; ``RIM_PAIRS``, ``INNER_PAIRS``:
            pairs of sides with one entry.
        lines, starts: of :class:`Lists`.
        first: int32, for each last bit of a kind its first.
        colour_of: int16, the colour of each entry.
        entries: int16, as in ``NumberedBoard``.
        colours, rim, inner: as there.
        counts, breaks: as in :class:`StateLayout`.
    """

    rows: npt.NDArray[np.int16]
    lines: npt.NDArray[np.uint32]
    starts: npt.NDArray[np.uint32]
    first: npt.NDArray[np.int32]
    colour_of: npt.NDArray[np.int16]
    entries: npt.NDArray[np.int16]
    colours: int
    rim: int
    inner: int
    counts: int
    breaks: int


class StateLayout:
    """How a state of the beam lies in memory: words of used pieces, then fields.

    A kind with copies has a bit for each; they are used from the first to the last. The fields are
    the entries of the open sides, by slot; the number of sides left, by entry; the breaks.

    Attributes:
        wide, dtype: of the fields: uint16, or uint8 where their numbers are small enough.
        words: 64-bit words of a state.
        first, last: for each kind, its bits.
        open, counts, breaks: the places of the first open side, of the counts, of the breaks.
        supply: int64, the counts of the root.
        root: the state before the first step.

    Args:
        slots: the number of slots for open sides.
        wide: whether fields are uint16; by default where the numbers need it.
    """

    def __init__(self, board: NumberedBoard, slots: int, *, wide: bool | None = None) -> None:
        supply = np.array(board.supply, np.int64)
        for lying in board.fixed.values():
            np.subtract.at(supply, board.entries_of(board.looks[lying]), 1)
        self.supply = supply[:-1]
        entries = len(self.supply)
        if wide is None:
            wide = max(entries, int(self.supply.max(initial=0))) >= 256
        self.wide = wide
        self.dtype = np.dtype(np.uint16 if wide else np.uint8)
        ends = np.cumsum(board.copies)
        self.last = ends - 1
        self.first = ends - np.array(board.copies)
        each = 8 // self.dtype.itemsize
        self.open = (int(ends[-1]) + 63) // 64 * each  # behind the words of used pieces
        self.counts = self.open + slots
        self.breaks = self.counts + entries
        self.words = (self.breaks + each) // each
        self.root = np.zeros((1, self.words), np.uint64)
        self.root.view(self.dtype)[0, self.counts : self.breaks] = self.supply
        taken = self.first.copy()
        for kind, _ in board.fixed.values():
            bit = int(taken[board.indices[kind]])
            taken[board.indices[kind]] += 1
            self.root[0, bit >> 6] |= np.uint64(1 << (bit & 63))


def beam_domains(board: NumberedBoard) -> list[int]:
    """The domains of the beam: the sets of sides at the rim, as bits."""
    return sorted({board.borders[cell] for cell in board.cells})


def beam_tables(board: NumberedBoard, layout: StateLayout) -> BeamTables:
    """The candidates of a board."""
    made = lists(board, [Domain(border) for border in beam_domains(board)])
    looks = np.zeros((len(board.looks), ROW), np.int16)
    for look, ((kind, _), sides) in enumerate(board.looks.items()):
        entries = board.entries_of(sides)
        pairs = [a for a, b in combinations(entries, 2) if a == b]
        rim = sum(a < board.rim for a in pairs)
        inner = sum(board.rim <= a < board.rim + board.inner for a in pairs)
        bit = layout.last[board.indices[kind]]
        looks[look, ENTRIES : INNER_PAIRS + 1] = *entries, bit, look, rim, inner
    rows = looks[made.looks]
    rows[:, :ENTRIES] = made.sides
    first = np.zeros(int(layout.last[-1]) + 1, np.int32)
    first[layout.last] = layout.first
    colour_of = np.zeros(len(layout.supply) + 1, np.int16)
    entries_of = np.array(board.entries, np.int16)
    for of_sort in entries_of:
        known = of_sort >= 0
        colour_of[of_sort[known]] = np.nonzero(known)[0]
    return BeamTables(
        *(rows, made.lines, made.starts, first, colour_of, entries_of),
        *(board.colours, board.rim, board.inner),
        *(layout.counts, layout.breaks),
    )
