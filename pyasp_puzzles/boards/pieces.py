"""Pieces of cells: the layer of those that a board has, the marks of where they lie; divisions.

A pose of a piece is its cells as steps from the first one, which is the smallest.
"""

from __future__ import annotations

import re
import textwrap
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from pyasp_puzzles.boards.board import CELL, PAIR, Arguments, Layer, Row, Rows, Value, layer_named
from pyasp_puzzles.boards.canvas import COLOUR, Canvas
from pyasp_puzzles.boards.formats.fields import Field
from pyasp_puzzles.boards.formats.text import Board as Entries
from pyasp_puzzles.boards.formats.text import Entry
from pyasp_puzzles.boards.marks import Marks
from pyasp_puzzles.boards.places import Place, short_name
from pyasp_puzzles.boards.play import Laid, MoveError, Tool
from pyasp_puzzles.core.atoms import Predicate
from pyasp_puzzles.core.errors import counted, nouns
from pyasp_puzzles.pictures.picture import LegendEntry, Panel, Tile

Pose = tuple[Place, ...]
CIRCLES = {"o": "○", "*": "●"}
"""Signs of circles in files, and what they look like."""

WIDTH = 78
"""The columns of a line of a legend."""


def first_at_zero(cells: Iterable[Place]) -> Pose:
    """Cells as steps from the smallest one.

    >>> first_at_zero([(3, 2), (2, 3), (2, 4)])
    ((0, 0), (0, 1), (1, -1))
    """
    every = sorted(cells)
    return tuple((r - every[0][0], c - every[0][1]) for r, c in every)


def poses(cells: Iterable[Place], *, flips: bool = True) -> list[Pose]:
    """The ways in which a piece can lie, those that look alike once; the first as it is.

    >>> len(poses([(0, 0), (0, 1), (1, 0)])), len(poses([(0, 0), (0, 1)]))
    (4, 2)
    """
    found: dict[Pose, None] = {}
    turned = list(cells)
    for _ in range(2 if flips else 1):
        for _ in range(4):
            found.setdefault(first_at_zero(turned))
            turned = [(c, -r) for r, c in turned]
        turned = [(r, -c) for r, c in turned]
    return list(found)


@dataclass(frozen=True, eq=False, repr=False)
class Polyforms(Layer):
    """The pieces of a board, ``piece NAME:`` and a drawing: rows of name, pose, row, column.

    Attributes:
        flips: whether a piece can be turned over.
    """

    flips: bool = True
    noun: str = field(default="piece", kw_only=True)
    arguments: ClassVar[Arguments] = (("name", str), ("pose", int), *CELL)

    def shapes(self, board: Any) -> dict[str, list[Pose]]:
        """The poses of each piece."""
        cells: dict[str, dict[int, list[Place]]] = {}
        for name, pose, row, column in self.rows(board):
            cells.setdefault(name, {}).setdefault(pose, []).append((row, column))
        return {name: [tuple(sorted(own[pose])) for pose in own] for name, own in cells.items()}

    def rows_of(self, name: str, cells: Iterable[Place]) -> list[Row]:
        """The rows of a piece in all its poses."""
        every = enumerate(poses(cells, flips=self.flips))
        return [(name, number, *cell) for number, pose in every for cell in pose]

    def places(self, board: Any) -> Sequence[Place]:
        return []

    def check(self, board: Any, rows: Field) -> None:
        for name, own in self.shapes(board).items():
            if self.rows_of(name, own[0]) != [row for row in self.rows(board) if row[0] == name]:
                raise rows.error(f"all poses of piece {name}, such as rows_of() gives")

    def entries(self) -> tuple[str, ...]:
        return ("piece NAME",)

    def read(self, entries: Entries, board: Any) -> Mapping[str, Any]:
        rows: list[Row] = []
        for name, entry in entries.prefixed("piece"):
            lines = enumerate(entry.drawing())
            cells = [(r, c) for r, line in lines for c, s in enumerate(line.text) if s not in ". "]
            if not re.fullmatch(r"[A-Za-z0-9]", name) or not cells:
                raise entry.error(name, "a piece named by a letter or digit, and '#' for its cells")
            rows += self.rows_of(name, cells)
        return {self.name: self.pack(board, rows)}

    def write(self, board: Any) -> dict[str, str | list[str]]:
        return {f"piece {name}": drawn(own[0]) for name, own in self.shapes(board).items()}

    def typed(self, board: Any) -> str:
        """All pieces in a line, as editors take them: ``A ##/.#, B ###``."""
        shapes = self.shapes(board).items()
        return ", ".join(f"{name} {'/'.join(drawn(own[0]))}" for name, own in shapes)

    def typed_rows(self, board: Any, entry: Entry) -> list[Row]:
        """The rows of such a line.

        Raises:
            InstanceError: it is none.
        """
        rows: list[Row] = []
        for item in entry.value.text.split(","):
            found = re.fullmatch(r" *([A-Za-z0-9]) ([.#/]*#[.#/]*) *", item)
            if not found or found[1] in {row[0] for row in rows}:
                raise entry.error(item.strip(), "pieces of different names, such as 'A ##/.#'")
            lines = enumerate(found[2].split("/"))
            cells = [(r, c) for r, line in lines for c, sign in enumerate(line) if sign == "#"]
            rows += self.rows_of(found[1], cells)
        return rows

    def format(self) -> str:
        return "``piece NAME`` is a drawing of a piece, ``#`` for each cell."

    def words(self, board: Any) -> str:
        return counted(len(self.shapes(board)), self.noun)


