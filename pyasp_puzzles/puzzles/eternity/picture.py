"""The picture of an edge-matching board: pieces with the colours of their sides."""

from __future__ import annotations

import textwrap
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from pyasp_puzzles.boards.canvas import in_lines, named
from pyasp_puzzles.boards.places import Place, short_name
from pyasp_puzzles.core.errors import counted
from pyasp_puzzles.pictures.picture import (
    BROKEN,
    Compass,
    LegendEntry,
    Mark,
    Panel,
    Picture,
    SideColours,
    Tile,
)
from pyasp_puzzles.puzzles.eternity.facts import EternitySolution
from pyasp_puzzles.puzzles.eternity.instance import EternityBoard, Lying
from pyasp_puzzles.puzzles.eternity.links import letters

_GREY = 21
"""The palette's number for a light grey."""
_AROUND: tuple[Compass, ...] = ("N", "E", "S", "W")
_WIDTH = 78  # after "% "
_MOST_NAMED = 30
"""Joints whose sides differ that the legend names one by one."""
_NO_BREAK, _FRAME = "\u00a0", "·"
_PIECE = "In the middle of a piece is its number, at its sides are its colours."
_COPIES = "x2, x3 …: so many pieces are alike, perhaps after a turn."
_HINTS = "Hints are underlined in the answer, or in brackets where all is plain."

Turned = Mapping[Place, Lying]
"""The pieces on some cells, by number and quarter turns."""
Cut = tuple[Place, int, Place]
"""A joint whose sides differ: a cell, its side (1 to the right, 2 below), the cell there."""


def picture(instance: EternityBoard, solution: EternitySolution | None) -> Picture:
    """The board with the colours of all sides; unsolved, the hints, and the pieces beside it."""
    lying = solution.lying if solution else instance.hinted
    cut = list(_cut(instance, lying))
    panels = [Panel(_board(instance, lying, instance.hinted, cut), numbered=bool(cut))]
    if not solution:
        stock = (
            replace(piece(instance, kind), text=named(str(kind), n))
            for kind, n in instance.copies.items()
        )
        panels.append(Panel(in_lines(stock, min(8, max(instance.columns, 4))), "pieces"))
    several = len(instance.copies) < len(instance.pieces)
    legend = [*_legend(instance, several), *_cut_joints(instance, lying, cut)]
    legend += [LegendEntry("", line) for line in textwrap.wrap(instance.note, _WIDTH)]
    return Picture(instance.heading, tuple(panels), tuple(legend))


def list_picture(instance: EternityBoard) -> Picture:
    """The board with the hints, and all pieces as listed; their cells are their numbers."""
    lying: Turned = {(hint.row, hint.column): (hint.piece, hint.turns) for hint in instance.hints}
    laid, wide = {number for number, _ in lying.values()}, min(16, max(instance.columns, 4))
    stock = (
        replace(piece(instance, number), given=number in laid, cell=(number,))
        for number in range(1, len(instance.pieces) + 1)
    )
    colours = (
        Tile(1, 1, str(colour), colour, figure=SideColours((_shown(mark),) * 4))
        for colour, mark in sorted(_names(instance).items())
    )
    panels = (
        Panel(_board(instance, lying, lying, list(_cut(instance, lying))), "board"),
        Panel(in_lines(colours, wide), "colours"),
        Panel(in_lines(stock, wide), "pieces"),
    )
    return Picture(instance.heading, panels, tuple(_legend(instance, copies=False)))


def piece(instance: EternityBoard, kind: int, turns: int = 0) -> Tile:
    """A piece of a kind after quarter turns clockwise, beside the board."""
    around = [_names(instance)[side] for side in instance.look(kind, turns)]
    marks = {
        at: replace(mark, text=f" {mark.text} ") if at in "NS" else mark
        for at, mark in zip(_AROUND, around, strict=True)
    }
    up, right, down, left = map(_shown, around)
    return Tile(1, 1, str(kind), (1, 1), marks=marks, figure=SideColours((up, right, down, left)))


def _shown(mark: Mark) -> int | None:
    """The colour of a mark as a side; ``None``: the frame."""
    return None if mark.text == _FRAME else mark.colour


