"""Answers in strings and links of the Eternity II board viewer, written and read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from pyasp_puzzles.core.errors import AnswerError, InstanceError, Phrase, counted
from pyasp_puzzles.puzzles.eternity.facts import Placement, Solution
from pyasp_puzzles.puzzles.eternity.instance import Instance, Sides, as_kind, kinds, turned
from pyasp_puzzles.puzzles.eternity.links import (
    EMPTY,
    colours_of,
    letter,
    links,
    read_link,
    sides_of,
)

VIEWER = "https://e2.bucas.name/#"


def board_edges(instance: Instance, solution: Solution) -> str:
    """Four letters a cell (up, right, down, left), row by row; ``a`` is the frame.

    Raises:
        PuzzleError: the instance has a colour for which there is no letter.

    >>> board = Instance("Two pieces", 1, 2, ((0, 1, 0, 0), (0, 2, 0, 1)), frame=None)
    >>> board_edges(board, Solution((Placement(1, 1, 1, 0), Placement(1, 2, 2, 0))))
    'dbdddcdb'
    """
    return _letters_of(instance, _looks(instance, solution))


def viewer(instance: Instance, solution: Solution) -> str:
    """A link to the viewer that shows an answer; reading it gives the instance, or the answer.

    Pieces of one kind get their numbers in reading order.

    Raises:
        PuzzleError: the instance has a colour for which there is no letter.
    """
    copies: dict[int, list[int]] = {}
    for number, (kind, _) in enumerate(kinds(instance), start=1):
        copies.setdefault(kind, []).append(number)
    numbers = [copies[p.piece].pop(0) for p in sorted(solution.placements)]
    return _link(instance, _looks(instance, solution), numbers)


def _link(instance: Instance, board: Sequence[Sides], numbers: Iterable[int]) -> str:
    """A link to the viewer; without piece numbers if one has more than three digits.

    Args:
        board: the sides of the cells in reading order.
        numbers: the piece on each cell, from 1.
    """
    title = re.sub(r"\W+", "_", instance.title, flags=re.ASCII).strip("_")
    digits = "".join(f"{number:03d}" for number in numbers)
    pieces = f"&board_pieces={digits}" if len(digits) == 3 * len(board) else ""
    types = ""
    if instance.hints:
        rows, columns = instance.rows, instance.columns
        hinted = {(hint.row - 1) * columns + hint.column - 1 for hint in instance.hints}
        letters = (
            "e" if i in hinted else _type(*divmod(i, columns), rows, columns)
            for i in range(len(board))
        )
        types = f"&board_types={''.join(letters)}"
    return (
        f"{VIEWER}puzzle={title}&board_w={instance.columns}&board_h={instance.rows}"
        f"&board_edges={_letters_of(instance, board)}"
        f"{pieces}{types}"
    )


def _type(row: int, column: int, rows: int, columns: int) -> str:
    """The type of a cell, row and column from 0: ``b`` corner, ``c`` border, ``d`` inside."""
    return "dcb"[(row in (0, rows - 1)) + (column in (0, columns - 1))]


def _letters_of(instance: Instance, board: Iterable[Sides]) -> str:
    """The letters of a board, given by the sides of its cells in reading order."""
    return "".join(letter(instance, colour) for sides in board for colour in sides)


def _looks(instance: Instance, solution: Solution) -> list[Sides]:
    """The sides of all cells in reading order."""
    return [turned(instance.pieces[p.piece - 1], p.turns) for p in sorted(solution.placements)]


def read(instance: Instance, text: str) -> list[Solution]:
    """The answers in links of the viewer, or in strings ``board_edges`` alone, one a line.

    The colours of a cell say which piece lies there; cells may be empty.

    Raises:
        AnswerError: a line is no link or string, or shows a piece that is not in the set.
    """
    number = {sides: i for i, sides in reversed(list(enumerate(instance.pieces, start=1)))}
    answers = []
    for cells in _cells(instance, text):
        placements = []
        for index, letters, sides in cells:
            row, column = index // instance.columns + 1, index % instance.columns + 1
            seen = [(number[look], t) for t in range(4) if (look := turned(sides, -t)) in number]
            if not seen:
                place = f"answer, cell ({row}, {column})"
                expected = "the letters of a piece of the set"
                raise AnswerError(instance.name, place, letters, expected)
            placements.append(Placement(row, column, *as_kind(instance, *seen[0])))
        answers.append(Solution(tuple(sorted(placements))))
    return answers


def _cells(instance: Instance, text: str) -> list[list[tuple[int, str, Sides]]]:
    """For each answer the cells with a piece: index in reading order, letters, sides."""
    length = 4 * instance.rows * instance.columns
    found, rest = links(text)
    strings = ["".join(line.split()) for line in rest.splitlines() if line.strip()]
    if any(len(string) != length for string in strings):
        strings = ["".join(strings)]  # one answer over several lines
    for string in strings:
        if len(string) != length or not re.fullmatch("[a-z]+", string):
            letters = re.fullmatch("[a-z]+", string)
            words = Phrase(counted(len(string), "letter")) if letters else rest.strip()
            expected = f"board_edges of {length} letters, lines of solve --json, or atoms place/4"
            raise AnswerError(instance.name, "answer", words, expected)
    boards: list[Sequence[str]] = [
        [string[i : i + 4] for i in range(0, length, 4)] for string in strings
    ]
    boards += [_letters(instance, words, f"line {line}") for line, words in found]
    colours = colours_of(instance)
    answers = []
    for board in boards:
        looks = [(index, cell, sides_of(cell, colours)) for index, cell in enumerate(board) if cell]
        answers.append(
            [look for look in looks if look[1] not in EMPTY or look[2] in instance.pieces]
        )
    return answers


def _letters(instance: Instance, words: str, place: str) -> Sequence[str]:
    """The letters of each cell of a link that shows an answer."""
    size = (instance.rows, instance.columns)
    try:
        link = read_link(words, "answer", place, size)
    except InstanceError as error:
        raise AnswerError(error.source, error.place, error.found, error.expected) from None
    if (link.rows, link.columns) != size:
        found = Phrase(f"a board of {link.rows} x {link.columns} cells")
        raise AnswerError(instance.name, f"answer, {place}", found, f"{size[0]} x {size[1]}")
    return link.letters
