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
from collections.abc import Iterator
from typing import TypeVar

from pyasp_puzzles.core.symmetry import ALL
from pyasp_puzzles.engines.encoding import Encoding
from pyasp_puzzles.ground.sat.cnf import Cnf
from pyasp_puzzles.ground.sat.constraints import Constraints
from pyasp_puzzles.puzzles.flower_finder.format import (
    QUARTERS,
    SYMMETRIES,
    Attitude,
    Circles,
    FlowerBoard,
    StripPlaced,
    Vector,
    apply,
    as_laid,
    flips_of,
    holes,
    kinds,
    location_after,
)

F = TypeVar("F", bound=Constraints)
GapLiterals = dict[Vector, list[int]]
"""The variables of the strips in one layer that bring each gap to a hole."""
GAPS: tuple[Vector, ...] = tuple(sorted(QUARTERS.values()))
"""The quarters that a gap can be in, in the order in which clingo compares them."""


def laid_strips(instance: FlowerBoard) -> Iterator[tuple[StripPlaced, Circles]]:
    """All ways in which a strip can lie, with its circles; of flips that look alike the first."""
    for location in range(1, 2 * instance.n + 1):
        direction = "across" if location > instance.n else "down"
        for kind, alike in kinds(instance).items():
            for flip in flips_of(instance, kind):
                circles = as_laid(alike[0].circles, (direction, flip))
                yield StripPlaced(kind, location, flip), circles


def image(n: int, symmetry: Attitude, hole: int) -> int:
    """The hole to which a symmetry takes a hole: strips that cross in one cross in the other.

    >>> image(3, ("across", "none"), 1)
    7
    """
    row, column = divmod(hole - 1, n)
    crossing = column + 1, n + row + 1
    down, across = sorted(location_after(n, symmetry, location) for location in crossing)
    return n * (across - n - 1) + down


def strips_and_gaps(formula: F, instance: FlowerBoard, symmetry: str) -> F:
    """``types``, for clauses or CP-SAT."""
    bringing = strips(formula, instance)
    gaps = {hole: formula.one_of(GAPS) for hole in range(1, instance.n**2 + 1)}
    for hole, variables in gaps.items():
        for layer in bringing[hole]:
            for gap, variable in variables.items():
                formula.define(variable, layer[gap])
    for kind in SYMMETRIES if symmetry else ():
        in_image = {
            image(instance.n, kind, hole): {apply(kind, gap): x for gap, x in variables.items()}
            for hole, variables in gaps.items()
        }
        formula.not_greater((variables, in_image[hole]) for hole, variables in gaps.items())
    return formula


def types(instance: FlowerBoard, symmetry: str) -> Cnf:
    # All answers have one atom for each of the 2n locations, so none contains another one.
    return strips_and_gaps(Cnf(antichain=True), instance, symmetry)


def positions(instance: FlowerBoard, symmetry: str) -> Cnf:
    """The encoding with variables for the shown atoms alone."""
    cnf = Cnf(antichain=True)
    for below, above in strips(cnf, instance).values():
        for one, other in ((below, above), (above, below)):
            for gap in GAPS:
                for place in one[gap]:
                    cnf.add(-place, *other[gap])
    return cnf


def strips(
    formula: Constraints, instance: FlowerBoard
) -> dict[int, tuple[GapLiterals, GapLiterals]]:
    """One strip in each location, all strips used.

    Returns:
        For each hole the strips that bring its gaps, in the lower and in the upper layer.
    """
    by_location, by_kind = defaultdict(list), defaultdict(list)
    bringing: dict[int, tuple[GapLiterals, GapLiterals]] = defaultdict(
        lambda: ({gap: [] for gap in GAPS}, {gap: [] for gap in GAPS})
    )
    for atom, circles in laid_strips(instance):
        place = formula.atom(atom)
        by_location[atom.location].append(place)
        by_kind[atom.kind].append(place)
        for hole, gap in zip(holes(instance.n, atom.location), circles, strict=True):
            bringing[hole][atom.location > instance.n][gap].append(place)
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
