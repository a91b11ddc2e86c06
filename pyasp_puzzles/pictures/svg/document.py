"""A picture as one SVG file: title, panels, solids, captions, legend, and a text alternative."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import blake2b

from pyasp_puzzles.core.optional import need
from pyasp_puzzles.pictures.description import described, too_large
from pyasp_puzzles.pictures.picture import BROKEN, LegendEntry, Picture, SideColours
from pyasp_puzzles.pictures.roles import roles_of_cells, told_as_clues, used_roles
from pyasp_puzzles.pictures.svg.figures import FRAMES, SIGN_LOOK, draw_role, unequal
from pyasp_puzzles.pictures.svg.painting import (
    FONT,
    Box,
    SvgCanvas,
    around,
    clean,
    lines,
    number,
    rounded,
    width,
)
from pyasp_puzzles.pictures.svg.painting import width as length
from pyasp_puzzles.pictures.svg.palette import IDS, Paint, Theme, definitions, style, tint
from pyasp_puzzles.pictures.svg.solids import Projection, draw_solid, gap_between_layers, unit_of
from pyasp_puzzles.pictures.svg.tiles import draw_hits, draw_panel, draw_tags

SIZE = 13.0
_KEY = 22.0


@dataclass
class Words:
    """Lines of words below each other.

    Attributes:
        y: where the next line has its middle.
        right: how far the words reach.
        parts: elements of SVG.
    """

    left: float
    y: float
    most: float
    right: float = 0.0
    parts: list[str] = field(default_factory=list)

    def write(
        self, text: str, size: float, kind: str = "dim", indent: float = 0.0, *, bold: bool = False
    ) -> None:
        """Write a text in as many lines as it needs."""
        for line in lines(text, size, self.most - indent, bold):
            self.parts.append(words(self.left + indent, self.y, line, size, kind, bold=bold))
            self.right = max(self.right, self.left + indent + width(line, size, bold))
            self.y += size + 7

    def legend(self, picture: Picture) -> None:
        """Write the legend of a picture, and the frames of the roles in it."""
        wide = max((width(entry.key.strip(), SIZE) + 8 for entry in picture.legend), default=0.0)
        for entry in picture.legend:
            with self._group():
                self._entry(entry, max(_KEY, wide))
        for meaning in _given(picture):
            with self._group():
                self.write(meaning, SIZE)
        used = used_roles(picture.panels)
        for role in (role for role in FRAMES if role in used):
            canvas = SvgCanvas()
            box = Box(self.left, self.y - _KEY / 2, self.left + _KEY, self.y + _KEY / 2)
            draw_role(canvas, role, box.corners)
            with self._group():
                self.parts.append(canvas.elements())
                self.write(role, SIZE, indent=_KEY + 8)

    @contextmanager
    def _group(self) -> Iterator[None]:
        """What is written within this block is one element: a page takes the legend apart."""
        first = len(self.parts)
        yield
        self.parts[first:] = [f"<g>{''.join(self.parts[first:])}</g>"]

    def _entry(self, entry: LegendEntry, wide: float) -> None:
        key = entry.key.strip()
        if not key:
            self.write(entry.meaning, SIZE)
            return
        middle = self.left + wide / 2
        if key == BROKEN:
            for look, data in zip(SIGN_LOOK, unequal(middle, self.y, 6.0), strict=True):
                self.parts.append(f'<path {look} d="{data}"/>')
        else:
            if entry.colour is not None:
                box = rounded(around(middle, self.y, wide / 2, 9), 4)
                self.parts.append(f'<path fill="{tint(entry.colour).colour}" d="{box}"/>')
            kind = "on" if entry.colour is not None else "ink"
            place = f'x="{number(middle)}" y="{number(self.y + 4.5)}" text-anchor="middle"'
            look = f'font-size="{number(SIZE)}" class="{kind}"'
            self.parts.append(f"<text {place} {look}>{clean(key)}</text>")
        self.write(entry.meaning, SIZE, indent=wide + 8)


def words(x: float, y: float, text: str, size: float, kind: str, *, bold: bool = False) -> str:
    """A line of words that begins at a place."""
    place = f'x="{number(x)}" y="{number(y + 0.35 * size)}" text-anchor="start"'
    weight = ' font-weight="bold"' if bold else ""
    return f'<text {place} font-size="{number(size)}" class="{kind}"{weight}>{clean(text)}</text>'


def _given(picture: Picture) -> Iterator[str]:
    """How a clue looks, where some of the texts on a board are clues and others are not."""
    clues = (tile for panel in picture.panels for tile in told_as_clues(panel))
    looks = {isinstance(tile.figure, SideColours) for tile in clues}
    for sides in sorted(looks):
        yield "In brackets: given." if sides else "Bold: given."


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
    shown = picture.on("shapes")
    head = Words(_MARGIN, _MARGIN + 12, width)
    head.write(picture.title, _TITLE, "ink", bold=True)
    flow = _Flow(_MARGIN, head.y - (3 if picture.title else 12), width)
    for caption, canvas, kind in _drawings(shown, interactive):
        flow.add(caption, canvas, kind)
    if flow.parts:
        flow.end()
    foot = Words(_MARGIN, flow.y, max(width, flow.right) - _MARGIN)
    foot.legend(shown)
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


def png(text: str) -> bytes:
    """An SVG text as a PNG file, by resvg, with 1200 pixels from left to right.

    Raises:
        PuzzleError: the optional package is not installed.
    """
    return bytes(need("resvg_py").svg_to_bytes(svg_string=text, width=1200))


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
        if not panel.tiles:
            continue
        canvas, refused = SvgCanvas(), too_large(panel)
        if not refused:
            draw_panel(canvas, panel)
            draw_tags(canvas, panel)
            if interactive:
                draw_hits(canvas, panel)
        yield f"{panel.caption} {refused}".strip(), canvas, str(panel.line)
