"""The drawing of a Pips board: its regions with their rules, and the dominoes of an answer."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from pyasp_puzzles.boards.places import Place, between
from pyasp_puzzles.boards.stocks import wrapped
from pyasp_puzzles.core.regions import neighbours, regions
from pyasp_puzzles.pictures.picture import Area, DominoHalf, LegendEntry, Panel, Picture, Tile
from pyasp_puzzles.puzzles.pips.instance import COMPARING, Cell, PipsBoard, PipsSolution, rule_fact

_MEANINGS = {
    "sum": (" N", "the pips of the region sum to N"),
    "less": ("<N", "they sum to less than N"),
    "greater": (">N", "they sum to more than N"),
    "equals": (" =", "they are all equal"),
    "unequal": (" ≠", "they are all different"),
}
SIGNS = {rule: key.strip(" N") for rule, (key, _) in _MEANINGS.items()}
"""The sign of a rule on the board, which stands before its target."""


def picture(
    instance: PipsBoard, solution: PipsSolution | None, apart: Collection[Place] = ()
) -> Picture:
    """The regions with their rules; of an answer also the dominoes with their pips.

    Args:
        apart: edges of two cells on which no domino lies, as far as a partial answer says so; if
            that parts the cells without dominoes, walls stand between the parts.
    """
    colours = {region.name: number for number, region in enumerate(instance.ruled)}
    areas = tuple(_areas(instance, colours))
    labels = {min(area.cells): (area.tag, area.fact) for area in areas if area.tag}
    tiles = []
    for cell, region in instance.region_of().items():
        text, fact = labels.get(cell, ("·", ""))
        tile = Tile(*cell, text, region.name, colours.get(region.name), cell=cell, fact=fact)
        tiles.append(replace(tile, given=True))
    rules = Panel(tuple(tiles), "regions", medium="text")
    legend = list(_legend(instance))
    if solution is None:
        empty = Panel(tuple(replace(t, text="") for t in tiles), areas=areas, medium="shapes")
        legend += _dominoes(instance)
        return Picture(instance.heading, (rules, empty, _stock(instance)), tuple(legend))
    laid = list(_laid(tiles, solution, apart))
    panels = (
        rules,
        Panel(tuple(text for text, _ in laid), "dominoes", medium="text"),
        Panel(tuple(shape for _, shape in laid), areas=areas, bodies=True, medium="shapes"),
    )
    return Picture(instance.heading, panels, tuple(legend))


def _laid(
    tiles: Iterable[Tile], solution: PipsSolution, apart: Collection[Place]
) -> Iterator[tuple[Tile, Tile]]:
    """The cells with the dominoes of an answer, as text and as shapes."""
    pips = {(row, column): value for row, column, value in solution.values}
    domino = {
        cell: number for number, link in enumerate(solution.links) for cell in (link[:2], link[2:])
    }
    free = [(tile.row, tile.column) for tile in tiles if tile.cell not in domino]

    def joined(cell: Cell) -> list[Cell]:
        return [near for near in neighbours(cell) if between(cell, near) not in apart]

    for number, part in enumerate(regions(free, joined), start=1):
        domino |= dict.fromkeys(part, -number)
    for tile in tiles:
        cell = tile.row, tile.column
        own = replace(tile, text=str(pips.get(cell, "?")), given=False, fact="", group=domino[cell])
        if cell in pips:
            yield own, replace(own, figure=DominoHalf(pips[cell]))
        else:
            yield own, replace(own, text="", group=None) if cell in free else own


def _areas(instance: PipsBoard, colours: Mapping[str, int]) -> Iterator[Area]:
    """The parts of regions, each with the rule of its region, and its name if it has several."""
    for region in instance.regions:
        parts, tag, fact = regions(region.cells, neighbours), "", ""
        if region.name in colours:
            target = region.target if region.rule in COMPARING else ""
            name = f" {region.name}" if len(parts) > 1 else ""
            tag, fact = f"{SIGNS[region.rule]}{target}{name}", str(rule_fact(region))
        for part in parts:
            yield Area(frozenset(part), tag, colours.get(region.name), fact)


def _stock(instance: PipsBoard) -> Panel:
    """The dominoes beside the board, in rows that are about as wide as the board."""
    columns = [column for _, column in instance.region_of()]
    wide = max(3, (max(columns) - min(columns) + 1) // 2)
    tiles = []
    each = [domino for domino in instance.dominoes for _ in range(domino.copies)]
    for number, domino in enumerate(each):
        at = number // wide, 2 * (number % wide)
        for right, value in enumerate((domino.low, domino.high)):
            look = str(value), ("domino", number)
            tiles.append(Tile(at[0], at[1] + right, *look, figure=DominoHalf(value)))
    return Panel(tuple(tiles), bodies=True, medium="shapes")


def _legend(instance: PipsBoard) -> Iterator[LegendEntry]:
    """The meanings of the signs on this board."""
    used = {region.rule for region in instance.ruled}
    yield from (LegendEntry(*said) for rule, said in _MEANINGS.items() if rule in used)
    if any(len(regions(region.cells, neighbours)) > 1 for region in instance.ruled):
        yield LegendEntry("", "Parts with the same rule and letter behind it are one region.")


def _dominoes(instance: PipsBoard) -> Iterator[LegendEntry]:
    """The list of the dominoes."""
    for number, line in enumerate(wrapped(map(str, instance.dominoes), "  ", 66)):
        words = ("          " if number else "dominoes  ") + line
        yield LegendEntry("", words, medium="text")
