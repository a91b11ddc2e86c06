"""Packing played by hand: copies of pieces are laid in the space.

The poses of a piece are those of its orientations that fit somewhere in the space.  The first block
of the pose lies on the chosen cell; where the piece does not fit so, the next block that fits does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.places import Place as Cell
from pyasp_puzzles.boards.play import Laid, MoveError, PlayForm, Progress, Tool, keys
from pyasp_puzzles.core.atoms import unify
from pyasp_puzzles.core.errors import shorten
from pyasp_puzzles.pictures.picture import Panel
from pyasp_puzzles.puzzles.packing.facts import Place, decode
from pyasp_puzzles.puzzles.packing.geometry import LATTICES, Point, add, subtract
from pyasp_puzzles.puzzles.packing.instance import Instance, Piece
from pyasp_puzzles.puzzles.packing.picture import pose_panel
from pyasp_puzzles.puzzles.packing.placements import (
    Placement,
    fits_inside,
    orientations,
    placement_of,
)

Shape = tuple[Point, ...]


def tools(instance: Instance, partial: Partial) -> Sequence[Tool]:
    """The pieces, in their order."""
    laid = Counter(placement.piece for placement in _lying(instance, partial))
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
    placements = _lying(instance, partial)
    if sum(placement.piece == piece.name for placement in placements) >= piece.most:
        raise MoveError(f"No copy of piece {piece.name} is left.")
    number, shape = poses[laid.pose]
    first: MoveError | None = None
    for block in shape:
        shift = subtract(chosen, block)
        if LATTICES[instance.lattice].moves_by(shift):
            error = _misfit(instance, placements, {add(other, shift) for other in shape})
            if error is None:
                return partial.holding([Place(piece.name, number, *shift)])
            first = first or error
    raise first or MoveError("In this pose no block of the piece lies as this cell does.")


def take(instance: Instance, partial: Partial, cell: Cell) -> Partial:
    """Without the piece on a cell.

    Raises:
        MoveError: the space has no such cell, or its piece is given.
    """
    chosen = _cell(instance, cell)
    if any(chosen in placement.cells for placement in instance.given):
        raise MoveError("The piece there is given.")
    there = [p for p in _lying(instance, partial) if chosen in p.cells]
    return partial.without(Partial.of(Place(p.piece, p.orientation, *p.shift) for p in there))


def lying(instance: Instance, partial: Partial, cell: Cell) -> Laid | None:
    """The piece on a cell, laid on the cell of its first block, unless it is given."""
    if any(cell in placement.cells for placement in instance.given):
        return None
    for placement in _lying(instance, partial):
        poses = _poses(instance, _piece(instance, placement.piece))
        if cell in placement.cells and placement.orientation in poses:
            first = add(poses[placement.orientation][0], placement.shift)
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
    needed = set(instance.cells) - set(instance.optional)
    lying = _lying(instance, partial)
    covered = {cell for p in lying for cell in p.cells} & needed
    used = Counter(placement.piece for placement in lying)
    enough = all(used[piece.name] >= piece.least for piece in instance.pieces)
    if not needed or (covered == needed and not enough):
        return Progress(len(lying), sum(piece.most for piece in instance.pieces), "pieces")
    return Progress(len(covered), len(needed), "cells")


def given(instance: Instance) -> Partial:
    """The pieces that lie in the space from the start."""
    return Partial.of(Place(*placement_of(instance, laid)) for laid in instance.given)


def _lying(instance: Instance, partial: Partial) -> tuple[Placement, ...]:
    """The pieces in the space, the given ones included."""
    known = {*partial.atoms, *given(instance).atoms}
    return decode(instance, unify(known, (Place,))).placements


def _misfit(
    instance: Instance, placements: Sequence[Placement], cells: set[Point]
) -> MoveError | None:
    """Why a piece cannot lie on some cells; ``None``: it can."""
    if not cells <= set(instance.cells):
        return MoveError("A part of the piece lies outside the space.")
    for other in placements:
        if cells & set(other.cells):
            return MoveError(f"Piece {other.piece} lies in the way.")
    return None


@lru_cache(maxsize=512)
def _poses(instance: Instance, piece: Piece) -> dict[int, Shape]:
    """The orientations that fit somewhere in the space by number; all of them if none fits."""
    every = orientations(instance, piece)
    fitting = {n: shape for n, shape in every.items() if any(fits_inside(instance, shape))}
    return fitting or every


def _piece(instance: Instance, name: str) -> Piece:
    for piece in instance.pieces:
        if piece.name == name:
            return piece
    raise MoveError(f"There is no piece {shorten(name)}.")


def _cell(instance: Instance, cell: Cell) -> Point:
    """A cell of the space."""
    if cell not in instance.cells:
        raise MoveError(f"The space has no cell {cell}.")
    a, b, c = cell
    return a, b, c


PLAY = PlayForm(tools, lay, take, lying, look, progress, given)
