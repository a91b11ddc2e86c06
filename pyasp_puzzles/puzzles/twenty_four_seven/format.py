"""Files of number grids: the shared text format and JSON.

The text format::

    title: A small one
    answers: 1
    size: 4
    filled: 3
    sum: 6
    digits: 1x4 2x4 3x4
    bottom: . . . 2
    left: 1 . . 2
    givens:
        ....
        ....
        ....
        ....

``digits`` has each digit with its number of copies in a grid, ``filled`` and ``sum`` are those of
every row and column of a grid.  Left out, the digits are one 1, two 2s and so on up to the size,
and ``filled`` and ``sum`` follow from the digits.  ``top``, ``bottom``, ``left`` and
``right`` are the views, one for each column or row of the board, ``.`` where there is none; one
greater than every digit is the sum of the line.  ``givens`` is the board: ``.`` or ``0`` for a
cell to be found, ``#`` for a place outside every grid; digits above 9 need blanks between all
signs.  ``grids`` has the top left cells of several grids (``1 1, 1 6, 6 1, 6 6``); left out,
there is one, and ``size`` is its number of rows.

The JSON format::

    {
      "grids": [
        {
          "givens": [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]],
          "views": {"bottom": [0, 0, 0, 2], "left": [1, 0, 0, 2]},
          "digits": {"1": 4, "2": 4, "3": 4}
        }
      ]
    }

It has ``grids``, a list of boards, each with ``givens`` (rows of numbers, 0 for a
cell to be found) and perhaps ``views`` (an object of lists, 0 for none), ``subgrids`` (top left
cells, counted from 0), ``size``, ``digits`` (an object: copies by digit), ``filled``, ``sum``.
Other members of published files (``source``, ``answer``, ``solution``, ...) are ignored; any other
member is an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pyasp_puzzles.boards.formats.json import Node, is_json, read_json, title_of
from pyasp_puzzles.boards.formats.text import Board, Entry, read_boards, write_board
from pyasp_puzzles.core.errors import InstanceError, Phrase, counted
from pyasp_puzzles.puzzles.twenty_four_seven.instance import (
    MAX_DIGIT,
    MAX_SIDE,
    MAX_VIEW,
    MIN_SIDE,
    SIDES,
    Cell,
    Instance,
    View,
    check_digit,
    check_grids,
    check_side,
    checked,
    per_line,
    usual_digits,
    view_from,
)

KEYS = ("title", "answers", "size", "filled", "sum", "digits", "grids", *SIDES, "givens")
_MEMBERS = ("title", "grids")
_IGNORED = ("id", "kind", "answer", "answer_rule", "rules", "source", "name")
"""Members of published files that do not matter."""
_BOARD_MEMBERS = ("givens", "views", "subgrids", "size", "digits", "filled", "sum")
_BOARD_IGNORED = (
    *("solution", "views_rule", "true_solutions"),
    *("edge_count_model_solutions", "disconnected_example"),
)
"""Members of a board in them that do not matter."""


def parse(text: str, source: str) -> dict[str, Instance]:
    """The boards of a file in the text format or in JSON, by label.

    Raises:
        InstanceError: the text is no instance; the message says where and why.

    >>> parse("digits: 1x2\\ngivens:\\n  1.\\n  ..", "small.txt")[""].givens
    ((1, 1, 1),)
    >>> board = parse('{"grids": [{"givens": [[1, 0], [0, 0]], "digits": {"1": 2}}]}', "x")[""]
    >>> board.size, board.filled, board.givens
    (2, 1, ((1, 1, 1),))
    """
    return _parse_json(text, source) if is_json(text) else _parse_text(text, source)


# Text


def _parse_text(text: str, source: str) -> dict[str, Instance]:
    """The boards of a file in the text format, by label."""
    return {board.label: _from_board(board) for board in read_boards(text, source)}


def _from_board(board: Board) -> Instance:
    source, place = board.source, board.place()
    known = board.known(("answers",))
    title = board.text("title", board.label or "Twenty Four Seven")
    drawing = board.required("givens")
    rows = [(_signs(line.text), line) for line in drawing.drawing()]
    height, width = len(rows), len(rows[0][0])
    for signs, line in rows:
        if len(signs) != width:
            found = Phrase(f"{counted(len(signs), 'sign')} in {line.text.strip()!r}")
            raise drawing.error(found, f"{counted(width, 'sign')}, as in the first row", line)
    check_side(source, f"line {drawing.value.number}, givens", height, width)
    grids_entry = board.optional("grids")
    grids = list(_corners(grids_entry)) if grids_entry else [(1, 1)]
    size_entry = board.optional("size")
    size = size_entry.integer(MIN_SIDE, MAX_SIDE) if size_entry else height - max(grids)[0] + 1
    check_grids(source, _where(grids_entry or size_entry, place), grids, size, height, width)
    digits_entry = board.optional("digits")
    digits = read_digits(digits_entry) if digits_entry else usual_digits(size)
    filled, total = per_line(digits, size, source, _where(digits_entry, place))
    for key, amount in (("filled", filled), ("sum", total)):
        entry = board.optional(key)
        if entry and entry.integer() != amount:
            copies = sum(m for _, m in digits) if key == "filled" else sum(v * m for v, m in digits)
            expected = f"{amount}: the digits come to {copies} in a grid of {size} lines"
            raise entry.error(entry.value.text, expected)
    views: list[View] = []
    for side in SIDES:
        entry = board.optional(side)
        if entry:
            length = width if side in ("top", "bottom") else height
            words = [word for line in entry.body() for word in line.text.split()]
            if len(words) != length:
                found = Phrase(counted(len(words), "sign"))
                raise entry.error(found, f"{length}, one for each line, '.' where there is none")
            views += (
                view_from(side, i, height, width, entry.number(word, 1, MAX_VIEW))
                for i, word in enumerate(words, start=1)
                if word != "."
            )
    board.finish(KEYS)
    bare = Instance(title, size, filled, total, digits, tuple(sorted(grids)))
    givens = []
    for row, (signs, line) in enumerate(rows, start=1):
        for column, sign in enumerate(signs, start=1):
            inside = (row, column) in bare.cells
            if sign == "#" and inside:
                raise drawing.error(sign, f"'.' or a digit at column {column}", line)
            if sign not in (".", "0", "#"):
                digit = drawing.number(sign, 1, MAX_DIGIT, line)
                check_digit(InstanceError, source, f"line {line.number}, givens", digit, digits)
                if not inside:
                    raise drawing.error(
                        sign, f"'#' or '.' outside the grids, column {column}", line
                    )
                givens.append((row, column, digit))
    return checked(bare, givens, views, known, source, place)


def _where(entry: Entry | None, place: str) -> str:
    return f"line {entry.value.number}, {entry.key}" if entry else place


def _signs(text: str) -> list[str]:
    """The signs of a row, with blanks between them or without."""
    words = text.split()
    return words if len(words) > 1 else list(text.strip())


def _corners(entry: Entry) -> Iterator[Cell]:
    for words in (part.split() for line in entry.body() for part in line.text.split(",")):
        if len(words) != 2:
            found = " ".join(words) or Phrase("nothing")
            raise entry.error(found, "a top left cell 'ROW COLUMN', commas between several")
        yield entry.number(words[0], 1, MAX_SIDE), entry.number(words[1], 1, MAX_SIDE)


def read_digits(entry: Entry) -> tuple[tuple[int, int], ...]:
    """Digits with their numbers of copies, sorted."""
    digits: dict[int, int] = {}
    for line in entry.body():
        for word in line.text.split():
            match = re.fullmatch(r"([0-9]{1,9})x([0-9]{1,9})", word)
            if not match:
                raise entry.error(word, "DIGITxCOPIES such as '3x2', blanks between several", line)
            digit = entry.number(match[1], 1, MAX_DIGIT, line)
            if digit in digits:
                raise entry.error(word, f"the digit {digit} once", line)
            digits[digit] = entry.number(match[2], 1, MAX_SIDE**2, line)
    if not digits:
        raise entry.error(Phrase("nothing"), "at least one digit, such as '1x3'")
    return tuple(sorted(digits.items()))


def write_digits(digits: Iterable[tuple[int, int]]) -> str:
    """Digits with their numbers of copies, as :func:`read_digits` reads them."""
    return " ".join(f"{digit}x{copies}" for digit, copies in digits)


def format_text(instance: Instance) -> str:
    """The instance in the shared text format."""
    wide = max(len(str(number)) for number, _ in instance.digits)
    given = {(row, column): str(digit) for row, column, digit in instance.givens}
    entries: dict[str, str | Iterable[str]] = {
        "title": instance.title,
        "size": str(instance.size),
        "filled": str(instance.filled),
        "sum": str(instance.total),
        "digits": write_digits(instance.digits),
    }
    if instance.grids != ((1, 1),):
        entries["grids"] = ", ".join(f"{row} {column}" for row, column in instance.grids)
    numbers = {view[:-1]: str(view[-1]) for view in instance.views}
    for side in SIDES:
        length = instance.columns if side in ("top", "bottom") else instance.rows
        places = (
            view_from(side, i, instance.rows, instance.columns, 0) for i in range(1, length + 1)
        )
        words = [numbers.get(place[:-1], ".") for place in places]
        if set(words) != {"."}:
            entries[side] = " ".join(words)
    board = []
    for row in range(1, instance.rows + 1):
        cells = [(row, column) for column in range(1, instance.columns + 1)]
        signs = [given.get(cell, "." if cell in instance.cells else "#") for cell in cells]
        blank = " " if wide > 1 else ""
        board.append(blank.join(sign.rjust(wide) for sign in signs).rstrip())
    entries["givens"] = board
    return write_board(entries, instance.known)


# JSON


def _parse_json(text: str, source: str) -> dict[str, Instance]:
    """The boards of a JSON file, by number; a single one has the empty label."""
    root = read_json(text, source)
    root.check_members(_MEMBERS, _IGNORED)
    title = title_of(root.get("title"), "Twenty Four Seven")
    boards = root["grids"].list()
    if not boards:
        raise root["grids"].error("at least one board", Phrase("an empty list"))
    several = len(boards) > 1
    return {
        str(number) if several else "": _board(
            node, source, f"{title} ({number})".strip() if several else title
        )
        for number, node in enumerate(boards, start=1)
    }


def _board(node: Node, source: str, title: str) -> Instance:
    node.check_members(_BOARD_MEMBERS, _BOARD_IGNORED)
    lines = node["givens"].list()
    height, width = len(lines), len(lines[0].list()) if lines else 0
    check_side(source, node["givens"].path, height, width)
    rows = [line.list(width) for line in lines]
    corners = node.get("subgrids")
    grids = [(1, 1)]
    if corners.value is not None:
        pairs = [pair.list(2) for pair in corners.list()]
        grids = [(r.integer(0, MAX_SIDE) + 1, c.integer(0, MAX_SIDE) + 1) for r, c in pairs]
        if not grids:
            raise corners.error("at least one pair [row, column]", Phrase("none"))
    given_size = node.get("size")
    size = height - max(grids)[0] + 1
    if given_size.value is not None:
        size = given_size.integer(MIN_SIDE, MAX_SIDE)
    blamed = next((n for n in (corners, given_size) if n.value is not None), node["givens"])
    check_grids(source, blamed.path, grids, size, height, width)
    digits = usual_digits(size)
    if node.get("digits").value is not None:
        digits = tuple(sorted(_copies_by_digit(node.get("digits"))))
    filled, total = per_line(digits, size, source, node.get("digits").path)
    for key, amount in (("filled", filled), ("sum", total)):
        named = node.get(key)
        if named.value is not None and named.integer() != amount:
            raise named.error(f"{amount}, to which the digits come")
    bare = Instance(title, size, filled, total, digits, tuple(sorted(grids)))
    givens = []
    for row, items in enumerate(rows, start=1):
        for column, item in enumerate(items, start=1):
            digit = item.integer(0, MAX_DIGIT)
            if digit:
                check_digit(InstanceError, source, item.path, digit, digits)
                if (row, column) not in bare.cells:
                    raise item.error("0 outside the grids")
                givens.append((row, column, digit))
    views: list[View] = []
    if node.get("views").value is not None:
        for side, numbers in node.get("views").items():
            if side not in SIDES:
                raise numbers.error(f"one of {', '.join(SIDES)}", side)
            length = width if side in ("top", "bottom") else height
            for index, item in enumerate(numbers.list(length), start=1):
                if item.integer(0, MAX_VIEW):
                    views.append(view_from(side, index, height, width, item.value))
    return checked(bare, givens, views, (), source, node.path)


def _copies_by_digit(node: Node) -> Iterator[tuple[int, int]]:
    if not node.object():
        raise node.error("at least one digit", Phrase("none"))
    for key, copies in node.items():
        if not re.fullmatch(r"[1-9][0-9]?", key):
            raise copies.error(f"a digit from 1 to {MAX_DIGIT}", key)
        yield int(key), copies.integer(1, MAX_SIDE**2)
