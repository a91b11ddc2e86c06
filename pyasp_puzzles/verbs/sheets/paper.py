"""Paper, pages with drawings side by side, and their files; all lengths in millimetres.

A page is an SVG file; a file of HTML has all of them, and a browser prints it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from textwrap import wrap
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.puzzle import Puzzle
from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.pictures.picture import Picture
from pyasp_puzzles.pictures.svg.document import WIDTH, svg
from pyasp_puzzles.pictures.svg.painting import FONT, number

MARGIN = 12.0  # the border of a page that stays free; printers need about 5
GAP = 6.0  # the space between two items
HEADING, TITLE, WORDS = 5.0, 3.8, 3.2
"""Heights of the letters of a page's heading, an item's title and all else."""

LEADING = 1.35  # the height of a line, in heights of its letters


@dataclass(frozen=True)
class Paper:
    """The size of a page."""

    name: str
    width: float
    height: float

    @property
    def inner(self) -> tuple[float, float]:
        """The width and height between the margins."""
        return self.width - 2 * MARGIN, self.height - 2 * MARGIN

    def top(self, notes: Sequence[str]) -> float:
        """Where the items of a page begin."""
        return MARGIN + LEADING * HEADING + lines_height(notes, WORDS) + GAP / 2

    def space(self, notes: Sequence[str]) -> float:
        """The height that the items of a page have together."""
        return self.height - MARGIN - GAP - self.top(notes)


PAPERS = {"a4": Paper("a4", 210.0, 297.0), "letter": Paper("letter", 215.9, 279.4)}


@dataclass(frozen=True)
class Item:
    """Something on a page, so wide: lines of a title, perhaps a drawing, lines of notes below."""

    width: float
    title: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    drawing: Drawing | None = None
    scale: float = 1.0  # millimetres for each unit of the drawing

    @property
    def drawn_height(self) -> float:
        return self.drawing.height * self.scale if self.drawing else 0.0

    @property
    def height(self) -> float:
        return lines_height(self.title, TITLE) + self.drawn_height + lines_height(self.notes, WORDS)


@dataclass(frozen=True)
class SheetPage:
    """A page: a heading, notes below it, items with their left and upper ends."""

    heading: str
    notes: tuple[str, ...]
    items: tuple[tuple[float, float, Item], ...]
    ruler: bool = False  # a line of 50 millimetres stands at the foot, to check the scale


def lines_height(lines: Sequence[str], size: float) -> float:
    return len(lines) * LEADING * size


def fitting(words: str, width: float, size: float) -> list[str]:
    """Words as lines that are short enough for a width."""
    letter = 0.66 if size == TITLE else 0.57  # a title is bold
    return wrap(words, max(8, int(width / (letter * size))))


def pages(
    paper: Paper,
    heading: str,
    notes: Sequence[str],
    items: Iterable[Item],
    *,
    gap: float = GAP,
    ruler: bool = False,
) -> Iterator[SheetPage]:
    """Items in lines from left to right with gaps between them, on as many pages as they need.

    PuzzleError: an item is larger than a page.
    """
    top, room = paper.top(notes), paper.space(notes)
    x, y, high = MARGIN, top, 0.0
    placed: list[tuple[float, float, Item]] = []
    for item in items:
        if item.width > paper.inner[0] + 0.01 or item.height > room + 0.01:
            size = f"{item.width:.0f} x {item.height:.0f} mm"
            most = f"{paper.inner[0]:.0f} x {room:.0f} mm"
            raise PuzzleError(
                f"found something of {size} for a page, expected at most {most}: the option --cell "
                "or a larger --paper helps"
            )
        if placed and x + item.width > paper.width - MARGIN + 0.01:
            x, y, high = MARGIN, y + high + gap, 0.0
        if placed and y + item.height > top + room + 0.01:
            yield SheetPage(heading, tuple(notes), tuple(placed), ruler)
            placed, x, y, high = [], MARGIN, top, 0.0
        placed.append((x, y, item))
        x, high = x + item.width + gap, max(high, item.height)
    if placed:
        yield SheetPage(heading, tuple(notes), tuple(placed), ruler)


def page_svg(page: SheetPage, paper: Paper, number: int, all_pages: int) -> str:
    """A page as the text of an SVG file; its ids begin with its number."""
    wide, high = f"{paper.width:g}", f"{paper.height:g}"
    parts = [_line(MARGIN, MARGIN + HEADING * 0.8, page.heading, HEADING, bold=True)]
    parts += _lines(MARGIN, MARGIN + LEADING * HEADING, page.notes, WORDS)
    for count, (x, y, item) in enumerate(page.items, start=1):
        parts += _lines(x, y, item.title, TITLE, bold=True)
        below = y + lines_height(item.title, TITLE)
        if item.drawing:
            parts.append(item.drawing.element(x, below, item.scale, f"p{number}-{count}-"))
        parts += _lines(x, below + item.drawn_height, item.notes, WORDS)
    foot = paper.height - MARGIN + WORDS
    parts.append(_line(paper.width / 2 - 4, foot, f"{number} / {all_pages}", WORDS))
    if page.ruler:
        ruler = f"M{MARGIN} {foot - 4}v4m0-2h50m0-2v4"
        parts.append(f'<path fill="none" stroke="#000" stroke-width=".3" d="{ruler}"/>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}mm" height="{high}mm" '
        f'viewBox="0 0 {wide} {high}" font-family="{FONT}"><title>{escape(page.heading)}, page '
        f'{number}</title><path fill="#fff" d="M0 0h{wide}v{high}H0Z"/>{"".join(parts)}</svg>\n'
    )


def html(pages: Sequence[SheetPage], paper: Paper, title: str = "") -> str:
    """All pages as the text of one HTML file, a page of paper each when it is printed.

    Its title is the heading of the first page, unless there is another one.
    """
    size = f"{paper.width:g}mm {paper.height:g}mm"
    style = (
        f"@page{{size:{size};margin:0}}body{{margin:0;background:#fff;color:#000}}"
        f"section{{width:{paper.width:g}mm;height:{paper.height - 0.2:g}mm;overflow:hidden;"
        "break-after:page}section:last-child{break-after:auto}section>svg{display:block}"
        "@media screen{section{margin:4mm auto;outline:1px solid #999}}"
    )
    sections = (
        f"<section>{page_svg(page, paper, number, len(pages))}</section>"
        for number, page in enumerate(pages, start=1)
    )
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(title or pages[0].heading)}</title><style>{style}</style></head>\n"
        f"<body>\n{''.join(sections)}</body></html>\n"
    )


def _lines(x: float, y: float, lines: Sequence[str], size: float, bold: bool = False) -> list[str]:
    return [
        _line(x, y + (LEADING * n + 0.95) * size, line, size, bold) for n, line in enumerate(lines)
    ]


def _line(x: float, y: float, words: str, size: float, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x:.2f}" y="{y:.2f}" font-size="{size}"{weight}>{escape(words)}</text>'


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
    every = form.tools(instance, form.given(instance))
    tools = [tool for tool in every if tool.left is not None]
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
