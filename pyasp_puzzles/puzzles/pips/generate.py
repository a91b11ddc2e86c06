"""New Pips boards: a shape, a random tiling with dominoes of a set, regions with their rules."""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import replace
from random import Random

from pyasp_puzzles.boards.generator import Draft, Generator, Parameter, Sampler, Settings
from pyasp_puzzles.core.errors import counted
from pyasp_puzzles.core.regions import neighbours
from pyasp_puzzles.puzzles.pips.facts import Link, Value
from pyasp_puzzles.puzzles.pips.instance import (
    EMPTY,
    RULES,
    Cell,
    Domino,
    Instance,
    Region,
    make,
    names,
)
from pyasp_puzzles.puzzles.pips.layout import (
    allowed,
    box,
    drawn,
    full_set,
    grown,
    refine,
    ruled,
    shuffled,
    tiling,
    tilings,
)

MOST_DOMINOES = 60
"""The greatest number of dominoes that is offered."""
ROUNDS = 8
"""How often each domino may change its place so that equal pips meet."""


def clues(instance: Instance, _settings: Settings) -> list[str]:
    """The names of the regions that have a rule."""
    return [region.name for region in instance.ruled]


def with_clues(instance: Instance, kept: Collection[Hashable]) -> Instance:
    """The board with the rules of these regions only."""
    regions = [
        each if each.name in kept else Region(each.name, EMPTY, each.cells)
        for each in instance.regions
    ]
    return replace(instance, regions=tuple(regions), known=())


def draft(random: Random, settings: Settings, _answer: Sampler) -> Draft[Instance] | None:
    """A random tiling with random dominoes, cut into regions with rules that fit."""
    shape = _shape(random, settings)
    links = tiling(shape, random)
    if 2 * len(links) < len(shape):  # only a drawing or a rectangle, so no other try does better
        raise settings.impossible(
            "board", f"cells that dominoes can cover; here {len(links)} fit on {len(shape)} cells"
        )
    dominoes = _dominoes(len(links), random, settings)
    pips = _laid(links, dominoes, random)
    if tilings(pips, dominoes) > 1:  # no rule tells these answers apart
        return None
    _check_regions(settings)
    regions = []
    left = set(shape)
    for cell in shuffled(shape, random):
        if cell in left:
            number = settings["least"] + random.randrange(settings["most"] - settings["least"] + 1)
            region = grown(cell, left, pips, number, random)
            left -= region
            regions.append(region)
    name = names()
    rules = allowed(settings)
    named = [ruled(next(name), r, pips, rules, random) for r in sorted(map(sorted, regions))]
    board = make(f"Pips, {counted(len(links), 'domino')}", named, dominoes)
    shown = [Value(*cell, number) for cell, number in pips.items()]
    return Draft(board, [*shown, *(Link(*first, *second) for first, second in links)])


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
        laid.update(max(tried, key=lambda place: _touching(place, laid)))
    top, left = min(row for row, _ in laid) - 1, min(column for _, column in laid) - 1
    return sorted((row - top, column - left) for row, column in laid)


def _touching(place: Iterable[Cell], laid: set[Cell]) -> int:
    """How many sides the cells of a place share with the shape."""
    return sum(side in laid for cell in place for side in neighbours(cell))


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


def _laid(
    links: Sequence[tuple[Cell, Cell]], dominoes: list[Domino], random: Random
) -> dict[Cell, int]:
    """The pips on each cell; changes the order of the dominoes, to that of the links.

    Two dominoes change places, or one is turned, where equal pips then meet as often or more often:
    so there are regions with equal pips, as in boards that people make.
    """
    pips: dict[Cell, int] = {}
    other = {cell: link[link[0] == cell] for link in links for cell in link}

    def lay(number: int, turned: bool) -> None:
        domino = dominoes[number]
        halves = (domino.high, domino.low) if turned else (domino.low, domino.high)
        pips.update(zip(links[number], halves, strict=True))

    def meetings(numbers: Sequence[int]) -> int:
        return sum(
            pips.get(side) == pips[cell]
            for number in numbers
            for cell in links[number]
            for side in neighbours(cell)
            if side != other[cell]
        )

    for number in range(len(links)):
        lay(number, turned=random.randrange(2) == 1)
    for _ in range(ROUNDS * len(links)):
        pair = [random.randrange(len(links)), random.randrange(len(links))]
        before, old = meetings(pair), [(cell, pips[cell]) for n in pair for cell in links[n]]
        first, second = pair
        dominoes[first], dominoes[second] = dominoes[second], dominoes[first]
        for number in pair:
            lay(number, turned=random.randrange(2) == 1)
        if meetings(pair) < before:
            dominoes[first], dominoes[second] = dominoes[second], dominoes[first]
            pips.update(old)
    return pips


def _check_regions(settings: Settings) -> None:
    if settings["least"] > settings["most"]:
        raise settings.impossible("least", f"at most {settings['most']}, the value of most")
    rules = [rule for rule in RULES if rule != EMPTY]
    if not allowed(settings) or not set(allowed(settings)) <= set(rules):
        raise settings.impossible("rules", f"some of {', '.join(rules)}")


GENERATOR = Generator[Instance](
    draft,
    clues,
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
