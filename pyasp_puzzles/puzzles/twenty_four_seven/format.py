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
from collections.abc import Iterator

from pyasp_puzzles.boards.clues import SIDES
from pyasp_puzzles.boards.formats.fields import Field, entry_of, numbers, title_of
from pyasp_puzzles.boards.formats.text import Board as Entries
from pyasp_puzzles.boards.formats.text import Entry
from pyasp_puzzles.core.errors import Phrase
from pyasp_puzzles.puzzles.twenty_four_seven.instance import (
    MAX_DIGIT,
    MAX_SIDE,
    MAX_VIEW,
    MIN_SIDE,
    check_side,
)

_IGNORED = ("id", "kind", "answer", "answer_rule", "rules", "source", "name")
"""Members of published files that do not matter."""
_BOARD_MEMBERS = ("givens", "views", "subgrids", "size", "digits", "filled", "sum")
_BOARD_IGNORED = (
    *("solution", "views_rule", "true_solutions"),
    *("edge_count_model_solutions", "disconnected_example"),
)
"""Members of a board in them that do not matter."""


def json_boards(root: Field) -> Iterator[Entries]:
    """The boards of a JSON file, as the text format has them.

    Raises:
        InstanceError: it has other members, or values of other types.
    """
    root.check_members(("title", "grids"), _IGNORED)
    title = title_of(root.get("title"), "Twenty Four Seven")
    boards = root["grids"].list()
    if not boards:
        raise root["grids"].error("at least one board", Phrase("an empty list"))
    for number, node in enumerate(boards, start=1):
        several = len(boards) > 1
        named = f"{title} ({number})".strip() if several else title
        entries = [entry_of(node, "title", named), *_board(node)]
        yield Entries(root.source, str(number) if several else "", entries)


def _board(node: Field) -> Iterator[Entry]:
    node.check_members(_BOARD_MEMBERS, _BOARD_IGNORED)
    lines = node["givens"].list()
    height, width = len(lines), len(lines[0].list()) if lines else 0
    check_side(node.source, node["givens"].path, height, width)
    for line in lines:
        line.list(width)
    drawing = (numbers(line, 0, MAX_DIGIT, ".") for line in lines)
    yield entry_of(node["givens"], "givens", "", drawing)
    if (views := node.get("views")).value is not None:
        for side, seen in views.items():
            if side not in SIDES:
                raise seen.error(f"one of {', '.join(SIDES)}", side)
            seen.list(width if side in ("top", "bottom") else height)
            yield entry_of(seen, side, numbers(seen, 0, MAX_VIEW, ".").text)
    if (corners := node.get("subgrids")).value is not None:
        pairs = [pair.list(2) for pair in corners.list()]
        if not pairs:
            raise corners.error("at least one pair [row, column]", Phrase("none"))
        words = [f"{r.integer(0, MAX_SIDE) + 1} {c.integer(0, MAX_SIDE) + 1}" for r, c in pairs]
        yield entry_of(corners, "grids", ", ".join(words))
    if (digits := node.get("digits")).value is not None:
        yield entry_of(digits, "digits", " ".join(_copies(digits)))
    for key, least, most in (("size", MIN_SIDE, MAX_SIDE), ("filled", 0, 10**9), ("sum", 0, 10**9)):
        if (number := node.get(key)).value is not None:
            yield entry_of(number, key, str(number.integer(least, most)))


def _copies(node: Field) -> Iterator[str]:
    if not node.object():
        raise node.error("at least one digit", Phrase("none"))
    for key, copies in node.items():
        if not re.fullmatch(r"[1-9][0-9]?", key):
            raise copies.error(f"a digit from 1 to {MAX_DIGIT}", key)
        yield f"{key}x{copies.integer(1, MAX_SIDE**2)}"
