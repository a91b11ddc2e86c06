"""Twenty Four Seven for CP-SAT: read it beside ``lp/twenty_four_seven.lp``.

The encodings differ in how they say that the filled cells are connected:

- ``distances``: each filled cell has its number of steps from a root. It is one more than that of
  some neighbour, and at most one more than that of any neighbour.
- ``levels``: for each number of steps the cells that are reached, as in the clauses of ``sat.py``.
- ``lazy``: a solution with several regions is refused by the cuts that it breaks, as in
  ``sat.py``. A redundant constraint demands at least n - 1 adjacent pairs of n filled cells.
- ``document``: the rule of the document, which has this constraint on pairs only. It is kept to
  show that this is not enough.

Times: docs/measured/encodings/twenty_four_seven.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pyasp_puzzles.boards.places import Place, links
from pyasp_puzzles.engines.cpsat import CpConstraints
from pyasp_puzzles.engines.encoding import CpProblem, Encoding, Shown
from pyasp_puzzles.puzzles.twenty_four_seven.instance import CellDigit, NumberGridBoard
from pyasp_puzzles.puzzles.twenty_four_seven.sat import NumberGrid, cuts, most_filled


def distances(instance: NumberGridBoard, symmetry: str = "") -> CpProblem:
    """Connection by distances from the root; an empty cell has 0, so that no variable is open."""
    formula = CpConstraints()
    board = NumberGrid(formula, instance)
    model, filled, root = formula.model, board.filled, board.roots()
    farthest = max(most_filled(instance) - 1, 0)
    steps = {cell: formula.integer(0, farthest) for cell in filled}
    reasons = {cell: [root[cell]] if cell in root else [] for cell in filled}
    for cell, reason in reasons.items():
        for never in (-filled[cell], *reason):
            model.add(steps[cell] == 0).only_enforce_if(formula.boolean(never))
    for pair in _pairs(board):
        for cell, near in (pair, pair[::-1]):
            nearer = formula.new()
            formula.add(-nearer, filled[cell])
            formula.add(-nearer, filled[near])
            is_nearer, *both = formula.booleans([nearer, -nearer, filled[cell], filled[near]])
            model.add(steps[cell] == steps[near] + 1).only_enforce_if(is_nearer)
            model.add(steps[cell] <= steps[near]).only_enforce_if(both)
            reasons[cell].append(nearer)
    for cell, reason in reasons.items():
        formula.add(-filled[cell], *reason)
    return formula.problem()


def levels(instance: NumberGridBoard, symmetry: str = "") -> CpProblem:
    """Connection by levels: which cells are reached from the root within so many steps."""
    formula = CpConstraints()
    NumberGrid(formula, instance).connect_by_levels()
    return formula.problem()


def lazy(instance: NumberGridBoard, symmetry: str = "") -> CpProblem:
    """Connection by cuts, when a solution has several regions, and enough adjacent pairs."""
    formula = CpConstraints()
    board = NumberGrid(formula, instance)
    filled = board.filled
    pairs = [formula.conjunction([filled[a], filled[b]]) for a, b in _pairs(board)]
    terms = [*((x, 1) for x in pairs), *((x, -1) for x in filled.values())]
    formula.between(terms, -1, len(pairs))
    atoms = {
        cell: frozenset(CellDigit(*cell, digit).symbol for digit, _ in instance.digits)
        for cell in filled
    }

    def refine(shown: Shown) -> list[tuple[Shown, Shown]]:
        found = cuts(instance, [cell for cell, own in atoms.items() if own & shown])
        return [
            (frozenset([atom]), frozenset[Any]().union(*(atoms[near] for near in rim)))
            for part, rim in found
            for cell in part
            for atom in atoms[cell]
        ]

    return formula.problem(refine)


def _pairs(board: NumberGrid) -> list[tuple[Place, Place]]:
    """Cells of the board that share a side, each pair once."""
    return [(link[:2], link[2:]) for link in links(board.filled)]


def document(instance: NumberGridBoard, symmetry: str = "") -> CpProblem:
    """The document's rule of connection, for boards of other sizes and several grids too.

    A variable of two adjacent cells may be true if both are filled, and the true ones are one fewer
    than the filled cells. So there are at least so many adjacent pairs. But two regions can have as
    many, if one of them closes a ring. On a board with more pairs several solutions are the same
    answer; the engine shows it once. In the document's program, but not in its text, every
    constraint on these variables is on the last two pairs of an earlier loop.
    """
    formula = CpConstraints()
    board = NumberGrid(formula, instance)
    terms = [(filled, -1) for filled in board.filled.values()]
    for pair in _pairs(board):
        joined = formula.new()
        terms.append((joined, 1))
        for cell in pair:
            formula.add(-joined, board.filled[cell])
    formula.between(terms, -1, -1)
    return formula.problem()


_REACHED = "ours: reached/2 of the program"

ENCODINGS: Mapping[str, Encoding] = {
    "distances": Encoding(distances, f"{_REACHED} by shortest distances"),
    "levels": Encoding(levels, f"{_REACHED}, step by step"),
    "lazy": Encoding(lazy, "ours: cuts, as in Dantzig, Fulkerson and Johnson (1954)"),
    "document": Encoding(
        document,
        "the document's README and TwentyFourSevenSolver.py",
        flaw="unsound: counts adjacent pairs",
    ),
}
