"""The rules of Pips once more, checked on a solution from the instance alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

from pyasp_puzzles.boards.faults import use_faults
from pyasp_puzzles.boards.places import short_name
from pyasp_puzzles.puzzles.pips.instance import Cell, PipsBoard, PipsSolution, Region

Shown = dict[Cell, list[int]]
"""The numbers of pips that each cell shows; exactly one each if nothing is wrong."""


def verify(instance: PipsBoard, solution: PipsSolution) -> list[str]:
    """The rules that a solution breaks: about cells, dominoes and regions, in this order."""
    board = set(instance.region_of())
    shown: Shown = {cell: [] for cell in sorted(board)}
    for row, column, pips in solution.values:
        shown.setdefault((row, column), []).append(pips)
    broken = list(_broken_by_values(board, shown))
    broken += _broken_by_links(board, solution)
    broken += _broken_by_dominoes(instance, solution, shown)
    for region in instance.regions:
        there = [number for cell in region.cells for number in shown[cell]]
        if len(there) == len(region.cells) and not obeys(region, there):
            name, listed = f"region {region.name}", ", ".join(map(str, there))
            words = {"name": name, "target": region.target, "total": sum(there), "listed": listed}
            broken.append(_WORDS[region.rule].format(**words))
    return broken


def _broken_by_values(board: set[Cell], shown: Shown) -> Iterator[str]:
    """Cells that show no number, or several, and numbers outside the board."""
    for cell, pips in shown.items():
        if cell not in board or len(pips) != 1:
            found = " and ".join(map(str, pips)) or "nothing"
            where = "shows" if cell in board else "is no cell of the board but shows"
            yield f"Each cell shows one number of pips: {short_name(cell)} {where} {found}."


def _broken_by_links(board: set[Cell], solution: PipsSolution) -> Iterator[str]:
    """Links between cells that are no neighbours, and cells without exactly one domino."""
    covered: Counter[Cell] = Counter()
    for row, column, row2, column2 in solution.links:
        first, second = (row, column), (row2, column2)
        covered.update((first, second))
        if abs(row - row2) + abs(column - column2) != 1 or not {first, second} <= board:
            cells = f"{short_name(first)} and {short_name(second)}"
            yield f"A domino lies on two cells that share a side: one lies on {cells}."
        elif second < first:
            yield (
                "The first cell of a link is the one on the left or above: "
                f"a link leads from {short_name(first)} to {short_name(second)}."
            )
    for cell in sorted(board):
        if covered[cell] != 1:
            found = f"{covered[cell]} do" if covered[cell] else "none does"
            yield f"Exactly one domino covers {short_name(cell)}: {found}."


def _broken_by_dominoes(instance: PipsBoard, solution: PipsSolution, shown: Shown) -> Iterator[str]:
    """Dominoes that are not in the set, and those that are used too often or not often enough."""
    used: Counter[tuple[int, int]] = Counter()
    copies = Counter({(d.low, d.high): d.copies for d in instance.dominoes})
    for row, column, row2, column2 in solution.links:
        first, second = (row, column), (row2, column2)
        for one, other in product(shown.get(first, []), shown.get(second, [])):
            low, high = sorted((one, other))
            used[low, high] += 1
            if (low, high) not in copies:
                where = f"{short_name(first)} and {short_name(second)}"
                yield f"A domino on {where} is one of the set: {low}-{high} is none."
    for (low, high), number in sorted(copies.items()):
        yield from use_faults(f"The domino {low}-{high}", number, number, used[low, high])


_WORDS = {
    "sum": "The pips in {name} sum to {target}: they sum to {total}.",
    "less": "The pips in {name} sum to less than {target}: they sum to {total}.",
    "greater": "The pips in {name} sum to more than {target}: they sum to {total}.",
    "equals": "All cells of {name} show the same pips: they show {listed}.",
    "unequal": "No two cells of {name} show the same pips: they show {listed}.",
}


def obeys(region: Region, pips: Sequence[int]) -> bool:
    """Whether the pips in a region obey its rule."""
    match region.rule:
        case "sum":
            return sum(pips) == region.target
        case "less":
            return sum(pips) < region.target
        case "greater":
            return sum(pips) > region.target
        case "equals":
            return len(set(pips)) == 1
        case "unequal":
            return len(set(pips)) == len(pips)
    return True
