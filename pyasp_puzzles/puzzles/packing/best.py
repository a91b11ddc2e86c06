"""The best packing of a space that cannot be filled: as many cells covered as possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random

from pyasp_puzzles.boards.optimiser import BestRequest, BestSearch, Improvement, Optimiser
from pyasp_puzzles.boards.puzzle import program_folder
from pyasp_puzzles.core.atoms import fact_lines
from pyasp_puzzles.core.errors import counted
from pyasp_puzzles.engines.optimising.by_clingo import (
    ClaspProgram,
    ClingoBest,
    Maximising,
    own_program,
)
from pyasp_puzzles.ground.grounding import Source
from pyasp_puzzles.pictures.picture import LegendEntry, Picture
from pyasp_puzzles.puzzles.packing.geometry import Point, moved, subtract
from pyasp_puzzles.puzzles.packing.instance import PackingBoard
from pyasp_puzzles.puzzles.packing.picture import picture
from pyasp_puzzles.puzzles.packing.placements import (
    PackingSolution,
    PolyformPlaced,
    board_facts,
    inside,
    placement_of,
    sweep,
    sweep_order,
)
from pyasp_puzzles.puzzles.packing.play import POSES
from pyasp_puzzles.puzzles.packing.verify import measure

EVERY = 200
"""Cells or placements between two looks at the clock."""
EMPTY = "□"
"""The sign of a cell that has to be covered, and is empty."""


def first_filling(
    instance: PackingBoard, seed: int, late: Callable[[], bool]
) -> tuple[tuple[PolyformPlaced, ...], int] | None:
    """Placements, the given ones included, and the number of cells that they cover.

    At each cell that is free, in the order of a sweep, the first piece that fits is placed with its
    first block there.  Large pieces are tried first; the seed decides among equal ones.  If the
    time is up, the rest stays empty.  ``None``: all cells are covered, but some pieces are not used
    as often as they have to be.
    """
    needed, free = instance.needed(), set(instance.cells)
    used = Counter(given.piece for given in instance.given)
    for given in instance.given:
        free.difference_update(given.cells)
    order = sweep_order(instance)
    shapes = [
        (piece, turn, min(shape, key=order), shape)
        for piece in instance.pieces
        for turn, shape in instance.shapes[piece.name].items()
    ]
    Random(seed).shuffle(shapes)
    shapes.sort(key=lambda each: -len(each[3]))
    laid: list[tuple[PolyformPlaced, frozenset[Point]]] = []
    for number, cell in enumerate(sweep(instance)):
        if number % EVERY == EVERY - 1 and late():
            break
        if cell not in free:
            continue
        for piece, turn, start, shape in shapes:
            shift = subtract(cell, start)
            if used[piece.name] < piece.most and instance.grid.moves_by(shift):
                covered = frozenset(moved(shape, shift))
                if covered <= free:
                    laid.append((PolyformPlaced(piece.name, turn, *shift), covered))
                    used[piece.name] += 1
                    free -= covered
                    break
    if any(used[piece.name] < piece.least for piece in instance.pieces):
        while not needed & free:  # then the pieces that are left out would have to be used
            if not laid:
                return None
            free |= laid.pop()[1]
    given_atoms = (PolyformPlaced(*placement_of(instance, given)) for given in instance.given)
    return (*given_atoms, *(atom for atom, _ in laid)), len(needed - free)


class Scores:
    """The numbers of covered cells that a count allows: all of them if the time is up.

    A piece covers, with each copy, as many cells as one of its placements does; the scores are the
    sums of these numbers.  A cell that no placement covers stays empty.
    """

    def __init__(self, instance: PackingBoard, late: Callable[[], bool] = lambda: False) -> None:
        needed = instance.needed()
        coverable: set[Point] = set()
        every = (1 << (len(needed) + 1)) - 1
        sums = 1  # bit N is set if N cells may be covered
        for piece in instance.pieces:
            numbers: set[int] = set()
            for count, placement in enumerate(inside(instance, piece)):
                if count % EVERY == EVERY - 1 and late():
                    self._sums = every
                    return
                covered = needed.intersection(placement.cells)
                numbers.add(len(covered))
                coverable |= covered
            for _ in range(piece.most):
                before = sums
                for number in numbers:
                    sums |= before << number
                sums &= every
                if sums == before:
                    break
        self._sums = sums & ((1 << (len(coverable) + 1)) - 1)

    def above(self, score: int) -> int | None:
        """The least possible score above this one; ``None``: there is none."""
        higher = self._sums >> (score + 1)
        return score + 1 + (higher & -higher).bit_length() - 1 if higher else None


def start(instance: PackingBoard, request: BestRequest[PackingSolution]) -> BestSearch:
    """A search with ``lp/best/packing.lp``, and with ``lp/packing.lp`` for a board without gaps."""
    scores = cache(lambda: Scores(instance, request.late))

    def first(late: Callable[[], bool]) -> Improvement | None:
        atoms, score = first_filling(instance, request.seed, late) or ((), -1)
        symbols = tuple(atom.symbol for atom in atoms)
        return Improvement(symbols, score, "first fit") if score >= 0 else None

    def program() -> ClaspProgram:
        facts = "\n".join(fact_lines(board_facts(instance)))
        return ClaspProgram(Source((program_folder() / "best" / "packing.lp",), facts))

    maximising = Maximising(
        program,
        len(instance.needed()),
        lambda: own_program(instance),
        first,
        lambda score: scores().above(score),
    )
    return ClingoBest(maximising, request)


def gaps(instance: PackingBoard, solution: PackingSolution) -> Picture:
    """The packing with a sign in each cell that is empty, and the pieces that are left."""
    drawn = picture(instance, solution)
    empty = instance.needed().difference(*(placement.cells for placement in solution.placements))
    panels = []
    for panel in drawn.panels:
        tiles = (replace(t, text=EMPTY) if t.cell in empty else t for t in panel.tiles)
        panels.append(replace(panel, tiles=tuple(tiles)))
    legend = list(drawn.legend)
    if empty:
        verb = "is" if len(empty) == 1 else "are"
        legend.append(LegendEntry("", f"{counted(len(empty), 'cell')} drawn {EMPTY} {verb} empty."))
        legend += POSES.told(instance, POSES.unpack(solution.placements))
    return replace(drawn, panels=tuple(panels), legend=tuple(legend))


OPTIMISER = Optimiser(
    most=lambda instance: len(instance.needed()),
    counted="cells are covered",
    lost="empty cell",
    measure=measure,
    start=start,
    picture=gaps,
    about="clingo maximises the number of covered cells (lp/best/packing.lp), and proves at the "
    "end that no packing covers more",
)
