"""The picture of a number grid: the board with its views around it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from pyasp_puzzles.pictures.picture import LegendEntry, Panel, Picture, Tile
from pyasp_puzzles.puzzles.twenty_four_seven.facts import Solution, View
from pyasp_puzzles.puzzles.twenty_four_seven.instance import Cell, Instance

UNKNOWN = "?"
"""The sign of a cell that is not known, in a partial answer, where text is shown."""

NOTHING = "×"
"""The sign of a cell that is known to be empty, in a partial answer, where shapes are drawn."""

_SHAPES = {UNKNOWN: "", "·": NOTHING}


def picture(
    instance: Instance, solution: Solution | None, unknown: Collection[Cell] = ()
) -> Picture:
    """The board with its views around it; walls separate cells that belong to different grids.

    Args:
        unknown: the cells of a solution of which nobody knows yet what they hold.
    """
    given = {(row, column): digit for row, column, digit in instance.givens}
    grids: dict[Cell, tuple[Cell, ...]] = {}
    for corner in instance.grids:
        for cell in instance.cells_of(corner):
            grids[cell] = (*grids.get(cell, ()), corner)
    tiles = []
    for row, column in sorted(grids):
        cell = (row, column)
        digit = solution.rows[row - 1][column - 1] if solution else given.get(cell, 0)
        tiles.append(
            Tile(
                row,
                column,
                str(digit) if digit else UNKNOWN if cell in unknown else "·",
                grids[cell],
                COLOUR if digit else None,
                given=given.get(cell) == digit if solution else True,
                cell=cell,
            )
        )
    tiles += _views(instance)
    legend = list(_legend(instance))
    if not unknown:
        return Picture(instance.title, (Panel(tuple(tiles)),), tuple(legend))
    words = "A cell drawn ? is not known yet, one drawn · is known to be empty."
    legend.append(LegendEntry("", words, medium="text"))
    shown = [replace(tile, text=_SHAPES.get(tile.text, tile.text)) for tile in tiles]
    if any(tile.text == NOTHING for tile in shown):
        legend.append(
            LegendEntry("", f"A cell drawn {NOTHING} is known to be empty.", medium="shapes")
        )
    panels = Panel(tuple(tiles), medium="text"), Panel(tuple(shown), medium="shapes")
    return Picture(instance.title, panels, tuple(legend))


def _views(instance: Instance) -> Iterator[Tile]:
    """The numbers around the board, each beside the first cell that it looks at, if possible.

    A number that was moved to that place gets an arrow, since it may also stand beside a cell at
    which it does not look.
    """
    taken: set[Cell] = set()
    for view in instance.views:
        row, column, down, right, number = view
        fact = str(View(*view))
        first_row, first_column = instance.seen_from(view)[0]
        place = (first_row - down, first_column - right)
        cell = (row, column)
        if place != (row, column) and place not in taken:
            taken.add(place)
            yield Tile(*place, f"{number}{_ARROWS[down, right]}", cell=cell, fact=fact)
        else:
            yield Tile(row, column, str(number), cell=cell, fact=fact)


_ARROWS = {(1, 0): "↓", (-1, 0): "↑", (0, 1): "→", (0, -1): "←"}
COLOUR = 3
"""The colour of a filled cell."""


def _legend(instance: Instance) -> Iterable[LegendEntry]:
    digits = ", ".join(f"{digit} ({copies}×)" for digit, copies in instance.digits)
    each = "each grid" if len(instance.grids) > 1 else "the grid"
    yield LegendEntry("", f"Digits of {each}: {digits}.")
    yield LegendEntry("", f"Each line of it: {instance.filled} filled cells, sum {instance.total}.")
    if any(view[-1] > instance.largest for view in instance.views):
        yield LegendEntry(
            "", f"A number outside, above {instance.largest}: the sum of the whole line."
        )
    if any(tile.text[-1] in _ARROWS.values() for tile in _views(instance)):
        yield LegendEntry("", "A number with an arrow looks that way, from a gap in the board.")
