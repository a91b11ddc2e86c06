"""Flower Finder frames changed by hand: the circles of the strips, their names, their number.

A cell is a circle of a strip held upright, ``(STRIP, CIRCLE)``, both counted from 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pyasp_puzzles.boards.edit import Change, Clue, EditForm
from pyasp_puzzles.boards.formats.fields import placed
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.boards.play import MoveError
from pyasp_puzzles.puzzles.flower_finder.format import CIRCLES, STRIP_NAMES, Instance, Strip
from pyasp_puzzles.puzzles.flower_finder.geometry import QUARTERS, quarter
from pyasp_puzzles.puzzles.flower_finder.picture import upright_picture

GAP, NAME, LENGTH = "gap", "strip name", "circles"
CLUES = (
    Clue(
        GAP,
        "The quarter of a circle without a petal: TL at the top left, BR at the bottom right.",
        tuple(QUARTERS),
        removable=False,
    ),
    Clue(NAME, f"The name of a strip: {STRIP_NAMES}.", typed=True, removable=False),
    Clue(
        LENGTH,
        "Circles of each strip, and half of the strips: the last ones are removed, or new ones "
        "are added.",
        tuple(map(str, CIRCLES)),
        scope="board",
        act=True,
    ),
)


def values(instance: Instance, clue: str) -> Mapping[Place | None, str]:
    """The gap of each circle, or the name of its strip."""
    if clue == LENGTH:
        return {None: ""}
    return {
        (number, place): quarter(gap) if clue == GAP else strip.name
        for number, strip in enumerate(instance.strips, start=1)
        for place, gap in enumerate(strip.circles, start=1)
    }


def change(instance: Instance, asked: Change) -> Instance:
    """The strips with another gap, name or length.

    Raises:
        MoveError: the clue cannot be removed.
        InstanceError: another strip has this name, or it is no name.
    """
    strips = list(instance.strips)
    if not asked.value:
        noun = "number of circles" if asked.clue == LENGTH else asked.clue
        raise MoveError(f"There has to be a {noun}; it can be another one.")
    if asked.cell is None:
        strips = _of_length(strips, int(asked.value))
    else:
        number, place = asked.cell
        strip = strips[number - 1]
        gaps = list(strip.circles)
        if asked.clue == GAP:
            gaps[place - 1] = QUARTERS[asked.value]
        name = asked.value if asked.clue == NAME else strip.name
        strips[number - 1] = Strip(name, tuple(gaps))
    with placed("", {}, asked.clue):
        return replace(instance, strips=tuple(strips), known=())


def _of_length(strips: Sequence[Strip], length: int) -> list[Strip]:
    """As many strips as a frame of a length takes; new circles have their gap at the top left."""
    new = (QUARTERS["TL"],) * length
    kept = [replace(s, circles=(*s.circles, *new)[:length]) for s in strips[: 2 * length]]
    names = {strip.name for strip in kept}
    free = (name for n in range(1, 6 * CIRCLES.stop) if (name := str(n)) not in names)
    return kept + [Strip(next(free), new) for _ in range(2 * length - len(kept))]


def place_name(instance: Instance, cell: Place) -> str:
    """A circle by its number, counted from the top of its strip."""
    return f"circle {cell[1]} of strip {instance.strips[cell[0] - 1].name}"


EDIT = EditForm[Instance](lambda _: CLUES, change, values, upright_picture, place_name)
