"""Pips answers as people write them: pips, with ``-`` or ``|`` between the halves of a domino.

In a partial answer pips and links may be missing.
"""

from __future__ import annotations

from collections.abc import Sequence

from pyasp_puzzles.boards.partial import Partial, PartialForm
from pyasp_puzzles.core.atoms import Predicate, arguments, unify
from pyasp_puzzles.core.errors import AnswerError
from pyasp_puzzles.pictures.picture import Picture
from pyasp_puzzles.puzzles.pips.facts import Link, Solution, Value, decode
from pyasp_puzzles.puzzles.pips.instance import Cell, Instance
from pyasp_puzzles.puzzles.pips.picture import picture

UNKNOWN = "?"
"""The sign of a cell whose pips are not known, in a partial answer."""


def export_drawing(instance: Instance, solution: Solution, unknown: str = "") -> str:
    """An answer as text that :func:`read` takes: pips, with ``-`` or ``|`` on each link.

    Args:
        unknown: the sign of a cell of the board without pips.
    """
    width = _width(instance)
    words = dict.fromkeys(instance.region_of(), unknown)
    words |= {(row, column): str(pips) for row, column, pips in solution.values}
    rows, columns = map(max, zip(*words, strict=True))
    lines = [[" "] * (width * columns) for _ in range(2 * rows)]
    for (row, column), sign in words.items():
        lines[2 * row - 2][width * (column - 1) : width * column - 1] = sign.rjust(width - 1)
    for row, column, row2, _ in solution.links:
        if row == row2:
            lines[2 * row - 2][width * column - 1] = "-"
        else:
            lines[2 * row - 1][width * column - 2] = "|"
    return "\n".join("".join(line).rstrip() for line in lines).rstrip() + "\n"


def read(instance: Instance, text: str, unknown: str = "") -> Solution:
    """The answer that a text in the form of :func:`export_drawing` describes.

    The first sign of the text belongs to the upper left corner of the board.

    Args:
        unknown: the signs of a cell whose pips are not known.

    Raises:
        AnswerError: a sign that is neither pips nor a link, or stands where it cannot stand.

    >>> from pyasp_puzzles.puzzles.pips.instance import Domino, Region
    >>> region = Region("A", "empty", ((1, 1), (1, 2)))
    >>> one = Instance("One domino", (region,), (Domino(3, 4),))
    >>> read(one, "4-3")
    Solution(values=((1, 1, 4), (1, 2, 3)), links=((1, 1, 1, 2),))
    >>> export_drawing(one, read(one, "4-3"))
    '4-3\\n'
    """
    width = _width(instance)
    values, links = [], []
    for number, line in enumerate(text.rstrip().splitlines()):
        row, of_pips = number // 2 + 1, number % 2 == 0
        for start in range(0, len(line), width):
            column = start // width + 1
            word, link = line[start : start + width - 1].strip(), line[start + width - 1 :][:1]
            where = f"answer, line {number + 1}"
            if of_pips and link == "-":
                links.append((row, column, row, column + 1))
            elif link.strip():
                expected = "'-' or a blank between two cells"
                raise AnswerError(instance.name, where, link, expected)
            if not of_pips and word == "|":
                links.append((row, column, row + 1, column))
            elif of_pips and word.isascii() and word.isdigit():
                values.append((row, column, int(word)))
            elif word and not (of_pips and word in tuple(unknown)):
                expected = "pips" if of_pips else "'|' or a blank between two cells"
                raise AnswerError(instance.name, where, word, expected)
    return Solution(tuple(values), tuple(sorted(links)))


def _width(instance: Instance) -> int:
    """The width of a column of the text, the sign of a link included."""
    return len(str(max(domino.high for domino in instance.dominoes))) + 1


def _cells(instance: Instance, atom: Predicate) -> Sequence[Cell]:
    """The cell of the pips, or the two cells of a link.

    Raises:
        AnswerError: no domino has so many pips.
    """
    row, column, *others = arguments(atom)
    if isinstance(atom, Link):
        return [(row, column), (others[0], others[1])]
    pips = sorted({half for d in instance.dominoes for half in (d.low, d.high)})
    if others[0] not in pips:
        expected = f"pips of the dominoes: {', '.join(map(str, pips))}"
        raise AnswerError(instance.name, "answer", str(atom), expected)
    return [(row, column)]


def _sketch(instance: Instance, partial: Partial) -> Picture:
    """The board; ``?`` where the pips are not known."""
    apart = decode(instance, unify(partial.absent, (Link, Value))).links
    return picture(instance, _solution(instance, partial), apart)


def _whole(instance: Instance, partial: Partial) -> bool:
    """Whether every cell has pips, and there is a link for each domino."""
    solution, board = _solution(instance, partial), instance.region_of()
    shown = {(row, column) for row, column, _ in solution.values}
    return shown >= board.keys() and 2 * len(solution.links) >= len(board)


def _read_partial(instance: Instance, text: str) -> Partial:
    """A drawing with ``?``, ``_`` or a blank for pips that are not known, and some of the links."""
    solution = read(instance, text, f"{UNKNOWN}_")
    values = [Value(*value) for value in solution.values]
    return Partial.of([*values, *(Link(*link) for link in solution.links)])


def _write_partial(instance: Instance, partial: Partial) -> str:
    """The drawing of what holds; it cannot say that an atom does not hold."""
    return export_drawing(instance, _solution(instance, partial), UNKNOWN)


def _solution(instance: Instance, partial: Partial) -> Solution:
    return decode(instance, unify(partial.atoms, (Link, Value)))


PARTIAL = PartialForm(_cells, _sketch, _whole, _read_partial, _write_partial)
