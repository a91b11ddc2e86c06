"""Files of packing puzzles: the shared text format, and JSON lists of coordinates.

The text format::

    title: Two L and an I
    lattice: square
    moves: reflections
    board: 3 x 4
    piece L x2:
        #..
        ###
    piece I:
        ####

``board`` is a box (``ROWS x COLUMNS``, in space ``x LAYERS``), a drawing, or points ``A B C``
with commas or line ends between them, or ``(A, B, C)``.

A *drawing* has any one sign for a cell (``#``, ``X``, ``*``, ``o``, but no digit) and ``.`` or a
blank for none.  Empty lines, or lines of ``-``, part its layers.  Cells of squares stand side by
side; rows of hexagons half a cell apart (``# # #`` above `` # #``); triangles are ``^`` and ``v``.
Several signs in one drawing are an error: letters of a solved picture do not name pieces.  But a
cell of the board that is drawn ``+`` is optional: a piece may cover it, or it stays empty.  An
entry ``optional`` with points says the same of any board (``optional: 2 2 2`` for the centre of a
cube).

``lattice`` is one of square, cubic, hexagonal, hexprism, triangular and triprism.  A box needs no
lattice, nor does a drawing: two sides or one layer are squares, three sides or several layers are
cubes, ``^`` and ``v`` are triangles.

*Points* are ``ROW COLUMN`` for squares, ``ROW COLUMN LAYER`` for cubes and ``A B`` along two axes
60 degrees apart for hexagons (in prisms also the layer).  Triangles in brackets are ``(x, y, z)``
as usual for polyiamonds: the axes x and y cut the plane into rhombuses, x along a row and y 60
degrees counter-clockwise from it, and z is 0 for the half of ``(x, y)`` that points up, 1 for the
one that points down.  Without brackets a triangle is its centre in thirds of these axes:
``(x, y, z)`` is ``3x+1+z 3y+1+z``.

``piece NAME x3`` is used three times, ``x0-1`` at will.  A name has at most 90 signs, no blank,
quote, backslash, colon, percent sign or control character, also in JSON.  A list of pieces without
names is an entry ``pieces:`` of drawings (or points) with empty lines between them; lines of ``-``
part the layers there.  Drawn with one sign, the pieces are numbered from 1, and pieces of one shape
are copies of the first; drawn with several, a sign is the name of its piece::

    board: 3 x 4
    pieces:
        X
        XXX

        X
        XXX

        XXXX

A file without any ``KEY:`` is just drawings with empty lines between them: first the board (or its
size, ``3 x 4``), then the pieces.

Copies of pieces that lie on the board from the start are *given*.  An entry ``given`` draws the
whole board again, as large as it is, with the names of the given pieces in their places and ``.``
for all other cells (``#`` and ``+`` will do)::

    board: 3 x 4
    pieces:
        L
        LLL

        L
        LLL

        IIII
    given:
        LLL.
        L...
        ....

``given NAME:`` draws one piece with any sign (for names of several letters), or lists the points of
its copies, one copy after the other: ``given L: 1 1, 1 2, 1 3, 2 1``.  Copies of one piece that
touch each other are listed so.

``orientations NAME`` lists all shapes of a piece, one in each line of points; just these are moved
about then, and the piece is not turned.

``moves`` is ``none``, ``rotations`` or ``reflections`` (rotations and mirror images: for flat
pieces, turning them over); left out, it is ``reflections`` for flat lattices, else ``rotations``.

The JSON format::

    {
      "lattice": "square",
      "board": [[1, 1], [1, 2], [2, 1], [2, 2]],
      "pieces": {"V": [[1, 1], [1, 2], [2, 1]], "o": [[1, 1]]}
    }

It has ``lattice``, ``board``, ``pieces`` (name to points) and perhaps ``name``, ``moves``,
``optional`` (the points of the board that may stay empty), ``given`` (name to a list of copies that
lie there from the start, each a list of points), ``piece_counts`` (name to number, or to
a range ``[0, 1]``) and ``orientations`` (name to a list of shapes).  Triangles are ``[x, y, z]``
where ``lattice`` is ``triangular (x, y, z)``, else thirds.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import replace

from pyasp_puzzles.boards.formats.fields import Field, placed
from pyasp_puzzles.boards.formats.json import is_json, read_json, title_of
from pyasp_puzzles.boards.formats.text import Board, Entry, Line, is_bare, read_bare, read_boards
from pyasp_puzzles.core.errors import InstanceError, Phrase, did_you_mean
from pyasp_puzzles.puzzles.packing.cells import (
    BOUND,
    MOST_CELLS,
    OPTIONAL,
    PAPER,
    is_box,
    read_cells,
    read_line,
    usual_lattice,
)
from pyasp_puzzles.puzzles.packing.geometry import LATTICES, Point
from pyasp_puzzles.puzzles.packing.instance import (
    MOVES,
    NAME,
    NAMES,
    GivenPiece,
    Instance,
    Piece,
    pivoted,
    usual_moves,
)
from pyasp_puzzles.puzzles.packing.text import read_givens

__all__ = ["GivenPiece", "Instance", "Piece", "parse", "pivoted"]


def parse(text: str, source: str) -> dict[str, Instance]:
    """The boards of a file, by label.

    Raises:
        InstanceError: the text is no instance; the message says where and why.
    """
    if is_json(text):
        return {"": _instance(_json_board(read_json(text, source)))}
    if is_bare(text):
        return {"": _instance(_bare_board(text, source))}
    return {board.label: _instance(board) for board in read_boards(text, source)}


def _bare_board(text: str, source: str) -> Board:
    """A file of drawings only, as the entries that it stands for."""
    lines = read_bare(text)
    parts = [number for number, line in enumerate(lines) if line.parted and number]
    if is_box(lines[0].text):
        board = Entry(source, "board", replace(lines[0], text=lines[0].text.strip()))
        rest = lines[1:]
    else:
        end = parts[0] if parts else len(lines)
        board = Entry(source, "board", replace(lines[0], text=""), lines[:end])
        rest = lines[end:]
    if not rest:
        found = Phrase(repr(lines[0].text.strip()) if len(lines) == 1 else "one drawing")
        expected = "'KEY: VALUE' lines, or the board, an empty line, and drawings of the pieces"
        raise InstanceError(source, f"line {lines[0].number}", found, expected)
    return Board(source, "", [board, Entry(source, "pieces", replace(rest[0], text=""), rest)])


def _instance(board: Board) -> Instance:
    known = board.known()
    title = board.text("title", board.label or "Packing")
    space = board.required("board")
    lattice = _word(board, "lattice", LATTICES) or usual_lattice(space)
    moves = _word(board, "moves", MOVES) or usual_moves(lattice)
    cells = read_cells(space, lattice)
    optional = {cell for cell, sign in cells.items() if sign == OPTIONAL}
    places = {"cells": space.place()}
    if empty := board.optional("optional"):
        for cell in read_cells(empty, lattice):
            if cell not in cells:
                raise empty.error(Phrase(f"the point {cell}"), "cells of the board")
            optional.add(cell)
    pieces: dict[str, Piece] = {}
    listed = board.optional("pieces")
    named = [(_piece(words, entry, lattice), entry) for words, entry in board.prefixed("piece")]
    for piece, entry in [*(_listed(listed, lattice, moves) if listed else ()), *named]:
        if piece.name in pieces:
            raise entry.error(piece.name, "a name that no piece has yet")
        places[f"pieces[{len(pieces)}]"] = entry.place()
        pieces[piece.name] = piece
    for name, entry in board.prefixed("orientations"):
        if name not in pieces:
            raise entry.error(name, f"names of pieces: {', '.join(pieces)}")
        shapes = tuple(tuple(read_line(entry, line, lattice)) for line in entry.body())
        if not shapes:
            raise entry.error(Phrase("none"), f"shapes of {len(pieces[name].blocks)} blocks")
        places[f"pieces[{list(pieces).index(name)}].orientations"] = entry.place()
        pieces[name] = replace(pieces[name], orientations=shapes)
    given = read_givens(board, lattice, cells, pieces)
    places |= {f"given[{i}]": entry.place() for i, (_, entry) in enumerate(given)}
    keys = ("title", "lattice", "moves", "board", "optional", "piece NAME", "pieces")
    board.finish((*keys, "orientations NAME", "given", "given NAME", "answers", "classes"))
    with placed(board.source, places, board.place()):
        return Instance(
            title,
            lattice,
            moves,
            tuple(sorted(cells)),
            tuple(pieces.values()),
            known=known,
            optional=tuple(sorted(optional)),
            given=tuple(placement for placement, _ in given),
        )


def _word(board: Board, key: str, known: Collection[str]) -> str:
    """The value of an entry, one of the known words; empty: there is no such entry."""
    entry = board.optional(key)
    if not entry:
        return ""
    word = entry.word
    if word not in known:
        raise entry.error(word, f"one of {', '.join(known)}{did_you_mean(word, known)}")
    return word


def _piece(words: str, entry: Entry, lattice: str) -> Piece:
    match = re.fullmatch(r"(\S+)(?: x([\d-]+))?", words)
    if not match or '"' in words or "\\" in words:
        raise entry.error(entry.key, "'piece NAME', perhaps with 'x3' or 'x0-1' behind it")
    copies = Piece.range(match[2] or "1")
    if not copies:
        raise entry.error(words, "a number of copies such as x3, or a range such as x0-1")
    return Piece(match[1], _blocks(entry, lattice), *copies)


def _blocks(entry: Entry, lattice: str) -> tuple[Point, ...]:
    signs = read_cells(entry, lattice)
    if OPTIONAL in signs.values():
        raise entry.error(OPTIONAL, "blocks; only a cell of the board may be optional")
    return pivoted(lattice, signs)


def _listed(entry: Entry, lattice: str, moves: str) -> Iterator[tuple[Piece, Entry]]:
    """The pieces of a list without names, each with its part of the list."""
    parts = []
    groups = entry.drawings()
    if len(groups) > MOST_CELLS:
        raise entry.error(Phrase(f"{len(groups)} pieces"), f"at most {MOST_CELLS}")
    for group in groups:
        part = Entry(entry.source, entry.key, replace(group[0], text=""), group)
        parts.append((part, _blocks(part, lattice)))
    signs = ["".join(sorted(_signs(part))) for part, _ in parts]
    one_sign = len(set(signs) - {""}) <= 1 or PAPER[lattice] == "triangular"
    first_of: dict[object, int] = {}
    copies: dict[int, int] = {}
    for number, (part, blocks) in enumerate(parts):
        if not one_sign and not re.fullmatch(NAME, signs[number]):
            expected = "a sign that can name the piece, as the others of the list have"
            raise part.error(signs[number] or Phrase("points"), expected)
        shape = LATTICES[lattice].shape(blocks, moves)
        first = first_of.setdefault(shape if one_sign else signs[number], number)
        if LATTICES[lattice].shape(parts[first][1], moves) != shape:
            found = Phrase(f"another shape that is drawn with {signs[number]!r}")
            line = parts[first][0].value.number
            raise part.error(found, f"the shape of line {line}, or a sign of its own")
        copies[first] = copies.get(first, 0) + 1
    for number, times in copies.items():
        part, blocks = parts[number]
        name = str(number + 1) if one_sign else signs[number]
        yield Piece(name, blocks, times, times), part


def _signs(part: Entry) -> set[str]:
    """The signs of a drawing but those of no cell; of points, none."""
    text = "".join(line.text for line in part.lines)
    return set() if re.search(r"\d", text) else set(text) - {".", " ", "-"}


def _json_board(root: Field) -> Board:
    """A JSON file as the entries of a text file that say the same; lines know their paths."""
    keys = ("lattice", "moves", "board", "optional", "given")
    root.check_spelling((*keys, "pieces", "piece_counts", "orientations"))
    prose = root["lattice"].text()
    words = re.match(r"\w+", prose)
    lattice = words[0].lower() if words else ""
    if lattice not in LATTICES:
        raise root["lattice"].error(f"one of {', '.join(LATTICES)}")
    skewed = lattice == "triangular" and re.search(r"x\W+y\W+z", prose)

    def word(key: str, text: str, node: Field) -> Entry:
        return Entry(root.source, key, Line(0, text, path=node.path))

    def point(node: Field) -> Line:
        numbers = [str(number.integer(-BOUND, BOUND)) for number in node.list()]
        if len(numbers) not in (2, 3):
            raise node.error("a point [A, B, C] (flat: [A, B])")
        text = f"({', '.join(numbers)})" if skewed else " ".join(numbers)
        return Line(0, text, path=node.path)

    def points(key: str, node: Field) -> Entry:
        lines = tuple(map(point, node.list()))
        if not lines:
            raise node.error("at least one point", Phrase("none"))
        return replace(word(key, "", node), lines=lines)

    def shape(node: Field) -> Line:
        text = ", ".join(line.text for line in points("", node).lines)
        return Line(0, text.replace("), ", ") "), path=node.path)

    entries = [
        word("title", title_of(root.get("name"), "Packing"), root),
        word("lattice", lattice, root["lattice"]),
        points("board", root["board"]),
    ]
    if root.get("moves").value is not None:
        prose = root["moves"].text()
        moves = [each for each in MOVES if each.removesuffix("s") in prose]
        if len(moves) != 1:
            raise root["moves"].error(f"words that name one of {', '.join(MOVES)}")
        entries.append(word("moves", moves[0], root["moves"]))
    if root.get("optional").value:
        entries.append(points("optional", root["optional"]))
    counts = root.get("piece_counts")
    for name in counts.value or {}:
        if name not in root["pieces"].object():
            expected = f"names of pieces: {', '.join(root['pieces'].object())}"
            raise counts.error(expected, name)
    for name, node in root["pieces"].items():
        if not re.fullmatch(NAME, name):
            raise node.error(NAMES, name)
        entries.append(points(f"piece {name}{_json_copies(counts, name)}", node))
    for key in ("orientations", "given"):
        for name, node in root.get(key).items() if root.get(key).value is not None else ():
            lines = tuple(map(shape, node.list()))
            if key == "orientations":
                entries.append(replace(word(f"{key} {name}", "", node), lines=lines))
            else:
                entries += [Entry(root.source, f"{key} {name}", line) for line in lines]
    return Board(root.source, "", entries)


def _json_copies(counts: Field, name: str) -> str:
    """The copies as behind a name in the text format, of a number or a range ``[0, 1]``."""
    if counts.value is None:
        return ""
    node = counts[name]
    if not isinstance(node.value, list):
        return f" x{node.integer(1, BOUND)}"
    copies = "-".join(str(item.integer(0, BOUND)) for item in node.list(2))
    if not Piece.range(copies):
        raise node.error("a range such as [0, 1]")
    return f" x{copies}"
