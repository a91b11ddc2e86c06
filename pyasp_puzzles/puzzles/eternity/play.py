"""Edge matching played by hand: pieces are laid on cells; a pose is the number of quarter turns.

Sides that touch need not match: the picture marks those that do not.
"""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from pyasp_puzzles.boards.partial import Partial, PartialForm
from pyasp_puzzles.boards.places import Place as Cell
from pyasp_puzzles.boards.play import Laid, MoveError, PlayForm, Progress, Tool
from pyasp_puzzles.core.atoms import Predicate, unify
from pyasp_puzzles.core.errors import AnswerError, Phrase, counted, shorten
from pyasp_puzzles.pictures.picture import LegendEntry, Panel, Picture
from pyasp_puzzles.puzzles.eternity.facts import Place, Placement, Solution, decode
from pyasp_puzzles.puzzles.eternity.instance import Instance, as_kind, copies, faces, kinds
from pyasp_puzzles.puzzles.eternity.links import board_edges
from pyasp_puzzles.puzzles.eternity.links import read as read_answers
from pyasp_puzzles.puzzles.eternity.picture import picture, piece

_WIDTH = 78


def cells(instance: Instance, atom: Predicate) -> Sequence[tuple[int, int]]:
    """The cell of a piece.

    Raises:
        AnswerError: there is no such piece, or it is turned more than three times.
    """
    (placement,) = decode(instance, [atom]).placements
    return [(placement.row, placement.column)]


def sketch(instance: Instance, partial: Partial) -> Picture:
    """The board with the pieces that lie on it, hints included, and a list of those left."""
    placements = _placements(instance, partial)
    taken = {(p.row, p.column) for p in placements}
    for hint in instance.hints:
        if (hint.row, hint.column) not in taken:
            lying = as_kind(instance, hint.piece, hint.turns)
            placements.append(Placement(hint.row, hint.column, *lying))
    drawn = picture(instance, Solution(tuple(sorted(placements))))
    left = Counter(kind for kind, _ in kinds(instance))
    left.subtract(p.piece for p in placements)
    words = [f"{kind} x{n}" if n > 1 else str(kind) for kind, n in left.items() if n > 0]
    lines = textwrap.wrap(f"Pieces left: {', '.join(words)}.", _WIDTH) if words else []
    return replace(drawn, legend=(*drawn.legend, *(LegendEntry("", line) for line in lines)))


def whole(instance: Instance, partial: Partial) -> bool:
    """Whether there are as many pieces as cells."""
    return len(partial.atoms) >= instance.rows * instance.columns


def read(instance: Instance, text: str) -> Partial:
    """The board of a link to the viewer or of a string of it; ``aaaa`` is an empty cell.

    Raises:
        AnswerError: it is no link or string, shows a piece that is not in the set, or there are
            several.
    """
    found = read_answers(instance, text)
    if len(found) != 1:
        several = Phrase(counted(len(found), "board"))
        raise AnswerError(instance.name, "answer", several, "one partial answer")
    return Partial.of(Place(p.row, p.column, p.piece, p.turns) for p in found[0].placements)


def write(instance: Instance, partial: Partial) -> str:
    """The string that :func:`read` reads.

    Raises:
        PuzzleError: the instance has a colour for which there is no letter.
    """
    at = {(p.row, p.column): p for p in _placements(instance, partial)}
    board = [
        board_edges(instance, Solution((at[cell],))) if cell in at else "aaaa"
        for row in range(1, instance.rows + 1)
        for cell in ((row, column) for column in range(1, instance.columns + 1))
    ]
    return "".join(board) + "\n"


def _placements(instance: Instance, partial: Partial) -> list[Placement]:
    return list(decode(instance, unify(partial.atoms, (Place,))).placements)


PARTIAL = PartialForm(cells, sketch, whole, read, write)


def tools(instance: Instance, partial: Partial) -> Sequence[Tool]:
    """The kinds of pieces, by number."""
    laid = Counter(kind for kind, _ in _lying(instance, partial).values())
    return [
        Tool(str(kind), _poses(instance)[kind], max(0, number - laid[kind]))
        for kind, number in copies(instance).items()
    ]