def _cut(instance: EternityBoard, lying: Turned) -> Iterator[Cut]:
    """The joints whose sides differ."""
    looks = {cell: instance.look(*each) for cell, each in lying.items()}
    for (row, column), look in sorted(looks.items()):
        for side, cell in ((1, (row, column + 1)), (2, (row + 1, column))):
            if cell in looks and looks[cell][(side + 2) % 4] != look[side]:
                yield (row, column), side, cell


def _board(
    instance: EternityBoard,
    lying: Turned,
    given: Collection[Place],
    cut: Sequence[Cut],
) -> tuple[Tile, ...]:
    """The cells with the numbers of the pieces that lie there and their colours."""
    broken: dict[Place, set[Compass]] = defaultdict(set)
    for one, side, other in cut:
        broken[one].add(_AROUND[side])
        broken[other].add(_AROUND[(side + 2) % 4])
    seen, tiles = lying.keys() & given, []
    for cell in dict.fromkeys((*instance.cells, *lying)):
        row, column = cell
        tile = piece(instance, *lying[cell]) if cell in lying else Tile(1, 1)
        tile = replace(tile, row=row, column=column, group=cell, cell=cell, given=cell in seen)
        tiles.append(replace(tile, broken=frozenset(broken[cell])))
    return tuple(tiles)


@lru_cache(maxsize=16)
def _names(instance: EternityBoard) -> Mapping[int, Mark]:
    """The mark of each colour: a number of one digit, else a letter, else the number."""
    known = letters(instance)
    lettered = max(known) > 9 and all(known.values())
    inner = (colour for colour in known if colour != instance.frame)
    names = {
        colour: Mark(known[colour] if lettered else str(colour), index + (index >= _GREY))
        for index, colour in enumerate(inner)
    }
    if instance.frame is not None:
        names[instance.frame] = Mark(_FRAME, _GREY)
    return names


def _legend(instance: EternityBoard, copies: bool) -> Iterator[LegendEntry]:
    yield LegendEntry("", _PIECE, medium="text")
    names = {mark.text: colour for colour, mark in _names(instance).items() if mark.text.isalpha()}
    if names:
        yield LegendEntry("", _alphabet(instance, names), medium="text")
    if instance.frame is not None:
        yield LegendEntry(_FRAME, "frame", _GREY, medium="text")
    if copies:
        yield LegendEntry("", _COPIES)
    if instance.hints:
        yield LegendEntry("", _HINTS, medium="text")


def _cut_joints(
    instance: EternityBoard, lying: Turned, cut: Sequence[Cut]
) -> Iterator[LegendEntry]:
    """The number of joints whose sides differ; if they are few, where they are."""
    if not cut:
        return
    every = counted(instance.joints, "joint")
    yield LegendEntry(BROKEN, f"The sides differ: {len(cut)} of {every}.")
    if len(cut) > _MOST_NAMED:
        return
    words = []
    for one, side, other in cut:
        colours = instance.look(*lying[one])[side], instance.look(*lying[other])[(side + 2) % 4]
        both = " and ".join(_names(instance)[colour].text for colour in colours)
        words.append(f"{short_name((*one, *other))}: {both}")
    whole = "; ".join(word.replace(" ", _NO_BREAK) for word in words)
    for line in textwrap.wrap(whole, _WIDTH, break_on_hyphens=False):
        yield LegendEntry("", line.replace(_NO_BREAK, " "), medium="text")


def _alphabet(instance: EternityBoard, names: Mapping[str, int]) -> str:
    """The legend of the letters: "a (frame, drawn ·) is 0; b is 1, … w is 22."."""
    usual = sorted(name for name, colour in names.items() if ord(name) - ord("a") == colour)
    others = sorted(names.keys() - set(usual))
    ends = usual[:1] + usual[-1:] if len(usual) > 1 else usual
    words = [f"{name} is {names[name]}" for name in [*ends, *others]]
    if len(usual) > 2:
        words[1] = f"… {words[1]}"
    text = f"{', '.join(words)}."
    return text if instance.frame is None else f"a (frame, drawn ·) is {instance.frame}; {text}"
