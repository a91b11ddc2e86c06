"""Hitori: shade cells so that no number is left twice in a row or in a column.

No two shaded cells share a side, and the cells that are left are connected.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random

from pyasp_puzzles.boards import kit
from pyasp_puzzles.boards.board import MOST_SIDE
from pyasp_puzzles.core.regions import neighbours, regions


@dataclass(frozen=True)
class Hitori(kit.GridBoard):
    """A board with a number in each cell."""

    printed: kit.Rows = kit.layer(kit.Numbers("printed", 1, MOST_SIDE, about="a number"))


def verify(board: Hitori, answer: kit.Marked) -> Iterator[str]:
    shaded = set(answer.marks)
    left = {cell: number for cell, number in board["printed"].items() if cell not in shaded}
    lines = Counter((f"row {row}", number) for (row, _), number in left.items())
    lines += Counter((f"column {column}", number) for (_, column), number in left.items())
    for (line, number), times in lines.items():
        if times > 1:
            yield f"{number} is left at most once in {line}: {times} times."
    yield from kit.side_faults(shaded)
    yield from kit.part_faults(set(board.cells) - shaded, "The cells that are left are connected")


def layout(random: Random, board: Hitori) -> dict[str, kit.Rows]:
    """Numbers, each once in its row and column but under shaded cells, which repeat another."""
    shaded: set[kit.Place] = set()
    for cell in random.sample(board.cells, len(board.cells)):
        rest = [other for other in board.cells if other not in {*shaded, cell}]
        if not shaded.intersection(neighbours(cell)) and len(regions(rest, neighbours)) == 1:
            shaded.add(cell)
    size = max(board.rows, board.columns)
    down, right, signs = (random.sample(range(size), size) for _ in range(3))
    numbers: dict[kit.Place, int]
    numbers = {(r, c): signs[(down[r - 1] + right[c - 1]) % size] + 1 for r, c in board.cells}
    numbers |= {cell: random.choice(_in_line(numbers, cell, shaded)) for cell in sorted(shaded)}
    return {"printed": tuple((*cell, number) for cell, number in numbers.items())}


def _in_line(
    numbers: Mapping[kit.Place, int], cell: kit.Place, shaded: Collection[kit.Place]
) -> list[int]:
    """The numbers that are left in the row and in the column of a cell."""
    left = {other: number for other, number in numbers.items() if other not in shaded}
    return [n for (r, c), n in left.items() if (r == cell[0]) != (c == cell[1])]


def change(random: Random, board: Hitori, answer: kit.Marked, other: kit.Marked) -> Hitori | None:
    """A board with another number in a shaded cell that another answer leaves."""
    cells = sorted(set(answer.marks).difference(other.marks))
    numbers, shaded = board["printed"], {*answer.marks, *other.marks}
    ways = [(cell, n) for cell in cells for n in _in_line(numbers, cell, shaded)]
    if not ways:
        return None
    numbers |= [random.choice(ways)]
    return replace(board, printed=tuple((*cell, number) for cell, number in numbers.items()))


LINK = kit.Pzpr("hitori", (kit.url.Base36("printed"),), ("printed", "marks"))
GENRE = kit.Genre(Hitori, kit.Marked, (kit.Shaded("shaded"),), verify, codec=LINK)
PUZZLE = kit.layered(GENRE, kit.Drafts(layout, refine=kit.repaired(change, verify)), first="six")
