"""Packing for CP-SAT: one Boolean variable for each placement, in "exactly one" constraints.

The placements that may be chosen, and what is left to do about symmetry, are those of
:mod:`pyasp_puzzles.puzzles.packing.candidates`.  What labels would gain is
measured in ``docs/measured/encodings/packing.md``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyasp_puzzles.core.optional import need
from pyasp_puzzles.core.symmetry import KINDS
from pyasp_puzzles.engines.encoding import CpProblem, Encoding
from pyasp_puzzles.puzzles.packing.candidates import (
    FreeSymmetry,
    Option,
    by_cell,
    by_piece,
    choices,
    given,
)
from pyasp_puzzles.puzzles.packing.format import Instance

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

    Chosen = dict[Option, cp_model.IntVar]


def exactly_one(instance: Instance, symmetry: str) -> CpProblem:
    """Each cell is covered by exactly one placement, each piece used as often as it has to be.

    An optional cell is covered by at most one.  Every given placement is chosen.
    """
    cp = need("ortools.sat.python.cp_model")
    model: cp_model.CpModel = cp.CpModel()
    options, remaining = choices(instance, symmetry)
    chosen: Chosen = {option: model.new_bool_var(str(option.atom)) for option in options}
    of_piece = by_piece(options)
    for piece in instance.pieces:
        copies = [chosen[option] for option in of_piece.get(piece.name, ())]
        if piece.least == piece.most == 1:
            model.add_exactly_one(copies)
        else:
            number = cp.LinearExpr.sum(copies)
            model.add_linear_constraint(number, piece.least, piece.most)
    optional = frozenset(instance.optional)
    for cell, covering in by_cell(instance, options).items():
        restrict = model.add_at_most_one if cell in optional else model.add_exactly_one
        restrict([chosen[option] for option in covering])
    for placement in given(instance, options):
        model.add_bool_or([chosen[option] for option in placement])
    for symmetry_left in remaining:
        _keep_canonical(model, chosen, symmetry_left)
    return CpProblem(model, {option.atom: variable for option, variable in chosen.items()})


def _keep_canonical(model: cp_model.CpModel, chosen: Chosen, free: FreeSymmetry) -> None:
    """Keep the canonical one of an answer and its image, as ``lp/symmetry/packing.lp`` does.

    Where the lists of their placements differ first, the canonical one has the placement and its
    image has not.  ``alike`` says that the lists are alike so far.  Its definition has both
    directions, so that each answer is one solution of the model.
    """
    alike = model.new_constant(1)
    if free.anchored is not None:
        alike = model.new_bool_var("the anchor is kept")
        model.add_max_equality(alike, [chosen[option] for option in free.anchored])
    for option, other in free.pairs:
        in_answer = chosen[option]
        in_image = model.new_constant(0) if other is None else chosen[other]
        before, alike = alike, model.new_bool_var(f"alike up to {option.atom}")
        model.add_bool_or(~before, ~in_image, in_answer)
        model.add_bool_or(~before, in_answer, alike)
        model.add_bool_or(~before, ~in_image, alike)
        model.add_implication(alike, before)
        model.add_bool_or(~alike, ~in_answer, in_image)


ENCODINGS = {
    "exactly_one": Encoding(
        exactly_one,
        'exact cover, as in the notebook "HexagonalPuzzleSat" of the Rexl samples, with the '
        '"exactly one" constraints of CP-SAT',
        symmetry=KINDS,
    ),
}
