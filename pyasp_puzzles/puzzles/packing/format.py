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
part the layers there.  ``pieces: pentominoes`` are the twelve pieces of five squares, with their
usual letters.  Drawn with one sign, the pieces are numbered from 1, and pieces of one shape are
copies of the first; drawn with several, a sign is the name of its piece::

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
from collections.abc import Iterator
from dataclasses import replace

from pyasp_puzzles.boards.formats.fields import Field, entry_of, numbers, title_of
from pyasp_puzzles.boards.formats.text import Board as Entries
from pyasp_puzzles.boards.formats.text import Entry, Line
from pyasp_puzzles.core.errors import InstanceError, Phrase
from pyasp_puzzles.puzzles.packing.cells import BOUND, is_box
from pyasp_puzzles.puzzles.packing.geometry import LATTICES
from pyasp_puzzles.puzzles.packing.instance import MOVES, NAME, NAMES, Piece


def bare_board(lines: tuple[Line, ...], source: str) -> Entries:
    """A file of drawings only, as the entries that it stands for."""
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
    return Entries(source, "", [board, Entry(source, "pieces", replace(rest[0], text=""), rest)])


def json_boards(root: Field) -> list[Entries]:
    """A JSON file as the entries of a text file that say the same; lines know their paths."""
    keys = ("lattice", "moves", "board", "optional", "given")
    root.check_spelling((*keys, "pieces", "piece_counts", "orientations"))
    prose = root["lattice"].text()
    words = re.match(r"\w+", prose)
    lattice = words[0].lower() if words else ""
    if lattice not in LATTICES:
        raise root["lattice"].error(f"one of {', '.join(LATTICES)}")
    skewed = lattice == "triangular" and re.search(r"x\W+y\W+z", prose) is not None
    entries = [
        entry_of(root, "title", title_of(root.get("name"), "Packing")),
        entry_of(root["lattice"], "lattice", lattice),
        _points("board", root["board"], skewed),
    ]
    if root.get("moves").value is not None:
        prose = root["moves"].text()
        moves = [each for each in MOVES if each.removesuffix("s") in prose]
        if len(moves) != 1:
            raise root["moves"].error(f"words that name one of {', '.join(MOVES)}")
        entries.append(entry_of(root["moves"], "moves", moves[0]))
    if root.get("optional").value is not None and root["optional"].list():
        entries.append(_points("optional", root["optional"], skewed))
    pieces, counts = root["pieces"].object(), dict(_members(root, "piece_counts"))
    for name in counts:
        if name not in pieces:
            raise root["piece_counts"].error(f"names of pieces: {', '.join(pieces)}", name)
    for name, node in root["pieces"].items():
        if not re.fullmatch(NAME, name):
            raise node.error(NAMES, name)
        times = _copies(counts[name]) if name in counts else ""
        entries.append(_points(f"piece {name}{times}", node, skewed))
    for name, node in _members(root, "orientations"):
        if node.value is not None or name not in pieces:
            lines = (_shape(each, skewed) for each in node.list())
            entries.append(entry_of(node, f"orientations {name}", "", lines))
    for name, node in _members(root, "given"):
        for each in node.list():
            entries.append(entry_of(each, f"given {name}", _shape(each, skewed).text))
    return [Entries(root.source, "", entries)]


def _members(root: Field, key: str) -> Iterator[tuple[str, Field]]:
    """The members of an object that a file need not have."""
    return root[key].items() if root.get(key).value is not None else iter(())


def _points(key: str, node: Field, skewed: bool) -> Entry:
    """An entry of points; ``skewed``: triangles are in brackets."""
    if not node.list():
        raise node.error("at least one point", Phrase("none"))
    return entry_of(node, key, "", (_point(each, skewed) for each in node.list()))


def _point(node: Field, skewed: bool) -> Line:
    line = numbers(node, -BOUND, BOUND)
    if len(node.list()) not in (2, 3):
        raise node.error("a point [A, B, C] (flat: [A, B])")
    return replace(line, text=f"({line.text.replace(' ', ', ')})") if skewed else line


def _shape(node: Field, skewed: bool) -> Line:
    """The points of a shape in one line."""
    points = (line.text for line in _points("", node, skewed).lines)
    return Line(0, (" " if skewed else ", ").join(points), path=node.path)


def _copies(node: Field) -> str:
    """The copies as behind a name in the text format, of a number or a range ``[0, 1]``."""
    if not isinstance(node.value, list):
        return f" x{node.integer(1, BOUND)}"
    copies = "-".join(str(item.integer(0, BOUND)) for item in node.list(2))
    if not Piece.range(copies):
        raise node.error("a range such as [0, 1]")
    return f" x{copies}"
