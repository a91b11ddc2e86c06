"""The rotations of an edge-matching board."""

from __future__ import annotations

from functools import partial

from pyasp_puzzles.puzzles.eternity.facts import Placement, Solution
from pyasp_puzzles.puzzles.eternity.instance import Instance, as_kind
from pyasp_puzzles.symmetry import Symmetry


def symmetries(instance: Instance) -> tuple[Symmetry[Solution], ...]:
    """The rotations of the board that keep the hints; pieces turn with it, and are never flipped.

    There are four on a square board, else two, fewer if they move a hint (or turn the one piece of
    a board of one cell into itself).
    """

    def rotated(row: int, column: int, piece: int, turns: int, quarters: int) -> Placement:
        rows, columns = instance.rows, instance.columns
        for _ in range(quarters):
            row, column, rows, columns = column, rows + 1 - row, columns, rows
        return Placement(row, column, *as_kind(instance, piece, turns + quarters))

    def image(solution: Solution, quarters: int) -> Solution:
        placements = (
            rotated(p.row, p.column, p.piece, p.turns, quarters) for p in solution.placements
        )
        return Solution(tuple(sorted(placements)))

    hints = [(h.row, h.column, h.piece, h.turns) for h in instance.hints]
    distinct: dict[tuple[Placement, ...], Symmetry[Solution]] = {}
    for quarters in range(4) if instance.rows == instance.columns else (0, 2):
        if {rotated(*h, quarters) for h in hints} == {rotated(*h, 0) for h in hints}:
            corner = tuple(
                rotated(1, 1, n, 0, quarters) for n in range(1, len(instance.pieces) + 1)
            )
            distinct.setdefault(corner, Symmetry(partial(image, quarters=quarters), mirror=False))
    return tuple(distinct.values())


