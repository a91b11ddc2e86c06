"""Kakuro: write 1 to 9 into the white cells so that no run of them has a number twice.

A run is a row or column of white cells between black ones. A sum in a black cell is that of the
run below it, or of the run right of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from pyasp_puzzles.boards import kit


@dataclass(frozen=True)
class Kakuro(kit.GridBoard):
    """A board of white and black cells; the first row and the first column are black."""

    blocks: kit.Rows = kit.layer(
        kit.Cells("block", about="# for a black cell", dark=True, noun="black cell", first=True)
    )
    down: kit.Rows = kit.layer(
        kit.Numbers("down", 1, 45, about="the sum of the run below", noun="down sum", small="SW",
                    within="blocks", where="a black cell", drop="row")
    )  # fmt: skip
    across: kit.Rows = kit.layer(
        kit.Numbers("across", 1, 45, about="the sum of the run right", noun="across sum",
                    small="NE", within="blocks", where="a black cell", drop="row")
    )  # fmt: skip


def runs(board: Kakuro) -> Iterator[tuple[str, kit.Place, list[kit.Place]]]:
    """Each run: the layer of its sum, the black cell before it, its cells."""
    for (down, right), run in kit.runs(set(board.cells).difference(board.blocks)):
        yield "down" if down else "across", (run[0][0] - down, run[0][1] - right), run


def verify(board: Kakuro, answer: kit.Filled) -> Iterator[str]:
    for cell in board.cells:
        if (answer[cell] > 0) == (cell in board["blocks"]):
            yield f"Each white cell holds a number, and no black one: {kit.short_name(cell)}."
    for name, block, cells in runs(board):
        run = f"The run {'below' if name == 'down' else 'right of'} {kit.short_name(block)}"
        yield from kit.sum_faults(run, [answer[cell] for cell in cells], board[name].get(block))


def layout(random: Random, board: Kakuro) -> dict[str, kit.Rows] | None:
    """White cells as in a crossword, in runs of up to five."""
    most = max(3, min(5, board.rows // 2, board.columns // 2))
    white = kit.crossed(random, [cell for cell in board.cells if 1 not in cell], most)
    return {"blocks": tuple(sorted({*board.cells} - white))} if white else None


def clues(board: Kakuro, answer: kit.Filled) -> dict[str, list[kit.Row]]:
    """The sums of all runs."""
    rows = [(name, *at, sum(answer[cell] for cell in cells)) for name, at, cells in runs(board)]
    return {name: [row[1:] for row in rows if row[0] == name] for name in ("down", "across")}


def refine(
    random: Random, board: Kakuro, answer: kit.Filled, others: Sequence[kit.Filled]
) -> kit.Filled:
    """Another answer: numbers that others change become as small or as great as they can be."""
    changed = [cell for other in others for cell in board.cells if other[cell] != answer[cell]]
    rows = [list(row) for row in answer.rows]
    for cell in random.choices(changed, k=3):
        lines = [line for *_, line in runs(board) if cell in line]
        free = {*range(1, 10)}.difference(rows[r - 1][c - 1] for line in lines for r, c in line)
        if free:
            rows[cell[0] - 1][cell[1] - 1] = random.choice([min(free), max(free)])
    return kit.Filled(tuple(map(tuple, rows)))


VALUES = kit.Values("value", off=("blocks",))
SUMS = kit.special.Sums()
LINK = kit.Pzpr("kakuro", (SUMS,), (SUMS, kit.special.Inner("rows")), margin=1)
GENRE = kit.Genre(Kakuro, kit.Filled, (VALUES,), verify, codec=LINK)
DRAFTS = kit.Drafts(layout, derived=clues, refine=refine, symmetric=False)
PUZZLE = kit.layered(GENRE, DRAFTS, first="six")
