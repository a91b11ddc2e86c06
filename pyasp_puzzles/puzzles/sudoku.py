"""Sudoku: write 1 to N into an N x N board so that each row, column and box has each number once.

Some numbers are printed. Boxes are as square as possible: 3 x 3 on a board of 9 x 9, 2 x 3 (two
rows of three) on one of 6 x 6.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pyasp_puzzles.boards import kit
from pyasp_puzzles.core.errors import often


@dataclass(frozen=True)
class Sudoku(kit.SquareBoard):
    """A board of N x N cells, some with a number."""

    numbers: kit.Rows = kit.layer(
        kit.Numbers("given", 1, kit.side, about="a printed number", noun="given", drop="row")
    )


def box(board: Sudoku, cell: kit.Place) -> kit.Place:
    """The first cell of the box of a cell."""
    n = board.rows
    height = max(h for h in range(1, n + 1) if n % h == 0 and h * h <= n)
    return cell[0] - (cell[0] - 1) % height, cell[1] - (cell[1] - 1) % (n // height)


def verify(board: Sudoku, answer: kit.Filled) -> Iterator[str]:
    rows = answer.rows
    for row, column, number in board.numbers:
        found = rows[row - 1][column - 1]
        if found != number:
            yield f"{number} is printed in r{row}c{column}: the cell is {found}."
    lines: dict[str, list[int]] = {}
    for r, c in board.cells:
        for line in (f"Row {r}", f"Column {c}", "The box at r{}c{}".format(*box(board, (r, c)))):
            lines.setdefault(line, []).append(rows[r - 1][c - 1])
    for line, numbers in lines.items():
        for number in range(1, board.rows + 1):
            if numbers.count(number) != 1:
                yield f"{line} has {number} once: it has it {often(numbers.count(number))}."


VALUES = kit.Values("value", 1, kit.side, given="numbers")
LINK = kit.Pzpr("sudoku", (kit.url.Numbers("numbers"),), ("numbers", "rows"), square=True)
GENRE = kit.Genre(Sudoku, kit.Filled, (VALUES,), verify, walls=box, codec=LINK)
PUZZLE = kit.layered(GENRE, first="nine")
