"""Number grids: the type of the instances, and the checks of their parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from pyasp_puzzles.boards.formats.fields import fields, placed
from pyasp_puzzles.boards.formats.text import Known
from pyasp_puzzles.core.errors import BadInputError, InstanceError, Phrase, counted

Cell = tuple[int, int]
"""Row and column, from 1."""
Triple = tuple[int, int, int]
"""Row, column and digit."""
View = tuple[int, int, int, int, int]
"""Row and column of the view, rows and columns a step, number."""

SIDES = ("top", "bottom", "left", "right")
MIN_SIDE, MAX_SIDE = 2, 40
"""Least and greatest number of rows or columns of a board."""
MAX_DIGIT = 99
MAX_VIEW = MAX_SIDE * MAX_DIGIT


@dataclass(frozen=True)
class Instance:
    """A board: its grids, the counts and sums of each, the givens and the views.

    Attributes:
        size: rows, and columns, of every grid.
        filled: number of filled cells in every line of a grid.
        total: their sum.
        digits: pairs of a digit and its number of copies in a grid, sorted.
        grids: top left cells, sorted.
        givens: row, column and digit, sorted.
        views: row and column just outside the board, the step inwards, and the number; sorted.
    """

    title: str
    size: int
    filled: int
    total: int
    digits: tuple[tuple[int, int], ...]
    grids: tuple[Cell, ...] = ((1, 1),)
    givens: tuple[Triple, ...] = ()
    views: tuple[View, ...] = ()
    name: str = ""
    known: Known = ()

    def __post_init__(self) -> None:
        _check(self)

    @cached_property
    def rows(self) -> int:
        """Rows of the board."""
        return max(row for row, _ in self.grids) + self.size - 1

    @cached_property
    def columns(self) -> int:
        """Columns of the board."""
        return max(column for _, column in self.grids) + self.size - 1

    @cached_property
    def cells(self) -> frozenset[Cell]:
        """The cells of all grids."""
        return frozenset(cell for grid in self.grids for cell in self.cells_of(grid))

    @cached_property
    def largest(self) -> int:
        """The greatest digit: a view with a greater number is a sum."""
        return max(digit for digit, _ in self.digits)

    def cells_of(self, grid: Cell) -> list[Cell]:
        """The cells of one grid, row by row."""
        row, column = grid
        return [(row + i, column + j) for i in range(self.size) for j in range(self.size)]

    def lines(self) -> Iterator[tuple[str, list[Cell]]]:
        """Every row and column of every grid, with its name."""
        for row, column in self.grids:
            several = len(self.grids) > 1
            for i in range(row, row + self.size):
                name = f"row {i} from r{i}c{column}" if several else f"row {i}"
                yield name, [(i, column + j) for j in range(self.size)]
            for j in range(column, column + self.size):
                name = f"column {j} from r{row}c{j}" if several else f"column {j}"
                yield name, [(row + i, j) for i in range(self.size)]

    def seen_from(self, view: View) -> list[Cell]:
        """The cells that a view looks at, the nearest first."""
        row, column, down, right, _ = view
        steps = range(1, max(self.rows, self.columns) + 1)
        line = ((row + i * down, column + i * right) for i in steps)
        return [cell for cell in line if cell in self.cells]


def _check(instance: Instance) -> None:
    """Check an instance, read from a file or made by code.

    Raises:
        InstanceError: a field is wrong, or the givens contradict a view.
    """
    root = fields(instance)
    source = root.source
    size = root["size"].integer(MIN_SIDE, MAX_SIDE)
    digits: dict[int, int] = {}
    for pair in root["digits"].list():
        digit, copies = pair.list(2)
        if digit.integer(1, MAX_DIGIT) in digits:
            raise pair.error("every digit once")
        digits[digit.value] = copies.integer(1, MAX_SIDE**2)
    root["digits"].in_order("digit")
    for corner in root["grids"].list():
        for number in corner.list(2):
            number.integer(1, MAX_SIDE)
    for key, items in (("digits", instance.digits), ("grids", instance.grids)):
        if not items:
            raise root[key].error("at least one", Phrase("none"))
    root["grids"].in_order("grid")
    check_side(source, "grids", instance.rows, instance.columns)
    check_grids(source, "grids", instance.grids, size, instance.rows, instance.columns)
    amounts = per_line(instance.digits, size, source, "digits")
    for key, amount in zip(("filled", "total"), amounts, strict=True):
        if root[key].integer() != amount:
            raise root[key].error(f"{amount}, to which the digits come")
    given: dict[Cell, int] = {}
    for node in root["givens"].list():
        row, column, digit_here = (number.integer() for number in node.list(3))
        if (row, column) not in instance.cells or (row, column) in given:
            raise node.error("a cell of the board that has no other digit")
        check_digit(InstanceError, source, node.path, digit_here, instance.digits)
        given[row, column] = digit_here
    root["givens"].in_order("given")
    rows, columns = instance.rows, instance.columns
    sides = [(side, columns if side in ("top", "bottom") else rows) for side in SIDES]
    outside = {
        view_from(side, index, rows, columns, 0)[:-1]
        for side, length in sides
        for index in range(1, length + 1)
    }
    for node in root["views"].list():
        *around, last = node.list(5)
        before = [number.integer(-1, MAX_SIDE + 1) for number in around]
        seen = last.integer(1, MAX_VIEW)
        if tuple(before) not in outside:
            raise node.error("a place just outside the board that no other view has, and the step")
        outside.remove((before[0], before[1], before[2], before[3]))
        _check_view(instance, node.value, given, seen, source, node.path)
    root["views"].in_order("view")


def _check_view(
    instance: Instance, view: View, given: dict[Cell, int], number: int, source: str, place: str
) -> None:
    line = instance.seen_from(view)
    if not line:
        raise InstanceError(source, place, number, "no view: it looks at no cell")
    if number <= instance.largest:
        check_digit(InstanceError, source, place, number, instance.digits)
    along = [cells for _, cells in instance.lines() if set(cells) <= set(line)]
    if all(sum(cell in given for cell in cells) == instance.filled for cells in along):
        digits = [given[cell] for cell in line if cell in given]
        right = sum(digits) if number > instance.largest else digits[0]
        if number != right:
            found = Phrase(f"{number} on a line that the givens fill")
            raise InstanceError(source, place, found, f"{right}, which is seen there")


def view_from(side: str, index: int, rows: int, columns: int, number: int) -> View:
    """The view beside row or column ``index`` of a side of the board."""
    return {
        "top": (0, index, 1, 0, number),
        "bottom": (rows + 1, index, -1, 0, number),
        "left": (index, 0, 0, 1, number),
        "right": (index, columns + 1, 0, -1, number),
    }[side]


def place_of(view: View) -> str:
    """The place of a view, in words.

    >>> place_of(view_from("left", 3, rows=7, columns=7, number=5))
    'left of row 3'
    """
    row, column, down, right, _ = view
    if down:
        return f"{'above' if down > 0 else 'below'} column {column}"
    return f"{'left' if right > 0 else 'right'} of row {row}"


def usual_digits(size: int) -> tuple[tuple[int, int], ...]:
    """The digits 1, 2, ... up to the size with one, two, ... copies.

    >>> usual_digits(3)
    ((1, 1), (2, 2), (3, 3))
    """
    return tuple((digit, digit) for digit in range(1, size + 1))


def check_side(source: str, place: str, height: int, width: int) -> None:
    if not (MIN_SIDE <= height <= MAX_SIDE and MIN_SIDE <= width <= MAX_SIDE):
        found = Phrase(f"{counted(height, 'row')} and {counted(width, 'column')}")
        raise InstanceError(source, place, found, f"{MIN_SIDE} to {MAX_SIDE} of both")


def check_grids(
    source: str, place: str, grids: Sequence[Cell], size: int, height: int, width: int
) -> None:
    """Check that the grids together reach from the first to the last row and column, each once."""
    if len(set(grids)) < len(grids):
        raise InstanceError(source, place, Phrase("a grid twice"), "every grid once")
    for name, length, starts in (
        ("row", height, [row for row, _ in grids]),
        ("column", width, [column for _, column in grids]),
    ):
        reach = (min(starts), max(starts) + size - 1)
        if reach != (1, length):
            found = Phrase(f"grids of size {size} in {name}s {reach[0]} to {reach[1]}")
            raise InstanceError(source, place, found, f"{name}s 1 to {length}, as the givens have")


def per_line(
    digits: tuple[tuple[int, int], ...], size: int, source: str, place: str
) -> tuple[int, int]:
    """Number and sum of the filled cells of a line: an equal share of the digits of a grid."""
    copies, total = sum(m for _, m in digits), sum(v * m for v, m in digits)
    written = " ".join(f"{v}x{m}" for v, m in digits)
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


def check_digit(
    error: type[BadInputError],
    source: str,
    place: str,
    number: int,
    digits: tuple[tuple[int, int], ...],
) -> None:
    if number not in {digit for digit, _ in digits}:
        expected = f"one of the digits {', '.join(str(digit) for digit, _ in digits)}"
        raise error(source, place, number, expected)


def checked(
    bare: Instance,
    givens: Iterable[Triple],
    views: Iterable[View],
    known: Known,
    source: str,
    place: str,
) -> Instance:
    """The board with its givens and views; errors say where they stand in the file."""
    ordered = tuple(sorted(views))
    places = {
        f"views[{i}]": ", ".join(filter(None, (place, f"view {place_of(view)}")))
        for i, view in enumerate(ordered)
    }
    with placed(source, places, place):
        return replace(bare, givens=tuple(sorted(givens)), views=ordered, known=known)


def size(instance: Instance) -> str:
    parts = [f"{instance.rows} x {instance.columns} cells"]
    counts = ((len(instance.givens), "given"), (len(instance.views), "view"))
    if len(instance.grids) > 1:
        parts.append(f"{len(instance.grids)} grids")
    parts += [counted(number, word) for number, word in counts if number]
    return ", ".join(parts)
