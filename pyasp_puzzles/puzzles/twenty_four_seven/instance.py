"""Number grids: the type of the instances, and its layers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass
from functools import cached_property
from typing import Any, ClassVar

from pyasp_puzzles.boards.board import LayeredBoard, Row, Rows, Value, layer, predicate
from pyasp_puzzles.boards.canvas import COLOUR, Canvas
from pyasp_puzzles.boards.clues import Margin
from pyasp_puzzles.boards.editing import place as place_name
from pyasp_puzzles.boards.formats.fields import Field
from pyasp_puzzles.boards.formats.text import Board as Entries
from pyasp_puzzles.boards.formats.text import Entry, Line, drawing, drawn_signs
from pyasp_puzzles.boards.layers import Numbers
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.boards.scalars import Scalar
from pyasp_puzzles.boards.stocks import NumberRows
from pyasp_puzzles.core.atoms import Predicate
from pyasp_puzzles.core.errors import InstanceError, Phrase, counted

Digits = tuple[tuple[int, int], ...]
"""Digits with their numbers of copies in a grid, sorted."""

MIN_SIDE, MAX_SIDE = 2, 40
"""Least and greatest number of rows or columns of a board."""
MAX_DIGIT = 99
MAX_VIEW = MAX_SIDE * MAX_DIGIT

_ARROWS = {(1, 0): "↓", (-1, 0): "↑", (0, 1): "→", (0, -1): "←"}


class GridSize(Scalar):
    """The rows, and columns, of every grid; left out, it follows from the drawing."""

    def read(self, entries: Entries, board: Any) -> Mapping[str, Any]:
        drawing = entries.peek("givens")
        drawn = drawn_signs(drawing)
        height, width = len(drawn), len(drawn[0][1])
        check_side(entries.source, drawing.place(), height, width)
        listed, own = entries.optional("grids"), entries.optional(self.key)
        grids = CORNERS.parsed(listed) if listed else ((1, 1),)
        size = own.integer(MIN_SIDE, MAX_SIDE) if own else height - max(grids)[0] + 1
        blamed = listed or own
        place = blamed.place() if blamed else entries.place()
        check_grids(entries.source, place, grids, size, height, width)
        return {self.name: size, "grids": grids}

    def words(self, board: Any) -> str:
        several = f", {len(board.grids)} grids" if len(board.grids) > 1 else ""
        return f"{board.rows} x {board.columns} cells{several}"


class DigitCopies(NumberRows):
    """Digits with their copies in a grid, ``3x2``; number and sum of a line follow from them."""

    @property
    def classes(self) -> tuple[type[Predicate], ...]:
        return (*super().classes, LINE)

    def facts(self, board: Any) -> Iterator[Predicate]:
        yield from super().facts(board)
        yield LINE(board.filled, board.total)

    def item(self, row: Row) -> str:
        return "x".join(map(str, row))

    def rows_of(self, board: Any, text: str, entry: Entry, line: Line) -> Iterable[Row]:
        if not re.fullmatch(r"[0-9]{1,9}x[0-9]{1,9}", text):
            raise entry.error(text, self.form, line)
        return super().rows_of(board, text.replace("x", " "), entry, line)

    def listed(self, board: Any, entry: Entry) -> list[Row]:
        rows = super().listed(board, entry)
        if not rows:
            raise entry.error(Phrase("nothing"), "at least one digit, such as '1x3'")
        for number, row in enumerate(rows):
            if any(row[0] == other[0] for other in rows[:number]):
                raise entry.error(self.item(row), f"the digit {row[0]} once")
        return rows

    def entries(self) -> tuple[str, ...]:
        return ("filled", "sum", self.key)

    def read(self, entries: Entries, board: Any) -> Mapping[str, Any]:
        size, entry = board.size, entries.optional(self.key)
        digits = self.parsed(entry) if entry else usual_digits(size)
        place = entry.place() if entry else entries.place()
        share = dict(
            zip(("filled", "sum"), per_line(digits, size, entries.source, place), strict=True)
        )
        for key, amount in share.items():
            said = entries.optional(key)
            if said and said.integer() != amount:
                expected = f"{amount}: the digits come to {amount * size} in a grid of {size} lines"
                raise said.error(said.value.text, expected)
        return {self.name: digits}

    def write(self, board: Any) -> dict[str, str | list[str]]:
        return {"filled": str(board.filled), "sum": str(board.total), **super().write(board)}

    def check(self, board: Any, rows: Field) -> None:
        super().check(board, rows)
        if len({row[0] for row in rows.value}) < len(rows.value) or not rows.value:
            raise rows.error("every digit once, and at least one")
        per_line(rows.value, board.size, rows.source, "digits")

    def words(self, board: Any) -> str:
        return ""


class Corners(NumberRows):
    """The top left cells of the grids, sorted; the size reads them."""

    def read(self, entries: Entries, board: Any) -> Mapping[str, Any]:
        return {}

    def write(self, board: Any) -> dict[str, str | list[str]]:
        return super().write(board) if board.grids != ((1, 1),) else {}

    def check(self, board: Any, rows: Field) -> None:
        super().check(board, rows)
        if not rows.value:
            raise rows.error("at least one", Phrase("none"))
        check_side(rows.source, "grids", board.rows, board.columns)
        check_grids(rows.source, "grids", board.grids, board.size, board.rows, board.columns)

    def words(self, board: Any) -> str:
        return ""


_SIDE = 1, MAX_SIDE
CORNERS = Corners(
    "grid",
    noun="grid",
    columns=(("row", *_SIDE), ("column", *_SIDE)),
    form="a top left cell 'ROW COLUMN', commas between several",
)
DIGITS = DigitCopies(
    "digit",
    noun="digit",
    columns=(("digit", 1, MAX_DIGIT), ("copies", 1, MAX_SIDE**2)),
    form="DIGITxCOPIES such as '3x2', blanks between several",
    between=" ",
    about="the digits of each grid with their copies, such as 1x4 3x4 5x4; each line has an equal "
    "share of them",
)
LINE = predicate("line", (("filled", int), ("total", int)))


class Givens(Numbers):
    """Printed digits; ``#`` is a place outside every grid."""

    def values(self, board: Any) -> Sequence[Value]:
        return [digit for digit, _ in board.digits]

    def value_of(self, board: Any, text: str, entry: Entry, line: Line | None = None) -> Value:
        digit = entry.number(text, 1, MAX_DIGIT, line)
        if digit not in self.values(board):
            raise entry.error(digit, one_of(board), line)
        return digit

    def at(self, board: Any, place: Place, sign: str, entry: Entry, line: Line) -> Row | None:
        inside = place in board.cells
        if sign == "#" and inside:
            raise entry.error(sign, f"'.' or a digit at column {place[1]}", line)
        if sign in (".", "0", "#"):
            return None
        digit = self.value_of(board, sign, entry, line)
        if not inside:
            raise entry.error(sign, f"'#' or '.' outside the grids, column {place[1]}", line)
        return (*place, digit)

    def write(self, board: Any) -> dict[str, str | list[str]]:
        frame = self.frame(board)
        signs = {at: "#" for row in frame for at in row if at not in board.cells}
        signs |= {row[:2]: str(row[2]) for row in board.givens}
        return {self.key: drawing(frame, signs)}

    def draw(self, canvas: Canvas, board: Any, rows: Rows) -> None:
        for row in rows:
            canvas.tile(row[:2], text=str(row[2]), colour=COLOUR, given=True)


