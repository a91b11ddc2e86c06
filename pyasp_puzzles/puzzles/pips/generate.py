"""New Pips boards: a shape, a random tiling with dominoes of a set, regions with their rules."""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Iterable, Sequence
from random import Random

from pyasp_puzzles.errors import counted
from pyasp_puzzles.generator import Generator, Parameter, Sampler, Settings
from pyasp_puzzles.puzzles.pips.facts import Solution
from pyasp_puzzles.puzzles.pips.instance import (
    RULES,
    Cell,
    Domino,
    Instance,
    Region,
    make,
    names,
)
from pyasp_puzzles.puzzles.pips.layout import box, drawn, full_set, grown, shuffled, tiling
from pyasp_puzzles.regions import neighbours
from pyasp_puzzles.regions import regions as connected

MOST_DOMINOES = 60
"""The greatest number of dominoes that is offered."""
USUAL = {"equals": 90, "unequal": 40, "less": 12, "greater": 12}
"""How often, in percent, a rule is taken where it fits; all other regions get their sum."""


def clues(instance: Instance, _settings: Settings) -> list[str]:
    """The names of the regions that have a rule."""
    return [region.name for region in instance.regions if region.rule != "empty"]


def with_clues(instance: Instance, kept: Collection[Hashable]) -> Instance:
    """The board with the rules of these regions only."""
    regions = [
        region if region.name in kept else Region(region.name, "empty", region.cells)
        for region in instance.regions
    ]
    return Instance(instance.title, tuple(regions), instance.dominoes, instance.name)


def draft(random: Random, settings: Settings, _answer: Sampler) -> Instance | None:
    """A random tiling with random dominoes, cut into regions with rules that fit."""
    shape = _shape(random, settings)
    links = tiling(shape, random)
    if 2 * len(links) < len(shape):  # only a drawing or a rectangle, so no other try does better
        raise settings.impossible(
            "board", f"cells that dominoes can cover; here {len(links)} fit on {len(shape)} cells"
        )
    dominoes = _dominoes(len(links), random, settings)
    pips: dict[Cell, int] = {}
    for link, domino in zip(links, dominoes, strict=True):
        pips.update(zip(shuffled(link, random), (domino.low, domino.high), strict=True))
    allowed = _allowed(settings)
    regions = []
    left = set(shape)
    for cell in shuffled(shape, random):
        if cell in left:
            number = settings["least"] + random.randrange(settings["most"] - settings["least"] + 1)
            region = grown(cell, left, pips, number, random)
            left -= region
            regions.append(region)
    name = names()
    ruled = [_ruled(next(name), r, pips, allowed, random) for r in sorted(map(sorted, regions))]
    return make(f"Pips, {counted(len(links), 'domino')}", ruled, dominoes)


def refine(
    random: Random,
    settings: Settings,
    board: Instance,
    answer: Solution,
    others: Sequence[Solution],
) -> Instance | None:
    """The draft with smaller regions or other rules, so that no other answer obeys them.

    A region in which another answer shows other pips gets the sum of its pips as its rule, if that
    tells them apart; else it is cut in two.
    """
    allowed, name = _allowed(settings), names()
    regions = list(board.regions)
    right = _pips(answer)
    for other in others:
        wrong = _pips(other)
        if any(not _obeys(region, wrong) for region in regions):
            continue  # since an earlier one of the others
        told = [r for r in regions if any(right[c] != wrong[c] for c in r.cells)]
        for region in shuffled(told, random):
            parts = _apart(region, right, wrong, settings["least"], allowed, random)
            if parts:
                place = regions.index(region)
                regions[place : place + 1] = parts
                break
        else:
            return None
    regions.sort(key=lambda region: region.cells)
    renamed = [Region(next(name), r.rule, r.cells, r.target) for r in regions]
    return Instance(board.title, tuple(renamed), board.dominoes)


def _pips(solution: Solution) -> dict[Cell, int]:
    return {(row, column): pips for row, column, pips in solution.values}


