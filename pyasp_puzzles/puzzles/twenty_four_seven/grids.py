"""The layers of number grids: their size with all that follows from it, digits, views."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from pyasp_puzzles.boards.board import Layer, Row, Rows, Value, predicate
from pyasp_puzzles.boards.canvas import COLOUR, Canvas
from pyasp_puzzles.boards.clues import Margin
from pyasp_puzzles.boards.drawings import drawing, drawn_signs
from pyasp_puzzles.boards.formats.fields import Field
from pyasp_puzzles.boards.formats.text import Board as Entries
from pyasp_puzzles.boards.formats.text import Entry, Line
from pyasp_puzzles.boards.layers import Numbers
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.core.atoms import Predicate
from pyasp_puzzles.core.errors import InstanceError, Phrase, counted

Digits = tuple[tuple[int, int], ...]
"""Digits with their numbers of copies in a grid, sorted."""

MIN_SIDE, MAX_SIDE = 2, 40
"""Least and greatest number of rows or columns of a board."""
MAX_DIGIT = 99
MAX_VIEW = MAX_SIDE * MAX_DIGIT

SIZE = predicate("size", (("cells", int),))
GRID = predicate("grid", (("row", int), ("column", int)))
DIGIT = predicate("digit", (("digit", int), ("copies", int)))
LINE = predicate("line", (("filled", int), ("total", int)))

_ARROWS = {(1, 0): "↓", (-1, 0): "↑", (0, 1): "→", (0, -1): "←"}


@dataclass(frozen=True)
class Shape(Layer):
    """The grids: size and places, digits with their copies, number and sum of a line."""

    fact: type[Predicate] | str = SIZE

    @property
    def classes(self) -> tuple[type[Predicate], ...]:
        return (SIZE, LINE, GRID, DIGIT)

    def facts(self, board: Any) -> Iterator[Predicate]:
        yield SIZE(board.size)
        yield LINE(board.filled, board.total)
        yield from (GRID(*corner) for corner in board.grids)
        yield from (DIGIT(*digit) for digit in board.digits)

    def entries(self) -> tuple[str, ...]:
        return ("size", "filled", "sum", "digits", "grids")

    def read(self, entries: Entries, board: Any) -> Mapping[str, Any]:
        source, place = entries.source, entries.place()
        drawing = entries.peek("givens")
        drawn = drawn_signs(drawing)
        height, width = len(drawn), len(drawn[0][1])
        check_side(source, drawing.place(), height, width)
        found = {key: entries.optional(key) for key in self.entries()}
        grids = list(read_corners(found["grids"])) if found["grids"] else [(1, 1)]
        size = height - max(grids)[0] + 1
        if found["size"]:
            size = found["size"].integer(MIN_SIDE, MAX_SIDE)
        blamed = found["grids"] or found["size"]
        check_grids(source, blamed.place() if blamed else place, grids, size, height, width)
        digits = read_digits(found["digits"]) if found["digits"] else usual_digits(size)
        filled, total = per_line(
            digits, size, source, found["digits"].place() if found["digits"] else place
        )
        for key, amount in (("filled", filled), ("sum", total)):
            entry = found[key]
            if entry and entry.integer() != amount:
                copies = sum(m * (v if key == "sum" else 1) for v, m in digits)
                expected = f"{amount}: the digits come to {copies} in a grid of {size} lines"
                raise entry.error(entry.value.text, expected)
        return {"size": size, "digits": digits, "grids": tuple(sorted(grids))}

    def write(self, board: Any) -> dict[str, str | list[str]]:
        entries: dict[str, str | list[str]] = {
            "size": str(board.size),
            "filled": str(board.filled),
            "sum": str(board.total),
            "digits": write_digits(board.digits),
        }
        if board.grids != ((1, 1),):
            entries["grids"] = ", ".join(f"{row} {column}" for row, column in board.grids)
        return entries

    def check(self, board: Any, rows: Field) -> None:
        root = Field(rows.source, "", board)
        size = root["size"].integer(MIN_SIDE, MAX_SIDE)
        digits: set[int] = set()
        for pair in root["digits"].list():
            digit, copies = pair.list(2)
            if digit.integer(1, MAX_DIGIT) in digits:
                raise pair.error("every digit once")
            digits.add(digit.value)
            copies.integer(1, MAX_SIDE**2)
        for corner in root["grids"].list():
            for number in corner.list(2):
                number.integer(1, MAX_SIDE)
        for key, noun in (("digits", "digit"), ("grids", "grid")):
            if not root[key].value:
                raise root[key].error("at least one", Phrase("none"))
            root[key].in_order(noun)
        check_side(rows.source, "grids", board.rows, board.columns)
        check_grids(rows.source, "grids", board.grids, size, board.rows, board.columns)
        per_line(board.digits, size, rows.source, "digits")

    def words(self, board: Any) -> str:
        several = f", {len(board.grids)} grids" if len(board.grids) > 1 else ""
        return f"{board.rows} x {board.columns} cells{several}"


@dataclass(frozen=True)
class Givens(Numbers):
    """Printed digits; ``#`` is a place outside every grid."""

    least: int = 1
    most: int = MAX_DIGIT
    where: ClassVar[str] = "a cell of the board"

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

    def words(self, board: Any) -> str:
        return super().words(board) if board.givens else ""


