"""A picture in words, row by row, for readers who do not see it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from pyasp_puzzles.pictures.picture import Dot, Panel, Picture, Segment, Tile
from pyasp_puzzles.pictures.positions import Place, kind, place_name

MOST_TILES = 10_000
"""A panel with more positions than this is not drawn."""

_MOST_READ = 500
_FRAMED = ("reason", "new", "wrong", "differs")
_LINES = ("no line", "line", "double line")
_SHAPES = {"filled": "black circle", "open": "white circle", "point": "point", "text": ""}


def described(picture: Picture) -> str:
    """What the panels show, a line for each of their rows, lines and dots, and the legend.

    >>> from pyasp_puzzles.pictures.picture import LegendEntry
    >>> tiles = Tile(1, 1, "4", given=True), Tile(1, 2, "·"), Tile(2, 1, "7", role="new")
    >>> legend = (LegendEntry("", "Sum 11."),)
    >>> loop = (Segment((1, 1, 1, 2)), Segment((0, 1, 1, 1)), Segment((0, 2, 1, 2), lines=0))
    >>> panel = Panel(tiles, "digits", segments=loop)
    >>> print(described(Picture("A grid", (panel,), legend)))
    digits: 4, empty;
    7 (new).
    line: right side of r1c1, upper side of r1c1; no line: upper side of r1c2.
    Sum 11.
    """
    shown = picture.on("text")
    parts = [_panel(panel) for panel in shown.panels if panel.tiles]
    parts += [": ".join(filter(None, (x.key.strip(), x.meaning))) for x in shown.legend]
    return "\n".join(parts)


def place_words(panel: Panel) -> dict[Place, str]:
    """What each cell, edge and corner of a panel shows; empty: nothing.

    >>> place_words(Panel((Tile(1, 1, "·", cell=(1, 1)),), segments=(Segment((0, 1, 1, 1)),)))
    {(1, 1): '', (0, 1, 1, 1): 'line'}
    """
    found: dict[Place, list[str]] = defaultdict(list)
    for tile in panel.tiles:
        if tile.cell is not None:
            found[tile.cell].append(_tile_words(tile))
    for item in panel.lines_and_dots:
        found[item.place].append(_line_or_dot(item))
    return {place: ", ".join(filter(None, words)) for place, words in found.items()}


def _line_or_dot(item: Segment | Dot) -> str:
    if isinstance(item, Segment):
        return _LINES[item.lines]
    return " ".join(filter(None, (_SHAPES[item.shape], item.text)))


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
    lines = "; ".join(_lines(panel))
    return head + ";\n".join(_rows(panel)) + "." + (f"\n{lines}." if lines else "")


def _rows(panel: Panel) -> Iterator[str]:
    rows: dict[int, list[Tile]] = defaultdict(list)
    for tile in panel.tiles:
        rows[tile.row].append(tile)
    dots = {dot.place: _line_or_dot(dot) for dot in panel.dots}
    for _, tiles in sorted(rows.items()):
        told = []
        for tile in sorted(tiles, key=lambda tile: tile.column):
            words = _tile_words(tile), dots.get((tile.row, tile.column), "")
            told.append(_with_role(" ".join(filter(None, words)) or "empty", tile.role))
        yield ", ".join(told)


def _tile_words(tile: Tile) -> str:
    """What a tile shows: its text, its marks in their order, and whether it is black."""
    text = tile.text.strip("· ╲" if tile.shaded else "· ")
    marks = [mark.text for mark in tile.marks.values()] if tile.figure is None else []
    return " ".join(filter(None, [text, *marks, "shaded" if tile.shaded else ""]))


def _with_role(words: str, role: str | None) -> str:
    return f"{words} ({role})" if role in _FRAMED else words


def _lines(panel: Panel) -> Iterator[str]:
    """The places of lines and of the dots on edges and corners, by what they are; cages."""
    places: dict[str, list[str]] = defaultdict(list)
    for item in panel.lines_and_dots:
        if kind(item.place) != "cell":
            name = _with_role(place_name(item.place), item.role)
            places[_line_or_dot(item) or "place"].append(name)
    for cage in panel.cages:
        places[f"cage from {place_name(min(cage))}"] = list(map(place_name, sorted(cage)))
    for words, names in places.items():
        yield f"{words}: {', '.join(names)}"
