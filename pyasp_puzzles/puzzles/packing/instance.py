"""Packing instances: their type, and what every one of them must be."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import cast

from pyasp_puzzles.boards.formats.fields import Field, fields
from pyasp_puzzles.boards.formats.text import Known
from pyasp_puzzles.core.errors import Phrase, counted
from pyasp_puzzles.puzzles.packing.cells import BOUND, MOST_CELLS, PAPER
from pyasp_puzzles.puzzles.packing.geometry import LATTICES, Point, apply, moved, subtract

MOVES = {"none": "not turned", "rotations": "turned", "reflections": "turned or flipped"}
"""The moves of pieces, and how a piece may lie with them."""
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


@dataclass(frozen=True, order=True)
class GivenPiece:
    """A copy of a piece that lies in the space from the start, by its cells (sorted)."""

    piece: str
    cells: tuple[Point, ...]


@dataclass(frozen=True)
class Instance:
    """A space of cells (sorted), pieces, and the moves that pieces may make.

    ``optional`` lists those of the cells that may stay empty, sorted; all others have to be filled.
    ``given`` lists the copies of pieces that lie in the space from the start, sorted.
    """

    title: str
    lattice: str
    moves: str
    cells: tuple[Point, ...]
    pieces: tuple[Piece, ...]
    name: str = ""
    known: Known = ()
    optional: tuple[Point, ...] = ()
    given: tuple[GivenPiece, ...] = ()

    def __post_init__(self) -> None:
        _check(self)

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


def block_limits(pieces: Iterable[Piece]) -> tuple[int, int]:
    """The least and the greatest number of blocks of some pieces together."""
    every = [(len(piece.blocks) * piece.least, len(piece.blocks) * piece.most) for piece in pieces]
    return sum(least for least, _ in every), sum(most for _, most in every)


def _check(instance: Instance) -> None:
    """What every instance must be, wherever it comes from.

    Raises:
        InstanceError: a field is wrong, or blocks cannot fill the space: a slip of the author.
    """
    root = fields(instance)
    lattice = root["lattice"].one_of(LATTICES)
    root["moves"].one_of(MOVES)
    cells = set(_points(root["cells"], lattice))
    if len(cells) > MOST_CELLS:
        raise root["cells"].error(f"at most {MOST_CELLS} cells", Phrase(f"{len(cells)} cells"))
    optional = root["optional"]
    for number, cell in enumerate(_points(optional, lattice) if optional.list() else ()):
        if cell not in cells:
            raise optional.list()[number].error("a cell of the board")
    names: set[str] = set()
    for node in root["pieces"].list():
        _check_piece(node, lattice)
        if node.value.name in names:
            raise node["name"].error("a name that no piece has yet")
        names.add(node.value.name)
    if not names:
        raise root["pieces"].error("an entry 'piece NAME:'", Phrase("no piece"))
    least, most = block_limits(instance.pieces)
    fewest = len(cells) - len(instance.optional)
    if least > len(cells) or most < fewest:
        found = f"pieces with {least if least == most else f'{least} to {most}'} blocks"
        expected = f"{counted(len(cells), 'block')}, one for each cell of the board"
        if instance.optional:
            expected = f"{fewest} to {len(cells)} blocks, one for each cell that is not optional"
        raise root["cells"].error(expected, Phrase(found))
    _check_given(root["given"], instance)


def _check_given(given: Field, instance: Instance) -> None:
    """Every given placement is one of a piece, and all of them can lie in the space together."""
    pieces = {piece.name: piece for piece in instance.pieces}
    cells = frozenset(instance.cells)
    owner: dict[Point, str] = {}
    copies = dict.fromkeys(pieces, 0)
    for node in given.list():
        laid = node.of(GivenPiece)
        name = laid["piece"].one_of(pieces)
        for number, cell in enumerate(_points(laid["cells"], instance.lattice)):
            item = laid["cells"].list()[number]
            if cell not in cells:
                raise item.error("a cell of the board")
            if cell in owner:
                found = Phrase(f"the cell {cell} of the given piece {owner[cell]}, too")
                raise item.error("given pieces that do not overlap", found)
            owner[cell] = name
        laid["cells"].in_order("cell")
        if LATTICES[instance.lattice].normalise(laid.value.cells) not in instance.numbers[name]:
            found = Phrase(", ".join(map(str, laid.value.cells)))
            listed = pieces[name].orientations
            how = "in a listed orientation" if listed else MOVES[instance.moves]
            raise laid["cells"].error(f"cells that piece {name} can cover, {how}", found)
        copies[name] += 1
        if copies[name] > pieces[name].most:
            found = Phrase(counted(copies[name], "given placement"))
            raise laid.error(f"at most {pieces[name].most} of piece {name}", found)
    given.in_order("given placement")


def _check_piece(node: Field, lattice: str) -> None:
    piece = node.of(Piece)
    if not re.fullmatch(NAME, piece["name"].text()):
        raise piece["name"].error(NAMES)
    least, most = (piece[key].integer(0, MOST_COPIES) for key in ("least", "most"))
    if not least <= most or not most:
        found = Phrase(f"{least} to {most} copies")
        raise piece["most"].error("a greatest number of copies that is no less", found)
    blocks = _points(piece["blocks"], lattice)
    for shape in piece["orientations"].list():
        if len(_points(shape, lattice)) != len(blocks):
            raise shape.error(f"a shape of {len(blocks)} blocks")
    drawn_apart = PAPER[lattice] == "triangular" and not LATTICES[lattice].is_connected(blocks)
    if drawn_apart and not node.value.orientations:
        found = Phrase("blocks apart from each other")
        raise piece["blocks"].error("triangles that share sides", found)


def _points(node: Field, lattice: str) -> tuple[Point, ...]:
    """Points of three numbers, each of them a cell and there once."""
    is_cell, points = LATTICES[lattice].is_cell, node.value
    right = isinstance(points, tuple) and all(_is_point(p) and is_cell(p) for p in points)
    if right and len({*points}) == len(points) > 0:  # looked at without a field for each number
        return cast("tuple[Point, ...]", points)
    for number, item in enumerate(node.list()):
        for part in item.list():
            part.integer(-BOUND, BOUND)
        if len(item.value) != 3:
            raise item.error("a point (A, B, C)")
        if not is_cell(item.value):
            raise item.error(f"a cell of the {lattice} lattice")
        if item.value in points[:number]:
            raise item.error("every point once")
    raise node.error("at least one point", Phrase("none"))


def _is_point(point: object) -> bool:
    return (
        type(point) is tuple
        and len(point) == 3
        and all(type(part) is int and -BOUND <= part <= BOUND for part in point)
    )


def pivoted(lattice: str, blocks: Iterable[Point]) -> tuple[Point, ...]:
    """The blocks in their order, moved so that the first lies at the origin (or next to it)."""
    points = tuple(blocks)
    return moved(points, LATTICES[lattice].to_origin(points[0]))


def usual_moves(lattice: str) -> str:
    """The moves of pieces where nothing is said of them."""
    return "reflections" if LATTICES[lattice].flat else "rotations"
