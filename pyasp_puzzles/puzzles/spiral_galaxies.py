"""Spiral Galaxies: divide the board into connected galaxies, each with one centre.

A centre lies in a cell or between cells. A galaxy looks the same after half a turn about it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random

from pyasp_puzzles.boards import kit
from pyasp_puzzles.core.regions import neighbours


@dataclass(frozen=True)
class SpiralGalaxies(kit.GridBoard):
    """A board with the centres of galaxies."""

    holes: kit.Rows = kit.layer(
        kit.Cells("hole", "#", dark=True, about="``#`` for a cell that is missing", noun="hole")
    )
    centres: kit.Rows = kit.layer(
        kit.Circles(
            "centre", on=kit.spots, about="``o`` or ``*`` for a centre, white or black",
            noun="centre",
        )
    )  # fmt: skip


def turned(cell: kit.Place, centre: kit.Place) -> kit.Place:
    """The cell after half a turn about a centre."""
    return centre[0] + centre[-2] - cell[0], centre[1] + centre[-1] - cell[1]


def core(centre: kit.Place) -> set[kit.Place]:
    """The cells that a centre touches."""
    return {(row, column) for row in (centre[0], centre[-2]) for column in (centre[1], centre[-1])}


def verify(board: SpiralGalaxies, answer: kit.Marked) -> Iterator[str]:
    open_ = set(board.cells).difference(board.holes)
    yield from kit.division_faults(open_, answer.marks, "galaxy")
    for centre in (row[:4] for row in board.centres):
        cells = {row[:2] for row in answer.marks if row[2:] == centre}
        galaxy = f"The galaxy around {kit.middle_name(centre)}"
        if not core(centre) <= cells:
            yield f"{galaxy} has the cells at its centre: it has not."
        if {turned(cell, centre) for cell in cells} != cells:
            yield f"{galaxy} looks the same after half a turn: it does not."
        yield from kit.part_faults(cells, f"{galaxy} is connected")


def layout(random: Random, board: SpiralGalaxies) -> Mapping[str, kit.Rows]:
    """The centres of random galaxies, which grow one after the other by two cells at a time."""
    free, centres = set(board.cells), []
    spots = kit.spots(board.cells)
    for spot in random.sample(spots, len(spots)):
        galaxy = core(spot)
        if not galaxy <= free:
            continue
        most = random.randint(2, 16)
        while len(galaxy) < most:
            near = {other for cell in galaxy for other in neighbours((cell[0], cell[1]))} - galaxy
            ways = sorted(cell for cell in near & free if turned(cell, spot) in free)
            if not ways:
                break
            cell = random.choice(ways)
            galaxy |= {cell, turned(cell, spot)}
        free -= galaxy
        place = spot if len(spot) == 4 else spot * 2
        centres.append((*place, random.choice(("white", "black"))))
    return {"centres": tuple(sorted(centres))}


DIVISION = kit.Division("belongs", owners="centres", far=True, off=("holes",))
URL = (kit.url.Dots("centres"), kit.url.Bits("holes", optional=True))
LINK = kit.Pzpr("tentaisho", URL, (kit.special.DotGrid("centres", "holes"), "marks"))
GENRE = kit.Genre(SpiralGalaxies, kit.Marked, (DIVISION,), verify, codec=LINK)
PUZZLE = kit.layered(GENRE, kit.Drafts(layout), first="ten")
