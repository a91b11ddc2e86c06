"""Edge matching for CP-SAT, to be read beside ``lp/eternity.lp``.

``diamond``
    The constraints of the SAT encoding of that name.
``document``
    The model of the tutorial on solving such puzzles with SeaPearl: each cell has the number of
    its piece and the four colours around it, connected by a table of all pieces in all turns; the
    frame lies at the rim, touching sides have equal colours, all numbers are different. We add: a
    column of the table with the atom that a row means; no colour of the frame inside; hints, and
    boards without a frame; and pieces that look alike lie in the order of their numbers, since
    exchanging them would give the same answer again.

``symmetry`` is as in ``lp/symmetry/eternity.lp``. Times: docs/measured/encodings/eternity.md.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from pyasp_puzzles.boards.places import STEPS, Place
from pyasp_puzzles.core.regions import by_key
from pyasp_puzzles.core.symmetry import ALL
from pyasp_puzzles.engines.cpsat import CpConstraints
from pyasp_puzzles.engines.encoding import CpProblem, Encoding
from pyasp_puzzles.puzzles.eternity.facts import Place as Placed
from pyasp_puzzles.puzzles.eternity.instance import EternityBoard
from pyasp_puzzles.puzzles.eternity.sat import diamonds


def diamond(instance: EternityBoard, symmetry: str) -> CpProblem:
    return diamonds(CpConstraints(), instance, symmetry).problem()


def document(instance: EternityBoard, symmetry: str) -> CpProblem:
    """Numbers of pieces, colours and a table; see above."""
    formula = CpConstraints()
    model, frame, cells = formula.model, instance.frame, instance.cells
    last = max(max(sides) for sides in instance.pieces)
    lying = list(instance.faces)
    table = sorted(
        (piece, *instance.look(*face), number)
        for piece, kind in enumerate(instance.kinds, start=1)
        for number, face in enumerate(lying)
        if face[0] == kind
    )
    numbers: dict[Place, Any] = {}
    colours: dict[Place, list[Any]] = {}
    for cell in cells:
        numbers[cell] = formula.integer(1, len(cells))
        colours[cell] = [formula.integer(0, last) for _ in range(4)]
        meaning = formula.integer(0, len(lying) - 1)
        model.add_allowed_assignments([numbers[cell], *colours[cell], meaning], table)
        for number, face in enumerate(lying):
            formula.equals(formula.atom(Placed(*cell, *face)), meaning, number)
    for row, column in cells:
        for side, (down, right) in enumerate(STEPS):
            mine, beside = colours[row, column][side], (row + down, column + right)
            if beside not in colours:
                if frame is not None:
                    model.add(mine == frame)
            elif side in (1, 2):
                model.add(mine == colours[beside][side - 2])
                if frame is not None:
                    model.add(mine != frame)
    model.add_all_different(numbers.values())
    if len(instance.copies) < len(cells):
        where = [formula.integer(1, len(cells)) for _ in cells]
        # We count pieces and cells from 1, this constraint counts from 0.
        model.add_inverse([0, *numbers.values()], [0, *where])
        for same in by_key(zip(instance.kinds, where, strict=True)).values():
            for first, second in pairwise(same):
                model.add(first < second)
    for cell, face in instance.hinted.items():
        formula.add(formula.atom(Placed(*cell, *face)))
    return formula.problem()


ENCODINGS = {
    "diamond": Encoding(
        diamond, "ours: the SAT encoding of that name as exactly-one constraints", symmetry=(ALL,)
    ),
    "document": Encoding(document, "the tutorial on Eternity II with SeaPearl"),
}
