"""Checks the values of instances and of JSON files, with the same error messages for both.

Every value knows its place, so errors name place, found and expected.

A puzzle's board checks itself when it is made (``__post_init__``), so a wrong instance never
reaches a program.  Parsers make instances within :func:`placed`, which turns the name of a field
into its place in the file.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from pyasp_puzzles.boards.formats.text import Board, Entry, Line, is_one_line, one_line, read_boards
from pyasp_puzzles.core.errors import INT32, InstanceError, Phrase, did_you_mean, nearest, shorten


@dataclass(frozen=True)
class Field:
    """A value with its path, such as ``pieces[2].blocks``: in an instance, or in a JSON file.

    An instance has attributes and tuples where JSON has members and lists.
    """

    source: str
    path: str
    value: Any
    json: bool = False

    def error(self, expected: str, found: object = None) -> InstanceError:
        """An error at this value; ``found`` is the value itself unless the caller gives it."""
        what = self.value if found is None else found
        return InstanceError(self.source, self.path, what, expected)

    def __getitem__(self, key: str) -> Field:
        """A required member; the error names one with a similar name."""
        if self.json and key not in self.object():
            for like in nearest(key, self.value):
                raise self.error(f"a member '{key}', which is missing", like)
            keys = Phrase("only " + ", ".join(map(repr, self.value)) if self.value else "nothing")
            raise self.error(f"a member '{key}'", keys)
        return self.get(key)

    def get(self, key: str) -> Field:
        """An optional member; without it the value is ``None``."""
        value = self.object().get(key) if self.json else getattr(self.value, key)
        return self._at(f"{self.path}.{key}" if self.path else key, value)

    def _at(self, path: str, value: Any) -> Field:
        return Field(self.source, path, value, self.json)

    def object(self) -> dict[str, Any]:
        if not isinstance(self.value, dict):
            raise self.error("an object {...}")
        return self.value

    def check_members(self, known: Sequence[str], ignored: Sequence[str] = ()) -> None:
        """Refuse the first member that is neither known nor ignored.

        >>> members = {"width": 3, "hight": 3, "source": "a book"}
        >>> root = Field("x.json", "", members, json=True)
        >>> try:
        ...     root.check_members(["width", "height"], ["source"])
        ... except InstanceError as error:
        ...     print(error)
        x.json: found 'hight', expected one of width, height; did you mean 'height'?
        """
        for key in self.object():
            if key not in known and key not in ignored:
                raise self.error(f"one of {', '.join(known)}{did_you_mean(key, known)}", key)

    def check_spelling(self, members: Sequence[str]) -> None:
        """Refuse an unknown member whose name is similar to that of a missing known one."""
        for key in self.object():
            close = nearest(key, members, likeness=0.85) if key not in members else []
            if close and close[0] not in self.object():
                raise self.error(f"a member '{close[0]}'", key)

    def list(self, length: int | None = None) -> list[Field]:
        """The items of a list or tuple, which must have the given length, if any."""
        kind, noun = (list, "list [...]") if self.json else (tuple, "tuple (...)")
        if length is not None:
            noun = f"{kind.__name__} of {length}"
        if not isinstance(self.value, kind):
            raise self.error(f"a {noun}")
        if length not in (None, len(self.value)):
            raise self.error(f"a {noun}", Phrase(f"a {kind.__name__} of {len(self.value)}"))
        return [self._at(f"{self.path}[{i}]", item) for i, item in enumerate(self.value)]

    def items(self) -> Iterator[tuple[str, Field]]:
        for key in self.object():
            yield key, self.get(key)

    def integer(self, minimum: int = -INT32, maximum: int = INT32) -> int:
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            raise self.error("an integer")
        if not minimum <= self.value <= maximum:
            raise self.error(f"an integer from {minimum} to {maximum}")
        return self.value

    def text(self) -> str:
        if not isinstance(self.value, str):
            raise self.error("a string")
        if re.search("[\ud800-\udfff]", self.value):
            raise self.error("text without halves of surrogate pairs, which no file can hold")
        return self.value

    def one_of(self, known: Iterable[str]) -> str:
        """One of the known words."""
        words = list(known)
        if self.text() not in words:
            raise self.error(f"one of {', '.join(words)}{did_you_mean(self.text(), words)}")
        return self.text()

    def one_line(self) -> str:
        """A text that can follow ``KEY:`` in a file of the shared text format."""
        if not is_one_line(self.text()):
            expected = "one line without percent signs, control characters and blanks around it"
            raise self.error(expected)
        return self.text()

    def of(self, kind: type[Any]) -> Field:
        """The field itself, which must be of this class."""
        if not isinstance(self.value, kind):
            raise self.error(f"a {kind.__name__}")
        return self

    def in_order(self, noun: str) -> None:
        """Refuse items that are not sorted, or an item that comes twice."""
        items: Sequence[Any] = self.value
        for first, second in pairwise(items):
            if first == second:
                raise self.error(f"every {noun} once", Phrase(f"the {noun} {first} twice"))
            if second < first:
                raise self.error(f"every {noun} in order", Phrase(f"{second} behind {first}"))


def fields(instance: Any) -> Field:
    """An instance as a field; the attributes that all instances have are checked.

    Raises:
        InstanceError: the title is no text of one line, the name is no text, or a known count is
            no number.
    """
    root = Field(f"{type(instance).__name__} {shorten(instance.title, 40)}", "", instance)
    root["title"].one_line()
    root["name"].of(str)
    for pair in root["known"].list():
        word, number = pair.list(2)
        word.text()
        number.integer(0)
    return root


@contextmanager
def placed(source: str, places: Mapping[str, str], otherwise: str = "") -> Iterator[None]:
    """Let an instance that fails its check within the block name the place in its file.

    Args:
        source: the name of the file.
        places: the place in the file of each field or item (``pieces[2]``), for messages.
        otherwise: the place of all other fields.
    """
    try:
        yield
    except InstanceError as error:
        within = [path for path in places if re.match(rf"{re.escape(path)}([.\[]|$)", error.place)]
        place = places[max(within, key=len)] if within else otherwise
        raise InstanceError(source, place, error.found, error.expected) from None


def is_json(text: str) -> bool:
    """Whether a file is JSON: its first character opens an object or a list."""
    return text.lstrip()[:1] in ("{", "[")


def title_of(node: Field, default: str) -> str:
    """A title on one line; without a title the default, but an empty title stays empty."""
    return default if node.value is None else one_line(node.text())


def read_json(text: str, source: str) -> Field:
    """Read a whole file as a field.

    Raises:
        InstanceError: the text is not JSON; the message names line and column.
    """

    def members(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(pairs)) < len(pairs):
            ((name, _),) = Counter(name for name, _ in pairs).most_common(1)
            found = Phrase(f"the member {name!r} twice in one object")
            raise InstanceError(source, "", found, "JSON")
        return dict(pairs)

    try:
        root = Field(source, "", json.loads(text, object_pairs_hook=members), json=True)
        escape = re.search(r"\\u(?:00[01][0-9a-f]|d[89a-f])", text, flags=re.IGNORECASE)
        if escape and _unprintable(root.value):
            line = text.count("\n", 0, escape.start()) + 1
            expected = "text without control characters"
            raise InstanceError(source, f"line {line}", escape[0], expected)
        return root
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        end = error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated")
        rest = repr(text[error.pos : error.pos + 20])
        what, expected = "the end of the file" if end else rest, f"JSON ({error.msg.lower()})"
    except RecursionError:
        place, what = "", "lists and objects nested too deep"
        expected = "JSON of an instance"
    except ValueError:  # Python reads no longer number
        place, what = "", "a number of thousands of digits"
        expected = "JSON of an instance"
    raise InstanceError(source, place, Phrase(what), expected)


def json_boards(root: Field) -> list[Board]:
    """The boards of a JSON file whose members are the keys of the text format, or lists of rows.

    A file is one board, or an object of boards by label.

    Raises:
        InstanceError: a value is neither a text, a number nor a list of them.
    """
    nested = [node for _, node in root.items() if isinstance(node.value, dict)]
    if nested and len(nested) == len(root.value):
        return [_board(node, label) for label, node in root.items()]
    return [_board(root)]


def as_json(text: str) -> str:
    """A file with one board in the text format as JSON that :func:`json_boards` reads."""
    [board] = read_boards(text, "")
    values = {
        e.key: [line.text.strip() for line in e.lines]
        or (int(e.value.text) if e.value.text.isdigit() else e.value.text)
        for e in board.entries
    }
    return json.dumps(values, indent=2, ensure_ascii=False)


def _board(node: Field, label: str = "") -> Board:
    """An object as the entries of a board: each row of a list is an indented line."""
    entries = []
    for key, value in node.items():
        rows = value.list() if isinstance(value.value, list) else None
        lines = (Line(0, _words(row), path=row.path) for row in rows or ())
        entries.append(entry_of(value, key, _words(value) if rows is None else "", lines))
    return Board(node.source, label, entries)


def entry_of(node: Field, key: str, text: str = "", lines: Iterable[Line] = ()) -> Entry:
    """A value as an entry of the text format, whose errors name its place."""
    return Entry(node.source, key, Line(0, text, path=node.path), tuple(lines))


def numbers(node: Field, least: int = -INT32, most: int = INT32, none: str = "0") -> Line:
    """A list of integers as a line.

    Args:
        none: what is written for 0.
    """
    found = (each.integer(least, most) for each in node.list())
    return Line(0, " ".join(str(x) if x else none for x in found), path=node.path)


def _words(node: Field) -> str:
    """A text, a number, or a list of them with blanks between, as a line."""
    if isinstance(node.value, list):
        return " ".join(map(_words, node.list()))
    if isinstance(node.value, int) and not isinstance(node.value, bool):
        return str(node.value)
    return one_line(node.text())


def _unprintable(value: Any) -> bool:
    """Whether a string in a JSON value has a control character or a lone surrogate."""
    if isinstance(value, str):
        return re.search(r"[\x00-\x1f\x7f\ud800-\udfff]", value) is not None
    if isinstance(value, dict):
        return any(map(_unprintable, value)) or any(map(_unprintable, value.values()))
    return isinstance(value, list) and any(map(_unprintable, value))
