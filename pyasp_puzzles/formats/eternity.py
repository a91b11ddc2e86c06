"""Edge-matching instances: their type, the house text format, plain lists, JSON.

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

A *plain list* begins with a line ``ROWS COLUMNS`` and has four colours a line; without its first
line the board is square.  Such files often do not say in which order the colours stand: it is
taken to be ``URDL``, which a note in the picture says, unless a line such as ``order: UDLR``
stands in the file.

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

from pyasp_puzzles.errors import InstanceError, Phrase, counted
from pyasp_puzzles.jsonfile import Node, is_json, read_json
from pyasp_puzzles.textfile import Board, Entry, Known, Line, read_boards, write_board

Sides = tuple[int, int, int, int]
"""Colours of the upper, right, lower and left side."""

CLOCKWISE = "URDL"
MAX_COLOUR = 999
MAX_SIDE = 256
MAX_CELLS = 1024
"""More cells than this could not be grounded in any reasonable time."""

ASSUMED = "The file names no order of colours; assumed: clockwise from the top (URDL)."

_MEMBERS = ("width", "height", "pieces", "name", "border_colour", "edge_order", "hints")
_IGNORED = ("source", "numColors", "hints_note", "pieces_as_in_file", "edge_order_in_file")
"""Members of published boards that say nothing about the rules."""


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


def turned(sides: Sides, turns: int) -> Sides:
    """The sides after quarter turns clockwise: what was on the left is at the top after one.

    >>> turned((1, 2, 3, 4), 1)
    (4, 1, 2, 3)
    """
    shift = -turns % 4
    u, r, d, left = (sides * 2)[shift : shift + 4]
    return u, r, d, left


def parse(text: str, source: str) -> dict[str, Instance]:
    """The boards of a file, by label.

    Raises:
        InstanceError: the text is no instance; the message says where and why.

    >>> board = parse("board: 1 x 2\\npieces:\\n  0 1 0 0\\n  0 0 0 1", "small.txt")[""]
    >>> board.pieces, board.frame
    (((0, 1, 0, 0), (0, 0, 0, 1)), 0)
    """
    if is_json(text):
        return {"": _from_json(read_json(text, source))}
    lines = [
        Line(number, line)
        for number, full in enumerate(text.splitlines(), start=1)
        if (line := re.sub(r"[%#].*", "", full).strip())
    ]
    begin = next((line.text for line in lines if not _is_order(line)), "")
    if begin[:1].isdigit():
        return {"": _from_list(lines, source)}
    return {board.label: _from_board(board) for board in read_boards(text, source)}


def _is_order(line: Line) -> bool:
    return re.match(r"order\s*:", line.text) is not None


def _from_board(board: Board) -> Instance:
    known = board.known()
    title = board.text("title", board.label or "Eternity")
    note = board.text("note")
    size = board.required("board")
    match = re.fullmatch(r"(\d+) *x *(\d+)", size.value.text)
    if not match:
        raise size.error(size.value.text or Phrase("nothing"), "ROWS x COLUMNS, such as 4 x 6")
    rows, columns = (size.number(word, 1, MAX_SIDE) for word in match.groups())
    if rows * columns > MAX_CELLS:
        raise size.error(size.value.text, f"at most {MAX_CELLS} cells")
    order = _order(board.optional("order"))
    frame_entry = board.optional("frame")
    entry = board.required("pieces")
    pieces = tuple(_piece(entry, line, order) for line in entry.body())
    if len(pieces) != rows * columns:
        expected = f"{rows * columns} of them, one for each cell of the board"
        raise entry.error(_number(pieces), expected)
    frame = _usual_frame(pieces)
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


def _order(entry: Entry | None) -> str:
    if entry is None:
        return CLOCKWISE
    word = entry.value.text.upper()
    if sorted(word) != sorted(CLOCKWISE):
        raise entry.error(entry.value.text, "the letters U, R, D and L in some order")
    return word


def _clockwise(colours: Sequence[int], order: str) -> Sides:
    """Colours listed in some order of the sides, as upper, right, lower, left."""
    u, r, d, left = (colours[order.index(letter)] for letter in CLOCKWISE)
    return u, r, d, left


def _piece(entry: Entry, line: Line, order: str) -> Sides:
    words = line.text.replace(",", " ").split()
    if len(words) != 4:
        raise entry.error(line.text.strip(), "four colours", line)
    return _clockwise([entry.number(word, 0, MAX_COLOUR, line) for word in words], order)


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


def _number(pieces: Sequence[Sides]) -> Phrase:
    return Phrase(counted(len(pieces), "piece"))


def _usual_frame(pieces: Iterable[Sides]) -> int | None:
    return 0 if any(0 in sides for sides in pieces) else None


def _from_list(lines: Sequence[Line], source: str) -> Instance:
    """A plain list; its lines as an entry, so that errors are the same."""
    orders = [line for line in lines if _is_order(line)]
    if len(orders) > 1:
        place = f"line {orders[1].number}"
        raise InstanceError(source, place, Phrase("a second order"), "one line 'order: ...'")
    order = CLOCKWISE
    if orders:
        word = orders[0].text.partition(":")[2].strip()
        order = _order(Entry(source, "order", Line(orders[0].number, word)))
    body = [line for line in lines if not _is_order(line)]
    entry = Entry(source, "pieces", body[0])
    first = body[0].text.replace(",", " ").split()
    side = round(len(body) ** 0.5)
    rows = columns = side
    if len(first) == 2:
        size = Entry(source, "board", body[0])
        rows, columns = (size.number(word, 1, MAX_SIDE) for word in first)
        if rows * columns > MAX_CELLS:
            raise size.error(body[0].text, f"at most {MAX_CELLS} cells")
        body = body[1:]
    elif len(first) != 4:
        raise entry.error(body[0].text, "ROWS COLUMNS, or the four colours of a piece")
    pieces = tuple(_piece(entry, line, order) for line in body)
    if len(pieces) != rows * columns:
        expected = f"{rows * columns} of them, one for each cell of the board"
        if len(first) == 4:
            expected = "a square number of them, or a first line ROWS COLUMNS"
        raise entry.error(_number(pieces), expected)
    frame = _usual_frame(pieces)
    instance = Instance(
        f"Eternity {rows} x {columns}", rows, columns, pieces, frame, (), "" if orders else ASSUMED
    )
    wrong = None if orders else _misread(instance)
    if wrong is not None:
        found = Phrase(f"the frame on opposite sides: {body[wrong].text}")
        expected = "colours clockwise from the top, or a line such as 'order: UDLR'"
        raise entry.error(found, expected, body[wrong])
    return instance


def _misread(instance: Instance) -> int | None:
    """The index of a piece with the frame on opposite sides, where no piece can lie like that.

    The order of the colours that was assumed cannot be the right one then.
    """
    if instance.frame is not None and min(instance.rows, instance.columns) > 1:
        for index, sides in enumerate(instance.pieces):
            grey = [side == instance.frame for side in sides]
            if (grey[0] and grey[2]) or (grey[1] and grey[3]):
                return index
    return None


_SIDE_WORDS = {
    **dict.fromkeys(("up", "upper", "top", "north"), "U"),
    **dict.fromkeys(("right", "east"), "R"),
    **dict.fromkeys(("down", "lower", "bottom", "south"), "D"),
    **dict.fromkeys(("left", "west"), "L"),
}


def read_order(words: str) -> str | None:
    """The order of sides that a text names: four letters, or four sides one after the other.

    Where prose names several orders, the one that runs clockwise is meant; ``None`` where it is
    not clear which.

    >>> read_order("clockwise starting at the bottom: bottom,left,top,right")
    'DLUR'
    >>> read_order("up, down, left, right")
    'UDLR'
    """
    if sorted(words.strip().upper()) == sorted(CLOCKWISE):
        return words.strip().upper()
    side = "|".join(_SIDE_WORDS)
    runs = re.findall(rf"\b(?:{side})(?:[\s,]+(?:{side})\b){{3}}", words.lower())
    named = ["".join(_SIDE_WORDS[w] for w in re.findall(r"\w+", run)) for run in runs]
    orders = {order for order in named if sorted(order) == sorted(CLOCKWISE)}
    cyclic = {order for order in orders if order in CLOCKWISE * 2}
    for found in (cyclic, orders):
        if len(found) == 1:
            return found.pop()
    return CLOCKWISE if not orders and words.lower().startswith("clockwise") else None


def _from_json(root: Node) -> Instance:
    root.check_members(_MEMBERS, _IGNORED)
    columns = root["width"].integer(1, MAX_SIDE)
    rows = root["height"].integer(1, MAX_SIDE)
    if rows * columns > MAX_CELLS:
        raise root["height"].error(f"at most {MAX_CELLS} cells", Phrase(f"{rows} x {columns}"))
    order, note = CLOCKWISE, ASSUMED
    if root.get("edge_order").value is not None:
        named = read_order(root["edge_order"].text())
        if named is None:
            raise root["edge_order"].error("the order of the sides, such as up,right,down,left")
        order, note = named, ""
    pieces = []
    for node in root["pieces"].list():
        if len(node.list()) != 4:
            raise node.error("four colours", Phrase(counted(len(node.list()), "colour")))
        colours = [colour.integer(0, MAX_COLOUR) for colour in node.list()]
        pieces.append(_clockwise(colours, order))
    if len(pieces) != rows * columns:
        expected = f"{rows * columns} of them, one for each cell of the board"
        raise root["pieces"].error(expected, _number(pieces))
    frame = _usual_frame(pieces)
    if "border_colour" in root.object():
        border = root["border_colour"]
        frame = None if border.value is None else border.integer(0, MAX_COLOUR)
    hints: list[Hint] = []
    for node in root["hints"].list() if root.get("hints").value is not None else ():
        node.check_members(("pos", "piece", "rot"))
        place = node["pos"].integer(0, rows * columns - 1)
        piece = node["piece"].integer(0, len(pieces) - 1) + 1
        turns = node["rot"].integer(0, 3)
        hint = Hint(place // columns + 1, place % columns + 1, piece, turns)
        if any((h.row, h.column) == (hint.row, hint.column) for h in hints):
            raise node["pos"].error("a cell without another hint")
        if any(h.piece == hint.piece for h in hints):
            raise node["piece"].error("a piece that is not on the board yet")
        hints.append(hint)
    title = " ".join(str(root.get("name").value or "").replace("%", " ").split())
    title = title or f"Eternity {rows} x {columns}"
    instance = Instance(title, rows, columns, tuple(pieces), frame, tuple(sorted(hints)), note)
    wrong = _misread(instance) if note else None
    if wrong is not None:
        node = root["pieces"].list()[wrong]
        raise node.error("colours clockwise from the top, or a member 'edge_order'")
    return instance


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
