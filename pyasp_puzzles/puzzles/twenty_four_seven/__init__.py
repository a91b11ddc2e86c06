"""Twenty Four Seven: number grids that hang together.

Every square grid of the board holds each digit a stated number of times, and each of its rows and
columns has a stated number of filled cells with a stated sum; no 2 x 2 block is full, and all
filled cells of the board form one connected region.  A number outside the board is the first one
seen from there, or, if greater than every digit, the sum of the line.  The classic grid, whose
four numbers a line and one 1, two 2s, ... seven 7s name the puzzle, was set by Jane Street in June
2018, and again, with views and with grids that overlap, in December 2020 and February 2023.

A small one: the digits 1, 3 and 5, each four times; three filled cells a line, sum 9; its answer::

        5
    . . 1 .           . 5 1 3
    . . . .           1 3 . 5
    . . 5 .           3 . 5 1
    . . . .           5 1 3 .

Rows count before columns, from 1 at the top left; a view stands in row or column 0, or just past
the last one.  ``lp/twenty_four_seven.lp`` uses the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pyasp_puzzles.atoms import Predicate
from pyasp_puzzles.drawing.picture import Entry, Panel, Picture, Tile
from pyasp_puzzles.errors import AnswerError, Phrase, counted
from pyasp_puzzles.formats.json import is_json
from pyasp_puzzles.puzzle import Profile, Puzzle
from pyasp_puzzles.puzzles.twenty_four_seven import format as files
from pyasp_puzzles.puzzles.twenty_four_seven import json_format as json_files
from pyasp_puzzles.puzzles.twenty_four_seven.format import (
    Cell,
    Instance,
    format_text,
    parse_text,
    place_of,
)
from pyasp_puzzles.puzzles.twenty_four_seven.json_format import parse_json


class Size(Predicate):
    cells: int


class Grid(Predicate):
    row: int
    column: int


class Digit(Predicate):
    digit: int
    copies: int


class LineFact(Predicate, name="line"):
    filled: int
    total: int


class Given(Predicate):
    row: int
    column: int
    digit: int


class View(Predicate):
    row: int
    column: int
    down: int
    right: int
    number: int


class Value(Predicate):
    """Shown: a filled cell and its digit."""

    row: int
    column: int
    digit: int


@dataclass(frozen=True)
class Solution:
    """The board row by row, 0 for an empty cell."""

    rows: tuple[tuple[int, ...], ...]


def parse(text: str, source: str) -> dict[str, Instance]:
    """The boards of a file in the text format or in JSON, by label.

    Raises:
        InstanceError: the text is no instance; the message says where and why.

    >>> parse("digits: 1x2\\ngivens:\\n  1.\\n  ..", "small.txt")[""].givens
    ((1, 1, 1),)
    """
    return parse_json(text, source) if is_json(text) else parse_text(text, source)


def facts(instance: Instance) -> Iterator[Predicate]:
    """The instance as it is; nothing is derived."""
    yield Size(instance.size)
    yield LineFact(instance.filled, instance.total)
    yield from (Grid(*corner) for corner in instance.grids)
    yield from (Digit(digit, copies) for digit, copies in instance.digits)
    yield from (Given(*given) for given in instance.givens)
    yield from (View(*view) for view in instance.views)


def decode(instance: Instance, atoms: Sequence[Predicate]) -> Solution:
    """The board of one answer.

    Raises:
        AnswerError: an atom lies off the board, has no digit, or fills a cell a second time.
    """
    board = [[0] * instance.columns for _ in range(instance.rows)]
    for atom in atoms:
        if not isinstance(atom, Value):
            continue
        row, column, digit = atom.row, atom.column, atom.digit
        if not (1 <= row <= instance.rows and 1 <= column <= instance.columns):
            expected = f"a cell in rows 1 to {instance.rows} and columns 1 to {instance.columns}"
            raise AnswerError(instance.name, "answer", str(atom), expected)
        if digit < 1:
            raise AnswerError(instance.name, "answer", str(atom), "a digit of at least 1")
        if board[row - 1][column - 1] not in (0, digit):
            found = Phrase(f"{atom} and {board[row - 1][column - 1]} in the same cell")
            raise AnswerError(instance.name, "answer", found, "one digit a cell")
        board[row - 1][column - 1] = digit
    return Solution(tuple(map(tuple, board)))


def read(instance: Instance, text: str) -> Solution:
    """The rows of a board, 0 or ``.`` for an empty cell, without blanks or with them everywhere.

    Raises:
        AnswerError: there are not as many rows, or digits in a row, as the board has.

    >>> read(Instance("Small", 2, 1, 1, ((1, 2),)), "1. .1")
    Solution(rows=((1, 0), (0, 1)))
    """
    words = "".join(" " if sign in "[],;|" else sign for sign in text).split()
    height, width = instance.rows, instance.columns
    if len(words) == height and any(len(word) != 1 for word in words):
        rows = [list(word) for word in words]
    elif len(words) == height * width:
        rows = [words[start : start + width] for start in range(0, len(words), width)]
    else:
        expected = f"{height} rows of {width} digits, lines of solve --json, or atoms value/3"
        raise AnswerError(instance.name, "answer", Phrase(counted(len(words), "word")), expected)
    board = []
    for number, row in enumerate(rows, start=1):
        if len(row) != width:
            found = Phrase(f"{counted(len(row), 'digit')} in {''.join(row)!r}")
            raise AnswerError(instance.name, f"answer, row {number}", found, f"{width} digits")
        for word in row:
            if word not in ".#" and not (word.isascii() and word.isdigit() and len(word) < 10):
                expected = "a digit, or '.' for an empty cell"
                raise AnswerError(instance.name, f"answer, row {number}", word, expected)
        board.append(tuple(0 if word in ".#" else int(word) for word in row))
    return Solution(tuple(board))


def verify(instance: Instance, solution: Solution) -> list[str]:
    """The broken rules, from the board alone."""
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


def picture(instance: Instance, solution: Solution | None) -> Picture:
    """The board with its views around it; walls part what belongs to different grids."""
    given = {(row, column): digit for row, column, digit in instance.givens}
    grids: dict[Cell, tuple[Cell, ...]] = {}
    for corner in instance.grids:
        for cell in instance.cells_of(corner):
            grids[cell] = (*grids.get(cell, ()), corner)
    tiles = []
    for row, column in sorted(grids):
        cell = (row, column)
        digit = solution.rows[row - 1][column - 1] if solution else given.get(cell, 0)
        tiles.append(
            Tile(
                row,
                column,
                str(digit) if digit else "·",
                grids[cell],
                _COLOUR if digit else None,
                given=given.get(cell) == digit if solution else True,
            )
        )
    tiles += _views(instance)
    return Picture(instance.title, (Panel(tuple(tiles)),), tuple(_legend(instance)))


def _views(instance: Instance) -> Iterator[Tile]:
    """The numbers around the board: each next to the first cell it faces, if the place is free.

    Where cells of the board are missing in between, the number gets an arrow: it may stand beside
    a second cell there, at which it does not look.
    """
    taken: set[Cell] = set()
    for view in instance.views:
        row, column, down, right, number = view
        first_row, first_column = instance.seen_from(view)[0]
        place = (first_row - down, first_column - right)
        if place != (row, column) and place not in taken:
            taken.add(place)
            yield Tile(*place, f"{number}{_ARROWS[down, right]}")
        else:
            yield Tile(row, column, str(number))


_ARROWS = {(1, 0): "↓", (-1, 0): "↑", (0, 1): "→", (0, -1): "←"}
_COLOUR = 3


def _legend(instance: Instance) -> Iterable[Entry]:
    digits = ", ".join(f"{digit} ({copies}×)" for digit, copies in instance.digits)
    each = "each grid" if len(instance.grids) > 1 else "the grid"
    yield Entry("", f"Digits of {each}: {digits}.")
    yield Entry("", f"Each line of it: {instance.filled} filled cells, sum {instance.total}.")
    if any(view[-1] > instance.largest for view in instance.views):
        yield Entry("", f"A number outside, above {instance.largest}: the sum of the whole line.")
    if any(tile.text[-1] in _ARROWS.values() for tile in _views(instance)):
        yield Entry("", "A number with an arrow looks that way, from a gap in the board.")


def size(instance: Instance) -> str:
    parts = [f"{instance.rows} x {instance.columns} cells"]
    counts = ((len(instance.givens), "given"), (len(instance.views), "view"))
    if len(instance.grids) > 1:
        parts.append(f"{len(instance.grids)} grids")
    parts += [counted(number, word) for number, word in counts if number]
    return ", ".join(parts)


PROFILES = {
    "rows": Profile(
        ("--heuristic=domain",),
        ("all", "unsat"),
        about="decides row by row which cells are filled",
    ),
    "learn": Profile(
        (),
        ("first",),
        about="clasp's default",
    ),
}

PUZZLE = Puzzle(
    name="twenty_four_seven",
    title="Twenty Four Seven",
    instance_type=Instance,
    solution_type=Solution,
    inputs=(Size, Grid, Digit, LineFact, Given, View),
    answers=(Value,),
    parse=parse,
    format=format_text,
    facts=facts,
    decode=decode,
    verify=verify,
    picture=picture,
    size=size,
    read=read,
    profiles=PROFILES,
    engines={},  # no exact cover: the filled cells have to hang together
    first="2020_a",
    file_formats=f"{files.__doc__ or ''}\n{json_files.__doc__ or ''}",
)
