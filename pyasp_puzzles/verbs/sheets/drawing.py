"""Pictures as parts of a page: elements of SVG with a size, whose ids no other part has."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from xml.sax.saxutils import quoteattr

from pyasp_puzzles.pictures.picture import Picture
from pyasp_puzzles.pictures.svg.canvas import number
from pyasp_puzzles.pictures.svg.document import WIDTH, svg

TILE = 40.0
"""Units between the centres of two neighbours on a square or hexagonal board."""


@dataclass(frozen=True)
class Drawing:
    """A picture without its title.

    Attributes:
        name: what it shows, for readers who do not see it.
        content: elements of SVG.
        width, height: in units, of which :data:`TILE` are a cell.
    """

    name: str
    content: str
    width: float
    height: float

    def element(self, x: float, y: float, scale: float, ids: str) -> str:
        """The drawing on a page.

        Args:
            x, y: its left and upper end.
            scale: lengths of the page for each unit.
            ids: what its ids begin with.
        """
        content = re.sub(r'\bid="|url\(#', lambda match: match[0] + ids, self.content)
        place = f'x="{x:.2f}" y="{y:.2f}"'
        size = f'width="{self.width * scale:.3f}" height="{self.height * scale:.3f}"'
        box = f'viewBox="0 0 {number(self.width)} {number(self.height)}"'
        name = quoteattr(self.name)
        return f'<svg {place} {size} {box} role="img" aria-label={name}>{content}</svg>'


def drawing(picture: Picture, width: float = WIDTH) -> Drawing:
    """A picture for white paper; its panels stand side by side within so many units."""
    text = svg(replace(picture, title=""), theme="light", width=width)
    found = re.match(r'<svg [^>]*viewBox="0 0 ([\d.]+) ([\d.]+)"[^>]*>', text)
    assert found, "an SVG file begins with the box of its picture"
    content = text[found.end() : text.rindex("</svg>")]
    themed = re.search(r'class="([^"]+)"', found[0])  # its style sheet names this class
    content = f'<g class="{themed[1] if themed else ""}">{content}</g>'
    content = re.sub(r"<(title|desc)\b[^>]*>[^<]*</\1>", "", content)
    return Drawing(picture.title, content, float(found[1]), float(found[2]))