def _obeys(region: Region, pips: dict[Cell, int]) -> bool:
    """Whether the pips in a region obey its rule."""
    shown = [pips[cell] for cell in region.cells]
    return {
        "sum": sum(shown) == region.target,
        "less": sum(shown) < region.target,
        "greater": sum(shown) > region.target,
        "equals": len(set(shown)) == 1,
        "unequal": len(set(shown)) == len(shown),
    }.get(region.rule, True)


def _apart(
    region: Region,
    right: dict[Cell, int],
    wrong: dict[Cell, int],
    least: int,
    allowed: list[str],
    random: Random,
) -> list[Region]:
    """A region, or two in its place, with rules that the right pips obey and the wrong ones break.

    Returns:
        None where there is no such rule.
    """
    for _ in range(4):
        ruled = _ruled("", region.cells, right, allowed, random)
        if not _obeys(ruled, wrong):
            return [ruled]
    cells = set(region.cells)
    for first in shuffled(region.cells, random):
        part = {first}
        while len(part) <= len(cells) - least:
            if len(part) >= least and right[first] != wrong[first]:
                rest = connected(sorted(cells - part), neighbours)
                if all(len(piece) >= least for piece in rest):
                    ruled = _ruled("", sorted(part), right, allowed, random)
                    if not _obeys(ruled, wrong):
                        others = (_ruled("", sorted(p), right, allowed, random) for p in rest)
                        return [ruled, *others]
            border = sorted({s for cell in part for s in neighbours(cell)} & cells - part)
            part.add(border[random.randrange(len(border))])
    return []


def _shape(random: Random, settings: Settings) -> list[Cell]:
    """The cells of the board: a rectangle, a drawing, or a random connected shape.

    Raises:
        ParameterError: it has an odd number of cells, or too many.
    """
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
            "board", "ROWSxCOLUMNS such as 4x5, or a drawing such as '##./###/.##'"
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
    """Random dominoes of the set, each as often as it has copies.

    Raises:
        ParameterError: the set is too small.
    """
    box_of = full_set(settings["pips"]) * settings["copies"]
    if len(box_of) < number:
        raise settings.impossible(
            "pips",
            f"more pips or copies: {counted(number, 'domino')} are needed, and the set from 0-0 "
            f"to {settings['pips']}-{settings['pips']} has {len(box_of)}",
        )
    return shuffled(box_of, random)[:number]


def _allowed(settings: Settings) -> list[str]:
    """The rules that regions may have.

    Raises:
        ParameterError: there is no such rule, or the sizes of regions are in the wrong order.
    """
    if settings["least"] > settings["most"]:
        raise settings.impossible("least", f"at most {settings['most']}, which is the most")
    rules = [rule for rule in RULES if rule != "empty"]
    found = re.split(r"[ ,]+", settings["rules"].strip())
    if not set(found) <= set(rules):
        raise settings.impossible("rules", f"some of {', '.join(rules)}")
    return found


def _ruled(
    name: str, cells: Sequence[Cell], pips: dict[Cell, int], allowed: list[str], random: Random
) -> Region:
    """A region with a rule that fits the answer, or without one if none of the allowed does."""
    shown = [pips[cell] for cell in cells]
    total = sum(shown)
    fits = {
        "equals": len(shown) > 1 and len(set(shown)) == 1,
        "unequal": len(shown) > 1 and len(set(shown)) == len(shown),
        "less": True,
        "greater": total > 0,
        "sum": True,
    }
    possible = [rule for rule in fits if fits[rule] and rule in allowed]
    chosen = [rule for rule in possible if random.randrange(100) < USUAL.get(rule, 100)]
    rule = (chosen or possible or ["empty"])[0]
    target = {"sum": total, "less": total + 1, "greater": total - 1}.get(rule, 0)
    return Region(name, rule, tuple(cells), target)


GENERATOR = Generator[Instance](
    draft,
    clues,
    with_clues,
    refine=refine,
    parameters=(
        Parameter(
            "dominoes",
            "number of dominoes; 0: as many as the board takes, else 8",
            0,
            0,
            MOST_DOMINOES,
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
