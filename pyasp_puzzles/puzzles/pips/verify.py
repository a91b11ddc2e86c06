"""The rules of Pips once more, checked on a solution from the instance alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pyasp_puzzles.puzzles.pips.facts import Solution
from pyasp_puzzles.puzzles.pips.instance import Cell, Instance, Region

Shown = dict[Cell, list[int]]
"""The numbers of pips that each cell shows; exactly one each if nothing is wrong."""


def verify(instance: Instance, solution: Solution) -> list[str]:
    """The rules that a solution breaks: about cells, dominoes and regions, in this order."""
    board = set(instance.region_of())
    shown: Shown = {cell: [] for cell in sorted(board)}
    for row, column, pips in solution.values:
        shown.setdefault((row, column), []).append(pips)
    broken = list(_broken_by_values(board, shown))
    broken += _broken_by_links(board, solution)
    broken += _broken_by_dominoes(instance, solution, shown)
    for region in instance.regions:
        pips_there = [pips for cell in region.cells for pips in shown[cell]]
        if len(pips_there) == len(region.cells) and (fault := _fault(region, pips_there)):
            broken.append(fault)
    return broken


def _broken_by_values(board: set[Cell], shown: Shown) -> Iterator[str]:
    """Cells that show no number, or several, and numbers outside the board."""
    for cell, pips in shown.items():
        if cell not in board or len(pips) != 1:
            found = " and ".join(map(str, pips)) or "nothing"
            where = "shows" if cell in board else "is no cell of the board but shows"
            yield f"Each cell shows one number of pips: {cell} {where} {found}."


def _broken_by_links(board: set[Cell], solution: Solution) -> Iterator[str]:
    """Links between cells that are no neighbours, and cells without exactly one domino."""
    covered: Counter[Cell] = Counter()
    for row, column, row2, column2 in solution.links:
        first, second = (row, column), (row2, column2)
        covered.update((first, second))
        if abs(row - row2) + abs(column - column2) != 1 or not {first, second} <= board:
            yield f"A domino lies on two cells that share a side: one lies on {first} and {second}."
        elif second < first:
            yield (
                "The first cell of a link is the one on the left or above: "
                f"a link leads from {first} to {second}."
            )
    for cell in sorted(board):
        if covered[cell] != 1:
            found = f"{covered[cell]} cover {cell}" if covered[cell] else f"none covers {cell}"
            yield f"Each cell is covered by exactly one domino: {found}."


def _broken_by_dominoes(instance: Instance, solution: Solution, shown: Shown) -> Iterator[str]:
    """Dominoes that are not in the set, and those that are used too often or not often enough."""
    used: Counter[tuple[int, int]] = Counter()
    for row, column, row2, column2 in solution.links:
        for one in shown.get((row, column), []):
            for other in shown.get((row2, column2), []):
                used[min(one, other), max(one, other)] += 1
    copies = Counter({(d.low, d.high): d.copies for d in instance.dominoes})
    for low, high in sorted(used.keys() | copies.keys()):
        if (low, high) not in copies:
            yield f"Two linked cells show a domino of the set: {low}-{high} is none."
        elif used[low, high] != copies[low, high]:
            yield (
                "Each domino is used as often as there are copies of it: "
                f"{low}-{high} is used {used[low, high]}x, not {copies[low, high]}x."
            )


def _fault(region: Region, pips: list[int]) -> str:
    """The rule that the pips of a region break, in words; empty if they obey it."""
    total, target = sum(pips), region.target
    found = f"in region {region.name} they sum to {total}, the target is {target}."
    listed = f"region {region.name} shows {', '.join(map(str, pips))}."
    match region.rule:
        case "sum" if total != target:
            return f"The pips in a sum region sum to its target: {found}"
        case "less" if total >= target:
            return f"The pips in a less region sum to less than its target: {found}"
        case "greater" if total <= target:
            return f"The pips in a greater region sum to more than its target: {found}"
        case "equals" if len(set(pips)) > 1:
            return f"All cells of an equals region show the same pips: {listed}"
        case "unequal" if len(set(pips)) < len(pips):
            return f"No two cells of an unequal region show the same pips: {listed}"
    return ""
