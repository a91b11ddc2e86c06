"""How many joints of each sort a board has: counted from its pieces, before any search.

A *sort* of joint is a colour together with the place of the joint. On a framed board of at least
three rows and columns there are joints along the rim, joints of a border piece with an inner piece,
and joints of two inner pieces. The pieces tell how many joints of each colour and place there are:
a border piece has two sides along the rim and one towards the inside. On other boards only the
colours count.

The search puts no piece that would need a further joint of a sort that is used up. A board on which
the numbers do not come out even has no answer.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Container
from enum import Enum

from pyasp_puzzles.puzzles.eternity.instance import Cell, Instance, kinds, rim_of


class Where(Enum):
    """The place of a joint."""

    OUTSIDE = "no joint, but a side at the rim"
    RIM = "along the rim"
    EDGE = "of a border piece with an inner piece"
    INNER = "of two inner pieces"
    ANY = "anywhere"


def where(instance: Instance, row: int, column: int, *, right: bool) -> Where:
    """The place of the joint to the right of a cell, or of the one below it."""
    along, across = (row, column) if right else (column, row)
    lines, length = instance.rows, instance.columns
    if not right:
        lines, length = length, lines
    if across == length:
        return Where.OUTSIDE
    if not _sorted_by_place(instance):
        return Where.ANY
    if along in (1, lines):
        return Where.RIM
    return Where.EDGE if across in (1, length - 1) else Where.INNER


def _sorted_by_place(instance: Instance) -> bool:
    return instance.frame is not None and min(instance.rows, instance.columns) >= 3


def supply(instance: Instance) -> dict[tuple[Where, int], int] | None:
    """The number of joints by place and colour; ``None`` if it does not come out even.

    On an unframed board sides can also lie at the rim; then these are the most joints there can be.
    """
    numbers = sides(instance)
    colours = {colour for _, colour in numbers}
    if not _sorted_by_place(instance):
        at_rim = 0 if instance.frame is not None else 2 * (instance.rows + instance.columns)
        if sum(number % 2 for number in numbers.values()) > at_rim:
            return None
        return {(Where.ANY, colour): numbers[Where.ANY, colour] // 2 for colour in colours}
    found = {}
    for colour in colours:
        rim, edge, inner = (numbers[p, colour] for p in (Where.RIM, Where.EDGE, Where.INNER))
        if rim % 2 or (inner - edge) % 2 or inner < edge:
            return None
        found[Where.RIM, colour] = rim // 2
        found[Where.EDGE, colour] = edge
        found[Where.INNER, colour] = (inner - edge) // 2
    return found


def sides(instance: Instance) -> Counter[tuple[Where, int]]:
    """The number of sides of all pieces by colour and place: of the joint that they can be at.

    An inner piece can also be at a joint with a border piece; its sides count as inner ones.
    """
    numbers: Counter[tuple[Where, int]] = Counter()
    by_place, frame = _sorted_by_place(instance), instance.frame
    for piece in instance.pieces:
        for side, colour in enumerate(piece):
            place = Where.ANY
            if by_place:
                beside = frame in (piece[side - 1], piece[(side + 1) % 4])
                place = Where.RIM if beside else Where.EDGE if frame in piece else Where.INNER
            if colour != frame:
                numbers[place, colour] += 1
    return numbers


def same_rims(instance: Instance) -> bool:
    """Whether there are as many corner, border and inner pieces as the board has such cells."""
    if instance.frame is None:
        return True
    cells = Counter(
        _turned_first(rim_of(instance, row, column))
        for row in range(1, instance.rows + 1)
        for column in range(1, instance.columns + 1)
    )
    pieces = Counter(
        _turned_first(tuple(side == instance.frame for side in piece)) for piece in instance.pieces
    )
    return cells == pieces


def _turned_first(rim: tuple[bool, ...]) -> tuple[bool, ...]:
    """The first in the order of all turns of a piece with the frame on some sides."""
    return min(rim[turns:] + rim[:turns] for turns in range(4))


_LARGEST = 700.0
"""The largest exponent that is used: a float ends at 709."""


def expected_nodes(instance: Instance, fixed: Container[Cell]) -> float:
    """The expected number of nodes of a scan; about 1e304 stands for all larger numbers.

    Args:
        instance: the board as the scan sees it.
        fixed: the cells on which pieces lie in place.
    """
    match = _matches(instance)
    alike = len(set(kinds(instance))) / len(instance.pieces)  # copies make no further nodes
    cells = [(row, c + 1) for row in range(1, instance.rows + 1) for c in range(instance.columns)]
    left = Counter(_rims(instance, cell) for cell in cells)
    total = level = 0.0
    for cell in cells:
        rims, (row, column) = _rims(instance, cell), cell
        if cell not in fixed:
            level += math.log(max(1.0, left[rims] * alike * (1 if rims else 4)))
            for before, right in (((row, column - 1), True), ((row - 1, column), False)):
                if 0 not in before:
                    level += match[where(instance, *before, right=right)]
            for behind, right in (((row, column + 1), True), ((row + 1, column), False)):
                if behind in fixed:
                    level += match[where(instance, row, column, right=right)]
        left[rims] -= 1
        total += math.exp(min(level, _LARGEST))
    return total


def matching_pieces(instance: Instance) -> float:
    """The expected number of turned inner pieces that match both the sides above and to the left.

    All inner pieces count, also those that would be on the board by then. Without a frame, or
    without inner cells, there are no inner pieces: infinity.
    """
    match = _matches(instance)
    inner = [piece for piece in instance.pieces if instance.frame not in piece]
    if instance.frame is None or not inner:
        return math.inf
    return 4 * len(inner) * math.exp(2 * match[where(instance, 2, 2, right=True)])


def _rims(instance: Instance, cell: Cell) -> int:
    """The number of sides of a cell that the frame determines."""
    return 0 if instance.frame is None else sum(rim_of(instance, *cell))


def _matches(instance: Instance) -> dict[Where, float]:
    """By place of a joint the logarithm of the probability that its sides have one colour."""
    numbers = sides(instance)
    colours = {colour for _, colour in numbers}
    of = {p: Counter({c: numbers[p, c] for c in colours}) for p in Where}
    met = {place: (place, place) for place in Where} | {Where.EDGE: (Where.EDGE, Where.INNER)}
    found = {}
    for place, (one, other) in met.items():
        pairs = sum(of[one][colour] * of[other][colour] for colour in colours)
        every = of[one].total() * of[other].total()
        found[place] = math.log(pairs / every) if pairs else 0.0
    return found
