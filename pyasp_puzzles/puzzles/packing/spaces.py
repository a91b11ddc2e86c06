"""Spaces by a short name: boxes, triangles and hexagons of the lattices, with holes."""

from __future__ import annotations

import re
from itertools import product
from random import Random

from pyasp_puzzles.puzzles.packing.cells import PAPER, levels, triangle
from pyasp_puzzles.puzzles.packing.geometry import LATTICES, Point

Flat = tuple[int, int]

FORMS = {
    "square": "ROWSxCOLUMNS",
    "cubic": "ROWSxCOLUMNSxLAYERS",
    "hexagonal": "ROWSxCOLUMNS, triangleSIDE or hexagonSIDE",
    "hexprism": "ROWSxCOLUMNSxLAYERS, triangleSIDExLAYERS or hexagonSIDExLAYERS",
    "triangular": "ROWSxCOLUMNS, triangleSIDE or hexagonSIDE",
    "triprism": "ROWSxCOLUMNSxLAYERS, triangleSIDExLAYERS or hexagonSIDExLAYERS",
}
"""How the spaces of each lattice are written; on hexagons and triangles the rows of a box lean."""

_SPACE = re.compile(r"(?:(triangle|hexagon)(\d{1,2})|(\d{1,2})x(\d{1,2}))(?:x(\d{1,2}))?")


def space(lattice: str, words: str) -> tuple[Point, ...] | None:
    """The cells of a space, sorted; ``None``: the words are in none of the lattice's forms.

    >>> space("square", "1x2"), space("hexagonal", "triangle2"), space("square", "hexagon3")
    (((1, 1, 0), (1, 2, 0)), ((0, 0, 0), (0, 1, 0), (1, 0, 0)), None)
    """
    match = _SPACE.fullmatch(words)
    flat = LATTICES[lattice].flat
    if not match or flat == bool(match[5]):
        return None
    shape, side, rows, columns = (
        match[1],
        int(match[2] or 0),
        int(match[3] or 0),
        int(match[4] or 0),
    )
    layers = range(int(match[5])) if match[5] else range(1)
    if PAPER[lattice] == "square":
        if shape:
            return None
        steps = levels(lattice, len(layers))
        return tuple(product(range(1, rows + 1), range(1, columns + 1), steps))
    shaped = _triangles if PAPER[lattice] == "triangular" else _hexagons
    return tuple(sorted((a, b, c) for a, b in shaped(shape, side, rows, columns) for c in layers))


def _hexagons(shape: str | None, side: int, rows: int, columns: int) -> list[Flat]:
    """A parallelogram, a triangle, or a hexagon of so many cells along each side."""
    if shape == "triangle":
        return [(a, b) for a in range(side) for b in range(side - a)]
    if shape == "hexagon":
        wide = range(1 - side, side)
        return [(a, b) for a in wide for b in wide if abs(a + b) < side]
    return [(a, b) for a in range(columns) for b in range(rows)]


def _triangles(shape: str | None, side: int, rows: int, columns: int) -> list[Flat]:
    """A parallelogram, a triangle, or a hexagon with sides of so many triangles."""
    if shape == "triangle":
        inside = [(x, y, z) for x in range(side) for y in range(side - x) for z in (0, 1)
                  if x + y + z < side]  # fmt: skip
    elif shape == "hexagon":
        wide = range(-side, side)
        inside = [(x, y, z) for x, y, z in product(wide, wide, (0, 1)) if -side <= x + y + z < side]
    else:
        inside = [(x, y, z) for x in range(columns) for y in range(rows) for z in (0, 1)]
    return [triangle(*point)[:2] for point in inside]


def pierced(
    random: Random, lattice: str, cells: tuple[Point, ...], holes: int
) -> tuple[Point, ...]:
    """The space without some random cells, one after the other; the rest hangs together.

    Some cell can always go: a leaf of a spanning tree.
    """
    left = list(cells)
    while len(left) > len(cells) - holes:
        rest = list(left)
        rest.remove(random.choice(left))
        if LATTICES[lattice].is_connected(rest):
            left = rest
    return tuple(left)
