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

from pyasp_puzzles.core.symmetry import KINDS
from pyasp_puzzles.engines.encoding import Encoding
from pyasp_puzzles.ground.sat.cnf import CARDINALITIES, Cnf
from pyasp_puzzles.puzzles.packing.candidates import (
    FreeSymmetry,
    Option,
    by_cell,
    by_piece,
    choices,
    given,
)
from pyasp_puzzles.puzzles.packing.format import Instance


def exact_cover(instance: Instance, symmetry: str, method: str) -> Cnf:
    """The notebook's model: at each cell, exactly one placement.

    Args:
        instance: the space and its pieces.
        symmetry: keep one answer of each class.
        method: encoder for "at most one", of :data:`pyasp_puzzles.ground.sat.cnf.AT_MOST_ONE`;
        other
            bounds take the one of the same name, or else the sequential counter.
    """
    cnf, options = _pieces(instance, symmetry, method)
    optional = frozenset(instance.optional)
    for cell, covering in by_cell(instance, options).items():
        restrict = cnf.at_most_one if cell in optional else cnf.exactly_one
        restrict([cnf.atom(option.atom) for option in covering], method)
    return cnf


def labelled(instance: Instance, symmetry: str, method: str) -> Cnf:
    """At each cell exactly one label; the label of a piece means that one of its copies is there.

    Labels are defined in both directions.  A cell has no more of them than there are pieces, so
    "at most one" takes few clauses even by pairs; the placements of a piece exclude each other
    already where it is used at most once.  For the arguments see :func:`exact_cover`.
    """
    cnf, options = _pieces(instance, symmetry, method)
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


def _pieces(instance: Instance, symmetry: str, method: str) -> tuple[Cnf, list[Option]]:
    """The pieces in both models: how often each is used, and one answer of each class."""
    # An answer covers each cell just once, and every placement covers some: an answer with one
    # placement more would cover a cell twice. So no answer is a part of another one; nor is it
    # where some cells are optional and all answers have equally many placements.
    fixed = all(piece.least == piece.most for piece in instance.pieces)
    cnf = Cnf(antichain=fixed or not instance.optional)
    options, remaining = choices(instance, symmetry)
    literal = {option: cnf.atom(option.atom) for option in options}
    counter = method if method in CARDINALITIES else "seqcounter"
    of_piece = by_piece(options)
    for piece in instance.pieces:
        literals = [literal[option] for option in of_piece.get(piece.name, ())]
        if piece.least == 1:
            cnf.add(*literals)
        elif piece.least > 1:
            cnf.at_least(piece.least, literals, counter)
        if piece.most == 1:
            cnf.at_most_one(literals, method)
        else:
            cnf.at_most(piece.most, literals, counter)
    for placement in given(instance, options):
        cnf.add(*(literal[option] for option in placement))
    for symmetry_left in remaining:
        _keep_canonical(cnf, literal, symmetry_left)
    return cnf, options


def _keep_canonical(cnf: Cnf, literal: dict[Option, int], free: FreeSymmetry) -> None:
    """Keep the canonical one of an answer and its image, as ``lp/symmetry/packing.lp`` does.

    Write down both answers as lists of placements in order: where they differ first, the
    canonical one has the placement and its image has not (the lex-leader of Crawford, Ginsberg,
    Luks and Roy, KR 1996).  ``alike`` is true when the lists are alike so far.
    """
    alike = (
        cnf.true if free.anchored is None else cnf.disjunction(literal[o] for o in free.anchored)
    )
    for option, other in free.pairs:
        in_answer = literal[option]
        in_image = -cnf.true if other is None else literal[other]
        before, alike = alike, cnf.new()
        cnf.add(-before, -in_image, in_answer)
        cnf.add(-before, in_answer, alike)
        cnf.add(-before, -in_image, alike)


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
