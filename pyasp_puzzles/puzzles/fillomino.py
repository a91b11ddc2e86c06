"""Fillomino: write a number into each cell, which says how many cells its area has.

An area is a connected group of equal numbers. No other cell beside it has the same number.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from random import Random

from pyasp_puzzles.boards import kit
from pyasp_puzzles.boards.board import Row
from pyasp_puzzles.boards.canvas import Canvas
from pyasp_puzzles.core.errors import counted
from pyasp_puzzles.core.regions import neighbours, regions


def cells(board: kit.GridBoard) -> int:
    """The cells of a board: the greatest number."""
    return int(board.rows * board.columns)


@dataclass(frozen=True)
class Fillomino(kit.GridBoard):
    """A board of cells, some with a number."""

    sizes: kit.Rows = kit.layer(
        kit.Numbers("given", 1, cells, about="a printed number", noun="given", drop="row")
    )


def areas(rows: tuple[tuple[int, ...], ...]) -> list[set[kit.Place]]:
    """The connected groups of equal numbers."""
    at = {(r, c): n for r, row in enumerate(rows, 1) for c, n in enumerate(row, 1)}

    def alike(cell: kit.Place) -> list[kit.Place]:
        return [near for near in neighbours(cell) if at.get(near) == at[cell[0], cell[1]]]

    return regions(list[kit.Place](at), alike)


def verify(board: Fillomino, answer: kit.Filled) -> Iterator[str]:
    yield from kit.printed_faults(board.sizes, answer)
    for area in areas(answer.rows):
        row, column = min(area)
        number = answer.rows[row - 1][column - 1]
        if not number:
            yield f"Each cell holds a number: r{row}c{column} has none."
        elif number != len(area):
            yield f"The area of r{row}c{column} has {counted(number, 'cell')}: {len(area)}."


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
        elif len(regions(own - {cell}, neighbours)) == 1:
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


VALUES = kit.Values("value", 1, cells, given="sizes")
LINK = kit.Pzpr("fillomino", (kit.url.Base16("sizes"),), ("sizes", "rows"))
GENRE = kit.Genre(Fillomino, kit.Filled, (VALUES,), verify, decorate=walls, codec=LINK)
PUZZLE = kit.layered(GENRE, kit.Drafts(layout), first="six")
