"""Checks the values of instances and of JSON files, with the same error messages for both.

A puzzle's board checks itself when it is made (``__post_init__``), so a wrong instance never
reaches a program.  Parsers make instances within :func:`placed`, which turns the name of a field
into its place in the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from pyasp_puzzles.boards.formats.text import is_one_line
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