def drawn(cells: Pose) -> list[str]:
    """A piece as lines of ``#`` and ``.``."""
    (top, left), (bottom, right) = (
        (end(r for r, _ in cells), end(c for _, c in cells)) for end in (min, max)
    )
    return [
        "".join(".#"[(r, c) in cells] for c in range(left, right + 1))
        for r in range(top, bottom + 1)
    ]


@dataclass(frozen=True, eq=False, repr=False)
class Poses(Marks, ABC):
    """Pieces that lie in poses, on places of any kind; a row is one copy of a piece.

    A puzzle says which pieces there are, in which poses, and which places a row covers. What a
    player does with them follows.

    Attributes:
        piece: what one is called, before its name.
    """

    kind: ClassVar[str] = "pieces"
    piece: str = field(default="piece", kw_only=True)
    every: bool = field(default=True, kw_only=True)
    solid: ClassVar[bool] = True
    listed: ClassVar[bool] = False  # whether a partial answer lists the pieces that are left

    @abstractmethod
    def stock(self, board: Any) -> Mapping[str, int]:
        """How often each piece can lie on a board, by its name."""

    def poses(self, board: Any, name: str) -> int:
        """In how many poses a piece can lie."""
        return 1

    @abstractmethod
    def ways(self, board: Any, laid: Laid) -> Iterable[Row]:
        """The rows that a piece in a pose, laid on a place, may stand for; the first that fits.

        Raises:
            MoveError: there is none on this place.
        """

    @abstractmethod
    def covered(self, board: Any, row: Row) -> Sequence[Place]:
        """The places that a row takes; none: the board has no such piece or pose.

        Raises:
            AnswerError: perhaps the same, in words.
        """

    @abstractmethod
    def laid(self, board: Any, row: Row) -> Laid:
        """What a player lays so: the inverse of :meth:`ways`."""

    @abstractmethod
    def look(self, board: Any, tool: str, pose: int) -> Panel:
        """A piece as it lies, from row 1 and column 1."""

    def values(self, board: Any) -> Sequence[Value]:
        return list(self.stock(board))

    def value(self, row: Row) -> Value:
        name: str = row[0]
        return name

    def checked(self, board: Any, atoms: Iterable[Predicate]) -> list[Row]:
        """The rows of shown atoms; ``covered`` and ``pack`` refuse those that the board has not."""
        return list(map(self.row_of, atoms))

    def left(self, board: Any, rows: Iterable[Row]) -> dict[str, int]:
        """How many copies of each piece are left beside some rows."""
        used = Counter(self.text(self.value(row)) for row in set(rows))
        return {name: max(0, most - used[name]) for name, most in self.stock(board).items()}

    def told(self, board: Any, rows: Iterable[Row]) -> list[LegendEntry]:
        """Lines of a legend with the pieces that are left."""
        left = self.left(board, rows).items()
        words = ", ".join(f"{name} x{n}" if n > 1 else name for name, n in left if n)
        text = f"{nouns(self.piece).capitalize()} left: {words}."
        return [LegendEntry("", line) for line in textwrap.wrap(text, WIDTH) if words]

    def tools(self, board: Any, rows: Iterable[Row]) -> list[Tool]:
        left = self.left(board, rows).items()
        return [Tool(name, self.poses(board, name), number) for name, number in left]

    def full(self, board: Any, rows: Mapping[Place, Row]) -> bool:
        """Whether no copy of a piece is left."""
        return len(set(rows.values())) >= sum(self.stock(board).values())


