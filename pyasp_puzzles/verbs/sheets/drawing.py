"""Pictures as parts of a page: boards, and the pieces to cut out, as elements of SVG."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any
from xml.sax.saxutils import quoteattr

from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.puzzle import Puzzle
from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.pictures.picture import Picture
from pyasp_puzzles.pictures.svg.document import WIDTH, svg
from pyasp_puzzles.pictures.svg.painting import number

TILE = 40.0  # units between the centres of two neighbours on a square or hexagonal board
MOST_PIECES = 1_000  # pieces of one board; the largest boards that people cut out have 256


@dataclass(frozen=True)
class Drawing:
    """A picture without its title: elements of SVG, in units of which :data:`TILE` are a cell."""

    name: str
    content: str
    width: float
    height: float

    def element(self, x: float, y: float, scale: float, ids: str) -> str:
        """The drawing on a page, from its left and upper end; its ids begin with ``ids``."""
        content = re.sub(r'\bid="|url\(#', lambda match: match[0] + ids, self.content)
        place = f'x="{x:.2f}" y="{y:.2f}"'
        size = f'width="{self.width * scale:.3f}" height="{self.height * scale:.3f}"'
        box = f'viewBox="0 0 {number(self.width)} {number(self.height)}"'
        name = quoteattr(self.name)
        return f'<svg {place} {size} {box} role="img" aria-label={name}>{content}</svg>'


def drawing(picture: Picture, width: float = WIDTH) -> Drawing:
    """A picture for white paper; its panels stand side by side within so many units."""
    text = svg(replace(picture, title=""), theme="light", width=width)
    found = re.match(r'<svg [^>]*viewBox="0 0 ([\d.]+) ([\d.]+)"[^>]*class="([^"]+)"[^>]*>', text)
    assert found, "an SVG file begins with the box of its picture and the class of its style"
    content = text[found.end() : text.rindex("</svg>")]
    content = re.sub(r"<(title|desc)\b[^>]*>[^<]*</\1>", "", content)
    content = f'<g class="{found[3]}">{content}</g>'
    return Drawing(picture.title, content, float(found[1]), float(found[2]))


def piece_drawings(puzzle: Puzzle[Any, Any], instance: Any) -> Iterator[Drawing]:
    """Each piece that is not given on the board, as it lies in its first pose; copies, too.

    PuzzleError: the puzzle has no pieces, they are solids, or they are too many.
    """
    form = puzzle.play
    if form is None:
        raise PuzzleError(f"{puzzle.name}: this puzzle is not played with pieces")
    given: Partial = form.given(instance)
    tools = [tool for tool in form.tools(instance, given) if tool.left is not None]
    if not tools:
        raise PuzzleError(f"{puzzle.name}: nothing to cut out, as its boards are filled by pencil")
    if puzzle.picture(instance, None).solid:
        raise PuzzleError(f"{instance.name}: its pieces are solids, which paper does not make")
    pieces = sum(tool.left or 0 for tool in tools)
    if pieces > MOST_PIECES:
        raise PuzzleError(f"{instance.name}: found {pieces:,} pieces, expected {MOST_PIECES:,}")
    for tool in tools:
        panel = replace(form.look(instance, tool.name, 0), caption="")
        drawn = drawing(Picture("", (panel,)))
        yield from [replace(drawn, name=f"piece {tool.name}")] * (tool.left or 0)


def board_alone(puzzle: Puzzle[Any, Any], instance: Any) -> list[Picture]:
    """The panels of the board before the first move, without those of pieces beside it."""
    given = puzzle.play.given(instance) if puzzle.play else Partial()
    picture = puzzle.sketch(instance, given)
    panels = [p for p in picture.panels if any(tile.cell is not None for tile in p.tiles)]
    return [Picture(picture.title, (panel,)) for panel in panels if panel.medium != "text"]
