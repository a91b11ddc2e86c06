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
from pyasp_puzzles.boards.formats.fields import fields
from pyasp_puzzles.core.errors import Phrase, counted, often


def total(board: kit.GridBoard) -> int:
    """The greatest sum of a cage: that of all numbers."""
    return board.rows * (board.rows + 1) // 2


@dataclass(frozen=True)
class Sudoku(kit.SquareBoard):
    """A board of N x N cells, some with a number."""

    numbers: kit.Rows = kit.layer(
        kit.Numbers("given", 1, kit.side, about="a printed number", noun="given", drop="row")
    )
    boxes: kit.Rows = kit.layer(kit.Regions("box", full=False, about="the name of its box"))
    diagonals: int = kit.layer(
        kit.YesNo("diagonals", about="both diagonals have each number once", noun="diagonals"), 0
    )
    knights: int = kit.layer(
        kit.YesNo("knights", about="no equal numbers a knight's move apart", noun="anti-knight"), 0
    )
    cages: kit.Rows = kit.layer(
        kit.Regions("cage", full=False, dashed=True, about="the name of its cage")
    )
    sums: kit.Rows = kit.layer(
        kit.RegionNumbers("sum", 1, total, regions="cages", about="sums of cages", noun="sum")
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        sizes = {len([row for row in self.boxes if row[2] == name]) for _, _, name in self.boxes}
        if self.boxes and (sizes != {self.rows} or len(self.boxes) < len(self.cells)):
            found = Phrase(f"boxes of {', '.join(map(str, sorted(sizes)))} cells")
            expected = f"{self.rows} boxes of {counted(self.rows, 'cell')}, or none"
            raise fields(self)["boxes"].error(expected, found)


def box(board: Sudoku, cell: kit.Place) -> kit.Place | str:
    """The name of the box of a cell, or its first cell where boxes have no names."""
    if board.boxes:
        return str(next(name for *place, name in board.boxes if tuple(place) == cell))
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
        own = box(board, (r, c))
        boxed = f"Box {own}" if isinstance(own, str) else f"The box at r{own[0]}c{own[1]}"
        for line in (f"Row {r}", f"Column {c}", boxed):
            lines.setdefault(line, []).append(rows[r - 1][c - 1])
        if board.diagonals and r == c:
            lines.setdefault("The diagonal from the upper left", []).append(rows[r - 1][c - 1])
        if board.diagonals and r + c == board.rows + 1:
            lines.setdefault("The diagonal from the upper right", []).append(rows[r - 1][c - 1])
    for line, numbers in lines.items():
        for number in range(1, board.rows + 1):
            if numbers.count(number) != 1:
                yield f"{line} has {number} once: it has it {often(numbers.count(number))}."

    if board.knights:
        for (r, c), (r2, c2) in combinations(board.cells, 2):
            number = rows[r - 1][c - 1]
            if abs((r - r2) * (c - c2)) == 2 and number and number == rows[r2 - 1][c2 - 1]:
                yield f"{number} is in r{r}c{c} and a knight's move away from it: r{r2}c{c2}."
    yield from in_cages(board, rows)


def in_cages(board: Sudoku, rows: tuple[tuple[int, ...], ...]) -> Iterator[str]:
    """The cages with a number twice or another sum."""
    cages: dict[str, list[int]] = {}
    for row, column, name in board.cages:
        cages.setdefault(name, []).append(rows[row - 1][column - 1])
    for name, numbers in cages.items():
        for number in sorted(set(numbers) - {0}):
            if numbers.count(number) > 1:
                times = often(numbers.count(number))
                yield f"Cage {name} has {number} once at most: it has it {times}."
    names = board["cages"]
    for row, column, wanted in board.sums:
        numbers = cages[names[row, column]]
        if sum(numbers) != wanted:
            yield f"Cage {names[row, column]} has the sum {wanted}: {sum(numbers)}."


VALUES = kit.Values("value", 1, kit.side, given="numbers")
BEYOND = ("boxes", "diagonals", "knights", "cages", "sums")
URL, FILE = (kit.url.Base16("numbers"),), ("numbers", "rows")
LINK = kit.Pzpr("sudoku", URL, FILE, square=True, beyond=BEYOND)
GENRE = kit.Genre(Sudoku, kit.Filled, (VALUES,), verify, walls=box, codec=LINK)
PUZZLE = kit.layered(GENRE, first="nine")
