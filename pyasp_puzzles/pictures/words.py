"""A picture in words, row by row, for readers who do not see it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from pyasp_puzzles.pictures.picture import Panel, Picture, Tile

MOST_TILES = 10_000
"""A panel with more positions than this is not drawn."""

_MOST_READ = 500
_FRAMED = ("reason", "new", "wrong", "differs")


def described(picture: Picture) -> str:
    """What the panels show, a line for each of their rows, and the legend.

    >>> from pyasp_puzzles.pictures.picture import LegendEntry
    >>> tiles = Tile(1, 1, "4", given=True), Tile(1, 2, "·"), Tile(2, 1, "7", role="new")
    >>> legend = (LegendEntry("", "Sum 11."),)
    >>> print(described(Picture("A grid", (Panel(tiles, "digits"),), legend)))
    digits: 4, empty;
    7 (new).
    Sum 11.
    """
    parts = [_panel(panel) for panel in picture.panels if panel.medium != "shapes" and panel.tiles]
    parts += [
        f"{entry.key.strip()}: {entry.meaning}" if entry.key.strip() else entry.meaning
        for entry in picture.legend
        if entry.medium != "shapes"
    ]
    return "\n".join(parts)


def too_large(panel: Panel) -> str:
    """Why a panel is not drawn, in words; empty if it is."""
    if not panel.tiles:
        return ""
    rows = [tile.row for tile in panel.tiles]
    columns = [tile.column for tile in panel.tiles]
    high, wide = (max(numbers) - min(numbers) + 1 for numbers in (rows, columns))
    if high * wide <= MOST_TILES:
        return ""
    return f"({high} rows, {wide} columns: too large to draw)"


def _panel(panel: Panel) -> str:
    head = f"{panel.caption}: " if panel.caption else ""
    if len(panel.tiles) > _MOST_READ:
        return f"{head}{len(panel.tiles)} cells."
    return head + ";\n".join(_rows(panel)) + "."


def _rows(panel: Panel) -> Iterator[str]:
    rows: dict[int, list[Tile]] = defaultdict(list)
    for tile in panel.tiles:
        rows[tile.row].append(tile)
    for _, tiles in sorted(rows.items()):
        yield ", ".join(_tile(tile) for tile in sorted(tiles, key=lambda tile: tile.column))


def _tile(tile: Tile) -> str:
    words = tile.text.strip()
    words = "empty" if words in ("", "·") else words
    return f"{words} ({tile.role})" if tile.role in _FRAMED else words
