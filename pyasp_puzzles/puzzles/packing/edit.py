"""Packing boards changed by hand: cells of the space, given pieces, shapes and copies of pieces.

A cell is one of the space or next to it, or one of a piece as :func:`piece_cells` names them.  The
blocks of the pieces have to fit the cells in number.  On a loose board they always do: cells may
stay empty and pieces unused, until the board is done and the act "fit" makes it exact.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, count
from math import prod
from string import ascii_uppercase
from typing import Any

from pyasp_puzzles.boards.board import with_fields
from pyasp_puzzles.boards.edit import EditForm, Fields, Values, clue, typed
from pyasp_puzzles.boards.editing import GivenPieces, Way, of_layer, replaced
from pyasp_puzzles.boards.formats.text import Entry
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.boards.play import MoveError
from pyasp_puzzles.boards.scalars import Text
from pyasp_puzzles.core.errors import counted
from pyasp_puzzles.puzzles.packing.cells import FORMS, MOST_CELLS, on_paper, space
from pyasp_puzzles.puzzles.packing.geometry import moved, subtract
from pyasp_puzzles.puzzles.packing.givens import GivenPiece
from pyasp_puzzles.puzzles.packing.instance import (
    MOVES,
    NAME,
    PackingBoard,
    Piece,
    block_limits,
    pivoted,
)
from pyasp_puzzles.puzzles.packing.picture import around, edit_picture, piece_cells

FILLED, OPTIONAL = "filled", "optional"
"""The values of the clue "cell"."""
LOOSE, EXACT = "loose", "exact"
"""What the act "fit" makes of the board."""
BLOCK, TURN, REMOVE = "add or remove", "once", "with all copies"
LAYER = ": in a layer counted from 0, the lowest one of the piece; -1 is the layer below"
COPIES = ("1", "2", "3", "4", "0-1")
_MOST_NAME = 30
_NAMES = f"at most {_MOST_NAME} signs, no blank, quote, colon or percent sign"


def _numbers(board: PackingBoard, name: str, _: Entry) -> Sequence[range]:
    if name not in board.named:
        raise MoveError(f"There is no piece {name[:30]!r}.")
    counts = len(board.shapes[name]), len(board.named[name].blocks)
    return [range(1, number + 1) for number in counts]


def _ways(
    board: PackingBoard, name: str, cell: Place, others: Sequence[GivenPiece]
) -> Iterator[Way]:
    if sum(laid.piece == name for laid in others) >= board.named[name].most:
        raise MoveError(f"All copies of piece {name} are given.")
    a, b, c = cell
    free = set(board.cells).difference(*(laid.cells for laid in others))
    for turn, shape in enumerate(board.shapes[name].values(), start=1):
        for block, point in enumerate(shape, start=1):
            shift = subtract((a, b, c), point)
            cells = tuple(sorted(moved(shape, shift)))
            if board.grid.moves_by(shift) and free.issuperset(cells):
                yield (turn, block), GivenPiece(name, cells)


PLACEMENTS = GivenPieces(
    "given",
    "PIECE, PIECE TURN or PIECE TURN BLOCK",
    lambda board: board.cells,
    lambda given: given.cells,
    _numbers,
    _ways,
)


def _counted(board: PackingBoard, **fields: Any) -> Fields:
    """Other cells or pieces, if the blocks can be as many as the cells."""
    new = with_fields(board, **fields)
    least, most = block_limits(new.pieces)
    filled = len(new.cells) - len(new.optional)
    if least <= len(new.cells) and most >= filled:
        return fields
    blocks, room = counted(least, "block"), counted(len(new.cells), "cell")
    if least <= len(new.cells):
        blocks, room = counted(most, "block"), f"{counted(filled, 'cell')} to be filled"
    advice = "" if least < most or new.optional else "; make the fit loose first"
    raise MoveError(f"The pieces would have {blocks}, and the space {room}{advice}.")


def _height(piece: Piece) -> int:
    """The number of layers of a piece."""
    levels = [block[2] for block in piece.blocks]
    return max(levels) - min(levels) + 1


def _new_name(value: str) -> str:
    entry = typed("piece name", value)
    name = entry.value.text
    if not re.fullmatch(NAME, name) or len(name) > _MOST_NAME or not name.isprintable():
        raise entry.error(value, f"a name: {_NAMES}")
    return name


def _loose(board: PackingBoard, cells: Sequence[Place]) -> Fields:
    return {"optional": cells, "pieces": tuple(replace(piece, least=0) for piece in board.pieces)}


def _cells(board: PackingBoard) -> Values:
    near: dict[Place | None, str] = dict.fromkeys(sorted(around(board)), "")
    return near | dict.fromkeys(board.cells, FILLED) | dict.fromkeys(board.optional, OPTIONAL)


def _on_pieces(
    text: Callable[[Piece], str] = lambda _: "", *, beside: bool = False
) -> Callable[[PackingBoard], Values]:
    """A text on each cell of a piece; ``beside``: also on those next to it."""
    return lambda board: {
        cell: text(piece)
        for number, piece in enumerate(board.pieces, start=1)
        for cell, levels in piece_cells(board, number).items()
        if levels or beside
    }


def _with_piece(board: PackingBoard, cell: Place, new: Piece | None) -> Fields:
    """The board with another piece in place of one, or without it."""
    piece = board.pieces[cell[0] - 1]
    pieces = replaced(board.pieces, cell[0], *([new] if new else []))
    copies = sum(laid.piece == piece.name for laid in board.given)
    if not pieces:
        raise MoveError("A board has at least one piece.")
    if new and copies > new.most:
        raise MoveError(f"{counted(copies, 'copy')} of piece {piece.name} lie in the space.")
    if copies and (new is None or new.blocks != piece.blocks):
        raise MoveError(f"A copy of piece {piece.name} is given; remove it first.")
    names = {piece.name: new.name} if new else {}
    laid = (replace(g, piece=names.get(g.piece, g.piece)) for g in board.given)
    return _counted(board, pieces=pieces, given=tuple(sorted(laid)))


def _free_name(board: PackingBoard) -> tuple[str]:
    names = chain(ascii_uppercase, map(str, count(1)))
    return (next(name for name in names if name not in board.named),)


@clue((FILLED, OPTIONAL), values=_cells)
def cell(board: PackingBoard, cell: Place, value: str) -> Fields:
    """A cell to be filled, or one that may stay empty."""
    for laid in board.given:
        if cell in laid.cells and not value:
            raise MoveError(f"The given piece {laid.piece} lies there; remove it first.")
    cells = {*board.cells, cell} if value else {*board.cells} - {cell}
    optional = {*board.optional, cell} if value == OPTIONAL else {*board.optional} - {cell}
    if not cells:
        raise MoveError("A space has at least one cell.")
    return _counted(board, cells=tuple(sorted(cells)), optional=tuple(sorted(optional)))


@clue(lambda board: board.named, values=PLACEMENTS.words, typed=True)
def given(board: PackingBoard, cell: Place, value: str) -> Fields:
    """A piece that lies there from the start, in the first way that fits; 'L 3' is L in its third
    turn, 'L 3 2' with its second block on this cell."""
    return PLACEMENTS.laid(board, "given", cell, value)


@clue((TURN,), values=PLACEMENTS.turns, act=True)
def turn(board: PackingBoard, cell: Place, _: str) -> Fields:
    """Turns a given piece, which stays on this cell."""
    return PLACEMENTS.turned(board, cell)


def _levels(board: PackingBoard) -> Sequence[str]:
    if board.grid.flat:
        return (BLOCK,)
    return (*map(str, range(max(map(_height, board.pieces)) + 1)), "-1")


@clue(
    _levels,
    about=lambda board: f"Adds a block to a piece or removes it{LAYER * (not board.grid.flat)}.",
    values=_on_pieces(beside=True),
    typed=lambda board: not board.grid.flat,
    act=True,
)
def block(board: PackingBoard, cell: Place, value: str) -> Fields:
    number, a, b, _ = cell
    piece = board.pieces[number - 1]
    if piece.orientations:
        raise MoveError(f"The orientations of piece {piece.name} are listed in the text, not here.")
    level = 0 if board.grid.flat else typed("block", value).integer(-1, _height(piece))
    lowest = min(block[2] for block in piece.blocks)
    blocks = sorted({*piece.blocks} ^ {(a, b, lowest + level)})
    if not blocks:
        raise MoveError("A piece has at least one block.")
    # the first one is the pivot
    return _with_piece(board, cell, replace(piece, blocks=pivoted(board.grid, blocks)))


@clue(COPIES, values=_on_pieces(Piece.copies), typed=True, removable=False)
def copies(board: PackingBoard, cell: Place, value: str) -> Fields:
    """How often a piece is used: 2, or from 0 to 1 times: 0-1."""
    found = Piece.range(value)
    if not found:
        raise typed("copies", value).error(value, "a number such as 2, or a range such as 0-1")
    least, most = found
    return _with_piece(board, cell, replace(board.pieces[cell[0] - 1], least=least, most=most))


@clue(
    about=f"The name of a piece: {_NAMES}.",
    values=_on_pieces(lambda piece: piece.name),
    typed=True,
    removable=False,
)
def piece_name(board: PackingBoard, cell: Place, value: str) -> Fields:
    piece = board.pieces[cell[0] - 1]
    return _with_piece(board, cell, replace(piece, name=_new_name(value)))


@clue((REMOVE,), values=_on_pieces(), act=True)
def remove_piece(board: PackingBoard, cell: Place, _: str) -> Fields:
    """Removes a piece."""
    return _with_piece(board, cell, None)


@clue(_free_name, typed=True, act=True)
def new_piece(board: PackingBoard, _: Place, value: str) -> Fields:
    """Adds a piece of one block, used 0 to 1 times, with this name."""
    piece = Piece(_new_name(value), pivoted(board.grid, board.cells[:1]), 0, 1)
    return {"pieces": (*board.pieces, piece)}


@clue((LOOSE, EXACT), act=True)
def fit(board: PackingBoard, _: Place, value: str) -> Fields:
    """Loose: cells may stay empty and pieces unused, so that all can be changed. Exact: every
    cell is filled, and every copy of a piece used."""
    if value == LOOSE:
        return _loose(board, board.cells)
    pieces = tuple(replace(piece, least=piece.most) for piece in board.pieces)
    exact = _counted(board, optional=(), pieces=pieces)
    if board.grid.paper != "square":
        return exact
    # squares begin in the first row, column and layer, so that the text can draw them again
    a, b, c = (1 - min(cell[axis] for cell in board.cells) for axis in range(3))
    shift = (a, b, 0 if board.grid.flat else c)
    given = (replace(laid, cells=moved(laid.cells, shift)) for laid in board.given)
    return {**exact, "given": tuple(given), "cells": moved(board.cells, shift)}


@clue(
    about=lambda board: (
        f"A new space: {FORMS[board.lattice]}. The board becomes loose if its "
        "pieces have more or fewer blocks; given pieces that lie outside go."
    ),
    name="space",
    typed=True,
    act=True,
)
def new_space(board: PackingBoard, _: Place, value: str) -> Fields:
    entry = typed("space", value)
    words = entry.value.text
    sides = [int(number) for number in re.findall(r"\d+", words, re.ASCII) if len(number) < 4]
    cells = space(board.lattice, words) if prod(sides) <= MOST_CELLS else ()
    if not cells:
        raise entry.error(words, f"{FORMS[board.lattice]}, at most {MOST_CELLS:,} cells")
    inside = tuple(given for given in board.given if set(given.cells) <= set(cells))
    least, most = block_limits(board.pieces)
    loose = {} if least <= len(cells) <= most else _loose(board, cells)
    return {"cells": cells, "optional": (), "given": inside, **loose}


def place(board: PackingBoard, cell: Place) -> str:
    """A cell of the space by its coordinates, one of a piece by its place in its drawing."""
    grid = board.grid
    if len(cell) == 4:
        number, a, b, _ = cell
        drawn = [on_paper(grid, (c[1], c[2], 0)) for c in piece_cells(board, number)]
        row, column = on_paper(grid, (a, b, 0))
        first, left = (min(at[axis] for at in drawn) for axis in range(2))
        name = board.pieces[number - 1].name
        return f"piece {name}, row {row - first + 1}, column {column - left + 1}"
    a, b, c = cell
    words = f"row {a}, column {b}" if grid.paper == "square" else f"cell {a}, {b}"
    return words if grid.flat else f"{words}, layer {c}"


_EDITS = (cell, given, turn, block, copies, piece_name, remove_piece, new_piece, fit, new_space)
_MOVES = replace(
    of_layer("moves", Text(known=MOVES, about="the moves that a piece may make").named("moves")),
    missing="A board says which moves a piece may make.",
)
EDIT = EditForm((*_EDITS, _MOVES), edit_picture, place)
