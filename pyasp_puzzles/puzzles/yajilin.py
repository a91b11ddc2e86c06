"""Yajilin: shade cells, no two side by side, and draw one loop through all other free cells.

Cells with a hint are neither shaded nor passed. An arrow points to as many shaded cells as its
number says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from pyasp_puzzles.boards import kit
from pyasp_puzzles.core.errors import counted


def most(board: kit.GridBoard) -> int:
    """More than so many shaded cells fit into no line."""
    return (max(board.rows, board.columns) + 1) // 2


@dataclass(frozen=True)
class Yajilin(kit.GridBoard):
    """A board of cells, some with a hint."""

    hints: kit.Rows = kit.layer(
        kit.Arrows(
            "arrow",
            0,
            most,
            "hint",
            about="a number and an arrow, ``2>``, that points to so many shaded cells",
            noun="hint",
            drop="?",
        )
    )


@dataclass(frozen=True)
class ShadedAndLoop:
    """The shaded cells and the lines of the loop, sorted."""

    shaded: kit.Rows
    loop: kit.Rows


def seen(board: Yajilin, shaded: Iterable[kit.Place], cell: kit.Place, step: kit.Place) -> int:
    """How many shaded cells lie in one direction from a cell."""
    reach = range(1, max(board.rows, board.columns))
    line = {(cell[0] + step[0] * i, cell[1] + step[1] * i) for i in reach}
    return len(line.intersection(shaded))


def verify(board: Yajilin, answer: ShadedAndLoop) -> Iterator[str]:
    near, shaded = kit.joined(answer.loop), set(answer.shaded)
    for row, column, down, right, *numbers in board.hints:
        found = seen(board, shaded, (row, column), (down, right))
        for number in numbers:
            if found != number:
                words = counted(number, "shaded cell")
                yield f"The arrow in r{row}c{column} points to {words}: it points to {found}."
    for r, c in answer.shaded:
        if (r, c) in near:
            yield f"The loop passes r{r}c{c} unless that is shaded: it is both."
    yield from kit.side_faults(shaded)
    for r, c in sorted({*board.cells} - {*board["hints"], *shaded, *near}):
        yield f"The loop passes r{r}c{c} unless that is shaded: it is neither."
    for cell in sorted(set(board["hints"]).intersection(near)):
        yield f"The loop passes no hint: it passes {kit.short_name(cell)}."
    yield from kit.loop_faults(near)


def layout(random: Random, board: Yajilin) -> Mapping[str, kit.Rows]:
    """Hints in one cell of five; their arrows come with an answer."""
    cells = random.sample(board.cells, round(len(board.cells) / 5))
    return {"hints": tuple((*cell, 0, 0) for cell in cells)}


def refine(
    random: Random,
    _settings: object,
    board: Yajilin,
    answer: ShadedAndLoop,
    others: Sequence[ShadedAndLoop],
) -> Yajilin | None:
    """A board on which an arrow points elsewhere, where another answer has another number."""
    left = [other for other in others if not any(verify(board, other))]
    ways = [
        (*cell, *step, number)
        for cell in board["hints"]
        for step in kit.STEPS
        if left
        and (number := seen(board, answer.shaded, cell, step))
        != seen(board, left[0].shaded, cell, step)
    ]
    if not ways:
        return None if left else board
    new = random.choice(ways)
    kept = [row for row in board.hints if row[:2] != new[:2]]
    return replace(board, hints=tuple(sorted([*kept, new])))


SHADED = kit.Shaded("shaded", off=("hints",))
LOOP = kit.Lines("line", across=True, noun="link", off=("hints",))
LINK = kit.Pzpr("yajilin", (kit.url.ArrowCode("hints"),), ("hints", "shaded", "loop"), flags="b")
GENRE = kit.Genre(Yajilin, ShadedAndLoop, (SHADED, LOOP), verify, codec=LINK)
PUZZLE = kit.layered(GENRE, kit.Drafts(layout, refine=refine, symmetric=False), first="ten")
