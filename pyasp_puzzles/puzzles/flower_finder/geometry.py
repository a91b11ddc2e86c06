"""The eight symmetries of the square, as they act on strips, circles and the frame.

Coordinates have x to the right and y up, and the radius of a circle is 1.  A circle is described
by its gap: the vector from its middle to the quarter without a petal.  An upright strip of ``n``
circles stands at x = 0, from y = n-1 at the top to y = 1-n.  The middle of the frame is the origin.
So one linear map takes gaps to gaps, circles to places in the strip, and strips to locations.
"""

from __future__ import annotations

from collections.abc import Sequence

from pyasp_puzzles.puzzles.flower_finder.format import Vector

Matrix = tuple[Vector, Vector]
Circles = tuple[Vector, ...]
"""The gaps of the circles of a strip."""
Symmetry = tuple[str, str]
"""Direction (``down`` or ``across``) and flip: first flipped, then turned if across."""

FLIPS: dict[str, Matrix] = {
    "none": ((1, 0), (0, 1)),
    "h": ((-1, 0), (0, 1)),
    "v": ((1, 0), (0, -1)),
    "both": ((-1, 0), (0, -1)),
}
"""The flips of a strip, left to right and top to bottom, as matrices."""

TURN: Matrix = ((0, -1), (1, 0))
"""A quarter turn to the left: (x, y) becomes (-y, x)."""


def apply(matrix: Matrix, vector: Vector) -> Vector:
    """The image of a vector under a linear map."""
    x, y = vector
    return matrix[0][0] * x + matrix[0][1] * y, matrix[1][0] * x + matrix[1][1] * y


def compose(second: Matrix, first: Matrix) -> Matrix:
    """The product of two matrices: the first map, then the second."""
    (top, left), (bottom, right) = (apply(second, v) for v in zip(*first, strict=True))
    return (top, bottom), (left, right)


SYMMETRIES: dict[Symmetry, Matrix] = {
    (direction, flip): matrix if direction == "down" else compose(TURN, matrix)
    for direction in ("down", "across")
    for flip, matrix in FLIPS.items()
}
"""The eight ways in which a strip may lie, which are the eight symmetries of a square."""


def heights(n: int) -> range:
    """The y coordinates of the circles of an upright strip, from its top."""
    return range(n - 1, -n, -2)


def as_laid(circles: Sequence[Vector], symmetry: Symmetry) -> Circles:
    """The gaps of a strip's circles as the strip lies: from the top, or from the left if across.

    >>> as_laid([(1, 1), (1, -1)], ("down", "h"))
    ((-1, 1), (-1, -1))
    """
    matrix = SYMMETRIES[symmetry]
    at = {
        apply(matrix, (0, y)): apply(matrix, circle)
        for y, circle in zip(heights(len(circles)), circles, strict=True)
    }
    return tuple(at[place] for place in sorted(at, key=lambda place: (place[0], -place[1])))


def distinct_flips(circles: Circles) -> dict[Circles, str]:
    """What flips make of an upright strip, each result with the first flip that gives it."""
    first: dict[Circles, str] = {}
    for flip in FLIPS:
        first.setdefault(as_laid(circles, ("down", flip)), flip)
    return first


def number_after(n: int, flip: str, number: int) -> int:
    """The place, from the top, to which a flip takes a circle of a strip.

    A turn to the left changes no number: it takes the top of a strip to the left.
    """
    _, y = apply(FLIPS[flip], (0, heights(n)[number - 1]))
    return heights(n).index(y) + 1


def location_after(n: int, symmetry: Symmetry, location: int) -> int:
    """The location to which a symmetry of the frame takes the strip of a location.

    Locations are 1..n in the lower layer, left to right, and n+1..2n in the upper one, top to
    bottom.

    >>> location_after(3, ("down", "h"), 1), location_after(3, ("across", "none"), 1)
    (3, 6)
    """
    middles = [(-y, 0) for y in heights(n)] + [(0, y) for y in heights(n)]
    matrix = SYMMETRIES[symmetry]
    image = apply(matrix, middles[location - 1])
    below = (location <= n) == (symmetry[0] == "down")
    return 1 + (middles.index(image, 0, n) if below else middles.index(image, n))
