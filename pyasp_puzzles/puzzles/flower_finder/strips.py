"""What the SAT and CP encodings of Flower Finder share: the ways in which strips lie."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pyasp_puzzles.puzzles.flower_finder import Place, kinds
from pyasp_puzzles.puzzles.flower_finder.format import QUARTERS, Instance, Vector
from pyasp_puzzles.puzzles.flower_finder.geometry import Circles, Symmetry, laid, looks, moved

Hole = tuple[int, int]
"""Row and column, from 1."""
TYPES: tuple[Vector, ...] = tuple(sorted(QUARTERS.values()))
"""The quarters in the order in which clingo compares them."""


@dataclass(frozen=True)
class Lying:
    """A way for a strip to lie: its atom, and its circles in the order of the holes below."""

    atom: Place
    holes: tuple[Hole, ...]
    circles: Circles


def ways(instance: Instance) -> Iterator[Lying]:
    """All ways for all kinds of strips to lie; of flips that look the same only the first."""
    n = instance.n
    for location in range(1, 2 * n + 1):
        across = location > n
        holes = tuple((location - n, k) if across else (k, location) for k in range(1, n + 1))
        for kind, strips in kinds(instance).items():
            for flip in looks(strips[0].circles).values():
                circles = laid(strips[0].circles, ("across" if across else "down", flip))
                yield Lying(Place(kind, location, flip), holes, circles)


def image(n: int, symmetry: Symmetry, hole: Hole) -> Hole:
    """Where a symmetry of the frame takes a hole: the strips that cross there still cross.

    >>> image(3, ("across", "none"), (1, 1))
    (3, 1)
    """
    row, column = hole
    column, row = sorted((moved(n, symmetry, column), moved(n, symmetry, n + row)))
    return row - n, column
