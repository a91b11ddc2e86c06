"""The drawing of a frame: both layers, each circle with its petals."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from pyasp_puzzles.pictures.picture import (
    Area,
    Compass,
    LegendEntry,
    Mark,
    Panel,
    Petals,
    Picture,
    Tile,
)
from pyasp_puzzles.puzzles.flower_finder.facts import Solution
from pyasp_puzzles.puzzles.flower_finder.format import QUARTERS, Instance
from pyasp_puzzles.puzzles.flower_finder.geometry import Circles, as_laid

FLIP_LABELS = {"none": "", "h": "h", "v": "v", "both": "hv"}


_COMPASS: dict[str, Compass] = {"TL": "NW", "TR": "NE", "BL": "SW", "BR": "SE"}
"""The names of the quarters on a picture."""

UNKNOWN = "?"
"""What stands in a location where no strip lies yet, in a partial answer."""


def picture(instance: Instance, solution: Solution | None, free: Collection[int] = ()) -> Picture:
    """Both layers of a solution, or the strips held upright.

    Args:
        free: the locations of a partial answer in which no strip lies yet.
    """
    colours = {strip.name: number for number, strip in enumerate(instance.strips)}
    circles = {strip.name: strip.circles for strip in instance.strips}
    n = instance.n
    short = _short_names(list(circles), 79 // (n + 1) - 3)
    if solution is None:
        panels = [
            Panel(tuple(_tiles(name, look, 1, False, colours[name])), bodies=True)
            for name, look in circles.items()
        ]
        note = f"The strips upright. {n} lie side by side in the lower layer, {n} across them."
        return Picture(instance.title, tuple(panels), (LegendEntry("", note),))
    captions = f"lower layer, locations 1-{n}", f"upper layer, locations {n + 1}-{2 * n}"
    words: tuple[list[Tile], list[Tile]] = ([], [])
    shapes: tuple[list[Tile], list[Tile]] = ([], [])
    slots: tuple[list[Area], list[Area]] = ([], [])
    for p in solution.placements:
        across = p.location > n
        line = p.location - n if across else p.location
        look = as_laid(circles[p.strip], ("across" if across else "down", p.flip))
        label = Tile(*((line, n + 1) if across else (n + 1, line)), FLIP_LABELS[p.flip])
        strip = _tiles(short[p.strip], look, line, across, colours[p.strip])
        laid = list(_laid(strip, n, across))
        words[across].extend([*laid, label])
        shapes[across].extend(laid)
    for location in free:
        across = location > n
        line = location - n if across else location
        places = [(line, k) if across else (k, line) for k in range(1, n + 1)]
        unknown = (Tile(*place, UNKNOWN, ("free", location)) for place in places)
        empty = list(_laid(unknown, n, across))
        words[across].extend(empty)
        shapes[across].extend(replace(tile, text="", group=None) for tile in empty)
        slots[across].append(Area(frozenset(places)))
    legend = (
        LegendEntry("h", "flipped left to right", medium="text"),
        LegendEntry("v", "flipped top to bottom", medium="text"),
        LegendEntry(
            "hv",
            "both; then the strips across were given a quarter turn to the left",
            medium="text",
        ),
        *(LegendEntry(key, f"strip {name}") for name, key in short.items() if key != name),
    )
    panels = [
        Panel(tuple(tiles), caption, medium="text")
        for caption, tiles in zip(captions, words, strict=True)
        if tiles
    ]
    panels += [
        Panel(tuple(tiles), caption, areas=tuple(areas), bodies=True, medium="shapes")
        for caption, tiles, areas in zip(captions, shapes, slots, strict=True)
        if tiles
    ]
    panels.append(Panel(tuple(_from_above(shapes, n)), "from above", medium="shapes"))
    return Picture(instance.title, tuple(panels), legend)


def upright_picture(instance: Instance) -> Picture:
    """The strips held upright; a cell is the number of a strip and of a circle."""
    panels = []
    for number, strip in enumerate(instance.strips, start=1):
        tiles = _tiles(strip.name, strip.circles, 1, False, number - 1)
        cells = tuple(replace(tile, cell=(number, tile.row)) for tile in tiles)
        panels.append(Panel(cells, bodies=True))
    return Picture(instance.title, tuple(panels))


def strip_panel(instance: Instance, kind: str, flip: str, across: bool) -> Panel:
    """A strip as it lies after a flip."""
    number = next(i for i, strip in enumerate(instance.strips) if strip.name == kind)
    look = as_laid(instance.strips[number].circles, ("across" if across else "down", flip))
    return Panel(tuple(_tiles(kind, look, 1, across, number)), bodies=True)


def _laid(tiles: Iterable[Tile], n: int, across: bool) -> Iterator[Tile]:
    """Circles of a layer, each with its hole: holes are numbered row by row, from 1."""
    for tile in tiles:
        hole = n * (tile.row - 1) + tile.column
        yield replace(tile, cell=(hole,), spot=(hole, 2 if across else 1))


def _from_above(layers: Iterable[Sequence[Tile]], n: int) -> Iterator[Tile]:
    """What one sees of each hole: the upper circle, and through its gap the lower one."""
    lower, upper = ({t.cell: t for t in tiles if isinstance(t.figure, Petals)} for tiles in layers)
    for row in range(1, n + 1):
        for column in range(1, n + 1):
            cell = (n * (row - 1) + column,)
            top, below = upper.get(cell), lower.get(cell)
            seen = top or below
            if seen is None:
                yield Tile(row, column, "", ("hole", cell), cell=cell)
                continue
            through: frozenset[Compass] = frozenset()
            if top and below:
                through = _petals(below) - _petals(top)
            figure = Petals(_petals(seen) | through, through, below.colour if below else None)
            group = ("hole", cell)
            yield replace(seen, text="", marks={}, figure=figure, group=group, spot=None)


def _petals(tile: Tile) -> frozenset[Compass]:
    return tile.figure.quarters if isinstance(tile.figure, Petals) else frozenset()


def _short_names(names: Sequence[str], room: int) -> dict[str, str]:
    """The names if they fit, else their beginnings, their ends or numbers.

    >>> _short_names(["strip_one", "strip_two"], 5)
    {'strip_one': 'p_one', 'strip_two': 'p_two'}
    """
    numbers = [str(number) for number, _ in enumerate(names, start=1)]
    beginnings, ends = [name[:room] for name in names], [name[-room:] for name in names]
    for short in (list(names), beginnings, ends):
        if len(set(short)) == len(names) and max(map(_width, short)) <= room:
            return dict(zip(names, short, strict=True))
    return dict(zip(names, numbers, strict=True))


def _width(name: str) -> int:
    """The greatest width of a name in columns: a sign beyond ASCII may take two."""
    return sum(1 if sign.isascii() else 2 for sign in name)


def _tiles(name: str, look: Circles, line: int, across: bool, colour: int) -> Iterator[Tile]:
    """The circles of a strip as it lies in a row or a column: petals around its name."""
    for number, circle in enumerate(look, start=1):
        petal = {quarter: "·" if v == circle else "●" for quarter, v in QUARTERS.items()}
        row, column = (line, number) if across else (number, line)
        petals = frozenset(_COMPASS[quarter] for quarter, v in QUARTERS.items() if v != circle)
        top = Mark(f"{petal['TL']} {petal['TR']}")
        bottom = Mark(f"{petal['BL']} {petal['BR']}")
        marks: dict[Compass, Mark] = {"N": top, "S": bottom}
        yield Tile(row, column, name, name, colour, marks=marks, figure=Petals(petals))
