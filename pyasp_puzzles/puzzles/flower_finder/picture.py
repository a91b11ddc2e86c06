"""The drawing of a frame: both layers, each circle with its petals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from pyasp_puzzles.boards.formats.text import UNKNOWN
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
from pyasp_puzzles.puzzles.flower_finder.format import (
    QUARTERS,
    FlowerBoard,
    FlowerSolution,
    as_laid,
)

FLIP_LABELS = {"none": "", "h": "h", "v": "v", "both": "hv"}
_LABEL_WORDS = {
    "h": "flipped left to right",
    "v": "flipped top to bottom",
    "hv": "both; then the strips across were given a quarter turn to the left",
}
_COMPASS: dict[str, Compass] = {"TL": "NW", "TR": "NE", "BL": "SW", "BR": "SE"}
"""The names of the quarters on a picture."""


def picture(instance: FlowerBoard, solution: FlowerSolution | None) -> Picture:
    """Both layers of a solution, ``?`` where no strip lies yet; or the strips held upright."""
    n, names = instance.n, [strip.name for strip in instance.strips]
    if solution is None:
        panels = [strip_panel(instance, name, "none", across=False) for name in names]
        note = f"The strips upright. {n} lie side by side in the lower layer, {n} across them."
        return Picture(instance.heading, tuple(panels), (LegendEntry("", note),))
    short = _short_names(names, 79 // (n + 1) - 3)
    texts, drawn = [], []
    for across, name in enumerate(("lower", "upper")):
        words, shapes, slots = list[Tile](), list[Tile](), list[Area]()
        for line in range(1, n + 1):
            places = [(line, k) if across else (k, line) for k in range(1, n + 1)]
            there = [p for p in solution.placements if p.location == across * n + line]
            for p in there:
                strip = _strip(instance, p.strip, p.flip, line, bool(across))
                laid = [_in_hole(replace(tile, text=short[p.strip]), n, across) for tile in strip]
                end = (line, n + 1) if across else (n + 1, line)
                words += [*laid, Tile(*end, FLIP_LABELS[p.flip])]
                shapes += laid
            if not there:
                laid = [_in_hole(Tile(*at, UNKNOWN, ("free", line)), n, across) for at in places]
                words += laid
                shapes += [replace(tile, text="", group=None) for tile in laid]
                slots.append(Area(frozenset(places)))
        caption = f"{name} layer, locations {across * n + 1}-{across * n + n}"
        texts.append(Panel(tuple(words), caption, medium="text"))
        areas = tuple(slots)
        drawn.append(Panel(tuple(shapes), caption, areas=areas, bodies=True, medium="shapes"))
    above = Panel(tuple(_from_above(drawn, n)), "from above", medium="shapes")
    legend = [LegendEntry(key, said, medium="text") for key, said in _LABEL_WORDS.items()]
    legend += [LegendEntry(key, f"strip {name}") for name, key in short.items() if key != name]
    return Picture(instance.heading, (*texts, *drawn, above), tuple(legend))


def upright_picture(instance: FlowerBoard) -> Picture:
    """The strips held upright; a cell is the number of a strip and of a circle."""
    panels = []
    for number, strip in enumerate(instance.strips, start=1):
        tiles = _strip(instance, strip.name, "none", 1, across=False)
        cells = (replace(tile, cell=(number, tile.row)) for tile in tiles)
        panels.append(Panel(tuple(cells), bodies=True))
    return Picture(instance.heading, tuple(panels))


def strip_panel(instance: FlowerBoard, name: str, flip: str, across: bool) -> Panel:
    """A strip as it lies after a flip."""
    return Panel(tuple(_strip(instance, name, flip, 1, across)), bodies=True)


def _in_hole(tile: Tile, n: int, across: int) -> Tile:
    """A circle of a layer with its hole: holes are numbered row by row, from 1."""
    hole = n * (tile.row - 1) + tile.column
    return replace(tile, cell=(hole,), spot=(hole, 1 + across))


def _from_above(layers: Iterable[Panel], n: int) -> Iterator[Tile]:
    """What one sees of each hole: the upper circle, and through its gap the lower one."""
    lower, upper = ({t.cell: t for t in each.tiles if t.figure} for each in layers)
    for hole in range(1, n * n + 1):
        top, below = upper.get((hole,)), lower.get((hole,))
        seen = top or below
        if seen is None:
            row, column = divmod(hole - 1, n)
            yield Tile(row + 1, column + 1, "", ("hole", hole), cell=(hole,))
            continue
        through = _petals(below) - _petals(top) if top and below else frozenset()
        figure = Petals(_petals(seen) | through, through, below.colour if below else None)
        yield replace(seen, text="", marks={}, figure=figure, group=("hole", hole), spot=None)


def _petals(tile: Tile) -> frozenset[Compass]:
    return tile.figure.quarters if isinstance(tile.figure, Petals) else frozenset()


def _short_names(names: Sequence[str], room: int) -> dict[str, str]:
    """The names if they fit, else their beginnings, their ends or numbers.

    >>> _short_names(["strip_one", "strip_two"], 5)
    {'strip_one': 'p_one', 'strip_two': 'p_two'}
    """
    from rich.cells import cell_len

    beginnings, ends = [name[:room] for name in names], [name[-room:] for name in names]
    for short in (list(names), beginnings, ends):
        if len(set(short)) == len(names) and max(map(cell_len, short)) <= room:
            return dict(zip(names, short, strict=True))
    return {name: str(number) for number, name in enumerate(names, start=1)}


def _strip(instance: FlowerBoard, name: str, flip: str, line: int, across: bool) -> Iterator[Tile]:
    """The circles of a strip as it lies in a row or a column: petals around its name."""
    names = [strip.name for strip in instance.strips]
    circles, colour = instance.strips[names.index(name)].circles, names.index(name)
    look = as_laid(circles, ("across" if across else "down", flip))
    for number, circle in enumerate(look, start=1):
        petal = {quarter: "·" if v == circle else "●" for quarter, v in QUARTERS.items()}
        marks: dict[Compass, Mark] = {
            "N": Mark(f"{petal['TL']} {petal['TR']}"),
            "S": Mark(f"{petal['BL']} {petal['BR']}"),
        }
        petals = frozenset(_COMPASS[quarter] for quarter, v in QUARTERS.items() if v != circle)
        place = (line, number) if across else (number, line)
        yield Tile(*place, name, name, colour, marks=marks, figure=Petals(petals))
