"""The codes of addresses of puzz.link, each of which reads and writes layers of a board.

A code is declared with the field of its layer, ``url.Base16("clues")``. The formats are those of
pzpr (https://github.com/robx/pzprjs), which puzz.link and pzv.jp run.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import mul
from typing import Any, ClassVar

from pyasp_puzzles.boards.board import Value
from pyasp_puzzles.boards.clues import ARROWS, region_names
from pyasp_puzzles.boards.formats.text import UNKNOWN, Entry, Line
from pyasp_puzzles.boards.formats.text import at as drawn_at
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.boards.pzpr.code import (
    DIGITS,
    Code,
    LayerCode,
    Reader,
    Values,
    joints,
    number_of,
    parted,
    read16,
    write16,
)


@dataclass(frozen=True, eq=False, repr=False)
class Runs(LayerCode):
    """A value for some places; letters skip the others.

    Attributes:
        optional: whether it may be missing where no place has a value.
        first: the letter that skips one place; those behind it skip more.
    """

    optional: bool = field(default=False, kw_only=True)
    first: ClassVar[str] = "g"
    expected: ClassVar[str] = "a number, or a letter from g to z that skips cells"

    @abstractmethod
    def value(self, reader: Reader) -> tuple[Value, int]:
        """The next value, and how many places it skips besides its own."""

    @abstractmethod
    def sign(self, values: Values, places: Sequence[Place], at: int) -> tuple[str, int]:
        """The inverse of :meth:`value`, for a place that has one."""

    def read(self, reader: Reader, board: Any) -> Values:
        own, places = self.own(board), self.places(board)
        found: dict[Place, Value] = {}
        at = 0
        while at < len(places) and (reader or not self.optional or at):
            if not reader:
                raise reader.error(f"{len(places) - at} more of {len(places)} {own.noun} places")
            start, rest = reader.at, len(places) - at
            if self.first <= reader.next <= "z":
                gap = ord(reader.next) - ord(self.first) + 1
                if gap > rest:
                    raise reader.error(f"a letter that skips {rest} at most, the rest of the board")
                reader.take()
                at += gap
            else:
                value, skipped = self.value(reader)
                found[places[at]] = reader.value(board, own, value, start)
                at += 1 + skipped
        return found

    def write(self, board: Any, values: Values) -> str:
        if self.optional and not values:
            return ""
        own, places = self.own(board), self.places(board)
        numbers = {at: number_of(board, own, value) for at, value in values.items()}
        most = ord("z") - ord(self.first) + 1
        text, at, gap = "", 0, 0
        while at < len(places):
            if places[at] in numbers:
                text += self.gap(gap)
                sign, skipped = self.sign(numbers, places, at)
                text, gap, at = text + sign, 0, at + skipped
            elif (gap := gap + 1) == most:
                text, gap = text + self.gap(gap), 0
            at += 1
        return text + self.gap(gap)

    def gap(self, count: int) -> str:
        return chr(ord(self.first) + count - 1) if count else ""


class Base16(Runs):
    """Numbers in base 16: of cells, of corners, of regions, or beside the board."""

    def value(self, reader: Reader) -> tuple[Value, int]:
        return read16(reader, self.expected), 0

    def sign(self, values: Values, places: Sequence[Place], at: int) -> tuple[str, int]:
        return write16(values[places[at]]), 0


class FromZero(Runs):
    """Signs, by their numbers from 0."""

    def value(self, reader: Reader) -> tuple[Value, int]:
        return reader.number(1, 16) + 1, 0

    def sign(self, values: Values, places: Sequence[Place], at: int) -> tuple[str, int]:
        return write16(int(values[places[at]]) - 1), 0


class Fours(Runs):
    """Numbers from 0 to 4, on cells or corners."""

    def value(self, reader: Reader) -> tuple[Value, int]:
        if reader.next == ".":
            return reader.take() and UNKNOWN, 0
        if reader.next not in DIGITS[:15]:
            raise reader.error(self.expected)
        skipped, number = divmod(reader.number(1, 15), 5)
        return number, skipped

    def sign(self, values: Values, places: Sequence[Place], at: int) -> tuple[str, int]:
        number = values[places[at]]
        if number == UNKNOWN:
            return ".", 0
        near = [place in values for place in places[at + 1 : at + 3]]
        skipped = near.index(True) if True in near else 2
        return DIGITS[5 * skipped + int(number)], skipped


class ArrowCode(Runs):
    """Arrows with numbers."""

    first: ClassVar[str] = "a"
    expected: ClassVar[str] = "an arrow, from 0 to 9, or a letter that skips cells"
    order: ClassVar[str] = "^v<>"

    def value(self, reader: Reader) -> tuple[Value, int]:
        if reader.next == "-":
            reader.take()
            arrow, number = reader.number(1, 5), reader.number(3, 16)
        else:
            wide, arrow = divmod(reader.number(1, 10, self.expected), 5)
            if not wide and reader.next == ".":
                return reader.take() and UNKNOWN + self._arrow(arrow), 0
            number = reader.number(1 + wide, 16)
        return f"{number}{self._arrow(arrow)}", 0

    def _arrow(self, number: int) -> str:
        return self.order[number - 1] if number else ""

    def sign(self, values: Values, places: Sequence[Place], at: int) -> tuple[str, int]:
        text = str(values[places[at]])
        arrow = self.order.index(text[-1]) + 1 if text[-1] in ARROWS else 0
        number = text.rstrip(self.order)
        if number == UNKNOWN:
            return f"{arrow}.", 0
        digits = f"{int(number):x}"
        return (str(arrow), str(arrow + 5), f"-{arrow}")[len(digits) - 1] + digits, 0


class Clusters(Runs):
    """Up to four numbers on a cell."""

    bases: ClassVar[Mapping[int, tuple[int, tuple[int, ...]]]] = {
        2: (360, (6, 1)),
        3: (396, (16, 4, 1)),
        4: (460, (8, 4, 2, 1)),
    }

    def value(self, reader: Reader) -> tuple[Value, int]:
        if reader.next == ".":
            return reader.take() and UNKNOWN, 0
        if "a" <= reader.next <= "f":
            code = reader.number(2, 36)
            for base, weights in reversed(list(self.bases.values())):
                if code >= base:
                    return ",".join(_mixed(code - base, weights)), 0
        number = reader.number(1, 10, self.expected)
        return "1,1,1,1" if number == 9 else str(number), 0

    def sign(self, values: Values, places: Sequence[Place], at: int) -> tuple[str, int]:
        words = str(values[places[at]]).split(",")
        if words == ["1"] * 4:
            return "9", 0
        if len(words) == 1:
            return "." if words[0] == UNKNOWN else words[0], 0
        base, weights = self.bases[len(words)]
        numbers = (0 if word == UNKNOWN else int(word) for word in words)
        high, low = divmod(base + sum(x * y for x, y in zip(numbers, weights, strict=True)), 36)
        return DIGITS[high] + DIGITS[low], 0


def _mixed(number: int, weights: Iterable[int]) -> list[str]:
    """The digits of a number, ``?`` for 0."""
    found = []
    for weight in weights:
        digit, number = divmod(number, weight)
        found.append(str(digit) if digit else UNKNOWN)
    return found


class Base36(LayerCode):
    """A number, or none, for each cell, in base 36."""

    def read(self, reader: Reader, board: Any) -> Values:
        found: dict[Place, Value] = {}
        for place in self.places(board):
            start, sign = reader.at, reader.next
            value: Value = UNKNOWN
            if sign and sign in "%@.":
                reader.take()
            else:
                wide = bool(sign == "-" and reader.take())
                value = reader.number(1 + wide, 36, "a number for each cell")
            if sign != ".":
                found[place] = reader.value(board, self.own(board), value, start)
        return found

    def write(self, board: Any, values: Values) -> str:
        return "".join(self._sign(values.get(place)) for place in self.places(board))

    def _sign(self, value: Value | None) -> str:
        if not isinstance(value, int):
            return "." if value is None else "%"
        return DIGITS[value] if value < 36 else f"-{DIGITS[value // 36]}{DIGITS[value % 36]}"


def read_digits(
    reader: Reader, places: Sequence[Place], base: int, count: int, expected: str
) -> Iterator[tuple[Place, int, int]]:
    """The digits of places, so many in a character: each but 0, and where its character stands."""
    for first in range(0, len(places), count):
        start, number = reader.at, reader.number(1, base**count, expected)
        for index, place in enumerate(places[first : first + count], start=1):
            if digit := number // base ** (count - index) % base:
                yield place, digit, start


def write_digits(digits: Sequence[int], base: int, count: int) -> str:
    """The inverse of :func:`read_digits`, with a digit for each place."""
    powers = [base**index for index in reversed(range(count))]
    groups = (digits[first : first + count] for first in range(0, len(digits), count))
    return "".join(DIGITS[sum(map(mul, own, powers))] for own in groups)


@dataclass(frozen=True, eq=False, repr=False)
class Trits(LayerCode):
    """One of two signs, or none, on each place: cells, or edges between them.

    Attributes:
        optional: whether it may be missing where no place has a sign.
    """

    optional: bool = field(default=False, kw_only=True)
    base: ClassVar[int] = 3
    count: ClassVar[int] = 3  # places of a character

    def read(self, reader: Reader, board: Any) -> Values:
        own, places = self.own(board), self.places(board) if reader or not self.optional else ()
        expected = f"the {own.noun}s of {self.count} places"
        digits = read_digits(reader, places, self.base, self.count, expected)
        return {at: reader.value(board, own, digit, start) for at, digit, start in digits}

    def write(self, board: Any, values: Values) -> str:
        if self.optional and not values:
            return ""
        own = self.own(board)
        numbers = {at: int(number_of(board, own, value)) for at, value in values.items()}
        digits = [numbers.get(at, 0) for at in self.places(board)]
        return write_digits(digits, self.base, self.count)


class Bits(Trits):
    """Some cells."""

    base: ClassVar[int] = 2
    count: ClassVar[int] = 5


class Trees(Runs):
    """Some cells, of which there are many; a character tells how far the next one is."""

    first: ClassVar[str] = "i"
    expected: ClassVar[str] = "a digit, or a letter from a to z"

    def value(self, reader: Reader) -> tuple[Value, int]:
        return 1, reader.number(1, 18, self.expected)

    def sign(self, values: Values, places: Sequence[Place], at: int) -> tuple[str, int]:
        behind = places[at + 1 : at + 18]
        skipped = next((n for n, place in enumerate(behind) if place in values), len(behind))
        return DIGITS[skipped], skipped


class Dots(Runs):
    """White and black dots on cells, edges and corners, such as the centres of galaxies."""

    expected: ClassVar[str] = "a dot, from 0 to f, or a letter from g to z that skips places"

    def places(self, board: Any) -> Sequence[Place]:
        return sorted(super().places(board), key=drawn_at)

    def value(self, reader: Reader) -> tuple[Value, int]:
        skipped, colour = divmod(reader.number(1, 16, self.expected), 2)
        return colour + 1, skipped

    def sign(self, values: Values, places: Sequence[Place], at: int) -> tuple[str, int]:
        near = [place in values for place in places[at + 1 : at + 8]]
        skipped = near.index(True) if True in near else 7
        return DIGITS[2 * skipped + int(values[places[at]]) - 1], skipped


class NumberLists(Base16):
    """Several numbers beside each line: above the columns, then left of the rows."""

    def places(self, board: Any) -> Sequence[Place]:
        high, wide = (board.rows + 1) // 2, (board.columns + 1) // 2
        every = self.own(board).places(board)
        return [(*place, n) for place in every for n in range(wide if place[0] else high)]

    def read(self, reader: Reader, board: Any) -> Values:
        numbers: dict[Place, list[str]] = {}
        for place, value in super().read(reader, board).items():
            numbers.setdefault(place[:2], []).insert(0, str(value))
        return {place: ",".join(words) for place, words in numbers.items()}

    def write(self, board: Any, values: Values) -> str:
        numbers: dict[Place, Value] = {}
        for place, value in values.items():
            words = reversed(str(value).split(","))
            numbers |= {
                (*place, n): UNKNOWN if w == UNKNOWN else int(w) for n, w in enumerate(words)
            }
        return super().write(board, numbers)


class Walls(LayerCode):
    """Regions, by the walls between cells."""

    def read(self, reader: Reader, board: Any) -> Values:
        walls = [
            place
            for group in joints(board.rows, board.columns)
            for place, *_ in read_digits(reader, group, 2, 5, "the walls between cells")
        ]
        parts = zip(region_names(), parted(board.cells, walls), strict=False)
        return {cell: name for name, part in parts for cell in part}

    def write(self, board: Any, values: Values) -> str:
        both = joints(board.rows, board.columns)
        bits = ([values.get(at[:2]) != values.get(at[2:]) for at in group] for group in both)
        return "".join(write_digits(own, 2, 5) for own in bits)


class Leading(LayerCode):
    """A number about the whole board, with a stroke behind it."""

    def read(self, reader: Reader, board: Any) -> Values:
        own, start = self.own(board), reader.at
        entry = Entry(reader.source, f"character {start + 1}, {own.key}", Line(0, ""))
        return {(): own.value_of(board, reader.until(), entry)}

    def write(self, board: Any, values: Values) -> str:
        return f"{values[()]}/"


@dataclass(frozen=True, eq=False, repr=False)
class Sign(Code):
    """A sign between two codes, such as a stroke."""

    sign: str = "/"

    def fields(self, reader: Reader, board: Any) -> dict[str, Any]:
        if reader.next != self.sign:
            raise reader.error(repr(self.sign))
        reader.take()
        return {}

    def text(self, board: Any) -> str:
        return self.sign
