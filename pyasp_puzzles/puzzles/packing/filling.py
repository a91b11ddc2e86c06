"""Packings that may leave cells empty: a first one at once, and the scores that any can have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

from pyasp_puzzles.puzzles.packing.facts import Place
from pyasp_puzzles.puzzles.packing.geometry import LATTICES, Point, add, subtract
from pyasp_puzzles.puzzles.packing.instance import Instance, Piece
from pyasp_puzzles.puzzles.packing.placements import (
    orientations,
    placement_of,
    sweep,
    sweep_order,
)

EVERY = 200
"""Cells between two looks at the clock."""


def needed_cells(instance: Instance) -> frozenset[Point]:
    """The cells that have to be covered."""
    return frozenset(instance.cells) - frozenset(instance.optional)


# The first packing


def first_filling(
    instance: Instance, seed: int, late: Callable[[], bool]
) -> tuple[tuple[Place, ...], int] | None:
    """Placements, the given ones included, and the number of cells that they cover.

    At each cell that is free, in the order of a sweep, the first piece that fits is placed with its
    first block there.  Large pieces are tried first; the seed decides among equal ones.  If the
    time is up, the rest of the space stays empty.

    Returns:
        ``None``: all cells are covered, but some pieces are not used as often as they have to be.
    """
    needed, free = needed_cells(instance), set(instance.cells)
    used = Counter(given.piece for given in instance.given)
    for given in instance.given:
        free.difference_update(given.cells)
    laid: list[tuple[Place, frozenset[Point]]] = []
    shapes = _shapes(instance, Random(seed))
    moves_by = LATTICES[instance.lattice].moves_by
    for number, cell in enumerate(sweep(instance)):
        if number % EVERY == EVERY - 1 and late():
            break
        if cell not in free:
            continue
        for piece, turn, start, steps in shapes:
            if used[piece.name] < piece.most and all(add(cell, step) in free for step in steps):
                shift = subtract(cell, start)
                if moves_by(shift):
                    covered = frozenset(add(cell, step) for step in steps)
                    laid.append((Place(piece.name, turn, *shift), covered))
                    used[piece.name] += 1
                    free -= covered
                    break
    if any(used[piece.name] < piece.least for piece in instance.pieces):
        while not needed & free:  # then the pieces that are left out would have to be used
            if not laid:
                return None
            free |= laid.pop()[1]
    given_atoms = (Place(*placement_of(instance, given)) for given in instance.given)
    return (*given_atoms, *(atom for atom, _ in laid)), len(needed - free)


def _shapes(
    instance: Instance, random: Random
) -> list[tuple[Piece, int, Point, tuple[Point, ...]]]:
    """Each piece in each orientation: its first block in a sweep, and the steps to all blocks."""
    order = sweep_order(instance)
    found = []
    for piece in instance.pieces:
        for turn, shape in orientations(instance, piece).items():
            start = min(shape, key=order)
            found.append((piece, turn, start, tuple(subtract(block, start) for block in shape)))
    random.shuffle(found)
    return sorted(found, key=lambda shape: -len(shape[3]))


# The scores that a packing can have


class Scores:
    """The numbers of covered cells that are possible as far as a count can tell.

    Each piece covers, with each copy, as many cells as one of its placements does; the scores are
    the sums of these numbers.  A cell that no placement covers stays empty.

    Args:
        late: whether the time is up; the count then knows nothing.
    """

    def __init__(self, instance: Instance, late: Callable[[], bool] = lambda: False) -> None:
        self._most = len(needed_cells(instance))
        self._bits = (1 << (self._most + 1)) - 1
        """Bit N is set if N cells may be covered."""
        sums = self._counted(instance, late)
        if sums is not None:
            self._bits = sums

    def above(self, score: int) -> int | None:
        """The least possible score above this one; ``None``: there is none."""
        higher = self._bits >> (score + 1)
        return score + 1 + (higher & -higher).bit_length() - 1 if higher else None

    def _counted(self, instance: Instance, late: Callable[[], bool]) -> int | None:
        """The possible scores as bits; ``None``: the time is up."""
        needed = needed_cells(instance)
        coverable: set[Point] = set()
        sums = 1
        for piece in instance.pieces:
            numbers: set[int] = set()
            for count, cells in enumerate(_placements(instance, piece)):
                if count % EVERY == EVERY - 1 and late():
                    return None
                covered = needed.intersection(cells)
                numbers.add(len(covered))
                coverable |= covered
            for _ in range(piece.most):
                before = sums
                for number in numbers:
                    sums |= before << number
                sums &= (1 << (self._most + 1)) - 1
                if sums == before:
                    break
        return sums & ((1 << (len(coverable) + 1)) - 1)


def _placements(instance: Instance, piece: Piece) -> Iterator[list[Point]]:
    """The cells of each placement of a piece inside the space."""
    space = frozenset(instance.cells)
    moves_by = LATTICES[instance.lattice].moves_by
    for shape in orientations(instance, piece).values():
        start, *others = sorted(shape)
        steps = [subtract(block, start) for block in others]
        for a, b, c in instance.cells:
            cells = [(a, b, c)]
            for da, db, dc in steps:
                cell = (a + da, b + db, c + dc)
                if cell not in space:
                    break
                cells.append(cell)
            else:
                if moves_by((a - start[0], b - start[1], c - start[2])):
                    yield cells
