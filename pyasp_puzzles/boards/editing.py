"""Editing of boards in layers: each layer is a clue on its places, or one about the whole board.

Comes in: the declaration of a puzzle. Goes out: how its boards are edited.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, ClassVar, TypeVar

from pyasp_puzzles.boards.board import Layer, Row, Size, with_fields
from pyasp_puzzles.boards.clues import RegionNumbers, Regions, region_names
from pyasp_puzzles.boards.edit import Clue, Edit, EditForm, needed, row_and_column, typed
from pyasp_puzzles.boards.formats.text import Entry
from pyasp_puzzles.boards.genre import Genre
from pyasp_puzzles.boards.pieces import Polyforms
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.boards.play import MoveError
from pyasp_puzzles.boards.stocks import Stock
from pyasp_puzzles.core.errors import InstanceError
from pyasp_puzzles.pictures.picture import Picture, Tile

SIZE = "size"
Way = tuple[tuple[int, ...], Any]
"""How a piece lies, in numbers, and the piece that lies so."""
_OFFERED = 40
"""The most values that are offered; others can be typed."""


@dataclass(frozen=True)
class LayerEditor(EditForm[Any]):
    """How the boards of a puzzle are edited; a room overrides what its layers do not say."""

    genre: Genre[Any, Any]

    @property
    def layers(self) -> dict[str, Layer]:
        """The layers by the names of their clues: the noun, if no other layer has it."""
        own = [layer for layer in self.genre.layers if not isinstance(layer, Size | Polyforms)]
        nouns = Counter(layer.noun for layer in own)
        return {x.noun if nouns[x.noun] == 1 and x.noun != "clue" else x.name: x for x in own}

    def edits(self, board: Any) -> Sequence[Edit]:
        """A clue for each layer, and the size."""
        about = f"Rows and columns, now {board.rows} x {board.columns}; clues without a place go."
        size = Clue(SIZE, about, typed=True, scope="board", act=True)
        found = [self.of_layer(board, name, layer) for name, layer in self.layers.items()]
        return [*found, Edit(size, lambda _, value: self._resized(board, value))]

    def of_layer(self, board: Any, name: str, layer: Layer) -> Edit:
        """The clue of a layer, under a name."""

        def values() -> Mapping[Place | None, str]:
            if isinstance(layer, Stock):
                return {None: ", ".join(map(layer.item, layer.rows(board)))}
            there = {layer.place(row): layer.text(layer.value(row)) for row in layer.rows(board)}
            return {place or None: there.get(place, "") for place in layer.places(board)}

        fixed = layer.filled and not isinstance(layer, Stock)
        return Edit(
            _clue(name, layer, board),
            lambda at, value: self._with(board, layer, at, typed(name, value)),
            values,
            needed(layer.noun) if fixed else "",
        )

    def _with(self, board: Any, layer: Layer, at: Place, entry: Entry) -> dict[str, Any]:
        """The fields with another value of a layer."""
        text = entry.value.text
        rows = [row for row in layer.rows(board) if layer.place(row) != at]
        if isinstance(layer, Stock):
            items = filter(None, (item.strip() for item in text.split(",")))
            every = (layer.rows_of(board, item, entry, entry.value) for item in items)
            rows = [row for own in every for row in own]
        elif text:
            rows.append(layer.row(board, at, layer.value_of(board, text, entry)))
        values = {layer.name: layer.pack(board, rows)}
        for other in self.genre.layers:
            if isinstance(other, RegionNumbers) and other.regions == layer.name:
                values[other.name] = other.following(board, with_fields(board, **values))
        return values

    def _resized(self, board: Any, value: str) -> dict[str, Any]:
        """The fields with other rows and columns, and all clues that still have a place."""
        entry = typed(SIZE, value)
        found = re.fullmatch(r"(\d{1,4}) *x *(\d{1,4})", entry.value.text)
        if not found:
            raise entry.error(entry.value.text, "rows and columns, such as '5 x 7'")
        rows, columns = (entry.number(side, *board.sides) for side in found.groups())
        fields: dict[str, Any] = {"rows": rows, "columns": columns}
        for layer in self.layers.values():
            new = with_fields(board, **fields)
            fields[layer.name] = layer.pack(new, kept_rows(layer, board, new))
        return fields

    def picture(self, board: Any) -> Picture:
        """The board with all places on which a clue can be set."""
        drawn = self.genre.picture(board, None)
        panel = drawn.panels[0]
        places = {at for layer in self.layers.values() for at in layer.places(board)}
        tiles = {(tile.row, tile.column): tile for tile in panel.tiles}
        for at in places:
            if len(at) == 2:  # a place in the margin is no cell of the board
                tiles[at] = replace(tiles.get(at) or Tile(*at), cell=at)
        targets = tuple(at for at in sorted(places) if len(at) == 4)
        wider = replace(
            panel, tiles=tuple(tile for _, tile in sorted(tiles.items())), targets=targets
        )
        return replace(drawn, panels=(wider, *drawn.panels[1:]))

    def place(self, board: Any, cell: Place) -> str:
        """What a place is called; margins by the line that they are beside.

        Four numbers are an edge or a corner, which its cells name.
        """
        if len(cell) == 2 and cell[0] > board.rows:
            return f"below column {cell[1]}"
        if len(cell) == 2 and cell[1] > board.columns:
            return f"right of row {cell[0]}"
        return row_and_column(cell)


def _clue(name: str, layer: Layer, board: Any) -> Clue:
    texts = [layer.text(value) for value in layer.values(board)]
    if isinstance(layer, Regions):
        texts.append(next(name for name in region_names() if name not in texts))
    about = layer.about or f"the {layer.noun} of a cell"
    return Clue(
        name,
        f"{about[:1].upper()}{about[1:]}.".replace("..", "."),
        tuple(dict.fromkeys(texts[:_OFFERED])),
        typed=len(texts) > _OFFERED or not texts or isinstance(layer, Regions),
        scope="cell" if any(layer.places(board)) else "board",
        removable=not layer.filled,
    )


def kept_rows(layer: Layer, before: Any, now: Any) -> list[Row]:
    """The rows of a layer that have a place on a board of another size.

    A margin stays a margin. Where every place has a value, a new one has that of the nearest.
    """
    moved = {_moved(layer.place(row), before, now): layer.value(row) for row in layer.rows(before)}
    places = layer.places(now)
    if layer.filled:
        old = layer.places(before)
        for at in places:
            near = tuple(min(a, b) for a, b in zip(at, (before.rows, before.columns), strict=False))
            if at not in moved and near in old:
                moved[at] = moved.get(near, layer.values(before)[0])
    kept = []
    for at, value in moved.items():
        if at in places:
            with suppress(InstanceError):  # a number that the smaller board has not
                layer.value_of(now, layer.text(value), typed(SIZE, ""))
                kept.append(layer.row(now, at, value))
    return kept


def _moved(place: Place, before: Any, now: Any) -> Place:
    """A place of the margin below or to the right as one of the other board."""
    sides = ((before.rows, now.rows), (before.columns, now.columns))
    return tuple(
        x + sides[i % 2][1] - sides[i % 2][0] if x > sides[i % 2][0] and len(place) == 2 else x
        for i, x in enumerate(place)
    )


@dataclass(frozen=True)
class GivenPieces(ABC):
    """Pieces that lie on a board from the start: they are laid, turned and removed.

    A word on each cell of one says how it lies: its name, then numbers, such as its turn. Those
    that are left out are those of the first way that fits.

    Attributes:
        field: the field of the board that lists them, sorted; each has its name as ``piece``.
        form: what can be typed, for messages.
    """

    board: Any
    field: ClassVar[str]
    form: ClassVar[str]

    @abstractmethod
    def places(self) -> Sequence[Place]:
        """The cells on which a piece can be laid."""

    @abstractmethod
    def covered(self, piece: Any) -> Sequence[Place]:
        """The cells on which a piece lies."""

    @abstractmethod
    def numbers(self, name: str, entry: Entry) -> Sequence[range]:
        """The numbers that say how a piece lies, each with its range.

        Raises:
            MoveError, InstanceError: no piece has this name.
        """

    @abstractmethod
    def ways(self, name: str, cell: Place, others: Sequence[Any]) -> Iterable[Way]:
        """How a piece can lie on a cell beside others: its numbers, and the piece that lies so.

        Raises:
            MoveError: no copy of it is left.
        """

    def edits(self, laid: Clue, turned: Clue) -> tuple[Edit, Edit]:
        """The clues by which pieces are laid and turned."""
        return (
            Edit(laid, partial(self._lay, laid.name), self._words),
            Edit(turned, self._turn, lambda: dict.fromkeys(self._lying, "")),
        )

    @cached_property
    def _lying(self) -> dict[Place, Any]:
        return {at: each for each in getattr(self.board, self.field) for at in self.covered(each)}

    def _with(self, cell: Place, *new: Any) -> tuple[Any, ...]:
        """The pieces with another one in place of that on a cell."""
        there, every = self._lying.get(cell), getattr(self.board, self.field)
        return tuple(sorted([*(each for each in every if each != there), *new]))

    def _ways(self, cell: Place) -> tuple[list[Way], tuple[int, ...]]:
        """The ways of what lies on a cell, and the numbers of the one in which it does."""
        there = self._lying[cell]
        ways = list(self.ways(str(there.piece), cell, self._with(cell)))
        return ways, next(numbers for numbers, each in ways if each == there)

    def _words(self) -> dict[Place | None, str]:
        """The shortest word that says how a piece lies, on each of its cells."""
        words: dict[Place | None, str] = dict.fromkeys(self.places(), "")
        for cell, there in self._lying.items():
            ways, own = self._ways(cell)
            starts = (own[:length] for length in range(len(own) + 1))
            short = next(x for x in starts if own == next(n for n, _ in ways if n[: len(x)] == x))
            words[cell] = " ".join(map(str, (there.piece, *short)))
        return words

    def _lay(self, clue: str, cell: Place, value: str) -> dict[str, Any]:
        if not value:
            return {self.field: self._with(cell)}
        entry, (name, *words) = typed(clue, value), value.split() or [""]
        ranges = self.numbers(name, entry)
        if len(words) > len(ranges):
            raise entry.error(value, self.form)
        pairs = zip(words, ranges, strict=False)
        said = tuple(entry.number(word, each[0], each[-1]) for word, each in pairs)
        for numbers, piece in self.ways(name, cell, self._with(cell)):
            if numbers[: len(said)] == said:
                return {self.field: self._with(cell, piece)}
        raise MoveError(f"Piece {name} does not fit there{' so' if said else ''}.")

    def _turn(self, cell: Place, _value: str) -> dict[str, Any]:
        """In its next turn that fits; the turn is its first number."""
        ways, (now, *_) = self._ways(cell)
        later = sorted((n[0] < now, n[0]) for n, _ in ways if n[0] != now)
        if not later:
            raise MoveError(f"Piece {self._lying[cell].piece} fits there in no other turn.")
        turn = later[0][1]
        return {self.field: self._with(cell, next(each for n, each in ways if n[0] == turn))}


T = TypeVar("T")


def replaced(items: Sequence[T], number: int, *new: T) -> tuple[T, ...]:
    """A list with others in place of one item, counted from 1."""
    return (*items[: number - 1], *new, *items[number:])
