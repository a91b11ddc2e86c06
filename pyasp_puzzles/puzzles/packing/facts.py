"""The facts of a packing puzzle, and its answers as typed atoms and as solutions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from clingo import Symbol

from pyasp_puzzles.boards.board import Arguments, Row, predicate
from pyasp_puzzles.core.atoms import Predicate, arguments
from pyasp_puzzles.core.errors import AnswerError
from pyasp_puzzles.puzzles.packing.geometry import LATTICES, Point, add, apply, moved, subtract
from pyasp_puzzles.puzzles.packing.instance import Instance, Piece
from pyasp_puzzles.puzzles.packing.placements import (
    PolyformPlaced,
    PolyformPlacement,
    Solution,
    anchor_piece,
    inside,
    of_instance,
    placement_of,
    sweep,
    symmetry_group,
)

POINT: Arguments = (("a", int), ("b", int), ("c", int))
POSED: Arguments = (("piece", str), ("orientation", int))
Cell = predicate("cell", POINT)
OptionalCell = predicate("optional", POINT)
LatticeStep = predicate("step", (("multiple", int),))
PolyformFact = predicate("piece", (("piece", str), ("least", int), ("most", int)))
OrientedBlock = predicate("shape", (*POSED, *POINT))
GivenPieceFact = predicate("given", (*POSED, *POINT))
IsometryFact = predicate(
    "isometry",
    (("symmetry", int), *((name, tuple[int, int, int]) for name in ("x", "y", "z", "shift"))),
)
Becomes = predicate(
    "becomes",
    (
        ("symmetry", int),
        *POSED,
        ("image", str),
        ("image_orientation", int),
        ("shift", tuple[int, int, int]),
    ),
)
Anchor = predicate("anchor", (("piece", str),))
Sweep = predicate("sweep", (("number", int), *POINT))

INPUTS = (
    *(LatticeStep, Cell, OptionalCell, PolyformFact, OrientedBlock, GivenPieceFact),
    *(IsometryFact, Becomes, Anchor, Sweep),
)
"""The predicates of the facts."""


def facts(instance: Instance) -> Iterator[Predicate]:
    """Cells, pieces with their distinct orientations and given places, symmetries and their effect.

    The order of the cells in a sweep decides how fast a search without learning is.
    """
    yield from board_facts(instance)
    yield from _symmetry_facts(instance)
    yield from (Sweep(number, *cell) for number, cell in enumerate(sweep(instance), start=1))


def board_facts(instance: Instance) -> Iterator[Predicate]:
    """Cells, pieces with their distinct orientations and given places."""
    yield LatticeStep(LATTICES[instance.lattice].step)
    yield from (Cell(*cell) for cell in instance.cells)
    yield from (OptionalCell(*cell) for cell in instance.optional)
    yield from (PolyformFact(piece.name, piece.least, piece.most) for piece in instance.pieces)
    for name, shapes in instance.shapes.items():
        for turn, blocks in shapes.items():
            yield from (OrientedBlock(name, turn, *block) for block in blocks)
    yield from (GivenPieceFact(*placement_of(instance, given)) for given in instance.given)


def _symmetry_facts(instance: Instance) -> Iterator[Predicate]:
    """The isometries; what each makes of the anchor; of all pieces where it may keep it."""
    lattice, anchor = LATTICES[instance.lattice], anchor_piece(instance)
    anchored = [frozenset(each.cells) for each in inside(instance, anchor)] if anchor else []
    if anchor:
        yield Anchor(anchor.name)
    for number, (isometry, images) in enumerate(symmetry_group(instance)[1:], start=1):
        yield IsometryFact(number, *isometry.matrix, isometry.shift)
        if anchor is None or any(frozenset(map(isometry, cells)) == cells for cells in anchored):
            becoming: Iterable[Piece] = instance.pieces
        else:
            becoming = (anchor,)
        for piece in becoming:
            image = images[piece.name].name
            for turn, shape in instance.shapes[piece.name].items():
                turned = [apply(isometry.matrix, block) for block in shape]
                target, least = instance.numbers[image][lattice.normalise(turned)]
                shift = subtract(min(turned), least)
                yield Becomes(number, piece.name, turn, image, target, shift)


# Answers


def decode(instance: Instance, atoms: Sequence[Predicate]) -> Solution:
    """The placements of one answer.

    Raises:
        AnswerError: an atom names a piece or an orientation that the instance has not.
    """
    rows = sorted(arguments(atom) for atom in atoms if isinstance(atom, PolyformPlaced))
    return of_rows(instance, rows)


def of_rows(instance: Instance, rows: Iterable[Row]) -> Solution:
    """The placements of some rows, which are sorted: the arguments of atoms.

    Raises:
        AnswerError: as :func:`decode`.
    """
    placed = by_row(instance)
    return Solution(tuple([placed[row] for row in rows]))


class _Placed(dict[Row, PolyformPlacement]):
    """The placements of the rows met so far."""

    def __init__(self, instance: Instance) -> None:
        self._name, self._shapes = instance.name, instance.shapes

    def __missing__(self, row: Row) -> PolyformPlacement:
        piece, orientation, a, b, c = row
        shapes = self._shapes.get(piece, {})
        if orientation not in shapes:
            expected = f"one of the orientations {', '.join(map(str, shapes)) or 'of a piece'}"
            raise AnswerError(self._name, "answer", str(PolyformPlaced(*row)), expected)
        cells = sorted(moved(shapes[orientation], (a, b, c)))
        found = PolyformPlacement(piece, orientation, (a, b, c), tuple(cells))
        return self.setdefault(row, found)


by_row = of_instance(_Placed)
"""The placements of an instance by the arguments of their atoms; AnswerError where there is none.
"""


def cuts(instance: Instance, atoms: Sequence[Symbol]) -> Iterator[list[list[Symbol]]]:
    """The placements that cover a cell, in the order of the sweep, and those of a piece."""
    covering: dict[Point, list[Symbol]] = defaultdict(list)
    of_piece: dict[str, list[Symbol]] = defaultdict(list)
    for atom in atoms:
        piece, orientation, a, b, c = atom.arguments
        shift = a.number, b.number, c.number
        for block in instance.shapes[piece.string][orientation.number]:
            covering[add(block, shift)].append(atom)
        of_piece[piece.string].append(atom)
    once = [piece.name for piece in instance.pieces if piece.least == piece.most == 1]
    optional = frozenset(instance.optional)
    cells = [covering[cell] for cell in sweep(instance) if cell not in optional]
    yield cells + [of_piece[name] for name in once]
