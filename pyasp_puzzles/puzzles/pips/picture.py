"""The drawing of a Pips board: its regions with their rules, and the dominoes of an answer."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from pyasp_puzzles.boards.stocks import joined
from pyasp_puzzles.core.regions import neighbours, regions
from pyasp_puzzles.pictures.picture import Area, DominoHalf, LegendEntry, Panel, Picture, Tile
from pyasp_puzzles.puzzles.pips.facts import Solution
from pyasp_puzzles.puzzles.pips.instance import COMPARING, Cell, Instance, Region, rule_fact

Link = tuple[int, int, int, int]
"""Row and column of two cells that share a side, the left or upper one first."""

SIGNS = {"sum": "", "less": "<", "greater": ">", "equals": "=", "unequal": "≠"}
"""The sign of a rule on the board, which stands before its target."""

_MEANINGS = {
    "sum": (" N", "the pips of the region sum to N"),
    "less": ("<N", "they sum to less than N"),
    "greater": (">N", "they sum to more than N"),
    "equals": (" =", "they are all equal"),
    "unequal": (" ≠", "they are all different"),
}


def picture(instance: Instance, solution: Solution | None, apart: Collection[Link] = ()) -> Picture:
    """The regions with their rules; of an answer also the dominoes with their pips.

    Args:
        apart: pairs of cells on which no domino lies, as far as a partial answer says so; if
            that parts the cells without dominoes, walls stand between the parts.
    """
    board = instance.region_of()
    ruled = instance.ruled
    colours = {region.name: number for number, region in enumerate(ruled)}
    labels = {cell: text for region in ruled for cell, text in _labels(region)}
    facts = {region.name: str(rule_fact(region)) for region in ruled}
    tiles = [
        Tile(
            *(*cell, labels.get(cell, "·"), region.name, colours.get(region.name)),
            given=True,
            cell=cell,
            fact=facts[region.name] if cell in labels else "",
        )
        for cell, region in board.items()
    ]
    rules = Panel(tuple(tiles), "regions", medium="text")
    areas = tuple(_areas(instance, colours))
    if solution is None:
        empty = Panel(tuple(replace(t, text="") for t in tiles), areas=areas, medium="shapes")
        panels = (rules, empty, *_stock(instance))
        return Picture(instance.title, panels, (*_legend(instance), *_dominoes(instance)))
    pips = {(row, column): str(value) for row, column, value in solution.values}
    domino = {
        cell: number for number, link in enumerate(solution.links) for cell in (link[:2], link[2:])
    }
    free = [cell for cell in board if cell not in domino]
    for number, part in enumerate(regions(free, lambda cell: _joined(cell, apart)), start=1):
        domino |= dict.fromkeys(part, -number)
    placed = tuple(
        Tile(*(*cell, pips.get(cell, "?"), domino[cell], colours.get(region.name)), cell=cell)
        for cell, region in board.items()
    )
    shown = [
        replace(tile, figure=DominoHalf(int(tile.text)))
        if tile.text.isdigit()
        else replace(tile, text="", group=None)
        if tile.cell in free
        else tile
        for tile in placed
    ]
    panels = (
        rules,
        Panel(placed, "dominoes", medium="text"),
        Panel(tuple(shown), areas=areas, bodies=True, medium="shapes"),
    )
    return Picture(instance.title, panels, tuple(_legend(instance)))


def _areas(instance: Instance, colours: Mapping[str, int]) -> Iterator[Area]:
    """The regions as tinted areas, each part with the tag of its rule."""
    for region in instance.regions:
        ruled = region.name in colours
        tags, fact = (dict(_labels(region)), str(rule_fact(region))) if ruled else ({}, "")
        for part in _parts(region.cells):
            tag = tags.get(min(part), "").strip()
            yield Area(frozenset(part), tag, colours.get(region.name), fact)


def _stock(instance: Instance) -> Iterator[Panel]:
    """The dominoes beside the board, in rows that are about as wide as the board."""
    columns = [column for _, column in instance.region_of()]
    wide = max(3, (max(columns) - min(columns) + 1) // 2)
    tiles = []
    each = [domino for domino in instance.dominoes for _ in range(domino.copies)]
    for number, domino in enumerate(each):
        row, column = number // wide, 2 * (number % wide)
        for value in (domino.low, domino.high):
            half = DominoHalf(value)
            tiles.append(Tile(row, column, str(value), ("domino", number), figure=half))
            column += 1
    yield Panel(tuple(tiles), bodies=True, medium="shapes")


def _joined(cell: Cell, apart: Collection[Link]) -> Iterator[Cell]:
    """The neighbours of a cell with which a domino may join it."""
    for near in neighbours(cell):
        if (*min(cell, near), *max(cell, near)) not in apart:
            yield near


def _labels(region: Region) -> Iterator[tuple[Cell, str]]:
    """The rule, for the first cell of the region.

    A region of several parts has its rule and name at the first cell of each part.
    """
    rule = SIGNS[region.rule] + (str(region.target) if region.rule in COMPARING else "")
    for part in (parts := _parts(region.cells)):
        yield min(part), f"{rule} {region.name}" if len(parts) > 1 else rule


def _parts(cells: Sequence[Cell]) -> list[set[Cell]]:
    """The connected parts of a set of cells."""
    return regions(sorted(cells), neighbours)


def _legend(instance: Instance) -> Iterator[LegendEntry]:
    """The meanings of the signs on this board."""
    ruled = instance.ruled
    for rule in _MEANINGS:
        if any(region.rule == rule for region in ruled):
            yield LegendEntry(*_MEANINGS[rule])
    if any(len(_parts(region.cells)) > 1 for region in ruled):
        yield LegendEntry("", "Parts with the same rule and letter behind it are one region.")


def _dominoes(instance: Instance) -> Iterator[LegendEntry]:
    """The list of the dominoes."""
    for number, line in enumerate(joined(map(str, instance.dominoes), "  ", 66)):
        words = ("          " if number else "dominoes  ") + line
        yield LegendEntry("", words, medium="text")
