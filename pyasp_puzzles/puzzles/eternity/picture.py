"""The picture of an edge-matching board: pieces with the colours of their sides."""

from __future__ import annotations

import textwrap
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from pyasp_puzzles.boards.canvas import in_lines, named
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
from pyasp_puzzles.puzzles.eternity.instance import (
    EternityBoard,
    Sides,
    as_kind,
    cells,
    joints,
    kinds,
    turned,
)
from pyasp_puzzles.puzzles.eternity.links import has_letters, letter

_GREY = 21
"""The palette's number for a light grey."""
_AROUND: tuple[Compass, ...] = ("N", "E", "S", "W")
_WIDTH = 78  # after "% "
_MOST_NAMED = 30
"""Joints whose sides differ that the legend names one by one."""

_NO_BREAK, _FRAME = "\u00a0", "·"

_Names = Mapping[int, Mark]
Cell = tuple[int, int]
"""Row and column, from 1."""


def picture(instance: EternityBoard, solution: EternitySolution | None) -> Picture:
    """The board with the colours of all sides; unsolved, the hints, and the pieces beside it."""
    hints = {(h.row, h.column): as_kind(instance, h.piece, h.turns) for h in instance.hints}
    lying = hints
    if solution:
        lying = {(p.row, p.column): (p.piece, p.turns) for p in solution.placements}
    looks = {cell: turned(instance.pieces[kind - 1], t) for cell, (kind, t) in lying.items()}
    cut = list(_cut(looks))
    board = _board(instance, {cell: kind for cell, (kind, _) in lying.items()}, looks, hints)
    copies = Counter(kind for kind, _ in kinds(instance))
    panels = [Panel(board, numbered=bool(cut))]
    if not solution:
        names, pieces = _names(instance), instance.pieces
        stock = (
            replace(_piece(names, kind, pieces[kind - 1]), text=named(str(kind), n), cell=None)
            for kind, n in copies.items()
        )
        panels.append(Panel(in_lines(stock, min(8, max(instance.columns, 4))), "pieces"))
    several = any(number > 1 for number in copies.values())
    legend = [*_legend(instance, several), *_cut_joints(instance, cut, looks)]
    legend += [LegendEntry("", line) for line in textwrap.wrap(instance.note, _WIDTH)]
    return Picture(instance.title, tuple(panels), tuple(legend))


def list_picture(instance: EternityBoard) -> Picture:
    """The board with the hints, and all pieces as listed; their cells are their numbers."""
    hints = {(hint.row, hint.column): hint for hint in instance.hints}
    looks = {cell: turned(instance.pieces[h.piece - 1], h.turns) for cell, h in hints.items()}
    laid = {cell: hint.piece for cell, hint in hints.items()}
    names, wide = _names(instance), min(16, max(instance.columns, 4))
    stock = (
        replace(_piece(names, number, sides, given=number in laid.values()), cell=(number,))
        for number, sides in enumerate(instance.pieces, start=1)
    )
    panels = (
        Panel(_board(instance, laid, looks, hints), "board"),
        Panel(in_lines(_colours(instance), wide), "colours"),
        Panel(in_lines(stock, wide), "pieces"),
    )
    return Picture(instance.title, panels, tuple(_legend(instance, copies=False)))


def _colours(instance: EternityBoard) -> Iterator[Tile]:
    """All colours with their numbers."""
    for colour, mark in sorted(_names(instance).items()):
        figure = SideColours((_shown(mark),) * 4)
        yield Tile(1, 1, str(colour), colour, figure=figure)


def piece(instance: EternityBoard, kind: int, turns: int) -> Tile:
    """A piece of a kind after quarter turns clockwise, beside the board."""
    look = turned(instance.pieces[kind - 1], turns)
    return replace(_piece(_names(instance), kind, look), cell=None)


def _cut(looks: Mapping[Cell, Sides]) -> Iterator[tuple[Cell, Cell]]:
    """The joints whose sides differ: a cell, and the one below it or to its right."""
    for (row, column), (_, right, down, _) in sorted(looks.items()):
        for cell, side, opposite in (((row, column + 1), right, 3), ((row + 1, column), down, 0)):
            if cell in looks and looks[cell][opposite] != side:
                yield (row, column), cell


