"""Partial answers to edge-matching boards: strings of the viewer with empty cells."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from pyasp_puzzles.boards.partial import Partial, PartialForm
from pyasp_puzzles.core.atoms import Predicate, unify
from pyasp_puzzles.core.errors import AnswerError, Phrase, counted
from pyasp_puzzles.pictures.picture import LegendEntry, Picture
from pyasp_puzzles.puzzles.eternity.facts import Place, Placement, Solution, decode
from pyasp_puzzles.puzzles.eternity.instance import Instance, as_kind, kinds
from pyasp_puzzles.puzzles.eternity.picture import picture
from pyasp_puzzles.puzzles.eternity.viewer import board_edges
from pyasp_puzzles.puzzles.eternity.viewer import read as read_answers

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
