"""The rotations of an edge-matching board."""

from __future__ import annotations

from functools import partial

from pyasp_puzzles.core.symmetry import Symmetry
from pyasp_puzzles.puzzles.eternity.facts import Placement, Solution
from pyasp_puzzles.puzzles.eternity.instance import Instance, as_kind


def symmetries(instance: Instance) -> tuple[Symmetry[Solution], ...]:
    """The rotations of the board that take every hint to a hint; the pieces turn with the board.

    A square board has up to four, any other one up to two. Two rotations with the same effect, as
    on a board of one cell, count once.
    """
    hints = [Placement(h.row, h.column, h.piece, h.turns) for h in instance.hints]
    distinct: dict[tuple[Placement, ...], Symmetry[Solution]] = {}
    for quarters in range(4) if instance.rows == instance.columns else (0, 2):
        turned = {_rotated(instance, hint, quarters) for hint in hints}
        if turned == {_rotated(instance, hint, 0) for hint in hints}:
            effect = tuple(
                _rotated(instance, Placement(1, 1, piece, 0), quarters)
                for piece in range(1, len(instance.pieces) + 1)
            )
            image = partial(_image, instance, quarters=quarters)
            distinct.setdefault(effect, Symmetry(image, mirror=False))
    return tuple(distinct.values())


def _image(instance: Instance, solution: Solution, *, quarters: int) -> Solution:
    """An answer after quarter turns of the board clockwise."""
    return Solution(tuple(sorted(_rotated(instance, p, quarters) for p in solution.placements)))


def _rotated(instance: Instance, placement: Placement, quarters: int) -> Placement:
    """A placement, or a piece of the list on a cell, after quarter turns of the board clockwise."""
    row, column, rows, columns = placement.row, placement.column, instance.rows, instance.columns
    for _ in range(quarters):
        row, column, rows, columns = column, rows + 1 - row, columns, rows
    kind, turns = as_kind(instance, placement.piece, placement.turns + quarters)
    return Placement(row, column, kind, turns)
