"""Files of Pips boards: the shared text format, and the daily JSON.

The text format::

    title: A ring of six dominoes
    board:
        abbb
        l..b
        k..f
        jhhf
    regions:
        b equals
        f sum 11
        h sum 4
        a j k l empty
    dominoes: 2-4, 1-6, 4-4, 1-1, 1-5, 2-6

``board`` is a drawing: each cell has the name of its region, and ``.`` stands where no cell is.  A
name is one letter or digit.  For longer names, put blanks between all cells of the drawing; no name
is the word of a rule.
Every region has a rule: ``sum N``, ``less N`` or ``greater N`` for the sum of its pips, ``equals``,
``unequal``, or ``empty`` for a region without a condition.  Regions with the same rule may share a
line.  ``dominoes`` are ``A-B``, or ``A-B x3`` for three copies, with commas between them.
Known counts: ``answers`` (placements) and ``fillings``.

The JSON format::

    {
      "dominoes": [[0, 1], [1, 2]],
      "regions": [
        {"indices": [[0, 0]], "type": "empty"},
        {"indices": [[0, 1], [1, 1]], "type": "equals"},
        {"indices": [[1, 0]], "type": "sum", "target": 2}
      ]
    }

A file has the boards ``easy``, ``medium`` and ``hard``, or is one board.  A blank board is left
out, with a note.  A board has ``dominoes``, a list of ``[A, B]``, and ``regions``, a list of
``indices`` (``[row, column]`` from 0), ``type`` (the rules above) and, for rules with a number,
``target``.  A region has no other members.  Other members of a day or a board, such as a published
``solution``, are ignored.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator

from pyasp_puzzles.boards.formats.fields import Field, placed
from pyasp_puzzles.boards.formats.text import one_line
from pyasp_puzzles.core.errors import INT32, Phrase
from pyasp_puzzles.puzzles.pips.instance import (
    COMPARING,
    MOST_PIPS,
    RULES,
    SIDE,
    Cell,
    Domino,
    PipsBoard,
    Region,
    make,
    named,
)

LEVELS = ("easy", "medium", "hard")

_log = logging.getLogger(__name__)


def boards_of_day(root: Field) -> dict[str, PipsBoard]:
    """The boards of a day that are not blank, by level; or the only board, with the label ""."""
    if "dominoes" in root.object():
        return {"": _level(root, "Pips")}
    levels = [level for level in LEVELS if root.get(level).value is not None]
    if not levels:
        found = Phrase(", ".join(map(repr, root.object())) or "an empty object")
        raise root.error(f"a member {', '.join(map(repr, LEVELS))} or 'dominoes'", found)
    day = root.get("printDate").value
    boards = {}
    for level in levels:
        node = root.get(level)
        if node["dominoes"].value is None and node["regions"].value is None:
            _log.warning("%s: %s is blank and left out", root.source, level)
        else:
            boards[level] = _level(node, f"Pips {day or ''} {level}")
    if not boards:
        raise root.error("one with dominoes and regions", Phrase("nothing but blank boards"))
    return boards


def _level(node: Field, title: str) -> PipsBoard:
    maker = node.get("constructors").value
    if isinstance(maker, str) and maker:
        title += f", by {maker}"
    regions = named(_json_regions(node["regions"]))
    pairs = (item.list(2) for item in node["dominoes"].list())
    dominoes = [Domino(*(half.integer(0, MOST_PIPS) for half in pair)) for pair in pairs]
    with placed(node.source, {"dominoes": node["dominoes"].path}, node.path):
        return make(one_line(title), regions, dominoes)


def _json_regions(node: Field) -> Iterator[Region]:
    """The regions, still without names; no cell is in two of them."""
    seen: set[Cell] = set()
    for item in node.list():
        item.check_members(("indices", "type", "target"))
        cells = []
        for index in item["indices"].list():
            row, column = (number.integer(0, SIDE - 1) + 1 for number in index.list(2))
            if (row, column) in seen:
                raise index.error("a cell of one region only")
            seen.add((row, column))
            cells.append((row, column))
        if not cells:
            raise item["indices"].error("at least one cell")
        rule = item["type"].text()
        if rule not in RULES:
            raise item["type"].error(f"one of {', '.join(RULES)}")
        target = item["target"].integer(0, INT32) if rule in COMPARING else 0
        yield Region("", rule, tuple(sorted(cells)), target)
    if not seen:
        raise node.error("at least one region", Phrase("none"))
