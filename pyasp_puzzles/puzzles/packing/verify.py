"""The rules of packing once more, from the instance alone."""

from __future__ import annotations

from collections import Counter

from pyasp_puzzles.puzzles.packing.format import Instance
from pyasp_puzzles.puzzles.packing.geometry import LATTICES, Point, add, apply
from pyasp_puzzles.puzzles.packing.placements import Solution, moves, of_instance


def verify(instance: Instance, solution: Solution) -> list[str]:
    """The broken rules: coverage, shapes, numbers of copies and given pieces, from the cells."""
    broken = []
    rules = _rules(instance)
    covered = [cell for placement in solution.placements for cell in placement.cells]
    once = set(covered)
    if len(once) != len(covered) or not rules.needed <= once <= rules.space:
        times = Counter(covered)
        for cell in sorted(rules.space | times.keys()):
            if cell not in rules.space:
                broken.append(f"Every piece lies inside the space: {cell} is no cell of it.")
            elif times[cell] > 1 or not (times[cell] or cell in rules.optional):
                allowed = "at most" if cell in rules.optional else "exactly"
                broken.append(
                    f"Every cell is covered by {allowed} one piece: {cell} by {times[cell]}."
                )
    copies = dict.fromkeys(rules.pieces, 0)
    for p in solution.placements:
        if p.piece not in copies:
            broken.append(f"Every piece belongs to the instance: {p.piece} does not.")
            continue
        copies[p.piece] += 1
        cells = rules[p.piece, p.orientation, p.shift]
        if cells is None or (p.cells != cells and tuple(sorted(p.cells)) != cells):
            broken.append(
                f"Every piece keeps its shape: {p.piece} in orientation {p.orientation}, moved "
                f"by {p.shift}, does not have the cells {p.cells}."
            )
    broken += [
        f"Every piece is used as often as the instance says: {name} is used "
        f"{copies[name]} times, not {piece.least} to {piece.most}."
        for name, piece in rules.pieces.items()
        if not piece.least <= copies[name] <= piece.most
    ]
    placed = {(p.piece, tuple(sorted(p.cells))) for p in solution.placements}
    broken += [
        f"Every given piece stays where it is: {given.piece} does not cover {given.cells}."
        for given in instance.given
        if (given.piece, given.cells) not in placed
    ]
    return broken


class _Rules(dict[tuple[str, int, Point], tuple[Point, ...] | None]):
    """What the verifier knows of an instance, from its blocks and matrices alone.

    A piece, orientation and shift lead to the sorted cells of the piece, turned and moved, or to
    ``None`` where the piece may not be turned or moved like this.
    """

    def __init__(self, instance: Instance) -> None:
        self.space = frozenset(instance.cells)
        self.optional = frozenset(instance.optional)
        self.needed = self.space - self.optional
        self.pieces = {piece.name: piece for piece in instance.pieces}
        self._lattice, self._matrices = LATTICES[instance.lattice], moves(instance)

    def __missing__(self, key: tuple[str, int, Point]) -> tuple[Point, ...] | None:
        name, orientation, shift = key
        shapes = self.pieces[name].orientations
        cells = None
        turns = range(1, len(shapes or self._matrices) + 1)
        if orientation in turns and self._lattice.moves_by(shift):
            if shapes:
                blocks = shapes[orientation - 1]
            else:
                matrix = self._matrices[orientation - 1]
                blocks = tuple(apply(matrix, block) for block in self.pieces[name].blocks)
            cells = tuple(sorted(add(block, shift) for block in blocks))
        return self.setdefault(key, cells)


_rules = of_instance(_Rules)