class Views(Margin):
    """Numbers outside: the first digit seen from there, or a sum, greater than every digit."""

    def places(self, board: Any) -> Sequence[Place]:
        return [at[:2] for at in self.all_beside(board) if board.seen_from(at)]

    def values(self, board: Any) -> Sequence[Value]:
        return []  # too many to be offered

    def value_of(self, board: Any, text: str, entry: Entry, line: Line | None = None) -> Value:
        number = entry.number(text, 1, MAX_VIEW, line)
        if number <= board.largest and number not in {digit for digit, _ in board.digits}:
            raise entry.error(number, one_of(board), line)
        return number

    def beside_line(self, board: Any, place: Place, word: str, entry: Entry) -> Row:
        row = super().beside_line(board, place, word, entry)
        self._fits(board, row, entry.source, f"{entry.place()}, view {place_name(board, row[:2])}")
        return row

    def check(self, board: Any, rows: Field) -> None:
        super().check(board, rows)
        for node in rows.list():
            self._fits(board, node.value, node.source, node.path)

    def _fits(self, board: Any, view: Row, source: str, place: str) -> None:
        """Refuse a view that looks at no cell, or contradicts a line that the givens fill."""
        line, number = board.seen_from(view), view[-1]
        if not line:
            raise InstanceError(source, place, number, "no view: it looks at no cell")
        given, seen = {row[:2]: row[2] for row in board.givens}, set(line)
        if len(given.keys() & seen) < board.filled:  # they fill no line of those
            return
        along = [cells for _, cells in board.lines() if seen.issuperset(cells)]
        if all(sum(cell in given for cell in cells) == board.filled for cells in along):
            digits = [given[cell] for cell in line if cell in given]
            right = sum(digits) if number > board.largest else digits[0]
            if number != right:
                found = Phrase(f"{number} on a line that the givens fill")
                raise InstanceError(source, place, found, f"{right}, which is seen there")

    def draw(self, canvas: Canvas, board: Any, rows: Rows) -> None:
        """Each number beside the first cell that it looks at, if possible, then with an arrow."""
        taken: set[Place] = set()
        for row in rows:
            (first_row, first_column), *_ = board.seen_from(row)
            at, fact = (first_row - row[2], first_column - row[3]), str(self.atom(row))
            if at != row[:2] and at not in taken:
                taken.add(at)
                canvas.tile(at, text=f"{row[4]}{_ARROWS[row[2:4]]}", cell=row[:2], fact=fact)
                canvas.note("A number with an arrow looks that way, from a gap in the board.")
            else:
                canvas.tile(row[:2], text=str(row[4]), fact=fact)


