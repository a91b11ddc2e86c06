"""Partial answers to number grids: rows of digits in which ``?`` stands for what is not known."""

from __future__ import annotations

from collections.abc import Sequence

from pyasp_puzzles.boards.partial import Partial, PartialForm
from pyasp_puzzles.core.atoms import Predicate, unify
from pyasp_puzzles.core.errors import AnswerError
from pyasp_puzzles.pictures.picture import Picture
from pyasp_puzzles.puzzles.twenty_four_seven.facts import Solution, Value, decode, read_rows
from pyasp_puzzles.puzzles.twenty_four_seven.instance import Cell, Instance
from pyasp_puzzles.puzzles.twenty_four_seven.picture import UNKNOWN, picture

_SIGNS = f"{UNKNOWN}_"


def cells(instance: Instance, atom: Predicate) -> Sequence[Cell]:
    """The cell of a digit.

    Raises:
        AnswerError: it is no digit of the puzzle.
    """
    assert isinstance(atom, Value)
    digits = [digit for digit, _ in instance.digits]
    if atom.digit not in digits:
        raise AnswerError(instance.name, "answer", str(atom), _one_of(digits))
    return [(atom.row, atom.column)]


def sketch(instance: Instance, partial: Partial) -> Picture:
    """The board; a cell that is known to be empty is drawn as in an answer."""
    solution = _filled(instance, partial)
    return picture(instance, solution, _open(instance, partial, solution))


def whole(instance: Instance, partial: Partial) -> bool:
    """Whether no cell is open, or every grid has all its digits."""
    solution = decode(instance, unify(partial.atoms, (Value,)))
    if not _open(instance, partial, solution):
        return True
    filled = instance.size * instance.filled
    return all(
        sum(solution.rows[row - 1][column - 1] > 0 for row, column in instance.cells_of(corner))
        >= filled
        for corner in instance.grids
    )


def read(instance: Instance, text: str) -> Partial:
    """Rows of digits, ``.`` or ``0`` for an empty cell, ``?`` or ``_`` for one that is not known.

    Raises:
        AnswerError: the rows do not fit the board.

    >>> board = Instance("Small", 2, 1, 1, ((1, 2),))
    >>> print(read(board, "1. ??"))
    value(1,1,1). not value(1,2,1).
    """
    atoms, absent = [], []
    digits = [digit for digit, _ in instance.digits]
    for row, words in enumerate(read_rows(instance, text, _SIGNS), start=1):
        for column, digit in enumerate(words, start=1):
            if digit and digit not in digits:
                place = f"answer, row {row}, column {column}"
                raise AnswerError(instance.name, place, digit, _one_of(digits))
            if digit:
                atoms.append(Value(row, column, digit))
            if digit == 0 and (row, column) in instance.cells:
                absent += [Value(row, column, other) for other in digits]
    return Partial.of(atoms, absent)


def write(instance: Instance, partial: Partial) -> str:
    """The rows that :func:`read` reads; a cell of which only some digits are excluded is open."""
    solution = decode(instance, unify(partial.atoms, (Value,)))
    unknown = _open(instance, partial, solution)
    rows = [
        [
            str(digit) if digit else UNKNOWN if (row, column) in unknown else "."
            for column, digit in enumerate(digits, start=1)
        ]
        for row, digits in enumerate(solution.rows, start=1)
    ]
    wide = max(len(word) for row in rows for word in row)
    return "".join(" ".join(word.rjust(wide) for word in row) + "\n" for row in rows)


def _one_of(digits: Sequence[int]) -> str:
    return f"one of the digits {', '.join(map(str, digits))}"


def _filled(instance: Instance, partial: Partial) -> Solution:
    """The digits that are known, and the givens on all other cells."""
    rows = [list(row) for row in decode(instance, unify(partial.atoms, (Value,))).rows]
    for row, column, digit in instance.givens:
        rows[row - 1][column - 1] = rows[row - 1][column - 1] or digit
    return Solution(tuple(map(tuple, rows)))


def _open(instance: Instance, partial: Partial, solution: Solution) -> set[Cell]:
    """The cells without a digit that are not known to be empty."""
    excluded: dict[Cell, int] = {}
    for atom in unify(partial.absent, (Value,)):
        assert isinstance(atom, Value)
        excluded[atom.row, atom.column] = excluded.get((atom.row, atom.column), 0) + 1
    return {
        (row, column)
        for row, column in instance.cells
        if not solution.rows[row - 1][column - 1]
        and excluded.get((row, column), 0) < len(instance.digits)
    }


PARTIAL = PartialForm(cells, sketch, whole, read, write)
