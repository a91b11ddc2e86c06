"""A picture as one SVG file: panels, solids, captions, legend, and a text alternative."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape

from pyasp_puzzles.drawing.picture import Entry, Picture
from pyasp_puzzles.drawing.svg.canvas import Box, Canvas, number, rounded
from pyasp_puzzles.drawing.svg.palette import Theme, definitions, style, tint
from pyasp_puzzles.drawing.svg.solids import View, draw_solid, gap_between_layers
from pyasp_puzzles.drawing.svg.tiles import draw_hits, draw_panel, draw_tags
from pyasp_puzzles.drawing.terminal import plain

WIDTH = 760.0
"""The width in which panels stand side by side; one that is wider has a line of its own."""

_MARGIN, _GAP, _CAPTION, _LINE = 14.0, 26.0, 15.0, 20.0
_FONT = "DejaVu Sans,Verdana,Arial,sans-serif"
_CLASSES = {"on": {"fill": "#141414"}, "hit": {"fill": "transparent"}}


def svg(
    picture: Picture, *, theme: Theme = "auto", interactive: bool = False, ids: str = ""
) -> str:
    """The picture as the text of an SVG file.

    Args:
        theme: "auto": light, and dark where the reader's system is dark.
        interactive: with an area for each cell (see :func:`.tiles.draw_hits`).
    """
    drawings = list(_drawings(picture, interactive))
    everything = Canvas()
    parts: list[str] = []
    x, y, high, wide = _MARGIN, _MARGIN + (26 if picture.title else 0), 0.0, 0.0
    for caption, canvas in drawings:
        box = canvas.box
        width, height = box.right - box.left, box.bottom - box.top
        width_needed = max(width, 0.58 * _CAPTION * len(caption))
        top = _CAPTION + 8 if caption else 0
        if x > _MARGIN and x + width_needed > WIDTH:
            x, y, high = _MARGIN, y + high + _GAP, 0.0
        if caption:
            parts.append(_words(x, y + _CAPTION * 0.7, caption, _CAPTION, "dim"))
        shift = f"translate({number(x - box.left)} {number(y + top - box.top)})"
        parts.append(f'<g transform="{shift}">{canvas.elements()}</g>')
        everything.paints |= canvas.paints
        x += width_needed + _GAP
        wide = max(wide, x - _GAP)
        high = max(high, height + top)
    y += high + (_GAP if drawings else 0)
    for entry in _legend(picture):
        parts.append(_entry(entry, y))
        offset = 30 if entry.key else 0
        wide = max(wide, _MARGIN + offset + 0.52 * 13 * len(entry.meaning))
        y += _LINE
    wide, y = max(wide, 0.62 * 18 * len(picture.title)) + _MARGIN, y + _MARGIN - 8
    title = _words(_MARGIN, _MARGIN + 12, picture.title, 18, "ink", ' font-weight="bold"')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(wide)} {number(y)}" '
        f'role="img" aria-labelledby="t d" font-family="{_FONT}">'
        f'<title id="t">{escape(picture.title or "A board")}</title>'
        f'<desc id="d">{escape(plain(picture))}</desc>'
        f"<style>{style(theme, _CLASSES)}</style>"
        f"<defs>{definitions(everything.paints)}</defs>"
        f'<path class="page" d="M0 0h{number(wide)}v{number(y)}H0Z"/>'
        f'{title if picture.title else ""}<g text-anchor="middle">{"".join(parts)}</g></svg>\n'
    )


def _drawings(picture: Picture, interactive: bool) -> Iterator[tuple[str, Canvas]]:
    """The drawings of a picture with their captions."""
    if picture.solid:
        views = [("whole", 0.0)]
        if any(block.colour is not None for block in picture.solid):
            views.append(("layers apart", gap_between_layers(picture.solid)))
        for caption, gap in views:
            canvas = Canvas()
            draw_solid(canvas, picture.solid, View(gap=gap), apart=gap > 0)
            yield caption, canvas
    for panel in picture.panels:
        if panel.medium != "text" and panel.tiles:
            canvas = Canvas()
            draw_panel(canvas, panel)
            draw_tags(canvas, panel)
            if interactive:
                draw_hits(canvas, panel)
            yield panel.caption, canvas


def _legend(picture: Picture) -> list[Entry]:
    return [entry for entry in picture.legend if entry.medium != "text"]


def _entry(entry: Entry, y: float) -> str:
    x = _MARGIN
    if not entry.key:
        return _words(x, y, entry.meaning, 13, "dim")
    key = ""
    if entry.colour is not None:
        box = rounded(Box(x, y - 9, x + 22, y + 9), 4)
        key = f'<path fill="{tint(entry.colour).colour}" d="{box}"/>'
    kind = "on" if entry.colour is not None else "ink"
    middle = f'<text x="{number(x + 11)}" y="{number(y + 4.5)}" font-size="13" class="{kind}">'
    return f"{key}{middle}{escape(entry.key.strip())}</text>" + _words(
        x + 30, y, entry.meaning, 13, "dim"
    )


def _words(x: float, y: float, words: str, size: float, kind: str, further: str = "") -> str:
    place = f'x="{number(x)}" y="{number(y + 0.35 * size)}"'
    look = f'font-size="{number(size)}" class="{kind}" text-anchor="start"{further}'
    return f"<text {place} {look}>{escape(words)}</text>"
