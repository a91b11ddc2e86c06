"""The declaration of a genre of pzpr: its name there, its addresses and its files."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pyasp_puzzles.boards.board import Row, layer_named, layers_of, unchecked, with_fields
from pyasp_puzzles.boards.formats.fields import placed
from pyasp_puzzles.boards.marks import Marks
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.boards.pzpr.code import Code, Reader, Section, Sheet, Sheets
from pyasp_puzzles.boards.pzpr.files import usual
from pyasp_puzzles.boards.pzpr.special import Preset
from pyasp_puzzles.core.errors import InstanceError, Phrase

B = TypeVar("B")

SITE = "https://puzz.link/p?"
"""What stands before an address that is written."""
SITES = r"(?:(?:https?://)?(?:www\.)?(?:puzz\.link|pzv\.jp|pzprv3\.com)/[^?]*)?\??"
ADDRESS = re.compile(rf"{SITES}(?P<name>[a-z][a-z0-9_-]*)(?:_edit|_play)?(?P<rest>/.*)", re.DOTALL)
FILE = re.compile(r"\s*pzprv3(?:\.(\d+))?\s*[\n/]\s*([a-z][a-z0-9_-]*)\s*[\n/]")


def address_name(text: str) -> str:
    """The name of the genre in an address of puzz.link or in a pzprv3 file; empty: it is neither.

    >>> address_name("https://puzz.link/p?slither/5/5/cbcbcddad")
    'slither'
    """
    if found := FILE.match(text):
        return found[2]
    address = ADDRESS.fullmatch(text.strip())
    known = address and (address.start("name") or re.match(r"(/\w*)?/\d+/", address["rest"]))
    return address["name"] if address and known else ""


@dataclass(frozen=True, eq=False, repr=False)
class Pzpr:
    """How pzpr, which puzz.link and pzv.jp run, writes the boards of a genre.

    Attributes:
        name: of the genre, in addresses and files.
        url: the codes of an address, in order.
        file: the sections of a file, in order; a name alone stands for the usual section of a
            layer or of marks.
        also: other names.
        flags: letters of an address that change no rule.
        margin: how many rows and columns the board has besides those of pzpr.
        square: whether files say the size by one number.
        beyond: layers that pzpr does not have; a board that uses one cannot be written.
    """

    name: str
    url: tuple[Code, ...]
    file: tuple[Section | str, ...] = ()
    also: tuple[str, ...] = field(default=(), kw_only=True)
    flags: str = field(default="", kw_only=True)
    margin: int = field(default=0, kw_only=True)
    square: bool = field(default=False, kw_only=True)
    beyond: tuple[str, ...] = field(default=(), kw_only=True)

    @property
    def names(self) -> tuple[str, ...]:
        """All names of the genre."""
        return (self.name, *self.also)

    def reads(self, text: str) -> bool:
        """Whether a text is an address or a file of the genre."""
        return address_name(text) in self.names

    def is_file(self, text: str) -> bool:
        """Whether a text is a pzprv3 file."""
        return FILE.match(text) is not None

    # addresses

    def read_url(self, kind: type[B], title: str, text: str, source: str) -> B:
        """The board of an address.

        Raises:
            InstanceError: it says none: at which character, and what was expected.
        """
        text = text.strip()
        found = ADDRESS.fullmatch(text)
        reader = Reader(text, source, found.start("rest") + 1 if found else 0)
        if re.match(r"[a-z]*/", text[reader.at :]) and not text[reader.at].isdigit():
            start, flags = reader.at, reader.until()
            for sign in flags:
                if sign not in self.flags:
                    reader.at = start
                    expected = "columns/rows/: this letter says a variant of the rules"
                    raise reader.error(expected, sign)
        columns, rows = (self._side(reader, kind) for _ in range(2))
        values: dict[str, Any] = {"title": title, "rows": rows, "columns": columns}
        board: Any = unchecked(kind, values)
        for code in self.url:
            fields = code.fields(reader, board)
            values |= fields
            board = with_fields(board, **fields)
        if text[reader.at :].strip("/"):
            raise reader.error("the end: all cells are told", text[reader.at :])
        with placed(source, {}, "the board"):
            return kind(**values)

    def _side(self, reader: Reader, kind: Any) -> int:
        start, word = reader.at, reader.until()
        least, most = kind.sides
        if not re.fullmatch(r"[0-9]{1,4}", word) or not least <= int(word) + self.margin <= most:
            reader.at = start
            sizes = f"from {max(1, least - self.margin)} to {most - self.margin}"
            raise reader.error(f"columns/rows/ {sizes}, then the clues", word or None)
        return int(word) + self.margin

    def write_url(self, board: Any) -> str:
        """The address of a board; InstanceError where pzpr has no such boards."""
        self._check(board)
        body = "".join(code.text(board) for code in self.url)
        columns, rows = board.columns - self.margin, board.rows - self.margin
        return f"{SITE}{self.name}/{columns}/{rows}/{body}"

    def _check(self, board: Any) -> None:
        for name in self.beyond:
            if list(layer_named(board, name).facts(board)):
                expected = f"a board without {' and '.join(self.beyond)}: puzz.link has no others"
                raise InstanceError(board.name, name, Phrase(f"a board with {name}"), expected)

    # files

    def read_file(
        self, kind: type[B], title: str, marks: Sequence[Marks], text: str, source: str
    ) -> tuple[B, dict[str, list[Row]], dict[str, list[Place]]]:
        """The board of a file, and what it says of an answer.

        Returns:
            The board; the rows of marks, and the places on which nothing stands, by their names.

        Raises:
            InstanceError: it says none: in which line, and what was expected.
        """
        split = "\n" if "\n" in text.strip() else "/"
        every = [line.strip() for line in text.strip().rstrip("/").split(split)]
        version = int(every[0].partition(".")[2] or 0)
        lines = Sheets(every, source, version, 2)
        rows = self._lines(lines, kind)
        columns = rows if self.square else self._lines(lines, kind)
        values: dict[str, Any] = {"title": title, "rows": rows, "columns": columns}
        sheet = Sheet(unchecked(kind, values), {own.name: own for own in marks})
        for section in self.sections(sheet):
            letter = lines.at < min(5, len(every)) and re.fullmatch("[a-z]", every[lines.at])
            if letter and not isinstance(section, Preset) and lines.take() not in self.flags:
                raise lines.error("the usual rules: this letter says a variant")
            section.read(lines, sheet)
        for layer in layers_of(kind):
            if layer.name != "columns":  # which is known, and has no rows of its own
                values[layer.name] = getattr(sheet.board, layer.name)
        with placed(source, {}, "the board"):
            board = kind(**values)
        found = {
            own.name: sorted(
                {own.row(board, at, value) for at, value in sheet.found(own.name).items()}
                | set(own.given_rows(board))
            )
            for own in marks
        }
        given = {own.name: {*map(own.place, own.given_rows(board))} for own in marks}
        absent = {
            name: [at for at in places if at not in given[name]]
            for name, places in sheet.absent.items()
        }
        return board, found, absent

    def _lines(self, lines: Sheets, kind: Any) -> int:
        word = lines.take()
        least, most = kind.sides
        if not re.fullmatch(r"[0-9]{1,4}", word) or not least <= int(word) + self.margin <= most:
            raise lines.error(f"a number of lines from {least} to {most}")
        return int(word) + self.margin

    def sections(self, sheet: Sheet) -> list[Section]:
        return [usual(sheet, each) if isinstance(each, str) else each for each in self.file]

    def write_file(
        self,
        board: Any,
        marks: Iterable[Marks],
        rows: Mapping[str, Collection[Row]],
        absent: Mapping[str, Collection[Place]],
    ) -> str:
        """A board with an answer, or a part of one, as a file; errors as of :meth:`write_url`."""
        self._check(board)
        sheet = Sheet(board, {own.name: own for own in marks})
        for own in sheet.marks.values():
            given = set(own.given_rows(board))
            told = [row for row in rows.get(own.name, ()) if row not in given]
            sheet.values[own.name] = {own.place(row): own.value(row) for row in told}
            sheet.absent[own.name] = list(absent.get(own.name, ()))
        size = [board.rows - self.margin, board.columns - self.margin]
        lines = ["pzprv3", self.name, *map(str, size[: 1 if self.square else 2])]
        for section in self.sections(sheet):
            lines += section.write(sheet)
        return "".join(f"{line}\n" for line in lines)
