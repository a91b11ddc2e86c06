"""Codes and sections that one kind of board needs: sums in black cells, dots, fleets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from pyasp_puzzles.boards.board import Value, layer_named
from pyasp_puzzles.boards.formats.text import NONE, at
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.boards.pzpr.code import (
    DIGITS,
    Code,
    Reader,
    Section,
    Sheet,
    Sheets,
    Values,
    packed,
    token_lines,
)
from pyasp_puzzles.boards.pzpr.files import Grid


@dataclass(frozen=True, eq=False, repr=False)
class Sums(Code, Section):
    """The sums of Kakuro; the first row and column of the board are blocks that pzpr leaves out.

    A file has the black cells, ``right,down`` or 0 in the first row and column.

    Attributes:
        blocks, down, right: the layers of the blocks, of the sums below and to the right.
    """

    blocks: str = "blocks"
    down: str = "down"
    right: str = "across"
    digits: ClassVar[str] = DIGITS[:20] + DIGITS[10:].upper()

    def fields(self, reader: Reader, board: Any) -> dict[str, Any]:
        blocks: list[Place] = [at for at in board.cells if 1 in at]
        sums: dict[str, dict[Place, Value]] = {self.down: {}, self.right: {}}
        inner = [cell for cell in board.cells if 1 not in cell]
        at = 0
        while at < len(inner):
            if "k" <= reader.next <= "z":
                at += ord(reader.take()) - ord("k") + 1
                continue
            blocks.append(inner[at])
            if reader.next == ".":
                reader.take()
            else:
                self._sum(reader, sums[self.down], inner[at])
                self._sum(reader, sums[self.right], inner[at])
            at += 1
        for name, cell in self._outer(board, set(blocks)):
            self._sum(reader, sums[name], cell)
        values: dict[str, Values] = {self.blocks: dict.fromkeys(blocks, self.blocks), **sums}
        return {
            name: packed(board, layer_named(board, name), each) for name, each in values.items()
        }

    def _outer(self, board: Any, blocks: set[Place]) -> list[tuple[str, Place]]:
        """The blocks of the first row and column that a number is written for."""
        found: list[tuple[str, Place]] = []
        found += [(self.down, (1, c)) for c in range(2, board.columns + 1) if (2, c) not in blocks]
        found += [(self.right, (r, 1)) for r in range(2, board.rows + 1) if (r, 2) not in blocks]
        return found

    def _sum(self, reader: Reader, sums: dict[Place, Value], place: Place) -> None:
        number = self.digits.find(reader.next) if reader else -2
        if number < 0 and reader.next != "-":
            expected = "a sum: 0 to 9, a to j for 10 to 19, A to Z for 20 to 45, - for none"
            raise reader.error(expected)
        reader.take()
        if number > 0:
            sums[place] = number

    def text(self, board: Any) -> str:
        blocks = set(board[self.blocks])
        sums = {name: board[name] for name in (self.down, self.right)}
        text, gap = "", 0
        for cell in board.cells:
            if 1 in cell:
                continue
            if cell not in blocks and (gap := gap + 1) < 16:
                continue
            text, gap = text + (chr(ord("k") + gap - 1) if gap else ""), 0
            if cell in blocks:
                both = [sums[name].get(cell, 0) for name in (self.down, self.right)]
                text += "".join(self.digits[n] for n in both) if any(both) else "."
        text += chr(ord("k") + gap - 1) if gap else ""
        outer = self._outer(board, blocks)
        return text + "".join(self.digits[sums[name].get(cell, 0)] for name, cell in outer)

    def read(self, lines: Sheets, sheet: Sheet) -> None:
        found: dict[str, dict[Place, Value]] = {self.blocks: {}, self.right: {}, self.down: {}}
        for place, word in lines.tokens(sheet.frame):
            if word == NONE:
                continue
            found[self.blocks][place] = self.blocks
            pair = word.split(",") if "," in word else ["0", word] if place[0] == 1 else [word, "0"]
            for name, number in zip((self.right, self.down), pair, strict=False):
                own = sheet.layer(name)
                if number not in ("0", "-1"):
                    found[name][place] = own.value_of(sheet.board, number, lines.entry(own.key))
        for name, values in found.items():
            sheet.put(name, values)

    def write(self, sheet: Sheet) -> list[str]:
        texts = {}
        for place in sheet.found(self.blocks):
            sums = [str(sheet.found(name).get(place, 0)) for name in (self.right, self.down)]
            texts[place] = sums[place[0] == 1] if 1 in place else ",".join(sums)
        return token_lines(sheet.frame, texts)


class Inner(Grid):
    """A grid without the first row and the first column."""

    def frame(self, sheet: Sheet) -> list[list[Place]]:
        return [row[1:] for row in super().frame(sheet)[1:]]


@dataclass(frozen=True, eq=False, repr=False)
class DotGrid(Section):
    """Dots on cells, edges and corners: a sign for each, 1 or 2 for a dot, X for a missing cell.

    Attributes:
        dots: the layer of the dots; of two kinds, where it has them.
        holes: the layer of the missing cells, if there is one.
    """

    dots: str
    holes: str = ""

    def read(self, lines: Sheets, sheet: Sheet) -> None:
        own, board = sheet.layer(self.dots), sheet.board
        places = {at(place): place for place in own.places(board)}
        kinds = list(own.values(board)) * 2
        holes: dict[Place, Value] = {}
        found: dict[Place, Value] = {}
        for y in range(2, 2 * board.rows + 1):
            line = lines.take()
            for x, sign in enumerate(line, start=2):
                if sign == "X" and self.holes:
                    holes[y // 2, x // 2] = self.holes
                elif sign in ("1", "2") and (y, x) in places:
                    found[places[y, x]] = kinds[int(sign) - 1]
                elif sign != NONE:
                    raise lines.error("1 or 2 for a dot, else '.'", sign)
        sheet.put(self.dots, found)
        if self.holes:
            sheet.put(self.holes, holes)

    def write(self, sheet: Sheet) -> list[str]:
        own, board = sheet.layer(self.dots), sheet.board
        kinds = list(own.values(board))
        dots = {at(p): str(kinds.index(v) + 1) for p, v in sheet.found(self.dots).items()}
        holes = sheet.found(self.holes) if self.holes else {}
        dots |= {at(place): "X" for place in holes}
        rows, columns = range(2, 2 * board.rows + 1), range(2, 2 * board.columns + 1)
        return ["".join(dots.get((y, x), NONE) for x in columns) for y in rows]


@dataclass(frozen=True, eq=False, repr=False)
class Preset(Code, Section):
    """A number about the whole board that stands for a list, such as a fleet, by a letter.

    Attributes:
        name: the layer of the number, by its field.
        letters: the letter of each number.
    """

    name: str
    letters: Mapping[int, str] = field(hash=False)

    def fields(self, reader: Reader, board: Any) -> dict[str, Any]:
        start, expected = reader.at, " or ".join(f"//{letter}" for letter in self.letters.values())
        found = reader.take(min(3, len(reader.text) - start)).lstrip("/")
        for number, letter in self.letters.items():
            if letter == found:
                return {self.name: number}
        reader.at = start
        raise reader.error(expected, reader.text[start:])

    def text(self, board: Any) -> str:
        return f"//{self.letters[getattr(board, self.name)]}"

    def read(self, lines: Sheets, sheet: Sheet) -> None:
        word = lines.take().strip()
        numbers = {letter: number for number, letter in self.letters.items()}
        if word not in numbers:
            raise lines.error(" or ".join(numbers), word)
        sheet.put(self.name, {(): numbers[word]})

    def write(self, sheet: Sheet) -> list[str]:
        return [self.letters[int(sheet.found(self.name)[()])]]
