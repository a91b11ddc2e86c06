"""The rules of number grids, checked from the board alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pyasp_puzzles.boards.board import Row
from pyasp_puzzles.boards.grid import Filled as NumberGridSolution
from pyasp_puzzles.boards.places import Place, crossings, parts, short_name
from pyasp_puzzles.boards.values import Values
from pyasp_puzzles.core.errors import counted, often
from pyasp_puzzles.puzzles.twenty_four_seven.instance import NumberGridBoard


def verify(instance: NumberGridBoard, solution: NumberGridSolution) -> list[str]:
    """The rules that an answer breaks, one sentence each; an empty list if it keeps them all."""
    board = solution.rows
    if [len(row) for row in board] != [instance.columns] * instance.rows:
        shape = f"{len(board)} rows of {', '.join(str(n) for n in sorted(set(map(len, board))))}"
        return [f"The answer has the size of the board: it has {shape} cells."]
    filled = {row[:2]: row[2] for row in Values("value").unpack(board)}
    return [
        *_broken_cells(instance, filled),
        *_broken_counts(instance, filled),
        *_broken_region(filled),
        *_broken_views(instance, filled),
    ]


def _broken_cells(instance: NumberGridBoard, filled: dict[Place, int]) -> Iterator[str]:
    digits = {digit for digit, _ in instance.digits}
    for cell, digit in filled.items():
        if cell not in instance.cells:
            yield f"Only cells of a grid are filled: {short_name(cell)} belongs to none."
        if digit not in digits:
            yield f"Only the digits of the puzzle are written: {short_name(cell)} holds {digit}."
    for row, column, digit in instance.givens:
        found = filled.get((row, column))
        if found != digit:
            holds = "is empty" if found is None else f"holds {found}"
            yield f"{digit} is printed in {short_name((row, column))}: the cell {holds}."


def _broken_counts(instance: NumberGridBoard, filled: dict[Place, int]) -> Iterator[str]:
    for corner in instance.grids:
        copies = Counter(filled[cell] for cell in instance.cells_of(corner) if cell in filled)
        where = f"the grid at {short_name(corner)}" if len(instance.grids) > 1 else "the grid"
        for digit, times in instance.digits:
            if copies[digit] != times:
                found = often(copies[digit])
                yield f"{digit} appears {often(times)} in {where}: it appears {found}."
    for name, cells in instance.lines():
        digits = [filled[cell] for cell in cells if cell in filled]
        if (len(digits), sum(digits)) != (instance.filled, instance.total):
            rule = f"{counted(instance.filled, 'number')} with sum {instance.total}"
            found = f"{counted(len(digits), 'number')} with sum {sum(digits)}"
            yield f"{name.capitalize()} has {rule}: it has {found}."


def _broken_region(filled: dict[Place, int]) -> Iterator[str]:
    for block in crossings(filled):
        yield f"The block {short_name(block)} is not full: it is."
    found = [f"{counted(len(part), 'cell')} at {short_name(min(part))}" for part in parts(filled)]
    if len(found) > 1:
        starts = f"there are {len(found)}, {', '.join(found)}"
        yield f"The filled cells form one connected region: {starts}."


def _broken_views(instance: NumberGridBoard, filled: dict[Place, int]) -> Iterator[str]:
    for view in instance.views:
        seen = [filled[cell] for cell in instance.seen_from(view) if cell in filled]
        number = view[-1]
        if number > instance.largest and sum(seen) != number:
            yield f"{_shows(view, f'sum {number}')}: the sum is {sum(seen)}."
        if number <= instance.largest and seen[:1] != [number]:
            found = f"the first number is {seen[0]}" if seen else "it has no number"
            yield f"{_shows(view, number)}: {found}."


def _shows(view: Row, what: object) -> str:
    """What is seen from a view, in words."""
    row, column, down, right, _ = view
    if down:
        return f"Column {column} shows {what} from {'above' if down > 0 else 'below'}"
    return f"Row {row} shows {what} from the {'left' if right > 0 else 'right'}"
