"""Views of number grids for tests."""

from __future__ import annotations

View = tuple[int, int, int, int, int]


def view_from(side: str, index: int, rows: int, columns: int, number: int) -> View:
    """The view beside row or column ``index`` of a side of the board."""
    return {
        "top": (0, index, 1, 0, number),
        "bottom": (rows + 1, index, -1, 0, number),
        "left": (index, 0, 0, 1, number),
        "right": (index, columns + 1, 0, -1, number),
    }[side]
