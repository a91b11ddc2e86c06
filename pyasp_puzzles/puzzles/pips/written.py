"""Pips answers as people write them: pips, with ``-`` or ``|`` between the halves of a domino."""

from __future__ import annotations

from pyasp_puzzles.core.errors import AnswerError
from pyasp_puzzles.puzzles.pips.facts import Solution
from pyasp_puzzles.puzzles.pips.instance import Instance

UNKNOWN = "?"
"""The sign of a cell whose pips are not known, in a partial answer."""


def export_drawing(instance: Instance, solution: Solution) -> str:
    """An answer as text that :func:`read` takes: pips, with ``-`` or ``|`` on each link."""
    return drawing(instance, solution, "")


def drawing(instance: Instance, solution: Solution, unknown: str) -> str:
    """The pips and links as text.

    Args:
        unknown: the sign of a cell of the board without pips.
    """
    width = _width(instance)
    words = dict.fromkeys(instance.region_of(), unknown)
    words |= {(row, column): str(pips) for row, column, pips in solution.values}
    rows = max(row for row, _ in words)
    columns = max(column for _, column in words)
    lines = [[" "] * (width * columns) for _ in range(2 * rows)]
    for (row, column), sign in words.items():
        word = sign.rjust(width - 1)
        lines[2 * row - 2][width * (column - 1) : width * column - 1] = word
    for row, column, row2, _ in solution.links:
        if row == row2:
            lines[2 * row - 2][width * column - 1] = "-"
        else:
            lines[2 * row - 1][width * column - 2] = "|"
    return "\n".join("".join(line).rstrip() for line in lines).rstrip() + "\n"


def read(instance: Instance, text: str) -> Solution:
    """The answer that a text in the form of :func:`export_drawing` describes.

    The first sign of the text belongs to the upper left corner of the board.

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
    return read_drawing(instance, text, "")


def read_drawing(instance: Instance, text: str, unknown: str) -> Solution:
    """The pips and links of a drawing.

    Args:
        unknown: the signs of a cell whose pips are not known.
    """
    width = _width(instance)
    values, links = [], []
    for number, line in enumerate(text.rstrip().splitlines()):
        row = number // 2 + 1
        for start in range(0, len(line), width):
            column = start // width + 1
            word, link = line[start : start + width - 1].strip(), line[start + width - 1 :][:1]
            if number % 2 == 0 and link == "-":
                links.append((row, column, row, column + 1))
            elif link.strip():
                raise _unreadable(instance, number, link, "'-' or a blank between two cells")
            if number % 2 == 1 and word == "|":
                links.append((row, column, row + 1, column))
            elif number % 2 == 0 and word.isascii() and word.isdigit():
                values.append((row, column, int(word)))
            elif word and not (number % 2 == 0 and word in tuple(unknown)):
                expected = "pips" if number % 2 == 0 else "'|' or a blank between two cells"
                raise _unreadable(instance, number, word, expected)
    return Solution(tuple(values), tuple(sorted(links)))


def _unreadable(instance: Instance, number: int, found: str, expected: str) -> AnswerError:
    return AnswerError(instance.name, f"answer, line {number + 1}", found, expected)


def _width(instance: Instance) -> int:
    """The width of a column of the text, the sign of a link included."""
    return len(str(max(domino.high for domino in instance.dominoes))) + 1
