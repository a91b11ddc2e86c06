"""Flower Finder for CP-SAT, to be read beside ``lp/flower_finder.lp``; both models are ours.

``types``
    Boolean variables for the shown atoms and for the gap of each hole, as in the SAT encoding of
    that name.  In each layer exactly one of these is true: one of the strips that bring a gap to a
    hole, or the negation of this gap.
``table``
    An integer for each location, the number of the candidate there, and one for the gap of each
    hole.  A table for each location ties the candidate to the gaps; the shown atoms say which
    candidate it is.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import clingo

from pyasp_puzzles.core.optional import need
from pyasp_puzzles.core.symmetry import ALL
from pyasp_puzzles.engines.encoding import CpProblem, Encoding
from pyasp_puzzles.puzzles.flower_finder.candidates import (
    GAPS,
    Candidate,
    Hole,
    candidates,
    holes,
    image,
)
from pyasp_puzzles.puzzles.flower_finder.facts import kinds
from pyasp_puzzles.puzzles.flower_finder.format import Instance, Vector
from pyasp_puzzles.puzzles.flower_finder.geometry import SYMMETRIES, apply


def types(instance: Instance, symmetry: str) -> CpProblem:
    """The model with Boolean variables.

    Args:
        instance: the frame.
        symmetry: ``all`` to keep one answer of each class, or empty.
    """
    model, by_location, atoms = _start(instance)
    gaps: dict[Hole, dict[Vector, Any]] = {
        hole: {gap: model.new_bool_var(f"hole {hole} has gap {gap}") for gap in GAPS}
        for hole in holes(instance.n)
    }
    for variables in gaps.values():
        model.add_exactly_one(variables.values())
    for there in by_location.values():
        for k, hole in enumerate(there[0].holes):
            for gap, variable in gaps[hole].items():
                bringing = (atoms[c.atom.symbol] for c in there if c.circles[k] == gap)
                model.add_exactly_one(*bringing, ~variable)
    if symmetry:
        _least_image(model, instance.n, gaps)
    return CpProblem(model, atoms)


def table(instance: Instance, symmetry: str) -> CpProblem:
    """The model with integers.

    Args:
        instance: the frame.
        symmetry: not supported; empty.
    """
    model, by_location, atoms = _start(instance)
    gaps = {hole: model.new_int_var(0, 3, f"gap of {hole}") for hole in holes(instance.n)}
    for location, there in by_location.items():
        number = model.new_int_var(0, len(there) - 1, f"candidate in {location}")
        rows = [(i, *map(GAPS.index, candidate.circles)) for i, candidate in enumerate(there)]
        model.add_allowed_assignments([number, *(gaps[hole] for hole in there[0].holes)], rows)
        for i, candidate in enumerate(there):
            model.add(number == i).only_enforce_if(atoms[candidate.atom.symbol])
            model.add(number != i).only_enforce_if(~atoms[candidate.atom.symbol])
    return CpProblem(model, atoms)


def _start(instance: Instance) -> tuple[Any, dict[int, list[Candidate]], dict[clingo.Symbol, Any]]:
    """One strip in each location, all strips used.

    Returns:
        The model, the candidates by location, and a variable for each shown atom.
    """
    model = need("ortools.sat.python.cp_model").CpModel()
    by_location: dict[int, list[Candidate]] = defaultdict(list)
    of_kind: dict[str, list[Any]] = defaultdict(list)
    atoms: dict[clingo.Symbol, Any] = {}
    for candidate in candidates(instance):
        symbol = candidate.atom.symbol
        atoms[symbol] = model.new_bool_var(str(symbol))
        by_location[candidate.atom.location].append(candidate)
        of_kind[candidate.atom.kind].append(atoms[symbol])
    for there in by_location.values():
        model.add_exactly_one(atoms[candidate.atom.symbol] for candidate in there)
    for kind, strips in kinds(instance).items():
        model.add(sum(of_kind[kind]) == len(strips))
    return model, by_location, atoms


def _least_image(model: Any, n: int, gaps: dict[Hole, dict[Vector, Any]]) -> None:
    """The list of gaps, hole by hole in reading order, is not greater than that of any image.

    As in the program: ``same`` is true as long as the frame and its image agree.
    """
    for symmetry, matrix in SYMMETRIES.items():
        in_image = {
            image(n, symmetry, hole): {apply(matrix, gap): var for gap, var in variables.items()}
            for hole, variables in gaps.items()
        }
        same = model.new_constant(1)
        for hole, variables in gaps.items():
            still_same = model.new_bool_var(f"same under {symmetry} up to {hole}")
            model.add_implication(still_same, same)
            for gap, variable in variables.items():
                model.add_bool_or(~same, ~variable, ~in_image[hole][gap], still_same)
                model.add_bool_or(~still_same, ~variable, in_image[hole][gap])
                for lesser in GAPS[: GAPS.index(gap)]:
                    model.add_bool_or(~same, ~variable, ~in_image[hole][lesser])
            same = still_same


ENCODINGS = {
    "types": Encoding(
        types, "ours: the SAT encoding of that name as exactly-one constraints", symmetry=(ALL,)
    ),
    "table": Encoding(table, "ours: a table of the candidates for each location"),
}
