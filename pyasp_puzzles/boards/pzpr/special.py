"""Codes and sections that one kind of board needs alone: sums in blocks, dots between cells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from pyasp_puzzles.boards.board import Value, layer_named
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.boards.pzpr.code import DIGITS, Code, Reader, Values, packed


@dataclass(frozen=True)
class Sums(Code):
    """The sums of Kakuro; the first row and column of the board are blocks that pzpr leaves out.

    Attributes:
        blocks, down, right: the layers of the blocks, of the sums below and to the right.
    """

    blocks: str = "blocks"
    down: str = "down"
    right: str = "right"
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
            raise reader.error(
                "a sum: 0 to 9, a to j for 10 to 19, A to Z for 20 to 45, - for none"
            )
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