@dataclass(frozen=True, eq=False, repr=False)
class Placed(Poses):
    """Pieces that lie on cells: rows of name, pose, and row and column of the first cell.

    Attributes:
        pieces: the :class:`Polyforms` of the board, by their field.
    """

    pieces: str = "pieces"
    arguments: ClassVar[Arguments] = Polyforms.arguments
    checked = Marks.checked

    def shapes(self, board: Any) -> dict[str, list[Pose]]:
        """The poses of each piece of a board."""
        own = layer_named(board, self.pieces)
        assert isinstance(own, Polyforms)
        return own.shapes(board)

    def stock(self, board: Any) -> Mapping[str, int]:
        return dict.fromkeys(self.shapes(board), 1)

    def poses(self, board: Any, name: str) -> int:
        return len(self.shapes(board)[name])

    def place(self, row: Row) -> Place:
        return row[2:]

    def covered(self, board: Any, row: Row) -> Sequence[Place]:
        name, pose, r, c = row
        own = self.shapes(board).get(name, [])
        return [(r + down, c + right) for down, right in own[pose]] if pose < len(own) else []

    def laid(self, board: Any, row: Row) -> Laid:
        return Laid(row[0], row[1], row[2:])

    def ways(self, board: Any, laid: Laid) -> Iterable[Row]:
        row = (laid.tool, laid.pose, *laid.cell)
        if not set(self.covered(board, row)) <= set(board.cells):
            raise MoveError(f"Piece {laid.tool} reaches over the edge there.")
        return [row]

    def look(self, board: Any, tool: str, pose: int) -> Panel:
        own = self.shapes(board)[tool][pose]
        left = min(c for _, c in own)
        colour = list(self.shapes(board)).index(tool)
        return Panel(tuple(Tile(r + 1, c - left + 1, tool, tool, colour) for r, c in own))

    def draw(self, canvas: Canvas, board: Any, rows: Rows) -> None:
        names = list(self.shapes(board))
        for row in rows:
            colour = names.index(row[0]) if row[0] in names else None
            for cell in self.covered(board, row):
                canvas.tile(cell, text=row[0], group=row[0], colour=colour)


@dataclass(frozen=True, eq=False, repr=False)
class Division(Marks):
    """A division of the board: each cell belongs to a clue; rows of the cell and the clue's place.

    Attributes:
        owners: the layer of these clues, by its field.
        far: whether clues stand on edges and corners, too: their places have four numbers.
    """

    kind: ClassVar[str] = "division"
    owners: str = "clues"
    far: bool = False
    every: bool = field(default=True, kw_only=True)
    arguments: ClassVar[Arguments] = PAIR

    @property
    def shape(self) -> Arguments:
        more = (("row3", int), ("column3", int)) if self.far else ()
        return (*PAIR, *more)

    def values(self, board: Any) -> Sequence[Value]:
        own = layer_named(board, self.owners)
        return [short_name(own.place(row)) for row in own.rows(board)]

    def tools(self, board: Any, rows: Iterable[Row]) -> list[Tool]:
        own, cells = layer_named(board, self.owners), set(board.cells)
        return [self._tool(own, row, cells) for row in own.rows(board)]

    def _tool(self, own: Layer, row: Row, cells: Collection[Place]) -> Tool:
        """A clue with what is printed there, and the cells that it touches."""
        place = own.place(row)
        name, value = short_name(place), str(own.value(row))
        around = {(r, c) for r in (place[0], place[-2]) for c in (place[1], place[-1])}
        word = f"{value} at {name}" if value.isalnum() else ""
        return Tool(name, word=word, homes=tuple(sorted(around.intersection(cells))))

    def look(self, board: Any, tool: str, pose: int) -> Panel:
        own = layer_named(board, self.owners)
        row = next(each for each in own.rows(board) if short_name(own.place(each)) == tool)
        text = own.text(own.value(row))
        return Panel((Tile(1, 1, CIRCLES.get(text, text), tool, COLOUR),))

    def value(self, row: Row) -> Value:
        return short_name(row[2:] if row[2:4] != row[4:] else row[2:4])

    def row(self, board: Any, place: Place, value: Value) -> Row:
        owner = tuple(map(int, re.findall(r"\d+", str(value))))
        return (*place, *(owner * 2 if self.far and len(owner) == 2 else owner))

    def draw(self, canvas: Canvas, board: Any, rows: Rows) -> None:
        for row in rows:
            canvas.group(row[:2], row[2:])
