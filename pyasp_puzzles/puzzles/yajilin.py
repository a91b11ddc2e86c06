"""Yajilin: shade cells, no two side by side, and draw one loop through all other free cells.

No hint is shaded or passed. Its arrow points to as many shaded cells as its number says; a question
mark says nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from pyasp_puzzles.boards import kit
from pyasp_puzzles.core.errors import counted


@dataclass(frozen=True)
class Yajilin(kit.GridBoard):
    """A board of cells, some with a hint."""

    hints: kit.Rows = kit.layer(
        kit.Arrows("arrow", 0, lambda board: (kit.longer_side(board) + 1) // 2, "hint", noun="hint",
                   about="a number and an arrow, ``2>``, to so many shaded cells", drop="?")
    )  # fmt: skip


@dataclass(frozen=True)
class ShadedAndLoop:
    """The shaded cells and the lines of the loop, sorted."""

    shaded: kit.Rows
    loop: kit.Rows


def seen(shaded: Iterable[kit.Place], hint: kit.Row) -> int:
    """How many shaded cells lie in the direction of a hint."""
    row, column, down, right, *_ = hint
    away = [(r - row, c - column) for r, c in shaded]
    return sum(down * y + right * x == abs(y) + abs(x) for y, x in away)


def verify(board: Yajilin, answer: ShadedAndLoop) -> Iterator[str]:
    near, shaded, hints = kit.joined(answer.loop), set(answer.shaded), board["hints"]
    for hint in board.hints:
        at, found = kit.short_name(hint[:2]), seen(shaded, hint)
        if hint[4:] not in ((), (found,)):
            yield f"The arrow in {at} points to {counted(hint[4], 'shaded cell')}: to {found}."
    for cell in sorted({*board.cells} - {*hints} - (near.keys() ^ shaded)):
        words = "both" if cell in near else "neither"
        yield f"The loop passes {kit.short_name(cell)} unless that is shaded: it is {words}."
    for cell in sorted({*hints} & {*near, *shaded}):
        yield f"No hint is shaded or passed: {kit.short_name(cell)} is."
    yield from kit.side_faults(shaded)
    yield from kit.loop_faults(near)


def layout(random: Random, board: Yajilin) -> Mapping[str, kit.Rows]:
    """Hints in one cell of five; their arrows come with an answer."""
    hints = kit.beside_loops(random, board.cells, len(board.cells) // 5)
    return {"hints": tuple((*at, 0, 0) for at in hints)}


def refine(
    random: Random, board: Yajilin, answer: ShadedAndLoop, others: Sequence[ShadedAndLoop]
) -> tuple[Yajilin, ShadedAndLoop] | None:
    """A board with a hint in a cell that is shaded in one of two answers, and this answer."""
    pairs = (answer, others[-1]), (others[-1], answer)
    cells = [(x, at) for x, y in pairs for at in sorted({*x.shaded}.difference(y.shaded))]
    if not cells:
        return None
    own, at = random.choice(cells)
    own = replace(own, shaded=tuple(cell for cell in own.shaded if cell != at))
    arrows = [*(row[:4] for row in board.hints), (*at, *random.choice(kit.STEPS))]
    return replace(board, hints=tuple((*x, seen(own.shaded, x)) for x in sorted(arrows))), own


SHADED = kit.Shaded("shaded", off=("hints",))
LOOP = kit.Lines("line", across=True, noun="link", off=("hints",))
LINK = kit.Pzpr("yajilin", (kit.url.ArrowCode("hints"),), ("hints", "shaded", "loop"), flags="b")
GENRE = kit.Genre(Yajilin, ShadedAndLoop, (SHADED, LOOP), verify, codec=LINK)
PUZZLE = kit.layered(GENRE, kit.Drafts(layout, refine=refine, symmetric=False), first="ten")
