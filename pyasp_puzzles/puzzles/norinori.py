"""Norinori: shade two cells of each room so that the shaded cells form dominoes.

Each shaded cell shares a side with exactly one other; a domino may lie across a wall.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from random import Random

from pyasp_puzzles.boards import kit
from pyasp_puzzles.core.regions import neighbours


@dataclass(frozen=True)
class Norinori(kit.GridBoard):
    """A board of rooms, each with two cells to shade."""

    rooms_of_two: kit.Rows = kit.layer(
        kit.Regions("region", about="the name of its room", noun="room")
    )


def verify(board: Norinori, answer: kit.Marked) -> Iterator[str]:
    shaded = set(answer.marks)
    for cells in kit.cells_by_name(board.rooms_of_two).values():
        found = len(shaded.intersection(cells))
        if found != 2:
            yield f"The room of {kit.short_name(cells[0])} has two shaded cells: it has {found}."
    for r, c in answer.marks:
        found = len(shaded.intersection(neighbours((r, c))))
        if found != 1:
            yield f"A shaded cell in r{r}c{c} has one shaded neighbour: it has {found or 'none'}."


def layout(random: Random, board: Norinori) -> dict[str, kit.Rows] | None:
    """Rooms that grow around two cells each of random dominoes; many dominoes leave few answers."""
    shaded = max((_dominoes(random, board.cells) for _ in range(10)), key=len)
    rooms = kit.grouped(random, kit.grown(random, board.cells, shaded), 2)
    return {"rooms_of_two": rooms} if rooms else None


def _dominoes(random: Random, cells: Collection[kit.Place]) -> list[kit.Place]:
    """The cells of dominoes that do not touch; of a few places each takes the least room."""
    free, shaded, places = set(cells), list[kit.Place](), kit.links(cells)
    while places:
        taken = {
            (one, other): {one, other, *neighbours(one), *neighbours(other)} & free
            for one, other in (
                (place[:2], place[2:]) for place in random.sample(places, min(60, len(places)))
            )
        }
        best = min(taken, key=lambda domino: len(taken[domino]))
        shaded += best
        free -= taken[best]
        places = [place for place in places if {place[:2], place[2:]} <= free]
    return shaded


PUZZLE = kit.layered(
    kit.Genre(
        Norinori, kit.Marked, (kit.Shaded("shaded"),), verify,
        codec=kit.Pzpr("norinori", (kit.url.Walls("rooms_of_two"),), ("rooms_of_two", "marks")),
    ),
    kit.Drafts(layout, refine=kit.regrouping("rooms_of_two", verify)),
    first="six",
)  # fmt: skip
