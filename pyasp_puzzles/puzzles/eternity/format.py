"""Edge-matching instances: their type, the house text format, plain lists, links, JSON.

The text format::

    title: A small example
    board: 2 x 2
    frame: 0
    pieces:
        0 1 2 0
        0 0 3 1
        2 4 0 0
        0 4 3 0
    hints:
        1 1 1 0

A hint is ``ROW COLUMN PIECE TURNS``, everything counted from 1, with quarter turns clockwise from
the piece as listed.  The four colours of a piece are clockwise from the top (``URDL``), unless
``order:`` names another order of the letters U, R, D, L.  ``frame`` is ``none`` for a board without
a frame; left out, it is 0 where that colour occurs and ``none`` where it does not.

A *plain list* has four colours a line, perhaps with the number of the piece in front (counted from
1 or from 0), and comments from ``%``, ``#`` or ``//`` on.  Lines before the pieces may say the
frame's colour (``0``) and the size (``ROWS COLUMNS`` or ``ROWS x COLUMNS``).  Without a size the
board is the one on whose rim the sides of the frame's colour fit, not higher than wide, or else a
square; otherwise
``--size ROWSxCOLUMNS`` has to say it.  Such files often do not say in which order the colours
stand: it is taken to be ``URDL``, which a note in the picture says, unless a line such as
``order: UDLR`` stands in the file.  A list that begins with the frame's colour::

    0
    0 1 2 0
    0 0 3 1
    2 4 0 0
    0 4 3 0

A *link* of the Eternity II viewer (e2.bucas.name) has ``board_w``, ``board_h``, ``board_edges``
(four letters a cell in the order ``URDL``, row by row: ``a`` is the frame, colour 0, which a board
without a frame has not; ``b`` is 1; an empty cell is ``aaaa`` or ``0000``), and perhaps ``puzzle``
(a title), ``board_pieces`` (the number of the piece on each cell, three digits, from 001; 000 for
none) and ``board_types`` (a letter a cell, ``e`` for a given piece).  It stands on a line of its
own::

    https://e2.bucas.name/#board_w=2&board_h=2&board_edges=abcaaadbceaadaae

A full board is the set of its pieces: given pieces are hints, the places of the others say nothing.
A partly filled board needs the list of all pieces (or the house format) in the same file: then each
piece that lies on it is a hint.  Without piece numbers the pieces are numbered row by row.

The JSON format::

    {
      "width": 2,
      "height": 2,
      "pieces": [[0, 1, 2, 0], [0, 0, 3, 1], [2, 4, 0, 0], [0, 4, 3, 0]],
      "border_colour": 0,
      "edge_order": "URDL"
    }

It has ``width``, ``height``, ``pieces`` and perhaps ``name``, ``border_colour`` (``null``: no
frame), ``edge_order`` (four letters, or prose that names the four sides in order) and ``hints``,
each with ``pos`` (cells in reading order) and ``piece``, both from 0, and ``rot``, quarter turns.
What published boards say besides (``source``, ``numColors``, ...) is left alone; any other member
is an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pyasp_puzzles.errors import Phrase, counted
from pyasp_puzzles.formats.fields import fields
from pyasp_puzzles.formats.text import Board, Entry, Known, Line, write_board

Sides = tuple[int, int, int, int]
"""Colours of the upper, right, lower and left side."""

CLOCKWISE = "URDL"
MAX_COLOUR = 999
MAX_SIDE = 256
MAX_CELLS = 1024
"""More cells than this could not be grounded in any reasonable time."""

ASSUMED = "The file names no order of colours; assumed: clockwise from the top (URDL)."


@dataclass(frozen=True, order=True)
class Hint:
    """A piece that lies in place: number in the list from 1, quarter turns clockwise."""

    row: int
    column: int
    piece: int
    turns: int


@dataclass(frozen=True)
class Instance:
    """A board, its pieces as listed, the colour of its frame (if any), and hints (sorted)."""

    title: str
    rows: int
    columns: int
    pieces: tuple[Sides, ...]
    frame: int | None = 0
    hints: tuple[Hint, ...] = ()
    note: str = ""
    name: str = ""
    known: Known = ()

    def __post_init__(self) -> None:
        _check(self)


def _check(instance: Instance) -> None:
    """What every instance must be, wherever it comes from.

    Raises:
        InstanceError: a field is wrong, or the pieces are not as many as the cells.
    """
    root = fields(instance)
    rows, columns = (root[key].integer(1, MAX_SIDE) for key in ("rows", "columns"))
    cells = rows * columns
    if cells > MAX_CELLS:
        raise root["rows"].error(f"at most {MAX_CELLS} cells", Phrase(f"{rows} x {columns}"))
    for piece in root["pieces"].list():
        for colour in piece.list(4):
            colour.integer(0, MAX_COLOUR)
    if len(instance.pieces) != cells:
        found = Phrase(counted(len(instance.pieces), "piece"))
        raise root["pieces"].error(f"{cells} of them, one for each cell of the board", found)
    if instance.frame is not None:
        root["frame"].integer(0, MAX_COLOUR)
    root["note"].text()
    places: set[tuple[int, int]] = set()
    lying: set[int] = set()
    for node in root["hints"].list():
        hint = node.of(Hint)
        place = hint["row"].integer(1, rows), hint["column"].integer(1, columns)
        piece_number = hint["piece"].integer(1, cells)
        hint["turns"].integer(0, 3)
        if place in places:
            raise hint.error("a cell without another hint")
        if piece_number in lying:
            raise hint.error("a piece that is not on the board yet")
        places.add(place)
        lying.add(piece_number)


def turned(sides: Sides, turns: int) -> Sides:
    """The sides after quarter turns clockwise: what was on the left is at the top after one.

    >>> turned((1, 2, 3, 4), 1)
    (4, 1, 2, 3)
    """
    shift = -turns % 4
    u, r, d, left = (sides * 2)[shift : shift + 4]
    return u, r, d, left


def from_board(board: Board) -> Instance:
    """A board in the house text format."""
    known = board.known()
    title = board.text("title", board.label or "Eternity")
    note = board.text("note")
    rows, columns = size_of(board.required("board"))
    order = order_of(board.optional("order"))
    frame_entry = board.optional("frame")
    entry = board.required("pieces")
    pieces = tuple(_piece(entry, line, order) for line in entry.body())
    if len(pieces) != rows * columns:
        expected = f"{rows * columns} of them, one for each cell of the board"
        raise entry.error(number_of(pieces), expected)
    frame = usual_frame(pieces)
    if frame_entry:
        word = frame_entry.value.text
        frame = None if word == "none" else frame_entry.number(word, 0, MAX_COLOUR)
    hints_entry = board.optional("hints")
    hints: list[Hint] = []
    for line in hints_entry.body() if hints_entry else ():
        assert hints_entry
        hints.append(_hint(hints_entry, line, rows, columns, hints))
    board.finish(
        ("title", "board", "frame", "order", "pieces", "hints", "note", "answers", "classes")
    )
    return Instance(
        title, rows, columns, pieces, frame, tuple(sorted(hints)), note=note, known=known
    )


def size_of(entry: Entry) -> tuple[int, int]:
    """Rows and columns of an entry ``4 x 6``."""
    match = re.fullmatch(r"(\d+) *[xX] *(\d+)", entry.value.text)
    if not match:
        raise entry.error(entry.value.text or Phrase("nothing"), "ROWS x COLUMNS, such as 4 x 6")
    return bounded_size(entry, *match.groups())


def bounded_size(entry: Entry, *words: str) -> tuple[int, int]:
    """Rows and columns, from their words."""
    rows, columns = (entry.number(word, 1, MAX_SIDE) for word in words)
    if rows * columns > MAX_CELLS:
        raise entry.error(entry.value.text, f"at most {MAX_CELLS} cells")
    return rows, columns


def order_of(entry: Entry | None) -> str:
    """The order of the sides that an entry ``order:`` names, four letters."""
    if entry is None:
        return CLOCKWISE
    word = entry.value.text.upper()
    if sorted(word) != sorted(CLOCKWISE):
        raise entry.error(entry.value.text, "the letters U, R, D and L in some order")
    return word


def clockwise(colours: Sequence[int], order: str) -> Sides:
    """Colours listed in some order of the sides, as upper, right, lower, left."""
    u, r, d, left = (colours[order.index(letter)] for letter in CLOCKWISE)
    return u, r, d, left


def _piece(entry: Entry, line: Line, order: str) -> Sides:
    words = line.text.replace(",", " ").split()
    if len(words) != 4:
        raise entry.error(line.text.strip(), "four colours", line)
    return clockwise([entry.number(word, 0, MAX_COLOUR, line) for word in words], order)


def _hint(entry: Entry, line: Line, rows: int, columns: int, others: list[Hint]) -> Hint:
    words = line.text.replace(",", " ").split()
    if len(words) != 4:
        raise entry.error(line.text.strip(), "ROW COLUMN PIECE TURNS", line)
    bounds = ((1, rows), (1, columns), (1, rows * columns), (0, 3))
    numbers = [
        entry.number(word, low, high, line) for word, (low, high) in zip(words, bounds, strict=True)
    ]
    hint = Hint(*numbers)
    if any((h.row, h.column) == (hint.row, hint.column) for h in others):
        raise entry.error(line.text.strip(), "a cell without another hint", line)
    if any(h.piece == hint.piece for h in others):
        raise entry.error(line.text.strip(), "a piece that is not on the board yet", line)
    return hint


def number_of(pieces: Sequence[Sides]) -> Phrase:
    """How many pieces were found, in words."""
    return Phrase(counted(len(pieces), "piece"))


def usual_frame(pieces: Iterable[Sides]) -> int | None:
    """The colour of the frame where none is named: 0, if a piece has it."""
    return 0 if any(0 in sides for sides in pieces) else None


def misread(instance: Instance) -> int | None:
    """The index of a piece with the frame on opposite sides, where no piece can lie like that.

    The order of the colours that was assumed cannot be the right one then.
    """
    if instance.frame is not None and min(instance.rows, instance.columns) > 1:
        for index, sides in enumerate(instance.pieces):
            grey = [side == instance.frame for side in sides]
            if (grey[0] and grey[2]) or (grey[1] and grey[3]):
                return index
    return None


def format_text(instance: Instance) -> str:
    """The instance in the house text format."""
    width = max(len(str(colour)) for sides in instance.pieces for colour in sides)
    entries: dict[str, str | Iterable[str]] = {
        "title": instance.title,
        "board": f"{instance.rows} x {instance.columns}",
        "frame": "none" if instance.frame is None else str(instance.frame),
    }
    if instance.note:
        entries["note"] = instance.note
    entries["pieces"] = [
        " ".join(str(colour).rjust(width) for colour in sides) for sides in instance.pieces
    ]
    if instance.hints:
        entries["hints"] = [f"{h.row} {h.column} {h.piece} {h.turns}" for h in instance.hints]
    return write_board(entries, instance.known)
