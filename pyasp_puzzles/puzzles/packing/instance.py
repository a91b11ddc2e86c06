"""Packing instances: their type and its layers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, replace
from functools import cached_property
from math import prod
from typing import Any

from pyasp_puzzles.boards.board import Layer, LayeredBoard, layer
from pyasp_puzzles.boards.formats.fields import Field
from pyasp_puzzles.boards.formats.text import Board as Entries
from pyasp_puzzles.boards.formats.text import Entry, Line
from pyasp_puzzles.boards.scalars import Text
from pyasp_puzzles.core.errors import Phrase, counted
from pyasp_puzzles.puzzles.packing.cells import (
    MOST_CELLS,
    OPTIONAL,
    box,
    drawing_of,
    has_points,
    in_rows,
    points_of,
    read_cells,
    read_line,
    usual_lattice,
    words_of,
)
from pyasp_puzzles.puzzles.packing.geometry import LATTICES, Lattice, Point, apply, moved, subtract
from pyasp_puzzles.puzzles.packing.givens import HOW, GivenCopies, GivenPiece

MOVES = tuple(HOW)
"""The moves of pieces."""


class Space(Layer):
    """The cells, sorted, and those of them that may stay empty."""

    def entries(self) -> tuple[str, ...]:
        return (self.key, "optional")

    def read(self, entries: Entries, board: Any) -> Mapping[str, Any]:
        cells = read_cells(entries.required(self.key), board.grid)
        optional = {cell for cell, sign in cells.items() if sign == OPTIONAL}
        if listed := entries.optional("optional"):
            for cell in read_cells(listed, board.grid):
                if cell not in cells:
                    raise listed.error(Phrase(f"the point {cell}"), "cells of the board")
                optional.add(cell)
        return {self.name: tuple(sorted(cells)), "optional": tuple(sorted(optional))}

    def write(self, board: Any) -> dict[str, str | list[str]]:
        """A box or a drawing where it will be read as just these cells, else the points."""
        grid, cells, optional = board.grid, board.cells, board.optional
        lines = drawing_of(grid, cells, lambda _, drawn: tuple(sorted(drawn)), optional)
        if optional and lines:
            return {self.key: lines}
        written: str | list[str] = lines or in_rows(grid, cells)
        sides = [max(along) for along in zip(*cells, strict=True)][: 2 if grid.flat else 3]
        if grid.paper == "square" and prod(sides) == len(cells) > 8 and cells == box(grid, *sides):
            written = " x ".join(map(str, sides))
        return {self.key: written} | ({"optional": in_rows(grid, optional)} if optional else {})

    def check(self, board: Any, rows: Field) -> None:
        cells = set(points_of(rows, board.grid))
        if len(cells) > MOST_CELLS:
            raise rows.error(f"at most {MOST_CELLS} cells", Phrase(f"{len(cells)} cells"))
        optional = replace(rows, path="optional", value=board.optional)
        if optional.list():
            points_of(optional, board.grid)
        for node in optional.list():
            if node.value not in cells:
                raise node.error("a cell of the board")


MOST_COPIES = 999_999
NAME = r"[^\s\"\\:%\x00-\x1f\x7f]{1,90}"
"""A pattern that every name of a piece matches."""
NAMES = "a name of at most 90 signs, no blank, quote, backslash, colon, percent or control sign"
"""The same in words."""


@dataclass(frozen=True)
class Piece:
    """A piece: its blocks (the first is its pivot) and how often it is used.

    ``orientations``, where given, lists all its shapes; no turns are derived then.
    """

    name: str
    blocks: tuple[Point, ...]
    least: int = 1
    most: int = 1
    orientations: tuple[tuple[Point, ...], ...] = ()

    def copies(self) -> str:
        """How often it is used, as people write it: ``2`` or ``0-1``."""
        return str(self.least) if self.least == self.most else f"{self.least}-{self.most}"

    @staticmethod
    def range(text: str) -> tuple[int, int] | None:
        """The least and greatest number of copies in such a text; ``None``: it is none."""
        match = re.fullmatch(r"(\d{1,6})(?:-(\d{1,6}))?", text.strip(), re.ASCII)
        least, most = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
        return (least, most) if least <= most and most else None

    def times(self) -> str:
        """The same behind its name, empty if it is used once."""
        return "" if self.least == self.most == 1 else f" x{self.copies()}"


def block_limits(pieces: Iterable[Piece]) -> tuple[int, int]:
    """The least and the greatest number of blocks of some pieces together."""
    every = [(len(piece.blocks) * piece.least, len(piece.blocks) * piece.most) for piece in pieces]
    return sum(least for least, _ in every), sum(most for _, most in every)


def pivoted(grid: Lattice, blocks: Iterable[Point]) -> tuple[Point, ...]:
    """The blocks in their order, moved so that the first lies at the origin (or next to it)."""
    points = tuple(blocks)
    return moved(points, grid.to_origin(points[0]))


class PieceSet(Layer):
    """The pieces: an entry for each, or a list, and the shapes of those that are not turned."""

    def entries(self) -> tuple[str, ...]:
        return ("piece NAME", self.key, "orientations NAME")

    def words(self, board: Any) -> str:
        words = f"{counted(len(board.pieces), 'piece')}, {counted(len(board.cells), 'cell')}"
        return words + (f" ({len(board.optional):,} optional)" if board.optional else "")

    def read(self, entries: Entries, board: Any) -> Mapping[str, Any]:
        found: dict[str, Piece] = {}
        listed, named = entries.optional(self.key), entries.prefixed("piece")
        pieces = [(_piece(words, entry, board.grid), entry) for words, entry in named]
        if listed:
            pieces = [*_listed(listed, board.grid, board.moves), *pieces]
        for piece, entry in pieces:
            if piece.name in found:
                raise entry.error(piece.name, "a name that no piece has yet")
            entries.places[f"{self.name}[{len(found)}]"] = entry.place()
            found[piece.name] = piece
        for name, entry in entries.prefixed("orientations"):
            if name not in found:
                raise entry.error(name, f"names of pieces: {', '.join(found)}")
            shapes = tuple(tuple(read_line(entry, line, board.grid)) for line in entry.body())
            if not shapes:
                raise entry.error(Phrase("none"), f"shapes of {len(found[name].blocks)} blocks")
            entries.places[f"{self.name}[{list(found).index(name)}].orientations"] = entry.place()
            found[name] = replace(found[name], orientations=shapes)
        return {self.name: tuple(found.values())}

    def write(self, board: Any) -> dict[str, str | list[str]]:
        grid, pieces = board.grid, board.pieces
        for name in SETS if grid.paper == "square" else ():
            if pieces == tuple(set_of(name, grid)):
                return {self.key: name}
        drawn = {
            f"piece {piece.name}{piece.times()}": drawing_of(grid, piece.blocks, pivoted)
            or in_rows(grid, piece.blocks)
            for piece in pieces
        }
        return drawn | {
            f"orientations {piece.name}": [words_of(grid, shape) for shape in piece.orientations]
            for piece in pieces
            if piece.orientations
        }

    def check(self, board: Any, rows: Field) -> None:
        names: set[str] = set()
        for node in rows.list():
            _check_piece(node, board.grid)
            if node.value.name in names:
                raise node["name"].error("a name that no piece has yet")
            names.add(node.value.name)
        if not names:
            raise rows.error("an entry 'piece NAME:'", Phrase("no piece"))
        least, most = block_limits(board.pieces)
        cells, fewest = len(board.cells), len(board.cells) - len(board.optional)
        if least > cells or most < fewest:
            found = f"pieces with {least if least == most else f'{least} to {most}'} blocks"
            expected = f"{counted(cells, 'block')}, one for each cell of the board"
            if board.optional:
                expected = f"{fewest} to {cells} blocks, one for each cell that is not optional"
            raise replace(rows, path="cells").error(expected, Phrase(found))


def _check_piece(node: Field, grid: Lattice) -> None:
    piece = node.of(Piece)
    if not re.fullmatch(NAME, piece["name"].text()):
        raise piece["name"].error(NAMES)
    least, most = (piece[key].integer(0, MOST_COPIES) for key in ("least", "most"))
    if not least <= most or not most:
        found = Phrase(f"{least} to {most} copies")
        raise piece["most"].error("a greatest number of copies that is no less", found)
    blocks = points_of(piece["blocks"], grid)
    for shape in piece["orientations"].list():
        if len(points_of(shape, grid)) != len(blocks):
            raise shape.error(f"a shape of {len(blocks)} blocks")
    drawn_apart = grid.paper == "triangular" and not grid.is_connected(blocks)
    if drawn_apart and not piece.value.orientations:
        found = Phrase("blocks apart from each other")
        raise piece["blocks"].error("triangles that share sides", found)


def _piece(words: str, entry: Entry, grid: Lattice) -> Piece:
    match = re.fullmatch(r"(\S+)(?: x([\d-]+))?", words)
    if not match or '"' in words or "\\" in words:
        raise entry.error(entry.key, "'piece NAME', perhaps with 'x3' or 'x0-1' behind it")
    copies = Piece.range(match[2] or "1")
    if not copies:
        raise entry.error(words, "a number of copies such as x3, or a range such as x0-1")
    return Piece(match[1], _blocks(entry, grid), *copies)


def _blocks(entry: Entry, grid: Lattice) -> tuple[Point, ...]:
    signs = read_cells(entry, grid)
    if OPTIONAL in signs.values():
        raise entry.error(OPTIONAL, "blocks; only a cell of the board may be optional")
    return pivoted(grid, signs)


SETS = {
    "pentominoes": "F .##/##./.#., I #####, L ####/#..., N ###./..##, P ###/##., T ###/.#./.#., "
    "U #.#/###, V #../#../###, W #../##./.##, X .#./###/.#., Y ####/.#.., Z ##./.#./.##"
}
"""Sets of pieces on square paper by their word; the letters are those of S. W. Golomb."""


def set_of(name: str, grid: Lattice) -> Iterator[Piece]:
    """The pieces of a set, each used once."""
    for each in SETS[name].split(", "):
        letter, drawn = each.split()
        lines = tuple(Line(0, row) for row in drawn.split("/"))
        yield Piece(letter, _blocks(Entry("", letter, Line(0, ""), lines), grid))


def _listed(entry: Entry, grid: Lattice, moves: str) -> Iterator[tuple[Piece, Entry]]:
    """The pieces of a list without names, or of a set, each with its part of the list."""
    if entry.value.text in SETS and not entry.lines and grid.paper == "square":
        yield from ((piece, entry) for piece in set_of(entry.value.text, grid))
        return
    groups = entry.drawings()
    if len(groups) > MOST_CELLS:
        raise entry.error(Phrase(f"{len(groups)} pieces"), f"at most {MOST_CELLS}")
    parts = [Entry(entry.source, entry.key, replace(g[0], text=""), g) for g in groups]
    shapes = [_blocks(part, grid) for part in parts]
    signs = ["".join(sorted(_signs(part))) for part in parts]
    one_sign = len(set(signs) - {""}) <= 1 or grid.paper == "triangular"
    first_of: dict[object, int] = {}
    copies: Counter[int] = Counter()
    for part, blocks, sign in zip(parts, shapes, signs, strict=True):
        if not one_sign and not re.fullmatch(NAME, sign):
            expected = "a sign that can name the piece, as the others of the list have"
            raise part.error(sign or Phrase("points"), expected)
        shape = grid.shape(blocks, moves)
        first = first_of.setdefault(shape if one_sign else sign, copies.total())
        if grid.shape(shapes[first], moves) != shape:
            found = Phrase(f"another shape that is drawn with {sign!r}")
            line = parts[first].value.number
            raise part.error(found, f"the shape of line {line}, or a sign of its own")
        copies[first] += 1
    for number, times in copies.items():
        name = str(number + 1) if one_sign else signs[number]
        yield Piece(name, shapes[number], times, times), parts[number]


def _signs(part: Entry) -> set[str]:
    """The signs of a drawing but those of no cell; of points, none."""
    return set() if has_points(part) else set("".join(x.text for x in part.lines)) - {*". -"}


@dataclass(frozen=True)
class PackingBoard(LayeredBoard):
    """A space of cells (sorted), pieces, and the moves that pieces may make.

    ``optional`` lists those of the cells that may stay empty, sorted; all others have to be filled.
    ``given`` lists the copies of pieces that lie in the space from the start, sorted.
    """

    lattice: str = layer(
        Text(known=tuple(LATTICES), usual=lambda entries, _: usual_lattice(entries.peek("board"))),
        MISSING,
    )
    moves: str = layer(Text(known=MOVES, usual=lambda _, board: usual_moves(board.grid)), MISSING)
    cells: tuple[Point, ...] = layer(Space(key="board"), MISSING)
    pieces: tuple[Piece, ...] = layer(PieceSet(), MISSING)
    optional: tuple[Point, ...] = ()
    given: tuple[GivenPiece, ...] = layer(GivenCopies(), ())

    @property
    def grid(self) -> Lattice:
        """The lattice with this name."""
        return LATTICES[self.lattice]

    @cached_property
    def named(self) -> dict[str, Piece]:
        """The pieces by their names."""
        return {piece.name: piece for piece in self.pieces}

    @cached_property
    def shapes(self) -> dict[str, dict[int, tuple[Point, ...]]]:
        """The distinct shapes of each piece by number: the first turn that gives each, or its list.

        Turn ``T`` is item ``T - 1`` of the turns of the lattice.
        """
        turns = self.grid.turns(self.moves)
        found: dict[str, dict[int, tuple[Point, ...]]] = {}
        for piece in self.pieces:
            turned = piece.orientations or (
                tuple(apply(matrix, block) for block in piece.blocks) for matrix in turns
            )
            distinct: dict[frozenset[Point], tuple[int, tuple[Point, ...]]] = {}
            for number, shape in enumerate(turned, start=1):
                distinct.setdefault(self.grid.normalise(shape), (number, shape))
            found[piece.name] = dict(distinct.values())
        return found

    @cached_property
    def numbers(self) -> dict[str, dict[frozenset[Point], tuple[int, Point]]]:
        """The number and the least block of each shape of a piece, by the normalised shape."""
        return {
            name: {self.grid.normalise(each): (n, min(each)) for n, each in shapes.items()}
            for name, shapes in self.shapes.items()
        }

    def pose(self, piece: str, cells: Sequence[Point]) -> tuple[int, Point]:
        """The number of the shape and the shift with which a piece covers some cells (sorted).

        Raises:
            KeyError: the piece has no such shape.
        """
        number, least = self.numbers[piece][self.grid.normalise(cells)]
        return number, subtract(cells[0], least)

    def needed(self) -> frozenset[Point]:
        """The cells that have to be covered."""
        return frozenset(self.cells).difference(self.optional)


def empty(rows: int, columns: int) -> PackingBoard:
    """A rectangle that nothing has to fill, with a piece of one block to begin with."""
    cells = box(LATTICES["square"], rows, columns)
    piece = Piece("A", ((0, 0, 0),), least=0)
    return PackingBoard("Packing", "square", "reflections", cells, (piece,), optional=cells)


def usual_moves(grid: Lattice) -> str:
    """The moves of pieces where nothing is said of them."""
    return "reflections" if grid.flat else "rotations"
