"""Editing of boards in layers: each layer is a clue on its places, or one about the whole board.

Comes in: the declaration of a puzzle. Goes out: its EditForm.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from pyasp_puzzles.boards.board import Layer, Row, Size, with_fields
from pyasp_puzzles.boards.clues import RegionNumbers, Regions, region_names
from pyasp_puzzles.boards.edit import Change, Clue, EditForm, row_and_column, typed
from pyasp_puzzles.boards.formats.fields import placed
from pyasp_puzzles.boards.genre import Genre
from pyasp_puzzles.boards.pieces import Polyforms
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.boards.play import MoveError
from pyasp_puzzles.boards.stocks import Stock
from pyasp_puzzles.core.errors import InstanceError
from pyasp_puzzles.pictures.picture import Picture, Tile

SIZE = "size"
_OFFERED = 40
"""The most values that are offered; others can be typed."""


@dataclass(frozen=True)
class LayerEditor:
    """How the boards of a puzzle are edited."""

    genre: Genre[Any, Any]

    def form(self) -> EditForm[Any]:
        """The puzzle's way to be edited."""
        return EditForm(self.clues, self.change, self.values, self.picture, place)

    @property
    def layers(self) -> dict[str, Layer]:
        """The layers by the names of their clues: the noun, if no other layer has it."""
        own = [layer for layer in self.genre.layers if not isinstance(layer, Size | Polyforms)]
        nouns = Counter(layer.noun for layer in own)
        return {x.noun if nouns[x.noun] == 1 and x.noun != "clue" else x.name: x for x in own}

    def clues(self, board: Any) -> Sequence[Clue]:
        """A clue for each layer, and the size."""
        found = [_clue(name, layer, board) for name, layer in self.layers.items()]
        about = f"Rows and columns, now {board.rows} x {board.columns}; clues without a place go."
        return [*found, Clue(SIZE, about, typed=True, scope="board", act=True)]

    def values(self, board: Any, clue: str) -> Mapping[Place | None, str]:
        """The value of a clue on each of its places."""
        if clue == SIZE:
            return {None: ""}
        layer = self.layers[clue]
        if isinstance(layer, Stock):
            return {None: ", ".join(map(layer.item, layer.rows(board)))}
        there = {layer.place(row): layer.text(layer.value(row)) for row in layer.rows(board)}
        return {place or None: there.get(place, "") for place in layer.places(board)}

    def change(self, board: Any, asked: Change) -> Any:
        """The board with another value of a clue, or another size.

        Raises:
            MoveError: the clue cannot be removed.
            InstanceError: the value is none that is possible there.
        """
        if asked.clue == SIZE:
            return self._resized(board, asked.value)
        layer, at = self.layers[asked.clue], asked.cell or ()
        rows = [row for row in layer.rows(board) if layer.place(row) != at]
        entry = typed(asked.clue, asked.value)
        if isinstance(layer, Stock):
            items = filter(None, (item.strip() for item in entry.value.text.split(",")))
            every = (layer.rows_of(board, item, entry, entry.value) for item in items)
            rows = [row for own in every for row in own]
        elif asked.value:
            rows.append(layer.row(board, at, layer.value_of(board, entry.value.text, entry)))
        elif layer.filled:
            raise MoveError(f"There has to be a {layer.noun}; it can be another one.")
        values = {layer.name: layer.pack(board, rows)}
        for other in self.genre.layers:
            if isinstance(other, RegionNumbers) and other.regions == layer.name:
                values[other.name] = other.following(board, with_fields(board, **values))
        with placed("", {}, asked.clue):
            return replace(board, **values, known=())

    def _resized(self, board: Any, value: str) -> Any:
        """A board with other rows and columns, and all clues that still have a place."""
        entry = typed(SIZE, value)
        found = re.fullmatch(r"(\d{1,4}) *x *(\d{1,4})", entry.value.text)
        if not found:
            raise entry.error(entry.value.text, "rows and columns, such as '5 x 7'")
        rows, columns = (entry.number(side, *board.sides) for side in found.groups())
        new = with_fields(board, rows=rows, columns=columns, known=())
        for layer in self.layers.values():
            new = with_fields(new, **{layer.name: layer.pack(new, kept_rows(layer, board, new))})
        with placed("", {}, SIZE):
            return replace(new)

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
