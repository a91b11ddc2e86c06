"""The layers of boards: numbers, signs and regions of cells, and what else has clues."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from pyasp_puzzles.boards.board import (
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
    arguments: ClassVar[Arguments] = (*(("row", int), ("column", int), ("value", int)),)

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
        lines = entry.drawing()
        drawn = [signs(line.text, board.columns) for line in lines]
        height, width = (board.rows, board.columns) if sized else (len(lines), len(drawn[0]))
        if len(lines) != height:
            raise entry.error(Phrase(counted(len(lines), "row")), counted(height, "row"))
        for line, found in zip(lines, drawn, strict=True):
            if len(found) != width:
                words = Phrase(f"{counted(len(found), 'sign')} in {line.text.strip()!r}")
                which = "as the board has columns" if sized else "as in the first row"
                raise entry.error(words, f"{counted(width, 'sign')}, {which}", line)
        board.__dict__.update(rows=height, columns=width)
        rows = [
            self.row(board, (r, c), self.value_of(board, sign, entry, line))
            for r, (line, found) in enumerate(zip(lines, drawn, strict=True), start=1)
            for c, sign in enumerate(found, start=1)
            if not self.nothing(sign)
        ]
        return {"rows": height, "columns": width, self.name: self.pack(board, rows)}

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
        return entry.number(text, *self.range(board), line)

    def nothing(self, sign: str) -> bool:
        return sign == NONE or (sign == "0" and self.least > 0)


@dataclass(frozen=True)
class Signs(CellLayer):
    """Signs in cells: each stands for a constant of the program.

    Attributes:
        signs: the sign of each constant.
    """

    signs: Mapping[str, str] = field(default_factory=dict, hash=False)
    arguments: ClassVar[Arguments] = (*(("row", int), ("column", int), ("sign", ConstantStr)),)

    def values(self, board: Any) -> Sequence[Value]:
        return list(self.signs)

    def text(self, value: Value) -> str:
        return self.signs[str(value)]


@dataclass(frozen=True)
class Cells(CellLayer):
    """Some cells, such as black ones: a row is the cell."""

    sign: str = "#"
    arguments: ClassVar[Arguments] = (("row", int), ("column", int))

    def values(self, board: Any) -> Sequence[Value]:
        return [self.sign]

    def value(self, row: Row) -> Value:
        return self.sign

    def row(self, board: Any, place: Place, value: Value) -> Row:
        return place


@dataclass(frozen=True)
class Regions(CellLayer):
    """The region of each cell: a name of one sign, or words with blanks between them.

    Attributes:
        holes: whether places without a region, ``.``, are no cells of the board.
    """

    holes: bool = False
    filled: ClassVar[bool] = True
    arguments: ClassVar[Arguments] = (*(("row", int), ("column", int), ("region", str)),)

    def places(self, board: Any) -> Sequence[Place]:
        return grid_cells(board) if self.holes else super().places(board)

    def value_of(self, board: Any, text: str, entry: Entry, line: Line | None = None) -> Value:
        if not text.isalnum():
            raise entry.error(text, "a region named by letters and digits", line)
        return text

    def nothing(self, sign: str) -> bool:
        return self.holes and sign == NONE

    def format(self) -> str:
        return f"``{self.key}`` is a drawing: for each cell {self.about}."

    def names(self, board: Any) -> list[str]:
        """The regions of a board, sorted."""
        return sorted({row[2] for row in self.rows(board)})

    def values(self, board: Any) -> Sequence[Value]:
        return self.names(board)

    def check(self, board: Any, rows: Field) -> None:
        super().check(board, rows)
        if len(rows.value) < len(self.places(board)) and not self.holes:
            found = Phrase(f"{len(rows.value)} of {counted(len(self.places(board)), 'cell')}")
            raise rows.error("a region for each cell", found)

    def draw(self, canvas: Canvas, board: Any, rows: Rows) -> None:
        for row in rows:
            canvas.group(row[:2], row[2])

    def words(self, board: Any) -> str:
        return counted(len(self.names(board)), "region")


SIDES = {"top": (1, 0), "bottom": (-1, 0), "left": (0, 1), "right": (0, -1)}
"""The sides of a board, each with the step from its margin inwards: rows and columns."""


@dataclass(frozen=True)
class Margin(Layer):
    """Numbers beside the lines of a board: rows of place, step inwards, number.

    A file has an entry for each side, with a number or ``.`` for each line.

    Attributes:
        least, most: the range of the numbers.
        sides: those that may have numbers.
    """

    least: int = 1
    most: Limit = 99
    sides: tuple[str, ...] = tuple(SIDES)
    filled: ClassVar[bool] = False
    arguments: ClassVar[Arguments] = (
        *(("row", int), ("column", int), ("down", int), ("right", int), ("number", int)),
    )

    def beside(self, board: Any, side: str) -> list[Place]:
        """The places of a side, each with its step."""
        down, right = SIDES[side]
        row, column = (board.rows + 1) * (down < 0), (board.columns + 1) * (right < 0)
        if down:
            return [(row, line, down, 0) for line in range(1, board.columns + 1)]
        return [(line, column, 0, right) for line in range(1, board.rows + 1)]

    def places(self, board: Any) -> Sequence[Place]:
        return [place[:2] for side in self.sides for place in self.beside(board, side)]

    def place(self, row: Row) -> Place:
        return row[:2]

    def row(self, board: Any, place: Place, value: Value) -> Row:
        beside = (step for side in self.sides for step in self.beside(board, side))
        return (*next((step for step in beside if step[:2] == place), place), value)

    def range(self, board: Any) -> tuple[int, int]:
        """The least and the greatest number."""
        return self.least, self.most(board) if callable(self.most) else self.most

    def values(self, board: Any) -> Sequence[Value]:
        least, most = self.range(board)
        return range(least, most + 1)

    def value_of(self, board: Any, text: str, entry: Entry, line: Line | None = None) -> Value:
        return entry.number(text, *self.range(board), line)

    def entries(self) -> tuple[str, ...]:
        return self.sides

    def read(self, entries: Entries, board: Any) -> Mapping[str, Any]:
        rows: list[Row] = []
        for side in self.sides:
            entry = entries.optional(side)
            if entry is None:
                continue
            places = self.beside(board, side)
            words = [word for line in entry.body() for word in line.text.split()]
            if len(words) != len(places):
                expected = f"{len(places)}, one for each line, '.' where there is none"
                raise entry.error(Phrase(counted(len(words), "sign")), expected)
            for place, word in zip(places, words, strict=True):
                if word != NONE:
                    rows.append((*place, self.value_of(board, word, entry)))
        return {self.name: self.pack(board, rows)}

    def write(self, board: Any) -> dict[str, str | list[str]]:
        texts = {row[:4]: self.text(row[4]) for row in self.rows(board)}
        entries = {
            side: [texts.get(place, NONE) for place in self.beside(board, side)]
            for side in self.sides
        }
        return {side: " ".join(words) for side, words in entries.items() if {*words} != {NONE}}

    def format(self) -> str:
        sides = ", ".join(f"``{side}``" for side in self.sides)
        return f"{sides}: {self.about} for each line, or ``.`` for none."

    def draw(self, canvas: Canvas, board: Any, rows: Rows) -> None:
        for row in rows:
            text = self.text(self.value(row))
            canvas.tile(row[:2], text=text, given=True, fact=str(self.atom(row)))

    def words(self, board: Any) -> str:
        number = len(self.rows(board))
        return counted(number, self.noun) if number else ""


@dataclass(frozen=True)
class RegionNumbers(Numbers):
    """Numbers of regions, each on the first cell of its region; a file lists ``NAME NUMBER``.

    Attributes:
        regions: the layer of the regions, by its field.
    """

    regions: str = "regions"
    drawn: ClassVar[bool] = False

    def tops(self, board: Any) -> dict[str, Place]:
        """The first cell of each region."""
        rows = sorted(getattr(board, self.regions), reverse=True)
        return {region: (row, column) for row, column, region in rows}

    def places(self, board: Any) -> Sequence[Place]:
        return sorted(self.tops(board).values())

    def read(self, entries: Entries, board: Any) -> Mapping[str, Any]:
        entry = entries.optional(self.key)
        if entry is None:
            return {}
        rows, tops = [], self.tops(board)
        for text in entry.value.text.split(","):
            words = text.split()
            if len(words) != 2 or words[0] not in tops:
                raise entry.error(text.strip(), "a region and its number, such as 'A 2'")
            value = self.value_of(board, words[1], entry)
            rows.append(self.row(board, tops[words[0]], value))
        return {self.name: self.pack(board, rows)}

    def write(self, board: Any) -> dict[str, str | list[str]]:
        names = {place: name for name, place in self.tops(board).items()}
        rows = self.rows(board)
        items = [f"{names[self.place(row)]} {self.text(self.value(row))}" for row in rows]
        return {self.key: ", ".join(items)} if items else {}

    def format(self) -> str:
        return f"``{self.key}`` has {self.about}, such as ``A 2, C 1``."

    def draw(self, canvas: Canvas, board: Any, rows: Rows) -> None:
        for row in rows:
            canvas.mark(self.place(row), "NW", self.text(self.value(row)))


def signs(text: str, columns: int | None = None) -> list[str]:
    """The signs of a line of a drawing: its words, if there are blanks within it."""
    words = text.split()
    return words if len(words) > 1 or len(words) == columns else list(text.strip())


def drawing(board: Any, texts: Mapping[Place, str]) -> list[str]:
    """Texts of cells in rows, ``.`` for none; with blanks where one has several signs."""
    wide = max(map(len, texts.values()), default=1)
    return [
        (" " if wide > 1 else "").join(
            texts.get((row, column), NONE).rjust(wide) for column in range(1, board.columns + 1)
        )
        for row in range(1, board.rows + 1)
    ]


def grid_cells(board: Any) -> list[Place]:
    """All positions of a grid, row by row, holes included."""
    return [(r, c) for r in range(1, board.rows + 1) for c in range(1, board.columns + 1)]


def region_names() -> Iterator[str]:
    """Names of regions of one letter or digit each, as many as are wanted."""
    return (sign for sign in map(chr, range(ord("0"), 1 << 16)) if sign.isalnum())
