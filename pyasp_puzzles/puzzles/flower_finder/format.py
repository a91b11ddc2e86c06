"""Flower Finder instances: their type, the shared text format, and JSON.

The text format::

    title: Two by two
    strip A: TR BL
    strip B: BR TR
    strip C: BL BR
    strip D: TR TR

A strip is listed upright, from top to bottom.  Each circle is named by its gap, which is the one
of its four quarters without a petal: ``TL`` (top left), ``TR``, ``BL`` or ``BR``.  A frame for
strips of N circles takes 2N strips, N below and N across.  A name of a strip has at most 12 signs,
no blank, quote, backslash, colon, percent sign or control character, also in JSON.

The JSON format::

    {
      "title": "Two by two",
      "strips": {
        "A": ["TR", "BL"],
        "B": ["BR", "TR"],
        "C": ["BL", "BR"],
        "D": ["TR", "TR"]
      }
    }
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pyasp_puzzles.boards.formats.fields import fields, placed
from pyasp_puzzles.boards.formats.json import Node, is_json, read_json, title_of
from pyasp_puzzles.boards.formats.text import Board, Known, read_boards, write_board
from pyasp_puzzles.core.errors import Phrase, counted

Vector = tuple[int, int]
"""x and y."""

QUARTERS: dict[str, Vector] = {"TL": (-1, 1), "TR": (1, 1), "BL": (-1, -1), "BR": (1, -1)}
"""The quarters of a circle by name: vectors from its middle, x to the right and y up."""


def quarter(vector: Vector) -> str:
    """The name of a quarter."""
    return next(name for name, other in QUARTERS.items() if other == vector)


STRIP_NAME = r"[^\s\"\\:%\x00-\x1f\x7f]{1,12}"
"""A pattern that every name of a strip matches."""
STRIP_NAMES = "at most 12 signs, no blank, quote, backslash, colon, percent or control sign"
"""The same in words."""

CIRCLES = range(2, 10)
"""The numbers of circles that a strip may have."""


@dataclass(frozen=True)
class Strip:
    """A strip held upright: the gaps of its circles from top to bottom."""

    name: str
    circles: tuple[Vector, ...]


@dataclass(frozen=True)
class Instance:
    """The strips of a puzzle, twice as many as each of them has circles."""

    title: str
    strips: tuple[Strip, ...]
    name: str = ""
    known: Known = ()

    def __post_init__(self) -> None:
        _check(self)

    @property
    def n(self) -> int:
        """Circles of a strip, strips of a layer."""
        return len(self.strips) // 2


def _check(instance: Instance) -> None:
    """Check the fields of an instance.

    Raises:
        InstanceError: a field is wrong, or the strips are too few, too many or of other lengths.
    """
    listed = fields(instance)["strips"]
    names: set[str] = set()
    first = 0
    for node in listed.list():
        strip: Strip = node.of(Strip).value
        if not re.fullmatch(STRIP_NAME, node["name"].text()):
            raise node["name"].error(f"a name: {STRIP_NAMES}")
        if strip.name in names:
            raise node["name"].error("a name that no strip has yet")
        names.add(strip.name)
        for circle in node["circles"].list():
            if circle.value not in QUARTERS.values():
                raise circle.error(f"one of {', '.join(map(str, QUARTERS.values()))}")
        length = len(strip.circles)
        first = first or length
        if length != first or length not in CIRCLES:
            expected = f"from {CIRCLES.start} to {CIRCLES.stop - 1} circles"
            if length != first:
                expected = f"{counted(first, 'circle')}, as in strip {instance.strips[0].name}"
            raise node["circles"].error(expected, Phrase(counted(length, "circle")))
    if not names:
        raise listed.error("'strip NAME: ...'", Phrase("no strip"))
    if len(names) != 2 * first:
        found = Phrase(f"{counted(len(names), 'strip')} of {counted(first, 'circle')}")
        raise listed.error(f"{2 * first} strips, {first} for each layer", found)


def parse(text: str, source: str) -> dict[str, Instance]:
    """The boards of a file, by label.

    Raises:
        InstanceError: the text is no instance; the message says where and why.

    >>> frame = parse("".join(f"strip {name}: TL BR\\n" for name in "ABCD"), "small.txt")[""]
    >>> frame.n, frame.strips[0]
    (2, Strip(name='A', circles=((-1, 1), (1, -1))))
    """
    if is_json(text):
        return {"": _from_json(read_json(text, source))}
    return {board.label: _from_board(board) for board in read_boards(text, source)}


def _from_board(board: Board) -> Instance:
    known = board.known()
    title = board.text("title", board.label or "Flower Finder")
    strips: dict[str, Strip] = {}
    places = {}
    for name, entry in board.prefixed("strip"):
        if not re.fullmatch(STRIP_NAME, name):
            raise entry.error(entry.key, "'strip NAME', a name of at most 12 signs")
        if name in strips:
            raise entry.error(name, "a name that no strip has yet")
        places[f"strips[{len(strips)}]"] = entry.place()
        words = [(word, line) for line in entry.body() for word in line.text.split()]
        for word, line in words:
            if word.upper() not in QUARTERS:
                raise entry.error(word, f"one of {', '.join(QUARTERS)}", line)
        strips[name] = Strip(name, tuple(QUARTERS[word.upper()] for word, _ in words))
    board.finish(("title", "strip NAME", "answers", "classes"))
    with placed(board.source, places, board.place()):
        return Instance(title, tuple(strips.values()), known=known)


def _from_json(root: Node) -> Instance:
    listed = root["strips"]  # first: a file of another puzzle lacks this member
    root.check_members(("title", "strips"))
    title = title_of(root.get("title"), "Flower Finder")
    strips = tuple(
        Strip(name, tuple(QUARTERS[circle.one_of(QUARTERS)] for circle in circles.list()))
        for name, circles in listed.items()
    )
    places = {f"strips[{i}]": f"strips.{strip.name}" for i, strip in enumerate(strips)}
    with placed(root.source, places, "strips"):
        return Instance(title, strips)


def format_text(instance: Instance) -> str:
    """The instance in the shared text format; :func:`parse` reads it back."""
    strips = {f"strip {s.name}": " ".join(map(quarter, s.circles)) for s in instance.strips}
    return write_board({"title": instance.title, **strips}, instance.known)
