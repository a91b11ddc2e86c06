"""Facts of a number grid, and answers from shown atoms or rows of digits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pyasp_puzzles.core.atoms import Predicate
from pyasp_puzzles.core.errors import AnswerError, Phrase, counted
from pyasp_puzzles.puzzles.twenty_four_seven.instance import Instance


class Size(Predicate):
    """Rows, and columns, of every grid."""

    cells: int


class Grid(Predicate):
    """The top left cell of a grid."""

    row: int
    column: int


class Digit(Predicate):
    """A digit, and its number of copies in every grid."""

    digit: int
    copies: int


class LineFact(Predicate, name="line"):
    """Number and sum of the filled cells of every row and column of a grid."""

    filled: int
    total: int


class Given(Predicate):
    """A printed digit."""

    row: int
    column: int
    digit: int


class View(Predicate):
    """A number outside the board, its place, and its step to the first cell it looks at."""

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
        AnswerError: an atom names a cell off the board, no digit, or a cell with another digit.
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
    """The answer in rows of digits, ``0`` or ``.`` for an empty cell, with or without blanks.

    Raises:
        AnswerError: the number of rows, or of digits in a row, is not that of the board.

    >>> read(Instance("Small", 2, 1, 1, ((1, 2),)), "1. .1")
    Solution(rows=((1, 0), (0, 1)))
    """
    rows = read_rows(instance, text, "")
    return Solution(tuple(tuple(digit or 0 for digit in row) for row in rows))


def read_rows(instance: Instance, text: str, unknown: str) -> list[list[int | None]]:
    """The rows of a board: digits, 0 for an empty cell, ``None`` for one that is not known.

    Args:
        unknown: the signs of a cell that is not known.

    Raises:
        AnswerError: the number of rows, or of digits in a row, is not that of the board.
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
        board.append([_digit(instance, number, word, unknown) for word in row])
    return board


def _digit(instance: Instance, row: int, word: str, unknown: str) -> int | None:
    if word in (".", "#"):
        return 0
    if word in tuple(unknown):
        return None
    if not (word.isascii() and word.isdigit() and len(word) < 10):
        expected = "a digit, or '.' for an empty cell"
        expected += f", or '{unknown[0]}' for one that is not known" if unknown else ""
        raise AnswerError(instance.name, f"answer, row {row}", word, expected)
    return int(word)
