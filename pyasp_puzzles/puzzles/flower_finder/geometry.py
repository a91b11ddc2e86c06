"""The square's eight symmetries acting on strips of circles, for Flower Finder.

All is derived from coordinates with x to the right and y up, lengths in half circles.  A circle's
type is a vector (its odd quarter); an upright strip of ``n`` circles stands at x = 0, from
y = n-1 at the top to y = 1-n; the frame has its middle at the origin.  One linear map then says
what happens to types, to the order of the circles and to the strips' locations, all at once.
"""

from __future__ import annotations

from collections.abc import Sequence

from pyasp_puzzles.puzzles.flower_finder.format import Vector

Matrix = tuple[Vector, Vector]
Circles = tuple[Vector, ...]
Symmetry = tuple[str, str]
"""Direction (``down`` or ``across``) and flip: first flipped, then perhaps turned."""

FLIPS: dict[str, Matrix] = {
    "none": ((1, 0), (0, 1)),
    "h": ((-1, 0), (0, 1)),
    "v": ((1, 0), (0, -1)),
    "both": ((-1, 0), (0, -1)),
}
"""The flips of a strip, left to right and top to bottom, as matrices."""

TURN: Matrix = ((0, -1), (1, 0))
"""A quarter turn to the left: (x, y) becomes (-y, x)."""


def carry(matrix: Matrix, vector: Vector) -> Vector:
    """Where a linear map takes a vector."""
    (a, b), (c, d) = matrix
    x, y = vector
    return a * x + b * y, c * x + d * y


def after(second: Matrix, first: Matrix) -> Matrix:
    """The product: first one map, then the other."""
    (a, b), (c, d) = first
    (top, left), (bottom, right) = carry(second, (a, c)), carry(second, (b, d))
    return (top, bottom), (left, right)


SYMMETRIES: dict[Symmetry, Matrix] = {
    **{("down", flip): matrix for flip, matrix in FLIPS.items()},
    **{("across", flip): after(TURN, matrix) for flip, matrix in FLIPS.items()},
}
"""The eight ways in which a strip may lie: just the symmetries of a square."""


def heights(n: int) -> range:
    """The y coordinates of the circles of an upright strip, from its top."""
    return range(n - 1, -n, -2)


def laid(circles: Sequence[Vector], symmetry: Symmetry) -> Circles:
    """The types of a strip's circles as it lies: from the top, or from the left if across.

    >>> laid([(1, 1), (1, -1)], ("down", "h"))
    ((-1, 1), (-1, -1))
    """
    matrix = SYMMETRIES[symmetry]
    at = {
        carry(matrix, (0, y)): carry(matrix, circle)
        for y, circle in zip(heights(len(circles)), circles, strict=True)
    }
    return tuple(at[place] for place in sorted(at, key=lambda place: (place[0], -place[1])))


def looks(circles: Circles) -> dict[Circles, str]:
    """What the flips make of an upright strip, each look with the first flip that gives it."""
    first: dict[Circles, str] = {}
    for flip in FLIPS:
        first.setdefault(laid(circles, ("down", flip)), flip)
    return first


def reordered(n: int, flip: str, number: int) -> int:
    """The place, from the top, to which a flip takes a circle of a strip.

    A strip across keeps its order when it is turned: its top comes to the left.
    """
    _, y = carry(FLIPS[flip], (0, heights(n)[number - 1]))
    return heights(n).index(y) + 1


def moved(n: int, symmetry: Symmetry, location: int) -> int:
    """The location to which a symmetry of the frame takes the strip of a location.

    Locations are 1..n in the lower layer, left to right, and n+1..2n in the upper one, top to
    bottom.

    >>> moved(3, ("down", "h"), 1), moved(3, ("across", "none"), 1)
    (3, 6)
    """
    middles = [(-y, 0) for y in heights(n)] + [(0, y) for y in heights(n)]
    matrix = SYMMETRIES[symmetry]
    image = carry(matrix, middles[location - 1])
    below = (location <= n) == (symmetry[0] == "down")
    return 1 + (middles.index(image, 0, n) if below else middles.index(image, n))
