"""The JSON format of Pips: a published day with its levels, or one board."""

from __future__ import annotations

import logging
from collections.abc import Iterator

from pyasp_puzzles.boards.formats.fields import placed
from pyasp_puzzles.boards.formats.json import Node
from pyasp_puzzles.boards.formats.text import one_line
from pyasp_puzzles.core.errors import INT32, Phrase
from pyasp_puzzles.puzzles.pips.instance import (
    COMPARING,
    MOST_PIPS,
    RULES,
    SIDE,
    Cell,
    Domino,
    Instance,
    Region,
    make,
    names,
)

LEVELS = ("easy", "medium", "hard")

_log = logging.getLogger(__name__)


def read(root: Node) -> dict[str, Instance]:
    """The boards of a day that are not blank, by level; or the only board, with the label "".

    Raises:
        InstanceError: a member is wrong or missing, or no board is left.
    """
    if "dominoes" in root.object():
        return {"": _from_level(root, "Pips")}
    levels = [level for level in LEVELS if root.get(level).value is not None]
    if not levels:
        raise root.error(f"a member {', '.join(map(repr, LEVELS))} or 'dominoes'", _members(root))
    day = root.get("printDate").value
    boards = {}
    for level in levels:
        node = root.get(level)
        if node["dominoes"].value is None and node["regions"].value is None:
            _log.warning("%s: %s is blank and left out", root.source, level)
        else:
            boards[level] = _from_level(node, f"Pips {day or ''} {level}")
    if not boards:
        raise root.error("one with dominoes and regions", Phrase("nothing but blank boards"))
    return boards


def _members(node: Node) -> Phrase:
    return Phrase(", ".join(map(repr, node.object())) or "an empty object")


def _from_level(node: Node, title: str) -> Instance:
    maker = node.get("constructors").value
    if isinstance(maker, str) and maker:
        title += f", by {maker}"
    regions = list(_json_regions(node["regions"]))
    dominoes = []
    for item in node["dominoes"].list():
        low, high = (half.integer(0, MOST_PIPS) for half in item.list(2))
        dominoes.append(Domino(low, high))
    regions.sort(key=lambda region: region.cells)
    name = names()
    named = [Region(next(name), r.rule, r.cells, r.target) for r in regions]
    with placed(node.source, {"dominoes": node["dominoes"].path}, node.path):
        return make(one_line(title), named, dominoes)


def _json_regions(node: Node) -> Iterator[Region]:
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
