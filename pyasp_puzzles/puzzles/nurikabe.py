"""Nurikabe: shade cells so that the others form islands with one number each, their size.

Islands touch at corners only. The shaded cells are connected and nowhere fill a 2 x 2 block.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from pyasp_puzzles.boards import kit
from pyasp_puzzles.core.errors import counted
from pyasp_puzzles.core.regions import neighbours


@dataclass(frozen=True)
class Nurikabe(kit.GridBoard):
    """A board with a number on each island."""

    seeds: kit.Rows = kit.layer(
        kit.Numbers(
            "number", 1, lambda board: board.rows * board.columns, "island", noun="island",
            about="the cells of an island",
        )
    )  # fmt: skip


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
    """Numbers of random islands, taken from the sea until it fills no block."""
    sea = set(board.cells)
    land: dict[kit.Place, set[kit.Place]] = {}
    while blocks := kit.blocks(sea):
        r, c = random.choice(blocks)
        ways: list[tuple[tuple[int, int], set[kit.Place]]] = []
        for cell in ((r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)):
            beside = {id(land[n]): land[n] for n in neighbours(cell) if n in land}
            size = sum(map(len, beside.values())) + 1
            if len(beside) < 2 and size < 9 and len(kit.parts(sea - {cell})) == 1:
                ways.append((cell, next(iter(beside.values()), set())))
        if not ways:
            return None
        new, island = random.choice([way for way in ways if way[1]] or ways)
        island.add(new)
        land[new] = island
        sea.remove(new)
    islands = kit.parts(land)
    rows = [(*random.choice(sorted(island)), len(island)) for island in islands]
    return {"seeds": tuple(sorted(rows))}


def refine(
    random: Random,
    _settings: object,
    board: Nurikabe,
    answer: kit.Marked,
    others: Sequence[kit.Marked],
) -> Nurikabe | None:
    """A board with numbers in other cells of their islands, such that the others break a rule."""
    islands = kit.parts(set(board.cells).difference(answer.marks))
    seas = [frozenset(other.marks) for other in others]
    for _ in range(20):
        left, rows = seas, list[tuple[int, ...]]()
        for island in random.sample(islands, len(islands)):
            hits = {cell: sum(cell in sea for sea in left) for cell in sorted(island)}
            cell = random.choice([cell for cell in hits if hits[cell] == max(hits.values())])
            left = [sea for sea in left if cell not in sea]
            rows.append((*cell, len(island)))
        board = replace(board, seeds=tuple(sorted(rows)))
        if all(any(verify(board, kit.Marked(tuple(sorted(sea))))) for sea in left):
            return board
    return None


PUZZLE = kit.layered(
    kit.Genre(
        Nurikabe, kit.Marked, (kit.Shaded("shaded", off=("seeds",)),), verify,
        codec=kit.Pzpr(
            "nurikabe", (kit.url.Base16("seeds"),), (kit.files.Grid("seeds", "marks"),)
        ),
    ),
    kit.Drafts(layout, refine=refine),
    first="five",
)  # fmt: skip
