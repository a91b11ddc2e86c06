"""Packing instances: their type, the house text format, and JSON lists of coordinates.

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
with commas or line ends between them.  A drawing has ``#`` for a cell and ``.`` for none, and
lines of ``-`` between layers; hexagonal rows are drawn half a cell apart (``# # #`` above
`` # #``), triangles (the lattices ``triangular`` and, in space, ``triprism``) as ``^`` and ``v``.
A cell of the board that is drawn ``+`` is optional: a piece may cover it, or it stays empty.  An
entry ``optional`` with points says the same of any board (``optional: 2 2 2`` for the centre of a
cube).  ``piece NAME x3`` is used three times, ``x0-1`` at will.  ``moves`` is ``none``,
``rotations`` or ``reflections`` (rotations and mirror images: for flat pieces, turning them over);
left out, it is ``reflections`` for flat lattices, else ``rotations``.

The JSON format::

    {
      "lattice": "square",
      "board": [[1, 1], [1, 2], [2, 1], [2, 2]],
      "pieces": {"V": [[1, 1], [1, 2], [2, 1]], "o": [[1, 1]]}
    }

It has ``lattice``, ``board``, ``pieces`` (name to points) and perhaps ``name``, ``moves``,
``optional`` (the points of the board that may stay empty), ``piece_counts`` (name to number, or to
a range ``[0, 1]``) and ``orientations`` (name to a list of shapes): of a piece that is listed there
just these shapes are moved about, and nothing is turned.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from typing import Literal

from pyasp_puzzles.errors import InstanceError, Phrase
from pyasp_puzzles.geometry import LATTICES, Point, subtract
from pyasp_puzzles.jsonfile import Node, is_json, read_json, title_of
from pyasp_puzzles.textfile import Board, Entry, Known, Line, read_boards

Paper = Literal["square", "hexagonal", "triangular"]
PAPER: dict[str, Paper] = {
    "square": "square",
    "cubic": "square",
    "hexagonal": "hexagonal",
    "hexprism": "hexagonal",
    "triangular": "triangular",
    "triprism": "triangular",
}
"""How a layer of each lattice is drawn."""

MOVES = ("none", "rotations", "reflections")
OPTIONAL = "+"
"""The sign of a cell that may stay empty, in drawings and pictures."""

BOUND = 9999
"""Greatest coordinate: products of coordinates stay far below 32 bits."""

MOST_CELLS = 20_000
"""Far more than can be packed: the number of placements grows with it times the orientations."""


@dataclass(frozen=True)
class Piece:
    """A piece: its blocks (the first is its pivot) and how often it is used.

    ``orientations``, where given, lists all its shapes; no turns are derived then.
    """

    name: str
    blocks: tuple[Point, ...]
    least: int = 1
    most: int = 1
    orientations: tuple[tuple[Point, ...], ...] = ()

    def copies(self) -> str:
        return str(self.least) if self.least == self.most else f"{self.least}-{self.most}"


@dataclass(frozen=True)
class Instance:
    """A space of cells (sorted), pieces, and the moves that pieces may make.

    ``optional`` lists those of the cells that may stay empty, sorted; all others have to be filled.
    """

    title: str
    lattice: str
    moves: str
    cells: tuple[Point, ...]
    pieces: tuple[Piece, ...]
    name: str = ""
    known: Known = ()
    optional: tuple[Point, ...] = ()


def pivoted(lattice: str, blocks: Iterable[Point]) -> tuple[Point, ...]:
    """The blocks in their order, moved so that the first lies at the origin (or next to it)."""
    points = tuple(blocks)
    step = LATTICES[lattice].step
    first = points[0]
    shift = (first[0] // step * step, first[1] // step * step, first[2])
    return tuple(subtract(point, shift) for point in points)


def parse(text: str, source: str) -> dict[str, Instance]:
    """The boards of a file, by label.

    Raises:
        InstanceError: the text is no instance; the message says where and why.
    """
    if is_json(text):
        return {"": _from_json(read_json(text, source), source)}
    return {board.label: _from_board(board) for board in read_boards(text, source)}


def _from_board(board: Board) -> Instance:
    known = board.known()
    title = board.text("title", board.label or "Packing")
    entry = board.required("lattice")
    lattice = entry.value.text
    if lattice not in LATTICES:
        raise entry.error(lattice, f"one of {', '.join(LATTICES)}")
    moves_entry = board.optional("moves")
    moves = moves_entry.value.text if moves_entry else _usual_moves(lattice)
    if moves_entry and moves not in MOVES:
        raise moves_entry.error(moves, f"one of {', '.join(MOVES)}")
    cells = _points(board.required("board"), lattice)
    optional = {cell for cell, sign in cells.items() if sign == OPTIONAL}
    empty = board.optional("optional")
    if empty:
        for cell in _points(empty, lattice):
            if cell not in cells:
                raise empty.error(Phrase(f"the point {cell}"), "cells of the board")
            optional.add(cell)
    pieces: dict[str, Piece] = {}
    for words, piece_entry in board.prefixed("piece"):
        piece = _piece(words, piece_entry, lattice)
        if piece.name in pieces:
            raise piece_entry.error(piece.name, "a name that no piece has yet")
        pieces[piece.name] = piece
    keys = ("title", "lattice", "moves", "board", "optional", "piece NAME", "answers", "classes")
    board.finish(keys)
    instance = Instance(
        title,
        lattice,
        moves,
        tuple(sorted(cells)),
        tuple(pieces.values()),
        known=known,
        optional=tuple(sorted(optional)),
    )
    check_volume(instance, board.source, board.place())
    return instance


def _usual_moves(lattice: str) -> str:
    return "reflections" if LATTICES[lattice].flat else "rotations"


def _piece(words: str, entry: Entry, lattice: str) -> Piece:
    match = re.fullmatch(r"(\S+)(?: x(\d{1,6})(?:-(\d{1,6}))?)?", words)
    if not match or '"' in words or "\\" in words:
        raise entry.error(entry.key, "'piece NAME', perhaps with 'x3' or 'x0-1' behind it")
    name, least, most = match[1], int(match[2] or 1), int(match[3] or match[2] or 1)
    if not least <= most or not most:
        raise entry.error(words, "a number of copies such as x3, or a range such as x0-1")
    signs = _points(entry, lattice)
    if OPTIONAL in signs.values():
        raise entry.error(OPTIONAL, "blocks; only a cell of the board may be optional")
    blocks = list(signs)
    if PAPER[lattice] == "triangular" and not LATTICES[lattice].is_connected(blocks):
        raise entry.error(Phrase("blocks apart from each other"), "triangles that share sides")
    return Piece(name, pivoted(lattice, blocks), least, most)


def _points(entry: Entry, lattice: str) -> dict[Point, str]:
    """The cells of an entry, a box, a drawing or points, each with the sign that it is drawn as."""
    box = re.fullmatch(r"(\d+) *x *(\d+)(?: *x *(\d+))?", entry.value.text)
    if box:
        flat = LATTICES[lattice].flat
        if lattice not in ("square", "cubic") or flat == bool(box[3]):
            raise entry.error(entry.value.text, f"a drawing or points of the {lattice} lattice")
        rows, columns, layers = (entry.number(n, 1, 1000) for n in (box[1], box[2], box[3] or "1"))
        if rows * columns * layers > MOST_CELLS:
            raise entry.error(entry.value.text, f"at most {MOST_CELLS} cells")
        ranges = (range(1, rows + 1), range(1, columns + 1), levels(lattice, layers))
        return dict.fromkeys(product(*ranges), "#")
    if not any(re.search(r"\d", line.text) for line in entry.body()):
        points = read_drawing(entry, lattice)
    else:
        points = {}
        for point in (p for line in entry.body() for p in _numbers(entry, line, lattice)):
            if point in points:
                raise entry.error(Phrase(f"the point {point} twice"), "every point once")
            points[point] = "#"
    if len(points) > MOST_CELLS:
        raise entry.error(Phrase(f"{len(points)} points"), f"at most {MOST_CELLS} points")
    return points


def levels(lattice: str, layers: int) -> Iterable[int]:
    return range(1, layers + 1) if lattice == "cubic" else (0,)


def _numbers(entry: Entry, line: Line, lattice: str) -> Iterable[Point]:
    for words in filter(None, map(str.split, line.text.split(","))):
        numbers = [entry.number(word, -BOUND, BOUND, line) for word in words]
        if len(numbers) == 2 and LATTICES[lattice].flat:
            numbers.append(0)
        if len(numbers) != 3:
            raise entry.error(" ".join(words), "a point 'A B C' (flat: 'A B')", line)
        point = (numbers[0], numbers[1], numbers[2])
        if not LATTICES[lattice].is_cell(point):
            raise entry.error(" ".join(words), f"a cell of the {lattice} lattice", line)
        yield point


def read_drawing(entry: Entry, lattice: str) -> dict[Point, str]:
    """The cells of a drawing with their signs, in reading order (layer by layer)."""
    signs = "^v." if PAPER[lattice] == "triangular" else f"#{OPTIONAL}."
    layers: list[list[Line]] = [[]]
    for line in entry.drawing():
        if set(line.text) == {"-"}:
            layers.append([])
            continue
        for sign in line.text:
            if sign not in signs + " ":
                raise entry.error(line.text, f"only the signs {' '.join(signs)}", line)
        layers[-1].append(line)
    if len(layers) > 1 and LATTICES[lattice].flat:
        raise entry.error(Phrase(f"{len(layers)} layers"), "one layer: the lattice is flat")
    parity: set[int] = set()
    points: dict[Point, str] = {}
    for level, lines in enumerate(layers):
        for row, line in enumerate(lines):
            for column, sign in enumerate(line.text):
                if sign in ". ":
                    continue
                if PAPER[lattice] == "square":
                    points[row + 1, column + 1, level + (lattice == "cubic")] = sign
                    continue
                height = len(lines) - 1 - row
                parity.add((column + height + (sign == "v")) % 2)
                if len(parity) == 2:
                    raise entry.error(line.text, "cells that lie on the lattice", line)
                along = (column - height - (sign == "v") - min(parity)) // 2
                if PAPER[lattice] == "triangular":
                    down = sign == "v"
                    points[3 * along + 1 + down, 3 * height + 1 + down, level] = sign
                else:
                    points[along, height, level] = sign
    if not points:
        raise entry.error(Phrase("no cell"), "at least one cell")
    return points


def _from_json(root: Node, source: str) -> Instance:
    root.check_spelling(
        ("lattice", "moves", "board", "optional", "pieces", "piece_counts", "orientations")
    )
    words = re.match(r"\w+", root["lattice"].text())
    lattice = words[0].lower() if words else ""
    if lattice not in LATTICES:
        raise root["lattice"].error(f"one of {', '.join(LATTICES)}")
    moves = _usual_moves(lattice)
    if root.get("moves").value is not None:
        prose = root["moves"].text()
        named = [word for word in MOVES if word.removesuffix("s") in prose]
        if len(named) != 1:
            raise root["moves"].error(f"words that name one of {', '.join(MOVES)}")
        moves = named[0]
    cells = _json_points(root["board"], lattice)
    optional: list[Point] = []
    if root.get("optional").value is not None and root["optional"].list():
        optional = _json_points(root["optional"], lattice)
        for number, cell in enumerate(optional):
            if cell not in cells:
                raise root["optional"].list()[number].error("a point of the board")
    counts, listed = root.get("piece_counts"), root.get("orientations")
    for member in (counts, listed):
        for name in member.value or {}:
            if name not in root["pieces"].object():
                raise member.error(f"names of pieces: {', '.join(root['pieces'].object())}", name)
    pieces = []
    for name, node in root["pieces"].items():
        if not re.fullmatch(r"[^\s\"\\]+", name):
            raise node.error("a name without blanks and quotes", name)
        least, most = _json_copies(counts, name)
        blocks = _json_points(node, lattice)
        shapes: tuple[tuple[Point, ...], ...] = ()
        if listed.value is not None and listed.get(name).value is not None:
            shapes = tuple(tuple(_json_points(item, lattice)) for item in listed[name].list())
            if not shapes or any(len(shape) != len(blocks) for shape in shapes):
                raise listed[name].error(f"shapes of {len(blocks)} blocks")
        elif PAPER[lattice] == "triangular" and not LATTICES[lattice].is_connected(blocks):
            raise node.error("triangles that share sides", Phrase("blocks apart from each other"))
        pieces.append(Piece(name, pivoted(lattice, blocks), least, most, shapes))
    instance = Instance(
        title_of(root.get("name"), "Packing"),
        lattice,
        moves,
        tuple(sorted(cells)),
        tuple(pieces),
        optional=tuple(sorted(optional)),
    )
    check_volume(instance, source, "")
    return instance


def _json_copies(counts: Node, name: str) -> tuple[int, int]:
    """The least and greatest number of copies: once, a number, or a range ``[0, 1]``."""
    if counts.value is None:
        return 1, 1
    node = counts[name]
    if isinstance(node.value, list):
        least, most = (item.integer(0, BOUND) for item in node.list(2))
        if not least <= most or not most:
            raise node.error("a range such as [0, 1]")
        return least, most
    number = node.integer(1, BOUND)
    return number, number


def _json_points(node: Node, lattice: str) -> list[Point]:
    points: dict[Point, None] = {}
    for item in node.list():
        numbers = [number.integer(-BOUND, BOUND) for number in item.list()]
        if len(numbers) == 2 and LATTICES[lattice].flat:
            numbers.append(0)
        if len(numbers) != 3:
            raise item.error("a point [A, B, C] (flat: [A, B])")
        point = (numbers[0], numbers[1], numbers[2])
        if not LATTICES[lattice].is_cell(point):
            raise item.error(f"a cell of the {lattice} lattice")
        if point in points:
            raise item.error("every point once")
        points[point] = None
    if not points:
        raise node.error("at least one point", Phrase("none"))
    return list(points)


def check_volume(instance: Instance, source: str, place: str) -> None:
    """Blocks that cannot fill the space are a slip of the author, not a puzzle."""
    if not instance.pieces:
        raise InstanceError(source, place, Phrase("no piece"), "an entry 'piece NAME:'")
    least = sum(len(piece.blocks) * piece.least for piece in instance.pieces)
    most = sum(len(piece.blocks) * piece.most for piece in instance.pieces)
    cells, fewest = len(instance.cells), len(instance.cells) - len(instance.optional)
    if least > cells or most < fewest:
        found = f"pieces with {least if least == most else f'{least} to {most}'} blocks"
        expected = f"{cells} blocks, one for each cell of the board"
        if instance.optional:
            expected = f"{fewest} to {cells} blocks, one for each cell that is not optional"
        raise InstanceError(source, place, Phrase(found), expected)
