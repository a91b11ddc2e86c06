"""Circles, strips and the eight symmetries of the square.

Coordinates have x to the right and y up. A circle is described by its gap: the vector from its
middle to the quarter without a petal. A strip is a column of circles, from its top.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

Vector = tuple[int, int]
"""x and y."""
Circles = tuple[Vector, ...]
"""The gaps of the circles of a strip."""
Symmetry = tuple[str, str]
"""Direction (``down`` or ``across``) and flip: first flipped, then turned to the left if across."""

QUARTERS: dict[str, Vector] = {"TL": (-1, 1), "TR": (1, 1), "BL": (-1, -1), "BR": (1, -1)}
"""The quarters of a circle by name."""
FLIPS = ("none", "h", "v", "both")
"""The flips of a strip: left to right, top to bottom."""
SYMMETRIES: tuple[Symmetry, ...] = tuple(product(("down", "across"), FLIPS))
"""The eight ways in which a strip may lie, which are the eight symmetries of a square."""


def quarter(vector: Vector) -> str:
    """The name of a quarter."""
    return next(name for name, other in QUARTERS.items() if other == vector)


def apply(symmetry: Symmetry, vector: Vector) -> Vector:
    """The image of a vector."""
    direction, flip = symmetry
    x = -vector[0] if flip in ("h", "both") else vector[0]
    y = -vector[1] if flip in ("v", "both") else vector[1]
    return (-y, x) if direction == "across" else (x, y)


def as_laid(circles: Iterable[Vector], symmetry: Symmetry) -> Circles:
    """The gaps of a strip's circles as the strip lies: from the top, or from the left if across.

    >>> as_laid([(1, 1), (1, -1)], ("down", "h"))
    ((-1, 1), (-1, -1))
    """
    moved = tuple(apply(symmetry, circle) for circle in circles)
    return moved[::-1] if symmetry[1] in ("v", "both") else moved


def distinct_flips(circles: Circles) -> dict[Circles, str]:
    """What flips make of an upright strip, each result with the first flip that gives it."""
    first: dict[Circles, str] = {}
    for flip in FLIPS:
        first.setdefault(as_laid(circles, ("down", flip)), flip)
    return first


def location_after(n: int, symmetry: Symmetry, location: int) -> int:
    """The location to which a symmetry of the frame takes the strip of a location.

    Locations are 1..n in the lower layer, left to right, and n+1..2n in the upper one, top to
    bottom.

    >>> location_after(3, ("down", "h"), 1), location_after(3, ("across", "none"), 1)
    (3, 6)
    """
    direction, flip = symmetry
    across, line = divmod(location - 1, n)
    if flip in ("both", "v" if across else "h"):
        line = n - 1 - line
    if direction == "down":
        return across * n + line + 1
    return line + 1 if across else 2 * n - line


def holes(n: int, location: int) -> range:
    """The holes of a location, as numbers from 1, row by row."""
    if location > n:
        return range(n * (location - n - 1) + 1, n * (location - n) + 1)
    return range(location, n * n + 1, n)
