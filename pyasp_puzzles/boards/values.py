"""Marks that are numbers: in each cell, or in some."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from pyasp_puzzles.boards.board import CELL, Arguments, Limit, Row, Rows, Value, limit
from pyasp_puzzles.boards.canvas import Canvas
from pyasp_puzzles.boards.marks import Marks
from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.core.atoms import signature
from pyasp_puzzles.core.errors import AnswerError, Phrase, counted


@dataclass(frozen=True, eq=False, repr=False)
class Values(Marks):
    """A number in each cell, or in some. The field holds the rows of the board, 0 for none.

    Attributes:
        least, most: their range; a function of the board where it depends on it.
    """

    kind: ClassVar[str] = "numbers"
    least: int = 1
    most: Limit = 9
    every: bool = field(default=True, kw_only=True)
    arguments: ClassVar[Arguments] = (*CELL, ("value", int))

    def values(self, board: Any) -> Sequence[Value]:
        return range(self.least, limit(self.most, board) + 1)

    def value(self, row: Row) -> Value:
        number: int = row[2]
        return number

    def row(self, board: Any, place: Place, value: Value) -> Row:
        return (*place, value)

    def pack(self, board: Any, rows: Iterable[Row]) -> Any:
        filled = [[0] * board.columns for _ in range(board.rows)]
        for row, column, value in rows:
            if filled[row - 1][column - 1] not in (0, value):
                found = Phrase(f"{filled[row - 1][column - 1]} and {value} in r{row}c{column}")
                raise AnswerError(board.name, "answer", found, "one number a cell")
            filled[row - 1][column - 1] = value
        return tuple(map(tuple, filled))

    def read_rows(self, board: Any, text: str, unknown: str = "") -> list[list[int | None]]:
        """Rows as people write them: numbers, 0 or ``.`` for an empty cell, ``None``: not known.

        Args:
            unknown: the signs of a cell that is not known.

        Raises:
            AnswerError: the number of rows, or of numbers in a row, is not that of the board.
        """
        words = "".join(" " if sign in "[],;|" else sign for sign in text).split()
        height, width = board.rows, board.columns
        if len(words) == height and any(len(word) != 1 for word in words):
            rows = [list(word) for word in words]
        elif len(words) == height * width:
            rows = [words[start : start + width] for start in range(0, len(words), width)]
        else:
            name, arity = signature(self.classes[0])
            expected = f"{height} rows of {width} digits, lines of solve --json, or atoms "
            found = Phrase(counted(len(words), "word"))
            raise AnswerError(board.name, "answer", found, f"{expected}{name}/{arity}")
        for number, row in enumerate(rows, start=1):
            if len(row) != width:
                found = Phrase(f"{counted(len(row), 'digit')} in {''.join(row)!r}")
                raise AnswerError(board.name, f"answer, row {number}", found, f"{width} digits")
        return [
            [_number(board, number, word, unknown) for word in row]
            for number, row in enumerate(rows, start=1)
        ]

    def partial(self, board: Any, text: str) -> Partial:
        """Rows with ``?`` or ``_`` for a cell that is not known, as a partial answer.

        Raises:
            AnswerError: they do not fit the board.
        """
        atoms, absent, values = [], [], self.values(board)
        for r, row in enumerate(self.read_rows(board, text, "?_"), start=1):
            for c, number in enumerate(row, start=1):
                if number and number not in values:
                    place = f"answer, row {r}, column {c}"
                    raise AnswerError(board.name, place, number, self.one_of(board))
                if number:
                    atoms.append(self.atom((r, c, number)))
                elif number == 0 and (r, c) in board.cells:
                    absent += [self.atom((r, c, value)) for value in values]
        return Partial.of(atoms, absent)

    def unpack(self, value: Any) -> Rows:
        return tuple(
            (r, c, number)
            for r, row in enumerate(value, start=1)
            for c, number in enumerate(row, start=1)
            if number
        )

    def draw(self, canvas: Canvas, board: Any, rows: Rows) -> None:
        given = set(self.given_rows(board))
        for row in rows:
            canvas.answer(row[:2], str(row[2]), given=row in given)


def _number(board: Any, row: int, word: str, unknown: str) -> int | None:
    if word in (".", "#"):
        return 0
    if word in tuple(unknown):
        return None
    if not (word.isascii() and word.isdigit() and len(word) < 10):
        expected = "a digit, or '.' for an empty cell"
        expected += f", or '{unknown[0]}' for one that is not known" if unknown else ""
        raise AnswerError(board.name, f"answer, row {row}", word, expected)
    return int(word)
