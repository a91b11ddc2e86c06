"""Twenty Four Seven: write digits into some cells of number grids so that they are connected.

Every square grid of the board has each digit a stated number of times. Each of its rows and
columns has a stated number of filled cells with a stated sum. No 2 x 2 block is full, and all
filled cells of the board form one region, connected by shared sides. A number outside the board is
the first digit seen from there, or, if greater than every digit, the sum of the line.

The classic grid has four numbers a line and one 1, two 2s, ... seven 7s, hence the name. Jane
Street set it in June 2018, and again, with views and with overlapping grids, in December 2020 and
February 2023. Here is a small one: the digits 1, 3 and 5, each four times; three filled cells a
line with the sum 9.

>>> import pyasp_puzzles as pp
>>> answers = list(pp.solve(pp.load("twenty_four_seven", "four")))
>>> len(answers)
1
>>> print(answers[0])
Three odd digits
      5
┌───────────────┐
│ ·   5  [1]  3 │
│               │
│ 1   3   ·   5 │
│               │
│ 3   ·  [5]  1 │
│               │
│ 5   1   3   · │
└───────────────┘
Digits of the grid: 1 (4×), 3 (4×), 5 (4×).
Each line of it: 3 filled cells, sum 9.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import ClassVar

from pyasp_puzzles.boards.board import Row
from pyasp_puzzles.boards.board import Value as Digit
from pyasp_puzzles.boards.canvas import Canvas
from pyasp_puzzles.boards.edit import Fields, clue, typed
from pyasp_puzzles.boards.editing import editor, kept_rows, of_layer
from pyasp_puzzles.boards.genre import Genre
from pyasp_puzzles.boards.grid import Filled
from pyasp_puzzles.boards.kit import layered
from pyasp_puzzles.boards.marks import NOTHING
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.boards.puzzle import Profile
from pyasp_puzzles.boards.values import Values
from pyasp_puzzles.core.errors import InstanceError
from pyasp_puzzles.pictures.picture import LegendEntry, Panel, Picture
from pyasp_puzzles.puzzles.twenty_four_seven import format as files
from pyasp_puzzles.puzzles.twenty_four_seven.generate import GENERATOR
from pyasp_puzzles.puzzles.twenty_four_seven.instance import (
    DIGITS,
    GIVENS,
    MAX_SIDE,
    MIN_SIDE,
    VIEWS,
    CellDigit,
    Digits,
    NumberGridBoard,
    one_of,
    usual_digits,
)
from pyasp_puzzles.puzzles.twenty_four_seven.verify import verify

DIGIT = GIVENS.named("givens")
VIEW = replace(
    VIEWS.named("views"),
    about="a number beside the board: a digit up to {board.largest} is the first one that is seen "
    "from there, a greater number the sum of the line",
)


@clue(typed=True, act=True)
def size(board: NumberGridBoard, _: Place, value: str) -> Fields:
    """The rows, and columns, of each grid, now {board.size}: digits and views that have no place
    then go, and each line gets as many digits as before, if it can."""
    size = typed("size", value).integer(MIN_SIDE, MAX_SIDE)
    digits = _shared(board, size)
    now = replace(board, size=size, digits=digits, givens=(), views=())
    now = replace(now, givens=tuple(sorted(kept_rows(DIGIT, board, now))))
    for view in kept_rows(VIEW, board, now):
        if (view[-1] > board.largest) == (view[-1] > now.largest):
            with suppress(InstanceError):  # it contradicts the digits of its line: it goes, too
                now = replace(now, views=tuple(sorted((*now.views, view))))
    return {"size": size, "digits": digits, "givens": now.givens, "views": now.views}


def _shared(instance: NumberGridBoard, size: int) -> tuple[tuple[int, int], ...]:
    """The digits of a larger or smaller grid, which each line can share.

    One 1, two 2s and so on, if the board has these; else as many of each in a line as before, if
    that is a whole number; else one of each of the first digits in each line.
    """
    old = instance.size
    if instance.digits == usual_digits(old) and (usual := _usual(size)):
        return usual
    if instance.filled <= size and all(m * size % old == 0 for _, m in instance.digits):
        return tuple((digit, copies * size // old) for digit, copies in instance.digits)
    first = instance.digits[: min(instance.filled, size)]
    return tuple((digit, size) for digit, _ in first)


def _usual(size: int) -> Digits:
    """One 1, two 2s and so on; none where the lines cannot share them."""
    usual = usual_digits(size)
    shared = all(sum(d**power * m for d, m in usual) % size == 0 for power in (0, 1))
    return usual if shared else ()


EDITS = (
    of_layer("digit", DIGIT),
    of_layer("view", VIEW),
    of_layer("digits", DIGITS.named("digits")),
    size,
)


def empty(rows: int, _columns: int) -> NumberGridBoard:
    """One grid without clues: its digits are the usual ones, or else fill half of each line."""
    halves = tuple((digit, rows) for digit in range(1, rows // 2 + 2))
    return NumberGridBoard("Twenty Four Seven", rows, _usual(rows) or halves)


PROFILES = {
    "rows": Profile(
        ("--heuristic=domain",), ("all", "unsat"), about="decides row by row which cells are filled"
    ),
    "learn": Profile((), ("first",), about="clasp's default"),
}


@dataclass(frozen=True)
class DigitMarks(Values):
    """The digits in some cells."""

    nothing: ClassVar[str] = "empty"

    def values(self, board: NumberGridBoard) -> Sequence[Digit]:
        return [digit for digit, _ in board.digits]

    def places(self, board: NumberGridBoard) -> Sequence[Place]:
        return sorted(board.cells)

    def one_of(self, board: NumberGridBoard) -> str:
        return one_of(board)

    def full(self, board: NumberGridBoard, rows: Mapping[Place, Row]) -> bool:
        """Whether every grid has all its digits."""
        filled = board.size * board.filled
        cells = (board.cells_of(corner) for corner in board.grids)
        return all(len(rows.keys() & grid) >= filled for grid in cells)


class GridGenre(Genre[NumberGridBoard, Filled]):
    """Number grids: signs for empty cells and for unknown ones."""

    def drawn(
        self,
        board: NumberGridBoard,
        rows: Mapping[str, Collection[Row]],
        absent: Mapping[str, Collection[Place]] | None = None,
        solution: Filled | None = None,
    ) -> Picture:
        picture = super().drawn(board, rows, absent, solution)
        (panel,) = picture.panels
        if absent is None or not any(t.text == "" for t in panel.tiles if t.group is not None):
            shown = _signs(
                panel, {"": "·", NOTHING: "·"}, given=solution is None and absent is None
            )
            return replace(picture, panels=(shown,))
        words = "A cell drawn ? is not known yet, one drawn · is known to be empty."
        legend = [LegendEntry("", words, medium="text")]
        if any(tile.text == NOTHING for tile in panel.tiles):
            words = f"A cell drawn {NOTHING} is known to be empty."
            legend.append(LegendEntry("", words, medium="shapes"))
        text = _signs(panel, {"": "?", NOTHING: "·"})
        panels = replace(text, medium="text"), replace(panel, medium="shapes")
        return replace(picture, panels=panels, legend=(*picture.legend, *legend))


def _signs(panel: Panel, texts: Mapping[str, str], *, given: bool = False) -> Panel:
    """The cells of a board with other texts; ``given``: all of them are part of the board."""
    tiles = (
        replace(tile, text=texts.get(tile.text, tile.text), given=tile.given or given)
        if tile.group is not None
        else tile
        for tile in panel.tiles
    )
    return replace(panel, tiles=tuple(tiles))


def _legend(canvas: Canvas, board: NumberGridBoard, _rows: Mapping[str, Collection[Row]]) -> None:
    notes = list(canvas.legend)
    canvas.legend.clear()
    digits = ", ".join(f"{digit} ({copies}×)" for digit, copies in board.digits)
    canvas.note(f"Digits of {'each grid' if len(board.grids) > 1 else 'the grid'}: {digits}.")
    canvas.note(f"Each line of it: {board.filled} filled cells, sum {board.total}.")
    if any(view[-1] > board.largest for view in board.views):
        canvas.note(f"A number outside, above {board.largest}: the sum of the whole line.")
    canvas.legend += notes


GENRE = GridGenre(
    name="twenty_four_seven",
    title="Twenty Four Seven",
    json=files.json_boards,
    board=NumberGridBoard,
    solution=Filled,
    answer=(DigitMarks(CellDigit, every=False, given="givens"),),
    verify=verify,
    walls=lambda board, cell: tuple(
        (r, c) for r, c in board.grids if 0 <= cell[0] - r < board.size > cell[1] - c >= 0
    ),
    decorate=_legend,
    blank=empty,
)

PUZZLE = layered(
    GENRE,
    profiles=PROFILES,
    first="2020_a",
    file_formats=files.__doc__,
    edit=replace(editor(GENRE), edits=EDITS),
    generator=GENERATOR,
)
