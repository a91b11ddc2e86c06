"""Reads JSON; every value knows its place, so errors name place, found and expected."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from pyasp_puzzles.boards.formats.fields import Field
from pyasp_puzzles.boards.formats.text import Board, Entry, Line, one_line, read_boards
from pyasp_puzzles.core.errors import INT32, InstanceError, Phrase


def is_json(text: str) -> bool:
    """Whether a file is JSON: its first character opens an object or a list."""
    return text.lstrip()[:1] in ("{", "[") and bool(text.strip())


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
