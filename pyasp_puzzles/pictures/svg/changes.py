"""What a picture shows more than another one, as small drawings that are laid over the other.

A page draws a move with them at once: each lies around the middle of a cell, an edge or a corner.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from pyasp_puzzles.pictures.picture import Panel, Picture, Tile
from pyasp_puzzles.pictures.positions import Place
from pyasp_puzzles.pictures.svg.lines import draw_dots, draw_segments, has_circles_between, point
from pyasp_puzzles.pictures.svg.painting import SvgCanvas, centre_of, number, path
from pyasp_puzzles.pictures.svg.palette import tint
from pyasp_puzzles.pictures.svg.tiles import ROOM, draw_content, draw_panel, outline


@dataclass(frozen=True)
class PictureChange:
    """A drawing over one panel.

    Attributes:
        place: the cell, edge or corner around whose middle it lies.
        panel: the number of the panel, from 0.
        ground: what lies below the walls of the panel.
        content: what lies above all.
        grouped: whether walls stand around the cell now.
    """

    place: Place
    panel: int
    ground: str = ""
    content: str = ""
    grouped: bool = False


def changes(
    before: Picture, after: Picture, covered: Collection[Place], *, whole: bool
) -> Iterator[PictureChange]:
    """What ``after`` shows more than ``before``; both have the same panels.

    Args:
        covered: the places that changed; the first one in a panel is where its drawing lies.
        whole: whether all tiles of a panel are one drawing, with walls around it, as of a piece.
    """
    panels = [panel for panel in after.on("shapes").panels if panel.tiles]
    old = [panel for panel in before.on("shapes").panels if panel.tiles]
    order = {place: number for number, place in enumerate(covered)}
    for index, (panel, base) in enumerate(zip(panels, old, strict=True)):
        more = _more(panel, base)
        if whole and more.tiles:
            first = min(more.tiles, key=lambda t: order.get(t.spot or t.cell or (), len(order)))
            content = _drawn(replace(more, grid=panel.grid), *_origin(panel, first))
            yield PictureChange(first.spot or first.cell or (), index, "", content)
            continue
        bases = {(tile.row, tile.column): tile for tile in base.tiles}
        for tile in more.tiles:
            yield _tile(panel, tile, bases.get((tile.row, tile.column)), index)
        for place in {item.place for item in more.lines_and_dots}:
            own = replace(
                more,
                tiles=(),
                segments=tuple(each for each in more.segments if each.place == place),
                dots=tuple(each for each in more.dots if each.place == place),
            )
            row, column, *other = place
            apart = [n - (row, column)[at] for at, n in enumerate(other)]
            drawn = _drawn(own, row, column, *point((0, 0, *apart)))
            yield PictureChange(place, index, "", drawn)


def _more(panel: Panel, base: Panel) -> Panel:
    """The tiles, segments and dots that a panel has and another one has not."""
    known = {(tile.row, tile.column): tile for tile in base.tiles}
    tiles = tuple(tile for tile in panel.tiles if tile != known.get((tile.row, tile.column)))
    segments = tuple(each for each in panel.segments if each not in base.segments)
    dots = tuple(each for each in panel.dots if each not in base.dots)
    return replace(
        panel, tiles=tiles, segments=segments, dots=dots, areas=(), cages=(), diagonals=()
    )


def _origin(panel: Panel, tile: Tile) -> tuple[int, int, float, float]:
    """By how much a drawing around a tile is shifted: rows and columns, and lengths."""
    if panel.lattice != "square":
        return 0, 0, *centre_of(outline(tile, panel.lattice))
    return tile.row, tile.column, *point((0, 0))


def _tile(panel: Panel, tile: Tile, base: Tile | None, index: int) -> PictureChange:
    """The change of one tile: its ground, where that is another one, and what it shows."""
    old = base or replace(tile, text="", marks={}, colour=None, figure=None, group=None)
    row, column, x, y = _origin(panel, tile)
    own = replace(tile, row=tile.row - row, column=tile.column - column)
    shape, ground, content = outline(own, panel.lattice), SvgCanvas(), SvgCanvas()
    looks = [(each.colour, each.shaded, each.figure) for each in (tile, old)]
    if looks[0] != looks[1] or old.text not in ("", tile.text):
        if tile.colour is None or tile.figure is not None:
            ground.shape(f'class="{"shade" if tile.shaded else "cell"}"', path(shape))
        else:
            ground.fill(tint(tile.colour), path(shape))
    else:
        kept = {side: mark for side, mark in own.marks.items() if old.marks.get(side) != mark}
        own = replace(own, marks=kept, text="" if tile.text == old.text else tile.text)
    light = tile.group is not None and tile.colour is not None
    draw_content(content, own, shape, ROOM[panel.lattice], False, light, False)
    place, grouped = tile.spot or tile.cell or (), tile.group != old.group
    return PictureChange(place, index, _moved(ground, x, y), _moved(content, x, y), grouped)


def _drawn(panel: Panel, row: int, column: int, x: float, y: float) -> str:
    """A part of a panel around a point."""

    def shifted(place: Place) -> Place:
        return tuple(n - (column if at % 2 else row) for at, n in enumerate(place))

    moved = replace(
        panel,
        tiles=tuple(replace(t, row=t.row - row, column=t.column - column) for t in panel.tiles),
        segments=tuple(replace(each, place=shifted(each.place)) for each in panel.segments),
        dots=tuple(replace(each, place=shifted(each.place)) for each in panel.dots),
    )
    canvas = SvgCanvas()
    if moved.tiles:
        draw_panel(canvas, moved)
    else:
        draw_segments(canvas, moved.segments)
        draw_dots(canvas, moved.dots, has_circles_between(panel.dots))
    return _moved(canvas, x, y)


def _moved(canvas: SvgCanvas, x: float, y: float) -> str:
    # The patterns of fills are defined in whole files only.
    elements = re.sub(r'<path fill="url\([^>]*/>', "", canvas.elements())
    shift = f"translate({number(-x)} {number(-y)})"
    return f'<g transform="{shift}">{elements}</g>' if elements else ""
