"""Tapa: shade cells so that the numbers in a cell are the lengths of the runs around it.

They stand in any order; a question mark stands for any length. Cells with numbers are not shaded.
All shaded cells are connected and nowhere fill a 2 x 2 block.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from random import Random

from pyasp_puzzles.boards import kit
from pyasp_puzzles.core.regions import neighbours

AROUND = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
"""The steps to the cells around a cell, clockwise."""


@dataclass(frozen=True)
class Tapa(kit.GridBoard):
    """A board with numbers in some cells."""

    tapa: kit.Rows = kit.layer(
        kit.Numbers(
            "number", 0, 8, "clue", several=4, drop="row",
            about="the lengths of the runs around it",
        )
    )  # fmt: skip


def lengths(shaded: set[kit.Place], cell: kit.Place) -> tuple[int, ...]:
    """The lengths of the runs around a cell, sorted; 0 alone for none."""
    ring = [(cell[0] + down, cell[1] + right) in shaded for down, right in AROUND]
    start = ring.index(False) if False in ring else 0
    runs = groupby(ring[start:] + ring[:start])
    return tuple(sorted(len(list(run)) for dark, run in runs if dark)) or (0,)


def verify(board: Tapa, answer: kit.Marked) -> Iterator[str]:
    shaded = set(answer.marks)
    for r, c, *numbers in board.tapa:
        found, told = lengths(shaded, (r, c)), [number for number in numbers if number >= 0]
        others = len(found) - len(told)
        unknown = 0 if found == (0,) else len(numbers) - len(told)
        if Counter(told) - Counter(found) or others != unknown:
            runs = ", ".join(map(str, found))
            yield f"The runs around r{r}c{c} have the lengths in it: found {runs}."
        if (r, c) in shaded:
            yield f"Cells with numbers are not shaded: r{r}c{c} is."
    yield from kit.block_faults(shaded)
    yield from kit.part_faults(shaded, "The shaded cells are connected")


def layout(random: Random, board: Tapa) -> dict[str, kit.Rows]:
    """The numbers around a random wall, in all cells beside it."""
    shaded = {random.choice(board.cells)}
    for _ in range(6 * len(board.cells)):
        r, c = random.choice(board.cells)
        beside = shaded.intersection(neighbours((r, c)))
        if beside and not kit.blocks(shaded | {(r, c)}):
            shaded.add((r, c))
    free = [cell for cell in board.cells if cell not in shaded]
    return {"tapa": tuple((*cell, *lengths(set(shaded), cell)) for cell in free)}


PUZZLE = kit.layered(
    kit.Genre(
        Tapa, kit.Marked, (kit.Shaded("shaded", off=("tapa",)),), verify,
        codec=kit.Pzpr("tapa", (kit.url.Clusters("tapa"),), (kit.files.Grid("tapa", "marks"),)),
    ),
    kit.Drafts(layout),
    first="six",
)  # fmt: skip
