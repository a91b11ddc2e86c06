"""Pieces to cut out: the tools of play that are bodies, and of which there is a number."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.puzzle import Puzzle
from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.pictures.picture import Picture
from pyasp_puzzles.verbs.sheets.drawing import Drawing, drawing

MOST_PIECES = 1_000
"""Pieces of one board; the largest boards that people cut out have 256."""


def piece_drawings(puzzle: Puzzle[Any, Any], instance: Any) -> Iterator[Drawing]:
    """Each piece that is not given on the board, as it lies in its first pose; copies, too.

    Raises:
        PuzzleError: the puzzle has no pieces, they are solids, or they are too many.
    """
    form = puzzle.play
    if form is None:
        raise PuzzleError(f"{puzzle.name}: this puzzle is not played with pieces")
    given: Partial = form.given(instance)
    tools = [tool for tool in form.tools(instance, given) if tool.left is not None]
    if not tools:
        raise PuzzleError(f"{puzzle.name}: nothing to cut out, as its boards are filled by pencil")
    if puzzle.picture(instance, None).solid:
        raise PuzzleError(f"{instance.name}: its pieces are solids, which paper does not make")
    number = sum(tool.left or 0 for tool in tools)
    if number > MOST_PIECES:
        raise PuzzleError(f"{instance.name}: found {number:,} pieces, expected {MOST_PIECES:,}")
    for tool in tools:
        panel = replace(form.look(instance, tool.name, 0), caption="")
        drawn = drawing(Picture("", (panel,)))
        yield from [replace(drawn, name=f"piece {tool.name}")] * (tool.left or 0)


def board_alone(puzzle: Puzzle[Any, Any], instance: Any) -> list[Picture]:
    """The panels of the board before the first move, without those of pieces beside it."""
    given = puzzle.play.given(instance) if puzzle.play else Partial()
    picture = puzzle.sketch(instance, given)
    panels = [p for p in picture.panels if any(tile.cell is not None for tile in p.tiles)]
    return [Picture(picture.title, (panel,)) for panel in panels if panel.medium != "text"]
