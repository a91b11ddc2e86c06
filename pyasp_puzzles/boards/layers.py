"""The layers of boards: numbers, signs and regions of cells, and what else has clues."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from pyasp_puzzles.boards.board import (
    CELL,
    Arguments,
    Layer,
    Row,
    Rows,
    Value,
    layers_of,
    predicate,
)
from pyasp_puzzles.boards.canvas import Canvas
from pyasp_puzzles.boards.formats.fields import Field
from pyasp_puzzles.boards.formats.text import Board as Entries
from pyasp_puzzles.boards.formats.text import Entry, Line
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.core.atoms import ConstantStr, Predicate
from pyasp_puzzles.core.errors import Phrase, counted

NONE = "."
"""The sign of a place on which nothing stands."""
UNKNOWN = "?"
"""The sign of a clue whose number is not told."""


@dataclass(frozen=True)
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

    def value_of(self, board: Any, text: str, entry: Entry, line: Line | None = None) -> Value:
        return entry.number(text, self.least, self.most, line)

    def format(self) -> str:
        return f"{super().format()[:-1]}, from {self.least} to {self.most}."

    def check(self, board: Any, rows: Field) -> None:
        rows.integer(self.least, self.most)


@dataclass(frozen=True)
class CellLayer(Layer):
    """A value in some cells, drawn in a file with one sign, or word, for each cell."""

    drawn: ClassVar[bool] = True
    filled: ClassVar[bool] = False
    arguments: ClassVar[Arguments] = (*CELL, ("value", int))

    def places(self, board: Any) -> Sequence[Place]:
        cells: Sequence[Place] = board.cells
        return cells

    def place(self, row: Row) -> Place:
        return row[:2]

    def read(self, entries: Entries, board: Any) -> Mapping[str, Any]:
        sized = board.rows is not None
        entry = entries.optional(self.key) if sized else entries.required(self.key)
        if entry is None:
            return {self.name: ()}
        drawn = drawn_signs(entry, board.columns)
        height, width = (board.rows, board.columns) if sized else (len(drawn), len(drawn[0][1]))
        if len(drawn) != height:
            raise entry.error(Phrase(counted(len(drawn), "row")), counted(height, "row"))
        if not sized:
            board.__dict__.update(rows=height, columns=width)
        rows = [
            row
            for r, (line, found) in enumerate(drawn, start=1)
            for c, sign in enumerate(found, start=1)
            if (row := self.at(board, (r, c), sign, entry, line))
        ]
        size = {} if sized else {"rows": height, "columns": width}
        return {**size, self.name: self.pack(board, rows)}

    def at(self, board: Any, place: Place, sign: str, entry: Entry, line: Line) -> Row | None:
        """The row that a sign of a drawing says; ``None``: nothing stands there.

        Raises:
            InstanceError: it says nothing.
        """
        if self.nothing(sign):
            return None
        return self.row(board, place, self.value_of(board, sign, entry, line))

    def nothing(self, sign: str) -> bool:
        """Whether a sign says that nothing stands in its cell."""
        return sign == NONE

    def write(self, board: Any) -> dict[str, str | list[str]]:
        texts = {self.place(row): self.text(self.value(row)) for row in self.rows(board)}
        return {self.key: drawing(board, texts)} if texts or self._first(board) else {}

    def format(self) -> str:
        return f"``{self.key}`` is a drawing: for each cell {self.about}, or ``.`` for none."

    def _first(self, board: Any) -> bool:
        """Whether its drawing says how large the board is."""
        return self == next(each for each in layers_of(type(board)) if each.drawn)

    def draw(self, canvas: Canvas, board: Any, rows: Rows) -> None:
        for row in rows:
            canvas.tile(self.place(row), text=self.text(self.value(row)), given=True)

    def words(self, board: Any) -> str:
        return counted(len(self.rows(board)), self.noun)


Limit = int | Callable[[Any], int]


def side(board: Any) -> int:
    """The rows of a board: the greatest number where each line has each number once."""
    return int(board.rows)


@dataclass(frozen=True)
class Numbers(CellLayer):
    """Numbers in cells.

    Attributes:
        least, most: their range; a function of the board where it depends on it.
        unknown: the class of facts, or their name, of all cells with a clue: then ``?`` is a clue
            without a number, and its row is the cell alone.
    """

    least: int = 0
    most: Limit = 9
    unknown: type[Predicate] | str = ""

    @property
    def classes(self) -> tuple[type[Predicate], ...]:
        if isinstance(self.unknown, str) and self.unknown:
            return (*super().classes, predicate(self.unknown, self.arguments[:2]))
        return (*super().classes, *((self.unknown,) if self.unknown else ()))

    def facts(self, board: Any) -> Iterator[Predicate]:
        rows = self.rows(board)
        yield from (self.atom(row) for row in rows if len(row) > 2)
        if self.unknown:
            yield from (self.classes[-1](*row[:2]) for row in rows)

    def range(self, board: Any) -> tuple[int, int]:
        """The least and the greatest number."""
        return self.least, self.most(board) if callable(self.most) else self.most

    def values(self, board: Any) -> Sequence[Value]:
        least, most = self.range(board)
        return [*range(least, most + 1), *([UNKNOWN] if self.unknown else [])]

    def value(self, row: Row) -> Value:
        return row[2] if len(row) > 2 else UNKNOWN

    def row(self, board: Any, place: Place, value: Value) -> Row:
        return place if value == UNKNOWN else (*place, value)

    def value_of(self, board: Any, text: str, entry: Entry, line: Line | None = None) -> Value:
        if text == UNKNOWN and self.unknown:
            return UNKNOWN
        least, most = self.range(board)
        if self.unknown and not text.lstrip("+-").isdigit():
            raise entry.error(text, f"an integer from {least} to {most}, or {UNKNOWN!r}", line)
        return entry.number(text, least, most, line)

    def format(self) -> str:
        open_ = f", ``{UNKNOWN}`` for one without a number" if self.unknown else ""
        return f"``{self.key}`` is a drawing: for each cell {self.about}{open_}, or ``.`` for none."

    def nothing(self, sign: str) -> bool:
        return sign == NONE or (sign == "0" and self.least > 0)


@dataclass(frozen=True)
class Signs(CellLayer):
    """Signs in cells: each stands for a constant of the program.

    Attributes:
        signs: the sign of each constant.
    """

    signs: Mapping[str, str] = field(default_factory=dict, hash=False)
    arguments: ClassVar[Arguments] = (*CELL, ("kind", ConstantStr))

    def values(self, board: Any) -> Sequence[Value]:
        return list(self.signs)

    def text(self, value: Value) -> str:
        return self.signs[str(value)]


@dataclass(frozen=True)
class Cells(CellLayer):
    """Some cells, such as black ones: a row is the cell."""

    sign: str = "#"
    arguments: ClassVar[Arguments] = CELL

    def values(self, board: Any) -> Sequence[Value]:
        return [self.sign]

    def value(self, row: Row) -> Value:
        return self.sign

    def row(self, board: Any, place: Place, value: Value) -> Row:
        return place


@dataclass(frozen=True)
class Regions(CellLayer):
    """The region of each cell: a name of one sign, or words with blanks between them."""

    filled: ClassVar[bool] = True
    arguments: ClassVar[Arguments] = (*CELL, ("region", str))

    def value_of(self, board: Any, text: str, entry: Entry, line: Line | None = None) -> Value:
        if not text.isalnum():
            raise entry.error(text, "a region named by letters and digits", line)
        return text

    def nothing(self, sign: str) -> bool:
        return False

    def format(self) -> str:
        return f"``{self.key}`` is a drawing: for each cell {self.about}."

    def names(self, board: Any) -> list[str]:
        """The regions of a board, sorted."""
        return sorted({row[2] for row in self.rows(board)})

    def values(self, board: Any) -> Sequence[Value]:
        return self.names(board)

    def check(self, board: Any, rows: Field) -> None:
        super().check(board, rows)
        if len(rows.value) < len(self.places(board)):
            found = Phrase(f"{len(rows.value)} of {counted(len(self.places(board)), 'cell')}")
            raise rows.error("a region for each cell", found)

    def draw(self, canvas: Canvas, board: Any, rows: Rows) -> None:
        for row in rows:
            canvas.group(row[:2], row[2])

    def words(self, board: Any) -> str:
        return counted(len(self.names(board)), "region")


def signs(text: str, columns: int | None = None) -> list[str]:
    """The signs of a line of a drawing: its words, if there are blanks within it."""
    words = text.split()
    return words if len(words) > 1 or len(words) == columns else list(text.strip())


def drawn_signs(entry: Entry, columns: int | None = None) -> list[tuple[Line, list[str]]]:
    """The lines of a drawing with their signs, as many in each.

    Raises:
        InstanceError: there is no drawing, or a line has another number of signs.
    """
    found = [(line, signs(line.text, columns)) for line in entry.drawing()]
    width = columns or len(found[0][1])
    if not width:
        raise entry.error(Phrase("an empty row"), "a sign for each cell", found[0][0])
    for line, each in found:
        if len(each) != width:
            words = Phrase(f"{counted(len(each), 'sign')} in {line.text.strip()!r}")
            which = "as the board has columns" if columns else "as in the first row"
            raise entry.error(words, f"{counted(width, 'sign')}, {which}", line)
    return found


def drawing(board: Any, texts: Mapping[Place, str]) -> list[str]:
    """Texts of cells in rows, ``.`` for none; with blanks where one has several signs."""
    wide = max(map(len, texts.values()), default=1)
    return [
        (" " if wide > 1 else "").join(
            texts.get((row, column), NONE).rjust(wide) for column in range(1, board.columns + 1)
        )
        for row in range(1, board.rows + 1)
    ]


def region_names() -> Iterator[str]:
    """Names of regions of one letter or digit each, as many as are wanted."""
    return (sign for sign in map(chr, range(ord("0"), 1 << 16)) if sign.isalnum())
