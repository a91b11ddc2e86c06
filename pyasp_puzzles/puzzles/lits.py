"""LITS: shade a tetromino in each room, so that two of the same shape share no side.

All shaded cells are connected and nowhere fill a 2 x 2 block. A tetromino has four connected cells;
its shape is that of the letter L, I, T or S, turned or flipped.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from pyasp_puzzles.boards import kit


@dataclass(frozen=True)
class Lits(kit.GridBoard):
    """A board of rooms, each with a tetromino to shade."""

    rooms_of_four: kit.Rows = kit.layer(
        kit.Regions("region", about="the name of its room", noun="room")
    )


def shape(cells: set[kit.Place]) -> list[kit.Place]:
    """The least of the images of some cells under turns, flips and shifts."""
    turns = [
        [(sy * (y, x)[swap], sx * (x, y)[swap]) for y, x in cells]
        for sy in (1, -1) for sx in (1, -1) for swap in (0, 1)
    ]  # fmt: skip
    return min(
        sorted((y - min(turn)[0], x - min(x for _, x in turn)) for y, x in turn) for turn in turns
    )


def verify(board: Lits, answer: kit.Marked) -> Iterator[str]:
    room = board["rooms_of_four"]
    inside: dict[str, set[kit.Place]] = {name: set() for name in room.values()}
    first = {name: f"r{r}c{c}" for (r, c), name in reversed(room.items())}
    for cell in answer.marks:
        inside[room[cell]].add(cell)
    for name, cells in inside.items():
        if len(cells) != 4 or len(kit.parts(cells)) != 1:
            found = f"{len(cells)} shaded cells in {len(kit.parts(cells))} parts"
            yield f"The room of {first[name]} has a tetromino: it has {found}."
    yield from kit.block_faults(answer.marks)
    yield from kit.part_faults(answer.marks, "The shaded cells are connected")
    for r, c, r2, c2 in kit.links(answer.marks):
        rooms = room[r, c], room[r2, c2]
        if rooms[0] != rooms[1] and shape(inside[rooms[0]]) == shape(inside[rooms[1]]):
            yield f"No two tetrominoes of one shape touch: those at r{r}c{c} and r{r2}c{c2} do."


def layout(random: Random, board: Lits) -> dict[str, kit.Rows]:
    """Random rooms, with some eight cells each."""
    seeds = random.sample(board.cells, max(1, len(board.cells) // 8))
    return {"rooms_of_four": kit.grown(random, board.cells, seeds)}


PUZZLE = kit.layered(
    kit.Genre(
        Lits, kit.Marked, (kit.Shaded("shaded"),), verify, title="LITS",
        codec=kit.Pzpr("lits", (kit.url.Walls("rooms_of_four"),), ("rooms_of_four", "marks")),
    ),
    kit.Drafts(layout, refine=kit.regrouping("rooms_of_four", verify)),
    first="six",
)  # fmt: skip
