"""Boards on a grid: their size, their cells, and what answers on them hold."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar

from pyasp_puzzles.boards.board import (
    Arguments,
    Layer,
    LayeredBoard,
    Rows,
    layer,
    layer_named,
    layers_of,
)
from pyasp_puzzles.boards.formats.fields import Field
from pyasp_puzzles.boards.formats.text import Board as Entries
from pyasp_puzzles.boards.formats.text import Entry, Line
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.core.errors import Phrase, counted


@dataclass(frozen=True, eq=False, repr=False)
class Size(Layer):
    """The rows and columns of a grid as a fact; ``size: 5 x 7`` in a file without drawings."""

    noun: str = field(default="size", kw_only=True)
    key: str = field(default="size", kw_only=True)
    arguments: ClassVar[Arguments] = (("rows", int), ("columns", int))

    def rows(self, board: Any) -> Rows:
        return ((board.rows, board.columns),)

    def check(self, board: Any, rows: Field) -> None:
        for side in ("rows", "columns"):
            replace(rows, path=side, value=getattr(board, side)).integer(*board.sides)
        if board.square and board.rows != board.columns:
            found = f"{counted(board.rows, 'row')} and {counted(board.columns, 'column')}"
            raise rows.error("as many columns as rows", Phrase(found))
        if board.rows * board.columns > board.most_cells:
            found = f"{board.rows} x {board.columns}"
            raise rows.error(f"at most {board.most_cells} cells", Phrase(found))

    def read(self, entries: Entries, board: Any) -> Mapping[str, Any]:
        drawn = any(each.drawn for each in layers_of(type(board)))
        entry = entries.optional(self.key) if drawn else entries.required(self.key)
        return self.sides_of(entry, board) if entry else {}

    def sides_of(self, entry: Entry, board: Any) -> Mapping[str, int]:
        """Rows and columns of an entry ``5 x 7``, or of a square board's ``5``."""
        found = re.fullmatch(r"(\d+)(?: *[xX] *(\d+))?", entry.word)
        if found is None or not (found[2] or board.square):
            text = entry.value.text or Phrase("nothing")
            raise entry.error(text, "rows and columns, such as '5 x 7'")
        rows = entry.number(found[1], *board.sides)
        columns = entry.number(found[2], *board.sides) if found[2] else rows
        if board.square and rows != columns:
            raise entry.error(entry.value.text, "as many columns as rows")
        if rows * columns > board.most_cells:
            raise entry.error(entry.value.text, f"at most {board.most_cells} cells")
        return {"rows": rows, "columns": columns}

    def format(self) -> str:
        return f"``{self.key}``, such as ``5 x 7``, may be left out where a drawing says it."

    def write(self, board: Any) -> dict[str, str | list[str]]:
        drawn = any(each.drawn for each in layers_of(type(board))) and board.columns > 1
        return {} if drawn else {self.key: f"{board.rows} x {board.columns}"}

    def words(self, board: Any) -> str:
        return f"{board.rows} x {board.columns} cells"


@dataclass(frozen=True)
class GridBoard(LayeredBoard):
    """An instance on a grid."""

    rows: int
    columns: int = layer(Size("size"), MISSING)

    def __getitem__(self, name: str) -> dict[Place, Any]:
        """The values of a layer by their places."""
        if name not in self._values:
            found = layer_named(self, name)
            self._values[name] = {found.place(row): found.value(row) for row in found.rows(self)}
        return dict(self._values[name])

    @cached_property
    def _values(self) -> dict[str, dict[Place, Any]]:
        """The values of the layers that were asked for."""
        return {}

    @cached_property
    def cells(self) -> tuple[Place, ...]:
        """The cells, row by row."""
        rows, columns = range(1, self.rows + 1), range(1, self.columns + 1)
        return tuple((row, column) for row in rows for column in columns)


def sides_of(kind: type[Any], size: str) -> tuple[int, int]:
    """Rows and columns of a board in words such as ``5 x 7``, or ``5`` for a square one.

    Raises:
        InstanceError: they are none, or no board of this kind has them.
    """
    sides = Size("size").sides_of(Entry("", "size", Line(0, size.strip())), kind)
    return sides["rows"], sides["columns"]


@dataclass(frozen=True)
class SquareBoard(GridBoard):
    """An instance on a grid with as many rows as columns."""

    square: ClassVar[bool] = True


@dataclass(frozen=True)
class Marked:
    """An answer: the arguments of its shown atoms, sorted."""

    marks: Rows


@dataclass(frozen=True)
class Filled:
    """An answer: the board row by row, 0 for an empty cell."""

    rows: tuple[tuple[int, ...], ...]

    def __getitem__(self, cell: Place) -> int:
        return self.rows[cell[0] - 1][cell[1] - 1]
