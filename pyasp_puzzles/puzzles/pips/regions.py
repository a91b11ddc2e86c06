"""Regions of a Pips board with rules for an answer, and the search for those that tell it apart."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import TypeVar

from pyasp_puzzles.boards.generator import Settings
from pyasp_puzzles.core.regions import neighbours
from pyasp_puzzles.core.regions import regions as connected
from pyasp_puzzles.puzzles.pips.instance import (
    EMPTY,
    RULES,
    Cell,
    PipsBoard,
    PipsSolution,
    Region,
    named,
)
from pyasp_puzzles.puzzles.pips.verify import obeys

T = TypeVar("T")
Pips = dict[Cell, int]

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


def shuffled(items: Iterable[T], random: Random) -> list[T]:
    """The items in random order."""
    result = list(items)
    random.shuffle(result)
    return result


def rules_of(settings: Settings) -> list[str]:
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
    board: PipsBoard,
    answer: PipsSolution,
    others: Sequence[PipsSolution],
) -> PipsBoard | None:
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
    return replace(board, regions=tuple(named(search.merged(regions))), known=())


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
        rules = rules_of(self.settings)
        new = [ruled("", sorted(cells), self.right, rules, self.random) for cells in after]
        return [region for region in regions if region not in before] + new
