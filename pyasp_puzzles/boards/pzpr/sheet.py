"""A pzprv3 file while it is read or written, and what a section of it is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pyasp_puzzles.boards.board import Layer, Value, layer_named, layers_of, with_fields
from pyasp_puzzles.boards.formats.text import NONE, Entry, Line
from pyasp_puzzles.boards.marks import Marks
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.boards.pzpr.code import packed
from pyasp_puzzles.core.errors import InstanceError, Phrase, counted


@dataclass
class Sheet:
    """What a file says: a board, which nobody has checked, and what is known of an answer.

    Attributes:
        values: for each kind of marks, by name, its values by place.
        absent: for each kind of marks, by name, the places on which nothing stands.
    """

    board: Any
    marks: dict[str, Marks]
    values: dict[str, dict[Place, Value]] = field(default_factory=dict)
    absent: dict[str, list[Place]] = field(default_factory=dict)

    @property
    def layers(self) -> list[Layer]:
        """The layers of the board that have rows of their own."""
        return [layer for layer in layers_of(type(self.board)) if layer.name != "columns"]

    @property
    def frame(self) -> list[list[Place]]:
        """The cells in rows."""
        columns = range(1, self.board.columns + 1)
        return [[(row, column) for column in columns] for row in range(1, self.board.rows + 1)]

    def layer(self, name: str) -> Layer:
        """A layer of the board, or marks, by name."""
        return self.marks[name] if name in self.marks else layer_named(self.board, name)

    def found(self, name: str) -> dict[Place, Value]:
        """The values of a layer or of marks."""
        if name in self.marks:
            return self.values.setdefault(name, {})
        found: dict[Place, Value] = self.board[name]
        return found

    def put(self, name: str, values: dict[Place, Value]) -> None:
        """Add values of a layer or of marks."""
        if name in self.marks:
            self.values.setdefault(name, {}).update(values)
        else:
            own = self.layer(name)
            every = self.found(name) | values if getattr(self.board, name) else values
            self.board = with_fields(self.board, **{name: packed(self.board, own, every)})


@dataclass
class Sheets:
    """The lines of a file that are read one after the other."""

    lines: Sequence[str]
    source: str
    version: int = 0
    at: int = 0

    def take(self) -> str:
        """The next line.

        Raises:
            InstanceError: there is none.
        """
        self.at += 1
        if self.at > len(self.lines):
            raise self.error("more lines: the board ends here", Phrase("the end"))
        return self.lines[self.at - 1]

    def tokens(self, frame: Iterable[Sequence[Place]]) -> Iterator[tuple[Place, str]]:
        """Places in rows, each with its word: a line for each row.

        Raises:
            InstanceError: a line has another number of words.
        """
        for places in frame:
            words = self.take().split()
            if len(words) != len(places):
                found = Phrase(counted(len(words), "sign"))
                raise self.error(counted(len(places), "sign"), found)
            yield from zip(places, words, strict=True)

    def error(self, expected: str, found: object = None) -> InstanceError:
        """An error at the line that was taken last."""
        what = self.lines[self.at - 1] if found is None else found
        return InstanceError(self.source, f"line {self.at}", what, expected)

    def entry(self, name: str) -> Entry:
        """The line that was taken last as an entry, for errors."""
        return Entry(self.source, name, Line(self.at, ""))


class Section(ABC):
    """Some lines of a file."""

    @abstractmethod
    def read(self, lines: Sheets, sheet: Sheet) -> None:
        """Take the lines.

        Raises:
            InstanceError: they say no board.
        """

    @abstractmethod
    def write(self, sheet: Sheet) -> list[str]:
        """The lines of a board and an answer."""


def token_lines(frame: Iterable[Iterable[Place]], texts: Mapping[Place, str]) -> list[str]:
    """The inverse of :meth:`Sheets.tokens`; ``.`` on a place without a text."""
    return ["".join(f"{texts.get(place, NONE)} " for place in places) for places in frame]
