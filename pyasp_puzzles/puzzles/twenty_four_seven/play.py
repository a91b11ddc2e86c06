"""Number grids played by hand: digits and empty cells are entered."""

from __future__ import annotations

from collections.abc import Sequence

from pyasp_puzzles.atoms import unify
from pyasp_puzzles.drawing.picture import Tile
from pyasp_puzzles.partial import Cell, Partial
from pyasp_puzzles.play import Laid, MoveError, PlayForm, Tool
from pyasp_puzzles.puzzles.twenty_four_seven.facts import Value
from pyasp_puzzles.puzzles.twenty_four_seven.instance import Instance

EMPTY = "empty"
"""The tool that says that a cell is empty."""


def tools(instance: Instance, _partial: Partial) -> Sequence[Tool]:
    """The digits, and an empty cell."""
    digits = [str(digit) for digit, _ in instance.digits]
    return [Tool(digit, key=digit[-1]) for digit in digits] + [Tool(EMPTY, key="0")]


def lay(instance: Instance, partial: Partial, laid: Laid) -> Partial:
    """Enter a digit or an empty cell, in place of what was entered there."""
    row, column = _free_cell(instance, laid.cell)
    known = take(instance, partial, laid.cell)
    every = [digit for digit, _ in instance.digits]
    if laid.tool == EMPTY:
        return known.together(Partial.of((), (Value(row, column, digit) for digit in every)))
    if laid.tool not in map(str, every):
        raise MoveError(f"found {laid.tool!r}, expected one of {', '.join(map(str, every))}")
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
    absent = 0
    for atom in unify(partial.atoms, (Value,)):
        if isinstance(atom, Value) and (atom.row, atom.column) == cell:
            return Laid(str(atom.digit), 0, cell)
    for atom in unify(partial.absent, (Value,)):
        absent += isinstance(atom, Value) and (atom.row, atom.column) == cell
    return Laid(EMPTY, 0, cell) if absent == len(instance.digits) else None


def look(_instance: Instance, tool: str, _pose: int) -> Sequence[Tile]:
    """A cell with the digit, or an empty one."""
    return [Tile(1, 1, "·" if tool == EMPTY else tool, tool)]


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


PLAY = PlayForm(tools, lay, take, lying, look, pencil=True)
