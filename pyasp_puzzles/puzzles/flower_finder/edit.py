"""Flower Finder frames changed by hand: the circles of the strips, their names, their number.

A cell is a circle of a strip held upright, ``(STRIP, CIRCLE)``, both counted from 1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pyasp_puzzles.boards.edit import EditForm, Fields, Values, clue, needed
from pyasp_puzzles.boards.editing import replaced
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.puzzles.flower_finder.format import CIRCLES, STRIP_NAMES, FlowerBoard, Strip
from pyasp_puzzles.puzzles.flower_finder.geometry import QUARTERS, Vector, quarter
from pyasp_puzzles.puzzles.flower_finder.picture import upright_picture


def _on_circles(text: Callable[[Strip, Vector], str]) -> Callable[[FlowerBoard], Values]:
    return lambda board: {
        (number, place): text(strip, gap)
        for number, strip in enumerate(board.strips, start=1)
        for place, gap in enumerate(strip.circles, start=1)
    }


def _with(board: FlowerBoard, at: Place, **changes: Any) -> Fields:
    strip = replace(board.strips[at[0] - 1], **changes)
    return {"strips": replaced(board.strips, at[0], strip)}


@clue(QUARTERS, values=_on_circles(lambda _, gap: quarter(gap)), missing=needed("gap"))
def gap(board: FlowerBoard, at: Place, value: str) -> Fields:
    """The quarter of a circle without a petal: TL at the top left, BR at the bottom right."""
    circles = board.strips[at[0] - 1].circles
    return _with(board, at, circles=replaced(circles, at[1], QUARTERS[value]))


@clue(
    about=f"The name of a strip: {STRIP_NAMES}.",
    values=_on_circles(lambda strip, _: strip.name),
    missing=needed("strip name"),
    typed=True,
)
def strip_name(board: FlowerBoard, at: Place, value: str) -> Fields:
    return _with(board, at, name=value)


@clue(tuple(map(str, CIRCLES)), missing=needed("number of circles"), act=True)
def circles(board: FlowerBoard, _: Place, value: str) -> Fields:
    """Circles of each strip, and half of the strips: the last ones are removed, or new ones
    are added."""
    length = int(value)
    new = (QUARTERS["TL"],) * length
    kept = [replace(s, circles=(*s.circles, *new)[:length]) for s in board.strips[: 2 * length]]
    names = {strip.name for strip in kept}
    free = (name for n in range(1, 6 * CIRCLES.stop) if (name := str(n)) not in names)
    more = (Strip(next(free), new) for _ in range(2 * length - len(kept)))
    return {"strips": (*kept, *more)}


def place_name(board: FlowerBoard, cell: Place) -> str:
    """A circle by its number, counted from the top of its strip."""
    return f"circle {cell[1]} of strip {board.strips[cell[0] - 1].name}"


EDIT = EditForm[FlowerBoard]((gap, strip_name, circles), upright_picture, place_name)
