"""What breaks the rules that many puzzles share, in words: the rule, then what was found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from pyasp_puzzles.boards.board import Filled, Rows
from pyasp_puzzles.boards.places import Place, blocks, links, parts, short_name
from pyasp_puzzles.core.errors import counted, often
from pyasp_puzzles.core.regions import regions

__all__ = ["block_faults", "loop_faults", "once_faults", "part_faults", "printed_faults"]
__all__ += ["repeated", "side_faults"]


def loop_faults(near: Mapping[Place, list[Place]]) -> Iterator[str]:
    """What keeps lines from being one loop through cells, in words; see :func:`joined`."""
    for cell, others in sorted(near.items()):
        if len(others) != 2:
            words = f"{counted(len(others), 'line')} in it"
            yield f"The loop has no end and no branch in {short_name(cell)}: {words}."
    loops = regions(near, near.__getitem__)
    if not loops:
        yield "There is a loop: nothing is drawn."
    if len(loops) > 1:
        first, second = (short_name(min(loop)) for loop in loops[:2])
        yield f"There is one loop: no line leads from {first} to {second}."


def part_faults(cells: Iterable[Place], rule: str) -> Iterator[str]:
    """Cells that do not hang together by their sides.

    >>> list(part_faults([(1, 1), (1, 2), (3, 3)], "The shaded cells are connected"))
    ['The shaded cells are connected: no way leads from r1c1 to r3c3.']
    """
    found = parts(cells)
    if len(found) > 1:
        first, second = (short_name(min(part)) for part in found[:2])
        yield f"{rule}: no way leads from {first} to {second}."


def side_faults(shaded: Iterable[Place]) -> Iterator[str]:
    """Shaded cells side by side."""
    for r, c, r2, c2 in links(shaded):
        yield f"A shaded cell in r{r}c{c} has no shaded neighbour: r{r2}c{c2} is one."


def touch_faults(cells: Iterable[Place], noun: str) -> Iterator[str]:
    """Things in cells that touch, at a side or at a corner."""
    for (r, c), (r2, c2) in combinations(cells, 2):
        if max(abs(r - r2), abs(c - c2)) < 2:
            yield f"No {noun} touches one in r{r}c{c}: one is in r{r2}c{c2}."


def block_faults(cells: Iterable[Place], kind: str = "shaded") -> Iterator[str]:
    """Blocks of 2 x 2 cells of one kind."""
    for r, c in blocks(cells):
        yield f"No 2 x 2 block is all {kind}: the one at r{r}c{c} is."


def printed_faults(printed: Rows, answer: Filled) -> Iterator[str]:
    """Printed numbers in whose cells the answer has another one."""
    for row, column, number in printed:
        found = answer[row, column]
        if found != number:
            yield f"{number} is printed in r{row}c{column}: the cell is {found}."


def once_faults(groups: Mapping[str, Sequence[Place]], answer: Filled) -> Iterator[str]:
    """Groups of cells, by their names, that do not have each number from 1 to their size once."""
    for name, cells in groups.items():
        numbers = [answer[cell] for cell in cells]
        for number in range(1, len(cells) + 1):
            times = numbers.count(number)
            if times != 1:
                yield f"{name} has {number} once: it has it {often(times)}."


def repeated(numbers: Iterable[int]) -> dict[int, str]:
    """How often each number comes that comes several times; 0 is none.

    >>> repeated([2, 3, 2, 0, 0])
    {2: 'twice'}
    """
    times = sorted(Counter(numbers).items())
    return {number: often(count) for number, count in times if number and count > 1}
