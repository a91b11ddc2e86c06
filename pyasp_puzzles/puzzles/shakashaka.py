"""Shakashaka: blacken halves of cells so that all white areas are rectangles, upright or tilted.

A number on a wall tells how many of these triangles share a side with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random

from pyasp_puzzles.boards import kit
from pyasp_puzzles.core.errors import counted
from pyasp_puzzles.core.regions import neighbours, regions


@dataclass(frozen=True)
class Shakashaka(kit.GridBoard):
    """A board with walls, some with a number."""

    black: kit.Rows = kit.layer(
        kit.Numbers("touches", 0, 4, "wall", dark=True, noun="wall", drop="?",
                    about="a wall with the number of triangles that touch it")
    )  # fmt: skip


CORNERS = {"sw": (1, 0), "se": (1, 1), "ne": (0, 1), "nw": (0, 0)}
"""From the upper left corner of a cell to each of its corners."""


def verify(board: Shakashaka, answer: kit.Marked) -> Iterator[str]:
    black = {(r, c): CORNERS[kind] for r, c, kind in answer.marks}
    if len(black) < len(answer.marks):
        yield "A cell has one triangle at most: one has more."
    for (r, c), number in board["black"].items():
        found = sum(near in black for near in neighbours((r, c)))
        if number not in ("?", found):
            yield f"{counted(int(number), 'triangle')} can touch the wall r{r}c{c}: {found} do."
    white = {cell: set(kit.STEPS) for cell in board.cells if cell not in board["black"]}
    for cell, (down, right) in black.items():
        white[cell] -= {(2 * down - 1, 0), (0, 2 * right - 1)}

    def joined(cell: kit.Place) -> list[kit.Place]:
        near = {(-y, -x): (cell[0] + y, cell[1] + x) for y, x in white[cell]}
        return [at for back, at in near.items() if back in white.get(at, ())]

    for area in regions(white, joined):
        corners = [(r, c, *corner) for r, c in area for corner in CORNERS.values()]
        points = [(r + y, c + x) for r, c, y, x in corners if black.get((r, c)) != (y, x)]
        size = len(points) - 2 * len(area)  # twice its area
        upright = span(r for r, _ in points) * span(c for _, c in points)
        tilted = span(r + c for r, c in points) * span(r - c for r, c in points)
        if size not in (2 * upright, tilted):
            r, c = min(area)
            yield f"White areas are rectangles: that of r{r}c{c} is none."


def span(numbers: Iterator[int]) -> int:
    """How far numbers are apart."""
    every = list(numbers)
    return max(every) - min(every)


def layout(random: Random, board: Shakashaka) -> Mapping[str, kit.Rows]:
    """Walls that look the same after half a turn."""
    return {"black": kit.half_turned(random, board.cells, 0.2)}


SIGNS, TYPED = (dict(zip(CORNERS, signs, strict=True)) for signs in ("◣◢◥◤", "LJ7F"))
TRIANGLES = kit.Kinds("triangle", signs=SIGNS, typed=TYPED, off=("black",))
WALLS, HALVES = (
    kit.files.Grid(kit.files.Tokens(name, tuple(signs)))
    for name, signs in (("black", "012345"), ("marks", "2345"))
)
LINK = kit.Pzpr("shakashaka", (kit.url.Fours("black"),), (WALLS, HALVES))
PUZZLE = kit.layered(
    kit.Genre(Shakashaka, kit.Marked, (TRIANGLES,), verify, codec=LINK),
    kit.Drafts(layout, rules=":- size(H, W), { triangle(R, C, K) } < H * W / 4.\n"),
    first="six",
)
