"""The walls of a board of squares: where they stand, their corners, and sides that are broken."""

from __future__ import annotations

from collections.abc import Sequence

from pyasp_puzzles.pictures.picture import Compass, Tile

_CORNERS = " ╴╵┘╶─└┴╷┐│┤┌┬├┼"  # index: sum of left 1, up 2, right 4, down 8


class Walls:
    """The walls between square tiles; those of a position without a tile, too.

    Attributes:
        at: the tiles by row and column.
        rows, columns: the positions of the tiles.
    """

    def __init__(self, tiles: Sequence[Tile]) -> None:
        self.at = {(tile.row, tile.column): tile for tile in tiles}
        self.rows = range(min(r for r, _ in self.at), max(r for r, _ in self.at) + 1)
        self.columns = range(min(c for _, c in self.at), max(c for _, c in self.at) + 1)

    def above(self, row: int, column: int) -> bool:
        """Whether a wall stands above a tile."""
        return self._group(row - 1, column) != self._group(row, column)

    def left(self, row: int, column: int) -> bool:
        """Whether a wall stands to the left of a tile."""
        return self._group(row, column - 1) != self._group(row, column)

    def corner(self, row: int, column: int) -> str:
        """The character at the upper left corner of a tile."""
        left, up = self.above(row, column - 1), self.left(row - 1, column)
        right, down = self.above(row, column), self.left(row, column)
        return _CORNERS[left + 2 * up + 4 * right + 8 * down]

    def broken_above(self, row: int, column: int) -> bool:
        """Whether the side between a tile and the one above is broken."""
        return self._broken(row - 1, column, "S") or self._broken(row, column, "N")

    def broken_left(self, row: int, column: int) -> bool:
        """Whether the side between a tile and the one to the left is broken."""
        return self._broken(row, column - 1, "E") or self._broken(row, column, "W")

    def _group(self, row: int, column: int) -> object:
        tile = self.at.get((row, column))
        return tile.group if tile else None

    def _broken(self, row: int, column: int, side: Compass) -> bool:
        tile = self.at.get((row, column))
        return tile is not None and side in tile.broken
