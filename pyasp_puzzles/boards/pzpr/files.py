"""The sections of pzprv3 files: a board and an answer, or a part of one, line by line.

A section is declared with the fields of layers of the board and of marks of the answer that it
has. A name alone, in place of a section, stands for the usual one of its layer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from pyasp_puzzles.boards.board import Layer, Value
from pyasp_puzzles.boards.clues import ARROWS, Arrows, Margin, RegionNumbers, Regions, region_names
from pyasp_puzzles.boards.formats.text import NONE, UNKNOWN, Entry
from pyasp_puzzles.boards.layers import CellLayer, Numbers
from pyasp_puzzles.boards.marks import Lines
from pyasp_puzzles.boards.pieces import Division
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.boards.pzpr.code import Section, Sheet, Sheets, joints, parted, token_lines
from pyasp_puzzles.boards.pzpr.url import ArrowCode
from pyasp_puzzles.boards.scalars import Scalar
from pyasp_puzzles.boards.values import Values as ValueMarks


@dataclass(frozen=True, eq=False, repr=False)
class Tokens:
    """How the values of a layer or of marks are written.

    Attributes:
        name: the layer, or the marks, by field.
        tokens: the token of each value, in their order; none: numbers as they are, ``-`` for one
            that is not told, signs by their number from 1, marks without a value as ``#``.
        none: what says that no mark stands there.
        before: what stands before each token.
    """

    name: str
    tokens: tuple[str, ...] = ()
    none: str = "+"
    before: str = ""

    def _pairs(self, values: Sequence[Value]) -> dict[str, Value]:
        """The value of each token that is no number."""
        numbered = ("#",) if len(values) == 1 else map(str, range(1, len(values) + 1))
        return dict(zip(self.tokens or numbered, values, strict=False))

    def text(self, sheet: Sheet, value: Value) -> str:
        """The token of a value."""
        own = sheet.layer(self.name)
        if isinstance(own, Arrows) and not self.tokens:
            word = str(value)
            arrow = ArrowCode.order.index(word[-1]) + 1 if word[-1] in ARROWS else 0
            return f"{arrow},{word.rstrip(ArrowCode.order).replace(UNKNOWN, '-')}"
        if isinstance(own, Numbers | ValueMarks) and not self.tokens:
            return self.before + str(value).replace(UNKNOWN, "-")
        pairs = self._pairs(own.values(sheet.board)).items()
        return self.before + next(token for token, each in pairs if each == value)

    def value(self, sheet: Sheet, token: str, entry: Entry) -> Value | None:
        """The value of a token; ``None``: it is none of them."""
        if not token.startswith(self.before):
            return None
        own, word = sheet.layer(self.name), token[len(self.before) :]
        if self.tokens or not isinstance(own, Numbers | ValueMarks):
            return self._pairs(own.values(sheet.board)).get(word)
        if isinstance(own, Arrows):
            arrow, _, number = word.partition(",")
            sign = ArrowCode.order[int(arrow) - 1] if arrow in ("1", "2", "3", "4") else ""
            return own.value_of(sheet.board, number.replace("-", UNKNOWN) + sign, entry)
        if isinstance(own, ValueMarks):
            return int(word) if word.isdigit() else None
        if not word.replace(",", "").replace("-", "").isdigit() and word != "-":
            return None
        return own.value_of(sheet.board, word.replace("-", UNKNOWN), entry)


IGNORED = ("+", "-", "=", "%", "0")
"""What a player notes on a cell, which says nothing."""


class Grid(Section):
    """A token for each cell, or each corner.

    Attributes:
        tokens: what they say; a name alone stands for the usual tokens of its layer or marks.
    """

    def __init__(self, *parts: str | Tokens) -> None:
        self.tokens = [Tokens(part) if isinstance(part, str) else part for part in parts]

    def frame(self, sheet: Sheet) -> list[list[Place]]:
        """The places in rows."""
        own = sheet.layer(self.tokens[0].name)
        return own.frame(sheet.board) if isinstance(own, CellLayer) else sheet.frame

    def read(self, lines: Sheets, sheet: Sheet) -> None:
        for place, word in lines.tokens(self.frame(sheet)):
            self.take(lines, sheet, place, word)

    def take(self, lines: Sheets, sheet: Sheet, place: Place, word: str) -> None:
        """Take what a token says of a place."""
        word = word.partition("[")[0]  # small numbers of a player
        if word == NONE:
            return
        for part in self.tokens:
            if part.name in sheet.marks and word == part.none:
                sheet.absent.setdefault(part.name, []).append(place)
                return
            value = part.value(sheet, word, lines.entry(part.name))
            if value is not None:
                own = sheet.layer(part.name)
                if isinstance(own, RegionNumbers):
                    place = own.tops(sheet.board)[sheet.board[own.regions][place]]
                sheet.put(part.name, {place: value})
                return
        if word not in IGNORED:
            names = " or ".join(part.name for part in self.tokens)
            raise lines.error(f"{names}, or '.'", word)

    def write(self, sheet: Sheet) -> list[str]:
        return token_lines(self.frame(sheet), self.texts(sheet))

    def texts(self, sheet: Sheet) -> dict[Place, str]:
        """The tokens by place."""
        texts: dict[Place, str] = {}
        for part in reversed(self.tokens):
            texts |= dict.fromkeys(sheet.absent.get(part.name, ()), part.none)
            own = sheet.layer(part.name)
            tops = _tops(own, sheet.board) if isinstance(own, RegionNumbers) else {}
            for place, value in sheet.found(part.name).items():
                texts[tops.get(place, place)] = part.text(sheet, value)
        return texts


def _tops(own: RegionNumbers, board: Any) -> dict[Place, Place]:
    """Where pzpr has the number of a region, by our place: first by column, then by row."""
    places = {}
    for name, top in own.tops(board).items():
        cells = (place for place, region in board[own.regions].items() if region == name)
        places[top] = min(cells, key=lambda cell: (cell[1], cell[0]))
    return places


class Framed(Grid):
    """A token for each cell, within the numbers beside the board.

    Attributes:
        beside: the layer of the numbers, by its field.
    """

    def __init__(self, beside: str, *parts: str | Tokens) -> None:
        super().__init__(*parts)
        self.beside = beside

    def frame(self, sheet: Sheet) -> list[list[Place]]:
        """The places in rows, those beside the board included."""
        own, board = sheet.layer(self.beside), sheet.board
        assert isinstance(own, Margin)
        many, more = own.several > 1, 1 + ("right" in own.sides)
        high, wide = ((board.rows + 1) // 2, (board.columns + 1) // 2) if many else (1, 1)
        columns = range(1 - wide, board.columns + more)
        return [[(r, c) for c in columns] for r in range(1 - high, board.rows + more)]

    def read(self, lines: Sheets, sheet: Sheet) -> None:
        own, board = sheet.layer(self.beside), sheet.board
        inside, outside = set(board.cells), set(own.places(board))
        numbers: dict[Place, list[str]] = {}
        for place, word in lines.tokens(self.frame(sheet)):
            near = tuple(max(0, x) for x in place)
            if place in inside:
                self.take(lines, sheet, place, word)
            elif word != NONE:
                if near not in outside:
                    raise lines.error("'.' in the corner", word)
                numbers.setdefault(near, []).append(word.removeprefix("c"))
        for place, found in numbers.items():
            value = own.value_of(board, ",".join(found), lines.entry(own.key))
            sheet.put(self.beside, {place: value})

    def texts(self, sheet: Sheet) -> dict[Place, str]:
        texts = super().texts(sheet)
        for (row, column), value in sheet.found(self.beside).items():
            words = str(value).replace(UNKNOWN, "-").split(",")
            for n, word in enumerate(reversed(words)):
                texts[(row or -n) if column else row, (column or -n) if row else column] = word
        return texts


@dataclass(frozen=True, eq=False, repr=False)
class Joints(Section):
    """Lines, or the borders of a division: a token for each edge between cells.

    Attributes:
        name: the marks, or regions, by field.
    """

    name: str

    def _frame(self, sheet: Sheet) -> list[list[Place]]:
        """The edges in rows: first those between cells side by side."""
        own, board = sheet.layer(self.name), sheet.board
        outer = isinstance(own, Lines) and not (own.across or own.inner)
        groups = joints(board.rows, board.columns, int(outer))
        return [list(row) for group in groups for _, row in groupby(group, lambda at: at[0])]

    def read(self, lines: Sheets, sheet: Sheet) -> None:
        own = sheet.layer(self.name)
        on: dict[Place, str] = {}
        for place, word in lines.tokens(self._frame(sheet)):
            if word not in ("-1", "0", "1", "2"):
                raise lines.error("0, 1 or 2 for each side of a cell, or -1", word)
            if word in ("1", "2"):
                on[place] = word
            elif word == "-1" and isinstance(own, Lines):
                sheet.absent.setdefault(self.name, []).append(place)
        if isinstance(own, Lines):
            sheet.put(self.name, {p: int(w) if own.most > 1 else own.sign for p, w in on.items()})
        else:
            sheet.put(self.name, self.areas(sheet, own, on))

    def areas(self, sheet: Sheet, own: Layer, walls: Iterable[Place]) -> dict[Place, Value]:
        """The region, or the clue, of each cell; of two clues in one area the first one."""
        found: dict[Place, Value] = {}
        names = region_names()
        for part in parted(own.places(sheet.board), walls):
            if isinstance(own, Division):
                inside = [value for value in own.values(sheet.board) if _within(str(value), part)]
                found |= dict.fromkeys(part, inside[0]) if inside else {}
            else:
                found |= dict.fromkeys(part, next(names))
        return found

    def write(self, sheet: Sheet) -> list[str]:
        own, found = sheet.layer(self.name), sheet.found(self.name)
        absent = set(sheet.absent.get(self.name, ()))

        def token(place: Place) -> str:
            if not isinstance(own, Lines):
                return str(int(found.get(place[:2]) != found.get(place[2:])))
            value = found.get(place)
            return str(value if own.most > 1 else 1) if value else "-1" if place in absent else "0"

        return ["".join(f"{token(place)} " for place in row) for row in self._frame(sheet)]


def _within(owner: str, part: set[Place]) -> bool:
    """Whether one of the cells of a clue's place, such as ``r1c1-r1c2``, is in a part."""
    numbers = [tuple(map(int, word[1:].split("c"))) for word in owner.split("-")]
    return bool(part.intersection(numbers))


