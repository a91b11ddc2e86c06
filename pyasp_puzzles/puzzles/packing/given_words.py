"""Given pieces as an editor names them on a cell: ``L``, ``L 3``, ``L 3 2``.

The words are the piece, its turn, and the block that lies on the cell, both counted from 1 in the
order of :func:`~pyasp_puzzles.puzzles.packing.placements.orientations`.  What is left out is the
first that fits.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from pyasp_puzzles.boards.edit import typed
from pyasp_puzzles.boards.play import MoveError
from pyasp_puzzles.puzzles.packing.geometry import LATTICES, Point, add, subtract
from pyasp_puzzles.puzzles.packing.instance import Given, Instance, Piece
from pyasp_puzzles.puzzles.packing.placements import orientations


class Way(NamedTuple):
    """A way in which a piece lies on a cell: its turn and block from 1, and all its cells."""

    turn: int
    block: int
    cells: tuple[Point, ...]


def given_at(instance: Instance, cell: Point) -> Given | None:
    """The given piece on a cell."""
    return next((placement for placement in instance.given if cell in placement.cells), None)


def given_word(instance: Instance, given: Given, cell: Point) -> str:
    """The shortest word that names a given piece on one of its cells."""
    bare = _without(instance, given)
    ways = _ways(bare, _piece(instance, given.piece), cell)
    first = next(ways)
    if first.cells == given.cells:
        return given.piece
    before = {first.turn}
    for way in ways:
        if way.cells == given.cells:
            word = f"{given.piece} {way.turn}"
            return f"{word} {way.block}" if way.turn in before else word
        before.add(way.turn)
    raise AssertionError("a given piece lies in one of its turns")


def laid(instance: Instance, cell: Point, value: str) -> Instance:
    """The board with a given piece on a cell, in place of the one there; without one if empty.

    Raises:
        MoveError: there is no such piece, or it does not fit there so.
        InstanceError: turn or block are no numbers of the piece.
    """
    there = given_at(instance, cell)
    bare = _without(instance, there) if there else instance
    if not value:
        return bare
    entry, (name, *numbers) = typed("given", value), value.split() or [""]
    piece = _piece(instance, name)
    if len(numbers) > 2:
        raise entry.error(value, "PIECE, PIECE TURN or PIECE TURN BLOCK")
    turns = len(orientations(instance, piece))
    limits = (turns, len(piece.blocks))
    wanted = [entry.number(n, 1, most) for n, most in zip(numbers, limits, strict=False)]
    if sum(placement.piece == name for placement in bare.given) >= piece.most:
        raise MoveError(f"All copies of piece {name} are given.")
    for way in _ways(bare, piece, cell):
        if wanted == list(way[: len(wanted)]):
            return _with(bare, Given(name, way.cells))
    how = " so" if wanted else ""
    raise MoveError(f"Piece {name} does not fit there{how}.")


def turned(instance: Instance, cell: Point) -> Instance:
    """The board with the given piece on a cell in its next turn that fits.

    Raises:
        MoveError: it fits in no other turn.
    """
    there = given_at(instance, cell)
    assert there
    bare = _without(instance, there)
    ways = list(_ways(bare, _piece(instance, there.piece), cell))
    now = next(way.turn for way in ways if way.cells == there.cells)
    later = [way for way in ways if way.turn > now] + [way for way in ways if way.turn < now]
    if not later:
        raise MoveError(f"Piece {there.piece} fits there in no other turn.")
    return _with(bare, Given(there.piece, later[0].cells))


def _ways(instance: Instance, piece: Piece, cell: Point) -> Iterator[Way]:
    """How a piece can lie on a cell besides the given ones."""
    lattice = LATTICES[instance.lattice]
    taken = {cell for placement in instance.given for cell in placement.cells}
    free = set(instance.cells) - taken
    for turn, shape in enumerate(orientations(instance, piece).values(), start=1):
        for block, point in enumerate(shape, start=1):
            shift = subtract(cell, point)
            if lattice.moves_by(shift):
                cells = tuple(sorted(add(other, shift) for other in shape))
                if free.issuperset(cells):
                    yield Way(turn, block, cells)


def _piece(instance: Instance, name: str) -> Piece:
    for piece in instance.pieces:
        if piece.name == name:
            return piece
    raise MoveError(f"There is no piece {name[:30]!r}.")


def _without(instance: Instance, given: Given) -> Instance:
    return replace(instance, given=tuple(other for other in instance.given if other != given))


def _with(instance: Instance, given: Given) -> Instance:
    return replace(instance, given=tuple(sorted([*instance.given, given])))
