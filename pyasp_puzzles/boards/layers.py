"""Layers of values on places: numbers, signs, and cells such as black ones."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from pyasp_puzzles.boards.board import (
    CELL,
    PAIR,
    Arguments,
    Layer,
    Limit,
    Row,
    Rows,
    Value,
    layer_named,
    layers_of,
    limit,
    predicate,
)
from pyasp_puzzles.boards.canvas import Canvas, DotShape
from pyasp_puzzles.boards.formats.fields import Field
from pyasp_puzzles.boards.formats.text import (
    NONE,
    UNKNOWN,
    Entry,
    Line,
    drawing,
    drawn_signs,
    framed,
)
from pyasp_puzzles.boards.formats.text import Board as Entries
from pyasp_puzzles.boards.places import IN_DRAWINGS, Place, short_name
from pyasp_puzzles.core.atoms import ConstantStr, Predicate, signature
from pyasp_puzzles.core.errors import Phrase, counted
from pyasp_puzzles.pictures.picture import Compass, SmallTexts

Spots = Callable[[Collection[Place]], list[Place]]
"""Which places of the cells of a board: their edges, corners, ..."""


@dataclass(frozen=True, eq=False, repr=False)
class CellLayer(Layer):
    """A value on some cells, edges or corners, drawn in a file with one sign, or word, for each.

    Attributes:
        on: the places, such as :func:`~pyasp_puzzles.boards.places.corners`; ``None``: the cells.
            With it rows name places by four numbers: the first and the last cell that meet there.
        within: a layer, by its field, on whose places alone it stands; ``where`` says so.
        small: the side or corner of its cell where it is drawn, as a small text; else its middle.
        dot: the circle around it, or in its place.
        dark: whether its cells are black.
    """

    on: Spots | None = field(default=None, kw_only=True)
    within: str = field(default="", kw_only=True)
    small: Compass | None = field(default=None, kw_only=True)
    dot: DotShape = field(default="text", kw_only=True)
    dark: bool = field(default=False, kw_only=True)
    arguments: ClassVar[Arguments] = (*CELL, ("value", int))

    @property
    def shape(self) -> Arguments:
        return (*PAIR, *self.arguments[2:]) if self.on else self.arguments

    @property
    def drawn(self) -> bool:
        return self.on is None

    @property
    def filled(self) -> bool:
        return False

    def places(self, board: Any) -> Sequence[Place]:
        cells: Sequence[Place] = board.cells
        if self.within:
            inner = layer_named(board, self.within)
            cells = [inner.place(row) for row in inner.rows(board)]
        return self.on(cells) if self.on else cells

    def place(self, row: Row) -> Place:
        return row[:2] if self.on is None or row[:2] == row[2:4] else row[:4]

    def start(self, place: Place) -> Row:
        """The arguments that name a place."""
        return place if self.on is None or len(place) == 4 else place * 2

    def row(self, board: Any, place: Place, value: Value) -> Row:
        return (*self.start(place), value)

    def read(self, entries: Entries, board: Any) -> Mapping[str, Any]:
        sized = board.rows is not None
        entry = entries.optional(self.key) if sized else entries.required(self.key)
        if entry is None:
            return {self.name: ()}
        size: dict[str, int] = {}
        if not sized:
            drawn = drawn_signs(entry)
            size = {"rows": len(drawn), "columns": len(drawn[0][1])}
            board.__dict__.update(size)
        frame = self.frame(board)
        if sized:
            drawn = drawn_signs(entry, len(frame[0]))
        if len(drawn) != len(frame):
            raise entry.error(Phrase(counted(len(drawn), "row")), counted(len(frame), "row"))
        rows = [
            row
            for places, (line, found) in zip(frame, drawn, strict=True)
            for place, sign in zip(places, found, strict=True)
            if (row := self.at(board, place, sign, entry, line))
        ]
        return {**size, self.name: self.pack(board, rows)}

    def frame(self, board: Any) -> list[list[Place]]:
        """The places in rows, as files draw them; where nothing can stand, ``()``."""
        if self.on:
            return framed(self.places(board))
        return [[(r, c) for c in range(1, board.columns + 1)] for r in range(1, board.rows + 1)]

    def at(self, board: Any, place: Place, sign: str, entry: Entry, line: Line) -> Row | None:
        """The row that a sign of a drawing says; ``None``: nothing stands there.

        Raises:
            InstanceError: it says nothing.
        """
        if self.nothing(sign):
            return None
        if not place:
            raise entry.error(sign, f"{NONE!r} where no {self.noun} can stand", line)
        return self.row(board, place, self.value_of(board, sign, entry, line))

    def nothing(self, sign: str) -> bool:
        """Whether a sign says that nothing stands on its place."""
        return sign == NONE

    def write(self, board: Any) -> dict[str, str | list[str]]:
        texts = {self.place(row): self.text(self.value(row)) for row in self.rows(board)}
        sizing = next((each for each in layers_of(type(board)) if each.drawn), None)
        return {self.key: drawing(self.frame(board), texts)} if texts or self == sizing else {}

    def format(self) -> str:
        where = IN_DRAWINGS.get(self.on, "place") if self.on else "cell"
        none = "" if self.filled else ", or ``.`` for none"
        return f"``{self.key}`` is a drawing: for each {where} {self.about}{self.further()}{none}."

    def further(self) -> str:
        """What else can stand there, for :meth:`format`."""
        return ""

    def draw(self, canvas: Canvas, board: Any, rows: Rows) -> None:
        for row in rows:
            self.put(canvas, row, self.text(self.value(row)), self.dot)

    def put(self, canvas: Canvas, row: Row, text: str, shape: DotShape = "text") -> None:
        """Draw a row as a text or a circle; a black cell says enough without a ``?``."""
        place, text = self.place(row), "" if self.dark and text == UNKNOWN else text
        name = self.fact if isinstance(self.fact, str) else signature(self.fact)[0]
        fact = f"{name}({','.join(map(str, row))})"
        if len(place) != 2 or shape != "text":
            canvas.dot(place, text, shape, fact)
        elif self.small:
            canvas.mark(place, self.small, text, fact)
        else:
            parts = tuple(text.split(","))
            figure = SmallTexts(parts) if 1 < len(parts) < 5 else None
            canvas.tile(place, text=text, given=True, figure=figure, fact=fact)
        if self.dark:
            canvas.shade(place)

    def words(self, board: Any) -> str:
        number = len(self.rows(board))
        return counted(number, self.noun) if number else ""


def side(board: Any) -> int:
    """The rows of a board: the greatest number where each line has each number once."""
    return int(board.rows)


def longer_side(board: Any) -> int:
    """The rows, or the columns if they are more: the greatest number of cells in a line."""
    return int(max(board.rows, board.columns))


def both_lines(board: Any) -> int:
    """The cells of a row and a column: the greatest number where a cell sees along both."""
    return int(board.rows + board.columns - 1)


def area(board: Any) -> int:
    """The cells of a board: the greatest number where it tells the size of a part of it."""
    return len(board.cells)


@dataclass(frozen=True, eq=False, repr=False)
class Numbers(CellLayer):
    """Numbers on places.

    Attributes:
        least, most: their range; a function of the board where it depends on it.
        unknown: the class of facts, or their name, of all places with a clue: then ``?`` is a clue
            without a number, and its row is the place alone.
        several: the most numbers on a place. More than one are written ``2,1``; a row has all of
            them (-1 for ``?``), a fact the index of one, from 1, before the number.
    """

    least: int = 0
    most: Limit = 9
    unknown: type[Predicate] | str = ""
    several: int = field(default=1, kw_only=True)

    @property
    def prefix(self) -> int:
        """How many arguments say where a number stands."""
        return 4 if self.on else len(self.arguments) - 1

    @property
    def shape(self) -> Arguments:
        *where, number = super().shape
        return (*where, ("index", int), number) if self.several > 1 else (*where, number)

    @property
    def classes(self) -> tuple[type[Predicate], ...]:
        if isinstance(self.unknown, str) and self.unknown:
            return (*super().classes, predicate(self.unknown, self.shape[:-1]))
        return (*super().classes, *((self.unknown,) if self.unknown else ()))

    def facts(self, board: Any) -> Iterator[Predicate]:
        yield from self.facts_of(self.rows(board))

    def facts_of(self, rows: Rows) -> Iterator[Predicate]:
        every = len(self.shape)
        if self.several > 1:
            rows = tuple(
                (*row[: self.prefix], index, *([number] if number >= 0 else []))
                for row in rows
                for index, number in enumerate(row[self.prefix :], start=1)
            )
        kinds = self.classes
        yield from (kinds[0](*row) for row in rows if len(row) == every)
        if self.unknown:
            yield from (kinds[1](*row[: every - 1]) for row in rows)

    def range(self, board: Any) -> tuple[int, int]:
        """The least and the greatest number."""
        return self.least, limit(self.most, board)

    def values(self, board: Any) -> Sequence[Value]:
        least, most = self.range(board)
        every = [*range(least, most + 1), *([UNKNOWN] if self.unknown else [])]
        return every if self.several == 1 else []

    def value(self, row: Row) -> Value:
        numbers = row[self.prefix :]
        if self.several > 1:
            return ",".join(UNKNOWN if number < 0 else str(number) for number in numbers)
        return numbers[0] if numbers else UNKNOWN

    def row(self, board: Any, place: Place, value: Value) -> Row:
        where = self.start(place)
        if self.several > 1:
            return (*where, *(-1 if x == UNKNOWN else int(x) for x in str(value).split(",")))
        return where if value == UNKNOWN else (*where, value)

    def value_of(self, board: Any, text: str, entry: Entry, line: Line | None = None) -> Value:
        if self.several == 1:
            return self._number(board, text, entry, line)
        words = text.split(",")
        if len(words) > self.several:
            found = Phrase(counted(len(words), "number"))
            raise entry.error(found, f"at most {self.several} of them", line)
        return ",".join(str(self._number(board, word.strip(), entry, line)) for word in words)

    def _number(self, board: Any, text: str, entry: Entry, line: Line | None) -> Value:
        if text == UNKNOWN and self.unknown:
            return UNKNOWN
        least, most = self.range(board)
        if self.unknown and not text.lstrip("+-").isdigit():
            raise entry.error(text, f"an integer from {least} to {most}, or {UNKNOWN!r}", line)
        return entry.number(text, least, most, line)

    def further(self) -> str:
        more = f" (up to {self.several} numbers, ``2,1``)" if self.several > 1 else ""
        return f"{more}, ``{UNKNOWN}`` for one without a number" if self.unknown else more

    def nothing(self, sign: str) -> bool:
        return sign == NONE or (sign == "0" and self.least > 0)


@dataclass(frozen=True, eq=False, repr=False)
class Signs(CellLayer):
    """Signs on places: each stands for a constant of the program.

    Attributes:
        signs: the sign of each constant.
        looks: the texts that are drawn in place of some signs, by constant.
        shapes: the circles that are drawn in place of some signs, by constant.
    """

    signs: Mapping[str, str] = field(default_factory=dict, hash=False)
    looks: Mapping[str, str] = field(default_factory=dict, hash=False, kw_only=True)
    shapes: Mapping[str, DotShape] = field(default_factory=dict, hash=False, kw_only=True)
    arguments: ClassVar[Arguments] = (*CELL, ("kind", ConstantStr))

    def values(self, board: Any) -> Sequence[Value]:
        return list(self.signs)

    def text(self, value: Value) -> str:
        return self.signs.get(str(value), str(value))

    def draw(self, canvas: Canvas, board: Any, rows: Rows) -> None:
        for row in rows:
            shape = self.shapes.get(row[-1])
            text = "" if shape else self.looks.get(row[-1]) or self.text(row[-1])
            self.put(canvas, row, text, shape or "text")


@dataclass(frozen=True, eq=False, repr=False)
class Circles(Signs):
    """White and black circles, ``o`` and ``*`` in files."""

    signs: Mapping[str, str] = field(default_factory=lambda: {"white": "o", "black": "*"})
    shapes: Mapping[str, DotShape] = field(
        default_factory=lambda: {"white": "open", "black": "filled"}, kw_only=True
    )


@dataclass(frozen=True, eq=False, repr=False)
class Cells(CellLayer):
    """Some places, such as black cells: a row is the place.

    Attributes:
        look: the text that is drawn in place of the sign.
        first: whether all cells of the first row and of the first column are some of them.
    """

    sign: str = "#"
    look: str = field(default="", kw_only=True)
    first: bool = field(default=False, kw_only=True)
    arguments: ClassVar[Arguments] = CELL

    def values(self, board: Any) -> Sequence[Value]:
        return [self.sign]

    def value(self, row: Row) -> Value:
        return self.sign

    def row(self, board: Any, place: Place, value: Value) -> Row:
        return self.start(place)

    def blank(self, board: Any) -> list[Row]:
        return [cell for cell in board.cells if self.first and 1 in cell]

    def check(self, board: Any, rows: Field) -> None:
        super().check(board, rows)
        if bare := sorted(set(self.blank(board)).difference(rows.value)):
            found = Phrase(f"none in {short_name(bare[0])}")
            raise rows.error(f"a {self.noun} in each cell of the first row and column", found)

    def draw(self, canvas: Canvas, board: Any, rows: Rows) -> None:
        text = (self.look or self.sign) if self.dot == "text" and not self.dark else ""
        for row in rows:
            self.put(canvas, row, text, self.dot)
