"""Packing instances: their type and its layers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, replace
from functools import cached_property
from itertools import product
from typing import Any

from pyasp_puzzles.boards.board import Layer, LayeredBoard, Text, layer
from pyasp_puzzles.boards.formats.fields import Field
from pyasp_puzzles.boards.formats.text import Board as Entries
from pyasp_puzzles.boards.formats.text import Entry
from pyasp_puzzles.core.errors import Phrase, counted
from pyasp_puzzles.puzzles.packing.cells import (
    MOST_CELLS,
    OPTIONAL,
    PAPER,
    drawing_of,
    in_rows,
    levels,
    points_of,
    read_cells,
    read_line,
    usual_lattice,
    words_of,
)
from pyasp_puzzles.puzzles.packing.geometry import LATTICES, Point, apply, moved, subtract
from pyasp_puzzles.puzzles.packing.givens import HOW, GivenCopies, GivenPiece

MOVES = tuple(HOW)
"""The moves of pieces."""


class LatticeName(Text):
    """The lattice; a box, or a drawing, tells the usual one."""

    def usual(self, entries: Entries, board: Any) -> str:
        return usual_lattice(entries.peek("board"))


class Moves(Text):
    """The moves that pieces may make."""

    def usual(self, entries: Entries, board: Any) -> str:
        return usual_moves(board.lattice)


class Space(Layer):
    """The cells, sorted, and those of them that may stay empty."""

    def entries(self) -> tuple[str, ...]:
        return (self.key, "optional")

    def read(self, entries: Entries, board: Any) -> Mapping[str, Any]:
        cells = read_cells(entries.required(self.key), board.lattice)
        optional = {cell for cell, sign in cells.items() if sign == OPTIONAL}
        if empty := entries.optional("optional"):
            for cell in read_cells(empty, board.lattice):
                if cell not in cells:
                    raise empty.error(Phrase(f"the point {cell}"), "cells of the board")
                optional.add(cell)
        return {self.name: tuple(sorted(cells)), "optional": tuple(sorted(optional))}

    def write(self, board: Any) -> dict[str, str | list[str]]:
        """A box or a drawing where it will be read as just these cells, else the points."""
        lattice, cells, optional = board.lattice, board.cells, board.optional
        lines = drawing_of(lattice, cells, lambda _, drawn: tuple(sorted(drawn)), optional)
        if optional and lines:
            return {self.key: lines}
        written: str | list[str] = lines or in_rows(lattice, cells)
        if PAPER[lattice] == "square" and len(cells) > 8:
            sides = [max(along) for along in zip(*cells, strict=True)]
            ranges = (range(1, sides[0] + 1), range(1, sides[1] + 1), levels(lattice, sides[2]))
            if cells == tuple(product(*ranges)):
                written = " x ".join(map(str, sides[: 2 if lattice == "square" else 3]))
        return {self.key: written} | ({"optional": in_rows(lattice, optional)} if optional else {})

    def check(self, board: Any, rows: Field) -> None:
        cells = set(points_of(rows, board.lattice))
        if len(cells) > MOST_CELLS:
            raise rows.error(f"at most {MOST_CELLS} cells", Phrase(f"{len(cells)} cells"))
        optional = replace(rows, path="optional", value=board.optional)
        if optional.list():
            points_of(optional, board.lattice)
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


def pivoted(lattice: str, blocks: Iterable[Point]) -> tuple[Point, ...]:
    """The blocks in their order, moved so that the first lies at the origin (or next to it)."""
    points = tuple(blocks)
    return moved(points, LATTICES[lattice].to_origin(points[0]))


class PieceSet(Layer):
    """The pieces: an entry for each, or a list, and the shapes of those that are not turned."""

    def entries(self) -> tuple[str, ...]:
        return ("piece NAME", self.key, "orientations NAME")

    def words(self, board: Any) -> str:
        words = f"{counted(len(board.pieces), 'piece')}, {counted(len(board.cells), 'cell')}"
        return words + (f" ({len(board.optional):,} optional)" if board.optional else "")

    def read(self, entries: Entries, board: Any) -> Mapping[str, Any]:
        lattice = board.lattice
        found: dict[str, Piece] = {}
        listed = entries.optional(self.key)
        named = [(_piece(words, each, lattice), each) for words, each in entries.prefixed("piece")]
        every = _listed(listed, lattice, board.moves) if listed else ()
        for piece, entry in [*every, *named]:
            if piece.name in found:
                raise entry.error(piece.name, "a name that no piece has yet")
            entries.places[f"{self.name}[{len(found)}]"] = entry.place()
            found[piece.name] = piece
        for name, entry in entries.prefixed("orientations"):
            if name not in found:
                raise entry.error(name, f"names of pieces: {', '.join(found)}")
            shapes = tuple(tuple(read_line(entry, line, lattice)) for line in entry.body())
            if not shapes:
                raise entry.error(Phrase("none"), f"shapes of {len(found[name].blocks)} blocks")
            place = f"{self.name}[{list(found).index(name)}].orientations"
            entries.places[place] = entry.place()
            found[name] = replace(found[name], orientations=shapes)
        return {self.name: tuple(found.values())}

    def write(self, board: Any) -> dict[str, str | list[str]]:
        lattice = board.lattice
        entries: dict[str, str | list[str]] = {}
        for piece in board.pieces:
            lines = drawing_of(lattice, piece.blocks, pivoted)
            entries[f"piece {piece.name}{piece.times()}"] = lines or in_rows(lattice, piece.blocks)
        for piece in board.pieces:
            if piece.orientations:
                shapes = [words_of(lattice, shape) for shape in piece.orientations]
                entries[f"orientations {piece.name}"] = shapes
        return entries

    def check(self, board: Any, rows: Field) -> None:
        names: set[str] = set()
        for node in rows.list():
            _check_piece(node, board.lattice)
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


def _check_piece(node: Field, lattice: str) -> None:
    piece = node.of(Piece)
    if not re.fullmatch(NAME, piece["name"].text()):
        raise piece["name"].error(NAMES)
    least, most = (piece[key].integer(0, MOST_COPIES) for key in ("least", "most"))
    if not least <= most or not most:
        found = Phrase(f"{least} to {most} copies")
        raise piece["most"].error("a greatest number of copies that is no less", found)
    blocks = points_of(piece["blocks"], lattice)
    for shape in piece["orientations"].list():
        if len(points_of(shape, lattice)) != len(blocks):
            raise shape.error(f"a shape of {len(blocks)} blocks")
    drawn_apart = PAPER[lattice] == "triangular" and not LATTICES[lattice].is_connected(blocks)
    if drawn_apart and not node.value.orientations:
        found = Phrase("blocks apart from each other")
        raise piece["blocks"].error("triangles that share sides", found)


def _piece(words: str, entry: Entry, lattice: str) -> Piece:
    match = re.fullmatch(r"(\S+)(?: x([\d-]+))?", words)
    if not match or '"' in words or "\\" in words:
        raise entry.error(entry.key, "'piece NAME', perhaps with 'x3' or 'x0-1' behind it")
    copies = Piece.range(match[2] or "1")
    if not copies:
        raise entry.error(words, "a number of copies such as x3, or a range such as x0-1")
    return Piece(match[1], _blocks(entry, lattice), *copies)


def _blocks(entry: Entry, lattice: str) -> tuple[Point, ...]:
    signs = read_cells(entry, lattice)
    if OPTIONAL in signs.values():
        raise entry.error(OPTIONAL, "blocks; only a cell of the board may be optional")
    return pivoted(lattice, signs)


def _listed(entry: Entry, lattice: str, moves: str) -> Iterator[tuple[Piece, Entry]]:
    """The pieces of a list without names, each with its part of the list."""
    groups = entry.drawings()
    if len(groups) > MOST_CELLS:
        raise entry.error(Phrase(f"{len(groups)} pieces"), f"at most {MOST_CELLS}")
    parts = [Entry(entry.source, entry.key, replace(g[0], text=""), g) for g in groups]
    shapes = [_blocks(part, lattice) for part in parts]
    signs = ["".join(sorted(_signs(part))) for part in parts]
    one_sign = len(set(signs) - {""}) <= 1 or PAPER[lattice] == "triangular"
    first_of: dict[object, int] = {}
    copies: Counter[int] = Counter()
    for part, blocks, sign in zip(parts, shapes, signs, strict=True):
        if not one_sign and not re.fullmatch(NAME, sign):
            expected = "a sign that can name the piece, as the others of the list have"
            raise part.error(sign or Phrase("points"), expected)
        shape = LATTICES[lattice].shape(blocks, moves)
        first = first_of.setdefault(shape if one_sign else sign, copies.total())
        if LATTICES[lattice].shape(shapes[first], moves) != shape:
            found = Phrase(f"another shape that is drawn with {sign!r}")
            line = parts[first].value.number
            raise part.error(found, f"the shape of line {line}, or a sign of its own")
        copies[first] += 1
    for number, times in copies.items():
        name = str(number + 1) if one_sign else signs[number]
        yield Piece(name, shapes[number], times, times), parts[number]


def _signs(part: Entry) -> set[str]:
    """The signs of a drawing but those of no cell; of points, none."""
    text = "".join(line.text for line in part.lines)
    return set() if re.search(r"\d", text) else set(text) - {".", " ", "-"}


@dataclass(frozen=True)
class PackingBoard(LayeredBoard):
    """A space of cells (sorted), pieces, and the moves that pieces may make.

    ``optional`` lists those of the cells that may stay empty, sorted; all others have to be filled.
    ``given`` lists the copies of pieces that lie in the space from the start, sorted.
    """

    lattice: str = layer(LatticeName(known=tuple(LATTICES)), MISSING)
    moves: str = layer(Moves(known=MOVES), MISSING)
    cells: tuple[Point, ...] = layer(Space(key="board"), MISSING)
    pieces: tuple[Piece, ...] = layer(PieceSet(), MISSING)
    optional: tuple[Point, ...] = ()
    given: tuple[GivenPiece, ...] = layer(GivenCopies(), ())

    def piece(self, name: str) -> Piece:
        """The piece with this name."""
        return next(piece for piece in self.pieces if piece.name == name)

    @cached_property
    def shapes(self) -> dict[str, dict[int, tuple[Point, ...]]]:
        """The distinct shapes of each piece by number: the first turn that gives each, or its list.

        Turn ``T`` is item ``T - 1`` of the turns of the lattice.
        """
        lattice = LATTICES[self.lattice]
        found: dict[str, dict[int, tuple[Point, ...]]] = {}
        for piece in self.pieces:
            turned = piece.orientations or tuple(
                tuple(apply(matrix, block) for block in piece.blocks)
                for matrix in lattice.turns(self.moves)
            )
            distinct: dict[frozenset[Point], tuple[int, tuple[Point, ...]]] = {}
            for number, shape in enumerate(turned, start=1):
                distinct.setdefault(lattice.normalise(shape), (number, shape))
            found[piece.name] = dict(distinct.values())
        return found

    @cached_property
    def numbers(self) -> dict[str, dict[frozenset[Point], tuple[int, Point]]]:
        """The number and the least block of each shape of a piece, by the normalised shape."""
        normalise = LATTICES[self.lattice].normalise
        return {
            name: {normalise(shape): (number, min(shape)) for number, shape in shapes.items()}
            for name, shapes in self.shapes.items()
        }

    def pose(self, piece: str, cells: Sequence[Point]) -> tuple[int, Point]:
        """The number of the shape and the shift with which a piece covers some cells (sorted).

        Raises:
            KeyError: the piece has no such shape.
        """
        number, least = self.numbers[piece][LATTICES[self.lattice].normalise(cells)]
        return number, subtract(cells[0], least)

    def needed(self) -> frozenset[Point]:
        """The cells that have to be covered."""
        return frozenset(self.cells).difference(self.optional)


def usual_moves(lattice: str) -> str:
    """The moves of pieces where nothing is said of them."""
    return "reflections" if LATTICES[lattice].flat else "rotations"
