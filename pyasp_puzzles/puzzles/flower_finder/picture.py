"""The drawing of a frame: both layers, each circle with its petals."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from rich.cells import cell_len

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
_LABEL_WORDS = {
    "h": "flipped left to right",
    "v": "flipped top to bottom",
    "hv": "both; then the strips across were given a quarter turn to the left",
}
_COMPASS: dict[str, Compass] = {"TL": "NW", "TR": "NE", "BL": "SW", "BR": "SE"}
"""The names of the quarters on a picture."""

UNKNOWN = "?"
"""What stands in a location where no strip lies yet, in a partial answer."""


def picture(instance: Instance, solution: Solution | None, free: Collection[int] = ()) -> Picture:
    """Both layers of a solution, or the strips held upright.

    Args:
        free: the locations of a partial answer in which no strip lies yet.
    """
    n, circles = instance.n, {strip.name: strip.circles for strip in instance.strips}
    if solution is None:
        panels = [strip_panel(instance, name, "none", across=False) for name in circles]
        note = f"The strips upright. {n} lie side by side in the lower layer, {n} across them."
        return Picture(instance.title, tuple(panels), (LegendEntry("", note),))
    colours = {name: number for number, name in enumerate(circles)}
    short = _short_names(list(circles), 79 // (n + 1) - 3)
    captions = f"lower layer, locations 1-{n}", f"upper layer, locations {n + 1}-{2 * n}"
    words: tuple[list[Tile], list[Tile]] = ([], [])
    shapes: tuple[list[Tile], list[Tile]] = ([], [])
    slots: tuple[list[Area], list[Area]] = ([], [])
    for p in solution.placements:
        across, line = divmod(p.location - 1, n)
        look = as_laid(circles[p.strip], ("across" if across else "down", p.flip))
        strip = _tiles(short[p.strip], look, line + 1, bool(across), colours[p.strip])
        laid = list(_laid(strip, n, across))
        end = (line + 1, n + 1) if across else (n + 1, line + 1)
        words[across].extend([*laid, Tile(*end, FLIP_LABELS[p.flip])])
        shapes[across].extend(laid)
    for location in free:
        across, line = divmod(location - 1, n)
        places = [(line + 1, k) if across else (k, line + 1) for k in range(1, n + 1)]
        unknown = (Tile(*place, UNKNOWN, ("free", location)) for place in places)
        empty = list(_laid(unknown, n, across))
        words[across].extend(empty)
        shapes[across].extend(replace(tile, text="", group=None) for tile in empty)
        slots[across].append(Area(frozenset(places)))
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
    legend = [LegendEntry(key, said, medium="text") for key, said in _LABEL_WORDS.items()]
    legend += [LegendEntry(key, f"strip {name}") for name, key in short.items() if key != name]
    return Picture(instance.title, tuple(panels), tuple(legend))


def upright_picture(instance: Instance) -> Picture:
    """The strips held upright; a cell is the number of a strip and of a circle."""
    panels = []
    for number, strip in enumerate(instance.strips, start=1):
        panel = strip_panel(instance, strip.name, "none", across=False)
        cells = tuple(replace(tile, cell=(number, tile.row)) for tile in panel.tiles)
        panels.append(replace(panel, tiles=cells))
    return Picture(instance.title, tuple(panels))


def strip_panel(instance: Instance, name: str, flip: str, across: bool) -> Panel:
    """A strip as it lies after a flip."""
    number = next(i for i, strip in enumerate(instance.strips) if strip.name == name)
    look = as_laid(instance.strips[number].circles, ("across" if across else "down", flip))
    return Panel(tuple(_tiles(name, look, 1, across, number)), bodies=True)


def _laid(tiles: Iterable[Tile], n: int, across: int) -> Iterator[Tile]:
    """Circles of a layer, each with its hole: holes are numbered row by row, from 1."""
    for tile in tiles:
        hole = n * (tile.row - 1) + tile.column
        yield replace(tile, cell=(hole,), spot=(hole, 1 + across))


def _from_above(layers: Iterable[Sequence[Tile]], n: int) -> Iterator[Tile]:
    """What one sees of each hole: the upper circle, and through its gap the lower one."""
    lower, upper = ({t.cell: t for t in tiles if isinstance(t.figure, Petals)} for tiles in layers)
    for hole in range(n * n):
        cell = (hole + 1,)
        top, below = upper.get(cell), lower.get(cell)
        seen = top or below
        if seen is None:
            yield Tile(hole // n + 1, hole % n + 1, "", ("hole", cell), cell=cell)
            continue
        through = _petals(below) - _petals(top) if top and below else frozenset()
        figure = Petals(_petals(seen) | through, through, below.colour if below else None)
        yield replace(seen, text="", marks={}, figure=figure, group=("hole", cell), spot=None)


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
        if len(set(short)) == len(names) and max(map(cell_len, short)) <= room:
            return dict(zip(names, short, strict=True))
    return dict(zip(names, numbers, strict=True))


def _tiles(name: str, look: Circles, line: int, across: bool, colour: int) -> Iterator[Tile]:
    """The circles of a strip as it lies in a row or a column: petals around its name."""
    for number, circle in enumerate(look, start=1):
        petal = {quarter: "·" if v == circle else "●" for quarter, v in QUARTERS.items()}
        marks: dict[Compass, Mark] = {
            "N": Mark(f"{petal['TL']} {petal['TR']}"),
            "S": Mark(f"{petal['BL']} {petal['BR']}"),
        }
        petals = frozenset(_COMPASS[quarter] for quarter, v in QUARTERS.items() if v != circle)
        place = (line, number) if across else (number, line)
        yield Tile(*place, name, name, colour, marks=marks, figure=Petals(petals))
