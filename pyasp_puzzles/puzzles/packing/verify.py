"""The rules of packing once more, from the instance alone."""

from __future__ import annotations

from collections import Counter

from pyasp_puzzles.errors import counted, listed, often
from pyasp_puzzles.puzzles.packing.format import Instance
from pyasp_puzzles.puzzles.packing.geometry import LATTICES, Point, add, apply
from pyasp_puzzles.puzzles.packing.placements import Solution, moves, of_instance


def verify(instance: Instance, solution: Solution) -> list[str]:
    """The broken rules: coverage, shapes, numbers of copies and given pieces, from the cells."""
    broken = []
    rules = _rules(instance)
    name = rules.name
    covered = [cell for placement in solution.placements for cell in placement.cells]
    once = set(covered)
    if len(once) != len(covered) or not rules.needed <= once <= rules.space:
        times = Counter(covered)
        for cell in sorted(rules.space | times.keys()):
            if cell not in rules.space:
                broken.append(f"Every piece lies inside the space: {name(cell)} is no cell of it.")
            elif times[cell] > 1 or not (times[cell] or cell in rules.optional):
                allowed = "At most" if cell in rules.optional else "Exactly"
                found = f"{times[cell]} do" if times[cell] else "none does"
                broken.append(f"{allowed} one piece covers {name(cell)}: {found}.")
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
        f"Piece {piece.name} is used {_often(piece.least, piece.most)}: "
        f"it is used {often(copies[piece.name])}."
        for piece in rules.pieces.values()
        if not piece.least <= copies[piece.name] <= piece.most
    ]
    placed = {(p.piece, tuple(sorted(p.cells))) for p in solution.placements}
    broken += [
        f"Piece {given.piece} is given on {listed(map(name, given.cells))}: it lies elsewhere."
        for given in instance.given
        if (given.piece, given.cells) not in placed
    ]
    return broken


def _often(least: int, most: int) -> str:
    return often(least) if least == most else f"{least} to {counted(most, 'time')}"


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

    def name(self, cell: Point) -> str:
        """A cell in words; its layer only where there are several."""
        layers = {layer for _, _, layer in self.space}
        row, column, layer = cell
        return f"r{row}c{column}" + ("" if layers == {layer} else f" of layer {layer}")

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
