"""Number grids played by hand: digits and empty cells are entered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from clingo import Symbol

from pyasp_puzzles.boards.partial import Cell, Partial
from pyasp_puzzles.boards.play import Laid, MoveError, PlayForm, Progress, Tool, keys
from pyasp_puzzles.core.atoms import unify
from pyasp_puzzles.core.errors import shorten
from pyasp_puzzles.pictures.picture import Panel, Tile
from pyasp_puzzles.puzzles.twenty_four_seven.facts import Value
from pyasp_puzzles.puzzles.twenty_four_seven.instance import Instance
from pyasp_puzzles.puzzles.twenty_four_seven.partial import whole
from pyasp_puzzles.puzzles.twenty_four_seven.picture import COLOUR, NOTHING

EMPTY = "empty"
"""The tool that says that a cell is empty."""


def tools(instance: Instance, _partial: Partial) -> Sequence[Tool]:
    """The digits, and an empty cell."""
    digits = [str(digit) for digit, _ in instance.digits]
    return [Tool(digit, key=key) for digit, key in keys(digits).items()] + [Tool(EMPTY, key="0")]


def lay(instance: Instance, partial: Partial, laid: Laid) -> Partial:
    """Enter a digit or an empty cell, in place of what was entered there."""
    row, column = _free_cell(instance, laid.cell)
    known = take(instance, partial, laid.cell)
    every = [digit for digit, _ in instance.digits]
    if laid.tool == EMPTY:
        return known.together(Partial.of((), (Value(row, column, digit) for digit in every)))
    if laid.tool not in map(str, every):
        listed = ", ".join(map(str, every))
        raise MoveError(f"There is no digit {shorten(laid.tool)}: the digits are {listed}.")
    return known.together(Partial.of([Value(row, column, int(laid.tool))]))


def take(instance: Instance, partial: Partial, cell: Cell) -> Partial:
    """Without what was entered in a cell."""
    _free_cell(instance, cell)
    there = [
        (atom.symbol, holds)
        for atoms, holds in ((partial.atoms, True), (partial.absent, False))
        for atom in unify(atoms, (Value,))
        if isinstance(atom, Value) and (atom.row, atom.column) == cell
    ]
    return partial.without(Partial.of_literals(there))


def lying(instance: Instance, partial: Partial, cell: Cell) -> Laid | None:
    """The digit that was entered in a cell, or that it is empty."""
    if any(cell == printed[:2] for printed in instance.givens):
        return None
    return _shown(instance, partial, cell)


def _shown(instance: Instance, partial: Partial, cell: Cell) -> Laid | None:
    """The digit in a cell, given or entered, or that it is empty."""
    absent = 0
    for atom in unify(partial.atoms, (Value,)):
        if isinstance(atom, Value) and (atom.row, atom.column) == cell:
            return Laid(str(atom.digit), 0, cell)
    for atom in unify(partial.absent, (Value,)):
        absent += isinstance(atom, Value) and (atom.row, atom.column) == cell
    return Laid(EMPTY, 0, cell) if absent == len(instance.digits) else None


def look(_instance: Instance, tool: str, _pose: int) -> Panel:
    """A cell with the digit, or an empty one."""
    shown = Tile(1, 1, NOTHING, tool) if tool == EMPTY else Tile(1, 1, tool, tool, COLOUR)
    return Panel((shown,))


def progress(instance: Instance, partial: Partial) -> Progress:
    """The cells whose digit is known, or that are known to be empty; all, once no digit is left."""
    known = partial.together(given(instance))
    if whole(instance, known):
        return Progress(len(instance.cells), len(instance.cells), "cells")
    filled = set(_cells_of(known.atoms))
    absent = Counter(_cells_of(known.absent))
    filled |= {cell for cell, digits in absent.items() if digits == len(instance.digits)}
    return Progress(len(filled.intersection(instance.cells)), len(instance.cells), "cells")


def _cells_of(atoms: Iterable[Symbol]) -> Iterator[Cell]:
    """The cell of each digit among some atoms."""
    for atom in unify(atoms, (Value,)):
        if isinstance(atom, Value):
            yield atom.row, atom.column


def given(instance: Instance) -> Partial:
    """The digits that are printed on the board."""
    return Partial.of(Value(*value) for value in instance.givens)


def _free_cell(instance: Instance, cell: Cell) -> tuple[int, int]:
    """The row and column of a cell in which a player may write.

    Raises:
        MoveError: it is outside the board, or its digit is given.
    """
    if cell not in instance.cells:
        raise MoveError(f"The board has no cell {cell}.")
    row, column = cell
    if any((row, column) == given[:2] for given in instance.givens):
        raise MoveError(f"The digit in r{row}c{column} is given.")
    return row, column


PLAY = PlayForm(tools, lay, take, lying, look, progress, given, pencil=True)