def one_of(board: Any) -> str:
    """What a digit can be, for messages."""
    return f"one of the digits {', '.join(str(digit) for digit, _ in board.digits)}"


def usual_digits(size: int) -> Digits:
    """The digits 1, 2, ... up to the size with one, two, ... copies.

    >>> usual_digits(3)
    ((1, 1), (2, 2), (3, 3))
    """
    return tuple((digit, digit) for digit in range(1, size + 1))


def check_side(source: str, place: str, height: int, width: int) -> None:
    """Refuse a board with too few or too many rows or columns."""
    if not (MIN_SIDE <= height <= MAX_SIDE and MIN_SIDE <= width <= MAX_SIDE):
        found = Phrase(f"{counted(height, 'row')} and {counted(width, 'column')}")
        raise InstanceError(source, place, found, f"{MIN_SIDE} to {MAX_SIDE} of both")


def check_grids(
    source: str, place: str, grids: Sequence[Place], size: int, height: int, width: int
) -> None:
    """Check that the grids together reach from the first to the last row and column, each once."""
    if len(set(grids)) < len(grids):
        raise InstanceError(source, place, Phrase("a grid twice"), "every grid once")
    for axis, (name, length) in enumerate((("row", height), ("column", width))):
        starts = [grid[axis] for grid in grids]
        reach = (min(starts), max(starts) + size - 1)
        if reach != (1, length):
            found = Phrase(f"grids of size {size} in {name}s {reach[0]} to {reach[1]}")
            raise InstanceError(source, place, found, f"{name}s 1 to {length}, as the givens have")


