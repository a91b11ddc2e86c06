"""Nurikabe: shade cells so that the others form islands with one number each, their size.

Islands touch at corners only. The shaded cells are connected and nowhere fill a 2 x 2 block.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random

from pyasp_puzzles.boards import kit
from pyasp_puzzles.core.errors import counted
from pyasp_puzzles.core.regions import neighbours


@dataclass(frozen=True)
class Nurikabe(kit.GridBoard):
    """A board with a number on each island."""

    seeds: kit.Rows = kit.layer(
        kit.Numbers("number", 1, kit.area, "island", about="the cells of an island", noun="island")
    )


def verify(board: Nurikabe, answer: kit.Marked) -> Iterator[str]:
    sea, numbers = set(answer.marks), board["seeds"]
    for r, c in sorted(sea.intersection(numbers)):
        yield f"Numbers are not shaded: r{r}c{c} is."
    for island in kit.parts(set(board.cells) - sea):
        found = [numbers[cell] for cell in sorted(island) if cell in numbers]
        r, c = min(island)
        if len(found) != 1:
            yield f"An island has one number: the one at r{r}c{c} has {len(found)}."
        elif found[0] not in ("?", len(island)):
            words = counted(int(found[0]), "cell")
            yield f"The island at r{r}c{c} has {words}: it has {len(island)}."
    yield from kit.part_faults(sea, "The shaded cells are connected")
    yield from kit.block_faults(sea)


def layout(random: Random, board: Nurikabe) -> Mapping[str, kit.Rows] | None:
    """Numbers of random islands of up to eight cells, which grow until the sea fills no block."""
    sea, islands = set(board.cells), list[set[kit.Place]]()
    while blocks := kit.blocks(sea):
        r, c = random.choice(blocks)
        ways: dict[kit.Place, int] = {}
        for cell in ((r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)):
            beside = [len(island) for island in islands if island.intersection(neighbours(cell))]
            if len(beside) < 2 and sum(beside) < 8 and len(kit.parts(sea - {cell})) == 1:
                ways[cell] = sum(beside)
        if not ways:
            return None
        sea.remove(random.choice([cell for cell in ways if ways[cell]] or list(ways)))
        islands = kit.parts(set(board.cells) - sea)
    rows = [(*random.choice(sorted(island)), len(island)) for island in islands]
    return {"seeds": tuple(sorted(rows))}


def change(random: Random, board: Nurikabe, answer: kit.Marked, other: kit.Marked) -> Nurikabe:
    """A board with a number in a cell of its island that another answer shades."""
    islands = kit.parts(set(board.cells).difference(answer.marks))
    island = random.choice([island for island in islands if island.intersection(other.marks)])
    numbers = {cell: n for cell, n in board["seeds"].items() if cell not in island}
    numbers[random.choice(sorted(island.intersection(other.marks)))] = len(island)
    return replace(board, seeds=tuple(sorted((*cell, n) for cell, n in numbers.items())))


PUZZLE = kit.layered(
    kit.Genre(
        Nurikabe, kit.Marked, (kit.Shaded("shaded", off=("seeds",)),), verify,
        codec=kit.Pzpr(
            "nurikabe", (kit.url.Base16("seeds"),), (kit.files.Grid("seeds", "marks"),)
        ),
    ),
    kit.Drafts(layout, refine=kit.repaired(change, verify)),
    first="five",
)  # fmt: skip
