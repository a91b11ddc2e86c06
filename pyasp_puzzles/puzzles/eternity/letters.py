"""The letters that strings for edge-matching board viewers have for colours."""

from __future__ import annotations

from collections.abc import Iterable

from pyasp_puzzles.errors import PuzzleError
from pyasp_puzzles.puzzles.eternity.format import Instance, Sides

MAX_LETTER = 25
"""The colour of the letter ``z``."""


def letter(instance: Instance, colour: int) -> str:
    """The letter of a colour.

    ``a`` is the frame.  Colour 0, where it is not the frame, has the letter that the frame's number
    would have; on a board without a frame, the one after that of the greatest colour.

    Raises:
        PuzzleError: the colour is beyond ``z``.

    >>> board = Instance("One piece", 1, 1, ((0, 0, 0, 0),), frame=0)
    >>> [letter(board, colour) for colour in (0, 1, 25)]
    ['a', 'b', 'z']
    """
    number = _number(instance, colour)
    if number > MAX_LETTER:
        raise PuzzleError(
            f"{instance.name or instance.title}: found colour {colour}, expected at most "
            f"{MAX_LETTER}: viewer strings have a letter for each"
        )
    return chr(ord("a") + number)


def has_letters(instance: Instance) -> bool:
    """Whether there is a letter for each of its colours."""
    return all(_number(instance, colour) <= MAX_LETTER for colour in _used(instance))


def _used(instance: Instance) -> set[int]:
    return {colour for sides in instance.pieces for colour in sides}


def _number(instance: Instance, colour: int) -> int:
    """The letter of a colour as a number from 0."""
    if instance.frame is None:
        return colour or 1 + max(_used(instance))
    return instance.frame - colour if colour in (0, instance.frame) else colour


def write(instance: Instance, board: Iterable[Sides]) -> str:
    """The letters of a board, given by the sides of its cells in reading order.

    Raises:
        PuzzleError: the instance has a colour for which there is no letter.
    """
    return "".join(letter(instance, colour) for sides in board for colour in sides)


def colours_of(instance: Instance) -> dict[str, int]:
    """The colours of an instance by letter."""
    numbers = {_number(instance, colour): colour for colour in _used(instance)}
    return {"a": 0, **{chr(ord("a") + n): numbers[n] for n in numbers if n <= MAX_LETTER}}
