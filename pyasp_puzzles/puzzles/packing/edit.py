"""Packing boards changed by hand: cells of the space, given pieces, shapes and copies of pieces.

A cell is one of the space or next to it, or one of a piece as :func:`piece_cells` names them.  The
blocks of the pieces have to fit the cells in number.  On a loose board they always do: cells may
stay empty and pieces unused, until the board is done and the act "fit" makes it exact.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from math import prod
from string import ascii_uppercase

from pyasp_puzzles.boards.edit import Change, Clue, EditForm, typed
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.boards.play import MoveError
from pyasp_puzzles.core.errors import InstanceError, counted
from pyasp_puzzles.puzzles.packing.cells import MOST_CELLS, PAPER
from pyasp_puzzles.puzzles.packing.edit_picture import around, edit_picture, piece_cells, place
from pyasp_puzzles.puzzles.packing.geometry import LATTICES, Point, add
from pyasp_puzzles.puzzles.packing.given_words import given_at, given_word, laid, turned
from pyasp_puzzles.puzzles.packing.instance import MOVES, NAME, Instance, Piece, pivoted
from pyasp_puzzles.puzzles.packing.spaces import FORMS, space

FILLED, OPTIONAL = "filled", "optional"
"""The values of the clue "cell"."""
LOOSE, EXACT = "loose", "exact"
"""What the act "fit" makes of the board."""
BLOCK, TURN, REMOVE = "add or remove", "once", "with all copies"

_MOST_NAME = 30
_NAMES = f"at most {_MOST_NAME} signs, no blank, quote, colon or percent sign"
_ON_PIECE = ("block", "copies", "piece name", "remove piece")


def clues(instance: Instance) -> Sequence[Clue]:
    """The cells and what is given, the pieces, and what is about the whole board."""
    flat = LATTICES[instance.lattice].flat
    high = max(max(_levels(piece)) for piece in instance.pieces) + 1
    names = [piece.name for piece in instance.pieces]
    new = next(name for name in _names() if name not in names)
    return (
        Clue("cell", "A cell to be filled, or one that may stay empty.", (FILLED, OPTIONAL)),
        Clue(
            "given",
            "A piece that lies there from the start, in the first way that fits; 'L 3' is L in its "
            "third turn, 'L 3 2' with its second block on this cell.",
            tuple(names),
            typed=True,
        ),
        Clue("turn", "Turns a given piece, which stays on this cell.", (TURN,), act=True),
        Clue(
            "block",
            "Adds a block to a piece or removes it."
            if flat
            else "Adds a block to a piece or removes it: in a layer counted from 0, the lowest one "
            "of the piece; -1 is the layer below.",
            (BLOCK,) if flat else (*map(str, range(high + 1)), "-1"),
            typed=not flat,
            act=True,
        ),
        Clue(
            "copies",
            "How often a piece is used: 2, or from 0 to 1 times: 0-1.",
            ("1", "2", "3", "4", "0-1"),
            typed=True,
            removable=False,
        ),
        Clue("piece name", f"The name of a piece: {_NAMES}.", typed=True, removable=False),
        Clue("remove piece", "Removes a piece.", (REMOVE,), act=True),
        Clue(
            "new piece",
            "Adds a piece of one block, used 0 to 1 times, with this name.",
            (new,),
            typed=True,
            scope="board",
            act=True,
        ),
        Clue(
            "fit",
            "Loose: cells may stay empty and pieces unused, so that all can be changed. Exact: "
            "every cell is filled, and every copy of a piece used.",
            (LOOSE, EXACT),
            scope="board",
            act=True,
        ),
        Clue(
            "space",
            f"A new space: {FORMS[instance.lattice]}. The board becomes loose if its pieces have "
            "more or fewer blocks; given pieces that lie outside go.",
            typed=True,
            scope="board",
            act=True,
        ),
        Clue("moves", "The moves that a piece may make.", MOVES, scope="board", removable=False),
    )


def values(instance: Instance, clue: str) -> Mapping[Place | None, str]:
    """Cells of the space and next to it, given pieces as words, the copies and names of pieces."""
    if clue == "moves":
        return {None: instance.moves}
    if clue in ("new piece", "fit", "space"):
        return {None: ""}
    if clue in _ON_PIECE:
        return _piece_values(instance, clue)
    if clue == "cell":
        optional = set(instance.optional)
        found: dict[Place | None, str] = dict.fromkeys(sorted(around(instance)), "")
        found |= {cell: OPTIONAL if cell in optional else FILLED for cell in instance.cells}
        return found
    given = {cell: placement for placement in instance.given for cell in placement.cells}
    if clue == "turn":
        return dict.fromkeys(given, "")
    return {
        cell: given_word(instance, given[cell], cell) if cell in given else ""
        for cell in instance.cells
    }


def _piece_values(instance: Instance, clue: str) -> dict[Place | None, str]:
    found: dict[Place | None, str] = {}
    for number, piece in enumerate(instance.pieces, start=1):
        words = {"copies": piece.copies(), "piece name": piece.name}
        for cell, levels in piece_cells(instance, number).items():
            if levels or clue == "block":
                found[cell] = words.get(clue, "")
    return found


def change(instance: Instance, asked: Change) -> Instance:
    """The board with another cell, given piece, shape, name or number of copies.

    Raises:
        MoveError: the change does not fit the other cells and pieces.
        InstanceError: the value cannot be read, or no valid board comes of it.
    """
    try:
        changed = _changed(instance, asked)
    except InstanceError as error:
        raise InstanceError("", asked.clue, error.found, error.expected) from None
    return replace(changed, known=()) if changed.known else changed


def _changed(instance: Instance, asked: Change) -> Instance:
    value = asked.value
    if asked.clue in _ON_PIECE:
        return _with_piece(instance, asked)
    if asked.clue == "cell":
        return _with_cell(instance, _point(asked), value)
    if asked.clue == "given":
        return laid(instance, _point(asked), value)
    if asked.clue == "turn":
        return turned(instance, _point(asked))
    if asked.clue == "moves":
        if not value:
            raise MoveError("A board says which moves a piece may make.")
        return replace(instance, moves=value)
    if asked.clue == "fit":
        return _loose(instance) if value == LOOSE else _exact(instance)
    if asked.clue == "space":
        return _with_space(instance, value)
    name = _new_name(instance, value)
    piece = Piece(name, pivoted(instance.lattice, instance.cells[:1]), 0, 1)
    return replace(instance, pieces=(*instance.pieces, piece))


def _point(asked: Change) -> Point:
    a, b, c = asked.cell or (0, 0, 0)
    return a, b, c


def _with_cell(instance: Instance, cell: Point, value: str) -> Instance:
    placement = given_at(instance, cell)
    if placement and not value:
        raise MoveError(f"The given piece {placement.piece} lies there; remove it first.")
    cells, optional = set(instance.cells) - {cell}, set(instance.optional) - {cell}
    if value:
        cells.add(cell)
    elif not cells:
        raise MoveError("A space has at least one cell.")
    if value == OPTIONAL:
        optional.add(cell)
    return _counted(instance, tuple(sorted(cells)), tuple(sorted(optional)), instance.pieces)


def _with_space(instance: Instance, value: str) -> Instance:
    entry = typed("space", value)
    words = entry.value.text
    sides = [int(number) for number in re.findall(r"\d+", words, re.ASCII) if len(number) < 4]
    cells = space(instance.lattice, words) if prod(sides) <= MOST_CELLS else ()
    if not cells:
        raise entry.error(words, f"{FORMS[instance.lattice]}, at most {MOST_CELLS:,} cells")
    inside = tuple(given for given in instance.given if set(given.cells) <= set(cells))
    least, most = _blocks(instance.pieces)
    bare = replace(_loose(instance), given=inside, cells=cells, optional=cells)
    fits = least <= len(cells) <= most
    return replace(bare, optional=(), pieces=instance.pieces) if fits else bare


def _loose(instance: Instance) -> Instance:
    pieces = tuple(replace(piece, least=0) for piece in instance.pieces)
    return replace(instance, optional=instance.cells, pieces=pieces)


def _exact(instance: Instance) -> Instance:
    """Every cell is filled and every copy used; squares begin in the first row, column and layer.

    So the text can draw them again.
    """
    pieces = tuple(replace(piece, least=piece.most) for piece in instance.pieces)
    exact = _counted(instance, instance.cells, (), pieces)
    if PAPER[instance.lattice] != "square":
        return exact
    a, b, c = (1 - min(cell[axis] for cell in exact.cells) for axis in range(3))
    shift = (a, b, 0 if LATTICES[instance.lattice].flat else c)
    given = (replace(g, cells=tuple(add(cell, shift) for cell in g.cells)) for g in exact.given)
    cells = tuple(add(cell, shift) for cell in exact.cells)
    return replace(exact, given=tuple(sorted(given)), cells=cells)


def _with_piece(instance: Instance, asked: Change) -> Instance:
    number, a, b, _ = asked.cell or (0, 0, 0, 0)
    pieces = list(instance.pieces)
    piece, value = pieces[number - 1], asked.value
    given = sum(placement.piece == piece.name for placement in instance.given)
    if asked.clue == "remove piece":
        if len(pieces) == 1:
            raise MoveError("A board has at least one piece.")
        del pieces[number - 1]
    elif asked.clue == "piece name":
        pieces[number - 1] = replace(piece, name=_new_name(instance, value, piece))
    elif asked.clue == "copies":
        least, most = _copies(value)
        if given > most:
            raise MoveError(f"{counted(given, 'copy')} of piece {piece.name} lie in the space.")
        pieces[number - 1] = replace(piece, least=least, most=most)
    else:
        pieces[number - 1] = _with_block(instance, piece, (a, b), value)
    if given and asked.clue in ("remove piece", "block"):
        raise MoveError(f"A copy of piece {piece.name} is given; remove it first.")
    renamed = {piece.name: pieces[number - 1].name} if asked.clue == "piece name" else {}
    placements = (replace(g, piece=renamed.get(g.piece, g.piece)) for g in instance.given)
    bare = replace(instance, given=())
    changed = _counted(bare, instance.cells, instance.optional, tuple(pieces))
    return replace(changed, given=tuple(sorted(placements)))


def _with_block(instance: Instance, piece: Piece, place: tuple[int, int], value: str) -> Piece:
    """The piece with a block more or less, its blocks sorted, the first one its pivot."""
    if piece.orientations:
        raise MoveError(f"The orientations of piece {piece.name} are listed in the text, not here.")
    lowest, high = min(block[2] for block in piece.blocks), max(_levels(piece))
    level = 0
    if not LATTICES[instance.lattice].flat:
        level = typed("block", value).integer(-1, high + 1)
    block = (*place, lowest + level)
    blocks = {*piece.blocks} ^ {block}
    if not blocks:
        raise MoveError("A piece has at least one block.")
    return replace(piece, blocks=pivoted(instance.lattice, sorted(blocks)))


def _copies(value: str) -> tuple[int, int]:
    """The least and the greatest number of copies."""
    match = re.fullmatch(r"(\d{1,6})(?:-(\d{1,6}))?", value.strip(), re.ASCII)
    least, most = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
    if not least <= most or not most:
        raise typed("copies", value).error(value, "a number such as 2, or a range such as 0-1")
    return least, most


def _levels(piece: Piece) -> list[int]:
    """The layers of the blocks of a piece, the lowest one 0."""
    levels = [block[2] for block in piece.blocks]
    return [level - min(levels) for level in levels]


def _new_name(instance: Instance, value: str, piece: Piece | None = None) -> str:
    entry = typed("piece name", value)
    name = entry.value.text
    if not re.fullmatch(NAME, name) or len(name) > _MOST_NAME or not name.isprintable():
        raise entry.error(value, f"a name: {_NAMES}")
    if any(other.name == name for other in instance.pieces if other != piece):
        raise entry.error(value, "a name that no other piece has")
    return name


def _names() -> Iterator[str]:
    """Names for new pieces."""
    yield from ascii_uppercase
    yield from map(str, count(1))


def _counted(
    instance: Instance,
    cells: tuple[Point, ...],
    optional: tuple[Point, ...],
    pieces: tuple[Piece, ...],
) -> Instance:
    """The board with other cells or pieces, if the blocks can be as many as the cells."""
    least, most = _blocks(pieces)
    filled = len(cells) - len(optional)
    if least > len(cells):
        blocks, room = counted(least, "block"), counted(len(cells), "cell")
    elif most < filled:
        blocks, room = counted(most, "block"), f"{counted(filled, 'cell')} to be filled"
    else:
        return replace(instance, cells=cells, optional=optional, pieces=pieces)
    loose = least < most or optional
    advice = "" if loose else "; make the fit loose first"
    raise MoveError(f"The pieces would have {blocks}, and the space {room}{advice}.")


def _blocks(pieces: Sequence[Piece]) -> tuple[int, int]:
    """The least and the greatest number of blocks of all pieces together."""
    least = sum(len(piece.blocks) * piece.least for piece in pieces)
    return least, sum(len(piece.blocks) * piece.most for piece in pieces)


EDIT = EditForm(clues, change, values, edit_picture, place)
