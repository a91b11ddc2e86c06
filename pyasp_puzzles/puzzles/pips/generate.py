"""New Pips boards: a shape, a random tiling with dominoes of a set, regions with their rules."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Hashable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from random import Random

from pyasp_puzzles.boards.generator import Draft, Generator, Parameter, Sampler, Settings
from pyasp_puzzles.core.errors import counted
from pyasp_puzzles.core.regions import neighbours
from pyasp_puzzles.puzzles.pips.instance import (
    EMPTY,
    Cell,
    CellPips,
    Domino,
    Link,
    PipsBoard,
    Region,
    make,
    named,
)
from pyasp_puzzles.puzzles.pips.regions import Pips, grown, refine, ruled, rules_of, shuffled

MOST_DOMINOES = 60
"""The greatest number of dominoes that is offered."""


def with_clues(instance: PipsBoard, kept: Collection[Hashable]) -> PipsBoard:
    """The board with the rules of these regions only."""
    regions = (
        each if each.name in kept else Region(each.name, EMPTY, each.cells)
        for each in instance.regions
    )
    return replace(instance, regions=tuple(regions), known=())


def draft(random: Random, settings: Settings, _answer: Sampler) -> Draft[PipsBoard] | None:
    """A random tiling with random dominoes, cut into regions with rules that fit."""
    shape = _shape(random, settings)
    rules, least, most = rules_of(settings), settings["least"], settings["most"]
    links = tiling(shape, random)
    if 2 * len(links) < len(shape):  # only a drawing or a rectangle, so no other try does better
        raise settings.impossible(
            "board", f"cells that dominoes can cover; here {len(links)} fit on {len(shape)} cells"
        )
    dominoes = _dominoes(len(links), random, settings)
    pips = _laid(links, dominoes, random)
    if len(list(islice(tilings(pips, dominoes), 2))) > 1:  # no rule tells these answers apart
        return None
    regions, left = [], set(shape)
    for cell in shuffled(shape, random):
        if cell in left:
            region = grown(cell, left, pips, least + random.randrange(most - least + 1), random)
            left -= region
            regions.append(ruled("", sorted(region), pips, rules, random))
    board = make(f"Pips, {counted(len(links), 'domino')}", named(regions), dominoes)
    shown = [CellPips(*cell, number) for cell, number in pips.items()]
    return Draft(board, [*shown, *(Link(*first, *second) for first, second in links)])


# shapes and dominoes


def _shape(random: Random, settings: Settings) -> list[Cell]:
    """The cells of the board: a rectangle, a drawing, or a random connected shape."""
    words, number = settings["board"], settings["dominoes"]
    if not words:
        return _random_shape(number or 8, random)
    size = re.fullmatch(r"([1-9][0-9]?)x([1-9][0-9]?)", words)
    if size:
        cells = box(int(size[1]), int(size[2]))
    elif set(words) <= set("#./"):
        cells = list(drawn(words.replace("/", " ")))
    else:
        raise settings.impossible(
            "board", "ROWSxCOLUMNS such as 4x5, each up to 99, or a drawing such as '##./###/.##'"
        )
    if len(cells) % 2 or not 2 <= len(cells) <= 2 * MOST_DOMINOES:
        found = counted(len(cells), "cell")
        raise settings.impossible("board", f"an even number from 2 to {2 * MOST_DOMINOES}", found)
    if number not in (0, len(cells) // 2):
        raise settings.impossible("dominoes", f"{len(cells) // 2} for this board, or 0")
    return cells


def _random_shape(number: int, random: Random) -> list[Cell]:
    """A connected shape of so many dominoes: each is laid where it touches the shape most."""
    laid: set[Cell] = {(0, 0), (0, 1)}
    while len(laid) < 2 * number:
        border = sorted({side for cell in laid for side in neighbours(cell)} - laid)
        places = [
            (cell, side) for cell in border for side in sorted(neighbours(cell)) if side not in laid
        ]
        tried = [places[random.randrange(len(places))] for _ in range(3)]
        touching = [sum(x in laid for cell in place for x in neighbours(cell)) for place in tried]
        laid.update(tried[touching.index(max(touching))])
    top, left = min(row for row, _ in laid) - 1, min(column for _, column in laid) - 1
    return sorted((row - top, column - left) for row, column in laid)


def _dominoes(number: int, random: Random, settings: Settings) -> list[Domino]:
    """Random dominoes of the set, each as often as it has copies."""
    box_of = full_set(settings["pips"]) * settings["copies"]
    if len(box_of) < number:
        raise settings.impossible(
            "pips",
            f"more pips or copies: {counted(number, 'domino')} are needed, and the set from 0-0 "
            f"to {settings['pips']}-{settings['pips']} has {len(box_of)}",
        )
    return shuffled(box_of, random)[:number]


def _laid(links: Sequence[tuple[Cell, Cell]], dominoes: Sequence[Domino], random: Random) -> Pips:
    """The pips on each cell: on each link the domino that meets most equal pips, so far, is laid.

    So there are regions with equal pips, as on boards that people make.
    """
    pips: Pips = {}
    left = shuffled(dominoes, random)
    for link in links:
        ways = [
            (domino, dict(zip(link, halves, strict=True)))
            for domino in left
            for halves in shuffled([domino[:2], domino[1::-1]], random)
        ]
        domino, shown = max(ways, key=lambda way: _meetings(pips, way[1]))
        left.remove(domino)
        pips |= shown
    return pips


def _meetings(pips: Pips, shown: Pips) -> int:
    return sum(pips.get(side) == shown[cell] for cell in shown for side in neighbours(cell))


def drawn(drawing: str) -> dict[Cell, str]:
    """The cells of a drawing with their signs, in reading order; ``.`` is no cell.

    >>> drawn("a. .b")
    {(1, 1): 'a', (2, 2): 'b'}
    """
    return {
        (row, column): sign
        for row, line in enumerate(drawing.split(), start=1)
        for column, sign in enumerate(line, start=1)
        if sign != "."
    }


def box(rows: int, columns: int) -> list[Cell]:
    """The cells of a rectangle in reading order."""
    return [(row, column) for row in range(1, rows + 1) for column in range(1, columns + 1)]


def full_set(most: int) -> list[Domino]:
    """Each domino from 0-0 to ``most``-``most`` once: 28 for 6, 55 for 9."""
    return [Domino(low, high) for high in range(most + 1) for low in range(high + 1)]


def tiling(board: Sequence[Cell], random: Random) -> list[tuple[Cell, Cell]]:
    """A maximum set of links without common cells, found by augmenting paths in random order."""
    free = set(board)
    partner: dict[Cell, Cell] = {}  # for the cells with an odd sum of row and column

    def augment(cell: Cell, tried: set[Cell]) -> bool:
        for side in shuffled(neighbours(cell), random):
            if side in free and side not in tried:
                tried.add(side)
                if side not in partner or augment(partner[side], tried):
                    partner[side] = cell
                    return True
        return False

    for cell in shuffled([cell for cell in board if sum(cell) % 2 == 0], random):
        augment(cell, set())
    return sorted((min(link), max(link)) for link in partner.items())


def tilings(pips: Pips, dominoes: Sequence[Domino]) -> Iterator[None]:
    """Once for each way in which dominoes make up the pips on a board.

    >>> board = {(1, 1): 0, (1, 2): 1, (2, 1): 1, (2, 2): 2}
    >>> len(list(tilings(board, [Domino(0, 1), Domino(1, 2)])))
    2
    """
    left = Counter(each[:2] for each in dominoes)

    def lie(cells: list[Cell]) -> Iterator[None]:
        if not cells:
            yield None
            return
        (row, column), *rest = cells
        for second in ((row, column + 1), (row + 1, column)):
            if second in rest:
                low, high = sorted((pips[row, column], pips[second]))
                if left[low, high]:
                    left[low, high] -= 1
                    yield from lie([cell for cell in rest if cell != second])
                    left[low, high] += 1

    return lie(sorted(pips))


GENERATOR = Generator[PipsBoard](
    draft,
    lambda board, _: [region.name for region in board.ruled],
    with_clues,
    refine=refine,
    parameters=(
        Parameter(
            "dominoes", "how many; 0: as many as the board takes, else 8", 0, 0, MOST_DOMINOES
        ),
        Parameter(
            "board",
            "ROWSxCOLUMNS, or a drawing such as '##./###/.##'; left out: a random shape",
            "",
            metavar="SHAPE",
        ),
        Parameter("pips", "most pips on half a domino: the set is from 0-0 to this", 6, 0, 99),
        Parameter("copies", "copies of each domino in the set", 1, 1, 99),
        Parameter("least", "least number of cells in a region, where there is room", 1, 1, 99),
        Parameter("most", "greatest number of cells in a region", 4, 1, 99),
        Parameter(
            "rules",
            "the rules that regions may have",
            "sum,less,greater,equals,unequal",
            metavar="RULE,...",
        ),
    ),
    about="a random tiling, cut into regions; a region has no rule where it needs none",
)
