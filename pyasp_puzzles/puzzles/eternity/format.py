"""Files of edge-matching boards: the shared text format, plain lists, links, JSON.

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
number of sides with the frame's colour determines the board (no higher than wide); if that fails,
it is a square; for any other board give ``--size ROWSxCOLUMNS``.  The order of the colours is
``URDL``, and a note in the picture says that this was assumed, unless the file has a line such as
``order: UDLR``.  A list that begins with the frame's colour::

    0
    0 1 2 0
    0 0 3 1
    2 4 0 0
    0 4 3 0

A *link* of the Eternity II viewer (e2.bucas.name) has ``board_w``, ``board_h``, ``board_edges``
(four letters a cell in the order ``URDL``, row by row: ``a`` is the frame, colour 0, if there is
one; ``b`` is 1; an empty cell is ``aaaa`` or ``0000``), and perhaps ``puzzle``
(a title), ``board_pieces`` (the number of the piece on each cell, three digits, from 001; 000 for
none) and ``board_types`` (a letter a cell, ``e`` for a given piece).  It stands on a line of its
own::

    https://e2.bucas.name/#board_w=2&board_h=2&board_edges=abcaaadbceaadaae

A full board is read as the set of its pieces: given pieces are hints, the places of the others do
not count.
A partly filled board needs the list of all pieces (or the text format) in the same file: then each
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
Other members of published boards (``source``, ``numColors``, ...) are ignored; any other member is
an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from math import isqrt

from pyasp_puzzles.boards.board import Row
from pyasp_puzzles.boards.formats.fields import (
    Field,
    entry_of,
    is_json,
    numbers,
    read_json,
    title_of,
)
from pyasp_puzzles.boards.formats.text import Board as Entries
from pyasp_puzzles.boards.formats.text import Entry, Line, read_boards
from pyasp_puzzles.core.errors import InstanceError, Phrase, counted
from pyasp_puzzles.puzzles.eternity.instance import (
    ASSUMED,
    CLOCKWISE,
    MAX_COLOUR,
    PIECES,
    EternityBoard,
    size_of,
    usual_frame,
)
from pyasp_puzzles.puzzles.eternity.links import from_link, hints, links, read_link
from pyasp_puzzles.puzzles.eternity.play import GENRE


def parse(text: str, source: str, *, size: str | None = None) -> dict[str, EternityBoard]:
    """The boards of a file, by label.

    Args:
        size: of the board, ``ROWSxCOLUMNS``, for a list that does not say it.

    Raises:
        InstanceError: the text is no instance, or one of another size; the message says where and
            why.

    >>> board = parse("board: 1 x 2\\npieces:\\n  0 1 0 0\\n  0 0 0 1", "small.txt")[""]
    >>> board.pieces, board.frame
    (((0, 1, 0, 0), (0, 0, 0, 1)), 0)
    >>> parse("0 1 0 0\\n0 0 0 1", "list.txt", size="2x1")[""].rows
    2
    """
    wanted = None if size is None else _wanted(size, source)
    boards = _boards(text, source, wanted)
    for board in boards.values():
        if wanted and wanted != (board.rows, board.columns):
            expected = f"{board.rows}x{board.columns}, as in the file"
            raise InstanceError(source, "size", size, expected)
    return boards


def _wanted(size: str, source: str) -> tuple[int, int]:
    """The rows and columns that the caller asks for."""
    match = re.fullmatch(r"([1-9][0-9]{0,3}) *[xX] *([1-9][0-9]{0,3})", size.strip())
    if not match:
        raise InstanceError(source, "size", size, "ROWSxCOLUMNS, such as 6x12")
    rows, columns = int(match[1]), int(match[2])
    most = EternityBoard.most_cells
    if rows * columns > most:
        raise InstanceError(source, "size", size, f"at most {most} cells")
    return rows, columns


def _boards(text: str, source: str, wanted: tuple[int, int] | None) -> dict[str, EternityBoard]:
    if is_json(text):
        return {"": from_json(read_json(text, source))}
    found, rest = links(text)
    placed = [read_link(words, source, f"line {line}") for line, words in found]
    lines = content(rest)
    if placed and not lines:
        several = len(placed) > 1
        return {str(n) if several else "": from_link(link) for n, link in enumerate(placed, 1)}
    if placed and not wanted:
        wanted = placed[0].rows, placed[0].columns
    if lines and is_list(lines):
        boards = {"": from_list(lines, source, wanted)}
    else:
        boards = {board.label: GENRE.read(board) for board in read_boards(rest, source)}
    if placed:
        link, board = placed[-1], next(iter(boards.values()))
        if len(placed) > 1 or len(boards) > 1 or board.hints:
            expected = "one link beside one board without other hints"
            raise InstanceError(source, link.place, Phrase("a link"), expected)
        lying = [cell for cell, letters in link.letters.items() if letters]
        boards = {label: replace(board, hints=hints(link, board, lying)) for label in boards}
    return boards


Size = tuple[int, int]
"""Rows and columns."""
_LETTER = "[A-Za-z]"


def content(text: str) -> list[Line]:
    """The lines of a list that are not empty, without comments (from ``%``, ``#`` or ``//`` on)."""
    return [
        Line(number, line)
        for number, full in enumerate(text.splitlines(), start=1)
        if (line := re.sub(r"(?:[%#]|//).*", "", full).strip())
    ]


def is_list(lines: Sequence[Line]) -> bool:
    """Whether this is a list: its first line after ``order: ...`` is no ``KEY: VALUE``."""
    begin = next((line.text for line in lines if not _is_order(line)), ":")
    return ":" not in re.sub(r"^\d+\s*:", "", begin) and not begin.startswith("===")


def from_list(lines: Sequence[Line], source: str, wanted: Size | None) -> EternityBoard:
    """The board of a list.

    Args:
        lines: as of :func:`content`.
        wanted: rows and columns, if they are known from elsewhere.

    Raises:
        InstanceError: the list cannot be understood, or leaves the size of the board open.
    """
    order = [
        Entry(source, "order", replace(line, text=line.text.partition(":")[2].strip()))
        for line in lines
        if _is_order(line)
    ]
    if len(order) > 1:
        place = f"line {order[1].value.number}"
        raise InstanceError(source, place, Phrase("a second order"), "one line 'order: ...'")
    body = [_plain_size(line) for line in lines if not _is_order(line)]
    header: dict[str, Entry] = {}
    while body and len(_fields(body[0])) in (1, 2) and not re.search(_LETTER, body[0].text):
        line = body.pop(0)
        key = "frame" if len(_fields(line)) == 1 else "board"
        if key in header:
            raise Entry(source, key, line).error(line.text, "four colours a line after the first")
        header[key] = Entry(source, key, replace(line, text=" x ".join(_fields(line))))
    size = size_of(header["board"]) if "board" in header else wanted
    if not body:
        raise InstanceError(source, "", Phrase("no piece"), "lines of four colours, a piece each")
    entry = Entry(source, "pieces", replace(body[0], text=""), tuple(body))
    entry = replace(entry, lines=tuple(_listed(entry)))
    pieces = PIECES.listed(None, entry)
    frame = header["frame"].integer(0, MAX_COLOUR) if "frame" in header else usual_frame(pieces)
    rows, columns = size or _fitting(entry, pieces, frame)
    fitted = f"The sides of the frame fit {rows} x {columns} cells."
    notes = [fitted] * (not size and rows != columns) + [ASSUMED] * (not order)
    said = {"title": f"Eternity {rows} x {columns}", "note": " ".join(notes)}
    said |= {} if "board" in header else {"board": f"{rows} x {columns}"}
    entries = [Entry(source, key, Line(0, text)) for key, text in said.items()]
    instance = GENRE.read(Entries(source, "", [*entries, *header.values(), *order, entry]))
    if "frame" in header:
        _check_frame(header["frame"], instance)
    return instance if order else _well_read(instance, entry, "a line such as 'order: UDLR'")


def _well_read(board: EternityBoard, entry: Entry, means: str) -> EternityBoard:
    """Refuse a board that shows that the assumed order of its colours is wrong.

    On a board of several rows and columns no piece has the frame on opposite sides.
    """
    if board.frame is not None and min(board.rows, board.columns) > 1:
        for line, sides in zip(entry.lines, board.pieces, strict=True):
            up, right, down, left = board.grey(sides)
            if (up and down) or (right and left):
                found = Phrase(f"the frame on opposite sides: {line.text}")
                expected = f"colours clockwise from the top, or {means}"
                raise entry.error(found, expected, line)
    return board


def _plain_size(line: Line) -> Line:
    """A line ``ROWS x COLUMNS`` as ``ROWS COLUMNS``, any other as it is."""
    size = re.fullmatch(r"(\d+) *[xX×] *(\d+)", line.text)
    return replace(line, text=f"{size[1]} {size[2]}") if size else line


def _is_order(line: Line) -> bool:
    return re.match(r"order\s*:", line.text) is not None


def _fields(line: Line) -> list[str]:
    """The words of a line, split at blanks, commas or semicolons; the first may end in ``:``."""
    return re.sub(r"^(\d+)\s*:|[,;]", r"\1 ", line.text).split()


def _listed(entry: Entry) -> Iterator[Line]:
    """The colours of the pieces in the order of their numbers, if they have numbers."""
    numbered = len(_fields(entry.lines[0])) == 5
    expected = "the number of a piece and its four colours" if numbered else "four colours"
    found: list[tuple[int, Line]] = []
    for line in entry.lines:
        fields = _fields(line)
        for word in fields:
            if re.search(_LETTER, word):
                only = "colours as numbers (letters are for the links of board viewers)"
                raise entry.error(word, only, line)
        if len(fields) != 4 + numbered:
            words = Phrase(f"{counted(len(fields), 'field')}: {line.text}")
            raise entry.error(words, expected, line)
        number = entry.number(fields[0], 0, len(entry.lines), line) if numbered else len(found)
        found.append((number, replace(line, text=" ".join(fields[-4:]))))
    found.sort(key=lambda pair: pair[0])
    first = min(found[0][0], 1)
    for wanted, (number, line) in enumerate(found, start=first):
        if number != wanted:
            each = f"each number from {first} to {first + len(found) - 1} once"
            raise entry.error(Phrase(f"the number {number} of a piece"), each, line)
        yield line


def _fitting(entry: Entry, pieces: Sequence[Row], frame: int | None) -> Size:
    """The size of the board, no higher than wide: by the sides of the frame, or else a square."""
    number = len(pieces)
    around = list(chain(*pieces)).count(frame)
    sizes = [size for size in _sizes(number) if 2 * sum(size) == around]
    side = isqrt(number)
    if side * side == number:
        sizes.append((side, side))
    if sizes and number <= EternityBoard.most_cells:
        return sizes[0]
    some = ", ".join(f"{rows}x{columns}" for rows, columns in _sizes(number))
    most = f"at most {EternityBoard.most_cells} of them"
    expected = f"--size, which could be {some}" if some else most
    raise entry.error(Phrase(counted(number, "piece")), expected)


def _sizes(number: int) -> Iterator[Size]:
    """The sizes with so many cells, no higher than wide; the one closest to a square first."""
    for rows in range(isqrt(number), 0, -1):
        if number % rows == 0 and number // rows <= EternityBoard.sides[1]:
            yield rows, number // rows


def _check_frame(entry: Entry, board: EternityBoard) -> None:
    """Refuse a number that cannot be the colour of the frame."""
    rim = 2 * (board.rows + board.columns)
    sides: list[int | None] = list(chain(*board.pieces))
    having = sides.count(board.frame)
    if having != rim or (board.frame and sides.count(0) == rim):
        found = Phrase(f"{board.frame}, the colour of {counted(having, 'side')}")
        size = f"{board.rows} x {board.columns}"
        expected = f"the frame's, which {rim} have on {size} cells, or ROWS COLUMNS"
        raise entry.error(found, expected)


# JSON


_MEMBERS = ("width", "height", "pieces", "name", "border_colour", "edge_order", "hints")
_IGNORED = ("source", "numColors", "hints_note", "pieces_as_in_file", "edge_order_in_file")
"""Members of published boards that say nothing about the rules."""

_SIDE_WORDS = {
    **dict.fromkeys(("up", "upper", "top", "north"), "U"),
    **dict.fromkeys(("right", "east"), "R"),
    **dict.fromkeys(("down", "lower", "bottom", "south"), "D"),
    **dict.fromkeys(("left", "west"), "L"),
}


def read_order(words: str) -> str | None:
    """The order of sides that a text names: four letters, or four sides one after the other.

    If prose names several orders, the clockwise one counts; ``None`` if the order is not clear.

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


def from_json(root: Field) -> EternityBoard:
    """The board of a JSON file."""
    root.check_members(_MEMBERS, _IGNORED)
    columns, rows = (root[key].integer(*EternityBoard.sides) for key in ("width", "height"))
    title = title_of(root.get("name"), f"Eternity {rows} x {columns}")
    size = entry_of(root["height"], "board", f"{rows} x {columns}")
    size_of(size)
    named = root.get("edge_order")
    order = ASSUMED if named.value is None else read_order(named.text())
    if order is None:
        raise named.error("the order of the sides, such as up,right,down,left")
    said = entry_of(named, "note" if order == ASSUMED else "order", order)
    entries = [entry_of(root.get("name"), "title", title), size, said]
    border = root.get("border_colour")
    if "border_colour" in root.object():
        colour = "none" if border.value is None else str(border.integer(0, MAX_COLOUR))
        entries.append(entry_of(border, "frame", colour))
    lines = (numbers(node, 0, MAX_COLOUR) for node in root["pieces"].list())
    pieces = entry_of(root["pieces"], "pieces", "", lines)
    entries.append(pieces)
    hints = root.get("hints")
    if hints.value:
        lines = (_hint(node, rows, columns) for node in hints.list())
        entries.append(entry_of(hints, "hints", "", lines))
    board = GENRE.read(Entries(root.source, "", entries))
    return board if order != ASSUMED else _well_read(board, pieces, "a member 'edge_order'")


def _hint(node: Field, rows: int, columns: int) -> Line:
    """A hint, as the text format has it."""
    node.check_members(("pos", "piece", "rot"))
    place, piece = (node[key].integer(0, rows * columns - 1) for key in ("pos", "piece"))
    row, column = place // columns + 1, place % columns + 1
    return Line(0, f"{row} {column} {piece + 1} {node['rot'].integer(0, 3)}", path=node.path)
