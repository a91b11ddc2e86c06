"""Draws a panel as lines of text: squares, in parts if they are too wide; hexagons, triangles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rich.cells import cell_len
from rich.text import Text

from pyasp_puzzles.pictures.description import too_large
from pyasp_puzzles.pictures.picture import Panel, Tile
from pyasp_puzzles.pictures.roles import told_as_clues
from pyasp_puzzles.pictures.terminal_ink import Ink
from pyasp_puzzles.pictures.terminal_squares import SquareSheet, sign_of


def panel_lines(panel: Panel, width: int, coloured: bool) -> list[Text]:
    """The lines of a panel with its caption."""
    block = [Text(panel.caption, style="dim" if coloured else "")] if panel.caption else []
    if refused := too_large(panel):
        return [*block, Text(refused)]
    ink = Ink(coloured, bool(told_as_clues(panel, "·?")))
    if panel.lattice == "square":
        return [*block, *_squares(_with_cell_dots(panel), width, ink)]
    return [*block, *_staggered(panel, ink)]


def _with_cell_dots(panel: Panel) -> Panel:
    """The panel with the dots of cells as texts of tiles."""
    dots = {dot.place: dot for dot in panel.dots}
    tiles = []
    for tile in panel.tiles:
        dot = dots.get((tile.row, tile.column))
        if dot is not None:
            text = tile.text if tile.text not in ("", "·") else sign_of(dot)
            given, role = tile.given or dot.given, tile.role or dot.role
            tile = replace(tile, text=text, given=given, role=role)
        tiles.append(tile)
    return replace(panel, tiles=tuple(tiles))


def _squares(panel: Panel, width: int, ink: Ink) -> Iterator[Text]:
    """A panel of squares; in parts, if it, or what its marks say, is too wide for a line."""
    whole = SquareSheet(_numbered(panel), width, ink)
    if whole.fits or whole.lined or not 3 <= whole.most < len(whole.columns):
        yield from whole.lines()
        return
    columns = sorted({tile.column for tile in panel.tiles})
    cells = {tile.column for tile in panel.tiles if tile.group is not None}
    parts = -(-len(columns) // (whole.most - panel.numbered))
    wide = -(-len(columns) // parts)
    for first in range(0, len(columns), wide):
        here = columns[first : first + wide]
        part = replace(panel, tiles=tuple(t for t in panel.tiles if t.column in here))
        named = [column for column in here if column in cells] or here
        yield Text(f"columns {named[0]} to {named[-1]}", style="dim" if ink.coloured else "")
        yield from SquareSheet(_numbered(part), width, ink).lines()
    if panel.numbered:
        tiles = tuple(replace(tile, marks={}, given=False) for tile in panel.tiles)
        overview = SquareSheet(_numbered(replace(panel, tiles=tiles)), width, ink)
        if overview.fits or overview.most >= len(overview.columns):
            yield Text("the whole board, without colours", style="dim" if ink.coloured else "")
            yield from overview.lines()


def _numbered(panel: Panel) -> Panel:
    """The panel with labels above its columns and to the left of its rows, if it asks for them."""
    if not panel.numbered:
        return panel
    rows, columns = ({getattr(t, axis) for t in panel.tiles} for axis in ("row", "column"))
    labels = [Tile(min(rows) - 1, column, f"c{column}") for column in sorted(columns)]
    labels += [Tile(row, min(columns) - 1, f"r{row}") for row in sorted(rows)]
    return replace(panel, tiles=(*labels, *panel.tiles))


def _staggered(panel: Panel, ink: Ink) -> list[Text]:
    """Draw hexagons or triangles as rows of labels, shifted by half a tile from row to row."""
    hexagonal = panel.lattice == "hexagonal"
    longest = max(cell_len(ink.label(tile)[0]) for tile in panel.tiles)
    half = (max(3, longest + longest % 2 + 1) + 1) // 2 if hexagonal else longest + 2

    def place(tile: Tile) -> int:
        return 2 * tile.column - tile.row if hexagonal else tile.column

    left = min(place(tile) for tile in panel.tiles)
    at = {(tile.row, tile.column): tile for tile in panel.tiles}
    rows = sorted({tile.row for tile in panel.tiles})
    lines = []
    for row in range(rows[0], rows[-1] + 1):
        line = Text()
        for tile in sorted((t for t in panel.tiles if t.row == row), key=place):
            words, style = ink.label(tile)
            start = (place(tile) - left) * half
            line.append(" " * (start - line.cell_len))
            if hexagonal:
                line.append(words.center(2 * half - 1), style)
                following = at.get((row, tile.column + 1))
                if following and following.group is not None and following.group == tile.group:
                    line.append(" ", style)
            else:
                left_side, right_side = "/\\" if (tile.row + tile.column) % 2 == 0 else "\\/"
                if line.cell_len == start:  # otherwise the neighbour has drawn the common side
                    line.append(left_side, style)
                line.append(words.center(half - 1), style)
                line.append(right_side, style)
        lines.append(line)
    return lines
