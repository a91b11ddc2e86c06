"""Words around the drawings: title, captions, and the legend below."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from pyasp_puzzles.pictures.picture import BROKEN, LegendEntry, Picture, SideColours
from pyasp_puzzles.pictures.roles import used_roles
from pyasp_puzzles.pictures.svg.frames import FRAMES, SIGN_LOOK, draw_role, unequal
from pyasp_puzzles.pictures.svg.painting import Box, SvgCanvas, around, number, rounded
from pyasp_puzzles.pictures.svg.palette import tint
from pyasp_puzzles.pictures.svg.texts import clean, lines, width

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
        entries = [entry for entry in picture.legend if entry.medium != "text"]
        wide = max((width(entry.key.strip(), SIZE) + 8 for entry in entries), default=0.0)
        for entry in entries:
            with self._group():
                self._entry(entry, max(_KEY, wide))
        for meaning in _given(picture):
            with self._group():
                self.write(meaning, SIZE)
        used = used_roles(panel for panel in picture.panels if panel.medium != "text")
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
    looks = set()
    for panel in picture.panels:
        shown = [tile for tile in panel.tiles if tile.text.strip("·") and tile.group is not None]
        if panel.medium != "text" and len({tile.given for tile in shown}) > 1:
            looks |= {isinstance(tile.figure, SideColours) for tile in shown if tile.given}
    for sides in sorted(looks):
        yield "In brackets: given." if sides else "Bold: given."
