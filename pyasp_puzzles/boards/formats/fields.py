"""Checks the fields of an instance, with the same error messages as for a file.

A puzzle's ``Instance`` checks itself when it is made (``__post_init__``), so a wrong instance never
reaches a program.  Parsers make instances within :func:`placed`, which turns the name of a field
into its place in the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from pyasp_puzzles.boards.formats.json import Node
from pyasp_puzzles.boards.formats.text import is_one_line
from pyasp_puzzles.core.errors import InstanceError, Phrase, shorten


@dataclass(frozen=True)
class Field(Node):
    """A value in an instance, with its path, for instance ``pieces[2].blocks``.

    It works like a value of a JSON file, with tuples as lists and attributes as members.
    """

    def __getitem__(self, key: str) -> Field:
        return self.get(key)

    def get(self, key: str) -> Field:
        path = f"{self.path}.{key}" if self.path else key
        return Field(self.source, path, getattr(self.value, key))

    def list(self, length: int | None = None) -> list[Field]:  # type: ignore[override]
        """The items of a tuple, which must have the given length, if any."""
        if not isinstance(self.value, tuple) or length not in (None, len(self.value)):
            raise self.error("a tuple (...)" if length is None else f"a tuple of {length}")
        return [Field(self.source, f"{self.path}[{i}]", v) for i, v in enumerate(self.value)]

    def text(self) -> str:
        found = super().text()
        if re.search("[\ud800-\udfff]", found):
            raise self.error("text without halves of surrogate pairs, which no file can hold")
        return found

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
