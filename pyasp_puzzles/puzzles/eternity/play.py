"""Edge matching by hand: pieces are laid on cells; a pose is the number of quarter turns.

Sides that touch need not match: the picture marks those that do not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from pyasp_puzzles.boards.answer_text import found
from pyasp_puzzles.boards.board import Row, Rows
from pyasp_puzzles.boards.genre import Genre
from pyasp_puzzles.boards.hands import Hands
from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.pieces import Poses
from pyasp_puzzles.boards.places import Place as Cell
from pyasp_puzzles.boards.play import Laid
from pyasp_puzzles.core.errors import AnswerError, Phrase, counted
from pyasp_puzzles.pictures.picture import Panel
from pyasp_puzzles.puzzles.eternity import links
from pyasp_puzzles.puzzles.eternity.edit import empty
from pyasp_puzzles.puzzles.eternity.facts import (
    EternitySolution,
    Place,
    SquarePlacement,
    placement_of,
)
from pyasp_puzzles.puzzles.eternity.instance import EternityBoard
from pyasp_puzzles.puzzles.eternity.picture import picture, piece
from pyasp_puzzles.puzzles.eternity.verify import verify


@dataclass(frozen=True)
class SquarePoses(Poses):
    """Square pieces on cells: rows of row, column, kind and quarter turns."""

    listed: ClassVar[bool] = True

    def stock(self, board: EternityBoard) -> Mapping[str, int]:
        return {str(kind): number for kind, number in board.copies.items()}

    def poses(self, board: EternityBoard, name: str) -> int:
        return sum(str(kind) == name for kind, _ in board.faces)

    def given_rows(self, board: EternityBoard) -> Rows:
        return tuple((*cell, *lying) for cell, lying in board.hinted.items())

    def pack(self, board: EternityBoard, rows: Iterable[Row]) -> tuple[SquarePlacement, ...]:
        return tuple(sorted(placement_of(board, row) for row in rows))

    def place(self, row: Row) -> Cell:
        return row[:2]

    def value(self, row: Row) -> str:
        return str(row[2])

    def covered(self, board: EternityBoard, row: Row) -> Sequence[Cell]:
        placed = placement_of(board, row)
        return [(placed.row, placed.column)]

    def ways(self, board: EternityBoard, laid: Laid) -> Iterable[Row]:
        return [(*laid.cell, int(laid.tool), laid.pose)]

    def laid(self, board: EternityBoard, row: Row) -> Laid:
        return Laid(str(row[2]), row[3], row[:2])

    def look(self, board: EternityBoard, tool: str, pose: int) -> Panel:
        return Panel((piece(board, int(tool), pose),))


SQUARES = SquarePoses(Place)
GENRE = Genre[EternityBoard, EternitySolution](
    EternityBoard,
    EternitySolution,
    (SQUARES,),
    verify,
    name="eternity",
    title="Eternity",
    painted=picture,
    blank=empty,
)


class EternityHands(Hands):
    """Hands with the room's own notation of partial answers."""

    def read(self, board: EternityBoard, text: str) -> Partial:
        """The board of a link to the viewer or of a string of it; ``aaaa`` is an empty cell.

        Raises:
            AnswerError: it is no link or string, shows a piece that is not in the set, or there are
                several.
        """
        answers = links.read(board, text)
        if len(answers) != 1:
            several = Phrase(counted(len(answers), "board"))
            raise AnswerError(board.name, "answer", several, "one partial answer")
        return Partial.of(Place(*cell, *lying) for cell, lying in answers[0].lying.items())

    def write(self, board: EternityBoard, partial: Partial) -> str:
        """The string that :func:`read` reads.

        Raises:
            PuzzleError: the board has a colour for which there is no letter.
        """
        rows = found(SQUARES, board, partial)[0]
        one = {at: EternitySolution(SQUARES.pack(board, [row])) for at, row in rows.items()}
        shown = (links.board_edges(board, one[x]) if x in one else "aaaa" for x in board.cells)
        return "".join(shown) + "\n"


PLAY = EternityHands(GENRE)
