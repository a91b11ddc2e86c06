"""Given pieces of packing puzzles: the layer that reads, writes and checks where they lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

from pyasp_puzzles.boards.board import Layer
from pyasp_puzzles.boards.formats.fields import Field
from pyasp_puzzles.boards.formats.text import Board as Entries
from pyasp_puzzles.boards.formats.text import Entry, Line
from pyasp_puzzles.core.errors import Phrase, counted, did_you_mean
from pyasp_puzzles.core.regions import by_key
from pyasp_puzzles.puzzles.packing.cells import (
    drawing,
    has_points,
    is_box,
    layers,
    points_of,
    read_cells,
    sheet_of,
    signs_of,
    words_of,
)
from pyasp_puzzles.puzzles.packing.geometry import Point

HOW = {"none": "not turned", "rotations": "turned", "reflections": "turned or flipped"}
"""How a piece may lie with each of the moves."""

FREE = ".·#+"
"""The signs of places where nothing is given, unless a piece has this name."""

MOST_SIGNS = 4000
"""The most signs of a drawing that is written."""


@dataclass(frozen=True, order=True)
class GivenPiece:
    """A copy of a piece that lies in the space from the start, by its cells (sorted)."""

    piece: str
    cells: tuple[Point, ...]


class GivenCopies(Layer):
    """The copies of pieces that lie in the space from the start, sorted."""

    def entries(self) -> tuple[str, ...]:
        return (self.key, f"{self.key} NAME")

    def words(self, board: Any) -> str:
        return counted(len(board.given), "given placement") if board.given else ""

    def read(self, entries: Entries, board: Any) -> Mapping[str, Any]:
        found = read_givens(entries, board)
        entries.places |= {f"{self.name}[{i}]": entry.place() for i, (_, entry) in enumerate(found)}
        return {self.name: tuple(given for given, _ in found)}

    def write(self, board: Any) -> dict[str, str | list[str]]:
        return {**written_givens(board)} if board.given else {}

    def check(self, board: Any, rows: Field) -> None:
        """Every given placement is one of a piece, and all of them can lie in the space."""
        pieces, cells = board.named, frozenset(board.cells)
        owner: dict[Point, str] = {}
        copies: Counter[str] = Counter()
        for node in rows.list():
            laid = node.of(GivenPiece)
            name = laid["piece"].one_of(pieces)
            for cell, item in zip(
                points_of(laid["cells"], board.grid), laid["cells"].list(), strict=True
            ):
                if cell not in cells:
                    raise item.error("a cell of the board")
                if cell in owner:
                    found = Phrase(f"the cell {cell} of the given piece {owner[cell]}, too")
                    raise item.error("given pieces that do not overlap", found)
                owner[cell] = name
            laid["cells"].in_order("cell")
            if board.grid.normalise(laid.value.cells) not in board.numbers[name]:
                found = Phrase(", ".join(map(str, laid.value.cells)))
                listed = pieces[name].orientations
                how = "in a listed orientation" if listed else HOW[board.moves]
                raise laid["cells"].error(f"cells that piece {name} can cover, {how}", found)
            copies[name] += 1
            if copies[name] > pieces[name].most:
                found = Phrase(counted(copies[name], "given placement"))
                raise laid.error(f"at most {pieces[name].most} of piece {name}", found)
        rows.in_order("given placement")


def read_givens(entries: Entries, board: Any) -> list[tuple[GivenPiece, Entry]]:
    """The given placements of a board in the text format, sorted, each with its entry.

    Args:
        board: the space and the pieces; nobody need have checked it.

    Raises:
        InstanceError: an entry is no drawing of the space and no list of points, or names no piece.
    """
    pieces, found = board.named, list[tuple[GivenPiece, Entry]]()
    drawn = False
    for name, entry in entries.prefixed("given"):
        if name and name not in pieces:
            expected = f"'given NAME' with one of {', '.join(pieces)}{did_you_mean(name, pieces)}"
            raise entry.error(name, expected)
        if not name and drawn:
            raise entry.error(Phrase("the key a second time"), "every key once")
        if name and is_box(entry.value.text):
            raise entry.error(entry.value.text, "a drawing of the space, or points")
        if name and has_points(entry):
            copies = _in_copies(entry, pieces[name], list(read_cells(entry, board.grid)))
        else:
            drawn = drawn or not name
            copies = _drawn(entry, board, name)
        found += ((GivenPiece(piece, tuple(sorted(copy))), entry) for piece, copy in copies)
    return sorted(found, key=lambda pair: pair[0])


def _in_copies(
    entry: Entry, piece: Any, points: Sequence[Point]
) -> Iterator[tuple[str, Iterable[Point]]]:
    """The points of the copies of a piece, one copy after the other."""
    size = len(piece.blocks)
    if len(points) % size:
        found = Phrase(counted(len(points), "point"))
        raise entry.error(found, f"{size} for each copy of {piece.name}")
    for start in range(0, len(points), size):
        yield piece.name, points[start : start + size]


def _drawn(entry: Entry, board: Any, name: str) -> Iterator[tuple[str, Iterable[Point]]]:
    """The copies of pieces in a drawing of the space; with a name, any sign is this piece."""
    pieces, covered = board.named, dict[str, list[Point]]()
    drawn, (sheet, sides) = layers(entry), sheet_of(board.grid, board.cells)
    _check_sides(entry, drawn, sides)
    none = ". " if name else {*". ", *set(FREE).difference(pieces)}
    for layer, row, column, sign, line in signs_of(drawn):
        if sign in none:
            continue
        if not name and sign not in pieces:
            expected = f"names of pieces ({', '.join(pieces)}), or '.' where none is given"
            raise entry.error(sign, expected, line)
        if (layer, row, column) not in sheet:
            found = f"{sign!r} in column {column + 1}, where the board has no cell"
            raise entry.error(Phrase(found), "given pieces on cells of the board", line)
        covered.setdefault(sign, []).append(sheet[layer, row, column])
    if not covered:
        raise entry.error(Phrase("no piece"), "a drawing of the board with the given pieces")
    if name and len(covered) > 1:
        several = Phrase(f"several signs, {' and '.join(covered)}")
        raise entry.error(several, f"one sign for piece {name}, '.' for all other cells")
    for sign, points in covered.items():
        piece = pieces[name or sign]
        size = len(piece.blocks)
        for region in [points] if len(points) == size else board.grid.regions(points):
            if len(region) != size:
                found = f"a region of {counted(len(region), 'cell')} of piece {piece.name}"
                expected = "copies that touch are listed as points, under 'given"
                raise entry.error(Phrase(found), f"{size} cells; {expected} {piece.name}:'")
            yield piece.name, region


def _check_sides(entry: Entry, drawn: Sequence[Sequence[Line]], sides: Sequence[int]) -> None:
    """A drawing is as large as the board, so that nobody need guess where a piece lies."""
    layers, rows, columns = sides
    as_drawn = "as in a drawing of the board ('.' for a free cell)"
    if len(drawn) != layers:
        words = f"{counted(layers, 'layer')}, as the board has"
        raise entry.error(Phrase(counted(len(drawn), "layer")), words)
    for lines in drawn:
        if len(lines) != rows:
            found = Phrase(counted(len(lines), "line"))
            raise entry.error(found, f"{counted(rows, 'line')}, {as_drawn}", lines[0])
    longest = max((line for lines in drawn for line in lines), key=lambda line: len(line.text))
    if len(longest.text) != columns:
        found = Phrase(counted(len(longest.text), "sign"))
        raise entry.error(found, f"{counted(columns, 'sign')}, {as_drawn}", longest)


def written_givens(board: Any) -> dict[str, list[str]]:
    """The entries of the given placements: a drawing where it can be read, else points."""
    if prod(sheet_of(board.grid, board.cells)[1]) <= MOST_SIGNS and _can_be_drawn(board):
        owner = {cell: given.piece for given in board.given for cell in given.cells}
        return {"given": drawing(board.grid, board.cells, owner, ".")}
    return by_key((f"given {x.piece}", words_of(board.grid, x.cells)) for x in board.given)


def _can_be_drawn(board: Any) -> bool:
    """Whether each given piece has one sign as its name, and no copies of it touch."""
    copies = by_key((given.piece, set(given.cells)) for given in board.given)
    for name, sets in copies.items():
        regions = board.grid.regions(sorted(set().union(*sets)))
        alone = len(sets) == 1 or sorted(map(sorted, regions)) == sorted(map(sorted, sets))
        if len(name) != 1 or name in ".-%" or not name.isprintable() or not alone:
            return False
    return True
