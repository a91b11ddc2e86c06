"""LITS: shade a tetromino in each room, so that two of the same shape share no side.

All shaded cells are connected and nowhere fill a 2 x 2 block. A tetromino has four connected cells;
its shape is that of the letter L, I, T or S, turned or flipped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from random import Random

from pyasp_puzzles.boards import kit
from pyasp_puzzles.core.regions import neighbours


@dataclass(frozen=True)
class Lits(kit.GridBoard):
    """A board of rooms, each with a tetromino to shade."""

    rooms_of_four: kit.Rows = kit.layer(
        kit.Regions("region", about="the name of its room", noun="room")
    )


def shape(cells: Iterable[kit.Place]) -> int:
    """What tells tetrominoes apart: the squared distances of all pairs of cells, added."""
    return sum((r - r2) ** 2 + (c - c2) ** 2 for (r, c), (r2, c2) in combinations(cells, 2))


def verify(board: Lits, answer: kit.Marked) -> Iterator[str]:
    room, inside = board["rooms_of_four"], dict[str, set[kit.Place]]()
    for name, cells in kit.cells_by_name(board.rooms_of_four).items():
        inside[name] = own = set(cells).intersection(answer.marks)
        if len(own) != 4 or len(kit.parts(own)) != 1:
            found = f"{len(own)} shaded cells in {len(kit.parts(own))} parts"
            yield f"The room of {kit.short_name(cells[0])} has a tetromino: it has {found}."
    yield from kit.block_faults(answer.marks)
    yield from kit.part_faults(answer.marks, "The shaded cells are connected")
    for r, c, r2, c2 in kit.links(answer.marks):
        rooms = room[r, c], room[r2, c2]
        if rooms[0] != rooms[1] and shape(inside[rooms[0]]) == shape(inside[rooms[1]]):
            yield f"No two tetrominoes of one shape touch: those at r{r}c{c} and r{r2}c{c2} do."


def layout(random: Random, board: Lits) -> dict[str, kit.Rows] | None:
    """Rooms that grow around random tetrominoes; many of them leave few answers."""
    every: list[kit.Rows] = kit.shapes(random, board.cells, 4)
    kind = {own: shape(own) for own in every if len(own) > 3 and not kit.blocks(own)}
    owner = max((_tetrominoes(random, kind) for _ in range(5)), key=len)
    if not owner:
        return None
    name = dict(zip(dict.fromkeys(owner.values()), kit.region_names(), strict=False))
    seeds = {cell: name[own] for cell, own in owner.items()}
    return {"rooms_of_four": kit.grown(random, board.cells, seeds)}


def _tetrominoes(random: Random, kind: Mapping[kit.Rows, int]) -> dict[kit.Place, kit.Rows]:
    """The tetromino of each shaded cell; none that fits is left."""
    owner: dict[kit.Place, kit.Rows] = {}

    def fits(each: kit.Rows) -> bool:
        near = {owner[at] for cell in each for at in neighbours(cell) if at in owner}
        if not (near or not owner) or not owner.keys().isdisjoint(each):
            return False
        return all(kind[x] != kind[each] for x in near) and not kit.blocks({*owner, *each})

    while fitting := next(filter(fits, random.sample(sorted(kind), len(kind))), None):
        owner |= dict.fromkeys(fitting, fitting)
    return owner


LINK = kit.Pzpr("lits", (kit.url.Walls("rooms_of_four"),), ("rooms_of_four", "marks"))
GENRE = kit.Genre(Lits, kit.Marked, (kit.Shaded("shaded"),), verify, title="LITS", codec=LINK)
DRAFTS = kit.Drafts(layout, refine=kit.regrouping("rooms_of_four", verify))
PUZZLE = kit.layered(GENRE, DRAFTS, first="six")
