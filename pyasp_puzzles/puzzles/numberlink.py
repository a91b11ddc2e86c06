"""Numberlink: join equal numbers in pairs by lines from cell to cell that do not branch or cross.

A line ends in its two numbers and passes no others. Cells may stay empty.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from pyasp_puzzles.boards import kit
from pyasp_puzzles.core.errors import counted

MOST = 99  # the greatest number


@dataclass(frozen=True)
class Numberlink(kit.GridBoard):
    """A board of cells, some with a number."""

    ends: kit.Rows = kit.layer(
        kit.Numbers("number", 1, MOST, about="the number at an end of a line", noun="number")
    )


def verify(board: Numberlink, answer: kit.Marked) -> Iterator[str]:
    near, number = kit.joined(answer.marks), board["ends"]
    if not near:
        yield "There is a line: nothing is drawn."
    for cell in sorted({*near, *number}):
        rule = "One line ends" if cell in number else "No line ends or branches"
        found = len(near.get(cell, ()))
        if found != (1 if cell in number else 2):
            yield f"{rule} in {kit.short_name(cell)}: {counted(found, 'line')} in it."
    for line in kit.chains(answer.marks):
        joined, at = sorted({number[cell] for cell in line if cell in number}), min(line)
        if not joined:
            yield f"Each line joins numbers: the one in {kit.short_name(at)} has none."
        if len(joined) > 1:
            words = f"the one in {kit.short_name(at)} joins {joined[0]} and {joined[1]}"
            yield f"A line joins equal numbers: {words}."


def clues(_board: Numberlink, answer: kit.Marked) -> Mapping[str, Iterable[kit.Place]]:
    """A number for each line, at its ends."""
    near, lines = kit.joined(answer.marks), enumerate(kit.chains(answer.marks), start=1)
    return {"ends": [(*at, n) for n, line in lines for at in line if len(near[at]) == 1]}


def layout(random: Random, board: Numberlink) -> Mapping[str, Iterable[kit.Place]] | None:
    """Numbers of random lines; there may be too many of them."""
    lines = clues(board, kit.Marked(tuple(kit.induced_lines(random, board.cells))))
    return lines if len(tuple(lines["ends"])) <= 2 * MOST else None


def refine(
    random: Random, _: Numberlink, answer: kit.Marked, others: Sequence[kit.Marked]
) -> kit.Marked | None:
    """The answer with a line cut in two, at a link that other answers do not have."""
    ways = []
    for link in answer.marks:
        rest = tuple(each for each in answer.marks if each != link)
        shortest = min(map(len, kit.chains(rest)), default=0)
        missed = sum(link not in other.marks for other in others)
        if len(kit.joined(rest)) == len(kit.joined(answer.marks)) and missed:
            ways.append((shortest > 2, missed, random.random(), rest))
    return kit.Marked(max(ways)[-1]) if ways else None


LINK = kit.Pzpr("numlin", (kit.url.Base16("ends"),), ("ends", "marks"))
LINES = kit.Lines("line", across=True, noun="link")
PUZZLE = kit.layered(
    kit.Genre(Numberlink, kit.Marked, (LINES,), verify, codec=LINK),
    kit.Drafts(layout, derived=clues, refine=refine),
    first="eight",
)
