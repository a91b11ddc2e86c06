"""Packing as clauses: which placements are chosen, with several ways to say "at most one".

Every encoding has a variable for each placement that may be chosen.  Each piece is used as often
as the instance says, and each cell is covered by exactly one placement (an optional cell by at
most one): an exact cover.  Every given placement is chosen.

``document`` is the model of the notebook "HexagonalPuzzleSat" (see
:mod:`pyasp_puzzles.puzzles.packing`) with one clause for each pair that excludes each other.  Sizes
and times of all encodings are in ``docs/measured/encodings/packing.md``.
"""

from __future__ import annotations

from functools import partial
from typing import TypeVar

from pyasp_puzzles.core.symmetry import KINDS
from pyasp_puzzles.engines.encoding import Encoding
from pyasp_puzzles.ground.sat.cnf import Cnf
from pyasp_puzzles.ground.sat.constraints import Constraints
from pyasp_puzzles.puzzles.packing.candidates import (
    Option,
    by_cell,
    by_piece,
    choices,
    given,
)
from pyasp_puzzles.puzzles.packing.format import Instance

F = TypeVar("F", bound=Constraints)


def cover(formula: F, instance: Instance, symmetry: str, method: str) -> F:
    """The notebook's model, for clauses or CP-SAT: at each cell, exactly one placement.

    Args:
        instance: the space and its pieces.
        symmetry: keep one answer of each class.
        method: encoder for "at most one", of :data:`pyasp_puzzles.ground.sat.cnf.AT_MOST_ONE`;
            other bounds take the one of the same name, or else the sequential counter.
    """
    options = _pieces(formula, instance, symmetry, method)
    optional = frozenset(instance.optional)
    for cell, covering in by_cell(instance, options).items():
        restrict = formula.at_most_one if cell in optional else formula.exactly_one
        restrict([formula.atom(option.atom) for option in covering], method)
    return formula


def exact_cover(instance: Instance, symmetry: str, method: str) -> Cnf:
    return cover(_clauses(instance), instance, symmetry, method)


def labelled(instance: Instance, symmetry: str, method: str) -> Cnf:
    """At each cell exactly one label; the label of a piece means that one of its copies is there.

    Labels are defined in both directions.  A cell has no more of them than there are pieces, so
    "at most one" takes few clauses even by pairs; the placements of a piece exclude each other
    already where it is used at most once.  For the arguments see :func:`cover`.
    """
    cnf = _clauses(instance)
    options = _pieces(cnf, instance, symmetry, method)
    repeated = {piece.name for piece in instance.pieces if piece.most > 1}
    optional = frozenset(instance.optional)
    for cell, covering in by_cell(instance, options).items():
        labels = []
        for name, copies in by_piece(covering).items():
            literals = [cnf.atom(option.atom) for option in copies]
            labels.append(cnf.disjunction(literals))
            if name in repeated:
                cnf.at_most_one(literals, method)
        restrict = cnf.at_most_one if cell in optional else cnf.exactly_one
        restrict(labels, "pairwise")
    return cnf


def _clauses(instance: Instance) -> Cnf:
    """No clauses yet."""
    # An answer covers each cell just once, and every placement covers some: an answer with one
    # placement more would cover a cell twice. So no answer is a part of another one; nor is it
    # where some cells are optional and all answers have equally many placements.
    fixed = all(piece.least == piece.most for piece in instance.pieces)
    return Cnf(antichain=fixed or not instance.optional)


def _pieces(formula: Constraints, instance: Instance, symmetry: str, method: str) -> list[Option]:
    """How often each piece is used, and one answer of each class, as in ``lp/symmetry/``."""
    options, remaining = choices(instance, symmetry)
    literal = {option: formula.atom(option.atom) for option in options}
    of_piece = by_piece(options)
    for piece in instance.pieces:
        literals = [literal[option] for option in of_piece.get(piece.name, ())]
        formula.number(piece.least, piece.most, literals, method)
    for placement in given(instance, options):
        formula.add(*(literal[option] for option in placement))
    for free in remaining:
        alike = formula.true
        if free.anchored is not None:
            alike = formula.disjunction(literal[option] for option in free.anchored)
        formula.lex_leader(
            alike,
            (
                (literal[option], -formula.true if other is None else literal[other])
                for option, other in free.pairs
            ),
        )
    return options


_NOTEBOOK = 'the notebook "HexagonalPuzzleSat" of the Rexl samples'

ENCODINGS = {
    "labels": Encoding(
        partial(labelled, method="ladder"), "the labels of lp/search/packing.lp", symmetry=KINDS
    ),
    "document": Encoding(partial(exact_cover, method="pairwise"), _NOTEBOOK, symmetry=KINDS),
    **{
        name: Encoding(
            partial(exact_cover, method=method),
            f'"at most one" as in {paper}; {_NOTEBOOK}',
            symmetry=KINDS,
        )
        for name, method, paper in (
            ("sequential", "seqcounter", "Sinz, CP 2005"),
            ("ladder", "ladder", "Gent and Nightingale, 2004"),
            ("totalizer", "totalizer", "Bailleux, Boufkhad, CP 2003"),
            ("bitwise", "bitwise", "Prestwich, 2007"),
        )
    },
}