@dataclass(frozen=True)
class Views(Margin):
    """Numbers outside: the first digit seen from there, or a sum, greater than every digit."""

    most: int = MAX_VIEW

    def places(self, board: Any) -> Sequence[Place]:
        return [at[:2] for at in self.all_beside(board) if board.seen_from((*at, 0))]

    def values(self, board: Any) -> Sequence[Value]:
        return []  # too many to be offered

    def value_of(self, board: Any, text: str, entry: Entry, line: Line | None = None) -> Value:
        number = entry.number(text, 1, MAX_VIEW, line)
        if number <= board.largest and number not in {digit for digit, _ in board.digits}:
            raise entry.error(number, one_of(board), line)
        return number

    def beside_line(self, board: Any, place: Place, word: str, entry: Entry) -> Row:
        row = super().beside_line(board, place, word, entry)
        self._fits(board, row, entry.source, f"{entry.place()}, view {place_of(row)}")
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
                text = f"{row[4]}{_ARROWS[row[2:4]]}"
                canvas.tile(at, text=text, cell=row[:2], fact=fact)
                canvas.note("A number with an arrow looks that way, from a gap in the board.")
            else:
                canvas.tile(row[:2], text=str(row[4]), fact=fact)


def place_of(view: Row) -> str:
    """The place of a view, in words.

    >>> place_of((3, 0, 0, 1, 5))
    'left of row 3'
    """
    row, column, down, right, _ = view
    if down:
        return f"{'above' if down > 0 else 'below'} column {column}"
    return f"{'left' if right > 0 else 'right'} of row {row}"


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
    written = write_digits(digits)
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


def read_corners(entry: Entry) -> Iterator[tuple[int, int]]:
    """Top left cells ``ROW COLUMN``, with commas between them."""
    for words in (part.split() for line in entry.body() for part in line.text.split(",")):
        if len(words) != 2:
            found = " ".join(words) or Phrase("nothing")
            raise entry.error(found, "a top left cell 'ROW COLUMN', commas between several")
        yield entry.number(words[0], 1, MAX_SIDE), entry.number(words[1], 1, MAX_SIDE)


def read_digits(entry: Entry) -> Digits:
    """Digits with their numbers of copies, sorted."""
    digits: dict[int, int] = {}
    for line in entry.body():
        for word in line.text.split():
            match = re.fullmatch(r"([0-9]{1,9})x([0-9]{1,9})", word)
            if not match:
                raise entry.error(word, "DIGITxCOPIES such as '3x2', blanks between several", line)
            digit = entry.number(match[1], 1, MAX_DIGIT, line)
            if digit in digits:
                raise entry.error(word, f"the digit {digit} once", line)
            digits[digit] = entry.number(match[2], 1, MAX_SIDE**2, line)
    if not digits:
        raise entry.error(Phrase("nothing"), "at least one digit, such as '1x3'")
    return tuple(sorted(digits.items()))


def write_digits(digits: Digits) -> str:
    """Digits with their numbers of copies, as :func:`read_digits` reads them."""
    return " ".join(f"{digit}x{copies}" for digit, copies in digits)
