"""Kakuro: write 1 to 9 into the white cells so that no run of them has a number twice.

A run is a row or column of white cells between black ones. A sum in a black cell is that of the
run below it, or of the run right of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from pyasp_puzzles.boards import kit
from pyasp_puzzles.boards.formats.fields import fields
from pyasp_puzzles.core.errors import Phrase, often
from pyasp_puzzles.core.regions import neighbours, regions

MOST = 45
"""The greatest sum: of 1 to 9."""


@dataclass(frozen=True)
class Kakuro(kit.GridBoard):
    """A board of white and black cells; the first row and the first column are black."""

    blocks: kit.Rows = kit.layer(
        kit.Cells("block", about="# for a black cell", dark=True, noun="black cell")
    )
    down: kit.Rows = kit.layer(
        kit.Numbers(
            "down",
            1,
            MOST,
            about="the sum of the run below",
            noun="down sum",
            small="SW",
            drop="row",
        )
    )
    across: kit.Rows = kit.layer(
        kit.Numbers(
            "across",
            1,
            MOST,
            about="the sum of the run right",
            noun="across sum",
            small="NE",
            drop="row",
        )
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        black = set(self.blocks)
        frame = [cell for cell in self.cells if 1 in cell]
        for field, rows in (("blocks", frame), ("down", self.down), ("across", self.across)):
            for row in rows:
                if row[:2] not in black:
                    found = Phrase(f"a white cell in r{row[0]}c{row[1]}")
                    raise fields(self)[field].error("a black cell there", found)


def runs(
    board: Kakuro, blocks: Collection[kit.Place]
) -> Iterator[tuple[str, kit.Place, list[kit.Place]]]:
    """Each run between black cells: the layer of its sum, the black cell before it, its cells."""
    white = set(board.cells).difference(blocks)
    for name, down, right in (("down", 1, 0), ("across", 0, 1)):
        for row, column in blocks:
            cells, at = list[kit.Place](), (row + down, column + right)
            while at in white:
                cells.append(at)
                at = at[0] + down, at[1] + right
            if cells:
                yield name, (row, column), cells


def verify(board: Kakuro, answer: kit.Filled) -> Iterator[str]:
    for row, column in board.cells:
        if (answer.rows[row - 1][column - 1] > 0) == ((row, column) in board.blocks):
            yield f"Each white cell holds a number, and no black one: r{row}c{column}."
    for name, block, cells in runs(board, board.blocks):
        numbers = [answer.rows[row - 1][column - 1] for row, column in cells]
        where = f"The numbers {'below' if name == 'down' else 'right of'} r{block[0]}c{block[1]}"
        for number in sorted(set(numbers) - {0}):
            if numbers.count(number) > 1:
                times = often(numbers.count(number))
                yield f"{where} are different: {number} comes {times}."
        total = board[name].get(block)
        if total not in (None, sum(numbers)):
            yield f"{where} sum to {total}: {sum(numbers)}."


def layout(random: Random, board: Kakuro) -> dict[str, kit.Rows] | None:
    """Black cells that a half turn keeps; runs have two to five cells and hang together."""
    white = {cell for cell in board.cells if 1 not in cell}
    most = max(3, min(5, board.rows // 2, board.columns // 2))
    long = [most + 1]
    while max(long) > most:
        for row, column in random.sample(sorted(white), len(white)):
            rest = white - {(row, column), (board.rows + 2 - row, board.columns + 2 - column)}
            sizes = [len(line) for *_, line in runs(board, sorted({*board.cells} - rest))]
            if min(sizes, default=0) > 1 and len(regions(sorted(rest), neighbours)) == 1:
                break
        else:
            return None
        white, long = rest, sizes
    return {"blocks": tuple(cell for cell in board.cells if cell not in white)}


def sums(board: Kakuro, answer: kit.Filled) -> dict[str, kit.Rows]:
    """The sums of all runs."""
    found: dict[str, list[tuple[int, ...]]] = {"down": [], "across": []}
    for name, block, cells in runs(board, board.blocks):
        found[name].append((*block, sum(answer.rows[r - 1][c - 1] for r, c in cells)))
    return {name: tuple(sorted(rows)) for name, rows in found.items()}


def refine(
    random: Random,
    _settings: object,
    board: Kakuro,
    answer: kit.Filled,
    others: Sequence[kit.Filled],
) -> kit.Filled:
    """Another answer: numbers that others change become as small or as great as they can be."""
    rows = [list(row) for row in answer.rows]
    changed = Counter(
        (row, column)
        for other in others
        for row, column in board.cells
        if other.rows[row - 1][column - 1] != rows[row - 1][column - 1]
    )
    for cell in random.choices(list(changed), list(changed.values()), k=3):
        lines = [line for *_, line in runs(board, board.blocks) if cell in line]
        taken = {rows[row - 1][column - 1] for line in lines for row, column in line}
        free = [number for number in range(1, 10) if number not in taken]
        if free:
            rows[cell[0] - 1][cell[1] - 1] = random.choice([free[0], free[-1]])
    return kit.Filled(tuple(map(tuple, rows)))


VALUES = kit.Values("value", off=("blocks",))
NAMES = ("blocks", "down", "across")
FILE = (kit.special.SumsGrid(*NAMES), kit.special.Inner("rows"))
LINK = kit.Pzpr("kakuro", (kit.special.Sums(*NAMES),), FILE, margin=1)
GENRE = kit.Genre(Kakuro, kit.Filled, (VALUES,), verify, codec=LINK)
PUZZLE = kit.layered(
    GENRE, kit.Drafts(layout, derived=sums, refine=refine, symmetric=False), first="six"
)
