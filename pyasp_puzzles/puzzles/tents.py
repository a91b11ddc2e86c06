"""Tents: put tents into cells so that each tree has a tent of its own beside it.

There are no other tents. Tents do not touch, not even at a corner. A number tells how many tents
its row or column has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random

from pyasp_puzzles.boards import kit
from pyasp_puzzles.core.errors import counted
from pyasp_puzzles.core.regions import neighbours, regions


@dataclass(frozen=True)
class Tents(kit.GridBoard):
    """A board with trees, and numbers above its columns and beside its rows."""

    trees: kit.Rows = kit.layer(kit.Cells("tree", "T", look="♣", about="T for a tree", noun="tree"))
    tents: kit.Rows = kit.layer(
        kit.Margin("tents", 0, about="the number of tents", sides=("top", "left"), drop="row")
    )


def verify(board: Tents, answer: kit.Marked) -> Iterator[str]:
    trees, tents = set(board.trees), set(answer.marks)
    yield from kit.line_faults(board.tents, tents, "tent")
    yield from kit.touch_faults(answer.marks, "tent")
    for r, c in sorted(trees):
        if not tents.intersection(neighbours((r, c))):
            yield f"Each tree has a tent beside it: r{r}c{c} has none."
    for r, c in answer.marks:
        if not trees.intersection(neighbours((r, c))):
            yield f"Each tent has a tree beside it: r{r}c{c} has none."

    def other(cell: kit.Place) -> set[kit.Place]:
        return (tents if cell in trees else trees).intersection(neighbours((cell[0], cell[1])))

    # A tree has at most two tents, as those do not touch: then equal numbers are enough.
    for group in regions(trees | tents, other):
        if 2 * len(trees & group) != len(group) > 1:
            r, c = min(group)
            found = counted(len(trees & group), "tree"), counted(len(tents & group), "tent")
            yield f"Each tree has its own tent: around r{r}c{c}, {found[0]} and {found[1]}."


def layout(random: Random, board: Tents) -> Mapping[str, kit.Rows]:
    """Random tents as close as people print them, and a tree beside each."""
    tents, trees = set[kit.Place](), set[kit.Place]()
    for r, c in random.sample(board.cells, len(board.cells)):
        near = {(r + down, c + right) for down in (-1, 0, 1) for right in (-1, 0, 1)}
        sides = near.intersection(neighbours((r, c)), board.cells).difference(tents, trees)
        if sides and not near & tents and (r, c) not in trees and 5 * len(tents) < len(board.cells):
            tents.add((r, c))
            trees.add(random.choice(sorted(sides)))
    return {"trees": tuple(sorted(trees))}


TREES, TENTS = kit.files.Tokens("trees", ("1",)), kit.files.Tokens("marks", ("A",), none="-")
MARKS = kit.Marks("tent", sign="▲", off=("trees",))
URL = (kit.url.Base16("tents"), kit.url.Trees("trees"))
LINK = kit.Pzpr("tents", URL, (kit.files.Framed("tents", TREES, TENTS),))
PUZZLE = kit.layered(
    kit.Genre(Tents, kit.Marked, (MARKS,), verify, codec=LINK),
    kit.Drafts(layout),
    first="eight",
)
