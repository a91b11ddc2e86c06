"""Packing boards changed by hand: cells of the space, given pieces, shapes and copies of pieces.

A cell is one of the space or next to it, or one of a piece as :func:`piece_cells` names them.  The
blocks of the pieces have to fit the cells in number.  On a loose board they always do: cells may
stay empty and pieces unused, until the board is done and the act "fit" makes it exact.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, count
from math import prod
from string import ascii_uppercase
from typing import Any, NamedTuple

from pyasp_puzzles.boards.board import fields_of, unchecked
from pyasp_puzzles.boards.edit import Change, Clue, EditForm, typed
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.boards.play import MoveError
from pyasp_puzzles.core.errors import InstanceError, counted
from pyasp_puzzles.puzzles.packing.cells import FORMS, MOST_CELLS, PAPER, on_paper, space
from pyasp_puzzles.puzzles.packing.geometry import LATTICES, Point, moved, subtract
from pyasp_puzzles.puzzles.packing.instance import (
    MOVES,
    NAME,
    GivenPiece,
    Instance,
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

_MOST_NAME = 30
_NAMES = f"at most {_MOST_NAME} signs, no blank, quote, colon or percent sign"


def clues(instance: Instance) -> Sequence[Clue]:
    """The cells and what is given, the pieces, and what is about the whole board."""
    flat, names = LATTICES[instance.lattice].flat, tuple(x.name for x in instance.pieces)
    new = next(x for x in chain(ascii_uppercase, map(str, count(1))) if x not in names)
    given = (
        "A piece that lies there from the start, in the first way that fits; 'L 3' is L in its "
        "third turn, 'L 3 2' with its second block on this cell."
    )
    block = "Adds a block to a piece or removes it"
    if not flat:
        block += ": in a layer counted from 0, the lowest one of the piece; -1 is the layer below"
    high = range(max(map(_height, instance.pieces)) + 1)
    layers = (BLOCK,) if flat else (*map(str, high), "-1")
    copies = "How often a piece is used: 2, or from 0 to 1 times: 0-1."
    add = "Adds a piece of one block, used 0 to 1 times, with this name."
    fit = (
        "Loose: cells may stay empty and pieces unused, so that all can be changed. Exact: every "
        "cell is filled, and every copy of a piece used."
    )
    form = (
        f"A new space: {FORMS[instance.lattice]}. The board becomes loose if its pieces have more "
        "or fewer blocks; given pieces that lie outside go."
    )
    moves = "The moves that a piece may make."
    of_board, act = partial(Clue, scope="board"), partial(Clue, act=True)
    kept = partial(Clue, typed=True, removable=False)
    return (
        Clue("cell", "A cell to be filled, or one that may stay empty.", (FILLED, OPTIONAL)),
        Clue("given", given, names, typed=True),
        act("turn", "Turns a given piece, which stays on this cell.", (TURN,)),
        act("block", f"{block}.", layers, typed=not flat),
        kept("copies", copies, ("1", "2", "3", "4", "0-1")),
        kept("piece name", f"The name of a piece: {_NAMES}."),
        act("remove piece", "Removes a piece.", (REMOVE,)),
        of_board("new piece", add, (new,), typed=True, act=True),
        of_board("fit", fit, (LOOSE, EXACT), act=True),
        of_board("space", form, typed=True, act=True),
        of_board("moves", moves, tuple(MOVES), removable=False),
    )


def values(instance: Instance, clue: str) -> Mapping[Place | None, str]:
    """Cells of the space and next to it, given pieces as words, the copies and names of pieces."""
    if clue in _ON_BOARD:
        return {None: instance.moves if clue == "moves" else ""}
    if clue in _ON_PIECE:
        return {
            cell: {"copies": piece.copies(), "piece name": piece.name}.get(clue, "")
            for number, piece in enumerate(instance.pieces, start=1)
            for cell, levels in piece_cells(instance, number).items()
            if levels or clue == "block"
        }
    if clue == "cell":
        near = sorted(around(instance))
        return {
            **dict.fromkeys(near, ""),
            **dict.fromkeys(instance.cells, FILLED),
            **dict.fromkeys(instance.optional, OPTIONAL),
        }
    laid = {cell: given for given in instance.given for cell in given.cells}
    if clue == "turn":
        return dict.fromkeys(laid, "")
    return {
        cell: _given_word(instance, laid[cell], cell) if cell in laid else ""
        for cell in instance.cells
    }


def place(instance: Instance, cell: Place) -> str:
    """A cell of the space by its coordinates, one of a piece by its place in the drawing of it."""
    lattice = instance.lattice
    if len(cell) == 4:
        number, a, b, _ = cell
        drawn = [on_paper(lattice, (c[1], c[2], 0)) for c in piece_cells(instance, number)]
        row, column = on_paper(lattice, (a, b, 0))
        first, left = (min(at[axis] for at in drawn) for axis in range(2))
        name = instance.pieces[number - 1].name
        return f"piece {name}, row {row - first + 1}, column {column - left + 1}"
    a, b, c = cell
    words = f"row {a}, column {b}" if PAPER[lattice] == "square" else f"cell {a}, {b}"
    return words if LATTICES[lattice].flat else f"{words}, layer {c}"


def change(instance: Instance, asked: Change) -> Instance:
    """The board with another cell, given piece, shape, name or number of copies.

    Raises:
        MoveError: the change does not fit the other cells and pieces.
        InstanceError: the value cannot be read, or no valid board comes of it.
    """
    try:
        if asked.clue in _ON_BOARD:
            changed = _ON_BOARD[asked.clue](instance, asked.value)
        elif asked.clue in _ON_PIECE:
            changed = _with_piece(instance, asked)
        else:
            assert asked.cell
            a, b, c = asked.cell
            changed = _ON_CELL[asked.clue](instance, (a, b, c), asked.value)
    except InstanceError as error:
        raise InstanceError("", asked.clue, error.found, error.expected) from None
    return replace(changed, known=()) if changed.known else changed


# The space and the whole board


def _with_moves(instance: Instance, value: str) -> Instance:
    if not value:
        raise MoveError("A board says which moves a piece may make.")
    return replace(instance, moves=value)


def _with_new_piece(instance: Instance, value: str) -> Instance:
    blocks = pivoted(instance.lattice, instance.cells[:1])
    piece = Piece(_new_name(instance, value), blocks, 0, 1)
    return replace(instance, pieces=(*instance.pieces, piece))


def _with_cell(instance: Instance, cell: Point, value: str) -> Instance:
    placement = _given_at(instance, cell)
    if placement and not value:
        raise MoveError(f"The given piece {placement.piece} lies there; remove it first.")
    cells = {*instance.cells, cell} if value else {*instance.cells} - {cell}
    optional = {*instance.optional, cell} if value == OPTIONAL else {*instance.optional} - {cell}
    if not cells:
        raise MoveError("A space has at least one cell.")
    return _counted(instance, cells=tuple(sorted(cells)), optional=tuple(sorted(optional)))


def _with_space(instance: Instance, value: str) -> Instance:
    entry = typed("space", value)
    words = entry.value.text
    sides = [int(number) for number in re.findall(r"\d+", words, re.ASCII) if len(number) < 4]
    cells = space(instance.lattice, words) if prod(sides) <= MOST_CELLS else ()
    if not cells:
        raise entry.error(words, f"{FORMS[instance.lattice]}, at most {MOST_CELLS:,} cells")
    inside = tuple(given for given in instance.given if set(given.cells) <= set(cells))
    least, most = block_limits(instance.pieces)
    bare = replace(_loose(instance), given=inside, cells=cells, optional=cells)
    fits = least <= len(cells) <= most
    return replace(bare, optional=(), pieces=instance.pieces) if fits else bare


def _fitted(instance: Instance, value: str) -> Instance:
    """A loose board; or an exact one, whose squares begin in the first row, column and layer.

    So the text can draw them again.
    """
    if value == LOOSE:
        return _loose(instance)
    pieces = tuple(replace(piece, least=piece.most) for piece in instance.pieces)
    exact = _counted(instance, optional=(), pieces=pieces)
    if PAPER[instance.lattice] != "square":
        return exact
    a, b, c = (1 - min(cell[axis] for cell in exact.cells) for axis in range(3))
    shift = (a, b, 0 if LATTICES[instance.lattice].flat else c)
    given = (replace(laid, cells=moved(laid.cells, shift)) for laid in exact.given)
    return replace(exact, given=tuple(given), cells=moved(exact.cells, shift))


def _loose(instance: Instance) -> Instance:
    pieces = tuple(replace(piece, least=0) for piece in instance.pieces)
    return replace(instance, optional=instance.cells, pieces=pieces)


def _counted(instance: Instance, **changes: Any) -> Instance:
    """The board with other cells or pieces, if the blocks can be as many as the cells."""
    new = unchecked(Instance, {**fields_of(instance), **changes})
    least, most = block_limits(new.pieces)
    filled = len(new.cells) - len(new.optional)
    if least <= len(new.cells) and most >= filled:
        return replace(instance, **changes)
    blocks, room = counted(least, "block"), counted(len(new.cells), "cell")
    if least <= len(new.cells):
        blocks, room = counted(most, "block"), f"{counted(filled, 'cell')} to be filled"
    advice = "" if least < most or new.optional else "; make the fit loose first"
    raise MoveError(f"The pieces would have {blocks}, and the space {room}{advice}.")


# Pieces


def _with_piece(instance: Instance, asked: Change) -> Instance:
    assert asked.cell
    number, *at = asked.cell
    before, (piece, *after) = instance.pieces[: number - 1], instance.pieces[number - 1 :]
    new = _ON_PIECE[asked.clue](instance, piece, at, asked.value)
    pieces = (*before, *([new] if new else []), *after)
    copies = sum(laid.piece == piece.name for laid in instance.given)
    if not pieces:
        raise MoveError("A board has at least one piece.")
    if new and copies > new.most:
        raise MoveError(f"{counted(copies, 'copy')} of piece {piece.name} lie in the space.")
    if copies and (new is None or new.blocks != piece.blocks):
        raise MoveError(f"A copy of piece {piece.name} is given; remove it first.")
    names = {piece.name: new.name} if new else {}
    laid = (replace(g, piece=names.get(g.piece, g.piece)) for g in instance.given)
    return _counted(instance, pieces=pieces, given=tuple(sorted(laid)))


def _with_block(instance: Instance, piece: Piece, place: Sequence[int], value: str) -> Piece:
    """The piece with a block more or less, its blocks sorted, the first one its pivot."""
    if piece.orientations:
        raise MoveError(f"The orientations of piece {piece.name} are listed in the text, not here.")
    flat, lowest = LATTICES[instance.lattice].flat, min(block[2] for block in piece.blocks)
    level = 0 if flat else typed("block", value).integer(-1, _height(piece))
    blocks = {*piece.blocks} ^ {(place[0], place[1], lowest + level)}
    if not blocks:
        raise MoveError("A piece has at least one block.")
    return replace(piece, blocks=pivoted(instance.lattice, sorted(blocks)))


def _with_copies(_board: Instance, piece: Piece, _place: Sequence[int], value: str) -> Piece:
    copies = Piece.range(value)
    if not copies:
        raise typed("copies", value).error(value, "a number such as 2, or a range such as 0-1")
    return replace(piece, least=copies[0], most=copies[1])


def _height(piece: Piece) -> int:
    """The number of layers of a piece."""
    levels = [block[2] for block in piece.blocks]
    return max(levels) - min(levels) + 1


def _new_name(instance: Instance, value: str, piece: Piece | None = None) -> str:
    entry = typed("piece name", value)
    name = entry.value.text
    if not re.fullmatch(NAME, name) or len(name) > _MOST_NAME or not name.isprintable():
        raise entry.error(value, f"a name: {_NAMES}")
    if any(other.name == name for other in instance.pieces if other != piece):
        raise entry.error(value, "a name that no other piece has")
    return name


# Given pieces: "L", "L 3" or "L 3 2" is the piece, its turn, and the block that lies on the cell,
# both counted from 1 in the order of Instance.shapes; what is left out is the first that fits.


class _Way(NamedTuple):
    """A way in which a piece lies on a cell: its turn and block from 1, and all its cells."""

    turn: int
    block: int
    cells: tuple[Point, ...]


def _given_at(instance: Instance, cell: Point) -> GivenPiece | None:
    return next((placement for placement in instance.given if cell in placement.cells), None)


def _given_word(instance: Instance, given: GivenPiece, cell: Point) -> str:
    """The shortest word that names a given piece on one of its cells."""
    ways = list(_ways(_with(instance, given, None), instance.piece(given.piece), cell))
    lying = next(way for way in ways if way.cells == given.cells)
    words = ((), (lying.turn,), (lying.turn, lying.block))
    firsts = (next(way for way in ways if way[: len(each)] == each) for each in words)
    shortest = next(each for each, way in zip(words, firsts, strict=True) if way == lying)
    return " ".join(map(str, (given.piece, *shortest)))


def _with_given(instance: Instance, cell: Point, value: str) -> Instance:
    """The board with a given piece on a cell, in place of the one there; without one if empty."""
    bare = _with(instance, _given_at(instance, cell), None)
    if not value:
        return bare
    entry, (name, *numbers) = typed("given", value), value.split() or [""]
    piece = next((piece for piece in instance.pieces if piece.name == name), None)
    if piece is None:
        raise MoveError(f"There is no piece {name[:30]!r}.")
    if len(numbers) > 2:
        raise entry.error(value, "PIECE, PIECE TURN or PIECE TURN BLOCK")
    limits = (len(instance.shapes[name]), len(piece.blocks))
    wanted = tuple(entry.number(n, 1, most) for n, most in zip(numbers, limits, strict=False))
    if sum(laid.piece == name for laid in bare.given) >= piece.most:
        raise MoveError(f"All copies of piece {name} are given.")
    for way in _ways(bare, piece, cell):
        if wanted == way[: len(wanted)]:
            return _with(bare, None, GivenPiece(name, way.cells))
    raise MoveError(f"Piece {name} does not fit there{' so' if wanted else ''}.")


def _turned(instance: Instance, cell: Point, _value: str) -> Instance:
    """The board with the given piece on a cell in its next turn that fits."""
    there = _given_at(instance, cell)
    assert there
    ways = list(_ways(_with(instance, there, None), instance.piece(there.piece), cell))
    now = next(way.turn for way in ways if way.cells == there.cells)
    later = sorted((way for way in ways if way.turn != now), key=lambda way: way.turn < now)
    if not later:
        raise MoveError(f"Piece {there.piece} fits there in no other turn.")
    return _with(instance, there, GivenPiece(there.piece, later[0].cells))


def _ways(instance: Instance, piece: Piece, cell: Point) -> Iterator[_Way]:
    """How a piece can lie on a cell besides the given ones."""
    free = set(instance.cells).difference(*(laid.cells for laid in instance.given))
    for turn, shape in enumerate(instance.shapes[piece.name].values(), start=1):
        for block, point in enumerate(shape, start=1):
            shift = subtract(cell, point)
            cells = tuple(sorted(moved(shape, shift)))
            if LATTICES[instance.lattice].moves_by(shift) and free.issuperset(cells):
                yield _Way(turn, block, cells)


def _with(instance: Instance, old: GivenPiece | None, new: GivenPiece | None) -> Instance:
    given = {*instance.given, new} - {old, None}
    return replace(instance, given=tuple(sorted(laid for laid in given if laid)))


_ON_CELL: dict[str, Callable[[Instance, Point, str], Instance]] = {
    "cell": _with_cell,
    "given": _with_given,
    "turn": _turned,
}
_ON_PIECE: dict[str, Callable[[Instance, Piece, Sequence[int], str], Piece | None]] = {
    "block": _with_block,
    "copies": _with_copies,
    "piece name": lambda board, piece, _, name: replace(piece, name=_new_name(board, name, piece)),
    "remove piece": lambda *_: None,
}
_ON_BOARD: dict[str, Callable[[Instance, str], Instance]] = {
    "moves": _with_moves,
    "fit": _fitted,
    "space": _with_space,
    "new piece": _with_new_piece,
}
EDIT = EditForm(clues, change, values, edit_picture, place)
