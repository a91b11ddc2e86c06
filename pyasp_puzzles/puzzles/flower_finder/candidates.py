"""What the SAT and CP encodings of Flower Finder share: all ways in which a strip can lie."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pyasp_puzzles.puzzles.flower_finder.facts import Place, flips_of, kinds
from pyasp_puzzles.puzzles.flower_finder.format import QUARTERS, Instance, Vector
from pyasp_puzzles.puzzles.flower_finder.geometry import (
    Circles,
    Symmetry,
    as_laid,
    location_after,
)

Hole = tuple[int, int]
"""Row and column, from 1."""
GAPS: tuple[Vector, ...] = tuple(sorted(QUARTERS.values()))
"""The quarters that a gap can be in, in the order in which clingo compares them."""


@dataclass(frozen=True)
class Candidate:
    """A way in which a strip can lie.

    Attributes:
        atom: the shown atom that says so.
        holes: the holes of its location, from the top or from the left.
        circles: the gaps of its circles in these holes.
    """

    atom: Place
    holes: tuple[Hole, ...]
    circles: Circles


def candidates(instance: Instance) -> Iterator[Candidate]:
    """All candidates, by location; of flips that look the same only the first."""
    n = instance.n
    for location in range(1, 2 * n + 1):
        across = location > n
        along = tuple((location - n, k) if across else (k, location) for k in range(1, n + 1))
        for kind, strips in kinds(instance).items():
            for flip in flips_of(instance, kind):
                circles = as_laid(strips[0].circles, ("across" if across else "down", flip))
                yield Candidate(Place(kind, location, flip), along, circles)


def image(n: int, symmetry: Symmetry, hole: Hole) -> Hole:
    """The hole to which a symmetry takes a hole: strips that cross in one cross in the other.

    >>> image(3, ("across", "none"), (1, 1))
    (3, 1)
    """
    crossing = hole[1], n + hole[0]
    column, row = sorted(location_after(n, symmetry, location) for location in crossing)
    return row - n, column


def holes(n: int) -> list[Hole]:
    """All holes of a frame in reading order."""
    return [(row, column) for row in range(1, n + 1) for column in range(1, n + 1)]
