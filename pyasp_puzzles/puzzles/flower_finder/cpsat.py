"""Flower Finder for CP-SAT, to be read beside ``lp/flower_finder.lp``; both models are ours.

``types``
    The constraints of the SAT encoding of that name: in each layer exactly one of these is true,
    one of the strips that bring a gap to a hole, or the negation of this gap.
``table``
    An integer for each location, the number of the candidate there, and one for the gap of each
    hole.  A table for each location ties the candidate to the gaps; the shown atoms say which
    candidate it is.
"""

from __future__ import annotations

from pyasp_puzzles.core.regions import by_key
from pyasp_puzzles.core.symmetry import ALL
from pyasp_puzzles.engines.cpsat import CpConstraints
from pyasp_puzzles.engines.encoding import CpProblem, Encoding
from pyasp_puzzles.puzzles.flower_finder.format import FlowerBoard, holes
from pyasp_puzzles.puzzles.flower_finder.sat import GAPS, laid_strips, strips, strips_and_gaps


def types(instance: FlowerBoard, symmetry: str) -> CpProblem:
    return strips_and_gaps(CpConstraints(), instance, symmetry).problem()


def table(instance: FlowerBoard, symmetry: str) -> CpProblem:
    """The model with integers."""
    formula = CpConstraints()
    strips(formula, instance)
    gaps = {hole: formula.integer(0, 3) for hole in range(1, instance.n**2 + 1)}
    laid = by_key((atom.location, (atom, circles)) for atom, circles in laid_strips(instance))
    for location, there in laid.items():
        number = formula.integer(0, len(there) - 1)
        rows = [(i, *map(GAPS.index, circles)) for i, (_, circles) in enumerate(there)]
        columns = [number, *(gaps[hole] for hole in holes(instance.n, location))]
        formula.model.add_allowed_assignments(columns, rows)
        for i, (atom, _) in enumerate(there):
            formula.equals(formula.atom(atom), number, i)
    return formula.problem()


ENCODINGS = {
    "types": Encoding(
        types, "ours: the SAT encoding of that name as exactly-one constraints", symmetry=(ALL,)
    ),
    "table": Encoding(table, "ours: a table of the candidates for each location"),
}
