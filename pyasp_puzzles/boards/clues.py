"""Layers of arrows, of clues beside a board, of regions, and of clues of whole regions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from pyasp_puzzles.boards.board import CELL, Arguments, Limit, Row, Rows, Value, layers_of, limit
from pyasp_puzzles.boards.canvas import Canvas
from pyasp_puzzles.boards.formats.fields import Field
from pyasp_puzzles.boards.formats.text import NONE, UNKNOWN, Entry, Line
from pyasp_puzzles.boards.formats.text import Board as Entries
from pyasp_puzzles.boards.layers import CellLayer, Numbers
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.core.atoms import arguments
from pyasp_puzzles.core.errors import Phrase, counted
from pyasp_puzzles.pictures.picture import Compass

ARROWS = {"^": (-1, 0), ">": (0, 1), "v": (1, 0), "<": (0, -1)}
"""The signs of arrows in files, with their steps: rows and columns."""
DRAWN = str.maketrans("^>v<", "↑→↓←")
"""What they look like in pictures."""


@dataclass(frozen=True, eq=False, repr=False)
class Arrows(Numbers):
    """Arrows, each behind its number, such as ``2>``: rows of place, step, number.

    With ``unknown`` a number may be ``?``, and ``?`` alone is a clue without an arrow: its step is
    (0, 0).

    Attributes:
        numbered: whether they have numbers; else an arrow is its sign alone.
    """

    numbered: bool = True
    arguments: ClassVar[Arguments] = (*CELL, ("down", int), ("right", int), ("number", int))

    @property
    def prefix(self) -> int:
        return super().prefix + 2 * bool(self.on)

    @property
    def shape(self) -> Arguments:
        return super().shape if self.numbered else super().shape[:-1]

    def values(self, board: Any) -> Sequence[Value]:
        numbers = super().values(board) if self.numbered else [""]
        alone = [UNKNOWN] if self.unknown else []
        return [*(f"{number}{arrow}" for number in numbers for arrow in ARROWS), *alone]

    def value(self, row: Row) -> Value:
        step = row[self.prefix - 2 : self.prefix]
        arrow = next((sign for sign, each in ARROWS.items() if each == step), "")
        return f"{super().value(row)}{arrow}" if self.numbered else arrow

    def row(self, board: Any, place: Place, value: Value) -> Row:
        if value == UNKNOWN:
            return (*self.start(place), 0, 0)
        number, arrow = str(value)[:-1], str(value)[-1]
        numbers = () if number in ("", UNKNOWN) else (int(number),)
        return (*self.start(place), *ARROWS.get(arrow, (0, 0)), *numbers)

    def value_of(self, board: Any, text: str, entry: Entry, line: Line | None = None) -> Value:
        if text == UNKNOWN and self.unknown:
            return text
        if text[-1:] not in ARROWS or not (self.numbered or len(text) == 1):
            example = "an arrow behind its number, such as '2>'" if self.numbered else "an arrow"
            raise entry.error(text, f"{example}: {' '.join(ARROWS)}", line)
        number = self._number(board, text[:-1], entry, line) if self.numbered else ""
        return f"{number}{text[-1]}"

    def draw(self, canvas: Canvas, board: Any, rows: Rows) -> None:
        for row in rows:
            text = str(self.value(row))
            self.put(canvas, row, text.translate(DRAWN))


SIDES = {"top": (1, 0), "bottom": (-1, 0), "left": (0, 1), "right": (0, -1)}
"""The sides of a board, each with the step from its margin inwards: rows and columns."""


@dataclass(frozen=True, eq=False, repr=False)
class Margin(Numbers):
    """Numbers beside the lines of a board: rows of place, step inwards, number.

    A file has an entry for each side, with a number or ``.`` for each line.

    Attributes:
        sides: those that may have numbers.
    """

    least: int = 1
    most: Limit = 99
    sides: tuple[str, ...] = field(default=tuple(SIDES), kw_only=True)
    where: str = field(default="a place just outside the board", kw_only=True)
    arguments: ClassVar[Arguments] = (*CELL, ("down", int), ("right", int), ("number", int))
    drawn: ClassVar[bool] = False

    def beside(self, board: Any, side: str) -> list[tuple[int, int, int, int]]:
        """The places of a side, each with its step."""
        down, right = SIDES[side]
        row, column = (board.rows + 1) * (down < 0), (board.columns + 1) * (right < 0)
        if down:
            return [(row, line, down, 0) for line in range(1, board.columns + 1)]
        return [(line, column, 0, right) for line in range(1, board.rows + 1)]

    def all_beside(self, board: Any) -> list[tuple[int, int, int, int]]:
        """The places of all sides, each with its step."""
        return [place for side in self.sides for place in self.beside(board, side)]

    def places(self, board: Any) -> Sequence[Place]:
        return [place[:2] for place in self.all_beside(board)]

    def row(self, board: Any, place: Place, value: Value) -> Row:
        where = next((step for step in self.all_beside(board) if step[:2] == place), place)
        return super().row(board, where, value)

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
                    rows.append(self.beside_line(board, place, word, entry))
        return {self.name: self.pack(board, rows)}

    def beside_line(self, board: Any, place: Place, word: str, entry: Entry) -> Row:
        """The row of a number beside a line; the place has its step.

        Raises:
            InstanceError: it is no number that can stand there.
        """
        return super().row(board, place, self.value_of(board, word, entry))

    def write(self, board: Any) -> dict[str, str | list[str]]:
        texts = {row[:4]: self.text(self.value(row)) for row in self.rows(board)}
        entries = {
            side: [texts.get(place, NONE) for place in self.beside(board, side)]
            for side in self.sides
        }
        return {side: " ".join(words) for side, words in entries.items() if {*words} != {NONE}}

    def format(self) -> str:
        sides = ", ".join(f"``{side}``" for side in self.sides)
        return f"{sides}: {self.about} for each line{self.further()}, or ``.`` for none."

    def draw(self, canvas: Canvas, board: Any, rows: Rows) -> None:
        for row in rows:
            facts: dict[int, str] = {}
            for fact in self.facts_of((row,)):
                facts.setdefault(arguments(fact)[4] if self.several > 1 else 1, str(fact))
            numbers = self.text(self.value(row)).split(",")
            near, step = row[:2], row[2:4]
            for index, number in enumerate(numbers, start=1):  # read down, or to the right
                far = len(numbers) - index if max(step) > 0 else index - 1
                at = tuple(a - far * b for a, b in zip(near, step, strict=True))
                canvas.tile(at, text=number, given=True, fact=facts[index])


@dataclass(frozen=True, eq=False, repr=False)
class Regions(CellLayer):
    """The region of each cell: a name of one sign, or words with blanks between them.

    Attributes:
        full: whether each cell has one; else ``.`` is a cell without.
        each: how many cells each region has, and that all cells have one if any has; 0: any.
        dashed: whether dashed lines are around them, within walls of something else.
    """

    full: bool = field(default=True, kw_only=True)
    each: Limit = field(default=0, kw_only=True)
    dashed: bool = field(default=False, kw_only=True)
    arguments: ClassVar[Arguments] = (*CELL, ("region", str))

    @property
    def filled(self) -> bool:
        return self.full

    def value_of(self, board: Any, text: str, entry: Entry, line: Line | None = None) -> Value:
        if not text.isalnum():
            raise entry.error(text, "a region named by letters and digits", line)
        return text

    def nothing(self, sign: str) -> bool:
        return sign == NONE and not self.full

    def blank(self, board: Any) -> list[Row]:
        return [(*cell, "A") for cell in board.cells if self.full]

    def names(self, board: Any) -> list[str]:
        """The regions of a board, sorted."""
        return sorted({row[2] for row in self.rows(board)})

    def values(self, board: Any) -> Sequence[Value]:
        return self.names(board)

    def check(self, board: Any, rows: Field) -> None:
        super().check(board, rows)
        if self.full and len(rows.value) < len(self.places(board)):
            found = Phrase(f"{len(rows.value)} of {counted(len(self.places(board)), 'cell')}")
            raise rows.error("a region for each cell", found)
        sizes, each = Counter(row[2] for row in rows.value), limit(self.each, board)
        if each and sizes and ({*sizes.values()} != {each} or len(board.cells) > sizes.total()):
            wrong = ", ".join(map(str, sorted({*sizes.values()})))
            expected = f"{len(board.cells) // each} {self.name} of {counted(each, 'cell')}, or none"
            raise rows.error(expected, Phrase(f"{self.name} of {wrong} cells"))

    def draw(self, canvas: Canvas, board: Any, rows: Rows) -> None:
        for row in rows:
            (canvas.cage if self.dashed else canvas.group)(row[:2], row[2])

    def words(self, board: Any) -> str:
        names = self.names(board)
        return counted(len(names), "region") if names or self.full else ""


def largest(board: Any) -> int:
    """The cells of the largest region of a board: its greatest number if each has 1 to its size."""
    layers = (each for each in layers_of(type(board)) if isinstance(each, Regions))
    names = Counter(row[2] for layer in layers for row in layer.rows(board))
    return max(names.values(), default=1)


@dataclass(frozen=True, eq=False, repr=False)
class RegionNumbers(Numbers):
    """Numbers of regions, each on the first cell of its region; a file lists ``NAME NUMBER``.

    Attributes:
        regions: the layer of the regions, by its field.
    """

    regions: str = "regions"
    small: Compass | None = field(default="NW", kw_only=True)
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
        for text in entry.word.split(","):
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

    def following(self, before: Any, now: Any) -> Any:
        """The numbers on a board with other regions: each stays with the name of its region."""
        names, tops = {at: name for name, at in self.tops(before).items()}, self.tops(now)
        kept = [(names[self.place(row)], self.value(row)) for row in self.rows(before)]
        rows = [self.row(now, tops[name], value) for name, value in kept if name in tops]
        return self.pack(now, rows)


def region_names() -> Iterator[str]:
    """Names of regions of one letter or digit each, as many as are wanted."""
    return (sign for sign in map(chr, range(ord("0"), 1 << 16)) if sign.isalnum())
