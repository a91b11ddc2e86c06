"""Parts of new boards: shapes, sets of dominoes, random tilings and regions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import TypeVar

from pyasp_puzzles.core.regions import neighbours
from pyasp_puzzles.puzzles.pips.instance import Cell, Domino

T = TypeVar("T")


def drawn(drawing: str) -> dict[Cell, str]:
    """The cells of a drawing with their signs, in reading order; ``.`` is no cell.

    >>> drawn("a. .b")
    {(1, 1): 'a', (2, 2): 'b'}
    """
    return {
        (row, column): sign
        for row, line in enumerate(drawing.split(), start=1)
        for column, sign in enumerate(line, start=1)
        if sign != "."
    }


def box(rows: int, columns: int) -> list[Cell]:
    """The cells of a rectangle in reading order."""
    return [(row, column) for row in range(1, rows + 1) for column in range(1, columns + 1)]


def full_set(most: int) -> list[Domino]:
    """Each domino from 0-0 to ``most``-``most`` once: 28 for 6, 55 for 9."""
    return [Domino(low, high) for high in range(most + 1) for low in range(high + 1)]


def shuffled(items: Iterable[T], random: Random) -> list[T]:
    """The items in random order."""
    result = list(items)
    random.shuffle(result)
    return result


def tiling(board: Sequence[Cell], random: Random) -> list[tuple[Cell, Cell]]:
    """A maximum set of links without common cells, found by augmenting paths in random order."""
    free = set(board)
    partner: dict[Cell, Cell] = {}  # for the cells with an odd sum of row and column

    def augment(cell: Cell, tried: set[Cell]) -> bool:
        for side in shuffled(neighbours(cell), random):
            if side in free and side not in tried:
                tried.add(side)
                if side not in partner or augment(partner[side], tried):
                    partner[side] = cell
                    return True
        return False

    for cell in shuffled([cell for cell in board if sum(cell) % 2 == 0], random):
        augment(cell, set())
    return sorted((min(link), max(link)) for link in partner.items())


def tilings(pips: Mapping[Cell, int], dominoes: Iterable[Domino], most: int = 2) -> int:
    """In how many ways dominoes make up the pips on a board, counted up to a number.

    >>> tilings({(1, 1): 0, (1, 2): 1, (2, 1): 1, (2, 2): 2}, [Domino(0, 1), Domino(1, 2)])
    2
    """
    left = Counter((each.low, each.high) for each in dominoes for _ in range(each.copies))
    cells = sorted(pips)
    covered: set[Cell] = set()

    def found(place: int) -> int:
        while place < len(cells) and cells[place] in covered:
            place += 1
        if place == len(cells):
            return 1
        first, number = cells[place], 0
        for second in ((first[0], first[1] + 1), (first[0] + 1, first[1])):
            if second not in pips or second in covered:
                continue
            halves = min(pips[first], pips[second]), max(pips[first], pips[second])
            if left[halves]:
                left[halves] -= 1
                covered.update((first, second))
                number += found(place + 1)
                covered.difference_update((first, second))
                left[halves] += 1
            if number >= most:
                break
        return number

    return found(0)


def grown(
    cell: Cell, left: set[Cell], pips: dict[Cell, int], number: int, random: Random
) -> set[Cell]:
    """A connected region of at most ``number`` cells, more often than not with the same pips."""
    region = {cell}
    while len(region) < number:
        border = sorted({s for c in region for s in neighbours(c)} & left - region)
        alike = [side for side in border if pips[side] == pips[cell]]
        choices = alike if alike and random.randrange(3) else border
        if not choices:
            break
        region.add(choices[random.randrange(len(choices))])
    return region
