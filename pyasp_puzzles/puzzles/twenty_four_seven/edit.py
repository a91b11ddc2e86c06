"""Number grids changed on the board: printed digits, views, the digits of a grid, its size."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from pyasp_puzzles.boards.edit import Change, Clue, EditForm, row_and_column, typed
from pyasp_puzzles.boards.formats.fields import placed
from pyasp_puzzles.boards.partial import Cell
from pyasp_puzzles.core.errors import InstanceError
from pyasp_puzzles.pictures.picture import Panel, Picture, Tile
from pyasp_puzzles.puzzles.twenty_four_seven.format import read_digits, write_digits
from pyasp_puzzles.puzzles.twenty_four_seven.instance import (
    MAX_SIDE,
    MAX_VIEW,
    MIN_SIDE,
    SIDES,
    Instance,
    Triple,
    View,
    checked,
    per_line,
    usual_digits,
    view_from,
)
from pyasp_puzzles.puzzles.twenty_four_seven.picture import picture

DIGIT, VIEW, DIGITS, SIZE = "digit", "view", "digits", "size"


def clues(instance: Instance) -> Sequence[Clue]:
    """The digits in cells, the views, and which digits a grid has."""
    digits = tuple(str(digit) for digit, _ in instance.digits)
    return (
        Clue(DIGIT, "A digit that is printed in a cell.", digits),
        Clue(
            VIEW,
            f"A number beside the board: a digit up to {instance.largest} is the first one that "
            f"is seen from there, a greater number the sum of the line.",
            typed=True,
        ),
        Clue(
            DIGITS,
            "The digits of each grid with their copies, such as 1x4 3x4 5x4; every line gets an "
            "equal share of them.",
            typed=True,
            scope="board",
            removable=False,
        ),
        Clue(
            SIZE,
            f"The rows, and columns, of each grid, now {instance.size}: digits and views that have "
            "no place then go, and each line gets as many digits as before, if it can.",
            typed=True,
            scope="board",
            act=True,
        ),
    )


def values(instance: Instance, clue: str) -> Mapping[Cell | None, str]:
    """The digit of each cell, the number of each place of a view, the digits of a grid as text."""
    if clue == DIGITS:
        return {None: write_digits(instance.digits)}
    if clue == SIZE:
        return {None: ""}
    if clue == DIGIT:
        given = {(row, column): str(digit) for row, column, digit in instance.givens}
        return {cell: given.get(cell, "") for cell in instance.cells}
    numbers = {(row, column): str(number) for row, column, *_, number in instance.views}
    return {(r, c): numbers.get((r, c), "") for r, c, *_ in _places(instance).values()}


def change(instance: Instance, asked: Change) -> Instance:
    """The board with a digit, a view, other digits of its grids or another size of them.

    Raises:
        InstanceError: a value is no number or list of digits, a printed digit would be none of
            the digits, or a view contradicts a line that the givens fill.
    """
    if asked.clue == SIZE:
        return _resized(instance, typed(SIZE, asked.value).integer(MIN_SIDE, MAX_SIDE))
    bare = replace(instance, givens=(), views=())
    givens: Iterable[Triple] = instance.givens
    views: Iterable[View] = instance.views
    if asked.cell is None:
        digits = read_digits(typed(DIGITS, asked.value))
        filled, total = per_line(digits, instance.size, "", DIGITS)
        bare = replace(bare, digits=digits, filled=filled, total=total)
    elif asked.clue == DIGIT:
        row, column = asked.cell
        givens = [given for given in givens if given[:2] != asked.cell]
        givens += [(row, column, int(asked.value))] if asked.value else []
    else:
        views = [view for view in views if view[:2] != asked.cell]
        if asked.value:
            number = typed(VIEW, asked.value).integer(1, MAX_VIEW)
            views.append((*_places(instance)[asked.cell], number))
    return checked(bare, givens, views, (), "", asked.clue)


def _resized(instance: Instance, size: int) -> Instance:
    """Grids of another size in the same places, with what still has a place on the board.

    Raises:
        InstanceError: the board would be too large.
    """
    digits = _shared(instance, size)
    filled, total = per_line(digits, size, "", SIZE)
    with placed("", {}, SIZE):
        bare = replace(
            instance,
            size=size,
            filled=filled,
            total=total,
            digits=digits,
            givens=(),
            views=(),
            known=(),
        )
    kept = {digit for digit, _ in digits}
    givens = tuple(g for g in instance.givens if g[:2] in bare.cells and g[2] in kept)
    now = replace(bare, givens=givens)
    for view in instance.views:
        moved = _moved(view, now)
        same = (view[-1] > instance.largest) == (view[-1] > now.largest)
        if moved and same:
            with suppress(InstanceError):  # it contradicts the digits of its line: it goes, too
                now = replace(now, views=tuple(sorted((*now.views, moved))))
    return now


def _shared(instance: Instance, size: int) -> tuple[tuple[int, int], ...]:
    """The digits of a larger or smaller grid, which each line can share.

    One 1, two 2s and so on, if the board has these; else as many of each in a line as before, if
    that is a whole number; else one of each of the first digits in each line.
    """
    old, usual = instance.size, usual_digits(size)
    shared = all(sum(d**power * m for d, m in usual) % size == 0 for power in (0, 1))
    if instance.digits == usual_digits(old) and shared:
        return usual
    if instance.filled <= size and all(m * size % old == 0 for _, m in instance.digits):
        return tuple((digit, copies * size // old) for digit, copies in instance.digits)
    first = instance.digits[: min(instance.filled, size)]
    return tuple((digit, size) for digit, _ in first)


def _moved(view: View, board: Instance) -> View | None:
    """A view at the same side of the same line of another board, if it looks at a cell there."""
    row, column, down, right, number = view
    side = {(1, 0): "top", (-1, 0): "bottom", (0, 1): "left", (0, -1): "right"}[down, right]
    moved = view_from(side, column if down else row, board.rows, board.columns, number)
    return moved if board.seen_from(moved) else None


def edit_picture(instance: Instance) -> Picture:
    """The board with its printed digits, and all places of views around it."""
    drawn = picture(instance, None)
    [panel] = drawn.panels
    numbers = values(instance, VIEW)
    around = [
        Tile(row, column, numbers[row, column], cell=(row, column))
        for row, column, *_ in _places(instance).values()
    ]
    cells = [tile for tile in panel.tiles if tile.group is not None]
    legend = [entry for entry in drawn.legend if "arrow" not in entry.meaning]
    return Picture(drawn.title, (Panel((*cells, *around)),), tuple(legend))


def _places(instance: Instance) -> dict[Cell, tuple[int, int, int, int]]:
    """The places of views that look at a cell, each with its step inwards."""
    places = {}
    for side in SIDES:
        length = instance.columns if side in ("top", "bottom") else instance.rows
        for index in range(1, length + 1):
            row, column, down, right, _ = view_from(side, index, instance.rows, instance.columns, 0)
            places[row, column] = (row, column, down, right)
    return {cell: place for cell, place in places.items() if instance.seen_from((*place, 0))}


def place(instance: Instance, cell: Cell) -> str:
    """A cell by its row and column, a place of a view by the line that it looks at."""
    row, column = cell
    if row > instance.rows:
        return f"below column {column}"
    return f"right of row {row}" if column > instance.columns else row_and_column(instance, cell)


EDIT = EditForm(clues, change, values, edit_picture, place)
