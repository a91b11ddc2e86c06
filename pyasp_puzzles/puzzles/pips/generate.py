"""New Pips boards: a shape, a random tiling with dominoes of a set, regions with their rules."""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import TypeVar

from pyasp_puzzles.boards.generator import Draft, Generator, Parameter, Sampler, Settings
from pyasp_puzzles.core.errors import counted
from pyasp_puzzles.core.regions import neighbours
from pyasp_puzzles.core.regions import regions as connected
from pyasp_puzzles.puzzles.pips.facts import CellPips, Link, Solution
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
from pyasp_puzzles.puzzles.pips.verify import obeys

T = TypeVar("T")
Pips = dict[Cell, int]

MOST_DOMINOES = 60
"""The greatest number of dominoes that is offered."""
CHOICES = 7
"""Dominoes that are tried on a link, of which the one is laid with most equal pips beside it."""
USUAL = {"equals": 90, "unequal": 40, "less": 12, "greater": 12}
"""How often, in percent, a rule is taken where it fits; all other regions get their sum."""
CHANGES = 60
"""How many changes one call makes at most."""
TRIED = 10
"""How many changes are tried, of which the best is made."""
MERGED = 60
"""Regions are merged while fewer other answers than this are known, so that there is an end."""
SINGLE = 3
"""One in so many regions of one cell is not merged with another region."""


def clues(instance: Instance, _settings: Settings) -> list[str]:
    """The names of the regions that have a rule."""
    return [region.name for region in instance.ruled]


def with_clues(instance: Instance, kept: Collection[Hashable]) -> Instance:
    """The board with the rules of these regions only."""
    regions = (
        each if each.name in kept else Region(each.name, EMPTY, each.cells)
        for each in instance.regions
    )
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
    rules, least, most = _rules(settings), settings["least"], settings["most"]
    regions, left = [], set(shape)
    for cell in shuffled(shape, random):
        if cell in left:
            region = grown(cell, left, pips, least + random.randrange(most - least + 1), random)
            left -= region
            regions.append(ruled("", sorted(region), pips, rules, random))
    board = make(f"Pips, {counted(len(links), 'domino')}", _named(regions), dominoes)
    shown = [CellPips(*cell, number) for cell, number in pips.items()]
    return Draft(board, [*shown, *(Link(*first, *second) for first, second in links)])


