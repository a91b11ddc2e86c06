"""Packing by hand: the marks of its answers, and partial answers as people write them.

The poses of a piece are those of its orientations that fit somewhere in the space.  The first block
of the pose lies on the chosen cell; where the piece does not fit so, the next block that fits does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import ClassVar

from pyasp_puzzles.boards.board import Row, Rows
from pyasp_puzzles.boards.formats.text import (
    Board,
    Entry,
    Line,
    bare_lines,
    read_boards,
    write_board,
)
from pyasp_puzzles.boards.genre import Genre
from pyasp_puzzles.boards.hands import Hands
from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.pieces import Poses
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.boards.play import BoardProgress, Laid, MoveError
from pyasp_puzzles.core.errors import AnswerError, InstanceError
from pyasp_puzzles.pictures.picture import Panel, Picture
from pyasp_puzzles.puzzles.packing.format import json_boards
from pyasp_puzzles.puzzles.packing.geometry import Point, add, moved, subtract
from pyasp_puzzles.puzzles.packing.givens import FREE, GivenPiece, read_givens, written_givens
from pyasp_puzzles.puzzles.packing.instance import PackingBoard, empty
from pyasp_puzzles.puzzles.packing.picture import picture, pose_panel
from pyasp_puzzles.puzzles.packing.placements import (
    PackingSolution,
    PolyformPlaced,
    PolyformPlacement,
    by_row,
    placement_of,
    shifts_inside,
)
from pyasp_puzzles.puzzles.packing.verify import verify


@dataclass(frozen=True)
class PolyformPoses(Poses):
    """Copies of pieces in a space: rows of piece, orientation and shift."""

    noun: str = field(default="cell", kw_only=True)
    loose: ClassVar[bool] = True
    filling: ClassVar[bool] = True

    def stock(self, board: PackingBoard) -> Mapping[str, int]:
        return {piece.name: piece.most for piece in board.pieces}

    def poses(self, board: PackingBoard, name: str) -> int:
        return len(_poses(board, name))

    def given_rows(self, board: PackingBoard) -> Rows:
        return tuple(placement_of(board, laid) for laid in board.given)

    def unpack(self, value: Sequence[PolyformPlacement]) -> Rows:
        return tuple((p.piece, p.orientation, *p.shift) for p in value)

    def pack(self, board: PackingBoard, rows: Iterable[Row]) -> tuple[PolyformPlacement, ...]:
        placed = by_row(board)
        return tuple([placed[row] for row in sorted(rows)])

    def covered(self, board: PackingBoard, row: Row) -> Sequence[Point]:
        return by_row(board)[row].cells

    def ways(self, board: PackingBoard, laid: Laid) -> Iterator[Row]:
        number, shape = list(_poses(board, laid.tool).items())[laid.pose]
        (a, b, c), space = laid.cell, set(board.cells)
        every = (subtract((a, b, c), block) for block in shape)
        shifts = [shift for shift in every if board.grid.moves_by(shift)]
        inside = [shift for shift in shifts if space.issuperset(moved(shape, shift))]
        if shifts and not inside:
            raise MoveError("A part of the piece lies outside the space.")
        if not inside:
            raise MoveError("In this pose no block of the piece lies as this cell does.")
        return ((laid.tool, number, *shift) for shift in inside)

    def laid(self, board: PackingBoard, row: Row) -> Laid:
        piece, number, a, b, c = row
        poses = list(_poses(board, piece))
        pose = poses.index(number) if number in poses else 0
        return Laid(piece, pose, add(board.shapes[piece][number][0], (a, b, c)))

    def look(self, board: PackingBoard, tool: str, pose: int) -> Panel:
        shape = list(_poses(board, tool).values())[pose]
        return pose_panel(board.grid, shape, tool, list(board.named).index(tool))

    def progress(
        self, board: PackingBoard, rows: Mapping[Place, Row], absent: Collection[Place]
    ) -> BoardProgress:
        """The cells that are covered, those that may stay empty not counted; the pieces, where all
        cells may stay empty, or where only pieces are missing.
        """
        needed = board.needed()
        used = Counter(row[0] for row in set(rows.values()))
        enough = all(used[piece.name] >= piece.least for piece in board.pieces)
        covered = needed & rows.keys()
        if not needed or (covered == needed and not enough):
            return BoardProgress(used.total(), sum(self.stock(board).values()), "pieces")
        return BoardProgress(len(covered), len(needed), "cells")


class PackingGenre(Genre[PackingBoard, PackingSolution]):
    """Packing, as far as its marks say it."""

    def drawn(
        self,
        board: PackingBoard,
        rows: Mapping[str, Collection[Row]],
        absent: Mapping[str, Collection[Place]] | None = None,
        solution: PackingSolution | None = None,
    ) -> Picture:
        """The space with the pieces that lie in it, and a list of those that are left."""
        drawn = picture(board, self.packed(board, [rows["placements"]]), partial=True)
        return replace(drawn, legend=(*POSES.told(board, rows["placements"]), *drawn.legend))


POSES = PolyformPoses(PolyformPlaced)
GENRE = PackingGenre(
    PackingBoard,
    PackingSolution,
    (POSES,),
    verify,
    name="packing",
    title="Packing",
    json=json_boards,
    blank=empty,
)


@lru_cache(maxsize=512)
def _poses(instance: PackingBoard, name: str) -> dict[int, tuple[Point, ...]]:
    """The orientations that fit somewhere in the space by number; all of them if none fits."""
    every = instance.shapes[name]
    fitting = {
        n: shape for n, shape in every.items() if any(True for _ in shifts_inside(instance, shape))
    }
    return fitting or every


# Partial answers as text


def _read(instance: PackingBoard, text: str) -> Partial:
    if lines := bare_lines(text):
        if all(sign in FREE + " -" for line in lines for sign in line.text):
            return Partial()
        board = Board("", "", [Entry("", "given", Line(lines[0].number, ""), lines)])
    else:
        (board,) = read_boards(text, "")
    laid = [given for given, _ in read_givens(board, instance)]
    board.finish(("given", "given NAME"))
    checked = replace(instance, given=tuple(sorted({*instance.given, *laid})))
    return Partial.of(PolyformPlaced(*placement_of(checked, given)) for given in laid)


class PackingHands(Hands):
    """Hands with the room's own notation of partial answers."""

    def read(self, board: PackingBoard, text: str) -> Partial:
        """Pieces drawn or listed as given ones are; ``?`` and ``_`` are free cells, too.

        Without the key ``given`` the text is a drawing of the space.

        Raises:
            AnswerError: the pieces are not those of the board, or cannot lie in the space together.
        """
        for sign in {*"?_"}.difference(board.named):
            text = text.replace(sign, ".")
        try:
            return _read(board, text)
        except InstanceError as error:
            raise AnswerError(error.source, error.place, error.found, error.expected) from None

    def write(self, board: PackingBoard, partial: Partial) -> str:
        """A drawing that :func:`read` reads, or a list of the pieces with their cells.

        Raises:
            InstanceError: pieces overlap, or there are too many of a kind.
        """
        lying = (GivenPiece(p.piece, p.cells) for p in self.solution(board, partial).placements)
        entries = written_givens(replace(board, given=tuple(sorted({*board.given, *lying}))))
        if "given" in entries:
            return "".join(f"{line}\n" for line in entries["given"])
        return write_board(entries)


PLAY = PackingHands(GENRE)
