"""Nonogram: shade cells so that the numbers beside each line are the lengths of its runs.

They stand in order, with a cell that is not shaded between two runs. A line without numbers has no
shaded cell.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from random import Random

from pyasp_puzzles.boards import kit


@dataclass(frozen=True)
class Nonogram(kit.GridBoard):
    """A board with numbers above its columns and left of its rows."""

    runs: kit.Rows = kit.layer(
        kit.Margin(
            "run", 0, kit.longer_side, several=50, sides=("top", "left"), noun="list",
            about="the lengths of its runs",
        )
    )  # fmt: skip


def lines(board: Nonogram) -> Iterator[tuple[str, kit.Place, list[kit.Place]]]:
    """Each line: its name, its place in the margin with the step inwards, its cells."""
    for c in range(1, board.columns + 1):
        yield f"column {c}", (0, c, 1, 0), [(r, c) for r in range(1, board.rows + 1)]
    for r in range(1, board.rows + 1):
        yield f"row {r}", (r, 0, 0, 1), [(r, c) for c in range(1, board.columns + 1)]


def lengths(shaded: set[kit.Place], line: list[kit.Place]) -> tuple[int, ...]:
    """The lengths of the runs in a line."""
    return tuple(len(list(run)) for dark, run in groupby(line, shaded.__contains__) if dark)


def verify(board: Nonogram, answer: kit.Marked) -> Iterator[str]:
    numbers = {row[:4]: tuple(n for n in row[4:] if n) for row in board.runs}
    for name, beside, cells in lines(board):
        found, wanted = lengths(set(answer.marks), cells), numbers.get(beside, ())
        if found != wanted:
            words = [", ".join(map(str, runs)) or "none" for runs in (wanted, found)]
            yield f"The runs of {name} have the lengths {words[0]}: found {words[1]}."


def layout(random: Random, board: Nonogram) -> dict[str, kit.Rows]:
    """The numbers of a random picture, two thirds of which are shaded."""
    shaded = {cell for cell in board.cells if random.random() < 0.65}
    found = ((*beside, *lengths(shaded, cells)) for _, beside, cells in lines(board))
    return {"runs": tuple(row for row in found if len(row) > 4)}


PUZZLE = kit.layered(
    kit.Genre(
        Nonogram, kit.Marked, (kit.Shaded("shaded"),), verify,
        codec=kit.Pzpr(
            "nonogram", (kit.url.NumberLists("runs"),), (kit.files.Framed("runs", "marks"),)
        ),
    ),
    kit.Drafts(layout),
    first="six",
)  # fmt: skip
