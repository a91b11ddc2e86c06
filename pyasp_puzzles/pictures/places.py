"""Places of a square board: cells, edges and corners, named by the cells that meet there."""

from __future__ import annotations

from typing import Literal

Place = tuple[int, ...]
"""``(r, c)``: a cell. ``(r, c, r2, c2)``, the smaller cell first: the edge between two neighbours,
which is the side they share and the link between their centres; or, where the cells lie diagonally,
the corner at which four cells meet. Cells of margins have row or column 0, or one behind the last.
Cells of some puzzles have other numbers, and as many as they need."""


def kind(place: Place) -> Literal["cell", "edge", "corner"]:
    """What a place is.

    >>> kind((1, 2)), kind((1, 2, 2, 2)), kind((1, 2, 2, 3)), kind((1, 2, 3))
    ('cell', 'edge', 'corner', 'cell')
    """
    if len(place) != 4 or place[0] not in (place[2], place[2] - 1):
        return "cell"
    across, down = place[3] - place[1], place[2] - place[0]
    if (down, across) == (1, 1):
        return "corner"
    return "edge" if (down, across) in ((0, 1), (1, 0)) else "cell"


def middle(place: Place) -> tuple[float, float]:
    """Row and column of the middle of a place, where the middle of a cell is at whole numbers.

    >>> middle((1, 2)), middle((1, 2, 2, 2)), middle((1, 2, 2, 3))
    ((1.0, 2.0), (1.5, 2.0), (1.5, 2.5))
    """
    row, column, *other = place
    return (row + (other or place)[0]) / 2, (column + (other or place)[1]) / 2


def place_name(place: Place) -> str:
    """How a place is called, by a cell of the board.

    >>> [place_name(place) for place in ((2, 3), (2, 3, 3, 3), (0, 3, 1, 3), (2, 0, 2, 1))]
    ['r2c3', 'below r2c3', 'above r1c3', 'left of r2c1']
    >>> place_name((2, 3, 2, 4)), place_name((2, 3, 3, 4)), place_name((0, 0, 1, 1))
    ('right of r2c3', 'lower right of r2c3', 'upper left of r1c1')
    """
    what = kind(place)
    if what == "cell":
        return f"r{place[0]}c{place[1]}" if len(place) == 2 else ", ".join(map(str, place))
    row, column, row2, column2 = place
    vertical = "" if row == row2 else "lower" if row else "upper"
    sideways = "" if column == column2 else "right" if column else "left"
    cell = f"r{row or row2}c{column or column2}"
    if what == "corner":
        return f"{vertical} {sideways} of {cell}"
    words = {"lower": "below", "upper": "above", "right": "right of", "left": "left of"}
    return f"{words[vertical or sideways]} {cell}"
