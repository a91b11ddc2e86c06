"""Edge-matching boards as others publish them: plain lists of pieces, and JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import isqrt

from pyasp_puzzles.boards.formats.fields import Field
from pyasp_puzzles.boards.formats.json import title_of
from pyasp_puzzles.boards.formats.text import Entry, Line
from pyasp_puzzles.core.errors import InstanceError, Phrase, counted
from pyasp_puzzles.puzzles.eternity.instance import (
    ASSUMED,
    CLOCKWISE,
    MAX_CELLS,
    MAX_COLOUR,
    MAX_SIDE,
    HintPiece,
    Instance,
    Sides,
    clash,
    clockwise,
    misread,
    number_of,
    usual_frame,
)

# Plain lists


def size_of(entry: Entry) -> tuple[int, int]:
    """Rows and columns of an entry ``4 x 6``."""
    match = re.fullmatch(r"(\d+) *[xX] *(\d+)", entry.word)
    if not match:
        raise entry.error(entry.value.text or Phrase("nothing"), "ROWS x COLUMNS, such as 4 x 6")
    return bounded_size(entry, *match.groups())


def bounded_size(entry: Entry, *words: str) -> tuple[int, int]:
    """Rows and columns, from their words."""
    rows, columns = (entry.number(word, 1, MAX_SIDE) for word in words)
    if rows * columns > MAX_CELLS:
        raise entry.error(entry.value.text, f"at most {MAX_CELLS} cells")
    return rows, columns


def order_of(entry: Entry | None) -> str:
    """The order of the sides that an entry ``order:`` names, four letters."""
    if entry is None:
        return CLOCKWISE
    word = entry.word.upper()
    if sorted(word) != sorted(CLOCKWISE):
        raise entry.error(entry.value.text, "the letters U, R, D and L in some order")
    return word


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


def from_list(lines: Sequence[Line], source: str, wanted: Size | None) -> Instance:
    """The board of a list.

    Args:
        lines: as of :func:`content`.
        wanted: rows and columns, if they are known from elsewhere.

    Raises:
        InstanceError: the list cannot be understood, or leaves the size of the board open.
    """
    order = _order(lines, source)
    body = [_plain_size(line) for line in lines if not _is_order(line)]
    header: dict[int, Entry] = {}  # by number of words: 1 the frame, 2 the size
    while body and len(_fields(body[0])) in (1, 2) and not re.search(_LETTER, body[0].text):
        line = body.pop(0)
        fields = len(_fields(line))
        key = "frame" if fields == 1 else "board"
        if fields in header:
            raise Entry(source, key, line).error(line.text, "four colours a line after the first")
        header[fields] = Entry(source, key, line)
    named = header[1].integer(0, MAX_COLOUR) if 1 in header else None
    size = bounded_size(header[2], *_fields(header[2].value)) if 2 in header else wanted
    if not body:
        raise InstanceError(source, "", Phrase("no piece"), "lines of four colours, a piece each")
    entry = Entry(source, "pieces", body[0])
    listed = _listed(entry, body, order or CLOCKWISE)
    pieces = tuple(sides for sides, _ in listed)
    frame = usual_frame(pieces) if named is None else named
    rows, columns = size or _fitting(entry, pieces, frame)
    if len(pieces) != rows * columns:
        expected = f"{rows * columns} of them, one for each cell of the board"
        raise entry.error(number_of(pieces), expected)
    if named is not None:
        _check_frame(header[1], pieces, named, rows, columns)
    notes = [] if order else [ASSUMED]
    if not size and rows != columns:
        notes.insert(0, f"The sides of the frame fit {rows} x {columns} cells.")
    title = f"Eternity {rows} x {columns}"
    instance = Instance(title, rows, columns, pieces, frame, note=" ".join(notes))
    wrong = None if order else misread(instance)
    if wrong is not None:
        sides, line = listed[wrong]
        found = Phrase(f"the frame on opposite sides: {' '.join(map(str, sides))}")
        expected = "colours clockwise from the top, or a line such as 'order: UDLR'"
        raise entry.error(found, expected, line)
    return instance


def _plain_size(line: Line) -> Line:
    """A line ``ROWS x COLUMNS`` as ``ROWS COLUMNS``, any other as it is."""
    size = re.fullmatch(r"(\d+) *[xX×] *(\d+)", line.text)
    return replace(line, text=f"{size[1]} {size[2]}") if size else line


def _is_order(line: Line) -> bool:
    return re.match(r"order\s*:", line.text) is not None


def _order(lines: Sequence[Line], source: str) -> str:
    """The order of the colours that a line names; empty where none does."""
    named = [line for line in lines if _is_order(line)]
    if len(named) > 1:
        place = f"line {named[1].number}"
        raise InstanceError(source, place, Phrase("a second order"), "one line 'order: ...'")
    for line in named:
        word = line.text.partition(":")[2].strip()
        return order_of(Entry(source, "order", Line(line.number, word)))
    return ""


def _fields(line: Line) -> list[str]:
    """The words of a line, split at blanks, commas or semicolons; the first may end in ``:``."""
    return re.sub(r"^(\d+)\s*:|[,;]", r"\1 ", line.text).split()


def _listed(entry: Entry, body: Sequence[Line], order: str) -> list[tuple[Sides, Line]]:
    """The pieces with their lines, in the order of their numbers, if they have numbers."""
    width = len(_fields(body[0]))
    numbered = width == 5
    expected = "the number of a piece and its four colours" if numbered else "four colours"
    found: list[tuple[int, Sides, Line]] = []
    for line in body:
        fields = _fields(line)
        for word in fields:
            if re.search(_LETTER, word):
                only = "colours as numbers (letters are for the links of board viewers)"
                raise entry.error(word, only, line)
        if len(fields) != 4 + numbered:
            raise entry.error(
                Phrase(f"{counted(len(fields), 'field')}: {line.text}"), expected, line
            )
        colours = [entry.number(word, 0, MAX_COLOUR, line) for word in fields[-4:]]
        number = entry.number(fields[0], 0, len(body), line) if numbered else len(found)
        found.append((number, clockwise(colours, order), line))
    found.sort(key=lambda item: item[0])
    if numbered:
        first = 0 if found[0][0] == 0 else 1
        for wanted, (number, _, line) in enumerate(found, start=first):
            if number != wanted:
                each = f"each number from {first} to {first + len(found) - 1} once"
                raise entry.error(Phrase(f"the number {number} of a piece"), each, line)
    return [(sides, line) for _, sides, line in found]


def _sides(pieces: Sequence[Sides], colour: int | None) -> int:
    """How many sides have a colour."""
    return sum(side == colour for sides in pieces for side in sides)


def _fitting(entry: Entry, pieces: Sequence[Sides], frame: int | None) -> Size:
    """The size of the board, no higher than wide: by the sides of the frame, or else a square."""
    number = len(pieces)
    sizes = [size for size in _sizes(number) if 2 * sum(size) == _sides(pieces, frame)]
    side = isqrt(number)
    if side * side == number:
        sizes.append((side, side))
    if sizes and number <= MAX_CELLS:
        return sizes[0]
    some = ", ".join(f"{rows}x{columns}" for rows, columns in _sizes(number))
    expected = f"--size, which could be {some}" if some else f"at most {MAX_CELLS} of them"
    raise entry.error(number_of(pieces), expected)


def _sizes(number: int) -> Iterator[Size]:
    """The sizes with so many cells, no higher than wide; the one closest to a square first."""
    for rows in range(isqrt(number), 0, -1):
        if number % rows == 0 and number // rows <= MAX_SIDE:
            yield rows, number // rows


def _check_frame(
    entry: Entry, pieces: Sequence[Sides], frame: int, rows: int, columns: int
) -> None:
    """Refuse a number that cannot be the colour of the frame."""
    rim, having = 2 * (rows + columns), _sides(pieces, frame)
    if having != rim or (frame and _sides(pieces, 0) == rim):
        found = Phrase(f"{frame}, the colour of {counted(having, 'side')}")
        expected = f"the frame's, which {rim} have on {rows} x {columns} cells, or ROWS COLUMNS"
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


def from_json(root: Field) -> Instance:
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
    hints: list[HintPiece] = []
    for node in root["hints"].list() if root.get("hints").value is not None else ():
        node.check_members(("pos", "piece", "rot"))
        place = node["pos"].integer(0, rows * columns - 1)
        piece = node["piece"].integer(0, len(pieces) - 1) + 1
        turns = node["rot"].integer(0, 3)
        hint = HintPiece(place // columns + 1, place % columns + 1, piece, turns)
        shared, expected = clash(hint, hints)
        if expected:
            raise node["pos" if shared == "cell" else "piece"].error(expected)
        hints.append(hint)
    title = title_of(root.get("name"), f"Eternity {rows} x {columns}")
    instance = Instance(title, rows, columns, tuple(pieces), frame, tuple(sorted(hints)), note)
    wrong = misread(instance) if note else None
    if wrong is not None:
        node = root["pieces"].list()[wrong]
        raise node.error("colours clockwise from the top, or a member 'edge_order'")
    return instance
