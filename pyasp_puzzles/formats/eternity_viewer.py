"""Strings for edge-matching board viewers: four letters a cell, alone or in a link.

The letters are the colours of the upper, right, lower and left side, row by row: ``a`` is the
frame, colour 1 is ``b``, and so on.  The names in a link are those that the viewer of J. Bucas
documents.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from pyasp_puzzles.errors import AnswerError, Phrase, PuzzleError, counted
from pyasp_puzzles.formats.eternity import Instance, Sides

MAX_LETTER = 25
"""The colour of the letter ``z``."""


def letter(instance: Instance, colour: int) -> str:
    """The letter of a colour.

    Raises:
        PuzzleError: the colour is beyond ``z``.

    >>> board = Instance("One piece", 1, 1, ((0, 0, 0, 0),), frame=0)
    >>> [letter(board, colour) for colour in (0, 1, 25)]
    ['a', 'b', 'z']
    """
    if instance.frame and colour in (0, instance.frame):
        colour = instance.frame - colour  # the frame is a, and colour 0 takes its letter
    if colour > MAX_LETTER:
        raise PuzzleError(
            f"{instance.name or instance.title}: found colour {colour}, expected at most "
            f"{MAX_LETTER}: viewer strings have a letter for each"
        )
    return chr(ord("a") + colour)


def write(instance: Instance, board: Iterable[Sides]) -> str:
    """The letters of a board, given by the sides of its cells in reading order.

    Raises:
        PuzzleError: the instance has a colour for which there is no letter.
    """
    return "".join(letter(instance, colour) for sides in board for colour in sides)


def link(instance: Instance, board: Iterable[Sides], numbers: Iterable[int]) -> str:
    """The parameters of a link to a viewer: size, colours, and the piece of each cell from 0."""
    title = re.sub(r"\W+", "_", instance.title, flags=re.ASCII).strip("_")
    return (
        f"puzzle={title}&board_w={instance.columns}&board_h={instance.rows}"
        f"&board_edges={write(instance, board)}"
        f"&board_pieces={''.join(f'{number:03d}' for number in numbers)}"
    )


def read(instance: Instance, text: str) -> Sequence[tuple[str, Sides]]:
    """The letters and the sides of each cell, in reading order.

    Raises:
        AnswerError: there are not as many letters as the cells have sides.
    """
    found = re.search(r"board_edges=([a-z]*)", text) or re.fullmatch(r"\s*([a-z\s]+)", text)
    letters = "".join(found[1].split()) if found else ""
    length = 4 * instance.rows * instance.columns
    if len(letters) != length:
        words = Phrase(counted(len(letters), "letter")) if letters else text.strip()
        expected = f"board_edges of {length} letters, lines of solve --json, or atoms place/4"
        raise AnswerError(instance.name, "answer", words, expected)
    colours = [ord(sign) - ord("a") for sign in letters]
    if instance.frame:
        swapped = {0: instance.frame, instance.frame: 0}
        colours = [swapped.get(colour, colour) for colour in colours]
    return [
        (letters[i : i + 4], (colours[i], colours[i + 1], colours[i + 2], colours[i + 3]))
        for i in range(0, length, 4)
    ]
