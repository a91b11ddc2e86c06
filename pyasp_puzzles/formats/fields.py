"""The fields of an instance that a program makes, checked with the words of a file's errors.

A puzzle's ``Instance`` calls its one check when it is made (``__post_init__``), so that a wrong one
never reaches a program.  Its parsers make their instances within :func:`placed`: what only a whole
board can break is then told with its place in the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from pyasp_puzzles.errors import InstanceError, Phrase, shorten
from pyasp_puzzles.formats.json import Node


@dataclass(frozen=True)
class Field(Node):
    """A value within an instance, with its path, for instance ``pieces[2].blocks``.

    It is read as a value of a JSON file is, with tuples for lists and attributes for members.
    """

    def __getitem__(self, key: str) -> Field:
        return self.get(key)

    def get(self, key: str) -> Field:
        path = f"{self.path}.{key}" if self.path else key
        return Field(self.source, path, getattr(self.value, key))

    def list(self, length: int | None = None) -> list[Field]:  # type: ignore[override]
        """The items of a tuple, of just this length where one is given."""
        if not isinstance(self.value, tuple) or length not in (None, len(self.value)):
            raise self.error("a tuple (...)" if length is None else f"a tuple of {length}")
        return [Field(self.source, f"{self.path}[{i}]", v) for i, v in enumerate(self.value)]

    def text(self) -> str:
        found = super().text()
        if re.search("[\ud800-\udfff]", found):
            raise self.error("text without halves of surrogate pairs, which no file can hold")
        return found

    def of(self, kind: type[Any]) -> Field:
        """The field itself, which must be of this class."""
        if not isinstance(self.value, kind):
            raise self.error(f"a {kind.__name__}")
        return self

    def in_order(self, noun: str) -> None:
        """Items that are sorted, none of them twice."""
        items: Sequence[Any] = self.value
        for first, second in pairwise(items):
            if first == second:
                raise self.error(f"every {noun} once", Phrase(f"the {noun} {first} twice"))
            if second < first:
                raise self.error(f"every {noun} in order", Phrase(f"{second} behind {first}"))


def fields(instance: Any) -> Field:
    """An instance as a field; what all instances have is checked.

    Raises:
        InstanceError: its title or name is no text, or its known counts are no counts.
    """
    root = Field(f"{type(instance).__name__} {shorten(instance.title, 40)}", "", instance)
    if "\n" in root["title"].text():
        raise root["title"].error("one line")
    root["name"].text()
    for pair in root["known"].list():
        word, number = pair.list(2)
        word.text()
        number.integer(0)
    return root


@contextmanager
def placed(source: str, places: Mapping[str, str], otherwise: str = "") -> Iterator[None]:
    """Tell a file's place where an instance that was read from it fails its check.

    Args:
        source: the name of the file.
        places: the place of each field, or item of one (``pieces[2]``), as errors name it.
        otherwise: the place of all other fields.
    """
    try:
        yield
    except InstanceError as error:
        within = [path for path in places if _within(error.place, path)]
        place = places[max(within, key=len)] if within else otherwise
        raise InstanceError(source, place, error.found, error.expected) from None


def _within(path: str, outer: str) -> bool:
    return path == outer or path.startswith((f"{outer}.", f"{outer}["))
