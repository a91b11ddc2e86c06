"""Flower Finder frames changed by hand: the circles of the strips, their names, their number.

A cell is a circle of a strip held upright, ``(STRIP, CIRCLE)``, both counted from 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pyasp_puzzles.boards.edit import Clue, Edit
from pyasp_puzzles.boards.editing import LayerEditor
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.pictures.picture import Picture
from pyasp_puzzles.puzzles.flower_finder.format import CIRCLES, STRIP_NAMES, Instance, Strip
from pyasp_puzzles.puzzles.flower_finder.geometry import QUARTERS, quarter
from pyasp_puzzles.puzzles.flower_finder.picture import upright_picture
from pyasp_puzzles.puzzles.flower_finder.play import GENRE

GAP = "The quarter of a circle without a petal: TL at the top left, BR at the bottom right."
NAME = f"The name of a strip: {STRIP_NAMES}."
LENGTH = (
    "Circles of each strip, and half of the strips: the last ones are removed, or new ones are "
    "added."
)
MISSING = "There has to be a {}; it can be another one."


class StripEditor(LayerEditor):
    """The gap of each circle, the name of its strip, the length of all strips."""

    def edits(self, board: Instance) -> Sequence[Edit]:
        circles: dict[Place | None, tuple[Strip, str]] = {
            (number, place): (strip, quarter(gap))
            for number, strip in enumerate(board.strips, start=1)
            for place, gap in enumerate(strip.circles, start=1)
        }

        def renamed(at: Place, name: str) -> Mapping[str, Any]:
            return _with(board, at, name=name)

        def opened(at: Place, gap: str) -> Mapping[str, Any]:
            gaps = list(board.strips[at[0] - 1].circles)
            gaps[at[1] - 1] = QUARTERS[gap]
            return _with(board, at, circles=tuple(gaps))

        lengths = tuple(map(str, CIRCLES))
        return (
            Edit(
                Clue("gap", GAP, tuple(QUARTERS), removable=False),
                opened,
                lambda: {at: gap for at, (_, gap) in circles.items()},
                MISSING.format("gap"),
            ),
            Edit(
                Clue("strip name", NAME, typed=True, removable=False),
                renamed,
                lambda: {at: strip.name for at, (strip, _) in circles.items()},
                MISSING.format("strip name"),
            ),
            Edit(
                Clue("circles", LENGTH, lengths, scope="board", act=True),
                lambda _, length: {"strips": _of_length(board.strips, int(length))},
                missing=MISSING.format("number of circles"),
            ),
        )

    def picture(self, board: Instance) -> Picture:
        return upright_picture(board)

    def place(self, board: Instance, cell: Place) -> str:
        """A circle by its number, counted from the top of its strip."""
        return f"circle {cell[1]} of strip {board.strips[cell[0] - 1].name}"


def _with(board: Instance, at: Place, **changes: Any) -> Mapping[str, Any]:
    """The strips, one of them changed."""
    strips = list(board.strips)
    strips[at[0] - 1] = replace(strips[at[0] - 1], **changes)
    return {"strips": tuple(strips)}


def _of_length(strips: Sequence[Strip], length: int) -> tuple[Strip, ...]:
    """As many strips as a frame of a length takes; new circles have their gap at the top left."""
    new = (QUARTERS["TL"],) * length
    kept = [replace(s, circles=(*s.circles, *new)[:length]) for s in strips[: 2 * length]]
    names = {strip.name for strip in kept}
    free = (name for n in range(1, 6 * CIRCLES.stop) if (name := str(n)) not in names)
    return (*kept, *(Strip(next(free), new) for _ in range(2 * length - len(kept))))


EDIT = StripEditor(GENRE)
