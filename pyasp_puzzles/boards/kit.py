"""What the declaration of a puzzle in layers needs, in one place to import from."""

from __future__ import annotations

from typing import Any

from pyasp_puzzles.boards.board import (
    Filled,
    GridBoard,
    Marked,
    Rows,
    SquareBoard,
    layer,
    layers_of,
)
from pyasp_puzzles.boards.clues import Margin, RegionNumbers, Regions, region_names
from pyasp_puzzles.boards.drafts import FREE, Drafts, grown, regrouped
from pyasp_puzzles.boards.editing import LayerEditor
from pyasp_puzzles.boards.genre import Genre
from pyasp_puzzles.boards.hands import Hands
from pyasp_puzzles.boards.layers import Arrows, Cells, Numbers, Scalar, Signs, side
from pyasp_puzzles.boards.marks import Kinds, Lines, Marks, Shaded, Values
from pyasp_puzzles.boards.pieces import Division, Placed, Polyforms, Poses
from pyasp_puzzles.boards.places import Place, corners, crossings, edges, ends, links, sides, spots
from pyasp_puzzles.boards.puzzle import I, Puzzle, S
from pyasp_puzzles.boards.stocks import Dominoes, Rules

__all__ = ["Filled", "Genre", "GridBoard", "Marked", "Rows", "SquareBoard", "layer", "layered"]
__all__ += ["Arrows", "Cells", "Margin", "Numbers", "RegionNumbers", "Regions", "Scalar"]
__all__ += ["Signs", "layers_of", "side"]
__all__ += ["Division", "Dominoes", "Placed", "Polyforms", "Poses", "Rules"]
__all__ += ["Kinds", "Lines", "Marks", "Place", "Shaded", "Values"]
__all__ += ["corners", "crossings", "edges", "ends", "links", "sides", "spots"]
__all__ += ["Drafts", "grown", "region_names", "regrouped"]


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
