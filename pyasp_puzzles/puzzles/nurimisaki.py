"""Nurimisaki: shade cells so that the others are connected, and capes only where circles are.

A cape is a white cell with one white neighbour. Its number tells how many white cells lie in a line
from it on, itself included; a question mark stands for any number. No 2 x 2 block is all shaded or
all white.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from pyasp_puzzles.boards import kit
from pyasp_puzzles.core.errors import counted
from pyasp_puzzles.core.regions import neighbours


@dataclass(frozen=True)
class Nurimisaki(kit.GridBoard):
    """A board with circles, some with a number."""

    capes: kit.Rows = kit.layer(
        kit.Numbers("length", 2, kit.longer_side, "cape", dot="open", noun="circle", drop="?",
                    about="how many white cells lie in a line from the circle on")
    )  # fmt: skip


def verify(board: Nurimisaki, answer: kit.Marked) -> Iterator[str]:
    white = {(r, c) for r, c in board.cells if (r, c) not in answer.marks}
    capes = board["capes"]
    for r, c in sorted(white):
        found = len(white.intersection(neighbours((r, c))))
        if (r, c) in capes and found != 1:
            yield f"The cape r{r}c{c} has one white neighbour: it has {found}."
        if (r, c) not in capes and found == 1:
            yield f"r{r}c{c} is not a cape, without a circle: it has one white neighbour."
    for (r, c), number in capes.items():
        found = 1 + len(kit.in_view((r, c), white))
        if number not in ("?", found):
            cells = counted(int(number), "white cell")
            yield f"The cape r{r}c{c} begins a line of {cells}: it has {found}."
    yield from kit.block_faults(white, "white")
    yield from kit.block_faults(answer.marks)
    yield from kit.part_faults(white, "The white cells are connected")


def capes(board: Nurimisaki, white: set[kit.Place]) -> kit.Rows:
    """The capes of some white cells, with their numbers."""
    found = (at for at in sorted(white) if len(white.intersection(neighbours(at))) == 1)
    return tuple((*at, 1 + len(kit.in_view(at, white))) for at in found)


def layout(random: Random, board: Nurimisaki) -> dict[str, kit.Rows] | None:
    """The capes of random white cells."""
    white = kit.thinned(random, board.cells)
    return {"capes": capes(board, white)} if white else None


def refine(
    random: Random, board: Nurimisaki, answer: kit.Marked, others: Sequence[kit.Marked]
) -> tuple[Nurimisaki, kit.Marked] | None:
    """A board with another answer, changed in up to three cells near those of a further one."""
    white, other = set(board.cells).difference(answer.marks), random.choice(others)
    cells = set(answer.marks).symmetric_difference(other.marks)
    near = sorted(cells.union(*map(neighbours, cells)).intersection(board.cells))
    for _ in range(200):
        new = white.symmetric_difference(random.choices(near, k=random.randint(1, 3)))
        shaded = set(board.cells) - new
        if kit.blocks(new) or kit.blocks(shaded) or len(kit.parts(new)) != 1:
            continue
        changed = replace(board, capes=capes(board, new))
        if any(verify(changed, other)):
            return changed, kit.Marked(tuple(sorted(shaded)))
    return None


LINK = kit.Pzpr("nurimisaki", (kit.url.Base16("capes"),), ("capes", "marks"))
SHADED = kit.Shaded("shaded", off=("capes",))
GENRE = kit.Genre(Nurimisaki, kit.Marked, (SHADED,), verify, codec=LINK)
PUZZLE = kit.layered(GENRE, kit.Drafts(layout, refine=refine, symmetric=False), first="six")
