"""Draws pictures on a terminal, with rich: box-drawing walls, coloured backgrounds, labels.

Squares that are too wide for a line are drawn in parts; hexagons and triangles are staggered.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from pyasp_puzzles.pictures.description import too_large
from pyasp_puzzles.pictures.picture import BROKEN, Panel, Picture, Tile
from pyasp_puzzles.pictures.roles import signed, told_as_clues, used_roles
from pyasp_puzzles.pictures.terminal_squares import ROLE_STYLES, Ink, SquareSheet, sign_of

_GAP = "   "


class TerminalPicture:
    """A picture as a rich renderable: ``rich.print(TerminalPicture(picture))``."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        coloured = console.color_system is not None and not console.no_color
        for line in draw(self.picture, options.max_width, coloured):
            if not coloured:
                line.rstrip()
            yield line


def plain(picture: Picture, width: int = 80) -> str:
    """The picture as text without colours, in lines of at most ``width`` columns if possible.

    This uses no console of rich, which would show HTML in a notebook.

    Returns:
        Lines joined by newlines, without trailing spaces.
    """
    lines = []
    for line in draw(picture, width, coloured=False):
        line.expand_tabs()
        lines += line.plain.splitlines() or [""]
    return "\n".join(line.rstrip() for line in lines)


def draw(picture: Picture, width: int, coloured: bool) -> Iterator[Text]:
    """The lines of a picture: title, panels side by side if they fit, legend."""
    if picture.title:
        yield Text(picture.title, style="bold" if coloured else "")
    shown = picture.on("text")
    row: list[list[Text]] = []
    for block in (panel_lines(panel, width, coloured) for panel in shown.panels):
        if row and sum(len(_GAP) + _width(each) for each in row) + _width(block) > width:
            yield from _side_by_side(row)
            row = []
        row.append(block)
    yield from _side_by_side(row)
    yield from _legend(shown, width, coloured)
    yield from _roles_legend(picture, coloured)


def _side_by_side(blocks: Sequence[list[Text]]) -> Iterator[Text]:
    widths = [_width(block) for block in blocks]
    for parts in zip_longest(*blocks):
        line, start = Text(), 0
        for part, wide in zip(parts, widths, strict=True):
            if part:
                line.append(" " * (start - line.cell_len))
                line.append_text(part)
            start += wide + len(_GAP)
        yield line


def _width(block: Iterable[Text]) -> int:
    return max((line.cell_len for line in block), default=0)


def _legend(picture: Picture, width: int, coloured: bool) -> Iterator[Text]:
    entries, ink = [], Ink(coloured, mixed=False)
    for entry in picture.legend:
        line = Text()
        if entry.key:
            broken = entry.key == BROKEN
            style = ink.role("wrong") if broken else ink.ground(entry.colour)
            line.append(f" {entry.key} ", style=style)
            line.append(" ")
        entries.append(line.append(entry.meaning))
    wide = _width(entries) + len(_GAP)
    columns = max(1, (width + len(_GAP)) // wide) if len(entries) > 3 else 1
    height = -(-len(entries) // columns)
    for number in range(height):
        line = Text()
        for entry_line in entries[number::height]:
            line.append_text(entry_line)
            line.append(" " * (wide - entry_line.cell_len))
        line.rstrip()
        yield line


def _roles_legend(picture: Picture, coloured: bool) -> Iterator[Text]:
    """The signs of the roles in a picture, in one line."""
    used = used_roles(picture.panels)
    if not used - {None, "given", "known"}:
        return
    line = Text()
    for role, style in ROLE_STYLES.items():
        if role in used:
            line.append(_GAP if line else " ")
            line.append(signed("x", role), style if coloured else "").append(f" {role}")
    yield line


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
    """The panel with the dots of cells, and the lines through empty ones, as texts of tiles."""
    dots = {dot.place: dot for dot in panel.dots}
    slants = defaultdict[tuple[int, int], str](str)
    for cells in panel.diagonals:
        for cell in cells:
            slants[cell] += "╲" if cells[0][1] < cells[-1][1] else "╱"
    tiles = []
    for tile in panel.tiles:
        if not tile.text and (slant := slants.get((tile.row, tile.column))):
            tile = replace(tile, text=slant if len(slant) == 1 else "╳")
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
