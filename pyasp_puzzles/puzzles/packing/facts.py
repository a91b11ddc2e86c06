"""The facts of a packing puzzle, and its answers as typed atoms and as solutions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from clingo import Symbol

from pyasp_puzzles.boards.board import Row
from pyasp_puzzles.core.atoms import Predicate, arguments
from pyasp_puzzles.core.errors import AnswerError
from pyasp_puzzles.puzzles.packing.geometry import (
    LATTICES,
    Lattice,
    Point,
    add,
    apply,
    moved,
    subtract,
)
from pyasp_puzzles.puzzles.packing.instance import Instance, Piece
from pyasp_puzzles.puzzles.packing.placements import (
    Keyed,
    PolyformPlacement,
    Solution,
    anchor_piece,
    cells_inside,
    in_order,
    keyed,
    numbers_by_shape,
    of_instance,
    orientations,
    placement_of,
    sweep,
    symmetry_group,
)


class Cell(Predicate):
    a: int
    b: int
    c: int


class OptionalCell(Predicate, name="optional"):
    a: int
    b: int
    c: int


class LatticeStep(Predicate, name="step"):
    multiple: int


class PolyformFact(Predicate, name="piece"):
    piece: str
    least: int
    most: int


class OrientedBlock(Predicate, name="shape"):
    piece: str
    orientation: int
    a: int
    b: int
    c: int


class GivenPieceFact(Predicate, name="given"):
    piece: str
    orientation: int
    a: int
    b: int
    c: int


class IsometryFact(Predicate, name="isometry"):
    symmetry: int
    first_row: tuple[int, int, int]
    second_row: tuple[int, int, int]
    third_row: tuple[int, int, int]
    shift: tuple[int, int, int]


class Becomes(Predicate):
    symmetry: int
    piece: str
    orientation: int
    image: str
    image_orientation: int
    shift: tuple[int, int, int]


class Anchor(Predicate):
    piece: str


class Sweep(Predicate):
    number: int
    a: int
    b: int
    c: int


def facts(instance: Instance) -> Iterator[Predicate]:
    """Cells, pieces with their distinct orientations and given places, symmetries and their effect.

    The order of the cells in a sweep decides how fast a search without learning is.
    """
    yield from board_facts(instance)
    yield from _symmetry_facts(instance, LATTICES[instance.lattice])
    yield from (Sweep(number, *cell) for number, cell in enumerate(sweep(instance), start=1))


def board_facts(instance: Instance) -> Iterator[Predicate]:
    """Cells, pieces with their distinct orientations and given places."""
    yield LatticeStep(LATTICES[instance.lattice].step)
    yield from (Cell(*cell) for cell in instance.cells)
    yield from (OptionalCell(*cell) for cell in instance.optional)
    yield from (PolyformFact(piece.name, piece.least, piece.most) for piece in instance.pieces)
    for piece in instance.pieces:
        for turn, blocks in orientations(instance, piece).items():
            yield from (OrientedBlock(piece.name, turn, *block) for block in blocks)
    yield from (GivenPieceFact(*placement_of(instance, given)) for given in instance.given)


def _symmetry_facts(instance: Instance, lattice: Lattice) -> Iterator[Predicate]:
    """The isometries; what each makes of the anchor; of all pieces where it may keep it."""
    group = symmetry_group(instance)
    anchor = anchor_piece(instance, group)
    anchored = list(cells_inside(instance, anchor)) if anchor else []
    if anchor:
        yield Anchor(anchor.name)
    for number, (isometry, images) in enumerate(group[1:], start=1):
        yield IsometryFact(number, *isometry.matrix, isometry.shift)
        if anchor is None or any(frozenset(map(isometry, cells)) == cells for cells in anchored):
            becoming: Iterable[Piece] = instance.pieces
        else:
            becoming = (anchor,)
        for piece in becoming:
            image = images[piece.name]
            targets = numbers_by_shape(instance, image)
            for turn, shape in orientations(instance, piece).items():
                turned = [apply(isometry.matrix, block) for block in shape]
                target, least = targets[lattice.normalise(turned)]
                shift = subtract(min(turned), least)
                yield Becomes(number, piece.name, turn, image.name, target, shift)


INPUTS = (
    *(LatticeStep, Cell, OptionalCell, PolyformFact, OrientedBlock, GivenPieceFact),
    *(IsometryFact, Becomes, Anchor, Sweep),
)
"""The predicates of these facts."""


# Answers


class PolyformPlaced(Predicate, name="place"):
    """Shown: a copy of a piece, turned and then moved by ``(a, b, c)``."""

    piece: str
    orientation: int
    a: int
    b: int
    c: int


def decode(instance: Instance, atoms: Sequence[Predicate]) -> Solution:
    """The placements of one answer.

    Raises:
        AnswerError: an atom names a piece or an orientation that the instance has not.
    """
    placed = by_row(instance)
    return in_order(placed[arguments(atom)] for atom in atoms if isinstance(atom, PolyformPlaced))


class _Placed(dict[Row, Keyed]):
    """The placements of the rows met so far."""

    def __init__(self, instance: Instance) -> None:
        self._name = instance.name
        self._shapes = {piece.name: orientations(instance, piece) for piece in instance.pieces}

    def __missing__(self, row: Row) -> Keyed:
        piece, orientation, *shift = row
        shapes = self._shapes.get(piece, {})
        if orientation not in shapes:
            expected = f"one of the orientations {', '.join(map(str, shapes)) or 'of a piece'}"
            raise AnswerError(self._name, "answer", str(PolyformPlaced(*row)), expected)
        a, b, c = shift
        cells = sorted(moved(shapes[orientation], (a, b, c)))
        found = keyed(PolyformPlacement(piece, orientation, (a, b, c), tuple(cells)))
        return self.setdefault(row, found)


by_row = of_instance(_Placed)
"""The placements of an instance by the arguments of their atoms; AnswerError where there is none.
"""


def cuts(instance: Instance, atoms: Sequence[Symbol]) -> Iterator[list[list[Symbol]]]:
    """The placements that cover a cell, in the order of the sweep, and those of a piece."""
    shapes = {piece.name: orientations(instance, piece) for piece in instance.pieces}
    covering: dict[Point, list[Symbol]] = defaultdict(list)
    of_piece: dict[str, list[Symbol]] = defaultdict(list)
    for atom in atoms:
        piece, orientation, a, b, c = atom.arguments
        shift = a.number, b.number, c.number
        for block in shapes[piece.string][orientation.number]:
            covering[add(block, shift)].append(atom)
        of_piece[piece.string].append(atom)
    once = [piece.name for piece in instance.pieces if piece.least == piece.most == 1]
    optional = frozenset(instance.optional)
    cells = [covering[cell] for cell in sweep(instance) if cell not in optional]
    yield cells + [of_piece[name] for name in once]
