"""Number grid instances are read from JSON, too.

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
What published files say besides (``source``, ``answer``, ``solution``, ...) is left alone; any
other member is an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pyasp_puzzles.errors import InstanceError, Phrase
from pyasp_puzzles.formats.json import Node, read_json, title_of
from pyasp_puzzles.puzzles.twenty_four_seven.format import (
    MAX_DIGIT,
    MAX_SIDE,
    MAX_VIEW,
    MIN_SIDE,
    SIDES,
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

_MEMBERS = ("title", "grids")
_IGNORED = ("id", "kind", "answer", "answer_rule", "rules", "source", "name")
"""Members of published files that say nothing about the boards."""
_BOARD_MEMBERS = ("givens", "views", "subgrids", "size", "digits", "filled", "sum")
_BOARD_IGNORED = (
    *("solution", "views_rule", "true_solutions"),
    *("edge_count_model_solutions", "disconnected_example"),
)
"""The same of each of their boards."""


def parse_json(text: str, source: str) -> dict[str, Instance]:
    """The boards of a JSON file, by number; a single one has the empty label.

    Raises:
        InstanceError: the text is no instance; the message says where and why.

    >>> board = parse_json('{"grids": [{"givens": [[1, 0], [0, 0]], "digits": {"1": 2}}]}', "x")[""]
    >>> board.size, board.filled, board.givens
    (2, 1, ((1, 1, 1),))
    """
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
        digits = tuple(sorted(_digits(node.get("digits"))))
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


def _digits(node: Node) -> Iterator[tuple[int, int]]:
    if not node.object():
        raise node.error("at least one digit", Phrase("none"))
    for key, copies in node.items():
        if not re.fullmatch(r"[1-9][0-9]?", key):
            raise copies.error(f"a digit from 1 to {MAX_DIGIT}", key)
        yield int(key), copies.integer(1, MAX_SIDE**2)
