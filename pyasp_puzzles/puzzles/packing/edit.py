"""Packing boards changed by hand: cells of the space, given pieces, shapes and copies of pieces.

A cell is one of the space or next to it, or one of a piece as :func:`piece_cells` names them.  The
blocks of the pieces have to fit the cells in number.  On a loose board they always do: cells may
stay empty and pieces unused, until the board is done and the act "fit" makes it exact.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, count
from math import prod
from string import ascii_uppercase
from typing import Any

from pyasp_puzzles.boards.board import with_fields
from pyasp_puzzles.boards.edit import Clue, Edit, typed
from pyasp_puzzles.boards.editing import GivenPieces, LayerEditor, Way, replaced
from pyasp_puzzles.boards.formats.text import Entry
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.boards.play import MoveError
from pyasp_puzzles.core.errors import counted
from pyasp_puzzles.pictures.picture import Picture
from pyasp_puzzles.puzzles.packing.cells import FORMS, MOST_CELLS, PAPER, on_paper, space
from pyasp_puzzles.puzzles.packing.geometry import LATTICES, moved, subtract
from pyasp_puzzles.puzzles.packing.givens import GivenPiece
from pyasp_puzzles.puzzles.packing.instance import (
    MOVES,
    NAME,
    Instance,
    Piece,
    block_limits,
    pivoted,
)
from pyasp_puzzles.puzzles.packing.picture import around, edit_picture, piece_cells
from pyasp_puzzles.puzzles.packing.play import GENRE

FILLED, OPTIONAL = "filled", "optional"
"""The values of the clue "cell"."""
LOOSE, EXACT = "loose", "exact"
"""What the act "fit" makes of the board."""
BLOCK, TURN, REMOVE = "add or remove", "once", "with all copies"

_MOST_NAME = 30
_NAMES = f"at most {_MOST_NAME} signs, no blank, quote, colon or percent sign"
Fields = Mapping[str, Any]


@dataclass(frozen=True)
class Placements(GivenPieces):
    """Given pieces as ``L``, ``L 3`` or ``L 3 2``: a piece, its turn, its block on the cell."""

    field = "given"
    form = "PIECE, PIECE TURN or PIECE TURN BLOCK"

    def places(self) -> Sequence[Place]:
        return list(self.board.cells)

    def covered(self, piece: GivenPiece) -> Sequence[Place]:
        return piece.cells

    def numbers(self, name: str, entry: Entry) -> Sequence[range]:
        shapes = self.board.shapes.get(name)
        if not shapes:
            raise MoveError(f"There is no piece {name[:30]!r}.")
        return [range(1, len(each) + 1) for each in (shapes, self.board.piece(name).blocks)]

    def ways(self, name: str, cell: Place, others: Sequence[GivenPiece]) -> Iterator[Way]:
        if sum(laid.piece == name for laid in others) >= self.board.piece(name).most:
            raise MoveError(f"All copies of piece {name} are given.")
        a, b, c = cell
        free = set(self.board.cells).difference(*(laid.cells for laid in others))
        for turn, shape in enumerate(self.board.shapes[name].values(), start=1):
            for block, point in enumerate(shape, start=1):
                shift = subtract((a, b, c), point)
                cells = tuple(sorted(moved(shape, shift)))
                if LATTICES[self.board.lattice].moves_by(shift) and free.issuperset(cells):
                    yield (turn, block), GivenPiece(name, cells)


class PackingEditor(LayerEditor):
    """The cells and what is given, the pieces, and what is about the whole board."""

    def edits(self, board: Instance) -> Sequence[Edit]:
        return (*_of_cells(board), *_of_pieces(board), *_of_board(board))

    def picture(self, board: Instance) -> Picture:
        return edit_picture(board)

    def place(self, board: Instance, cell: Place) -> str:
        """A cell of the space by its coordinates, one of a piece by its place in its drawing."""
        lattice = board.lattice
        if len(cell) == 4:
            number, a, b, _ = cell
            drawn = [on_paper(lattice, (c[1], c[2], 0)) for c in piece_cells(board, number)]
            row, column = on_paper(lattice, (a, b, 0))
            first, left = (min(at[axis] for at in drawn) for axis in range(2))
            name = board.pieces[number - 1].name
            return f"piece {name}, row {row - first + 1}, column {column - left + 1}"
        a, b, c = cell
        words = f"row {a}, column {b}" if PAPER[lattice] == "square" else f"cell {a}, {b}"
        return words if LATTICES[lattice].flat else f"{words}, layer {c}"


# Cells of the space


def _of_cells(board: Instance) -> Sequence[Edit]:
    given = (
        "A piece that lies there from the start, in the first way that fits; 'L 3' is L in its "
        "third turn, 'L 3 2' with its second block on this cell."
    )
    pieces = tuple(piece.name for piece in board.pieces)
    turned = "Turns a given piece, which stays on this cell."
    cell = Clue("cell", "A cell to be filled, or one that may stay empty.", (FILLED, OPTIONAL))
    return (
        Edit(cell, partial(_with_cell, board), partial(_cell_values, board)),
        *Placements(board).edits(
            Clue("given", given, pieces, typed=True), Clue("turn", turned, (TURN,), act=True)
        ),
    )


def _cell_values(board: Instance) -> Mapping[Place | None, str]:
    near: dict[Place | None, str] = dict.fromkeys(sorted(around(board)), "")
    return near | dict.fromkeys(board.cells, FILLED) | dict.fromkeys(board.optional, OPTIONAL)


def _with_cell(board: Instance, cell: Place, value: str) -> Fields:
    for laid in board.given:
        if cell in laid.cells and not value:
            raise MoveError(f"The given piece {laid.piece} lies there; remove it first.")
    cells = {*board.cells, cell} if value else {*board.cells} - {cell}
    optional = {*board.optional, cell} if value == OPTIONAL else {*board.optional} - {cell}
    if not cells:
        raise MoveError("A space has at least one cell.")
    return _counted(board, cells=tuple(sorted(cells)), optional=tuple(sorted(optional)))


def _counted(board: Instance, **fields: Any) -> Fields:
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


# Pieces


def _of_pieces(board: Instance) -> Iterator[Edit]:
    block = "Adds a block to a piece or removes it."
    layers: tuple[str, ...] = (BLOCK,)
    if not LATTICES[board.lattice].flat:
        block = (
            "Adds a block to a piece or removes it: in a layer counted from 0, the lowest one of "
            "the piece; -1 is the layer below."
        )
        layers = (*map(str, range(max(map(_height, board.pieces)) + 1)), "-1")
    copies = "How often a piece is used: 2, or from 0 to 1 times: 0-1."
    named = f"The name of a piece: {_NAMES}."
    changes: list[tuple[Clue, _PieceChange, Callable[[Piece], str]]] = [
        (Clue("block", block, layers, typed=len(layers) > 1, act=True), _with_block, _nothing),
        (
            Clue("copies", copies, ("1", "2", "3", "4", "0-1"), typed=True, removable=False),
            _with_copies,
            Piece.copies,
        ),
        (
            Clue("piece name", named, typed=True, removable=False),
            lambda board, piece, _, name: replace(piece, name=_new_name(board, name, piece)),
            lambda piece: piece.name,
        ),
        (Clue("remove piece", "Removes a piece.", (REMOVE,), act=True), lambda *_: None, _nothing),
    ]
    return (
        Edit(clue, partial(_with_piece, board, change), partial(_on_pieces, board, clue, text))
        for clue, change, text in changes
    )


_PieceChange = Callable[[Instance, Piece, Sequence[int], str], Piece | None]


def _nothing(_piece: Piece) -> str:
    return ""


def _on_pieces(
    board: Instance, clue: Clue, text: Callable[[Piece], str]
) -> Mapping[Place | None, str]:
    return {
        cell: text(piece)
        for number, piece in enumerate(board.pieces, start=1)
        for cell, levels in piece_cells(board, number).items()
        if levels or clue.name == "block"
    }


def _with_piece(board: Instance, change: _PieceChange, cell: Place, value: str) -> Fields:
    number, *at = cell
    piece = board.pieces[number - 1]
    new = change(board, piece, at, value)
    pieces = replaced(board.pieces, number, *([new] if new else []))
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


def _with_block(board: Instance, piece: Piece, place: Sequence[int], value: str) -> Piece:
    """The piece with a block more or less, its blocks sorted, the first one its pivot."""
    if piece.orientations:
        raise MoveError(f"The orientations of piece {piece.name} are listed in the text, not here.")
    flat, lowest = LATTICES[board.lattice].flat, min(block[2] for block in piece.blocks)
    level = 0 if flat else typed("block", value).integer(-1, _height(piece))
    blocks = {*piece.blocks} ^ {(place[0], place[1], lowest + level)}
    if not blocks:
        raise MoveError("A piece has at least one block.")
    return replace(piece, blocks=pivoted(board.lattice, sorted(blocks)))


def _with_copies(_board: Instance, piece: Piece, _place: Sequence[int], value: str) -> Piece:
    copies = Piece.range(value)
    if not copies:
        raise typed("copies", value).error(value, "a number such as 2, or a range such as 0-1")
    return replace(piece, least=copies[0], most=copies[1])


def _height(piece: Piece) -> int:
    """The number of layers of a piece."""
    levels = [block[2] for block in piece.blocks]
    return max(levels) - min(levels) + 1


def _new_name(board: Instance, value: str, piece: Piece | None = None) -> str:
    entry = typed("piece name", value)
    name = entry.value.text
    if not re.fullmatch(NAME, name) or len(name) > _MOST_NAME or not name.isprintable():
        raise entry.error(value, f"a name: {_NAMES}")
    if any(other.name == name for other in board.pieces if other != piece):
        raise entry.error(value, "a name that no other piece has")
    return name


# The whole board


def _of_board(board: Instance) -> Iterator[Edit]:
    names = {piece.name for piece in board.pieces}
    new = next(x for x in chain(ascii_uppercase, map(str, count(1))) if x not in names)
    add = "Adds a piece of one block, used 0 to 1 times, with this name."
    fit = (
        "Loose: cells may stay empty and pieces unused, so that all can be changed. Exact: every "
        "cell is filled, and every copy of a piece used."
    )
    form = (
        f"A new space: {FORMS[board.lattice]}. The board becomes loose if its pieces have more "
        "or fewer blocks; given pieces that lie outside go."
    )
    act = partial(Clue, scope="board", act=True)
    yield Edit(act("new piece", add, (new,), typed=True), partial(_with_new_piece, board))
    yield Edit(act("fit", fit, (LOOSE, EXACT)), partial(_fitted, board))
    yield Edit(act("space", form, typed=True), partial(_with_space, board))
    moves = "The moves that a piece may make."
    yield Edit(
        Clue("moves", moves, tuple(MOVES), scope="board", removable=False),
        lambda _, value: {"moves": value},
        lambda: {None: board.moves},
        "A board says which moves a piece may make.",
    )


def _with_new_piece(board: Instance, _: Place, value: str) -> Fields:
    piece = Piece(_new_name(board, value), pivoted(board.lattice, board.cells[:1]), 0, 1)
    return {"pieces": (*board.pieces, piece)}


def _with_space(board: Instance, _: Place, value: str) -> Fields:
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


def _fitted(board: Instance, _: Place, value: str) -> Fields:
    """A loose board; or an exact one, whose squares begin in the first row, column and layer.

    So the text can draw them again.
    """
    if value == LOOSE:
        return _loose(board, board.cells)
    pieces = tuple(replace(piece, least=piece.most) for piece in board.pieces)
    exact = _counted(board, optional=(), pieces=pieces)
    if PAPER[board.lattice] != "square":
        return exact
    a, b, c = (1 - min(cell[axis] for cell in board.cells) for axis in range(3))
    shift = (a, b, 0 if LATTICES[board.lattice].flat else c)
    given = (replace(laid, cells=moved(laid.cells, shift)) for laid in board.given)
    return {**exact, "given": tuple(given), "cells": moved(board.cells, shift)}


def _loose(board: Instance, cells: Sequence[Place]) -> Fields:
    return {
        "optional": cells,
        "pieces": tuple(replace(piece, least=0) for piece in board.pieces),
    }


EDIT = PackingEditor(GENRE)
