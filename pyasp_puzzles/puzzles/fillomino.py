"""Fillomino: write a number into each cell, which says how many cells its area has.

An area is a connected group of equal numbers. Two areas of the same size share no side.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from random import Random

from pyasp_puzzles.boards import kit
from pyasp_puzzles.boards.board import Row
from pyasp_puzzles.boards.canvas import Canvas
from pyasp_puzzles.core.errors import counted


@dataclass(frozen=True)
class Fillomino(kit.GridBoard):
    """A board of cells, some with a number."""

    sizes: kit.Rows = kit.layer(
        kit.Numbers("given", 1, kit.area, about="a printed number", noun="given", drop="row")
    )


def verify(board: Fillomino, answer: kit.Filled) -> Iterator[str]:
    yield from kit.printed_faults(board.sizes, answer)
    for number in sorted({number for row in answer.rows for number in row}):
        for area in kit.parts(cell for cell in board.cells if answer[cell] == number):
            where = kit.short_name(min(area))
            if not number:
                yield f"Each cell holds a number: {where} has none."
            elif number != len(area):
                yield f"The area of {where} has {counted(number, 'cell')}: {len(area)}."


def layout(random: Random, board: Fillomino) -> dict[str, kit.Rows] | None:
    """All numbers of random areas of up to nine cells: areas of one size that touch are changed."""
    area = {cell: frozenset([cell]) for cell in board.cells}
    joints = kit.links(board.cells)
    for _ in range(20 * len(joints)):
        wrong = [(at[:2], at[2:]) for at in joints if _one_size(area[at[:2]], area[at[2:]])]
        if not wrong:
            return {"sizes": tuple((*cell, len(own)) for cell, own in area.items())}
        cell, beside = random.choice(wrong)
        own, other = area[cell], area[beside]
        if len(own | other) <= 9 and random.random() < 0.6:
            parts = [own | other]
        elif len(kit.parts(own - {cell})) == 1:
            more = [other | {cell}] if len(other) < 9 else [frozenset([cell])]
            parts = [own - {cell}, *more]
        else:
            continue
        for part in parts:
            area |= dict.fromkeys(part, part)
    return None


def _one_size(area: frozenset[kit.Place], other: frozenset[kit.Place]) -> bool:
    """Whether two areas may not touch."""
    return area != other and len(area) == len(other)


def walls(canvas: Canvas, board: Fillomino, known: Mapping[str, Collection[Row]]) -> None:
    """Draw walls between different numbers where all are known."""
    if len(known.get("rows", ())) == len(board.cells):
        for row, column, number in known["rows"]:
            canvas.group((row, column), number)


VALUES = kit.Values("value", 1, kit.area, given="sizes")
LINK = kit.Pzpr("fillomino", (kit.url.Base16("sizes"),), ("sizes", "rows"))
GENRE = kit.Genre(Fillomino, kit.Filled, (VALUES,), verify, decorate=walls, codec=LINK)
PUZZLE = kit.layered(GENRE, kit.Drafts(layout, batch=8), first="six")
