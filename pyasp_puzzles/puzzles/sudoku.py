"""Sudoku: write 1 to N into an N x N board so that each row, column and box has each number once.

Some numbers are printed. Boxes are as square as possible: 3 x 3 on a board of 9 x 9, 2 x 3 (two
rows of three) on one of 6 x 6. A board may say boxes of any shape, and have further rules: both
diagonals have each number once, equal numbers are no knight's move apart, cages have no number
twice and their sum.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from pyasp_puzzles.boards import kit
from pyasp_puzzles.core.regions import by_key


@dataclass(frozen=True)
class Sudoku(kit.SquareBoard):
    """A board of N x N cells, some with a number."""

    numbers: kit.Rows = kit.layer(
        kit.Numbers("given", 1, kit.side, about="a printed number", noun="given", drop="row")
    )
    boxes: kit.Rows = kit.layer(
        kit.Regions("box", full=False, each=kit.side, about="the name of its box")
    )
    diagonals: int = kit.layer(
        kit.Diagonals("diagonals", about="both diagonals have each number once", noun="diagonals"),
        0,
    )
    knights: int = kit.layer(
        kit.YesNo("knights", about="no equal numbers a knight's move apart", noun="anti-knight"), 0
    )
    cages: kit.Rows = kit.layer(
        kit.Regions("cage", full=False, dashed=True, about="the name of its cage")
    )
    sums: kit.Rows = kit.layer(
        kit.RegionNumbers(
            "sum", 1, lambda board: board.rows * (board.rows + 1) // 2, regions="cages",
            about="sums of cages", noun="sum",
        )
    )  # fmt: skip


def box(board: Sudoku, cell: kit.Place) -> kit.Place | str:
    """The name of the box of a cell, or its first cell where boxes have no names."""
    n = board.rows
    height = max(h for h in range(1, n + 1) if n % h == 0 and h * h <= n)
    first = cell[0] - (cell[0] - 1) % height, cell[1] - (cell[1] - 1) % (n // height)
    return str(board["boxes"][cell]) if board.boxes else first


def verify(board: Sudoku, answer: kit.Filled) -> Iterator[str]:
    yield from kit.printed_faults(board.numbers, answer)
    n, lines = board.rows, kit.lines(board.rows, board.columns)
    boxes = by_key((box(board, cell), cell) for cell in board.cells)
    lines |= {f"The box at {kit.short_name(min(cells))}": cells for cells in boxes.values()}
    if board.diagonals:
        lines["The diagonal from the upper left"] = [(r, r) for r in range(1, n + 1)]
        lines["The diagonal from the upper right"] = [(r, n + 1 - r) for r in range(1, n + 1)]
    yield from kit.once_faults(lines, answer)
    for (r, c), (r2, c2) in combinations(board.cells, 2) if board.knights else ():
        number = answer[r, c]
        if abs((r - r2) * (c - c2)) == 2 and number and number == answer[r2, c2]:
            yield f"{number} is in r{r}c{c} and a knight's move away from it: r{r2}c{c2}."
    for cells in kit.cells_by_name(board.cages).values():
        cage, numbers = f"The cage at {kit.short_name(min(cells))}", [answer[c] for c in cells]
        yield from kit.sum_faults(cage, numbers, board["sums"].get(min(cells)))


VALUES = kit.Values("value", 1, kit.side, given="numbers")
BEYOND = ("boxes", "diagonals", "knights", "cages", "sums")
URL, FILE = (kit.url.Base16("numbers"),), ("numbers", "rows")
LINK = kit.Pzpr("sudoku", URL, FILE, square=True, beyond=BEYOND)
GENRE = kit.Genre(Sudoku, kit.Filled, (VALUES,), verify, walls=box, codec=LINK)
PUZZLE = kit.layered(GENRE, first="nine", engines={"count": ("asp", "exact-cover")})
