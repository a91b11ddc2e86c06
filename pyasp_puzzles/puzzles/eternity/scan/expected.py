"""How large a scan is, expected from the numbers of pieces and colours alone, in milliseconds.

The model: colours are independent. A partial board is an arrangement of pieces, and each of its
joints matches with the probability that two sides which can meet there have the same colour. The
expected number of nodes is the expected number of partial boards, summed over all cells in reading
order. (C. Ansótegui, R. Béjar, C. Fernández and C. Mateu, "How hard is a commercial puzzle: the
Eternity II challenge", CCIA 2008, find the hardest boards by the same expectation.)
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Container

from pyasp_puzzles.puzzles.eternity.instance import Instance, kinds
from pyasp_puzzles.puzzles.eternity.pieces import Cell, rim_of
from pyasp_puzzles.puzzles.eternity.scan.supply import Where, sides, where

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
