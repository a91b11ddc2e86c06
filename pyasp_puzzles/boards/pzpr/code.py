"""Addresses read from left to right, and what a code of a part of them is; files and sections.

:class:`Reader` and :class:`Code` are of addresses, :class:`Sheet`, :class:`Sheets` and
:class:`Section` of pzprv3 files.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pyasp_puzzles.boards.board import Layer, Value, layer_named, with_fields
from pyasp_puzzles.boards.formats.text import NONE, UNKNOWN, Entry, Line
from pyasp_puzzles.boards.layers import Cells, Numbers
from pyasp_puzzles.boards.marks import Marks
from pyasp_puzzles.boards.places import STEPS, Place, between
from pyasp_puzzles.core.errors import InstanceError, Phrase, counted
from pyasp_puzzles.core.regions import regions

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
Values = Mapping[Place, Value]


@dataclass
class Reader:
    """An address that is read from left to right.

    Attributes:
        at: the number of characters that have been read.
    """

    text: str
    source: str
    at: int = 0

    def __bool__(self) -> bool:
        return self.at < len(self.text)

    @property
    def next(self) -> str:
        """The next character; empty at the end."""
        return self.text[self.at : self.at + 1]

    def take(self, count: int = 1, expected: str = "more of the board") -> str:
        """The next characters.

        Raises:
            InstanceError: the address ends before.
        """
        if self.at + count > len(self.text):
            self.at = len(self.text)
            raise self.error(expected)
        self.at += count
        return self.text[self.at - count : self.at]

    def number(self, digits: int, base: int, expected: str = "a digit") -> int:
        """The next digits as a number.

        Raises:
            InstanceError: one of them is none.
        """
        found = 0
        for _ in range(digits):
            if self.next not in DIGITS[:base] or not self:
                raise self.error(f"{expected}: one of {DIGITS[0]} to {DIGITS[base - 1]}")
            found = base * found + DIGITS.index(self.take())
        return found

    def until(self) -> str:
        """What stands before a stroke, which is read, too."""
        found, _, _ = self.text[self.at :].partition("/")
        self.at = min(self.at + len(found) + 1, len(self.text))
        return found

    def error(self, expected: str, found: object = None) -> InstanceError:
        """An error at the next character."""
        what = found or self.next or Phrase("the end")
        return InstanceError(self.source, f"character {self.at + 1}", what, expected)

    def value(self, board: Any, layer: Layer, said: Value, start: int) -> Value:
        """A number, or the number of a sign, as a value of a layer.

        Args:
            start: where it stands in the address, for errors.
        """
        place = f"character {start + 1}, {layer.key}"
        if isinstance(layer, Numbers):
            return layer.value_of(board, str(said), Entry(self.source, place, Line(0, "")))
        values = [layer.sign] * 9 if isinstance(layer, Cells) else layer.values(board)
        if not isinstance(said, int) or not 0 < said <= len(values):
            raise InstanceError(self.source, place, said, f"a number from 1 to {len(values)}")
        return values[said - 1]


def number_of(board: Any, layer: Layer, value: Value) -> Value:
    """What :meth:`Reader.value` reads: the number of a clue, or that of a sign."""
    if isinstance(layer, Numbers):
        return value
    return list(layer.values(board)).index(value) + 1


def joints(rows: int, columns: int, outer: int = 0) -> tuple[list[Place], list[Place]]:
    """The edges between cells side by side, and those between cells one below the other.

    Args:
        outer: 1 with those around the board.
    """
    lines, sides = range(1, rows + 1), range(1, columns + 1)
    right, below = range(1 - outer, columns + outer), range(1 - outer, rows + outer)
    across: list[Place] = [(r, c, r, c + 1) for r in lines for c in right]
    down: list[Place] = [(r, c, r + 1, c) for r in below for c in sides]
    return across, down


def parted(cells: Iterable[Place], walls: Iterable[Place]) -> list[set[Place]]:
    """The parts of a board between walls, in the order of their first cells."""
    closed = set(walls)

    def beside(cell: Place) -> list[Place]:
        ends = ((cell[0] + down, cell[1] + right) for down, right in STEPS)
        return [end for end in ends if between(cell, end) not in closed]

    return regions(cells, beside)


class Code(ABC):
    """A part of an address."""

    @abstractmethod
    def fields(self, reader: Reader, board: Any) -> dict[str, Any]:
        """The values of fields of a board; it is known as far as it was read.

        Raises:
            InstanceError: the address says none.
        """

    @abstractmethod
    def text(self, board: Any) -> str:
        """What an address says of a board."""


@dataclass(frozen=True, eq=False, repr=False)
class LayerCode(Code):
    """A code of one layer.

    Attributes:
        layer: the layer, by its field.
    """

    layer: str

    @abstractmethod
    def read(self, reader: Reader, board: Any) -> Values:
        """The values of the layer, by place."""

    @abstractmethod
    def write(self, board: Any, values: Values) -> str:
        """The inverse of :meth:`read`."""

    def own(self, board: Any) -> Layer:
        return layer_named(board, self.layer)

    def fields(self, reader: Reader, board: Any) -> dict[str, Any]:
        return {self.layer: packed(board, self.own(board), self.read(reader, board))}

    def text(self, board: Any) -> str:
        return self.write(board, board[self.layer])

    def places(self, board: Any) -> Sequence[Place]:
        """The places of the layer, in the order of pzpr."""
        every = self.own(board).places(board)
        return sorted(every, key=lambda at: len(at) == 4 and at[0] != at[2] and at[1] == at[3])


def packed(board: Any, own: Layer, values: Values) -> Any:
    """Values of a layer as the value of its field."""
    return own.pack(board, [own.row(board, at, value) for at, value in values.items()])


LONG = {"-": (2, 0), "+": (3, 0), "=": (3, 4096), "%": (3, 8192), "@": (3, 8192), "*": (4, 12240)}
"""How a number of more than a digit begins: its digits, and what is added to it."""


def read16(reader: Reader, expected: str) -> Value:
    """A number in base 16, or ``?``."""
    if reader.next == ".":
        reader.take()
        return UNKNOWN
    if reader.next in LONG and reader:
        digits, base = LONG[reader.take()]
        return reader.number(digits, 16) + base
    if reader.next not in DIGITS[:16]:
        raise reader.error(expected)
    return reader.number(1, 16)


def write16(number: Value) -> str:
    """The inverse of :func:`read16`."""
    if isinstance(number, str):
        return "."
    if number < 16:
        return f"{number:x}"
    if number < 4096:
        return f"-{number:02x}" if number < 256 else f"+{number:03x}"
    return f"={number - 4096:03x}" if number < 8192 else f"@{number - 8192:03x}"


@dataclass
class Sheet:
    """What a file says: a board, which nobody has checked, and what is known of an answer.

    Attributes:
        values: for each kind of marks, by name, its values by place.
        absent: for each kind of marks, by name, the places on which nothing stands.
    """

    board: Any
    marks: dict[str, Marks]
    values: dict[str, dict[Place, Value]] = field(default_factory=dict)
    absent: dict[str, list[Place]] = field(default_factory=dict)

    @property
    def frame(self) -> list[list[Place]]:
        """The cells in rows."""
        columns = range(1, self.board.columns + 1)
        return [[(row, column) for column in columns] for row in range(1, self.board.rows + 1)]

    def layer(self, name: str) -> Layer:
        """A layer of the board, or marks, by name."""
        return self.marks[name] if name in self.marks else layer_named(self.board, name)

    def found(self, name: str) -> dict[Place, Value]:
        """The values of a layer or of marks."""
        if name in self.marks:
            return self.values.setdefault(name, {})
        found: dict[Place, Value] = self.board[name]
        return found

    def put(self, name: str, values: dict[Place, Value]) -> None:
        """Add values of a layer or of marks."""
        if name in self.marks:
            self.values.setdefault(name, {}).update(values)
        else:
            own = self.layer(name)
            every = self.found(name) | values if getattr(self.board, name) else values
            self.board = with_fields(self.board, **{name: packed(self.board, own, every)})


@dataclass
class Sheets:
    """The lines of a file that are read one after the other."""

    lines: Sequence[str]
    source: str
    version: int = 0
    at: int = 0

    def take(self) -> str:
        """The next line.

        Raises:
            InstanceError: there is none.
        """
        self.at += 1
        if self.at > len(self.lines):
            raise self.error("more lines: the board ends here", Phrase("the end"))
        return self.lines[self.at - 1]

    def tokens(self, frame: Iterable[Sequence[Place]]) -> Iterator[tuple[Place, str]]:
        """Places in rows, each with its word: a line for each row.

        Raises:
            InstanceError: a line has another number of words.
        """
        for places in frame:
            words = self.take().split()
            if len(words) != len(places):
                found = Phrase(counted(len(words), "sign"))
                raise self.error(counted(len(places), "sign"), found)
            yield from zip(places, words, strict=True)

    def error(self, expected: str, found: object = None) -> InstanceError:
        """An error at the line that was taken last."""
        what = self.lines[self.at - 1] if found is None else found
        return InstanceError(self.source, f"line {self.at}", what, expected)

    def entry(self, name: str) -> Entry:
        """The line that was taken last as an entry, for errors."""
        return Entry(self.source, name, Line(self.at, ""))


class Section(ABC):
    """Some lines of a file."""

    @abstractmethod
    def read(self, lines: Sheets, sheet: Sheet) -> None:
        """Take the lines.

        Raises:
            InstanceError: they say no board.
        """

    @abstractmethod
    def write(self, sheet: Sheet) -> list[str]:
        """The lines of a board and an answer."""


def token_lines(frame: Iterable[Iterable[Place]], texts: Mapping[Place, str]) -> list[str]:
    """The inverse of :meth:`Sheets.tokens`; ``.`` on a place without a text."""
    return ["".join(f"{texts.get(place, NONE)} " for place in places) for places in frame]
