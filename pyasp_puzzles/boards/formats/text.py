"""The readable text format that the instances of every puzzle share.

A file is a list of *entries*.  An entry is ``key: value`` on one line, or ``key:`` followed by
indented lines (a drawing, a table).  ``%`` starts a comment.  Empty lines are ignored between
entries and in tables; within a drawing they are an error, unless the puzzle's format gives them a
meaning.  A line ``=== label`` starts another board; what stands before the first one belongs to
every board.

::

    % any comment
    title: A small example
    answers: 2
    board:
        ##.
        ###

Keys that every puzzle understands: ``title`` and ``author`` (one line each) and the known counts of
the instance, ``answers`` (distinct sets of shown atoms), ``classes`` (answers up to symmetry) and,
where a puzzle counts in another way too, the plural of that way (``fillings``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.core.errors import INT32, InstanceError, Phrase, counted, did_you_mean, nearest
from pyasp_puzzles.pictures.positions import middle

Known = tuple[tuple[str, int], ...]
"""Known counts of an instance: pairs such as ``("answers", 660)``."""

MOST_DIGITS = 11
"""The most digits of a number; a longer one is out of all bounds, and Python may refuse it."""
MOST_KEY = 120
"""The most characters of a key."""

MOST_ENTRIES = 1_000_000
"""The most copies of shared entries in all boards of a file together."""


@dataclass(frozen=True)
class Line:
    """A line of a file, its number from 1, and whether an empty line is above it.

    A text that is typed alone, outside a file, has the number 0; one in a JSON file has a path.
    """

    number: int
    text: str
    parted: bool = False
    path: str = ""


@dataclass(frozen=True)
class Entry:
    """One key with its value on the same line or its indented lines."""

    source: str
    key: str
    value: Line
    lines: tuple[Line, ...] = ()

    def error(self, found: object, expected: str, line: Line | None = None) -> InstanceError:
        """An error at a line of this entry; default: its first line."""
        return InstanceError(self.source, self.place(line), found, expected)

    def place(self, line: Line | None = None) -> str:
        """The place of a line of this entry: number and key."""
        at = line or self.value
        if at.path:
            return at.path
        number = at.number
        return f"line {number}, {self.key}".removesuffix(", ") if number else self.key

    @property
    def word(self) -> str:
        """The value of an entry that is one line.

        Raises:
            InstanceError: further lines stand below it.
        """
        for line in self.lines:
            expected = "one value" if line.path else f"nothing below the line '{self.key}:'"
            raise self.error(line.text.strip(), expected, line)
        return self.value.text

    def integer(self, minimum: int = 0, maximum: int = INT32) -> int:
        """The value as an integer, within bounds."""
        return self.number(self.word, minimum, maximum)

    def number(
        self, text: str, minimum: int = 0, maximum: int = INT32, line: Line | None = None
    ) -> int:
        """``text``, a part of this entry, as an integer within bounds."""
        digits = text[1:] if text[:1] in "+-" else text
        if not (digits.isascii() and digits.isdigit()):
            raise self.error(text, "an integer", line)
        if len(digits) > MOST_DIGITS or not minimum <= int(text) <= maximum:
            raise self.error(text, f"an integer from {minimum} to {maximum}", line)
        return int(text)

    def body(self) -> tuple[Line, ...]:
        """The value, if it is not empty, and the indented lines."""
        return (self.value, *self.lines) if self.value.text else self.lines

    def drawing(self) -> tuple[Line, ...]:
        """The indented lines without their common indentation.

        Raises:
            InstanceError: there are no lines, or there is an empty line between them.
        """
        first, *others = self.drawings()
        for line, *_ in others:
            expected = "a drawing without empty lines, '.' in each place that is no cell"
            raise self.error(Phrase("an empty line above this one"), expected, line)
        return first

    def drawings(self) -> list[tuple[Line, ...]]:
        """The indented lines without their common indentation, in groups between empty lines."""
        if self.value.text or not self.lines:
            raise self.error(self.value.text or Phrase("nothing"), "a drawing in indented lines")
        margin = min(len(line.text) - len(line.text.lstrip()) for line in self.lines)
        groups: list[list[Line]] = [[]]
        for line in self.lines:
            if line.parted and groups[-1]:
                groups.append([])
            groups[-1].append(replace(line, text=line.text[margin:].rstrip()))
        return [tuple(group) for group in groups]


@dataclass
class Board:
    """The entries of one board; a parser takes each of them once.

    Attributes:
        places: the place in the file of each field or item (``pieces[2]``) of the instance.
    """

    source: str
    label: str
    entries: list[Entry] = field(default_factory=list)
    taken: list[Entry] = field(default_factory=list)
    places: dict[str, str] = field(default_factory=dict)

    def optional(self, key: str) -> Entry | None:
        """Take the entry with this key; ``None``: there is none."""
        found = [entry for entry in self.entries if entry.key == key]
        if len(found) > 1:
            raise found[1].error(Phrase("the key a second time"), "every key once")
        if not found:
            return None
        self.entries.remove(found[0])
        self.taken.append(found[0])
        return found[0]

    def required(self, key: str) -> Entry:
        """Take the entry with this key.

        Raises:
            InstanceError: there is no such entry, or two; the error names one with a similar key.
        """
        entry = self.optional(key)
        if entry is None:
            expected = f"an entry '{key}:'"
            by_key = {each.key: each.value for each in reversed(self.entries)}
            for like in nearest(key, by_key):
                place = by_key[like].path or f"line {by_key[like].number}"
                raise InstanceError(self.source, place, like, f"{expected}, which is missing")
            present = sorted(self.taken + self.entries, key=lambda e: e.value.number)
            keys = ", ".join(repr(e.key) for e in present)
            found = Phrase(f"only {keys}" if keys else "no entry")
            raise InstanceError(self.source, self.place(), found, expected)
        return entry

    def peek(self, key: str) -> Entry:
        """The entry with this key, which can still be taken.

        Raises:
            InstanceError: as :meth:`required`.
        """
        entry = self.required(key)
        self.entries.insert(0, self.taken.pop())
        return entry

    def text(self, key: str, default: str = "") -> str:
        entry = self.optional(key)
        return entry.word if entry else default

    def prefixed(self, prefix: str) -> list[tuple[str, Entry]]:
        """Take the entries whose key is ``prefix NAME``, with their names."""
        found = [e for e in self.entries if e.key.partition(" ")[0] == prefix]
        self.entries = [e for e in self.entries if e.key.partition(" ")[0] != prefix]
        self.taken += found
        return [(e.key.partition(" ")[2].strip(), e) for e in found]

    def known(self, words: Iterable[str] = ("answers", "classes")) -> Known:
        """Take the known counts."""
        entries = [(word, self.optional(word)) for word in words]
        return tuple((word, entry.integer()) for word, entry in entries if entry)

    def finish(self, expected: Iterable[str]) -> None:
        """Refuse an entry that the parser has not taken."""
        keys = list(expected)
        for entry in self.entries:
            words = {key.partition(" ")[0]: key for key in keys}  # of 'piece NAME' the first one
            like = nearest(entry.key.partition(" ")[0], words)
            hint = did_you_mean(words[like[0]], keys) if like else ""
            raise entry.error(entry.key, f"one of the keys {', '.join(keys)}{hint}")

    def place(self) -> str:
        """The place of the board, for messages."""
        return f"board {self.label}" if self.label else ""


def read_boards(text: str, source: str) -> list[Board]:
    """Split a file into its boards; a file without ``===`` lines is one board without label.

    Raises:
        InstanceError: the file is empty, or a line is neither an entry nor indented.
    """
    common: list[Entry] = []
    boards: dict[str, Board] = {}
    entries = common

    def wrong(line: Line, found: object, expected: str) -> InstanceError:
        return InstanceError(source, f"line {line.number}", found, expected)

    for first, *lines in _chunks(text):
        heads = first.text.startswith("===")
        if first.text[0].isspace() or (heads and lines):
            line = lines[0] if heads else first
            raise wrong(line, line.text.strip(), "'KEY: VALUE' first")
        if heads:
            label = first.text.strip("= ")
            if not label or label in boards:
                raise wrong(first, first.text, "'=== LABEL' with a new label")
            if (len(boards) + 1) * len(common) > MOST_ENTRIES:
                found = f"more than {len(boards)} boards that share {len(common)} entries"
                raise wrong(first, Phrase(found), "fewer: each has a copy of them")
            boards[label] = Board(source, label, list(common))
            entries = boards[label].entries
        else:
            key, colon, value = first.text.partition(":")
            if not colon or len(key) > MOST_KEY:
                most = f" with at most {MOST_KEY} characters before the colon" if colon else ""
                raise wrong(first, first.text, f"'KEY: VALUE'{most}")
            head = Line(first.number, value.strip())
            entries.append(Entry(source, " ".join(key.split()), head, tuple(lines)))
    if not boards and not common:
        raise InstanceError(source, "", Phrase("an empty file"), "'KEY: VALUE' lines, or JSON")
    return list(boards.values()) or [Board(source, "", common)]


def bare_lines(text: str) -> tuple[Line, ...]:
    """The lines of a file without any entry, which may be drawings; of another file none."""
    lines = tuple(_lines(text))
    entries = any(":" in line.text or line.text.startswith("===") for line in lines)
    return () if entries else lines


def _chunks(text: str) -> Iterator[list[Line]]:
    """Each line with the indented lines below it."""
    chunk: list[Line] = []
    for line in _lines(text):
        if chunk and not line.text[0].isspace():
            yield chunk
            chunk = []
        chunk.append(line)
    if chunk:
        yield chunk


def _lines(text: str) -> Iterator[Line]:
    """The lines that have something besides a comment."""
    parted = False
    for number, full in enumerate(text.splitlines(), start=1):
        line = full.partition("%")[0].expandtabs().rstrip()
        if line.strip():
            yield Line(number, line, parted)
            parted = False
        elif not full.strip():
            parted = True


_NO_LINE = re.compile(r"[%\x00-\x1f\x7f]")
"""The comment sign and control characters."""


def one_line(text: str) -> str:
    """A title from another format, as this format allows it: :func:`is_one_line` is true of it.

    >>> one_line(" 100%\\n easy")
    '100 easy'
    """
    return " ".join(_NO_LINE.sub(" ", text).split())


def is_one_line(text: str) -> bool:
    """Whether a text can follow ``KEY:``, so that it is read back as it is.

    >>> [is_one_line(text) for text in ("Two by two", "100% easy", " A", "A\\tB")]
    [True, False, False, False]
    """
    return not _NO_LINE.search(text) and text == text.strip() and len(text.splitlines()) <= 1


def write_board(entries: Mapping[str, str | Iterable[str]], known: Known = ()) -> str:
    """The text of one board: the inverse of :func:`read_boards`.

    Args:
        entries: values by key; a text follows the colon, several lines go below it.
        known: known counts; they follow the first entry.
    """
    lines: list[str] = []
    for number, (key, value) in enumerate(entries.items()):
        if isinstance(value, str):
            lines.append(f"{key}: {value}".rstrip())
        else:
            lines.append(f"{key}:")
            lines += [f"    {line}" for line in value]
        if number == 0:
            lines += [f"{word}: {count}" for word, count in known]
    return "\n".join(lines) + "\n"


NONE = "."
"""The sign of a place on which nothing stands."""
UNKNOWN = "?"
"""The sign of a clue whose number is not told."""


def signs(text: str, columns: int | None = None) -> list[str]:
    """The signs of a line of a drawing: its words, if there are blanks within it."""
    words = text.split()
    return words if len(words) > 1 or len(words) == columns else list(text.strip())


def drawn_signs(entry: Entry, columns: int | None = None) -> list[tuple[Line, list[str]]]:
    """The lines of a drawing with their signs, as many in each.

    Raises:
        InstanceError: there is no drawing, or a line has another number of signs.
    """
    found = [(line, signs(line.text, columns)) for line in entry.drawing()]
    width = columns or len(found[0][1])
    if not width:
        raise entry.error(Phrase("an empty row"), "a sign for each cell", found[0][0])
    for line, each in found:
        if len(each) != width:
            words = Phrase(f"{counted(len(each), 'sign')} in {line.text.strip()!r}")
            which = "as the board has columns" if columns else "as in the first row"
            raise entry.error(words, f"{counted(width, 'sign')}, {which}", line)
    return found


def at(place: Place) -> tuple[int, int]:
    """Where a place is drawn: row and column, twice as many as cells."""
    row, column = middle(place)
    return int(2 * row), int(2 * column)


def framed(places: Iterable[Place]) -> list[list[Place]]:
    """Places in rows as they lie on the board; ``()`` where none lies between them."""
    drawn = {at(place): place for place in places}
    lines = [range(0)] * 2
    for axis in (0, 1):
        numbers = sorted({each[axis] for each in drawn})
        step = 2 if len({number % 2 for number in numbers}) == 1 else 1
        lines[axis] = range(numbers[0], numbers[-1] + 1, step) if numbers else range(0)
    return [[drawn.get((y, x), ()) for x in lines[1]] for y in lines[0]]


def drawing(frame: Iterable[Sequence[Place]], texts: Mapping[Place, str]) -> list[str]:
    """Texts of places in rows, ``.`` for none; with blanks where one has several signs."""
    wide = max(map(len, texts.values()), default=1)
    between = " " if wide > 1 else ""
    return [between.join(texts.get(at, NONE).rjust(wide) for at in row) for row in frame]
