"""Makes the pages of a sheet: the rules and boards, then their answers, then their pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil, floor
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from pyasp_puzzles.boards.puzzle import Puzzle
from pyasp_puzzles.boards.registry import words_of
from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.pictures.picture import LegendEntry, Picture
from pyasp_puzzles.pictures.svg.document import WIDTH
from pyasp_puzzles.verbs.sheets.paper import (
    GAP,
    TILE,
    TITLE,
    WORDS,
    Drawing,
    Item,
    Paper,
    SheetPage,
    board_alone,
    drawing,
    fitting,
    pages,
    piece_drawings,
)

MOST_BOARDS = 500  # boards of one sheet
WORDS_OF_A_BOARD = 40.0
"""Millimetres for titles and legend, where a board to scale fills the rest of a page."""

TITLES = 14.0  # about the height of the words of one board among others
_SAMPLE = 24  # boards that decide on the number of columns


@dataclass(frozen=True)
class SheetStyle:
    """What a reader of a sheet has chosen."""

    paper: Paper
    columns: int = 0  # boards side by side; 0: as many as can be read well, 4 at most
    title: str = ""  # the heading of the pages; empty: the title of the puzzle
    pieces: bool = False  # pieces to cut out follow; then the boards have their scale
    cell: float = 0.0  # millimetres of a cell of the pieces; 0: the largest that fits, at most 20


@dataclass(frozen=True)
class SheetBoard:
    """A board of a sheet, numbered from 1, with the picture of its answer or why there is none."""

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
    def to_scale(self) -> list[Drawing]:
        """The panels of the board, on which pieces that were cut out are laid."""
        return list(map(drawing, board_alone(self.puzzle, self.instance)))

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


def make(boards: Sequence[SheetBoard], style: SheetStyle, *, answers: bool) -> list[SheetPage]:
    """The pages of a sheet; PuzzleError for too many boards, or for what does not fit on paper."""
    if not 1 <= len(boards) <= MOST_BOARDS:
        raise PuzzleError(f"found {len(boards)} boards, expected 1 to {MOST_BOARDS}")
    paper, title = style.paper, style.title or boards[0].puzzle.title
    shared = _shared(boards)
    rules = " ".join(words_of(boards[0].puzzle).values())
    notes = [*fitting(rules, paper.inner[0], WORDS), *_lines(shared, paper.inner[0])]
    if style.pieces:
        cell = _cell(boards, style)
        items = _boards_to_scale(boards, paper, cell)
    else:
        items = _boards(boards, style, shared, paper.space(notes))
    made = list(pages(paper, title, notes, items))
    if answers:
        heading = f"{title}: answers" if len(boards) > 1 else f"{title}: an answer"
        made += pages(paper, heading, (), _answers(boards, paper))
    for board in boards if style.pieces else ():
        heading = f"{title}: pieces of {board.number}"
        said = f"A cell is {cell:g} mm wide. Print at 100 %: the line below is 50 mm long."
        items = (_scaled(piece, cell) for piece in piece_drawings(board.puzzle, board.instance))
        made += pages(paper, heading, (said,), items, gap=0.0, ruler=True)
    return made


def _shared(boards: Sequence[SheetBoard]) -> list[LegendEntry]:
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


def _lines(entries: Sequence[LegendEntry], width: float) -> list[str]:
    """Lines of a legend in words."""
    said = (f"{e.key.strip()}: {e.meaning}" if e.key.strip() else e.meaning for e in entries)
    return [line for words in said for line in fitting(words, width, WORDS)]


def _without_words(picture: Picture) -> Picture:
    """A picture whose legend has only the lines that need a colour."""
    return replace(picture, legend=tuple(e for e in picture.legend if not _as_words(e)))


def _boards(
    boards: Sequence[SheetBoard], style: SheetStyle, shared: Sequence[LegendEntry], room: float
) -> Iterator[Item]:
    """The unsolved boards, on pages with so much room for them."""
    pictures = [_without_words(board.picture) for board in boards]
    grid = _grid(pictures, style.paper, style.columns, _BOARDS)
    for board, drawn in zip(boards, grid.drawings, strict=True):
        own = [e for e in board.picture.legend if _as_words(e) and e not in shared]
        title = tuple(fitting(board.name, grid.width, TITLE))
        item = Item(grid.width, title, tuple(_lines(own, grid.width)), drawn)
        yield _fitted(item, room, grid.largest)


def _boards_to_scale(boards: Sequence[SheetBoard], paper: Paper, cell: float) -> Iterator[Item]:
    """The boards on which pieces are laid, each panel where there is room."""
    for board in boards:
        yield Item(paper.inner[0], tuple(fitting(board.name, paper.inner[0], TITLE)))
        yield from (_scaled(drawn, cell) for drawn in board.to_scale)


def _scaled(drawn: Drawing, cell: float) -> Item:
    """A drawing with cells of so many millimetres."""
    return Item(drawn.width * cell / TILE, (), (), drawn, cell / TILE)


def _answers(boards: Sequence[SheetBoard], paper: Paper) -> Iterator[Item]:
    """The solved boards, smaller."""
    pictures = [_without_words(board.answer) for board in boards if board.answer]
    grid = _grid(pictures, paper, 0, _ANSWERS)
    left = iter(grid.drawings)
    for board in boards:
        name = board.short_name if grid.number > 2 else board.name
        title = tuple(fitting(name, grid.width, TITLE))
        if board.answer is None:
            yield Item(grid.width, title, tuple(fitting(board.ending, grid.width, WORDS)))
        else:
            item = Item(grid.width, title, (), next(left))
            yield _fitted(item, paper.space(()), grid.largest)


def _fitted(item: Item, room: float, largest: float) -> Item:
    """An item whose drawing fills its place, with cells of at most so many millimetres."""
    assert item.drawing
    high = (room - item.height + item.drawn_height) / item.drawing.height
    return replace(item, scale=min(item.width / item.drawing.width, largest / TILE, high))


class _Wanted(NamedTuple):
    """How boards stand side by side: the most columns, and the sizes of a cell in millimetres.

    Half of the boards have cells of at least ``least``, and no other one less than 0.8 of it.
    """

    columns: int
    least: float
    largest: float


_BOARDS, _ANSWERS = _Wanted(4, 7.0, 12.0), _Wanted(6, 5.0, 9.0)


class _Columns:
    """Pictures side by side, drawn large enough for their columns."""

    def __init__(
        self, pictures: Sequence[Picture], paper: Paper, number: int, wanted: _Wanted
    ) -> None:
        self.number, self.width = number, (paper.inner[0] - (number - 1) * GAP) / number
        limit = min(WIDTH, self.width / wanted.least * TILE)
        self.drawings = [drawing(picture, limit) for picture in pictures]
        fits = sorted(self.width * TILE / drawn.width for drawn in self.drawings)
        # With this size of a cell half of the boards fill their place, and the most of the others.
        self.largest = min([*fits[len(fits) // 2 :], wanted.largest])

    def pages_and_cell(self, boards: int, paper: Paper, wanted: _Wanted) -> tuple[int, float]:
        """About how many pages so many boards need, negative; and the size of a cell."""
        scales = [min(self.width / drawn.width, wanted.largest / TILE) for drawn in self.drawings]
        heights = [d.height * scale for d, scale in zip(self.drawings, scales, strict=True)]
        cells, room = sorted(scale * TILE for scale in scales), paper.space(())
        small = cells[0] < 0.8 * wanted.least or cells[len(cells) // 2] < wanted.least - 0.01
        if self.number > 1 and (small or max(heights) + TITLES > room):
            return -boards - 1, 0.0
        rows = max(1, int((room + GAP) / (fmean(heights) + TITLES + GAP)))
        return -ceil(boards / (self.number * rows)), fmean(cells)


def _grid(pictures: Sequence[Picture], paper: Paper, asked: int, wanted: _Wanted) -> _Columns:
    """The pictures in as many columns as need few pages; ``asked``: those that the reader wants."""
    some = pictures[:: max(1, len(pictures) // _SAMPLE)]
    able = range(1, min(wanted.columns, len(pictures)) + 1)
    columns = asked or max(
        able,
        key=lambda n: _Columns(some, paper, n, wanted).pages_and_cell(len(pictures), paper, wanted),
        default=1,
    )
    return _Columns(pictures, paper, columns, wanted)


def _cell(boards: Sequence[SheetBoard], style: SheetStyle) -> float:
    """The size of a cell with which each board fits on a page; a larger one is a PuzzleError."""
    wide, high = style.paper.inner[0], style.paper.space(()) - WORDS_OF_A_BOARD
    fits = 20.0
    for board in boards:
        for drawn in board.to_scale:
            most = TILE * min(wide / drawn.width, high / drawn.height)
            fits = min(fits, floor(2 * most) / 2)
            if style.cell > most:
                found = f"found cells of {style.cell:g} mm"
                expected = f"at most {floor(10 * most) / 10:g} on {style.paper.name} paper"
                raise PuzzleError(f"{board.instance.name}: {found}, expected {expected}")
    return style.cell or fits
