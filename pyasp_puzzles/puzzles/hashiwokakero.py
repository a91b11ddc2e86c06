"""Hashiwokakero: join all islands by bridges, which run straight to the next one and do not cross.

At most two bridges join the same two islands. A number tells how many bridges its island has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random

from pyasp_puzzles.boards import kit
from pyasp_puzzles.core.errors import counted
from pyasp_puzzles.core.regions import neighbours, regions


@dataclass(frozen=True)
class Hashiwokakero(kit.GridBoard):
    """A board of islands, each with a number or without."""

    islands: kit.Rows = kit.layer(
        kit.Numbers(
            "bridges", 1, 8, "island", noun="island", dot="open",
            about="how many bridges an island has",
        )
    )  # fmt: skip


def verify(board: Hashiwokakero, answer: kit.Marked) -> Iterator[str]:
    near = kit.joined(answer.marks)
    lines = {(line[:2], line[2:4]): line[4] for line in answer.marks}
    lines |= {(second, first): number for (first, second), number in lines.items()}
    number = board["islands"]
    for cell in sorted(near.keys() - number.keys()):
        along = {(cell[0] - o[0], cell[1] - o[1]): lines[cell, o] for o in near[cell]}
        if any(along.get((-down, -right)) != n for (down, right), n in along.items()):
            yield f"Bridges run straight on in {kit.short_name(cell)}: they do not."
        elif len(near[cell]) > 2:
            yield f"No bridges cross in {kit.short_name(cell)}: some do."
    for cell, wanted in sorted(number.items()):
        found = sum(lines[cell, other] for other in near.get(cell, ()))
        if wanted not in (found, "?"):
            rule = f"The island {kit.short_name(cell)} has {counted(wanted, 'bridge')}"
            yield f"{rule}: it has {found}."
    groups = regions([*number, *near], lambda cell: near.get(cell, ()))
    yield from kit.group_faults(groups, "Bridges join all islands", "bridge")


def layout(random: Random, board: Hashiwokakero) -> Mapping[str, kit.Rows] | None:
    """Islands of a random net of bridges, at most one in four cells."""
    number = {random.choice(board.cells): 0}
    taken = {*number}
    for _ in range(3 * len(board.cells)):
        start, (down, right) = random.choice(list(number)), random.choice(kit.STEPS)
        way: list[kit.Place] = []
        end: kit.Place = (start[0] + down, start[1] + right)
        while end in board.cells and end not in taken:
            way.append(end)
            end = (end[0] + down, end[1] + right)
        if end not in number:
            if len(way) < 2 or 4 * len(number) >= len(board.cells):
                continue
            way = way[: random.randrange(2, min(len(way), 5) + 1)]
            end = way.pop()
            if not number.keys().isdisjoint(neighbours((end[0], end[1]))):
                continue
        if way:
            lines = random.choice((1, 2))
            number[start] += lines
            number[end] = number.get(end, 0) + lines
            taken |= {end, *way}
    if len(number) == 1:
        return None
    return {"islands": tuple(sorted((*cell, n) for cell, n in number.items()))}


LINES = kit.Lines("bridge", across=True, most=2, noun="link")
LINK = kit.Pzpr("hashikake", (kit.url.Base16("islands"),), ("islands", "marks"))
GENRE = kit.Genre(Hashiwokakero, kit.Marked, (LINES,), verify, codec=LINK)
PUZZLE = kit.layered(GENRE, kit.Drafts(layout), first="ten")