def _board(
    instance: EternityBoard,
    lying: Mapping[Cell, int],
    looks: Mapping[Cell, Sides],
    given: Collection[Cell],
) -> tuple[Tile, ...]:
    """The cells with the numbers of the pieces that lie there and their colours."""
    broken: dict[Cell, set[Compass]] = defaultdict(set)
    for one, other in _cut(looks):
        below = other[0] > one[0]
        broken[one].add("S" if below else "E")
        broken[other].add("N" if below else "W")
    names, tiles = _names(instance), {x: Tile(*x, "", x, cell=x) for x in cells(instance)}
    for cell, kind in lying.items():
        tiles[cell] = _piece(names, kind, looks[cell], cell, cell in given)
    return tuple(replace(tile, broken=frozenset(broken[cell])) for cell, tile in tiles.items())


def _piece(
    names: _Names, kind: int, sides: Sides, cell: Cell = (1, 1), given: bool = False
) -> Tile:
    around = [names[side] for side in sides]
    marks = {
        at: replace(mark, text=f" {mark.text} ") if at in "NS" else mark
        for at, mark in zip(_AROUND, around, strict=True)
    }
    up, right, down, left = map(_shown, around)
    figure = SideColours((up, right, down, left))
    return Tile(*cell, str(kind), cell, given=given, marks=marks, cell=cell, figure=figure)


def _shown(mark: Mark) -> int | None:
    """The colour of a mark as a side; ``None``: the frame."""
    return None if mark.text == _FRAME else mark.colour


@lru_cache(maxsize=16)
def _names(instance: EternityBoard) -> _Names:
    """The mark of each colour: a number of one digit, else a letter, else the number."""
    colours = sorted({colour for sides in instance.pieces for colour in sides})
    inner = [colour for colour in colours if colour != instance.frame]
    lettered = colours[-1] > 9 and has_letters(instance)
    names = {}
    for index, colour in enumerate(inner):
        name = letter(instance, colour) if lettered else str(colour)
        names[colour] = Mark(name, index + (index >= _GREY))
    if instance.frame is not None:
        names[instance.frame] = Mark(_FRAME, _GREY)
    return names


def _legend(instance: EternityBoard, copies: bool) -> Iterator[LegendEntry]:
    words = "In the middle of a piece is its number, at its sides are its colours."
    yield LegendEntry("", words, medium="text")
    letters = {
        mark.text: colour for colour, mark in _names(instance).items() if mark.text.isalpha()
    }
    if letters:
        yield LegendEntry("", _alphabet(instance, letters), medium="text")
    if instance.frame is not None:
        yield LegendEntry(_FRAME, "frame", _GREY, medium="text")
    if copies:
        yield LegendEntry("", "Copies (alike, perhaps after a turn) carry the number of the first.")
    if instance.hints:
        words = "Hints are underlined in the answer, or in brackets where all is plain."
        yield LegendEntry("", words, medium="text")


def _cut_joints(
    instance: EternityBoard, cut: Sequence[tuple[Cell, Cell]], looks: Mapping[Cell, Sides]
) -> Iterator[LegendEntry]:
    """The number of joints whose sides differ; if they are few, where they are."""
    if not cut:
        return
    every = counted(joints(instance), "joint")
    yield LegendEntry(BROKEN, f"The sides differ: {len(cut)} of {every}.")
    if len(cut) > _MOST_NAMED:
        return
    words = []
    for one, other in cut:
        below = other[0] > one[0]
        colours = looks[one][2 if below else 1], looks[other][0 if below else 3]
        letters = " and ".join(_names(instance)[colour].text for colour in colours)
        words.append(f"r{one[0]}c{one[1]}-r{other[0]}c{other[1]}: {letters}")
    whole = "; ".join(word.replace(" ", _NO_BREAK) for word in words)
    for line in textwrap.wrap(whole, _WIDTH, break_on_hyphens=False):
        yield LegendEntry("", line.replace(_NO_BREAK, " "), medium="text")


def _alphabet(instance: EternityBoard, letters: Mapping[str, int]) -> str:
    """The legend of the letters: "a (frame, drawn ·) is 0; b is 1, … w is 22."."""
    usual = sorted(name for name, colour in letters.items() if ord(name) - ord("a") == colour)
    others = sorted(letters.keys() - set(usual))
    ends = usual[:1] + usual[-1:] if len(usual) > 1 else usual
    words = [f"{name} is {letters[name]}" for name in [*ends, *others]]
    if len(usual) > 2:
        words[1] = f"… {words[1]}"
    text = f"{', '.join(words)}."
    return text if instance.frame is None else f"a (frame, drawn ·) is {instance.frame}; {text}"
