"""Flower Finder as clauses, to be read beside ``lp/flower_finder.lp``.

We know of no published formula for this puzzle; both encodings are ours.  A variable for each shown
atom ``place(P, L, F)`` says that a strip of kind P, flipped by F, lies in location L.  Exactly one
of them is true for each location, and M of them for a kind with M strips.  The encodings differ in
how they say that the two circles in a hole match:

``types``
    Four variables for each hole say which quarter its gap is in.  A strip implies the gaps of its
    circles, and each gap needs, in either layer, a strip that brings it.
``positions``
    No further variables: a strip that runs down needs, at each of its holes, a strip across with
    the same gap, and the other way round.

With ``symmetry``, ``types`` keeps one answer of each class in the same way as the program.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TypeVar

from pyasp_puzzles.core.symmetry import ALL
from pyasp_puzzles.engines.encoding import Encoding
from pyasp_puzzles.ground.sat.cnf import Cnf
from pyasp_puzzles.ground.sat.constraints import Constraints
from pyasp_puzzles.puzzles.flower_finder.candidates import (
    GAPS,
    Hole,
    candidates,
    holes,
    image,
)
from pyasp_puzzles.puzzles.flower_finder.facts import kinds
from pyasp_puzzles.puzzles.flower_finder.format import Instance, Vector
from pyasp_puzzles.puzzles.flower_finder.geometry import SYMMETRIES, apply

F = TypeVar("F", bound=Constraints)
Layer = dict[Vector, list[int]]
"""The variables of the strips in one layer that bring each gap to a hole."""


def strips_and_gaps(formula: F, instance: Instance, symmetry: str) -> F:
    """``types``, for clauses or CP-SAT."""
    bringing = strips(formula, instance)
    gaps = {hole: formula.one_of(GAPS) for hole in holes(instance.n)}
    for hole, variables in gaps.items():
        for layer in bringing[hole]:
            for gap, variable in variables.items():
                formula.define(variable, layer[gap])
    for kind, matrix in SYMMETRIES.items() if symmetry else ():
        in_image = {
            image(instance.n, kind, hole): {apply(matrix, gap): x for gap, x in variables.items()}
            for hole, variables in gaps.items()
        }
        formula.not_greater((variables, in_image[hole]) for hole, variables in gaps.items())
    return formula


def types(instance: Instance, symmetry: str) -> Cnf:
    # All answers have one atom for each of the 2n locations, so none contains another one.
    return strips_and_gaps(Cnf(antichain=True), instance, symmetry)


def positions(instance: Instance, symmetry: str) -> Cnf:
    """The encoding with variables for the shown atoms alone."""
    cnf = Cnf(antichain=True)
    bringing = strips(cnf, instance)
    for below, above in bringing.values():
        for one, other in ((below, above), (above, below)):
            for gap in GAPS:
                for place in one[gap]:
                    cnf.add(-place, *other[gap])
    return cnf


def strips(formula: Constraints, instance: Instance) -> dict[Hole, tuple[Layer, Layer]]:
    """One strip in each location, all strips used.

    Returns:
        For each hole the strips that bring its gaps, in the lower and in the upper layer.
    """
    by_location, by_kind = defaultdict(list), defaultdict(list)
    bringing: dict[Hole, tuple[Layer, Layer]] = defaultdict(
        lambda: ({gap: [] for gap in GAPS}, {gap: [] for gap in GAPS})
    )
    for candidate in candidates(instance):
        place = formula.atom(candidate.atom)
        by_location[candidate.atom.location].append(place)
        by_kind[candidate.atom.kind].append(place)
        for hole, gap in zip(candidate.holes, candidate.circles, strict=True):
            bringing[hole][candidate.atom.location > instance.n][gap].append(place)
    for places in by_location.values():
        formula.exactly_one(places)
    for kind, alike in kinds(instance).items():
        if len(alike) == 1:
            formula.exactly_one(by_kind[kind])
        else:
            formula.exactly(len(alike), by_kind[kind])
    return bringing


ENCODINGS = {
    "types": Encoding(types, "ours: strips, and the type of each hole", symmetry=(ALL,)),
    "positions": Encoding(positions, "ours: strips alone, those that cross have to match"),
}
