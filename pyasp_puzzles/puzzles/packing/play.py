"""Packing by hand: partial answers, and how copies of pieces are laid in the space.

The poses of a piece are those of its orientations that fit somewhere in the space.  The first block
of the pose lies on the chosen cell; where the piece does not fit so, the next block that fits does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from pyasp_puzzles.boards.formats.text import (
    Board,
    Entry,
    Line,
    is_bare,
    read_bare,
    read_boards,
    write_board,
)
from pyasp_puzzles.boards.partial import Partial, PartialForm
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.boards.play import Laid, MoveError, PlayForm, Progress, Tool, keys
from pyasp_puzzles.core.atoms import Predicate, unify
from pyasp_puzzles.core.errors import AnswerError, InstanceError, shorten
from pyasp_puzzles.pictures.picture import LegendEntry, Panel, Picture
from pyasp_puzzles.puzzles.packing.cells import OPTIONAL
from pyasp_puzzles.puzzles.packing.facts import PolyformPlaced, decode
from pyasp_puzzles.puzzles.packing.geometry import LATTICES, Point, moved, subtract
from pyasp_puzzles.puzzles.packing.instance import GivenPiece, Instance, Piece
from pyasp_puzzles.puzzles.packing.picture import left_over, picture, pose_panel
from pyasp_puzzles.puzzles.packing.placements import (
    PolyformPlacement,
    Solution,
    orientations,
    placement_of,
    shifts_inside,
)
from pyasp_puzzles.puzzles.packing.text import FREE, read_givens, written_givens


class _Lying:
    """The pieces in a space, the given ones included: copies of each, cells that are covered."""

    def __init__(self, instance: Instance, partial: Partial) -> None:
        known = {*partial.atoms, *given(instance).atoms}
        self.placements = decode(instance, unify(known, (PolyformPlaced,))).placements
        self.used = Counter(placement.piece for placement in self.placements)
        self.covered = {cell for placement in self.placements for cell in placement.cells}
        self.enough = all(self.used[piece.name] >= piece.least for piece in instance.pieces)

    def on(self, cell: Place) -> list[PolyformPlacement]:
        """What lies on a cell."""
        return [placement for placement in self.placements if cell in placement.cells]


def given(instance: Instance) -> Partial:
    """The pieces that lie in the space from the start."""
    return Partial.of(PolyformPlaced(*placement_of(instance, laid)) for laid in instance.given)


# Partial answers


def cells(instance: Instance, atom: Predicate) -> Sequence[Point]:
    """The cells that a placement covers.

    Raises:
        AnswerError: the instance has no such piece, or the piece no such orientation.
    """
    (placement,) = decode(instance, [atom]).placements
    return placement.cells


def sketch(instance: Instance, partial: Partial) -> Picture:
    """The space with the pieces that lie in it, and a list of those that are left."""
    drawn = picture(instance, decode(instance, unify(partial.atoms, (PolyformPlaced,))))
    lying = _Lying(instance, partial)
    legend = [*left_over(instance, lying.used)]
    if set(instance.optional) - lying.covered:
        legend.append(LegendEntry("", f"A cell drawn {OPTIONAL} may stay empty."))
    return replace(drawn, legend=tuple(legend))


def whole(instance: Instance, partial: Partial) -> bool:
    """Whether no cell has to be covered and no piece used any more, or no copy is left."""
    lying = _Lying(instance, partial)
    copies = sum(piece.most for piece in instance.pieces)
    full = instance.needed() <= lying.covered and lying.enough
    return full or len(lying.placements) >= copies


def read(instance: Instance, text: str) -> Partial:
    """Pieces drawn or listed as the given ones of a board are; ``?`` and ``_`` are free cells, too.

    Without the key ``given`` the text is a drawing of the space.

    Raises:
        AnswerError: the pieces are not those of the instance, or cannot lie in the space together.
    """
    names = [piece.name for piece in instance.pieces]
    for sign in "?_":
        text = text if sign in names else text.replace(sign, ".")
    try:
        return _read(instance, text)
    except InstanceError as error:
        raise AnswerError(error.source, error.place, error.found, error.expected) from None


def read_solution(instance: Instance, text: str) -> Solution:
    """A whole answer in the same form.

    Raises:
        AnswerError: as :func:`read`.
    """
    return decode(instance, unify(read(instance, text).atoms, (PolyformPlaced,)))


def write(instance: Instance, partial: Partial) -> str:
    """A drawing that :func:`read` reads, or a list of the pieces with their cells.

    Raises:
        InstanceError: pieces overlap, or there are too many of a kind.
    """
    laid = {GivenPiece(p.piece, p.cells) for p in _Lying(instance, partial).placements}
    entries = written_givens(replace(instance, given=tuple(sorted(laid))))
    if "given" in entries:
        return "".join(f"{line}\n" for line in entries["given"])
    return write_board(entries)


def _read(instance: Instance, text: str) -> Partial:
    if is_bare(text):
        lines = read_bare(text)
        if all(sign in FREE + " -" for line in lines for sign in line.text):
            return Partial()
        entry = Entry("", "", Line(lines[0].number, ""), lines)
        board = Board("", "", [replace(entry, key="given")])
    else:
        (board,) = read_boards(text, "")
    pieces = {piece.name: piece for piece in instance.pieces}
    laid = [given for given, _ in read_givens(board, instance.lattice, instance.cells, pieces)]
    board.finish(("given", "given NAME"))
    every = tuple(sorted({*instance.given, *laid}))
    checked = replace(instance, given=every)
    return Partial.of(PolyformPlaced(*placement_of(checked, given)) for given in laid)


# Play


def tools(instance: Instance, partial: Partial) -> Sequence[Tool]:
    """The pieces, in their order."""
    laid = _Lying(instance, partial).used
    key = keys(piece.name for piece in instance.pieces)
    return [
        Tool(p.name, len(_poses(instance, p)), max(0, p.most - laid[p.name]), key[p.name])
        for p in instance.pieces
    ]


def lay(instance: Instance, partial: Partial, laid: Laid) -> Partial:
    """Lay a copy of a piece.

    Raises:
        MoveError: there is no such piece or no copy is left, or a part of it lies outside the
            space or on another piece.
    """
    piece = _piece(instance, laid.tool)
    chosen = _cell(instance, laid.cell)
    poses = list(_poses(instance, piece).items())
    if not 0 <= laid.pose < len(poses):
        raise MoveError(f"Piece {piece.name} has the poses 0 to {len(poses) - 1}.")
    lying = _Lying(instance, partial)
    if lying.used[piece.name] >= piece.most:
        raise MoveError(f"No copy of piece {piece.name} is left.")
    number, shape = poses[laid.pose]
    first: MoveError | None = None
    for block in shape:
        shift = subtract(chosen, block)
        if LATTICES[instance.lattice].moves_by(shift):
            error = _misfit(instance, lying, set(moved(shape, shift)))
            if error is None:
                return partial.holding([PolyformPlaced(piece.name, number, *shift)])
            first = first or error
    raise first or MoveError("In this pose no block of the piece lies as this cell does.")


def take(instance: Instance, partial: Partial, cell: Place) -> Partial:
    """Without the piece on a cell.

    Raises:
        MoveError: the space has no such cell, or its piece is given.
    """
    chosen = _cell(instance, cell)
    if any(chosen in placement.cells for placement in instance.given):
        raise MoveError("The piece there is given.")
    there = _Lying(instance, partial).on(chosen)
    return partial.without(
        Partial.of(PolyformPlaced(p.piece, p.orientation, *p.shift) for p in there)
    )


def lying(instance: Instance, partial: Partial, cell: Place) -> Laid | None:
    """The piece on a cell, laid on the cell of its first block, unless it is given."""
    if any(cell in placement.cells for placement in instance.given):
        return None
    for placement in _Lying(instance, partial).on(cell):
        poses = _poses(instance, instance.piece(placement.piece))
        if placement.orientation in poses:
            (first,) = moved(poses[placement.orientation][:1], placement.shift)
            return Laid(placement.piece, list(poses).index(placement.orientation), first)
    return None


def look(instance: Instance, tool: str, pose: int) -> Panel:
    """The piece from above in a pose; in space its numbers are layers, 0 that of the cell."""
    piece = _piece(instance, tool)
    shape = list(_poses(instance, piece).values())[pose]
    return pose_panel(instance, shape, piece.name, instance.pieces.index(piece))


def progress(instance: Instance, partial: Partial) -> Progress:
    """The cells that are covered; those that may stay empty do not count.

    The pieces, where all cells may stay empty, or where only pieces are missing.
    """
    needed, lying = instance.needed(), _Lying(instance, partial)
    covered = lying.covered & needed
    if not needed or (covered == needed and not lying.enough):
        every = sum(piece.most for piece in instance.pieces)
        return Progress(len(lying.placements), every, "pieces")
    return Progress(len(covered), len(needed), "cells")


def _misfit(instance: Instance, lying: _Lying, cells: set[Point]) -> MoveError | None:
    """Why a piece cannot lie on some cells; ``None``: it can."""
    if not cells <= set(instance.cells):
        return MoveError("A part of the piece lies outside the space.")
    for other in lying.placements:
        if cells & set(other.cells):
            return MoveError(f"Piece {other.piece} lies in the way.")
    return None


@lru_cache(maxsize=512)
def _poses(instance: Instance, piece: Piece) -> dict[int, tuple[Point, ...]]:
    """The orientations that fit somewhere in the space by number; all of them if none fits."""
    every = orientations(instance, piece)
    fitting = {
        n: shape for n, shape in every.items() if any(True for _ in shifts_inside(instance, shape))
    }
    return fitting or every


def _piece(instance: Instance, name: str) -> Piece:
    for piece in instance.pieces:
        if piece.name == name:
            return piece
    raise MoveError(f"There is no piece {shorten(name)}.")


def _cell(instance: Instance, cell: Place) -> Point:
    """A cell of the space."""
    if cell not in instance.cells:
        raise MoveError(f"The space has no cell {cell}.")
    a, b, c = cell
    return a, b, c


PARTIAL = PartialForm(cells, sketch, whole, read, write)
PLAY = PlayForm(tools, lay, take, lying, look, progress, given)
