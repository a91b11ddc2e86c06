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

from pyasp_puzzles.core.symmetry import ALL
from pyasp_puzzles.engines.encoding import Encoding
from pyasp_puzzles.ground.sat.cnf import Cnf
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


def types(instance: Instance, symmetry: str) -> Cnf:
    """The encoding with variables for the gap of each hole.

    Args:
        instance: the frame.
        symmetry: ``all`` to keep one answer of each class, or empty.
    """
    cnf, bringing = _positions(instance)
    gaps = {hole: {gap: cnf.new() for gap in GAPS} for hole in holes(instance.n)}
    for hole, variables in gaps.items():
        cnf.exactly_one(variables.values())
        for layer in bringing[hole]:
            for gap, variable in variables.items():
                for place in layer[gap]:
                    cnf.add(-place, variable)
                cnf.add(-variable, *layer[gap])
    if symmetry:
        _least_image(cnf, instance.n, gaps)
    return cnf


def positions(instance: Instance, symmetry: str) -> Cnf:
    """The encoding with variables for the shown atoms alone.

    Args:
        instance: the frame.
        symmetry: not supported; empty.
    """
    cnf, bringing = _positions(instance)
    for below, above in bringing.values():
        for one, other in ((below, above), (above, below)):
            for gap in GAPS:
                for place in one[gap]:
                    cnf.add(-place, *other[gap])
    return cnf


Layer = dict[Vector, list[int]]
"""The variables of the strips in one layer that bring each gap to a hole."""


def _positions(instance: Instance) -> tuple[Cnf, dict[Hole, tuple[Layer, Layer]]]:
    """One strip in each location, all strips used; and by hole the strips that bring its gaps.

    Returns:
        The formula, and for each hole its lower and its upper layer.
    """
    # All answers have one atom for each of the 2n locations, so none contains another one.
    cnf = Cnf(antichain=True)
    by_location, by_kind = defaultdict(list), defaultdict(list)
    bringing: dict[Hole, tuple[Layer, Layer]] = defaultdict(
        lambda: ({gap: [] for gap in GAPS}, {gap: [] for gap in GAPS})
    )
    for candidate in candidates(instance):
        place = cnf.atom(candidate.atom)
        by_location[candidate.atom.location].append(place)
        by_kind[candidate.atom.kind].append(place)
        for hole, gap in zip(candidate.holes, candidate.circles, strict=True):
            bringing[hole][candidate.atom.location > instance.n][gap].append(place)
    for places in by_location.values():
        cnf.exactly_one(places)
    for kind, strips in kinds(instance).items():
        if len(strips) == 1:
            cnf.exactly_one(by_kind[kind])
        else:
            cnf.exactly(len(strips), by_kind[kind])
    return cnf, bringing


def _least_image(cnf: Cnf, n: int, gaps: dict[Hole, dict[Vector, int]]) -> None:
    """The list of gaps, hole by hole in reading order, is not greater than that of any image.

    As in the program: ``same`` is true as long as the frame and its image agree.
    """
    for symmetry, matrix in SYMMETRIES.items():
        in_image = {
            image(n, symmetry, hole): {apply(matrix, gap): var for gap, var in variables.items()}
            for hole, variables in gaps.items()
        }
        same = cnf.true
        for hole, variables in gaps.items():
            still_same = cnf.new()
            for gap, variable in variables.items():
                cnf.add(-same, -variable, -in_image[hole][gap], still_same)
                for lesser in GAPS[: GAPS.index(gap)]:
                    cnf.add(-same, -variable, -in_image[hole][lesser])
            same = still_same


ENCODINGS = {
    "types": Encoding(types, "ours: strips, and the type of each hole", symmetry=(ALL,)),
    "positions": Encoding(positions, "ours: strips alone, those that cross have to match"),
}
