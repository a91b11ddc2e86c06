"""Layers about a whole board: numbers, texts, and rules that it has or not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pyasp_puzzles.boards.board import Layer, Row, Rows, Value
from pyasp_puzzles.boards.canvas import Canvas
from pyasp_puzzles.boards.formats.fields import Field
from pyasp_puzzles.boards.formats.text import Board as Entries
from pyasp_puzzles.boards.formats.text import Entry, Line
from pyasp_puzzles.core.atoms import Predicate
from pyasp_puzzles.core.errors import did_you_mean


@dataclass(frozen=True, eq=False, repr=False)
class Scalar(Layer):
    """A number about the whole board; the field holds the number itself.

    Attributes:
        least, most: its range.
    """

    least: int = 1
    most: int = 99

    def pack(self, board: Any, rows: Iterable[Row]) -> Any:
        return next(iter(rows))[0]

    def unpack(self, value: Any) -> Rows:
        return ((value,),)

    def blank(self, board: Any) -> list[Row]:
        return [(self.least,)]

    def value_of(self, board: Any, text: str, entry: Entry, line: Line | None = None) -> Value:
        return entry.number(text, self.least, self.most, line)

    def format(self) -> str:
        return f"{super().format()[:-1]}, from {self.least} to {self.most}."

    def check(self, board: Any, rows: Field) -> None:
        rows.integer(self.least, self.most)


@dataclass(frozen=True, eq=False, repr=False)
class Text(Layer):
    """A line of text about the whole board; the field holds the text itself.

    Attributes:
        known: the words of which it is one; empty: it is any text.
        usual: the text of a file without this entry, by its entries and what is known of the
            board so far; ``None``: the default of the field.
    """

    known: tuple[str, ...] = field(default=(), kw_only=True)
    usual: Callable[[Entries, Any], str] | None = field(default=None, kw_only=True)

    @property
    def filled(self) -> bool:
        return bool(self.known)

    def pack(self, board: Any, rows: Iterable[Row]) -> Any:
        return "".join(text for (text,) in rows)

    def unpack(self, value: Any) -> Rows:
        return ((value,),) if value else ()

    def values(self, board: Any) -> Sequence[Value]:
        return list(self.known)

    def value_of(self, board: Any, text: str, entry: Entry, line: Line | None = None) -> Value:
        return super().value_of(board, text, entry, line) if self.known else text

    def check(self, board: Any, rows: Field) -> None:
        if self.known:
            rows.one_of(self.known)
        rows.one_line()

    def read(self, entries: Entries, board: Any) -> Mapping[str, Any]:
        entry = entries.optional(self.key)
        text = entry.word if entry else self.usual and self.usual(entries, board)
        if entry and self.known and text not in self.known:
            hint = did_you_mean(entry.word, self.known)
            raise entry.error(text, f"one of {', '.join(self.known)}{hint}")
        return {} if text is None else {self.name: text}

    def write(self, board: Any) -> dict[str, str | list[str]]:
        text = getattr(board, self.name)
        return {self.key: text} if text else {}


@dataclass(frozen=True, eq=False, repr=False)
class YesNo(Scalar):
    """A further rule that a board has or not: 1 or 0; ``yes`` in a file, which may leave it out."""

    least: int = 0
    most: int = 1

    def facts(self, board: Any) -> Iterator[Predicate]:
        yield from (self.atom(row) for row in self.rows(board) if row[0])

    def value_of(self, board: Any, text: str, entry: Entry, line: Line | None = None) -> Value:
        if text not in ("yes", "no"):
            raise entry.error(text, "yes or no", line)
        return int(text == "yes")

    def text(self, value: Value) -> str:
        return "yes" if value else "no"

    def read(self, entries: Entries, board: Any) -> Mapping[str, Any]:
        entry = entries.optional(self.key)
        return {self.name: self.value_of(board, entry.word, entry)} if entry else {}

    def write(self, board: Any) -> dict[str, str | list[str]]:
        return super().write(board) if any(row[0] for row in self.rows(board)) else {}

    def draw(self, canvas: Canvas, board: Any, rows: Rows) -> None:
        if any(row[0] for row in rows):
            canvas.note(self.about)

    def words(self, board: Any) -> str:
        return self.noun if any(row[0] for row in self.rows(board)) else ""

    def format(self) -> str:
        return f"``{self.key}: yes``: {self.about}."


class Diagonals(YesNo):
    """Whether a rule is about both diagonals of the board, which are drawn."""

    def draw(self, canvas: Canvas, board: Any, rows: Rows) -> None:
        super().draw(canvas, board, rows)
        size = range(1, board.rows + 1)
        if any(row[0] for row in rows):
            canvas.diagonals += [
                tuple((r, r) for r in size),
                tuple((r, board.rows + 1 - r) for r in size),
            ]
