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
from dataclasses import replace

from pyasp_puzzles.boards.formats.json import is_json, read_json
from pyasp_puzzles.boards.formats.text import read_boards
from pyasp_puzzles.core.errors import InstanceError, Phrase
from pyasp_puzzles.puzzles.eternity.foreign import content, from_json, from_list, is_list
from pyasp_puzzles.puzzles.eternity.instance import EternityBoard
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
