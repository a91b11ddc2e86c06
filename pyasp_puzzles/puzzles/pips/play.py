"""Pips played by hand: dominoes are laid on pairs of cells.

A domino lies in pose 0 with its smaller half to the left, in pose 1 with it above, in 2 to the
right and in 3 below; the smaller half lies on the chosen cell.  A double has the poses 0 and 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.boards.play import Laid, MoveError, PlayForm, Progress, Tool
from pyasp_puzzles.core.atoms import Predicate, arguments, unify
from pyasp_puzzles.core.errors import shorten
from pyasp_puzzles.pictures.picture import DominoHalf, Panel, Tile
from pyasp_puzzles.puzzles.pips.facts import Link, Value
from pyasp_puzzles.puzzles.pips.instance import Cell, Instance

STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""From the smaller half to the other one, by pose."""


def tools(instance: Instance, partial: Partial) -> Sequence[Tool]:
    """The dominoes, the smallest one first."""
    laid = Counter(tuple(sorted(domino.values())) for domino in _lying(partial))
    found = []
    for kind in instance.dominoes:
        halves, poses = (kind.low, kind.high), 2 if kind.low == kind.high else 4
        found.append(Tool("{}-{}".format(*halves), poses, max(0, kind.copies - laid[halves])))
    return found


def lay(instance: Instance, partial: Partial, laid: Laid) -> Partial:
    """Lay a domino, in place of pips or a link that a partial answer has there without the rest.

    Raises:
        MoveError: there is no such domino or none is left, a cell of it is outside the board, or
            another domino lies there.
    """
    tool = next((each for each in tools(instance, partial) if each.name == laid.tool), None)
    if tool is None:
        raise MoveError(f"There is no domino {shorten(laid.tool)}.")
    if not 0 <= laid.pose < tool.poses:
        raise MoveError(f"The domino {laid.tool} has the poses 0 to {tool.poses - 1}.")
    first = _cell(instance, laid.cell)
    down, right = STEPS[laid.pose]
    second = _cell(instance, (first[0] + down, first[1] + right))
    for other in _lying(partial):
        for row, column in sorted({first, second} & other.keys()):
            raise MoveError(f"On r{row}c{column} lies a domino.")
    if not tool.left:
        raise MoveError(f"All dominoes {laid.tool} lie on the board.")
    low, high = map(int, laid.tool.split("-"))
    link = Link(*min(first, second), *max(first, second))
    rest = _without(partial, {first, second})
    return rest.holding([Value(*first, low), Value(*second, high), link])


def take(instance: Instance, partial: Partial, cell: Place) -> Partial:
    """Without the domino on a cell; without one, all that is said of the cell is taken.

    Raises:
        MoveError: the board has no such cell.
    """
    place = _cell(instance, cell)
    covered = next((set(domino) for domino in _lying(partial) if place in domino), None)
    if covered:
        return _without(partial, covered)
    return _without(partial, {place}, absent=True)


def lying(_instance: Instance, partial: Partial, cell: Place) -> Laid | None:
    """The domino on a cell, laid on the cell of its smaller half."""
    for domino in _lying(partial):
        if cell in domino:
            (low, first), (high, second) = sorted((p, c) for c, p in domino.items())
            step = (second[0] - first[0], second[1] - first[1])
            return Laid(f"{low}-{high}", STEPS.index(step), first)
    return None


def look(_instance: Instance, tool: str, pose: int) -> Panel:
    """The domino with its pips."""
    down, right = STEPS[pose % len(STEPS)]
    row, column = 1 + (down < 0), 1 + (right < 0)
    low, high = map(int, tool.split("-"))
    halves = sorted([(row, column, low), (row + down, column + right, high)])
    tiles = [Tile(r, c, str(value), tool, figure=DominoHalf(value)) for r, c, value in halves]
    return Panel(tuple(tiles), bodies=True)


def progress(instance: Instance, partial: Partial) -> Progress:
    """The cells on which dominoes lie."""
    covered = {cell for domino in _lying(partial) for cell in domino}
    return Progress(len(covered), len(instance.region_of()), "cells")


def _lying(partial: Partial) -> Iterator[dict[Cell, int]]:
    """The dominoes of which the link and both halves are known: cells with their pips."""
    atoms = unify(partial.atoms, (Link, Value))
    pips = {(a.row, a.column): a.pips for a in atoms if isinstance(a, Value)}
    for atom in atoms:
        if isinstance(atom, Link) and pips.keys() >= (cells := _cells(atom)):
            yield {cell: pips[cell] for cell in sorted(cells)}


def _cells(atom: Predicate) -> set[Cell]:
    """The cells of a link or of pips."""
    row, column, *others = arguments(atom)
    return {(row, column), (others[0], others[1])} if isinstance(atom, Link) else {(row, column)}


def _without(partial: Partial, cells: set[Cell], *, absent: bool = False) -> Partial:
    """Without the pips on some cells and the links to them, perhaps also those that do not hold."""
    said = [
        (atom.symbol, holds)
        for atoms, holds in ((partial.atoms, True), (partial.absent if absent else (), False))
        for atom in unify(atoms, (Link, Value))
        if cells & _cells(atom)
    ]
    return partial.without(Partial.of_literals(said))


def _cell(instance: Instance, cell: Place) -> Cell:
    """The row and column of a cell of the board."""
    if cell not in instance.region_of():
        name = f"r{cell[0]}c{cell[1]}" if len(cell) == 2 else str(cell)
        raise MoveError(f"The board has no cell {name}.")
    row, column = cell
    return row, column


PLAY = PlayForm(tools, lay, take, lying, look, progress)
