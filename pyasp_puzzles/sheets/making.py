"""Makes the pages of a sheet: the boards, then their answers, then their pieces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import floor
from pathlib import Path
from typing import Any

from pyasp_puzzles.drawing.picture import Entry, Picture
from pyasp_puzzles.errors import PuzzleError
from pyasp_puzzles.puzzle import Puzzle
from pyasp_puzzles.sheets.drawing import TILE, Drawing, drawing
from pyasp_puzzles.sheets.paper import (
    GAP,
    TITLE,
    WORDS,
    Item,
    Page,
    Paper,
    fitting,
    lines_height,
    pages,
    space,
)
from pyasp_puzzles.sheets.pieces import board_alone, piece_drawings

MOST_BOARDS = 500
"""Boards of one sheet."""

WORDS_OF_A_BOARD = 40.0
"""Millimetres for titles and legend, where a board to scale fills the rest of a page."""


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
    def to_scale(self) -> Picture:
        """The board alone, on which pieces that were cut out are laid."""
        return board_alone(self.puzzle, self.instance)

    @property
    def name(self) -> str:
        """Its number, its title, and the name of its file without the folder, or its seed."""
        name = Path(self.instance.name).name
        title = self.picture.title or name
        return f"{self.number}. {title}" + (f" ({name})" if name and name not in title else "")


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
    made = list(pages(style.paper, title, notes, _boards(boards, style, shared, notes, cell)))
    if answers:
        heading = f"{title}: answers" if len(boards) > 1 else f"{title}: an answer"
        made += pages(style.paper, heading, (), _answers(boards, style.paper))
    if style.pieces:
        for board in boards:
            heading = f"{title}: pieces of {board.number}"
            said = f"A cell is {cell:g} mm wide. Print at 100 %: the line below is 50 mm long."
            items = _pieces(board, cell)
            made += pages(style.paper, heading, (said,), items, ruler=True)
    return made


def _shared(boards: Sequence[Board]) -> list[Entry]:
    """The lines of the legend that all boards have; they stand once on each page."""
    first, *others = ([e for e in b.picture.legend if _as_words(e)] for b in boards)
    return [entry for entry in first if all(entry in other for other in others)]


def _as_words(entry: Entry) -> bool:
    return entry.medium != "text" and entry.colour is None


def _words(entry: Entry) -> str:
    return f"{entry.key.strip()}: {entry.meaning}" if entry.key.strip() else entry.meaning


def _without_words(picture: Picture) -> Picture:
    """A picture whose legend has only the lines that need a colour."""
    return replace(picture, legend=tuple(e for e in picture.legend if not _as_words(e)))


def _boards(
    boards: Sequence[Board], style: Style, shared: Sequence[Entry], notes: Sequence[str], cell: float
) -> Iterator[Item]:
    """The unsolved boards; with a cell's size, each in a line of its own width."""
    shown = (b.to_scale if style.pieces else b.picture for b in boards)
    drawings = [drawing(_without_words(picture)) for picture in shown]
    columns = style.columns or _columns(drawings, style.paper, 4, 7.5)
    width = _width(style.paper, 1 if style.pieces else columns)
    for board, drawn in zip(boards, drawings, strict=True):
        own = [e for e in board.picture.legend if _as_words(e) and e not in shared]
        lines = [line for e in own for line in fitting(_words(e), width, WORDS)]
        title = tuple(fitting(board.name, width, TITLE))
        room = space(style.paper, notes) - lines_height(title, TITLE) - lines_height(lines, WORDS)
        scale = min(width / drawn.width, 12 / TILE, room / drawn.height)
        if style.pieces:
            scale = cell / TILE
        yield Item(width, title, tuple(lines), drawn, scale)


def _answers(boards: Sequence[Board], paper: Paper) -> Iterator[Item]:
    """The solved boards, smaller."""
    drawings = [
        drawing(_without_words(board.answer)) if board.answer else None for board in boards
    ]
    drawn_ones = [drawn for drawn in drawings if drawn]
    columns = _columns(drawn_ones, paper, 6, 5.0) if drawn_ones else 1
    width = _width(paper, columns)
    for board, drawn in zip(boards, drawings, strict=True):
        title = tuple(fitting(board.name, width, TITLE))
        if drawn is None:
            yield Item(width, title, tuple(fitting(board.ending, width, WORDS)))
        else:
            room = space(paper, ()) - lines_height(title, TITLE)
            scale = min(width / drawn.width, 9 / TILE, room / drawn.height)
            yield Item(width, title, (), drawn, scale)


def _columns(drawings: Sequence[Drawing], paper: Paper, most: int, least: float) -> int:
    """The most columns in which each cell is at least so many millimetres wide."""
    widest = max(drawn.width for drawn in drawings)
    able = (
        columns
        for columns in range(min(most, len(drawings)), 1, -1)
        if _width(paper, columns) / widest * TILE >= least
    )
    return next(able, 1)


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
        drawn = drawing(_without_words(board.to_scale))
        most = TILE * min(wide / drawn.width, high / drawn.height)
        fits = min(fits, floor(2 * most) / 2)
        if style.cell > most:
            found = f"found cells of {style.cell:g} mm, expected at most {floor(10 * most) / 10:g}"
            raise PuzzleError(f"{board.instance.name}: {found} on {style.paper.name} paper")
    return style.cell or fits


def _pieces(board: Board, cell: float) -> Iterator[Item]:
    """The pieces of a board to scale, each copy."""
    for drawn in piece_drawings(board.puzzle, board.instance):
        yield Item(drawn.width * cell / TILE, (), (), drawn, cell / TILE)
