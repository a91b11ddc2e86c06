"""The best packing of a space that cannot be filled: as many cells covered as possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

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
from pyasp_puzzles.puzzles.packing.facts import board_facts
from pyasp_puzzles.puzzles.packing.filling import Scores, first_filling, needed_cells
from pyasp_puzzles.puzzles.packing.instance import Instance
from pyasp_puzzles.puzzles.packing.picture import left_over, picture
from pyasp_puzzles.puzzles.packing.placements import Solution
from pyasp_puzzles.puzzles.packing.verify import measure

EMPTY = "□"
"""The sign of a cell that has to be covered, and is empty."""


def most(instance: Instance) -> int:
    """The number of cells that have to be covered."""
    return len(needed_cells(instance))


def start(instance: Instance, request: BestRequest[Solution]) -> BestSearch:
    """A search with ``lp/best/packing.lp``, and with ``lp/packing.lp`` for a board without gaps."""
    scores: list[Scores] = []

    def first(late: Callable[[], bool]) -> Improvement | None:
        found = first_filling(instance, request.seed, late)
        if found is None:
            return None
        atoms, score = found
        return Improvement(tuple(atom.symbol for atom in atoms), score, "first fit")

    def above(score: int) -> int | None:
        if not scores:
            scores.append(Scores(instance, request.late))
        return scores[0].above(score)

    def program() -> ClaspProgram:
        facts = "\n".join(fact_lines(board_facts(instance)))
        return ClaspProgram(Source((program_folder() / "best" / "packing.lp",), facts))

    return ClingoBest(
        Maximising(program, most(instance), lambda: own_program(instance), first, above), request
    )


def gaps(instance: Instance, solution: Solution) -> Picture:
    """The packing with a sign in each cell that is empty, and the pieces that are left."""
    drawn = picture(instance, solution)
    covered = {cell for placement in solution.placements for cell in placement.cells}
    empty = needed_cells(instance) - covered
    panels = tuple(
        replace(
            panel,
            tiles=tuple(
                replace(tile, text=EMPTY) if tile.cell in empty else tile for tile in panel.tiles
            ),
        )
        for panel in drawn.panels
    )
    legend = list(drawn.legend)
    if empty:
        verb = "is" if len(empty) == 1 else "are"
        legend.append(LegendEntry("", f"{counted(len(empty), 'cell')} drawn {EMPTY} {verb} empty."))
        legend += left_over(instance, Counter(p.piece for p in solution.placements))
    return replace(drawn, panels=panels, legend=tuple(legend))


OPTIMISER = Optimiser(
    most=most,
    counted="cells are covered",
    lost="empty cell",
    measure=measure,
    start=start,
    picture=gaps,
    about="clingo maximises the number of covered cells (lp/best/packing.lp), and proves at the "
    "end that no packing covers more",
)