def per_line(digits: Digits, size: int, source: str, place: str) -> tuple[int, int]:
    """Number and sum of the filled cells of a line: an equal share of the digits of a grid."""
    copies, total = sum(m for _, m in digits), sum(v * m for v, m in digits)
    written = " ".join(map(DIGITS.item, digits))
    if copies % size or copies > size * size:
        found = Phrase(f"{counted(copies, 'digit')} ({written})")
        expected = (
            f"at most {size * size} digits a grid, a multiple of {size}: as many in each line"
        )
        raise InstanceError(source, place, found, expected)
    if total % size:
        found = Phrase(f"digits ({written}) that add up to {total}")
        raise InstanceError(source, place, found, f"a multiple of {size}: the same in each line")
    return copies // size, total // size


class CellDigit(Predicate, name="value"):
    """Shown: a filled cell and its digit."""

    row: int
    column: int
    digit: int


GIVENS = Givens(
    "given", 1, MAX_DIGIT, about="a digit that is printed in a cell", noun="given", drop="row",
    where="a cell of the board",
)  # fmt: skip
VIEWS = Views("view", 1, MAX_VIEW, about="a number beside the board", noun="view", drop="row")


@dataclass(frozen=True)
class NumberGridBoard(LayeredBoard):
    """A board: its grids, the counts and sums of each, the givens and the views.

    Attributes:
        size: rows, and columns, of every grid.
        digits: pairs of a digit and its number of copies in a grid, sorted.
        grids: top left cells, sorted.
        givens: row, column and digit, sorted.
        views: row and column just outside the board, the step inwards, and the number; sorted.

    Raises:
        InstanceError: a field is wrong, or the givens contradict a view.
    """

    size: int = layer(GridSize("size", MIN_SIDE, MAX_SIDE), MISSING)
    digits: Digits = layer(DIGITS, MISSING)
    grids: tuple[Place, ...] = layer(CORNERS, ((1, 1),))
    givens: Rows = layer(GIVENS)
    views: Rows = layer(VIEWS)
    sides: ClassVar[tuple[int, int]] = (MIN_SIDE, MAX_SIDE)
    square: ClassVar[bool] = True  # an empty one has one grid

    @cached_property
    def filled(self) -> int:
        """Number of filled cells in every line of a grid: an equal share of its digits."""
        return sum(copies for _, copies in self.digits) // self.size

    @cached_property
    def total(self) -> int:
        """The sum of each line."""
        return sum(digit * copies for digit, copies in self.digits) // self.size

    @cached_property
    def rows(self) -> int:
        """Rows of the board."""
        return max(row for row, _ in self.grids) + self.size - 1

    @cached_property
    def columns(self) -> int:
        """Columns of the board."""
        return max(column for _, column in self.grids) + self.size - 1

    @cached_property
    def cells(self) -> frozenset[Place]:
        """The cells of all grids."""
        return frozenset(cell for grid in self.grids for cell in self.cells_of(grid))

    @cached_property
    def largest(self) -> int:
        """The greatest digit: a view with a greater number is a sum."""
        return max(digit for digit, _ in self.digits)

    def cells_of(self, grid: Place) -> list[Place]:
        """The cells of one grid, row by row."""
        row, column = grid
        return [(row + i, column + j) for i in range(self.size) for j in range(self.size)]

    def lines(self) -> Iterator[tuple[str, list[Place]]]:
        """Every row and column of every grid, with its name."""
        for row, column in self.grids:
            several = len(self.grids) > 1
            for i in range(row, row + self.size):
                name = f"row {i} from r{i}c{column}" if several else f"row {i}"
                yield name, [(i, column + j) for j in range(self.size)]
            for j in range(column, column + self.size):
                name = f"column {j} from r{row}c{j}" if several else f"column {j}"
                yield name, [(row + i, j) for i in range(self.size)]

    def seen_from(self, view: Row) -> list[Place]:
        """The cells that a view looks at, by its place and step; the nearest first."""
        row, column, down, right = view[:4]
        steps = range(1, max(self.rows, self.columns) + 1)
        line = ((row + i * down, column + i * right) for i in steps)
        return [cell for cell in line if cell in self.cells]
