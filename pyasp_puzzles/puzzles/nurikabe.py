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
        ways = dict[kit.Place, int]()
        for cell in ((r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)):
            beside = [len(island) for island in islands if island.intersection(neighbours(cell))]
            if len(beside) < 2 and sum(beside) < 8 and len(kit.parts(sea - {cell})) == 1:
                ways[cell] = sum(beside)
        if not ways:
            return None
        sea.remove(random.choice([cell for cell in ways if ways[cell]] or list(ways)))
        islands = kit.parts(set(board.cells) - sea)
    return {"seeds": numbered(random, islands, set())}


def numbered(random: Random, islands: list[set[kit.Place]], old: set[kit.Place]) -> kit.Rows:
    return tuple(sorted((*random.choice(sorted(x & old) or sorted(x)), len(x)) for x in islands))


def change(
    random: Random, board: Nurikabe, answer: kit.Marked, other: kit.Marked
) -> tuple[Nurikabe, kit.Marked] | None:
    """A board with another answer, changed in up to two cells near those of a further one."""
    near = {at for x in {*answer.marks} ^ {*other.marks} for at in (x, *neighbours(x))}
    cells = random.choices(sorted(near.intersection(board.cells)), k=random.randint(0, 2))
    sea = set(answer.marks).symmetric_difference(cells)
    islands = kit.parts(set(board.cells) - sea)
    sizes, before = list(map(len, islands)), [n for _, _, n in board.seeds]
    if max(sizes, default=0) > 8 or sizes.count(1) > max(before.count(1), len(board.cells) // 10):
        return None
    old = set(board["seeds"] if random.random() < 0.7 else ())
    return replace(board, seeds=numbered(random, islands, old)), kit.Marked(tuple(sorted(sea)))


LINK = kit.Pzpr("nurikabe", (kit.url.Base16("seeds"),), (kit.files.Grid("seeds", "marks"),))
GENRE = kit.Genre(Nurikabe, kit.Marked, (kit.Shaded("shaded", off=("seeds",)),), verify, codec=LINK)
PUZZLE = kit.layered(GENRE, kit.Drafts(layout, refine=kit.repaired(change, verify)), first="five")
