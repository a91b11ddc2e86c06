"""Paper, and pages on which items stand side by side; all lengths are in millimetres."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap

from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.verbs.sheets.drawing import Drawing

MARGIN = 12.0
"""The border of a page that stays free; printers need about 5."""

GAP = 6.0
"""The space between two items."""

HEADING, TITLE, WORDS = 5.0, 3.8, 3.2
"""Heights of the letters of a page's heading, an item's title and all else."""

LEADING = 1.35
"""The height of a line, in heights of its letters."""


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
    """Something on a page: a title, a drawing, words below it.

    Attributes:
        width: of its place on the page.
        title, notes: lines that are short enough for it.
        drawing: ``None`` for words alone.
        scale: millimetres for each unit of the drawing.
    """

    width: float
    title: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    drawing: Drawing | None = None
    scale: float = 1.0

    @property
    def drawn_height(self) -> float:
        return self.drawing.height * self.scale if self.drawing else 0.0

    @property
    def height(self) -> float:
        return lines_height(self.title, TITLE) + self.drawn_height + lines_height(self.notes, WORDS)


@dataclass(frozen=True)
class Page:
    """A page: a heading of one line, notes below it, items with their left and upper ends.

    Attributes:
        ruler: whether a line of 50 millimetres stands at the foot, to check the scale.
    """

    heading: str
    notes: tuple[str, ...]
    items: tuple[tuple[float, float, Item], ...]
    ruler: bool = False


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
) -> Iterator[Page]:
    """Items in lines from left to right with gaps between them, on as many pages as they need.

    Raises:
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
            yield Page(heading, tuple(notes), tuple(placed), ruler)
            placed, x, y, high = [], MARGIN, top, 0.0
        placed.append((x, y, item))
        x, high = x + item.width + gap, max(high, item.height)
    if placed:
        yield Page(heading, tuple(notes), tuple(placed), ruler)
