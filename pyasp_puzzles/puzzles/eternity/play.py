"""Edge matching by hand: pieces are laid on cells; a pose is the number of quarter turns.

Sides that touch need not match: the picture marks those that do not.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, replace

from pyasp_puzzles.boards.board import Row, Rows
from pyasp_puzzles.boards.genre import Genre
from pyasp_puzzles.boards.hands import Hands
from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.pieces import Poses
from pyasp_puzzles.boards.places import Place as Cell
from pyasp_puzzles.boards.play import Laid
from pyasp_puzzles.core.atoms import Predicate, arguments, unify
from pyasp_puzzles.core.errors import AnswerError, Phrase, counted
from pyasp_puzzles.pictures.picture import Panel, Picture
from pyasp_puzzles.puzzles.eternity.facts import (
    Place,
    Solution,
    SquarePlacement,
    placement_of,
)
from pyasp_puzzles.puzzles.eternity.instance import (
    Instance,
    as_kind,
    cells,
    copies,
    faces,
)
from pyasp_puzzles.puzzles.eternity.links import board_edges
from pyasp_puzzles.puzzles.eternity.links import read as read_answers
from pyasp_puzzles.puzzles.eternity.picture import picture, piece
from pyasp_puzzles.puzzles.eternity.verify import verify


@dataclass(frozen=True)
class SquarePoses(Poses):
    """Square pieces on cells: rows of row, column, kind and quarter turns."""

    def places(self, board: Instance) -> Sequence[Cell]:
        return cells(board)

    def stock(self, board: Instance) -> Mapping[str, int]:
        return {str(kind): number for kind, number in copies(board).items()}

    def poses(self, board: Instance, name: str) -> int:
        return sum(str(kind) == name for kind, _ in faces(board))

    def given_rows(self, board: Instance) -> Rows:
        return tuple((h.row, h.column, *as_kind(board, h.piece, h.turns)) for h in board.hints)

    def pack(self, board: Instance, rows: Iterable[Row]) -> tuple[SquarePlacement, ...]:
        return tuple(SquarePlacement(*row) for row in sorted(rows))

    def unpack(self, value: Sequence[SquarePlacement]) -> Rows:
        return tuple(map(astuple, value))

    def place(self, row: Row) -> Cell:
        return row[:2]

    def value(self, row: Row) -> str:
        return str(row[2])

    def checked(self, board: Instance, atoms: Iterable[Predicate]) -> list[Row]:
        return [astuple(placement_of(board, arguments(atom))) for atom in atoms]

    def covered(self, board: Instance, row: Row) -> Sequence[Cell]:
        placed = placement_of(board, row)
        return [(placed.row, placed.column)]

    def ways(self, board: Instance, laid: Laid) -> Iterable[Row]:
        return [(*laid.cell, int(laid.tool), laid.pose)]

    def laid(self, board: Instance, row: Row) -> Laid:
        return Laid(str(row[2]), row[3], row[:2])

    def look(self, board: Instance, tool: str, pose: int) -> Panel:
        return Panel((piece(board, int(tool), pose),))


class EdgeMatching(Genre[Instance, Solution]):
    """Edge matching, as far as its marks say it."""

    def drawn(
        self,
        board: Instance,
        rows: Mapping[str, Collection[Row]],
        absent: Mapping[str, Collection[Cell]] | None = None,
        solution: Solution | None = None,
    ) -> Picture:
        """The board with the pieces that lie on it, and a list of those left."""
        placements = sorted({placement_of(board, row) for row in rows["placements"]})
        drawn = picture(board, Solution(tuple(placements)))
        return replace(drawn, legend=(*drawn.legend, *SQUARES.told(board, rows["placements"])))


SQUARES = SquarePoses(Place)
GENRE = EdgeMatching(
    Instance,
    Solution,
    (SQUARES,),
    verify,
    name="eternity",
    title="Eternity",
)


class EternityHands(Hands):
    """Hands with the room's own notation of partial answers."""

    def read(self, board: Instance, text: str) -> Partial:
        """The board of a link to the viewer or of a string of it; ``aaaa`` is an empty cell.

        Raises:
            AnswerError: it is no link or string, shows a piece that is not in the set, or there are
                several.
        """
        found = read_answers(board, text)
        if len(found) != 1:
            several = Phrase(counted(len(found), "board"))
            raise AnswerError(board.name, "answer", several, "one partial answer")
        return Partial.of(Place(*astuple(p)) for p in found[0].placements)

    def write(self, board: Instance, partial: Partial) -> str:
        """The string that :func:`read` reads.

        Raises:
            PuzzleError: the board has a colour for which there is no letter.
        """
        placements = GENRE.decode(board, unify(partial.atoms, (Place,))).placements
        at = {(p.row, p.column): board_edges(board, Solution((p,))) for p in placements}
        return "".join(at.get(cell, "aaaa") for cell in cells(board)) + "\n"


PLAY = EternityHands(GENRE)
