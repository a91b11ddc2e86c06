"""Pips boards of our own: the founding ring, boards with a known count, boards from a seed.

Some counts are known from elsewhere: 6,728 ways to tile a 6x6 board (P. W. Kasteleyn, 1961), none
for a board without two opposite corners (M. Black, 1946), and 36 tilings of 4x4 with each of eight
dominoes either way round.  The program has counted the others; a backtracker in the tests counts
the small ones again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from random import Random

from pyasp_puzzles.puzzles.pips.instance import Cell, Domino, Instance, Region, make, names
from pyasp_puzzles.puzzles.pips.layout import box, drawn, full_set, grown, shuffled, tiling

_RING = """
abbb
l..b
k..f
jhhf
"""

_HEART = """
.##..##.
########
########
########
.######.
..####..
...##...
"""

_TWO_ISLANDS = """
####.
####.
.....
..##.
.####
.####
..##.
"""

_THREE_RINGS = """
##############
#.....#......#
#.##########.#
#.#........#.#
#.#.######.#.#
#.#.#....#.#.#
#.#.#....###.#
#.#.#....#.#.#
#.#.#....#.#.#
#.#.######.#.#
#.#........#.#
#.##########.#
#............#
##############
"""


def generate(
    title: str,
    cells: Iterable[Cell],
    dominoes: Sequence[Domino],
    seed: int,
    largest: int,
    loose: int,
) -> Instance:
    """A board with at least one answer, from which its regions and rules are made.

    Args:
        title: title of the instance.
        cells: the board, twice as many cells as dominoes.
        dominoes: the set, each domino with one copy.
        seed: the same seed gives the same board, with every version of Python.
        largest: the greatest number of cells in a region.
        loose: one region in ``loose`` gets a weaker rule than a sum.

    Raises:
        ValueError: the board cannot be covered by that many dominoes.

    >>> board = generate("Small", box(2, 3), full_set(1), seed=1, largest=2, loose=4)
    >>> sum(len(region.cells) for region in board.regions), len(board.dominoes)
    (6, 3)
    """
    random = Random(seed)
    board = sorted(cells)
    links = tiling(board, random)
    if len(links) != len(dominoes):
        raise ValueError(f"{len(dominoes)} dominoes cannot cover these {len(board)} cells")
    pips: dict[Cell, int] = {}
    for link, domino in zip(shuffled(links, random), dominoes, strict=True):
        pips.update(zip(shuffled(link, random), (domino.low, domino.high), strict=True))
    regions = []
    left = set(board)
    name = names()
    for cell in shuffled(board, random):
        if cell in left:
            region = grown(cell, left, pips, random.randrange(largest) + 1, random)
            left -= region
            regions.append(_ruled(region, pips, loose, random))
    regions.sort(key=lambda region: region.cells)
    named = [Region(next(name), r.rule, r.cells, r.target) for r in regions]
    return make(title, named, dominoes)


def _ruled(cells: set[Cell], pips: dict[Cell, int], loose: int, random: Random) -> Region:
    """A region with a rule that fits the known answer: ``equals`` if possible, else often a sum."""
    shown = [pips[cell] for cell in cells]
    total = sum(shown)
    rules = ["less", "greater", "empty"]
    if len(shown) > 1 and len(set(shown)) == len(shown):
        rules.append("unequal")
    rule = rules[random.randrange(len(rules))]
    if random.randrange(loose):
        rule = "sum"
    if len(shown) > 1 and len(set(shown)) == 1:
        rule = "equals"
    elif rule == "greater" and total == 0:
        rule = "less"
    target = {"sum": total, "less": total + 1 + random.randrange(2), "greater": total - 1}
    return Region("", rule, tuple(sorted(cells)), target.get(rule, 0))


def _free(title: str, cells: Iterable[Cell], domino: Domino) -> Instance:
    """A board with one region that has no rule."""
    return make(title, [Region("A", "empty", tuple(sorted(cells)))], [domino])


def _document() -> Instance:
    cells: dict[str, list[Cell]] = {}
    for cell, name in drawn(_RING).items():
        cells.setdefault(name, []).append(cell)
    rules = {"b": ("equals", 0), "f": ("sum", 11), "h": ("sum", 4)}
    regions = []
    for name, group in cells.items():
        rule, target = rules.get(name, ("empty", 0))
        regions.append(Region(name, rule, tuple(group), target))
    halves = [(2, 4), (1, 6), (4, 4), (1, 1), (1, 5), (2, 6)]
    return make("A ring of six dominoes", regions, [Domino(*pair) for pair in halves])


KNOWN = {
    "checkers_4x4": (9216, 2798),
    "document": (1, 1),
    "heart": (2, 2),
    "mutilated_6x6": (0, 0),
    "three_rings": (128, 128),
    "tilings_6x6": (6728, 1),
    "two_islands": (1, 1),
}
"""The numbers of answers (placements) and of fillings of each shipped instance."""


def catalogue() -> dict[str, Instance]:
    """The shipped instances by name."""
    heart, rings, islands = map(drawn, (_HEART, _THREE_RINGS, _TWO_ISLANDS))
    mutilated = [cell for cell in box(6, 6) if cell not in ((1, 1), (6, 6))]
    nine = full_set(9)
    boards = {
        "checkers_4x4": _free("Eight times one domino", box(4, 4), Domino(0, 1, 8)),
        "document": _document(),
        "heart": generate("A heart", heart, nine[15:55:2], seed=53, largest=2, loose=4),
        "mutilated_6x6": _free("A board without two corners", mutilated, Domino(0, 0, 17)),
        "three_rings": generate(
            "Double nine in three rings", rings, nine, seed=13, largest=2, loose=1000
        ),
        "tilings_6x6": _free("Eighteen blank dominoes", box(6, 6), Domino(0, 0, 18)),
        "two_islands": generate("Two islands", islands, nine[15:55:4], seed=47, largest=4, loose=3),
    }
    return {
        name: replace(board, known=tuple(zip(("answers", "fillings"), KNOWN[name], strict=True)))
        for name, board in boards.items()
    }