@dataclass(frozen=True, eq=False, repr=False)
class Rooms(Joints):
    """Regions: their number, and the number of the region of each cell.

    Attributes:
        joints: the version of a file from which on it has the walls between cells in their place.
    """

    joints: int = 1

    def read(self, lines: Sheets, sheet: Sheet) -> None:
        if lines.version >= self.joints:
            super().read(lines, sheet)
            return
        lines.take()
        numbers = dict(lines.tokens(sheet.frame))
        names = dict(zip(dict.fromkeys(numbers.values()), region_names(), strict=False))
        sheet.put(self.name, {at: names[n] for at, n in numbers.items() if n not in (NONE, "#")})

    def write(self, sheet: Sheet) -> list[str]:
        if not self.joints:
            return super().write(sheet)
        regions = sheet.found(self.name)
        names = list(dict.fromkeys(regions[cell] for cell in sheet.board.cells if cell in regions))
        numbers = {at: str(names.index(name)) for at, name in regions.items()}
        return [str(len(names)), *token_lines(sheet.frame, numbers)]


@dataclass(frozen=True, eq=False, repr=False)
class Alone(Section):
    """A number about the whole board, on a line."""

    name: str

    def read(self, lines: Sheets, sheet: Sheet) -> None:
        word, own = lines.take().strip(), sheet.layer(self.name)
        sheet.put(self.name, {(): own.value_of(sheet.board, word, lines.entry(own.key))})

    def write(self, sheet: Sheet) -> list[str]:
        return [str(sheet.found(self.name)[()])]


class Skipped(Section):
    """A drawing of the cells that says nothing, in files from version 1 on."""

    def read(self, lines: Sheets, sheet: Sheet) -> None:
        if lines.version >= 1:
            list(lines.tokens(sheet.frame))

    def write(self, sheet: Sheet) -> list[str]:
        return []


def usual(sheet: Sheet, name: str) -> Section:
    """The section of a layer, or of marks, of which only the name is declared."""
    own = sheet.layer(name)
    if isinstance(own, Lines | Division):
        return Joints(name)
    if isinstance(own, Regions):
        return Rooms(name)
    return Alone(name) if isinstance(own, Scalar) else Grid(name)
