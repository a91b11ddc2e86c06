"""The rules of number grids, checked from the board alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pyasp_puzzles.errors import counted
from pyasp_puzzles.puzzles.twenty_four_seven.facts import Solution
from pyasp_puzzles.puzzles.twenty_four_seven.instance import Cell, Instance, place_of


def verify(instance: Instance, solution: Solution) -> list[str]:
    """The rules that an answer breaks, one sentence each; an empty list if it keeps them all."""
    board = solution.rows
    if [len(row) for row in board] != [instance.columns] * instance.rows:
        shape = f"{len(board)} rows of {', '.join(str(n) for n in sorted(set(map(len, board))))}"
        return [f"The answer has the size of the board: it has {shape} cells."]
    filled = {
        (row, column): digit
        for row, digits in enumerate(board, start=1)
        for column, digit in enumerate(digits, start=1)
        if digit
    }
    return [
        *_broken_cells(instance, filled),
        *_broken_counts(instance, filled),
        *_broken_region(filled),
        *_broken_views(instance, filled),
    ]


def _broken_cells(instance: Instance, filled: dict[Cell, int]) -> Iterator[str]:
    digits = {digit for digit, _ in instance.digits}
    for cell, digit in filled.items():
        if cell not in instance.cells:
            yield f"Only cells of a grid are filled: {cell} belongs to none."
        if digit not in digits:
            yield f"Only the digits of the puzzle are written: {cell} holds {digit}."
    for row, column, digit in instance.givens:
        found = filled.get((row, column))
        if found != digit:
            holds = "is empty" if found is None else f"holds {found}"
            yield f"The givens stand as printed: ({row}, {column}) {holds}, not {digit}."


def _broken_counts(instance: Instance, filled: dict[Cell, int]) -> Iterator[str]:
    for corner in instance.grids:
        copies = Counter(filled[cell] for cell in instance.cells_of(corner) if cell in filled)
        where = f" in the grid at {corner}" if len(instance.grids) > 1 else ""
        for digit, times in instance.digits:
            if copies[digit] != times:
                yield (
                    "Each digit appears its number of times in every grid: "
                    f"{digit} appears {counted(copies[digit], 'time')}{where}, not {times}."
                )
    for name, cells in instance.lines():
        digits = [filled[cell] for cell in cells if cell in filled]
        if len(digits) != instance.filled:
            yield (
                f"Each line has its number of filled cells: {name} has {len(digits)}, "
                f"not {instance.filled}."
            )
        if sum(digits) != instance.total:
            yield (
                f"Each line adds up to its sum: {name} adds up to {sum(digits)}, "
                f"not {instance.total}."
            )


def _broken_region(filled: dict[Cell, int]) -> Iterator[str]:
    for row, column in filled:
        if {(row, column + 1), (row + 1, column), (row + 1, column + 1)} <= filled.keys():
            yield f"No 2 x 2 block is full: the one at ({row}, {column}) is."
    regions: list[set[Cell]] = []
    left = set(filled)
    while left:
        region, frontier = set(), {min(left)}
        while frontier:
            region |= frontier
            around = {(r + d, c) for r, c in frontier for d in (-1, 1)}
            around |= {(r, c + d) for r, c in frontier for d in (-1, 1)}
            frontier = (around & left) - region
        left -= region
        regions.append(region)
    if len(regions) > 1:
        starts = ", ".join(f"{counted(len(region), 'cell')} at {min(region)}" for region in regions)
        yield f"The filled cells form one connected region: there are {len(regions)}, {starts}."


def _broken_views(instance: Instance, filled: dict[Cell, int]) -> Iterator[str]:
    for view in instance.views:
        seen = [filled[cell] for cell in instance.seen_from(view) if cell in filled]
        number = view[-1]
        if number > instance.largest and sum(seen) != number:
            yield (
                "A line adds up to the view that is greater than every digit: "
                f"{place_of(view)} stands {number}, the sum is {sum(seen)}."
            )
        if number <= instance.largest and seen[:1] != [number]:
            yield (
                "The first number seen is the one that the view names: "
                f"{place_of(view)} stands {number}, the first is {seen[0] if seen else 'missing'}."
            )
