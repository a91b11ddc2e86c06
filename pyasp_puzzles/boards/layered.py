"""Puzzles from their declaration: everything that follows from the layers, in one value."""

from __future__ import annotations

from typing import Any

from pyasp_puzzles.boards.drafts import FREE, Drafts
from pyasp_puzzles.boards.editing import LayerEditor
from pyasp_puzzles.boards.genre import Genre
from pyasp_puzzles.boards.hands import Hands
from pyasp_puzzles.boards.marks import Values
from pyasp_puzzles.boards.puzzle import I, Puzzle, S


def layered(genre: Genre[I, S], drafts: Drafts = FREE, **more: Any) -> Puzzle[I, S]:
    """The puzzle of a declaration.

    Args:
        drafts: how new boards are drafted, where the layers do not say enough.
        more: fields of :class:`~pyasp_puzzles.boards.puzzle.Puzzle` that no layer says, or that
            take the place of a derived one.
    """
    hands = Hands(genre)
    derived: dict[str, Any] = {
        "name": genre.name,
        "title": genre.title,
        "instance_type": genre.board,
        "solution_type": genre.solution,
        "inputs": genre.inputs,
        "answers": genre.answers,
        "parse": genre.parse,
        "format": genre.format,
        "facts": genre.facts,
        "decode": genre.decode,
        "verify": genre.broken,
        "picture": genre.picture,
        "size": genre.size,
        "engines": {},
        "file_formats": genre.describe(),
        "partial": hands.partial(),
        "play": hands.play(),
    }
    if "edit" not in more:
        derived["edit"] = LayerEditor(genre).form()
    if "generator" not in more:
        derived["generator"] = drafts.generator(genre)
    if all(isinstance(marks, Values) for marks in genre.marks):
        derived["read"] = genre.read_answer
    return Puzzle(**derived | more)
