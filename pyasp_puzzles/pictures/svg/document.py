"""A picture as one SVG file: panels, solids, captions, legend, and a text alternative."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import blake2b

from pyasp_puzzles.core.optional import need
from pyasp_puzzles.pictures.description import described, too_large
from pyasp_puzzles.pictures.picture import Picture
from pyasp_puzzles.pictures.roles import roles_of_cells
from pyasp_puzzles.pictures.svg.legend import Words, words
from pyasp_puzzles.pictures.svg.painting import SvgCanvas, number
from pyasp_puzzles.pictures.svg.palette import IDS, Paint, Theme, definitions, style
from pyasp_puzzles.pictures.svg.solids import (
    Projection,
    draw_solid,
    gap_between_layers,
    unit_of,
)
from pyasp_puzzles.pictures.svg.texts import FONT, clean, lines
from pyasp_puzzles.pictures.svg.texts import width as length
from pyasp_puzzles.pictures.svg.tiles import draw_hits, draw_panel, draw_tags

WIDTH = 760.0
"""The width in which panels stand side by side; one that is wider has a line of its own."""

_MARGIN, _GAP, _CAPTION, _TITLE = 14.0, 26.0, 15.0, 18.0
_MOST_PRISMS = 4_000


@dataclass
class _Flow:
    """Drawings side by side, in lines that are no wider than ``most``."""

    x: float
    y: float
    most: float = WIDTH
    high: float = 0.0
    right: float = 0.0
    parts: list[str] = field(default_factory=list)
    paints: set[Paint] = field(default_factory=set)
    _kind: str = ""

    def add(self, caption: str, canvas: SvgCanvas, kind: str) -> None:
        """Place a drawing behind the last one, or in a new line; so does one of another kind."""
        left, top, right, bottom = canvas.box
        said = list(lines(caption, _CAPTION, self.most))
        room = max(right - left, *(length(line, _CAPTION) for line in said), 0.0)
        if self.x > _MARGIN and (kind != self._kind or self.x + room > self.most):
            self.end()
        self._kind = kind
        head = len(said) * (_CAPTION + 8)
        for count, line in enumerate(said):
            at = self.y + _CAPTION * 0.7 + count * (_CAPTION + 8)
            self.parts.append(words(self.x, at, line, _CAPTION, "dim"))
        shift = f"translate({number(self.x - left)} {number(self.y + head - top)})"
        self.parts.append(f'<g transform="{shift}">{canvas.elements()}</g>')
        self.paints |= canvas.paints
        self.right = max(self.right, self.x + room)
        self.x += room + _GAP
        self.high = max(self.high, bottom - top + head)

    def end(self) -> None:
        """Begin a new line."""
        self.x, self.y, self.high = _MARGIN, self.y + self.high + _GAP, 0.0


def svg(
    picture: Picture,
    *,
    theme: Theme = "auto",
    interactive: bool = False,
    ids: str = "",
    width: float = WIDTH,
) -> str:
    """The picture as the text of an SVG file.

    Args:
        theme: "auto": light, and dark where the reader's system is dark.
        interactive: with an area for each cell (see :func:`.tiles.draw_hits`).
        ids: what the ids of the file begin with; by default a number made from all that it shows.
        width: drawings stand side by side as long as they are not wider than this.
    """
    head = Words(_MARGIN, _MARGIN + 12, width)
    head.write(picture.title, _TITLE, "ink", bold=True)
    flow = _Flow(_MARGIN, head.y - (3 if picture.title else 12), width)
    for caption, canvas, kind in _drawings(picture, interactive):
        flow.add(caption, canvas, kind)
    if flow.parts:
        flow.end()
    foot = Words(_MARGIN, flow.y, max(width, flow.right) - _MARGIN)
    foot.legend(picture)
    wide = number(max(head.right, flow.right, foot.right) + _MARGIN)
    high = number(foot.y if foot.parts else flow.y - _GAP / 2 + 2)
    legend = f'<g class="legend">{"".join(foot.parts)}</g>' if foot.parts else ""
    body = "".join((*head.parts, '<g text-anchor="middle">', *flow.parts, "</g>", legend))
    title, about = f'"{IDS}t"', f'"{IDS}d"'
    told = f"<title id={title}>{clean(picture.title or 'A board')}</title>"
    told += f"<desc id={about}>{clean(described(picture))}</desc>"
    role = "group" if interactive else "img"
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" '
        f'viewBox="0 0 {wide} {high}" class="pp-{theme}" role="{role}" '
        f'aria-labelledby={title} aria-describedby={about} font-family="{FONT}">{told}'
        f"<style>{style(theme)}</style><defs>{definitions(flow.paints)}</defs>"
        f'<path class="page" d="M0 0h{wide}v{high}H0Z"/>{body}</svg>\n'
    )
    return text.replace(IDS, ids or f"p{blake2b(text.encode(), digest_size=5).hexdigest()}-")


def png(text: str, width: int = 1200) -> bytes:
    """An SVG text as a PNG file, by resvg, with so many pixels from left to right.

    Raises:
        PuzzleError: the optional package is not installed.
    """
    image: bytes = need("resvg_py").svg_to_bytes(svg_string=text, width=width)
    return bytes(image)


def _drawings(picture: Picture, interactive: bool) -> Iterator[tuple[str, SvgCanvas, str]]:
    """The drawings of a picture with their captions and kinds."""
    if 0 < len(picture.solid) <= _MOST_PRISMS:
        views = [("whole", 0.0)]
        if any(prism.colour is not None for prism in picture.solid):
            views.append(("layers apart", gap_between_layers(picture.solid, Projection())))
        for caption, gap in views:
            canvas, view = SvgCanvas(), Projection(gap=gap, unit=unit_of(picture.solid))
            draw_solid(canvas, picture.solid, view, apart=gap > 0, roles=roles_of_cells(picture))
            yield caption, canvas, "solid"
    for panel in picture.panels:
        if panel.medium == "text" or not panel.tiles:
            continue
        canvas, refused = SvgCanvas(), too_large(panel)
        if not refused:
            draw_panel(canvas, panel)
            draw_tags(canvas, panel)
            if interactive:
                draw_hits(canvas, panel)
        yield f"{panel.caption} {refused}".strip(), canvas, str(panel.line)
