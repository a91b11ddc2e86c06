"""Editing of boards in layers: each layer is a clue on its places, or one about the whole board.

Comes in: the declaration of a puzzle. Goes out: how its boards are edited.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from pyasp_puzzles.boards.board import Layer, Row, layers_of, with_fields
from pyasp_puzzles.boards.clues import RegionNumbers, Regions, region_names
from pyasp_puzzles.boards.edit import (
    Clue,
    Edit,
    EditForm,
    Fields,
    Values,
    clue,
    needed,
    row_and_column,
    typed,
)
from pyasp_puzzles.boards.formats.text import Entry
from pyasp_puzzles.boards.genre import Genre
from pyasp_puzzles.boards.grid import Size
from pyasp_puzzles.boards.pieces import Polyforms
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.boards.play import MoveError
from pyasp_puzzles.boards.stocks import Stock
from pyasp_puzzles.core.errors import InstanceError
from pyasp_puzzles.pictures.picture import Picture, Tile

Way = tuple[tuple[int, ...], Any]
"""How a piece lies, in numbers, and the piece that lies so."""
_OFFERED = 40
"""The most values that are offered; others can be typed."""


def editor(genre: Genre[Any, Any]) -> EditForm[Any]:
    """How the boards of a puzzle are edited: a clue for each layer, and the size."""
    own = [layer for layer in genre.layers if not isinstance(layer, Size)]
    nouns = Counter(layer.noun for layer in own)  # the name of a clue, if no other layer has it
    names = [x.noun if nouns[x.noun] == 1 and x.noun != "clue" else x.name for x in own]
    edits = (*map(of_layer, names, own), size)
    return EditForm(edits, lambda board: _picture(genre, own, board), place)


def of_layer(name: str, layer: Layer) -> Edit:
    """The clue of a layer, under a name."""

    def values(board: Any) -> Values:
        if isinstance(layer, Stock | Polyforms):
            return {None: layer.typed(board)}
        there = {layer.place(row): layer.text(layer.value(row)) for row in layer.rows(board)}
        return {place or None: there.get(place, "") for place in layer.places(board)}

    def change(board: Any, at: Place, value: str) -> Fields:
        entry = typed(name, value)
        rows = [row for row in layer.rows(board) if layer.place(row) != at]
        if isinstance(layer, Stock | Polyforms):
            rows = layer.typed_rows(board, entry)
        elif value:
            rows.append(layer.row(board, at, layer.value_of(board, entry.value.text, entry)))
        fields = {layer.name: layer.pack(board, rows)}
        for other in layers_of(type(board)):
            if isinstance(other, RegionNumbers) and other.regions == layer.name:
                fields[other.name] = other.following(board, with_fields(board, **fields))
        return fields

    fixed = layer.filled and not isinstance(layer, Stock)
    missing = needed(layer.noun) if fixed else ""
    return Edit(name, lambda board: _clue(name, layer, board), change, values, missing)


@clue(typed=True, act=True)
def size(board: Any, _: Place, value: str) -> dict[str, Any]:
    """Rows and columns, now {board.rows} x {board.columns}; clues without a place go."""
    fields: dict[str, Any] = {**Size().sides_of(typed("size", value), board)}
    for layer in layers_of(type(board)):
        if isinstance(layer, Size | Polyforms):
            continue
        new = with_fields(board, **fields)
        fields[layer.name] = layer.pack(new, kept_rows(layer, board, new))
    return fields


def _picture(genre: Genre[Any, Any], layers: Iterable[Layer], board: Any) -> Picture:
    """The board with all places on which a clue can be set."""
    drawn = genre.picture(board, None)
    panel = drawn.panels[0]
    places = {at for layer in layers for at in layer.places(board)}
    tiles = {(tile.row, tile.column): tile for tile in panel.tiles}
    for at in places:
        if len(at) == 2:  # a place in the margin is no cell of the board
            tiles[at] = replace(tiles.get(at) or Tile(*at), cell=at)
    targets = tuple(at for at in sorted(places) if len(at) == 4)
    wider = replace(panel, tiles=tuple(tile for _, tile in sorted(tiles.items())), targets=targets)
    return replace(drawn, panels=(wider, *drawn.panels[1:]))


def place(board: Any, cell: Place) -> str:
    """What a place is called; margins by the line that they are beside.

    Four numbers are an edge or a corner, which its cells name.
    """
    if len(cell) == 2 and cell[0] > board.rows:
        return f"below column {cell[1]}"
    if len(cell) == 2 and cell[1] > board.columns:
        return f"right of row {cell[0]}"
    return row_and_column(board, cell)


def _clue(name: str, layer: Layer, board: Any) -> Clue:
    texts = [layer.text(value) for value in layer.values(board)]
    if isinstance(layer, Regions):
        texts.append(next(name for name in region_names() if name not in texts))
    about = layer.about.format(board=board) or f"the {layer.noun} of a cell"
    return Clue(
        name,
        f"{about[:1].upper()}{about[1:]}.".replace("..", "."),
        tuple(dict.fromkeys(texts[:_OFFERED])),
        typed=len(texts) > _OFFERED or not texts or isinstance(layer, Regions),
        scope="board" if () in layer.places(board) else "cell",
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
                layer.value_of(now, layer.text(value), typed("size", ""))
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
class GivenPieces:
    """Pieces that lie on a board from the start: they are laid, turned and removed.

    A word on each cell of one says how it lies: its name, then numbers, such as its turn. Those
    that are left out are those of the first way that fits.

    Attributes:
        field: the field of the board that lists them, sorted; each has its name as ``piece``.
        form: what can be typed, for messages.
        places: the cells on which one can be laid.
        covered: the cells on which a piece lies.
        numbers: the ranges of the numbers that say how a piece lies, by its name. Raises an error
            where there is none.
        ways: how a piece can lie on a cell beside others, by its name: its numbers, and the piece
            that lies so. Raises MoveError where no copy is left.
    """

    field: str
    form: str
    places: Callable[[Any], Sequence[Place]]
    covered: Callable[[Any], Sequence[Place]]
    numbers: Callable[[Any, str, Entry], Sequence[range]]
    ways: Callable[[Any, str, Place, Sequence[Any]], Iterable[Way]]

    def lying(self, board: Any) -> dict[Place, Any]:
        """The piece on each cell on which one lies."""
        return {at: each for each in getattr(board, self.field) for at in self.covered(each)}

    def turns(self, board: Any) -> Values:
        """The values of the act that turns a piece."""
        return dict.fromkeys(self.lying(board), "")

    def words(self, board: Any) -> Values:
        """The shortest word that says how a piece lies, on each of its cells."""
        words: dict[Place | None, str] = dict.fromkeys(self.places(board), "")
        for cell, there in self.lying(board).items():
            ways, own = self._ways(board, cell, there)
            starts = (own[:length] for length in range(len(own) + 1))
            short = next(x for x in starts if own == next(n for n, _ in ways if n[: len(x)] == x))
            words[cell] = " ".join(map(str, (there.piece, *short)))
        return words

    def laid(self, board: Any, clue: str, cell: Place, value: str) -> Fields:
        """The pieces with the one of a word on a cell, in place of what lies there."""
        if not value:
            return self._with(board, cell)
        entry, (name, *words) = typed(clue, value), value.split() or [""]
        ranges = self.numbers(board, name, entry)
        if len(words) > len(ranges):
            raise entry.error(value, self.form)
        pairs = zip(words, ranges, strict=False)
        said = tuple(entry.number(word, each[0], each[-1]) for word, each in pairs)
        for numbers, piece in self.ways(board, name, cell, self._with(board, cell)[self.field]):
            if numbers[: len(said)] == said:
                return self._with(board, cell, piece)
        raise MoveError(f"Piece {name} does not fit there{' so' if said else ''}.")

    def turned(self, board: Any, cell: Place) -> Fields:
        """The pieces with that on a cell in its next turn that fits: its first number."""
        there = self.lying(board)[cell]
        ways, (now, *_) = self._ways(board, cell, there)
        later = [(n[0] < now, n[0], number) for number, (n, _) in enumerate(ways) if n[0] != now]
        if not later:
            raise MoveError(f"Piece {there.piece} fits there in no other turn.")
        return self._with(board, cell, ways[min(later)[2]][1])

    def _with(self, board: Any, cell: Place, *new: Any) -> dict[str, Any]:
        there, every = self.lying(board).get(cell), getattr(board, self.field)
        return {self.field: tuple(sorted([*(each for each in every if each != there), *new]))}

    def _ways(self, board: Any, cell: Place, there: Any) -> tuple[list[Way], tuple[int, ...]]:
        """The ways of what lies on a cell, and the numbers of the one in which it does."""
        others = self._with(board, cell)[self.field]
        ways = list(self.ways(board, str(there.piece), cell, others))
        return ways, next(numbers for numbers, each in ways if each == there)


T = TypeVar("T")


def replaced(items: Sequence[T], number: int, *new: T) -> tuple[T, ...]:
    """A list with others in place of one item, counted from 1."""
    return (*items[: number - 1], *new, *items[number:])
