"""Partial answers to Pips boards: drawings in which pips and links may be missing."""

from __future__ import annotations

from collections.abc import Sequence

from pyasp_puzzles.boards.partial import Partial, PartialForm
from pyasp_puzzles.core.atoms import Predicate, unify
from pyasp_puzzles.core.errors import AnswerError
from pyasp_puzzles.pictures.picture import Picture
from pyasp_puzzles.puzzles.pips.facts import Link, Solution, Value, decode
from pyasp_puzzles.puzzles.pips.instance import Cell, Instance
from pyasp_puzzles.puzzles.pips.picture import picture
from pyasp_puzzles.puzzles.pips.written import UNKNOWN, drawing, read_drawing


def cells(instance: Instance, atom: Predicate) -> Sequence[Cell]:
    """The cell of the pips, or the two cells of a link.

    Raises:
        AnswerError: no domino has so many pips.
    """
    if isinstance(atom, Link):
        return [(atom.row, atom.column), (atom.second_row, atom.second_column)]
    assert isinstance(atom, Value)
    pips = sorted({half for d in instance.dominoes for half in (d.low, d.high)})
    if atom.pips not in pips:
        expected = f"pips of the dominoes: {', '.join(map(str, pips))}"
        raise AnswerError(instance.name, "answer", str(atom), expected)
    return [(atom.row, atom.column)]


def sketch(instance: Instance, partial: Partial) -> Picture:
    """The board; ``?`` where the pips are not known."""
    apart = decode(instance, unify(partial.absent, (Link, Value))).links
    return picture(instance, _solution(instance, partial), apart)


def whole(instance: Instance, partial: Partial) -> bool:
    """Whether every cell has pips, and there is a link for each domino."""
    solution = _solution(instance, partial)
    board = instance.region_of()
    shown = {(row, column) for row, column, _ in solution.values}
    return shown >= board.keys() and 2 * len(solution.links) >= len(board)


def read(instance: Instance, text: str) -> Partial:
    """A drawing with ``?``, ``_`` or a blank for pips that are not known, and some of the links.

    Raises:
        AnswerError: a sign is none of these, or stands where it cannot stand.
    """
    solution = read_drawing(instance, text, f"{UNKNOWN}_")
    values = [Value(*value) for value in solution.values]
    return Partial.of([*values, *(Link(*link) for link in solution.links)])


def write(instance: Instance, partial: Partial) -> str:
    """The drawing that :func:`read` reads; it cannot say that an atom does not hold."""
    return drawing(instance, _solution(instance, partial), UNKNOWN)


def _solution(instance: Instance, partial: Partial) -> Solution:
    return decode(instance, unify(partial.atoms, (Link, Value)))


PARTIAL = PartialForm(cells, sketch, whole, read, write)