def lay(instance: Instance, partial: Partial, laid: Laid) -> Partial:
    """Lay a piece on an empty cell.

    Raises:
        MoveError: there is no such piece or none is left, the cell is outside the board, or a
            piece lies there.
    """
    row, column = _cell(instance, laid.cell)
    kind, all_copies = _kind(instance, laid.tool)
    poses = _poses(instance)[kind]
    if not 0 <= laid.pose < poses:
        raise MoveError(f"Piece {kind} has the poses 0 to {poses - 1}.")
    lying_now = _lying(instance, partial)
    if (row, column) in lying_now:
        raise MoveError(f"On r{row}c{column} lies piece {lying_now[row, column][0]}.")
    if sum(other == kind for other, _ in lying_now.values()) >= all_copies:
        raise MoveError(f"No piece {kind} is left.")
    return partial.holding([Place(row, column, kind, laid.pose)])


def take(instance: Instance, partial: Partial, cell: Cell) -> Partial:
    """Without the piece on a cell.

    Raises:
        MoveError: the board has no such cell, or its piece is a hint.
    """
    row, column = _cell(instance, cell)
    if any((hint.row, hint.column) == cell for hint in instance.hints):
        raise MoveError(f"The piece on r{row}c{column} is a hint and stays there.")
    there = [
        atom
        for atom in unify(partial.atoms, (Place,))
        if isinstance(atom, Place) and (atom.row, atom.column) == cell
    ]
    return partial.without(Partial.of(there))


def lying(instance: Instance, partial: Partial, cell: Cell) -> Laid | None:
    """The piece on a cell, unless it is a hint."""
    if any((hint.row, hint.column) == cell for hint in instance.hints) or len(cell) != 2:
        return None
    there = _lying(instance, partial).get((cell[0], cell[1]))
    return Laid(str(there[0]), there[1], cell) if there else None


def look(instance: Instance, tool: str, pose: int) -> Panel:
    """The piece, turned."""
    return Panel((piece(instance, _kind(instance, tool)[0], pose),))


def progress(instance: Instance, partial: Partial) -> Progress:
    """The cells on which pieces lie."""
    return Progress(len(_lying(instance, partial)), instance.rows * instance.columns, "cells")


def given(instance: Instance) -> Partial:
    """The hints."""
    return Partial.of(
        Place(hint.row, hint.column, *as_kind(instance, hint.piece, hint.turns))
        for hint in instance.hints
    )


def _lying(instance: Instance, partial: Partial) -> dict[tuple[int, int], tuple[int, int]]:
    """The kind and turns of the piece on each cell, hints included."""
    known = {(h.row, h.column): as_kind(instance, h.piece, h.turns) for h in instance.hints}
    placements = decode(instance, unify(partial.atoms, (Place,))).placements
    return {(p.row, p.column): (p.piece, p.turns) for p in placements} | known


@lru_cache(maxsize=16)
def _poses(instance: Instance) -> Mapping[int, int]:
    """In how many turns the pieces of each kind look different."""
    return Counter(kind for kind, _ in faces(instance))


def _kind(instance: Instance, tool: str) -> tuple[int, int]:
    """The kind of a tool, and how many pieces are of this kind."""
    for kind, number in copies(instance).items():
        if str(kind) == tool:
            return kind, number
    raise MoveError(f"There is no piece {shorten(tool)}.")


def _cell(instance: Instance, cell: Cell) -> tuple[int, int]:
    """The row and column of a cell of the board."""
    if len(cell) != 2:
        raise MoveError(f"The board has no cell {cell}.")
    row, column = cell
    if not (1 <= row <= instance.rows and 1 <= column <= instance.columns):
        raise MoveError(f"The board has no cell r{row}c{column}.")
    return row, column


PLAY = PlayForm(tools, lay, take, lying, look, progress, given)
