"""Flower Finder as clauses, to be read beside ``lp/flower_finder.lp``.

No published formula for this puzzle is known to us; both encodings are ours.  A variable
``place(P, L, F)``, the shown atom, says that a strip of kind P lies in location L, flipped by F.
Exactly one of them is true for each location, and M of them for a kind with M strips.  The two
circles in a hole match:

``types``
    Four variables a hole, one for each quarter in which its circles may differ from the rest.
    A strip brings its circles along, and each type needs a strip that brings it, in either layer.
``positions``
    No further variables: a strip that runs down needs, at each of its holes, a strip across whose
    circle is of the same type, and the other way round.

All answers of ten frames with five or six circles a strip take CaDiCaL 1.5.3 0.02 to 0.11 s with
``types``; ``positions`` takes 1.8 times as long (median), but with Glucose 4 as long as ``types``.
``symmetry`` is as in the ASP program, through the types of the holes.
"""

from __future__ import annotations

from collections import defaultdict

from pyasp_puzzles.encoding import Encoding
from pyasp_puzzles.puzzles.flower_finder import kinds
from pyasp_puzzles.puzzles.flower_finder.format import Instance, Vector
from pyasp_puzzles.puzzles.flower_finder.geometry import SYMMETRIES, carry
from pyasp_puzzles.puzzles.flower_finder.strips import TYPES, Hole, image, ways
from pyasp_puzzles.sat.cnf import Cnf
from pyasp_puzzles.symmetry import ALL


def types(instance: Instance, symmetry: str) -> Cnf:
    """Positions of strips, and the type of each hole."""
    cnf, lying = _positions(instance)
    n = instance.n
    holes = [(row, column) for row in range(1, n + 1) for column in range(1, n + 1)]
    typed = {hole: {vector: cnf.new() for vector in TYPES} for hole in holes}
    for hole, of_type in typed.items():
        cnf.exactly_one(of_type.values())
        for layer in lying[hole]:
            for vector, variable in of_type.items():
                for place in layer[vector]:
                    cnf.add(-place, variable)
                cnf.add(-variable, *layer[vector])
    if symmetry:
        _least_image(cnf, n, typed)
    return cnf


def positions(instance: Instance, symmetry: str) -> Cnf:
    """Positions of strips alone."""
    cnf, lying = _positions(instance)
    for below, above in lying.values():
        for one, other in ((below, above), (above, below)):
            for vector in TYPES:
                for place in one[vector]:
                    cnf.add(-place, *other[vector])
    return cnf


Layer = dict[Vector, list[int]]


def _positions(instance: Instance) -> tuple[Cnf, dict[Hole, tuple[Layer, Layer]]]:
    """One strip a location, all strips used; and what brings which type to a hole, by layer."""
    # All answers have one atom for each of the 2n locations, so none is a part of another one.
    cnf = Cnf(antichain=True)
    by_location, by_kind = defaultdict(list), defaultdict(list)
    brings: dict[Hole, tuple[Layer, Layer]] = defaultdict(
        lambda: ({vector: [] for vector in TYPES}, {vector: [] for vector in TYPES})
    )
    for way in ways(instance):
        place = cnf.atom(way.atom)
        by_location[way.atom.location].append(place)
        by_kind[way.atom.kind].append(place)
        for hole, circle in zip(way.holes, way.circles, strict=True):
            brings[hole][way.atom.location > instance.n][circle].append(place)
    for places in by_location.values():
        cnf.exactly_one(places)
    for kind, strips in kinds(instance).items():
        if len(strips) == 1:
            cnf.exactly_one(by_kind[kind])
        else:
            cnf.exactly(len(strips), by_kind[kind])
    return cnf, brings


def _least_image(cnf: Cnf, n: int, typed: dict[Hole, dict[Vector, int]]) -> None:
    """The holes, in reading order, spell no greater word than any image of the frame.

    As in the ASP program: ``tie`` is true as long as the frame and its image agree.
    """
    for symmetry, matrix in SYMMETRIES.items():
        spelt = {
            image(n, symmetry, hole): {carry(matrix, v): lit for v, lit in of_type.items()}
            for hole, of_type in typed.items()
        }
        tie = cnf.true
        for hole, of_type in typed.items():
            still = cnf.new()
            for vector, variable in of_type.items():
                cnf.add(-tie, -variable, -spelt[hole][vector], still)
                for lesser in TYPES[: TYPES.index(vector)]:
                    cnf.add(-tie, -variable, -spelt[hole][lesser])
            tie = still


ENCODINGS = {
    "types": Encoding(types, "ours: strips, and the type of each hole", symmetry=(ALL,)),
    "positions": Encoding(positions, "ours: strips alone, those that cross have to match"),
}
