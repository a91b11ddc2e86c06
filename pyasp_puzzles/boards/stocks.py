"""Layers that stand on no place: pieces, numbers and rules that a file lists.

An entry lists them on its line, with commas between them, or one on each of several lines.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from pyasp_puzzles.boards.board import Arguments, Layer, Limit, Row, Value, limit, predicate
from pyasp_puzzles.boards.formats.fields import Field
from pyasp_puzzles.boards.formats.text import Board as Entries
from pyasp_puzzles.boards.formats.text import Entry, Line
from pyasp_puzzles.core.atoms import Predicate
from pyasp_puzzles.core.errors import INT32, Phrase, counted


@dataclass(frozen=True, eq=False, repr=False)
class Stock(Layer, ABC):
    """A list of rows. On hands' side it is one value of the whole board: the text of the list.

    Attributes:
        lines: whether each row has a line of its own.
        ordered: whether the rows are sorted, each there once; else they stay as they are listed.
        optional: whether a file without it has no rows.
        between: what stands between two rows in a line.
        kind: the class of a row in the field of the board, a named tuple.
    """

    lines: bool = field(default=False, kw_only=True)
    ordered: bool = field(default=True, kw_only=True)
    optional: bool = field(default=False, kw_only=True)
    between: str = field(default=", ", kw_only=True)
    kind: ClassVar[type[Any]] = tuple

    @property
    def last(self) -> bool:
        return self.lines

    def pack(self, board: Any, rows: Iterable[Row]) -> Any:
        packed: tuple[Any, ...] = super().pack(board, rows) if self.ordered else tuple(rows)
        return packed if self.kind is tuple else tuple(self.kind(*row) for row in packed)

    def item(self, row: Row) -> str:
        """A row as it is written."""
        return " ".join(map(str, row))

    @abstractmethod
    def rows_of(self, board: Any, text: str, entry: Entry, line: Line) -> Iterable[Row]:
        """The rows that one item of the list says.

        Raises:
            InstanceError: it is none.
        """

    def value(self, row: Row) -> Value:
        return self.item(row)

    def typed(self, board: Any) -> str:
        """The list in a line, as editors take it."""
        between = ", " if self.lines else self.between
        return between.join(map(self.item, self.rows(board)))

    def typed_rows(self, board: Any, entry: Entry) -> list[Row]:
        """The rows of such a line."""
        if self.lines:
            items = filter(None, map(str.strip, entry.value.text.split(",")))
            lines = tuple(Line(0, item) for item in items)
            entry = replace(entry, value=Line(0, ""), lines=lines)
        return self.listed(board, entry)

    def check(self, board: Any, rows: Field) -> None:
        nodes = [node.of(self.kind) for node in rows.list()]
        for node, row in zip(nodes, self.unpack(rows.value), strict=True):
            if not row or not all(type(part) in (int, str) for part in row):
                raise node.error(f"numbers and texts: a {self.noun}")
            entry = Entry(node.source, node.path, Line(0, "", path=node.path))
            said = list(self.rows_of(board, self.item(row), entry, entry.value))
            if said != [row]:
                raise node.error(f"a {self.noun} such as {', '.join(map(str, said))}")
        if self.ordered:
            rows.in_order(self.noun)

    def read(self, entries: Entries, board: Any) -> Mapping[str, Any]:
        entry = (entries.optional if self.optional else entries.required)(self.key)
        return {self.name: self.pack(board, self.listed(board, entry) if entry else ())}

    def listed(self, board: Any, entry: Entry) -> list[Row]:
        """The rows of an entry."""
        rows: list[Row] = []
        for line in entry.body():
            for text in self.split(line.text):
                rows += self.rows_of(board, text, entry, line)
        return rows

    def parsed(self, entry: Entry) -> Any:
        """The value of the field that an entry says, whatever the board."""
        return self.pack(None, self.listed(None, entry))

    def split(self, text: str) -> list[str]:
        """A line as items."""
        if self.lines:
            return [text.strip()]
        parts = text.split(self.between.strip() or None)
        return [part.strip() for part in parts if part.strip()]

    def write(self, board: Any) -> dict[str, str | list[str]]:
        items = [self.item(row) for row in self.rows(board)]
        if self.optional and not items:
            return {}
        lines = items if self.lines else list(wrapped(items, self.between))
        return {self.key: lines if self.lines or len(lines) > 1 else "".join(lines)}

    def words(self, board: Any) -> str:
        number = len(self.rows(board))
        return counted(number, self.noun) if number or not self.optional else ""


@dataclass(frozen=True, eq=False, repr=False)
class NumberRows(Stock):
    """Rows of numbers, such as ``1 1 7 0``.

    Attributes:
        columns: what each number is, with its least and its greatest value.
        form: what a row is, for messages; by default the names of its numbers.
    """

    columns: tuple[tuple[str, int, Limit], ...] = ()
    form: str = field(default="", kw_only=True)

    @property
    def shape(self) -> Arguments:
        return tuple((name, int) for name, _, _ in self.columns)

    def rows_of(self, board: Any, text: str, entry: Entry, line: Line) -> Iterable[Row]:
        words = text.replace(",", " ").split()
        if len(words) != len(self.columns):
            names = " ".join(name.upper() for name, _, _ in self.columns)
            raise entry.error(text.strip() or Phrase("nothing"), self.form or names, line)
        pairs = zip(words, self.columns, strict=True)
        return [
            tuple(entry.number(x, low, limit(most, board), line) for x, (_, low, most) in pairs)
        ]


@dataclass(frozen=True, eq=False, repr=False)
class Dominoes(Stock):
    """Dominoes ``A-B``, or ``A-B x3`` for three copies: rows of the two numbers and the copies.

    Attributes:
        most: the greatest number of pips.
        copies: the greatest number of copies.
    """

    most: int = 9
    copies: int = 999
    arguments: ClassVar[Arguments] = (("low", int), ("high", int), ("copies", int))

    def item(self, row: Row) -> str:
        low, high, copies = row
        return f"{low}-{high}" + (f" x{copies}" if copies > 1 else "")

    def rows_of(self, board: Any, text: str, entry: Entry, line: Line) -> Iterable[Row]:
        found = re.fullmatch(r"([0-9]+) *- *([0-9]+)(?: *x *([0-9]+))?", text)
        if found is None:
            raise entry.error(text, "a domino 'A-B', or 'A-B x2' for two of them", line)
        low, high = sorted(entry.number(found[side], 0, self.most, line) for side in (1, 2))
        return [(low, high, entry.number(found[3] or "1", 1, self.copies, line))]

    def pack(self, board: Any, rows: Iterable[Row]) -> Any:
        copies: Counter[tuple[int, int]] = Counter()
        for low, high, number in rows:
            copies[low, high] += number
        return super().pack(board, ((*pair, number) for pair, number in copies.items()))

    def words(self, board: Any) -> str:
        return counted(sum(row[2] for row in self.rows(board)), self.noun)


@dataclass(frozen=True, eq=False, repr=False)
class Rules(Stock):
    """Rules of regions, ``NAME ... RULE`` or ``NAME ... RULE NUMBER``: rows of name, rule, number.

    Attributes:
        kinds: the class of the facts of each rule, or their name; ``None``: a rule without facts.
        numbered: the rules that take a number, at most ``most``.
        regions: the layer of the regions, by its field.
    """

    kinds: Mapping[str, type[Predicate] | str | None] = field(default_factory=dict, hash=False)
    numbered: tuple[str, ...] = ()
    most: int = INT32
    regions: str = "regions"
    lines: bool = field(default=True, kw_only=True)

    @property
    def classes(self) -> tuple[type[Predicate], ...]:
        return tuple(self._class(rule) for rule, kind in self.kinds.items() if kind)

    def _class(self, rule: str) -> type[Predicate]:
        kind = self.kinds[rule]
        number = (("target", int),) if rule in self.numbered else ()
        return predicate(kind, (("region", str), *number)) if isinstance(kind, str) else kind  # type: ignore[return-value]

    def facts(self, board: Any) -> Iterator[Predicate]:
        for rule, kind in self.kinds.items():
            rows = (row for row in self.rows(board) if row[1] == rule and kind)
            yield from (self.atom(row) for row in rows)

    def atom(self, row: Row) -> Predicate:
        return self._class(row[1])(row[0], *row[2:])

    def listed(self, board: Any, entry: Entry) -> list[Row]:
        found: dict[str, Row] = {}
        for line in entry.body():
            for row in self.rows_of(board, line.text, entry, line):
                if row[0] in found:
                    raise entry.error(Phrase(f"region {row[0]!r} again"), "one rule a region", line)
                found[row[0]] = row
        return list(found.values())

    def listing(self, rows: Iterable[Row]) -> list[str]:
        """Rows as lines, for all regions of a rule together; rules without facts come last."""
        named: dict[str, list[str]] = {}
        for name, *rule in sorted(rows, key=lambda row: not self.kinds[row[1]]):
            named.setdefault(" ".join(map(str, rule)), []).append(name)
        return [f"{names} {rule}" for rule, own in named.items() for names in wrapped(own, " ")]

    def write(self, board: Any) -> dict[str, str | list[str]]:
        return {self.key: self.listing(self.rows(board))}

    def rows_of(self, board: Any, text: str, entry: Entry, line: Line) -> Iterable[Row]:
        drawn = {row[2] for row in getattr(board, self.regions)}
        words = text.split()
        for word in words:
            if word.lower() in self.kinds and word not in (*self.kinds, *drawn):
                raise entry.error(word, f"rules in small letters: '{word.lower()}'", line)
        *names, last = words
        number: tuple[int, ...] = ()
        if names and names[-1] in self.numbered:
            number, last = (entry.number(last, 0, self.most, line),), names.pop()
        elif names and names[-1] in self.kinds and last not in drawn:
            expected = f"'{names[-1]}' alone, which takes no number"
            raise entry.error(f"{names[-1]} {last}", expected, line)
        elif last in self.numbered:
            raise entry.error(Phrase(f"'{last}' without a target"), f"'{last} NUMBER'", line)
        if last not in self.kinds:
            shown = [f"{rule} NUMBER" if rule in self.numbered else rule for rule in self.kinds]
            raise entry.error(last, f"a rule: {', '.join(shown)}", line)
        if not names:
            raise entry.error(last, "the names of regions before the rule", line)
        for name in names:
            if name not in drawn:
                raise entry.error(name, "a region that is drawn on the board", line)
        return [(name, last, *number) for name in names]


def wrapped(words: Iterable[str], between: str, width: int = 80) -> Iterator[str]:
    """The words in lines of at most ``width`` signs."""
    line = ""
    for word in words:
        if line and len(line) + len(between) + len(word) > width:
            yield line
            line = ""
        line += between + word if line else word
    if line:
        yield line
