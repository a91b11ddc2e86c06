"""Pips played by hand: dominoes are laid on pairs of cells.

A domino lies in pose 0 with its smaller half to the left, in pose 1 with it above, in 2 to the
right and in 3 below; the smaller half lies on the chosen cell.  A double has the poses 0 and 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from pyasp_puzzles.boards.partial import Cell, Partial
from pyasp_puzzles.boards.play import Laid, MoveError, PlayForm, Progress, Tool
from pyasp_puzzles.core.atoms import unify
from pyasp_puzzles.core.errors import shorten
from pyasp_puzzles.pictures.picture import DominoHalf, Panel, Tile
from pyasp_puzzles.puzzles.pips.facts import Link, Value
from pyasp_puzzles.puzzles.pips.instance import Domino, Instance

STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""From the smaller half to the other one, by pose."""


def tools(instance: Instance, partial: Partial) -> Sequence[Tool]:
    """The dominoes, the smallest one first."""
    laid = Counter(_halves(domino) for domino in _lying(partial))
    return [
        Tool(_name(d), _poses(d), max(0, d.copies - laid[d.low, d.high])) for d in instance.dominoes
    ]


def lay(instance: Instance, partial: Partial, laid: Laid) -> Partial:
    """Lay a domino, in place of pips or a link that a partial answer has there without the rest.

    Raises:
        MoveError: there is no such domino or none is left, a cell of it is outside the board, or
            another domino lies there.
    """
    domino = _domino(instance, laid.tool)
    if not 0 <= laid.pose < _poses(domino):
        raise MoveError(f"The domino {laid.tool} has the poses 0 to {_poses(domino) - 1}.")
    first = _cell(instance, laid.cell)
    down, right = STEPS[laid.pose]
    second = _cell(instance, (first[0] + down, first[1] + right))
    for other in _lying(partial):
        for row, column in sorted({first, second} & other.keys()):
            raise MoveError(f"On r{row}c{column} lies a domino.")
    if not next(t.left for t in tools(instance, partial) if t.name == laid.tool):
        raise MoveError(f"All dominoes {laid.tool} lie on the board.")
    rest = _without(partial, {first, second})
    values = Value(*first, domino.low), Value(*second, domino.high)
    return rest.holding([*values, Link(*min(first, second), *max(first, second))])


def take(instance: Instance, partial: Partial, cell: Cell) -> Partial:
    """Without the domino on a cell; without one, all that is said of the cell is taken.

    Raises:
        MoveError: the board has no such cell.
    """
    place = _cell(instance, cell)
    covered = next((set(domino) for domino in _lying(partial) if place in domino), None)
    if covered:
        return _without(partial, covered)
    said = [
        (atom.symbol, holds)
        for atoms, holds in ((partial.atoms, True), (partial.absent, False))
        for atom in unify(atoms, (Link, Value))
        if place in _cells(atom)
    ]
    return partial.without(Partial.of_literals(said))


def lying(_instance: Instance, partial: Partial, cell: Cell) -> Laid | None:
    """The domino on a cell, laid on the cell of its smaller half."""
    for domino in _lying(partial):
        if cell in domino:
            (low, first), (high, second) = sorted((p, c) for c, p in domino.items())
            step = (second[0] - first[0], second[1] - first[1])
            return Laid(f"{low}-{high}", STEPS.index(step), first)
    return None


def look(instance: Instance, tool: str, pose: int) -> Panel:
    """The domino with its pips."""
    domino = _domino(instance, tool)
    down, right = STEPS[pose % len(STEPS)]
    row, column = 1 + (down < 0), 1 + (right < 0)
    halves = ((row, column, domino.low), (row + down, column + right, domino.high))
    tiles = [
        Tile(r, c, str(value), tool, figure=DominoHalf(value)) for r, c, value in sorted(halves)
    ]
    return Panel(tuple(tiles), bodies=True)


def progress(instance: Instance, partial: Partial) -> Progress:
    """The cells on which dominoes lie."""
    covered = {cell for domino in _lying(partial) for cell in domino}
    return Progress(len(covered), sum(len(r.cells) for r in instance.regions), "cells")


def _lying(partial: Partial) -> Iterator[dict[tuple[int, int], int]]:
    """The dominoes of which the link and both halves are known: cells with their pips."""
    atoms = unify(partial.atoms, (Link, Value))
    pips = {(a.row, a.column): a.pips for a in atoms if isinstance(a, Value)}
    for atom in atoms:
        first, *others = _cells(atom)
        if others and first in pips and others[0] in pips:
            yield {first: pips[first], others[0]: pips[others[0]]}


def _cells(atom: object) -> list[tuple[int, int]]:
    """The cells of a link or of pips."""
    assert isinstance(atom, Link | Value)
    cells = [(atom.row, atom.column)]
    return [*cells, (atom.second_row, atom.second_column)] if isinstance(atom, Link) else cells


def _without(partial: Partial, cells: set[tuple[int, int]]) -> Partial:
    """Without the pips on some cells and the links to them; what does not hold is kept."""
    there = [a for a in unify(partial.atoms, (Link, Value)) if cells & set(_cells(a))]
    return partial.without(Partial.of(there))


def _halves(domino: dict[tuple[int, int], int]) -> tuple[int, int]:
    low, high = sorted(domino.values())
    return low, high


def _name(domino: Domino) -> str:
    return f"{domino.low}-{domino.high}"


def _poses(domino: Domino) -> int:
    return 2 if domino.low == domino.high else 4


def _domino(instance: Instance, tool: str) -> Domino:
    for domino in instance.dominoes:
        if _name(domino) == tool:
            return domino
    raise MoveError(f"There is no domino {shorten(tool)}.")


def _cell(instance: Instance, cell: Cell) -> tuple[int, int]:
    """The row and column of a cell of the board."""
    if not any(cell in region.cells for region in instance.regions):
        name = f"r{cell[0]}c{cell[1]}" if len(cell) == 2 else str(cell)
        raise MoveError(f"The board has no cell {name}.")
    row, column = cell
    return row, column


PLAY = PlayForm(tools, lay, take, lying, look, progress)
