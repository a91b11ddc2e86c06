"""Edge-matching boards: the type of the instances, turned pieces, kinds of pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from pyasp_puzzles.boards.board import Row, Rows, layer, predicate
from pyasp_puzzles.boards.formats.fields import Field
from pyasp_puzzles.boards.formats.text import Board as Entries
from pyasp_puzzles.boards.formats.text import Entry
from pyasp_puzzles.boards.grid import GridBoard, Size
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.boards.scalars import Scalar, Text
from pyasp_puzzles.boards.stocks import NumberRows
from pyasp_puzzles.core.atoms import Predicate
from pyasp_puzzles.core.errors import Phrase, counted

Sides = tuple[int, ...]
"""Colours of the upper, right, lower and left side."""
Lying = tuple[int, int]
"""A turned piece: its kind, and its quarter turns clockwise."""
Looks = dict[Lying, Sides]
"""The colours of turned pieces."""

CLOCKWISE = "URDL"
MAX_COLOUR = 999

ASSUMED = "The file names no order of colours; assumed: clockwise from the top (URDL)."


class HintPiece(NamedTuple):
    """A piece that lies in place: number in the list from 1, quarter turns clockwise."""

    row: int
    column: int
    piece: int
    turns: int


COPIES = predicate("copies", (("kind", int), ("number", int)))


class SquarePieces(NumberRows):
    """The pieces, one for each cell: their colours, clockwise from the top unless ``order`` says.

    Facts have the kinds of pieces, each with the number of its first piece, and their copies.
    """

    @property
    def classes(self) -> tuple[type[Predicate], ...]:
        return (predicate("piece", (("kind", int), *self.shape)), COPIES)

    def facts(self, board: Any) -> Iterator[Predicate]:
        yield from (self.classes[0](kind, *board.pieces[kind - 1]) for kind in board.copies)
        yield from (COPIES(kind, number) for kind, number in board.copies.items())

    def check(self, board: Any, rows: Field) -> None:
        super().check(board, rows)
        cells = board.rows * board.columns
        if len(rows.value) != cells:
            found = Phrase(counted(len(rows.value), "piece"))
            raise rows.error(f"{cells} of them, one for each cell of the board", found)

    def entries(self) -> tuple[str, ...]:
        return ("order", self.key)

    def read(self, entries: Entries, board: Any) -> Mapping[str, Any]:
        entry, order = entries.optional("order"), CLOCKWISE
        if entry:
            order = entry.word.upper()
            if sorted(order) != sorted(CLOCKWISE):
                raise entry.error(entry.value.text, "the letters U, R, D and L in some order")
        rows = self.listed(board, entries.required(self.key))
        pieces = (tuple(row[order.index(side)] for side in CLOCKWISE) for row in rows)
        return {self.name: tuple(pieces)}

    def write(self, board: Any) -> dict[str, str | list[str]]:
        width = max(len(str(colour)) for sides in board.pieces for colour in sides)
        rows = ((str(colour).rjust(width) for colour in sides) for sides in board.pieces)
        return {self.key: list(map(" ".join, rows))}

    def words(self, board: Any) -> str:
        colours = {colour for sides in board.pieces for colour in sides} - {board.frame}
        return counted(len(colours), "colour")


class Frame(Scalar):
    """The colour of the frame, or ``none``; left out, it is 0 where a piece has this colour."""

    def unpack(self, value: Any) -> Rows:
        return () if value is None else ((value,),)

    def check(self, board: Any, rows: Field) -> None:
        if rows.value is not None:
            super().check(board, rows)

    def read(self, entries: Entries, board: Any) -> Mapping[str, Any]:
        entry = entries.optional(self.key)
        if entry is None:
            return {self.name: usual_frame(board.pieces)}
        none = entry.word == "none"
        return {self.name: None if none else entry.number(entry.word, self.least, self.most)}

    def write(self, board: Any) -> dict[str, str | list[str]]:
        return {self.key: "none" if board.frame is None else str(board.frame)}

    def words(self, board: Any) -> str:
        return "no frame" if board.frame is None else ""


class HintList(NumberRows):
    """Pieces that lie in place: the field holds a :class:`HintPiece` for each."""

    kind: ClassVar[type[Any]] = HintPiece

    def facts(self, board: Any) -> Iterator[Predicate]:
        yield from (self.atom((*cell, *lying)) for cell, lying in board.hinted.items())

    def check(self, board: Any, rows: Field) -> None:
        super().check(board, rows)
        for index, expected in _clashes(rows.value):
            raise rows.list()[index].error(expected)

    def listed(self, board: Any, entry: Entry) -> list[Row]:
        rows = super().listed(board, entry)
        for index, expected in _clashes(rows):
            line = entry.body()[index]
            raise entry.error(line.text.strip(), expected, line)
        return rows


def _clashes(hints: Iterable[Row]) -> Iterator[tuple[int, str]]:
    """The index of each hint that shares something with one before, and what is expected there."""
    cells: set[Place] = set()
    pieces: set[int] = set()
    for index, (row, column, piece, _) in enumerate(hints):
        if (row, column) in cells:
            yield index, "a cell without another hint"
        elif piece in pieces:
            yield index, "a piece that is not on the board yet"
        cells.add((row, column))
        pieces.add(piece)


SIZE = Size("size", key="board")
PIECES = SquarePieces(
    "piece",
    columns=tuple((side, 0, MAX_COLOUR) for side in CLOCKWISE),
    form="four colours",
    noun="piece",
    lines=True,
    ordered=False,
)
HINTS = HintList(
    "hint",
    columns=(
        ("row", 1, lambda board: board.rows),
        ("column", 1, lambda board: board.columns),
        ("piece", 1, lambda board: len(board.pieces)),
        ("turns", 0, 3),
    ),
    noun="hint",
    lines=True,
    optional=True,
)


@dataclass(frozen=True)
class EternityBoard(GridBoard):
    """A board: its size, its pieces as listed, the colour of its frame, and its hints.

    Pieces that look alike, perhaps after a turn, are of one *kind*, which has the number of the
    first of them.

    Attributes:
        pieces: one for each cell; numbers of pieces count from 1 in this order.
        frame: the colour that lies at the rim and nowhere else; ``None`` without a frame.
        hints: pieces that lie in place, sorted.
        note: what readers of the file should know; the picture shows it.
    """

    columns: int = layer(SIZE, MISSING)
    pieces: tuple[Sides, ...] = layer(PIECES, MISSING)
    frame: int | None = layer(Frame("frame", 0, MAX_COLOUR), 0)
    hints: tuple[HintPiece, ...] = layer(HINTS)
    note: str = layer(Text(), "")
    sides: ClassVar[tuple[int, int]] = (1, 256)
    most_cells: ClassVar[int] = 1024  # grounding more takes too long

    @cached_property
    def faces(self) -> Looks:
        """The colours of every kind in all its turns; of turns that look the same only the first.

        >>> EternityBoard("Copies", 1, 2, ((0, 1, 0, 1), (1, 0, 1, 0)), frame=None).faces
        {(1, 0): (0, 1, 0, 1), (1, 1): (1, 0, 1, 0)}
        """
        return {lying: sides for sides, lying in self._lying.items()}

    @cached_property
    def _lying(self) -> dict[Sides, Lying]:
        found: dict[Sides, Lying] = {}
        for number, sides in enumerate(self.pieces, start=1):
            for turns in range(4):
                found.setdefault(turned(sides, turns), (number, turns))
        return found

    def look(self, piece: int, turns: int) -> Sides:
        """The colours of a piece of the list after quarter turns clockwise."""
        return turned(self.pieces[piece - 1], turns)

    def as_kind(self, piece: int, turns: int) -> Lying:
        """A piece of the list, turned: its kind, and the first turn of that kind that looks alike.

        >>> board = EternityBoard("Copies", 1, 2, ((0, 1, 0, 1), (1, 0, 1, 0)), frame=None)
        >>> board.as_kind(2, 0), board.as_kind(1, 3)
        ((1, 1), (1, 1))
        """
        return self._lying[self.look(piece, turns)]

    @cached_property
    def kinds(self) -> tuple[int, ...]:
        """The kind of each piece of the list."""
        return tuple(self._lying[sides][0] for sides in self.pieces)

    @cached_property
    def copies(self) -> Counter[int]:
        """The number of pieces of each kind."""
        return Counter(self.kinds)

    @cached_property
    def hinted(self) -> dict[Place, Lying]:
        """The hints by cell."""
        return {(h.row, h.column): self.as_kind(h.piece, h.turns) for h in self.hints}

    @property
    def joints(self) -> int:
        """The number of joints: pairs of cells with a side in common.

        >>> EternityBoard("Two pieces", 1, 2, ((0, 0, 1, 0), (0, 1, 0, 0)), 0).joints
        1
        """
        return 2 * self.rows * self.columns - self.rows - self.columns

    def rim(self, cell: Place) -> tuple[bool, ...]:
        """Whether the upper, right, lower and left side of a cell are at the rim."""
        row, column = cell
        return row == 1, column == self.columns, row == self.rows, column == 1

    def grey(self, sides: Sides) -> tuple[bool, ...]:
        """Whether the sides of a piece have the colour of the frame."""
        return tuple(side == self.frame for side in sides)

    def fitting(self, *, hints: bool = True) -> dict[Place, Looks]:
        """What the frame, and perhaps the hints, allow on each cell, with its colours."""
        given = self.hinted if hints else {}
        return {
            cell: {
                lying: sides
                for lying, sides in self.faces.items()
                if self.frame is None or self.rim(cell) == self.grey(sides)
                if given.get(cell, lying) == lying
            }
            for cell in self.cells
        }

    @cached_property
    def anchor(self) -> int | None:
        """The kind with one piece and four looks that fits the fewest cells, if there is any."""
        rims = Counter(map(self.rim, self.cells))
        positions: Counter[int] = Counter()
        for (kind, _), sides in self.faces.items():
            positions[kind] += len(self.cells) if self.frame is None else rims[self.grey(sides)]
        single = (kind for kind, number in self.copies.items() if number == 1)
        able = [(positions[k], k) for k in single if positions[k] and (k, 3) in self.faces]
        return min(able)[1] if able else None

    @cached_property
    def rotations(self) -> list[int]:
        """The quarter turns of the board that take every hint to a hint; 0 comes first."""
        hints = set(self.hinted.items())
        return [
            quarters
            for quarters in (range(4) if self.rows == self.columns else (0, 2))
            if {self.turned_place(*hint, quarters) for hint in hints} == hints
        ]

    def turned_cell(self, cell: Place, quarters: int) -> Place:
        """Where a cell lies after quarter turns of the board clockwise."""
        (row, column), rows, columns = cell, self.rows, self.columns
        for _ in range(quarters):
            row, column, rows, columns = column, rows + 1 - row, columns, rows
        return row, column

    def turned_place(self, cell: Place, lying: Lying, quarters: int) -> tuple[Place, Lying]:
        """Where a turned piece lies after quarter turns of the board clockwise, and how."""
        return self.turned_cell(cell, quarters), self.as_kind(lying[0], lying[1] + quarters)


def turned(sides: Sides, turns: int) -> Sides:
    """The sides after quarter turns clockwise: what was on the left is at the top after one.

    >>> turned((1, 2, 3, 4), 1)
    (4, 1, 2, 3)
    """
    shift = -turns % 4
    return sides[shift:] + sides[:shift]


def size_of(entry: Entry) -> tuple[int, int]:
    """Rows and columns of an entry ``4 x 6``."""
    rows, columns = SIZE.sides_of(entry, EternityBoard).values()
    return rows, columns


def usual_frame(pieces: Iterable[Sides]) -> int | None:
    """The colour of the frame where none is named: 0, if a piece has it."""
    return 0 if any(0 in sides for sides in pieces) else None
