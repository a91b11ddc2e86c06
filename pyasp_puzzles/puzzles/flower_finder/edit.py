"""Flower Finder frames changed by hand: the circles of the strips, their names, their number.

A cell is a circle of a strip held upright, ``(STRIP, CIRCLE)``, both counted from 1.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pyasp_puzzles.boards.edit import Change, Clue, EditForm, typed
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.boards.play import MoveError
from pyasp_puzzles.puzzles.flower_finder.format import (
    CIRCLES,
    QUARTERS,
    STRIP_NAME,
    STRIP_NAMES,
    Instance,
    Strip,
    quarter,
)
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
_STAYS = {
    GAP: "Each circle has a gap; it can only move to another quarter.",
    NAME: "Each strip has a name.",
    LENGTH: "Choose a number of circles.",
}


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
    if not asked.value:
        raise MoveError(_STAYS[asked.clue])
    strips = list(instance.strips)
    if asked.cell is None:
        strips = _of_length(strips, int(asked.value))
    else:
        number, place = asked.cell
        strip = strips[number - 1]
        if asked.clue == GAP:
            gaps = list(strip.circles)
            gaps[place - 1] = QUARTERS[asked.value]
            strips[number - 1] = replace(strip, circles=tuple(gaps))
        else:
            strips[number - 1] = replace(strip, name=_new_name(instance, strip, asked.value))
    return replace(instance, strips=tuple(strips), known=())


def _new_name(instance: Instance, strip: Strip, value: str) -> str:
    entry = typed(NAME, value)
    name = entry.value.text
    if not re.fullmatch(STRIP_NAME, name) or not name.isprintable():
        raise entry.error(value, f"a name: {STRIP_NAMES}")
    if any(other.name == name for other in instance.strips if other != strip):
        raise entry.error(value, "a name that no other strip has")
    return name


def _of_length(strips: Sequence[Strip], length: int) -> list[Strip]:
    """As many strips as a frame of a length takes; new circles have their gap at the top left."""
    new = (QUARTERS["TL"],) * length
    kept = [replace(s, circles=(*s.circles, *new)[:length]) for s in strips[: 2 * length]]
    names = {strip.name for strip in kept}
    free = (name for n in range(1, 6 * CIRCLES.stop) if (name := str(n)) not in names)
    return kept + [Strip(next(free), new) for _ in range(2 * length - len(kept))]


def place_name(instance: Instance, cell: Place) -> str:
    """A circle by its number, counted from the top of its strip."""
    strip, circle = cell
    return f"circle {circle} of strip {instance.strips[strip - 1].name}"


EDIT = EditForm[Instance](lambda _: CLUES, change, values, upright_picture, place_name)
