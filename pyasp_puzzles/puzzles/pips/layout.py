"""Parts of new boards: shapes, dominoes, random tilings, and regions that leave one answer."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import TypeVar

from pyasp_puzzles.boards.generator import Settings
from pyasp_puzzles.core.regions import neighbours
from pyasp_puzzles.core.regions import regions as connected
from pyasp_puzzles.puzzles.pips.facts import Solution
from pyasp_puzzles.puzzles.pips.instance import Cell, Domino, Instance, Region, names
from pyasp_puzzles.puzzles.pips.verify import obeys

T = TypeVar("T")
Pips = dict[Cell, int]

USUAL = {"equals": 90, "unequal": 40, "less": 12, "greater": 12}
"""How often, in percent, a rule is taken where it fits; all other regions get their sum."""
CHANGES = 60
"""How many changes one call makes at most."""
TRIED = 10
"""How many changes are tried, of which the best is made."""
MERGED = 60
"""Regions are merged while fewer other answers than this are known, so that there is an end."""
SINGLE = 3
"""One in so many regions of one cell is not merged with another region."""


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


def allowed(settings: Settings) -> list[str]:
    """The rules that regions may have."""
    return [word for word in re.split(r"[ ,]+", settings["rules"]) if word]


def ruled(
    name: str, cells: Sequence[Cell], pips: Pips, rules: Sequence[str], random: Random
) -> Region:
    """A region with a rule that fits the answer, or without one if none of the rules does."""
    shown = [pips[cell] for cell in cells]
    total = sum(shown)
    fits = {
        "equals": len(shown) > 1 and len(set(shown)) == 1,
        "unequal": len(shown) > 1 and len(set(shown)) == len(shown),
        "less": True,
        "greater": total > 0,
        "sum": True,
    }
    possible = [rule for rule in fits if fits[rule] and rule in rules]
    chosen = [rule for rule in possible if random.randrange(100) < USUAL.get(rule, 100)]
    rule = (chosen or possible or ["empty"])[0]
    target = {"sum": total, "less": total + 1, "greater": total - 1}.get(rule, 0)
    return Region(name, rule, tuple(cells), target)


def refine(
    random: Random,
    settings: Settings,
    board: Instance,
    answer: Solution,
    others: Sequence[Solution],
) -> Instance | None:
    """The draft with other regions and rules: the answer obeys them, and no other answer does.

    ``None``: another answer shows the same pips, which no rule tells apart, or no regions were
    found.
    """
    right, wrong = _pips(answer), [_pips(other) for other in others]
    if right in wrong:
        return None
    search = _RegionSearch(board.regions, (right, wrong), settings, random)
    if not search.tell_apart():
        return None
    if len(wrong) < MERGED:
        search.merge()
    regions = sorted(search.regions, key=lambda region: region.cells)
    named = [replace(region, name=name) for region, name in zip(regions, names(), strict=False)]
    return Instance(board.title, tuple(named), board.dominoes)


def _pips(solution: Solution) -> Pips:
    return {(row, column): pips for row, column, pips in solution.values}


def _obeys(region: Region, pips: Pips) -> bool:
    return obeys(region, [pips[cell] for cell in region.cells])


class _RegionSearch:
    """A search for regions and rules, change by change; the right answer obeys all of them."""

    def __init__(
        self,
        regions: Sequence[Region],
        answers: tuple[Pips, Sequence[Pips]],
        settings: Settings,
        random: Random,
    ) -> None:
        self.regions, (self._right, self._wrong) = list(regions), answers
        self._least, self._most = settings["least"], settings["most"]
        self._rules, self._random = allowed(settings), random
        self._broken = self._count(self.regions)

    def tell_apart(self) -> bool:
        """Change regions until each of the other answers breaks a rule; false: not reached."""
        for _ in range(CHANGES):
            open_ = [n for n, broken in enumerate(self._broken) if not broken]
            if not open_:
                return True
            pips = self._wrong[open_[self._random.randrange(len(open_))]]
            changes = [change for _ in range(TRIED) for change in self._change(pips)]
            best = min(changes, key=lambda change: self._price(*change), default=None)
            if best and self._price(*best)[0] < len(open_):
                self._make(*best)
        return all(self._broken)

    def merge(self) -> None:
        """Merge regions of one cell with others, where each of the other answers stays wrong."""
        for region in shuffled(self.regions, self._random):
            if len(region.cells) > 1 or region not in self.regions:
                continue
            if self._random.randrange(SINGLE) == 0:
                continue
            for near in self._near(region):
                if len(near.cells) < self._most:
                    merged = [self._ruled([*region.cells, *near.cells])]
                    if self._price([region, near], merged)[0] == 0:
                        self._make([region, near], merged)
                        break

    def _change(self, pips: Pips) -> Iterator[tuple[list[Region], list[Region]]]:
        """A random change at a place where another answer shows other pips: regions before, after.

        A region gets another rule, or is cut, or shares its cells anew with the next one.
        """
        differing = [r for r in self.regions if any(pips[c] != self._right[c] for c in r.cells)]
        region = differing[self._random.randrange(len(differing))]
        kind = self._random.randrange(3)
        if kind == 0:
            yield [region], [self._ruled(region.cells)]
            return
        before = [region]
        if kind == 1:
            before += self._near(region)[:1]
        cells = sorted(cell for part in before for cell in part.cells)
        if len(cells) < 2 * self._least:
            return
        part = self._part(cells)
        parts = [part, *connected([cell for cell in cells if cell not in part], neighbours)]
        if all(self._least <= len(piece) <= self._most for piece in parts):
            yield before, [self._ruled(piece) for piece in parts]

    def _part(self, cells: Sequence[Cell]) -> set[Cell]:
        """A random connected part of some cells, at least two, but not all of them."""
        all_cells = set(cells)
        part = {cells[self._random.randrange(len(cells))]}
        size = self._least + self._random.randrange(max(1, len(cells) - self._least))
        while len(part) < size:
            border = sorted({s for cell in part for s in neighbours(cell)} & all_cells - part)
            part.add(border[self._random.randrange(len(border))])
        return part

    def _near(self, region: Region) -> list[Region]:
        """The regions that share a side with a region, in random order."""
        around = {side for cell in region.cells for side in neighbours(cell)}
        near = [r for r in self.regions if r != region and not around.isdisjoint(r.cells)]
        return shuffled(near, self._random)

    def _ruled(self, cells: Sequence[Cell] | set[Cell]) -> Region:
        return ruled("", sorted(cells), self._right, self._rules, self._random)

    def _count(self, regions: Sequence[Region]) -> list[int]:
        """How many rules of some regions each of the other answers breaks."""
        return [sum(not _obeys(region, pips) for region in regions) for pips in self._wrong]

    def _after(self, before: Sequence[Region], after: Sequence[Region]) -> list[int]:
        """How many rules each of the other answers breaks after a change."""
        counts = zip(self._broken, self._count(before), self._count(after), strict=True)
        return [broken - old + new for broken, old, new in counts]

    def _price(self, before: Sequence[Region], after: Sequence[Region]) -> tuple[int, int]:
        """The price of a change: answers that break no rule, and further regions of one cell."""
        alone = sum(len(r.cells) == 1 for r in after) - sum(len(r.cells) == 1 for r in before)
        return self._after(before, after).count(0), alone

    def _make(self, before: Sequence[Region], after: Sequence[Region]) -> None:
        self._broken = self._after(before, after)
        self.regions = [region for region in self.regions if region not in before] + list(after)
