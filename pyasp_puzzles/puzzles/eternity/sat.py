"""Edge matching as clauses, to be read beside ``lp/eternity.lp``.

Source: M. Heule, "Solving edge-matching problems with satisfiability solvers" (2008). We know its
clauses from the abstract and from a public implementation by J. Gallicchio and others
(github.com/JamesGallicchio/eternity2), not from its pages. The paper has a variable for each piece
and cell, without turns, and one for each *diamond* (the joint of two cells) and colour; with its
variables all answers take 2.7 times as long as with turned pieces, and without diamonds 1.5 times.

So here are the shown atoms ``place(R, C, P, T)``, and diamonds. A piece gives its colours to the
diamonds around it. A diamond has exactly one colour, and (redundant) needs a piece that shows it on
either side. So a cell takes at most one piece, since two turned pieces differ on some side. The
frame decides beforehand where a piece fits, and pieces that look alike are copies of one kind, used
as often as it has copies; the paper has all different pieces.
``symmetry`` is ours, as in ``lp/symmetry/eternity.lp``. Times: docs/measured/encodings/eternity.md.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import TypeVar

from pyasp_puzzles.boards.places import Place as Cell
from pyasp_puzzles.boards.places import between
from pyasp_puzzles.boards.places import sides as joints_around
from pyasp_puzzles.core.regions import by_key
from pyasp_puzzles.core.symmetry import ALL
from pyasp_puzzles.engines.encoding import Encoding
from pyasp_puzzles.ground.sat.cnf import Cnf
from pyasp_puzzles.ground.sat.constraints import Constraints
from pyasp_puzzles.puzzles.eternity.facts import Place
from pyasp_puzzles.puzzles.eternity.instance import EternityBoard, Lying

F = TypeVar("F", bound=Constraints)
Diamonds = dict[Cell, dict[int, int]]
"""For each joint, a side of cells, the variables of its colours."""


def diamonds(formula: F, instance: EternityBoard, symmetry: str) -> F:
    """``diamond``, for clauses or CP-SAT."""
    places = _turned_pieces(formula, instance)
    shows: dict[Cell, list[dict[int, list[int]]]] = defaultdict(list)
    for cell, on_cell in places.items():
        formula.define(formula.true, on_cell.values())
        for side, joint in enumerate(joints_around(cell)):
            looks = ((instance.look(*lying)[side], place) for lying, place in on_cell.items())
            shows[joint].append(by_key(looks))
    coloured: Diamonds = {}
    for joint, from_cells in shows.items():
        # A colour that only one of two cells can show is no colour of their diamond.
        common = sorted(set.intersection(*(set(by_colour) for by_colour in from_cells)))
        coloured[joint] = formula.one_of(common)
        for by_colour in from_cells:
            for colour, showing in by_colour.items():
                formula.define(coloured[joint].get(colour, -formula.true), showing)
    if symmetry:
        _one_of_each_class(formula, instance, places, coloured)
    return formula


def diamond(instance: EternityBoard, symmetry: str) -> Cnf:
    # All answers have one atom for each cell, so none is a part of another one.
    return diamonds(Cnf(antichain=True), instance, symmetry)


def _turned_pieces(formula: Constraints, instance: EternityBoard) -> dict[Cell, dict[Lying, int]]:
    """The variables of the shown atoms by cell; every kind is used as often as it has copies."""
    places = {
        cell: {lying: formula.atom(Place(*cell, *lying)) for lying in looks}
        for cell, looks in instance.fitting().items()
    }
    turns: dict[int, dict[Cell, list[int]]] = {kind: {} for kind in instance.copies}
    for cell, on_cell in places.items():
        for (kind, _), place in on_cell.items():
            turns[kind].setdefault(cell, []).append(place)
    for kind, number in instance.copies.items():
        formula.count(number, turns[kind].values())
    return places


def _one_of_each_class(
    formula: Constraints,
    instance: EternityBoard,
    places: Mapping[Cell, Mapping[Lying, int]],
    coloured: Diamonds,
) -> None:
    """One answer of each class: by the turn of an anchor, else by the least list of colours."""
    if instance.anchor:
        for on_cell in places.values():
            for (kind, turns), place in on_cell.items():
                if kind == instance.anchor and turns >= 4 // len(instance.rotations):
                    formula.add(-place)
        return

    def rotated(joint: Cell, quarters: int) -> Cell:
        return between(*(instance.turned_cell(end, quarters) for end in (joint[:2], joint[2:])))

    order = sorted(coloured)  # as joint/5 in the program
    for quarters in instance.rotations[1:]:
        formula.not_greater(
            (coloured[joint], coloured[rotated(joint, quarters)]) for joint in order
        )


PAPER = 'M. Heule, "Solving edge-matching problems with satisfiability solvers" (2008)'

ENCODINGS = {
    "diamond": Encoding(diamond, f"diamonds of {PAPER}, with turned pieces", symmetry=(ALL,)),
}
