"""A picture as one SVG file: panels, solids, captions, legend, and a text alternative."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b

from pyasp_puzzles.pictures.picture import Picture
from pyasp_puzzles.pictures.roles import roles_of_cells
from pyasp_puzzles.pictures.svg.canvas import IDS, Canvas, number
from pyasp_puzzles.pictures.svg.legend import Words, words
from pyasp_puzzles.pictures.svg.palette import Paint, Theme, definitions, style
from pyasp_puzzles.pictures.svg.solids import Projection, draw_solid, gap_between_layers, unit_of
from pyasp_puzzles.pictures.svg.texts import FONT, clean, lines
from pyasp_puzzles.pictures.svg.texts import width as length
from pyasp_puzzles.pictures.svg.tiles import draw_hits, draw_panel, draw_tags
from pyasp_puzzles.pictures.words import described, too_large

WIDTH = 760.0
"""The width in which panels stand side by side; one that is wider has a line of its own."""

_MARGIN, _GAP, _CAPTION, _TITLE = 14.0, 26.0, 15.0, 18.0
_MOST_BLOCKS = 4_000
_CLASSES = {"on": {"fill": "#141414"}, "hit": {"fill": "transparent"}}


@dataclass(frozen=True)
class _Drawing:
    """A drawing with its caption.

    Attributes:
        kind: drawings of another kind begin a new line.
    """

    caption: str
    canvas: Canvas
    kind: str = ""


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

    def add(self, drawing: _Drawing) -> None:
        """Place a drawing behind the last one, or in a new line."""
        box = drawing.canvas.box
        wide, high = box.right - box.left, box.bottom - box.top
        caption = list(lines(drawing.caption, _CAPTION, self.most))
        room = max(wide, *(length(line, _CAPTION) for line in caption), 0.0)
        begun = self.x > _MARGIN
        if begun and (drawing.kind != self._kind or self.x + room > self.most):
            self.end()
        self._kind = drawing.kind
        top = len(caption) * (_CAPTION + 8)
        for count, line in enumerate(caption):
            at = self.y + _CAPTION * 0.7 + count * (_CAPTION + 8)
            self.parts.append(words(self.x, at, line, _CAPTION, "dim"))
        shift = f"translate({number(self.x - box.left)} {number(self.y + top - box.top)})"
        self.parts.append(f'<g transform="{shift}">{drawing.canvas.elements()}</g>')
        self.paints |= drawing.canvas.paints
        self.right = max(self.right, self.x + room)
        self.x += room + _GAP
        self.high = max(self.high, high + top)

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
    for drawing in _drawings(picture, interactive):
        flow.add(drawing)
    if flow.parts:
        flow.end()
    foot = Words(_MARGIN, flow.y, max(width, flow.right) - _MARGIN)
    foot.legend(picture)
    wide = number(max(head.right, flow.right, foot.right) + _MARGIN)
    high = number((foot.y if foot.parts else flow.y - _GAP / 2) + (0 if foot.parts else 2))
    legend = f'<g class="legend">{"".join(foot.parts)}</g>' if foot.parts else ""
    body = "".join((*head.parts, '<g text-anchor="middle">', *flow.parts, "</g>", legend))
    told = f"<title id={_id('t')}>{clean(picture.title or 'A board')}</title>"
    told += f"<desc id={_id('d')}>{clean(described(picture))}</desc>"
    role = "group" if interactive else "img"
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" '
        f'viewBox="0 0 {wide} {high}" class="pp-{theme}" role="{role}" '
        f'aria-labelledby={_id("t")} aria-describedby={_id("d")} font-family="{FONT}">{told}'
        f"<style>{style(theme, _CLASSES)}</style><defs>{definitions(flow.paints)}</defs>"
        f'<path class="page" d="M0 0h{wide}v{high}H0Z"/>{body}</svg>\n'
    )
    return text.replace(IDS, ids or f"p{blake2b(text.encode(), digest_size=5).hexdigest()}-")


def _id(name: str) -> str:
    return f'"{IDS}{name}"'


def _drawings(picture: Picture, interactive: bool) -> Iterator[_Drawing]:
    """The drawings of a picture with their captions."""
    if 0 < len(picture.solid) <= _MOST_BLOCKS:
        views = [("whole", 0.0)]
        if any(block.colour is not None for block in picture.solid):
            views.append(("layers apart", gap_between_layers(picture.solid, Projection())))
        for caption, gap in views:
            canvas = Canvas()
            view = Projection(gap=gap, unit=unit_of(picture.solid))
            draw_solid(canvas, picture.solid, view, apart=gap > 0, roles=roles_of_cells(picture))
            yield _Drawing(caption, canvas, "solid")
    for panel in picture.panels:
        if panel.medium == "text" or not panel.tiles:
            continue
        canvas = Canvas()
        refused = too_large(panel)
        if not refused:
            draw_panel(canvas, panel)
            draw_tags(canvas, panel)
            if interactive:
                draw_hits(canvas, panel)
        yield _Drawing(" ".join(_present((panel.caption, refused))), canvas, str(panel.line))


def _present(parts: Iterable[str]) -> Iterator[str]:
    return (part for part in parts if part)
