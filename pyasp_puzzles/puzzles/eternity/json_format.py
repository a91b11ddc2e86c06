"""Edge-matching boards as JSON."""

from __future__ import annotations

import re

from pyasp_puzzles.errors import Phrase, counted
from pyasp_puzzles.formats.json import Node, title_of
from pyasp_puzzles.puzzles.eternity.format import (
    ASSUMED,
    CLOCKWISE,
    MAX_CELLS,
    MAX_COLOUR,
    MAX_SIDE,
    Hint,
    Instance,
    clockwise,
    misread,
    number_of,
    usual_frame,
)

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


def from_json(root: Node) -> Instance:
    """The board of a JSON file."""
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
        pieces.append(clockwise(colours, order))
    if len(pieces) != rows * columns:
        expected = f"{rows * columns} of them, one for each cell of the board"
        raise root["pieces"].error(expected, number_of(pieces))
    frame = usual_frame(pieces)
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
    title = title_of(root.get("name"), f"Eternity {rows} x {columns}")
    instance = Instance(title, rows, columns, tuple(pieces), frame, tuple(sorted(hints)), note)
    wrong = misread(instance) if note else None
    if wrong is not None:
        node = root["pieces"].list()[wrong]
        raise node.error("colours clockwise from the top, or a member 'edge_order'")
    return instance
