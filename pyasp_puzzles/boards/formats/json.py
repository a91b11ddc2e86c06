"""Reads JSON; every value knows its place, so errors name place, found and expected."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pyasp_puzzles.boards.formats.text import Board, Entry, Line, one_line, read_boards
from pyasp_puzzles.core.errors import INT32, InstanceError, Phrase, did_you_mean, nearest


def is_json(text: str) -> bool:
    """Whether a file is JSON: its first character opens an object or a list."""
    return text.lstrip()[:1] in ("{", "[") and bool(text.strip())


@dataclass(frozen=True)
class Node:
    """A value of a JSON file, with its path, for instance ``hard.regions[3].type``."""

    source: str
    path: str
    value: Any

    def error(self, expected: str, found: object = None) -> InstanceError:
        """An error at this value; ``found`` is the value itself unless the caller gives it."""
        what = self.value if found is None else found
        return InstanceError(self.source, self.path, what, expected)

    def __getitem__(self, key: str) -> Node:
        """A required member of an object; the error names a member with a similar name."""
        if key not in self.object():
            for like in nearest(key, self.value):
                raise self.error(f"a member '{key}', which is missing", like)
            keys = Phrase("only " + ", ".join(map(repr, self.value)) if self.value else "nothing")
            raise self.error(f"a member '{key}'", keys)
        return self.get(key)

    def get(self, key: str) -> Node:
        """An optional member of an object; without it the value is ``None``."""
        path = f"{self.path}.{key}" if self.path else key
        return Node(self.source, path, self.object().get(key))

    def object(self) -> dict[str, Any]:
        if not isinstance(self.value, dict):
            raise self.error("an object {...}")
        return self.value

    def check_members(self, known: Sequence[str], ignored: Sequence[str] = ()) -> None:
        """Refuse the first member that is neither known nor ignored.

        >>> root = Node("x.json", "", {"width": 3, "hight": 3, "source": "a book"})
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

    def list(self, length: int | None = None) -> list[Node]:
        """The items of a list, which must have the given length, if any."""
        if not isinstance(self.value, list):
            raise self.error("a list [...]" if length is None else f"a list of {length}")
        if length is not None and len(self.value) != length:
            raise self.error(f"a list of {length}", Phrase(f"a list of {len(self.value)}"))
        return [Node(self.source, f"{self.path}[{i}]", v) for i, v in enumerate(self.value)]

    def items(self) -> Iterator[tuple[str, Node]]:
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
        return self.value

    def one_of(self, known: Iterable[str]) -> str:
        """One of the known words."""
        words = list(known)
        if self.text() not in words:
            raise self.error(f"one of {', '.join(words)}{did_you_mean(self.text(), words)}")
        return self.text()


def title_of(node: Node, default: str) -> str:
    """A title on one line; without a title the default, but an empty title stays empty."""
    return default if node.value is None else one_line(node.text())


def read_json(text: str, source: str) -> Node:
    """Read a whole file as a node.

    Raises:
        InstanceError: the text is not JSON; the message names line and column.
    """
    try:
        root = Node(source, "", json.loads(text, object_pairs_hook=_members))
        escape = re.search(r"\\u(?:00[01][0-9a-f]|d[89a-f])", text, flags=re.IGNORECASE)
        if escape and _unprintable(root.value):
            line = text.count("\n", 0, escape.start()) + 1
            expected = "text without control characters"
            raise InstanceError(source, f"line {line}", escape[0], expected)
        return root
    except json.JSONDecodeError as error:
        found = text[error.pos : error.pos + 20]
        place = f"line {error.lineno}, column {error.colno}"
        end = error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated")
        what = Phrase("the end of the file" if end else repr(found))
        raise InstanceError(source, place, what, f"JSON ({error.msg.lower()})") from None
    except RecursionError:
        found = "lists and objects nested too deep"
        raise InstanceError(source, "", Phrase(found), "JSON of an instance") from None
    except _TwiceError as error:
        raise InstanceError(source, "", Phrase(str(error)), "JSON") from None
    except ValueError:  # Python reads no longer number
        found = "a number of thousands of digits"
        raise InstanceError(source, "", Phrase(found), "JSON of an instance") from None


def json_boards(text: str, source: str) -> list[Board]:
    """The boards of a JSON file whose members are the keys of the text format, or lists of rows.

    A file is one board, or an object of boards by label.

    Raises:
        InstanceError: a value is neither a text, a number nor a list of them.
    """
    root = read_json(text, source)
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


def _board(node: Node, label: str = "") -> Board:
    """An object as the entries of a board: each row of a list is an indented line."""
    entries = []
    for key, value in node.items():
        rows = value.list() if isinstance(value.value, list) else None
        first = Line(0, _words(value) if rows is None else "", path=value.path)
        lines = tuple(Line(0, _words(row), path=row.path) for row in rows or ())
        entries.append(Entry(node.source, key, first, lines))
    return Board(node.source, label, entries)


def _words(node: Node) -> str:
    """A text, a number, or a list of them with blanks between, as a line."""
    if isinstance(node.value, list):
        return " ".join(map(_words, node.list()))
    if isinstance(node.value, int) and not isinstance(node.value, bool):
        return str(node.value)
    return one_line(node.text())


class _TwiceError(ValueError):
    """A member has a name that another one has."""


def _members(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """The members of an object; no name may come twice."""
    members = dict(pairs)
    if len(members) < len(pairs):
        ((twice, _),) = Counter(name for name, _ in pairs).most_common(1)
        raise _TwiceError(f"the member {twice!r} twice in one object")
    return members


def _unprintable(value: Any) -> bool:
    """Whether a string in a JSON value has a control character or a lone surrogate."""
    if isinstance(value, str):
        return re.search(r"[\x00-\x1f\x7f\ud800-\udfff]", value) is not None
    if isinstance(value, dict):
        return any(map(_unprintable, value)) or any(map(_unprintable, value.values()))
    return isinstance(value, list) and any(map(_unprintable, value))
