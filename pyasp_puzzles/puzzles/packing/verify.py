"""The rules of packing once more, from the instance alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pyasp_puzzles.boards.faults import use_faults
from pyasp_puzzles.boards.optimiser import Scored
from pyasp_puzzles.core.errors import listed
from pyasp_puzzles.puzzles.packing.geometry import Point, add, apply
from pyasp_puzzles.puzzles.packing.instance import PackingBoard
from pyasp_puzzles.puzzles.packing.placements import PackingSolution, of_instance


def verify(instance: PackingBoard, solution: PackingSolution) -> list[str]:
    """The broken rules: coverage, shapes, numbers of copies and given pieces, from the cells."""
    rules = _rules(instance)
    return list(_broken(rules, solution, rules.needed))


def measure(instance: PackingBoard, solution: PackingSolution) -> Scored:
    """The number of covered cells among those that have to be covered.

    All other rules are strict.  Only in a packing with an empty cell may pieces be left out.
    """
    rules = _rules(instance)
    covered = {cell for placement in solution.placements for cell in placement.cells}
    score = len(rules.needed & covered)
    broken = _broken(rules, solution, frozenset(), left_out=score < len(rules.needed))
    return Scored(tuple(broken), score)


def _broken(
    rules: _Rules, solution: PackingSolution, needed: frozenset[Point], *, left_out: bool = False
) -> Iterator[str]:
    """The broken rules, if these cells have to be covered; ``left_out``: pieces need not lie."""
    yield from _coverage(rules, solution, needed)
    for p in solution.placements:
        if p.piece not in rules.pieces:
            yield f"Every piece belongs to the instance: {p.piece} does not."
            continue
        cells = rules[p.piece, p.orientation, p.shift]
        if cells is None or (p.cells != cells and tuple(sorted(p.cells)) != cells):
            yield (
                f"Every piece keeps its shape: {p.piece} in orientation {p.orientation}, moved "
                f"by {p.shift}, does not have the cells {p.cells}."
            )
    copies = Counter(p.piece for p in solution.placements)
    for piece in rules.pieces.values():
        least = 0 if left_out else piece.least
        yield from use_faults(f"Piece {piece.name}", least, piece.most, copies[piece.name])
    placed = rules.given and {(p.piece, tuple(sorted(p.cells))) for p in solution.placements}
    for given in rules.given:
        if (given.piece, given.cells) not in placed:
            where = listed(map(rules.name, given.cells))
            yield f"Piece {given.piece} is given on {where}: it lies elsewhere."


def _coverage(rules: _Rules, solution: PackingSolution, needed: frozenset[Point]) -> Iterator[str]:
    """Pieces stick out or overlap, or leave a cell empty that is needed."""
    covered = [cell for placement in solution.placements for cell in placement.cells]
    once = set(covered)
    if len(once) == len(covered) and needed <= once <= rules.space:
        return
    times = Counter(covered)
    for cell in sorted(rules.space | times.keys()):
        name = rules.name(cell)
        if cell not in rules.space:
            yield f"Every piece lies inside the space: {name} is no cell of it."
        elif times[cell] > 1 or (cell in needed and not times[cell]):
            allowed = "Exactly" if cell in needed else "At most"
            found = f"{times[cell]} do" if times[cell] else "none does"
            yield f"{allowed} one piece covers {name}: {found}."


class _Rules(dict[tuple[str, int, Point], tuple[Point, ...] | None]):
    """What the verifier knows of an instance, from its blocks and matrices alone.

    A piece, orientation and shift lead to the sorted cells of the piece, turned and moved, or to
    ``None`` where the piece may not be turned or moved like this.
    """

    def __init__(self, instance: PackingBoard) -> None:
        self.space = frozenset(instance.cells)
        self.needed = self.space.difference(instance.optional)
        self.pieces = {piece.name: piece for piece in instance.pieces}
        self.given = instance.given
        self._lattice = instance.grid
        turns = self._lattice.turns(instance.moves)
        self._shapes = {
            piece.name: piece.orientations
            or tuple(tuple(apply(turn, block) for block in piece.blocks) for turn in turns)
            for piece in instance.pieces
        }

    def name(self, cell: Point) -> str:
        """A cell in words; its layer only where there are several."""
        layers = {layer for _, _, layer in self.space}
        row, column, layer = cell
        return f"r{row}c{column}" + ("" if layers == {layer} else f" of layer {layer}")

    def __missing__(self, key: tuple[str, int, Point]) -> tuple[Point, ...] | None:
        name, orientation, shift = key
        shapes, cells = self._shapes[name], None
        if 1 <= orientation <= len(shapes) and self._lattice.moves_by(shift):
            cells = tuple(sorted(add(block, shift) for block in shapes[orientation - 1]))
        return self.setdefault(key, cells)


_rules = of_instance(_Rules)
