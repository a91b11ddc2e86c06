"""Kakuro: write 1 to 9 into the white cells so that no run of them has a number twice.

A run is a row or column of white cells between black ones. A sum in a black cell is that of the
run below it, or of the run right of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from pyasp_puzzles.boards import kit
from pyasp_puzzles.boards.formats.fields import fields
from pyasp_puzzles.core.errors import Phrase


@dataclass(frozen=True)
class Kakuro(kit.GridBoard):
    """A board of white and black cells; the first row and the first column are black."""

    blocks: kit.Rows = kit.layer(
        kit.Cells("block", about="# for a black cell", dark=True, noun="black cell")
    )
    down: kit.Rows = kit.layer(
        kit.Numbers(
            "down", 1, 45, about="the sum of the run below", noun="down sum", small="SW", drop="row"
        )
    )  # fmt: skip
    across: kit.Rows = kit.layer(
        kit.Numbers(
            "across", 1, 45, about="the sum of the run right", noun="across sum", small="NE",
            drop="row",
        )
    )  # fmt: skip

    def __post_init__(self) -> None:
        super().__post_init__()
        frame = [cell for cell in self.cells if 1 in cell]
        for field, rows in (("blocks", frame), ("down", self.down), ("across", self.across)):
            for row in rows:
                if row[:2] not in self.blocks:
                    found = Phrase(f"a white cell in r{row[0]}c{row[1]}")
                    raise fields(self)[field].error("a black cell there", found)


def runs(
    board: Kakuro, blocks: Collection[kit.Place]
) -> Iterator[tuple[str, kit.Place, list[kit.Place]]]:
    """Each run between black cells: the layer of its sum, the black cell before it, its cells."""
    white = set(board.cells).difference(blocks)
    for line, cells in kit.lines(board.rows, board.columns).items():
        for run in kit.segments(cells, white):
            (r, c), down = run[0], line.startswith("Column")
            yield ("down", (r - 1, c), run) if down else ("across", (r, c - 1), run)


def verify(board: Kakuro, answer: kit.Filled) -> Iterator[str]:
    for r, c in board.cells:
        if (answer[r, c] > 0) == ((r, c) in board.blocks):
            yield f"Each white cell holds a number, and no black one: r{r}c{c}."
    for name, (r, c), cells in runs(board, board.blocks):
        where = f"The numbers {'below' if name == 'down' else 'right of'} r{r}c{c}"
        numbers = [answer[cell] for cell in cells]
        for number, times in kit.repeated(numbers).items():
            yield f"{where} are different: {number} comes {times}."
        total = board[name].get((r, c), sum(numbers))
        if total != sum(numbers):
            yield f"{where} sum to {total}: {sum(numbers)}."


def layout(random: Random, board: Kakuro) -> dict[str, kit.Rows] | None:
    """Black cells that a half turn keeps; runs have two to five cells and hang together."""
    white, longest = {cell for cell in board.cells if 1 not in cell}, 9
    most = max(3, min(5, board.rows // 2, board.columns // 2))
    while longest > most:
        for r, c in random.sample(sorted(white), len(white)):
            rest = white - {(r, c), (board.rows + 2 - r, board.columns + 2 - c)}
            sizes = [len(run) for *_, run in runs(board, {*board.cells} - rest)]
            if min(sizes, default=0) > 1 and len(kit.parts(rest)) == 1:
                break
        else:
            return None
        white, longest = rest, max(sizes)
    return {"blocks": tuple(cell for cell in board.cells if cell not in white)}


def sums(board: Kakuro, answer: kit.Filled) -> dict[str, list[tuple[int, ...]]]:
    """The sums of all runs."""
    found: dict[str, list[tuple[int, ...]]] = {"down": [], "across": []}
    for name, block, cells in runs(board, board.blocks):
        found[name].append((*block, sum(answer[cell] for cell in cells)))
    return found


def refine(
    random: Random, _: object, board: Kakuro, answer: kit.Filled, others: Sequence[kit.Filled]
) -> kit.Filled:
    """Another answer: numbers that others change become as small or as great as they can be."""
    changed = [cell for other in others for cell in board.cells if other[cell] != answer[cell]]
    rows = [list(row) for row in answer.rows]
    for cell in random.choices(changed, k=3):
        lines = [line for *_, line in runs(board, board.blocks) if cell in line]
        free = {*range(1, 10)}.difference(rows[r - 1][c - 1] for line in lines for r, c in line)
        if free:
            rows[cell[0] - 1][cell[1] - 1] = random.choice([min(free), max(free)])
    return kit.Filled(tuple(map(tuple, rows)))


VALUES = kit.Values("value", off=("blocks",))
NAMES = ("blocks", "down", "across")
FILE = (kit.special.SumsGrid(*NAMES), kit.special.Inner("rows"))
LINK = kit.Pzpr("kakuro", (kit.special.Sums(*NAMES),), FILE, margin=1)
GENRE = kit.Genre(Kakuro, kit.Filled, (VALUES,), verify, codec=LINK)
PUZZLE = kit.layered(
    GENRE, kit.Drafts(layout, derived=sums, refine=refine, symmetric=False), first="six"
)
