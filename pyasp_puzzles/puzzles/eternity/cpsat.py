"""Edge matching for CP-SAT, to be read beside ``lp/eternity.lp``.

``diamond``
    Ours: a Boolean variable for each piece, cell and turn, and one for each joint and colour, as
    in the SAT encoding of that name.
``document``
    The model of the tutorial on solving such puzzles with SeaPearl: each cell has the number of
    its piece and the four colours around it, and a table of all pieces in all turns connects
    them; the frame lies at the rim, touching sides have equal colours, all numbers are different.
    We add: a sixth column of the table with the atom that a row means; no colour of the frame
    inside; hints, and boards without a frame; and of pieces that look alike the one with the
    smaller number lies on the earlier cell in reading order, since exchanging them would give the
    same answer again.

``symmetry`` is as in ``lp/symmetry/eternity.lp``. Times: docs/measured/encodings/eternity.md.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from typing import Any

import clingo

from pyasp_puzzles.core.optional import need
from pyasp_puzzles.core.symmetry import ALL
from pyasp_puzzles.engines.encoding import CpProblem, Encoding
from pyasp_puzzles.puzzles.eternity.facts import Place
from pyasp_puzzles.puzzles.eternity.instance import Instance, as_kind, kinds, turned
from pyasp_puzzles.puzzles.eternity.pieces import (
    STEPS,
    Joint,
    anchor,
    copies,
    fitting,
    joints,
    reading_order,
    rotated,
    rotations,
)


def diamond(instance: Instance, symmetry: str) -> CpProblem:
    """Boolean variables for turned pieces and for the colours of the joints."""
    model = need("ortools.sat.python.cp_model").CpModel()
    atoms: dict[clingo.Symbol, Any] = {}
    of_kind: dict[int, list[Any]] = {kind: [] for kind in copies(instance)}
    coloured: dict[Joint, dict[int, Any]] = {}
    on_joint: dict[Joint, set[int]] = defaultdict(set)
    shown: list[tuple[Joint, dict[int, list[Any]]]] = []
    for cell, looks in fitting(instance).items():
        places = {}
        for lying in looks:
            symbol = Place(*cell, *lying).symbol
            atoms[symbol] = places[lying] = model.new_bool_var(str(symbol))
            of_kind[lying[0]].append(places[lying])
        model.add_exactly_one(places.values())
        for side, joint in enumerate(joints(cell)):
            by_colour: dict[int, list[Any]] = defaultdict(list)
            for lying, sides in looks.items():
                by_colour[sides[side]].append(places[lying])
            on_joint[joint] |= by_colour.keys()
            shown.append((joint, by_colour))
    for kind, number in copies(instance).items():
        if number == 1:
            model.add_exactly_one(of_kind[kind])
        else:
            model.add(sum(of_kind[kind]) == number)
    for joint, colours in on_joint.items():
        coloured[joint] = {
            colour: model.new_bool_var(f"joint{joint} colour {colour}")
            for colour in sorted(colours)
        }
        model.add_exactly_one(coloured[joint].values())
    for joint, by_colour in shown:
        for colour, variable in coloured[joint].items():
            # One of these pieces lies there if the joint has the colour, otherwise none.
            model.add_exactly_one(*by_colour.get(colour, ()), ~variable)
    if symmetry:
        _one_of_each_class(model, instance, atoms, coloured)
    return CpProblem(model, atoms)


def _one_of_each_class(
    model: Any,
    instance: Instance,
    atoms: dict[clingo.Symbol, Any],
    coloured: dict[Joint, dict[int, Any]],
) -> None:
    """One answer of each class under the rotations of the board, as in ``lp/symmetry/``.

    By the turn of an anchor where there is one, else by the least list of colours. ``tie`` is true
    exactly while an answer and its image have the same colours, so that no variable is open.
    """
    board_turns = rotations(instance)
    lead = anchor(instance)
    if lead:
        for symbol, place in atoms.items():
            _, _, kind, turns = (argument.number for argument in symbol.arguments)
            if kind == lead and turns >= 4 // len(board_turns):
                model.add_bool_or(~place)
        return
    for quarters in board_turns[1:]:
        tie = model.new_constant(1)
        for joint in sorted(coloured, key=reading_order):
            own, seen = coloured[joint], coloured[rotated(instance, joint, quarters)]
            still = model.new_bool_var(f"tie after {quarters} turns up to joint{joint}")
            model.add_implication(still, tie)
            for colour, variable in own.items():
                if colour in seen:
                    model.add_bool_or(~still, ~variable, seen[colour])
                    model.add_bool_or(~tie, ~variable, ~seen[colour], still)
                else:
                    model.add_bool_or(~still, ~variable)
                for lesser in (c for c in seen if c < colour):
                    model.add_bool_or(~tie, ~variable, ~seen[lesser])
            tie = still


def document(instance: Instance, symmetry: str) -> CpProblem:
    """Numbers of pieces, colours and a table; see above."""
    model = need("ortools.sat.python.cp_model").CpModel()
    rows, columns, frame = instance.rows, instance.columns, instance.frame
    cells = [(row, column) for row in range(1, rows + 1) for column in range(1, columns + 1)]
    last = max(max(sides) for sides in instance.pieces)
    lying = {
        as_kind(instance, piece, turns)
        for piece in range(1, len(instance.pieces) + 1)
        for turns in range(4)
    }
    atom_of = {atom: number for number, atom in enumerate(sorted(lying))}
    table = sorted(
        {
            (piece, *turned(sides, turns), atom_of[as_kind(instance, piece, turns)])
            for piece, sides in enumerate(instance.pieces, start=1)
            for turns in range(4)
        }
    )
    numbers, colours, atoms = {}, {}, {}
    for row, column in cells:
        cell = row, column
        numbers[cell] = model.new_int_var(1, len(cells), f"piece{cell}")
        colours[cell] = [model.new_int_var(0, last, f"side {side}{cell}") for side in "urdl"]
        meaning = model.new_int_var(0, len(atom_of) - 1, f"atom{cell}")
        model.add_allowed_assignments([numbers[cell], *colours[cell], meaning], table)
        for (kind, turns), number in atom_of.items():
            symbol = Place(row, column, kind, turns).symbol
            atoms[symbol] = model.new_bool_var(str(symbol))
            model.add(meaning == number).only_enforce_if(atoms[symbol])
            model.add(meaning != number).only_enforce_if(~atoms[symbol])
    for row, column in cells:
        for side, (down, right) in enumerate(STEPS):
            mine, beside = colours[row, column][side], (row + down, column + right)
            if beside in colours:
                if side in (1, 2):
                    model.add(mine == colours[beside][side - 2])
                    if frame is not None:
                        model.add(mine != frame)
            elif frame is not None:
                model.add(mine == frame)
    model.add_all_different(numbers.values())
    if len(copies(instance)) < len(cells):
        where = [model.new_int_var(1, len(cells), f"cell {i + 1}") for i in range(len(cells))]
        # We count pieces and cells from 1, this constraint counts from 0.
        model.add_inverse([0, *numbers.values()], [0, *where])
        alike: dict[int, list[Any]] = defaultdict(list)
        for cell, (kind, _) in zip(where, kinds(instance), strict=True):
            alike[kind].append(cell)
        for same in alike.values():
            for first, second in pairwise(same):
                model.add(first < second)
    for hint in instance.hints:
        lies = Place(hint.row, hint.column, *as_kind(instance, hint.piece, hint.turns)).symbol
        model.add_bool_or(atoms[lies])
    return CpProblem(model, atoms)


ENCODINGS = {
    "diamond": Encoding(
        diamond, "ours: the SAT encoding of that name as exactly-one constraints", symmetry=(ALL,)
    ),
    "document": Encoding(document, "the tutorial on Eternity II with SeaPearl"),
}
