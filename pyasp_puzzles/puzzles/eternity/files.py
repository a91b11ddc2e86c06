"""Edge-matching boards in any of the forms of :mod:`pyasp_puzzles.puzzles.eternity.format`."""

from __future__ import annotations

import re
from dataclasses import replace

from pyasp_puzzles.errors import InstanceError, Phrase
from pyasp_puzzles.formats.json import is_json, read_json
from pyasp_puzzles.formats.text import read_boards
from pyasp_puzzles.puzzles.eternity.format import MAX_CELLS, Instance, from_board
from pyasp_puzzles.puzzles.eternity.json_format import from_json
from pyasp_puzzles.puzzles.eternity.list_format import content, from_list, is_list
from pyasp_puzzles.puzzles.eternity.viewer import from_link, hints, links, read_link


def parse(text: str, source: str, *, size: str | None = None) -> dict[str, Instance]:
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
    """Rows and columns that are asked for."""
    match = re.fullmatch(r"([1-9][0-9]{0,3}) *[xX] *([1-9][0-9]{0,3})", size.strip())
    if not match:
        raise InstanceError(source, "size", size, "ROWSxCOLUMNS, such as 6x12")
    rows, columns = int(match[1]), int(match[2])
    if rows * columns > MAX_CELLS:
        raise InstanceError(source, "size", size, f"at most {MAX_CELLS} cells")
    return rows, columns


def _boards(text: str, source: str, wanted: tuple[int, int] | None) -> dict[str, Instance]:
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
        boards = {board.label: from_board(board) for board in read_boards(rest, source)}
    if placed:
        link, board = placed[-1], next(iter(boards.values()))
        if len(placed) > 1 or len(boards) > 1 or board.hints:
            expected = "one link beside one board without other hints"
            raise InstanceError(source, link.place, Phrase("a link"), expected)
        lying = [index for index, letters in enumerate(link.letters) if letters]
        boards = {label: replace(board, hints=hints(link, board, lying)) for label in boards}
    return boards
