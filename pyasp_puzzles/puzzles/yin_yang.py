"""Yin-Yang: put a black or a white stone into each cell, so that each colour is connected.

No 2 x 2 block has four stones of one colour.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pyasp_puzzles.boards import kit

STONES = {"white": "○", "black": "●"}
CIRCLES: dict[str, kit.DotShape] = {"white": "open", "black": "filled"}
TYPED = {"white": "o", "black": "x"}
MARKS = kit.Kinds("stone", STONES, typed=TYPED, shapes=CIRCLES, every=True, given="stones")


@dataclass(frozen=True)
class YinYang(kit.GridBoard):
    """A board with some stones."""

    stones: kit.Rows = kit.layer(
        kit.Signs(
            "given", TYPED, shapes=CIRCLES,
            about="a stone: o is white, x is black", noun="stone", drop="row",
        )
    )  # fmt: skip


def verify(board: YinYang, answer: kit.Marked) -> Iterator[str]:
    colours: dict[kit.Place, list[str]] = {cell: [] for cell in board.cells}
    for r, c, colour in answer.marks:
        colours[r, c].append(colour)
    for (r, c), found in colours.items():
        if len(found) != 1:
            yield f"Each cell has one stone: r{r}c{c} has {len(found)}."
    for (r, c), colour in board["stones"].items():
        if colours[r, c] != [colour]:
            yield f"r{r}c{c} is {colour} from the start."
    for colour in STONES:
        cells = [cell for cell in board.cells if colour in colours[cell]]
        yield from kit.block_faults(cells, colour)
        yield from kit.part_faults(cells, f"The {colour} stones are connected")


PUZZLE = kit.layered(
    kit.Genre(
        YinYang, kit.Marked,
        (MARKS,), verify, title="Yin-Yang", kind="shading",
        codec=kit.Pzpr("yinyang", (kit.url.Trits("stones"),), ("stones", "marks")),
    ),
    first="six",
)  # fmt: skip
