"""Makes the pages of a sheet: the boards, then their answers, then their pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil, floor
from pathlib import Path
from statistics import fmean
from typing import Any

from pyasp_puzzles.boards.puzzle import Puzzle
from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.pictures.picture import LegendEntry, Picture
from pyasp_puzzles.pictures.svg.document import WIDTH
from pyasp_puzzles.verbs.sheets.drawing import TILE, Drawing, drawing
from pyasp_puzzles.verbs.sheets.paper import (
    GAP,
    TITLE,
    WORDS,
    Item,
    Page,
    Paper,
    fitting,
    pages,
    space,
)
from pyasp_puzzles.verbs.sheets.pieces import board_alone, piece_drawings

MOST_BOARDS = 500
"""Boards of one sheet."""

WORDS_OF_A_BOARD = 40.0
"""Millimetres for titles and legend, where a board to scale fills the rest of a page."""


TITLES = 14.0
"""About the height of the words of one board among others."""

_SAMPLE = 24
"""Boards that decide on the number of columns."""


@dataclass(frozen=True)
class Style:
    """What a reader of a sheet has chosen.

    Attributes:
        columns: boards side by side; 0: as many as can be read well, 4 at most.
        title: the heading of the pages; empty: the title of the puzzle.
        pieces: whether pages with the pieces to cut out follow; then the boards have their scale.
        cell: the size of a cell of the pieces, in millimetres; 0: the largest that fits, at most
            20.
    """

    paper: Paper
    columns: int = 0
    title: str = ""
    pieces: bool = False
    cell: float = 0.0


@dataclass(frozen=True)
class Board:
    """A board of a sheet, and its answer.

    Attributes:
        number: from 1.
        answer: the picture of its answer; ``None``: none was found.
        ending: why there is no answer, in words.
    """

    puzzle: Puzzle[Any, Any]
    instance: Any
    number: int
    answer: Picture | None = None
    ending: str = ""

    @cached_property
    def picture(self) -> Picture:
        """The unsolved board."""
        return self.puzzle.picture(self.instance, None)

    @cached_property
    def to_scale(self) -> list[Picture]:
        """The panels of the board, on which pieces that were cut out are laid."""
        return board_alone(self.puzzle, self.instance)

    @property
    def name(self) -> str:
        """Its number, its title, and the name of its file without the folder, or its seed."""
        name = Path(self.instance.name).name
        title = self.picture.title or name
        return f"{self.number}. {title}" + (f" ({name})" if name and name not in title else "")

    @property
    def short_name(self) -> str:
        """Its number, and its name or else its title."""
        return f"{self.number}. {Path(self.instance.name).name or self.picture.title}"


def make(boards: Sequence[Board], style: Style, *, answers: bool) -> list[Page]:
    """The pages of a sheet.

    Raises:
        PuzzleError: there are too many boards; the pieces of a board cannot be cut out of paper; a
            board or a piece is too large for the paper at this size of a cell.
    """
    if not 1 <= len(boards) <= MOST_BOARDS:
        raise PuzzleError(f"found {len(boards)} boards, expected 1 to {MOST_BOARDS}")
    title = style.title or boards[0].puzzle.title
    shared = _shared(boards)
    notes = [line for e in shared for line in fitting(_words(e), style.paper.inner[0], WORDS)]
    cell = _cell(boards, style) if style.pieces else 0.0
    room = space(style.paper, notes)
    items = _boards(boards, style, shared, room)
    if style.pieces:
        items = _boards_to_scale(boards, style.paper, cell)
    made = list(pages(style.paper, title, notes, items))
    if answers:
        heading = f"{title}: answers" if len(boards) > 1 else f"{title}: an answer"
        made += pages(style.paper, heading, (), _answers(boards, style.paper))
    if style.pieces:
        for board in boards:
            heading = f"{title}: pieces of {board.number}"
            said = f"A cell is {cell:g} mm wide. Print at 100 %: the line below is 50 mm long."
            items = _pieces(board, cell)
            made += pages(style.paper, heading, (said,), items, gap=0.0, ruler=True)
    return made


def _shared(boards: Sequence[Board]) -> list[LegendEntry]:
    """The lines of the legend that stand once on each page: those that all boards have.

    A sign that means the same on each board that has it is one of them, too.
    """
    legends = [[e for e in b.picture.legend if _as_words(e)] for b in boards]
    every = dict.fromkeys(entry for legend in legends for entry in legend)
    signs = Counter(entry.key.strip() for entry in every)
    return [
        entry
        for entry in every
        if all(entry in legend for legend in legends)
        or (entry.key.strip() and signs[entry.key.strip()] == 1)
    ]


def _as_words(entry: LegendEntry) -> bool:
    return entry.medium != "text" and entry.colour is None


def _words(entry: LegendEntry) -> str:
    return f"{entry.key.strip()}: {entry.meaning}" if entry.key.strip() else entry.meaning


def _without_words(picture: Picture) -> Picture:
    """A picture whose legend has only the lines that need a colour."""
    return replace(picture, legend=tuple(e for e in picture.legend if not _as_words(e)))


def _boards(
    boards: Sequence[Board], style: Style, shared: Sequence[LegendEntry], room: float
) -> Iterator[Item]:
    """The unsolved boards, on pages with so much room for them."""
    pictures = [_without_words(board.picture) for board in boards]
    columns, drawings = _in_columns(pictures, style.paper, style.columns, _BOARDS)
    width = _width(style.paper, columns)
    largest = _usual_cell(drawings, style.paper, columns, _BOARDS)
    for board, drawn in zip(boards, drawings, strict=True):
        own = [e for e in board.picture.legend if _as_words(e) and e not in shared]
        lines = tuple(line for e in own for line in fitting(_words(e), width, WORDS))
        title = tuple(fitting(board.name, width, TITLE))
        yield _fitted(Item(width, title, lines, drawn), room, largest)


def _boards_to_scale(boards: Sequence[Board], paper: Paper, cell: float) -> Iterator[Item]:
    """The boards on which pieces are laid, each panel where there is room."""
    for board in boards:
        yield Item(paper.inner[0], tuple(fitting(board.name, paper.inner[0], TITLE)))
        for drawn in map(drawing, board.to_scale):
            yield Item(drawn.width * cell / TILE, (), (), drawn, cell / TILE)


def _answers(boards: Sequence[Board], paper: Paper) -> Iterator[Item]:
    """The solved boards, smaller."""
    pictures = [_without_words(board.answer) for board in boards if board.answer]
    columns, drawings = _in_columns(pictures, paper, 0, _ANSWERS)
    width, left = _width(paper, columns), iter(drawings)
    largest = _usual_cell(drawings, paper, columns, _ANSWERS)
    for board in boards:
        title = tuple(fitting(board.short_name if columns > 2 else board.name, width, TITLE))
        if board.answer is None:
            yield Item(width, title, tuple(fitting(board.ending, width, WORDS)))
        else:
            yield _fitted(Item(width, title, (), next(left)), space(paper, ()), largest)


def _fitted(item: Item, room: float, largest: float) -> Item:
    """An item whose drawing fills its place, with cells of at most so many millimetres."""
    assert item.drawing
    high = (room - item.height + item.drawn_height) / item.drawing.height
    return replace(item, scale=min(item.width / item.drawing.width, largest / TILE, high))


@dataclass(frozen=True)
class _Columns:
    """How boards stand side by side.

    Attributes:
        most: columns.
        least: millimetres of a cell of half of the boards; no other one has less than 0.8 of it.
        largest: millimetres of a cell.
    """

    most: int
    least: float
    largest: float


_BOARDS, _ANSWERS = _Columns(4, 7.0, 12.0), _Columns(6, 5.0, 9.0)


def _in_columns(
    pictures: Sequence[Picture], paper: Paper, asked: int, wanted: _Columns
) -> tuple[int, list[Drawing]]:
    """The number of columns with which boards need few pages, and the drawings of pictures.

    Args:
        asked: columns that the reader wants; 0: as many as can be read well.
    """
    some = pictures[:: max(1, len(pictures) // _SAMPLE)]
    able = range(1, max(1, min(wanted.most, len(pictures))) + 1)

    def pages_and_cell(columns: int) -> tuple[int, float]:
        number, cell = _on_a_page(some, paper, columns, wanted)
        return (-ceil(len(pictures) / number), cell) if number else (-len(pictures) - 1, 0.0)

    columns = asked or max(able, key=pages_and_cell)
    limit = _limit(paper, columns, wanted)
    return columns, [drawing(picture, limit) for picture in pictures]


def _usual_cell(drawings: Sequence[Drawing], paper: Paper, columns: int, wanted: _Columns) -> float:
    """The size of a cell with which half of the boards fill their place; the most of the others."""
    wide = _width(paper, columns) * TILE
    fits = sorted(wide / drawn.width for drawn in drawings)
    return min(fits[len(fits) // 2], wanted.largest) if fits else wanted.largest


def _limit(paper: Paper, columns: int, wanted: _Columns) -> float:
    """The width of a drawing, in units, with which it is large enough for its column."""
    return min(WIDTH, _width(paper, columns) / wanted.least * TILE)


def _on_a_page(
    pictures: Sequence[Picture], paper: Paper, columns: int, wanted: _Columns
) -> tuple[int, float]:
    """About how many boards fit on a page, and the size of a cell; (0, 0): they are too small."""
    if not pictures:
        return 0, 0.0
    wide, room = _width(paper, columns), space(paper, ())
    drawings = [drawing(picture, _limit(paper, columns, wanted)) for picture in pictures]
    scales = [min(wide / drawn.width, wanted.largest / TILE) for drawn in drawings]
    heights = [d.height * scale for d, scale in zip(drawings, scales, strict=True)]
    cells = sorted(scale * TILE for scale in scales)
    small = cells[0] < 0.8 * wanted.least or cells[len(cells) // 2] < wanted.least - 0.01
    if columns > 1 and (small or max(heights) + TITLES > room):
        return 0, 0.0
    return columns * max(1, int((room + GAP) / (fmean(heights) + TITLES + GAP))), fmean(cells)


def _width(paper: Paper, columns: int) -> float:
    return (paper.inner[0] - (columns - 1) * GAP) / columns


def _cell(boards: Sequence[Board], style: Style) -> float:
    """The size of a cell with which each board fits on a page.

    Raises:
        PuzzleError: the size that is asked for is too large.
    """
    wide, high = style.paper.inner[0], space(style.paper, ()) - WORDS_OF_A_BOARD
    fits = 20.0
    for board in boards:
        for drawn in map(drawing, board.to_scale):
            most = TILE * min(wide / drawn.width, high / drawn.height)
            fits = min(fits, floor(2 * most) / 2)
            if style.cell > most:
                found = (
                    f"found cells of {style.cell:g} mm, expected at most {floor(10 * most) / 10:g}"
                )
                raise PuzzleError(f"{board.instance.name}: {found} on {style.paper.name} paper")
    return style.cell or fits


def _pieces(board: Board, cell: float) -> Iterator[Item]:
    """The pieces of a board to scale, each copy."""
    for drawn in piece_drawings(board.puzzle, board.instance):
        yield Item(drawn.width * cell / TILE, (), (), drawn, cell / TILE)
