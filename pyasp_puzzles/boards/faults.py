"""What breaks the rules that many puzzles share, in words: the rule, then what was found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from pyasp_puzzles.boards.board import Rows
from pyasp_puzzles.boards.grid import Filled
from pyasp_puzzles.boards.places import Place, blocks, links, parts, short_name
from pyasp_puzzles.core.errors import counted, often
from pyasp_puzzles.core.regions import regions


def loop_faults(near: Mapping[Place, list[Place]]) -> Iterator[str]:
    """What keeps lines from being one loop through cells, in words; see :func:`joined`."""
    for cell, others in sorted(near.items()):
        if len(others) != 2:
            words = f"{counted(len(others), 'line')} in it"
            yield f"The loop has no end and no branch in {short_name(cell)}: {words}."
    loops = regions(near, near.__getitem__)
    if not loops:
        yield "There is a loop: nothing is drawn."
    yield from group_faults(loops, "There is one loop", "line")


def group_faults(groups: Sequence[Collection[Place]], rule: str, noun: str) -> Iterator[str]:
    """More than one group of cells; the noun is what would lead from one to another."""
    if len(groups) > 1:
        first, second = (short_name(min(group)) for group in groups[:2])
        yield f"{rule}: no {noun} leads from {first} to {second}."


def part_faults(cells: Iterable[Place], rule: str) -> Iterator[str]:
    """Cells that do not hang together by their sides.

    >>> list(part_faults([(1, 1), (1, 2), (3, 3)], "The shaded cells are connected"))
    ['The shaded cells are connected: no way leads from r1c1 to r3c3.']
    """
    yield from group_faults(parts(cells), rule, "way")


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


def sum_faults(group: str, numbers: Collection[int], total: int | None) -> Iterator[str]:
    """Numbers of a group that come several times, or do not have its sum; 0 is none.

    >>> list(sum_faults("The cage at r1c1", [2, 3, 2], 8))
    ['The cage at r1c1 has 2 at most once: it has it twice.', 'The cage at r1c1 has the sum 8: 7.']
    """
    for number, times in sorted(Counter(numbers).items()):
        if number and times > 1:
            yield f"{group} has {number} at most once: it has it {often(times)}."
    if total not in (None, sum(numbers)):
        yield f"{group} has the sum {total}: {sum(numbers)}."


def use_faults(what: str, least: int, most: int, found: int) -> Iterator[str]:
    """Something that is used less or more often than it has to be.

    >>> list(use_faults("Piece L", 1, 2, 3)), list(use_faults("Piece L", 1, 1, 1))
    (['Piece L is used 1 to 2 times: it is used 3 times.'], [])
    """
    if not least <= found <= most:
        times = often(least) if least == most else f"{least} to {counted(most, 'time')}"
        yield f"{what} is used {times}: it is used {often(found)}."


def line_faults(margin: Rows, cells: Iterable[Place], noun: str) -> Iterator[str]:
    """Lines with other numbers of cells than the margin says: rows of place, step, number.

    >>> list(line_faults([(0, 2, 1, 0, 3)], [(1, 2)], "tent"))
    ['Column 2 has 3 tents: it has 1.']
    """
    for r, c, _, _, number in margin:
        found = [cell[:2][c > 0] for cell in cells].count(c or r)
        if found != number:
            line = f"Column {c}" if c else f"Row {r}"
            yield f"{line} has {counted(number, noun)}: it has {found}."


def division_faults(cells: Iterable[Place], belongs: Rows, noun: str) -> Iterator[str]:
    """Cells that do not belong to one part of a division: rows of a cell and its owner."""
    times, wanted = Counter(row[:2] for row in belongs), set(cells)
    for cell in sorted(wanted | times.keys()):
        if times[cell] != (cell in wanted):
            rule = f"belongs to {'one' if cell in wanted else 'no'} {noun}"
            yield f"{short_name(cell)} {rule}: to {counted(times[cell], noun)}."