def _named(regions: Iterable[Region]) -> list[Region]:
    ordered = sorted(regions, key=lambda region: region.cells)
    return [replace(region, name=name) for region, name in zip(ordered, names(), strict=False)]


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
    """The pips on each cell; equal pips often lie beside each other, as on boards people make."""
    pips: Pips = {}
    left = shuffled(dominoes, random)
    for link in links:
        ways = [
            (domino, dict(zip(link, halves, strict=True)))
            for domino in left[:CHOICES]
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


def shuffled(items: Iterable[T], random: Random) -> list[T]:
    """The items in random order."""
    result = list(items)
    random.shuffle(result)
    return result


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


# regions and their rules


def _rules(settings: Settings) -> list[str]:
    """The rules that regions may have.

    Raises:
        ParameterError: there are none, or regions cannot have the least size.
    """
    if settings["least"] > settings["most"]:
        raise settings.impossible("least", f"at most {settings['most']}, the value of most")
    chosen = [word for word in re.split(r"[ ,]+", settings["rules"]) if word]
    rules = [rule for rule in RULES if rule != EMPTY]
    if not chosen or not set(chosen) <= set(rules):
        raise settings.impossible("rules", f"some of {', '.join(rules)}")
    return chosen


def grown(
    cell: Cell, left: set[Cell], pips: dict[Cell, int], number: int, random: Random
) -> set[Cell]:
    """A connected region of at most ``number`` cells, more often than not with the same pips."""
    region = {cell}
    while len(region) < number:
        border = sorted({s for c in region for s in neighbours(c)} & left - region)
        alike = [side for side in border if pips[side] == pips[cell]]
        choices = alike if alike and random.randrange(3) else border
        if not choices:
            break
        region.add(choices[random.randrange(len(choices))])
    return region


def ruled(
    name: str, cells: Sequence[Cell], pips: Pips, rules: Sequence[str], random: Random
) -> Region:
    """A region with a rule that fits the answer, or without one if none of the rules does."""
    shown = [pips[cell] for cell in cells]
    total = sum(shown)
    fits = {
        "equals": len(shown) > 1 and len(set(shown)) == 1,
        "unequal": len(shown) > 1 and len(set(shown)) == len(shown),
        "less": True,
        "greater": total > 0,
        "sum": True,
    }
    possible = [rule for rule in fits if fits[rule] and rule in rules]
    chosen = [rule for rule in possible if random.randrange(100) < USUAL.get(rule, 100)]
    rule = (chosen or possible or ["empty"])[0]
    target = {"sum": total, "less": total + 1, "greater": total - 1}.get(rule, 0)
    return Region(name, rule, tuple(cells), target)


def refine(
    random: Random,
    settings: Settings,
    board: Instance,
    answer: Solution,
    others: Sequence[Solution],
) -> Instance | None:
    """The draft with other regions and rules: the answer obeys them, and no other answer does.

    ``None``: another answer shows the same pips, or no regions were found.
    """
    right, *wrong = ({(r, c): pips for r, c, pips in each.values} for each in (answer, *others))
    if right in wrong:
        return None
    search = _RegionSearch(random, settings, right, wrong)
    regions = search.telling_apart(board.regions)
    if regions is None:
        return None
    return replace(board, regions=tuple(_named(search.merged(regions))), known=())


@dataclass
class _RegionSearch:
    """A search for regions and rules, change by change; the right answer obeys all of them."""

    random: Random
    settings: Settings
    right: Pips
    wrong: Sequence[Pips]
    known: dict[Region, frozenset[int]] = field(default_factory=dict)

    def told(self, regions: Iterable[Region]) -> frozenset[int]:
        """The numbers of the other answers that break a rule."""
        for region in regions:
            if region not in self.known:
                shown = ([pips[cell] for cell in region.cells] for pips in self.wrong)
                broken = (n for n, pips in enumerate(shown) if not obeys(region, pips))
                self.known[region] = frozenset(broken)
        return frozenset().union(*(self.known[region] for region in regions))

    def price(self, regions: Sequence[Region]) -> tuple[int, int]:
        """How many answers break no rule, and how many regions have one cell."""
        single = sum(len(region.cells) == 1 for region in regions)
        return len(self.wrong) - len(self.told(regions)), single

    def telling_apart(self, regions: Sequence[Region]) -> Sequence[Region] | None:
        """Regions such that each of the other answers breaks a rule."""
        for _ in range(CHANGES):
            untold = sorted({*range(len(self.wrong))} - self.told(regions))
            if not untold:
                return regions
            pips = self.wrong[self.random.choice(untold)]
            tried = [x for _ in range(TRIED) for x in self.changed(regions, pips)]
            best = min(tried, key=self.price, default=regions)
            if self.price(best)[0] < len(untold):
                regions = best
        return None

    def merged(self, regions: Sequence[Region]) -> Sequence[Region]:
        """Regions of one cell merged with others, where each of the other answers stays wrong."""
        if len(self.wrong) >= MERGED:
            return regions
        for region in shuffled(regions, self.random):
            alone = region in regions and len(region.cells) == 1
            if not alone or self.random.randrange(SINGLE) == 0:
                continue
            for near in self.near(regions, region):
                if len(near.cells) < self.settings["most"]:
                    after = self.replaced(regions, [region, near], [{*region.cells, *near.cells}])
                    if self.price(after)[0] == 0:
                        regions = after
                        break
        return regions

    def changed(self, regions: Sequence[Region], pips: Pips) -> Iterator[list[Region]]:
        """A region on which another answer differs gets another rule, or is cut or shared anew."""
        least, most = self.settings["least"], self.settings["most"]
        differing = [r for r in regions if any(pips[c] != self.right[c] for c in r.cells)]
        before = [self.random.choice(differing)]
        kind = self.random.randrange(3)
        if kind == 0:
            yield self.replaced(regions, before, [before[0].cells])
            return
        if kind == 1:
            before += self.near(regions, before[0])[:1]
        cells = sorted(cell for part in before for cell in part.cells)
        if len(cells) >= 2 * least:
            size = least + self.random.randrange(max(1, len(cells) - least))
            first = self.random.choice(cells)
            part = grown(first, set(cells), dict.fromkeys(cells, 0), size, self.random)
            parts = [part, *connected([cell for cell in cells if cell not in part], neighbours)]
            if all(least <= len(piece) <= most for piece in parts):
                yield self.replaced(regions, before, parts)

    def near(self, regions: Sequence[Region], region: Region) -> list[Region]:
        """The regions that share a side with a region, in random order."""
        around = {side for cell in region.cells for side in neighbours(cell)}
        near = [r for r in regions if r != region and not around.isdisjoint(r.cells)]
        return shuffled(near, self.random)

    def replaced(
        self, regions: Sequence[Region], before: Sequence[Region], after: Iterable[Iterable[Cell]]
    ) -> list[Region]:
        """The regions with others, on the same cells, in place of some."""
        rules = _rules(self.settings)
        new = [ruled("", sorted(cells), self.right, rules, self.random) for cells in after]
        return [region for region in regions if region not in before] + new


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
