"""The drawing of a Pips board: its regions with their rules, and the dominoes of an answer."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from pyasp_puzzles.drawing.picture import Entry, Panel, Picture, Tile
from pyasp_puzzles.puzzles.pips.facts import Solution
from pyasp_puzzles.puzzles.pips.format import joined
from pyasp_puzzles.puzzles.pips.instance import COMPARING, Cell, Instance, Region
from pyasp_puzzles.regions import neighbours, regions

Link = tuple[int, int, int, int]
"""Row and column of two cells that share a side, the left or upper one first."""

SIGNS = {"sum": "", "less": "<", "greater": ">", "equals": "=", "unequal": "≠"}
"""The sign of a rule on the board, which stands before its target."""


def picture(instance: Instance, solution: Solution | None, apart: Collection[Link] = ()) -> Picture:
    """The regions with their rules; of an answer also the dominoes with their pips.

    Args:
        apart: pairs of cells on which no domino lies, as far as a partial answer says so; if
            that parts the cells without dominoes, walls stand between the parts.
    """
    board = instance.region_of()
    ruled = [region for region in instance.regions if region.rule != "empty"]
    colours = {region.name: number for number, region in enumerate(ruled)}
    labels = {cell: text for region in ruled for cell, text in _labels(region)}
    tiles = [
        Tile(
            *(*cell, labels.get(cell, "·"), region.name, colours.get(region.name)),
            given=True,
            cell=cell,
        )
        for cell, region in board.items()
    ]
    rules = Panel(tuple(tiles), "regions")
    if solution is None:
        return Picture(instance.title, (rules,), (*_legend(instance), *_dominoes(instance)))
    pips = {(row, column): str(value) for row, column, value in solution.values}
    domino: dict[Cell, int] = {}
    for number, (row, column, row2, column2) in enumerate(solution.links):
        domino.update({(row, column): number, (row2, column2): number})
    free = [cell for cell in board if cell not in domino]
    for number, part in enumerate(regions(free, lambda cell: _joined(cell, apart)), start=1):
        domino |= dict.fromkeys(part, -number)
    placed = Panel(
        tuple(
            Tile(*(*cell, pips.get(cell, "?"), domino[cell], colours.get(region.name)), cell=cell)
            for cell, region in board.items()
        ),
        "dominoes",
    )
    return Picture(instance.title, (rules, placed), tuple(_legend(instance)))


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
    parts = _parts(region.cells)
    for part in parts:
        yield min(part), f"{rule} {region.name}" if len(parts) > 1 else rule


def _parts(cells: Sequence[Cell]) -> list[set[Cell]]:
    """The connected parts of a set of cells."""
    return regions(sorted(cells), neighbours)


def _legend(instance: Instance) -> Iterator[Entry]:
    """The meanings of the signs on this board."""
    meanings = {
        "sum": (" N", "the pips of the region sum to N"),
        "less": ("<N", "they sum to less than N"),
        "greater": (">N", "they sum to more than N"),
        "equals": (" =", "they are all equal"),
        "unequal": (" ≠", "they are all different"),
    }
    ruled = [region for region in instance.regions if region.rule != "empty"]
    for rule, (sign, meaning) in meanings.items():
        if any(region.rule == rule for region in ruled):
            yield Entry(sign, meaning)
    if any(len(_parts(region.cells)) > 1 for region in ruled):
        yield Entry("", "Parts with the same rule and letter behind it are one region.")


def _dominoes(instance: Instance) -> Iterator[Entry]:
    """The list of the dominoes."""
    for number, line in enumerate(joined(map(str, instance.dominoes), "  ", 66)):
        yield Entry("", ("          " if number else "dominoes  ") + line)
