"""Random layouts of new boards: regions, rectangles, lines, and how a draft is repaired.

All take their randomness from the ``random`` that is passed on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any

from pyasp_puzzles.boards.board import Rows, with_fields
from pyasp_puzzles.boards.clues import region_names
from pyasp_puzzles.boards.places import STEPS, Place, blocks, cells_by_name, links, parts, runs
from pyasp_puzzles.core.regions import neighbours
from pyasp_puzzles.core.regions import regions as connected

LARGEST = 40
"""The most rows or columns of a new board."""
TRIED = 200
"""Changes of a draft that are tried until so many are possible:"""
COMPARED = 4
"""Possible changes of a draft that are compared."""
LOOPS = 300
"""Random cells that are tried until loops have room between them."""
LAID = 600
"""Regions with numbers that are tried until they fill a board."""


def grown(random: Random, cells: Collection[Place], seeds: Iterable[Place]) -> Rows:
    """Random connected regions as rows: a cell and the name of its region.

    Args:
        seeds: a cell of each region; by the name of the region where it has several.
    """
    names = seeds.values() if isinstance(seeds, Mapping) else region_names()
    owner = dict(zip(seeds, names, strict=False))
    border = list(owner)
    while border:
        cell = border[random.randrange(len(border))]
        around = [(cell[0] + down, cell[1] + right) for down, right in STEPS]
        free = [other for other in around if other in cells and other not in owner]
        if len(free) < 2:
            border.remove(cell)
        if free:
            other = random.choice(free)
            owner[other] = owner[cell]
            border.append(other)
    return tuple(sorted((*cell, name) for cell, name in owner.items()))


def shapes(random: Random, cells: Collection[Place], most: int) -> list[tuple[Place, ...]]:
    """Random connected shapes of at most so many cells, several that begin in each cell."""
    sizes = [most - tried % most for tried in range(6 * most)]
    every = (_shape(random, cells, cell, size) for cell in cells for size in sizes)
    return sorted({tuple(sorted(shape)) for shape in every})


def _shape(random: Random, cells: Collection[Place], first: Place, size: int) -> set[Place]:
    """A random connected shape of so many cells, or of fewer where there are no more."""
    shape = {first}
    while len(shape) < size:
        around = {at for own in shape for at in neighbours(own) if at in cells} - shape
        if not around:
            break
        shape.add(random.choice(sorted(around)))
    return shape


def numbered(
    random: Random,
    cells: Collection[Place],
    most: int,
    apart: Callable[[Place, int], Iterable[Place]],
) -> Rows | None:
    """Random connected regions that can hold the numbers 1 to N, N being the cells of a region.

    Regions are laid one by one, with their numbers. Where none fits, one nearby is taken away.

    Args:
        most: the most cells of a region, which are the most frequent.
        apart: ``apart(cell, number)``: where the number of a cell cannot stand again.

    Returns:
        The rows; ``None``: this try failed.
    """
    number: dict[Place, int] = {}
    region: dict[Place, Collection[Place]] = {}
    for _ in range(LAID):
        free = dict.fromkeys(cell for cell in cells if cell not in number)
        if not free:
            break
        rooms = {cell: sum(map(free.__contains__, neighbours(cell))) for cell in free}
        cell = min(free, key=lambda at: (rooms[at], random.random()))
        sizes = [max(1, most - int(random.expovariate(1))) for _ in range(most)]
        shaped = (_shape(random, free, cell, size) for size in [*sizes, *range(most, 0, -1)])
        fitting = (_placed(random, sorted(shape), number, apart) for shape in shaped)
        if found := next(filter(None, fitting), None):
            number |= found
            region |= dict.fromkeys(found, tuple(found))
        else:
            beside = [*neighbours(cell), *apart(cell, 1)]
            near = [*beside, *(two for one in beside for two in neighbours(one))]
            for at in region[random.choice([other for other in near if other in number])]:
                del number[at], region[at]
    else:
        return None
    first = {cell: min(region[cell]) for cell in sorted(cells)}
    letters = (name for name in region_names() if not name.isdigit())  # digits stand in cells
    name = dict(zip(dict.fromkeys(first.values()), letters, strict=False))
    return tuple((*cell, name[first[cell]]) for cell in first)


def _placed(
    random: Random,
    cells: Sequence[Place],
    number: Mapping[Place, int],
    apart: Callable[[Place, int], Iterable[Place]],
) -> dict[Place, int]:
    """The numbers from 1 on in some cells, apart from equal ones; empty: they do not fit."""
    every = range(1, len(cells) + 1)
    fitting = {
        cell: [n for n in every if all(number.get(at) != n for at in apart(cell, n))]
        for cell in cells
    }
    order = sorted(cells, key=lambda cell: len(fitting[cell]))
    placed: dict[Place, int] = {}

    def place(at: int) -> bool:
        if at == len(order):
            return True
        cell = order[at]
        for n in random.sample(fitting[cell], len(fitting[cell])):
            if n not in placed.values():
                placed[cell] = n
                if place(at + 1):
                    return True
                del placed[cell]
        return False

    return placed if place(0) else {}


def half_turned(random: Random, cells: Sequence[Place], share: float) -> Rows:
    """A random share of the cells of a board, the same after half a turn."""
    half = cells[: (len(cells) + 1) // 2]
    half = random.sample(half, round(share * len(half)))
    rows, columns = cells[-1]
    return tuple(sorted({*half, *((rows + 1 - r, columns + 1 - c) for r, c in half)}))


def crossed(random: Random, cells: Collection[Place], most: int) -> set[Place] | None:
    """Connected cells in runs of two to so many, as in a crossword; a half turn keeps them.

    ``None``: this try failed.
    """
    left, longest, last = set(cells), len(cells), max(cells)
    first = min(cells)
    while longest > most:
        for r, c in random.sample(sorted(left), len(left)):
            rest = left - {(r, c), (first[0] + last[0] - r, first[1] + last[1] - c)}
            sizes = [len(run) for _, run in runs(rest)]
            if min(sizes, default=0) > 1 and len(parts(rest)) == 1:
                break
        else:
            return None
        left, longest = rest, max(sizes)
    return left


def thinned(random: Random, cells: Collection[Place]) -> set[Place]:
    """Random connected cells without a 2 x 2 block; empty: this try failed."""
    left = set(cells)
    while found := blocks(left):
        r, c = random.choice(found)
        inside = [(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)]
        ways = [at for at in inside if len(parts(left - {at})) == 1]
        if not ways:
            return set()
        left.remove(random.choice(ways))
    return left


def beside_loops(random: Random, cells: Collection[Place], number: int) -> list[Place]:
    """Random cells between which loops have room.

    A loop can pass all others but some that do not share a side.
    """
    found: list[Place] = []
    for _ in range(LOOPS):
        found = random.sample(sorted(cells), number)
        free, left = set(cells).difference(found), set[Place]()
        while ends := {at for at in free if len(free.intersection(neighbours(at))) < 2}:
            free -= ends
            left |= ends
        if not links(left):
            break
    return found


def induced_lines(random: Random, cells: Collection[Place]) -> list[Place]:
    """Links of random lines of three cells and more, none of which passes beside itself.

    They go through most of the cells: the shortest lines are joined first.
    """
    line, every, taken = {cell: {cell} for cell in cells}, links(cells), set[Place]()
    for least in (1, 2, len(line)):
        for link in random.sample(every, len(every)):
            pair = link[:2], link[2:]
            one, other = (line[at] for at in pair)
            ends = all(len(line[at].intersection(neighbours(at))) < 2 for at in pair)
            both = one | other
            if ends and min(len(one), len(other)) <= least and len(links(both)) < len(both):
                taken.add(link)
                line |= dict.fromkeys(both, both)
    return sorted(link for link in taken if len(line[link[:2]]) > 2)


def regrouped(random: Random, rows: Rows, cells: Sequence[Place]) -> Rows | None:
    """Regions with one of some cells in a region beside it; all stay connected."""
    owner = {row[:2]: row[2] for row in rows}
    for cell in random.sample(cells, len(cells)):
        rest = [other for other in owner if owner[other] == owner[cell] and other != cell]
        beside = {owner[near] for near in neighbours(cell) if near in owner} - {owner[cell]}
        if beside and len(connected(rest, neighbours)) == 1:
            name = random.choice(sorted(beside))
            return tuple(sorted((*at, name if at == cell else own) for at, own in owner.items()))
    return None


def repaired(
    change: Callable[[Random, Any, Any, Any], Any], verify: Callable[[Any, Any], Iterable[str]]
) -> Callable[..., Any]:
    """How drafts are refined: of some changes the one that leaves the fewest answers.

    Args:
        change: ``change(random, board, answer, other)``: a board on which another answer may break
            a rule, or such a board and its answer; ``None``: there is none.
        verify: the rules that an answer breaks.
    """

    def refine(random: Random, board: Any, answer: Any, others: Sequence[Any]) -> Any:
        answers, made, least = [answer, *others], None, len(others) + 3
        while len(answers) > 1 and (found := best(random, board, answers, least)):
            made = board, answers = found
            least = len(answers)
        return made and (made[0], made[1][0])

    def best(
        random: Random, board: Any, answers: Sequence[Any], least: int
    ) -> tuple[Any, list[Any]] | None:
        """A changed board with less than so many of the answers; these, its own first."""
        found, tried = None, 0
        for _ in range(TRIED):
            kept, other = random.sample(answers, 2)
            changed = change(random, board, kept, other)
            new, own = changed if isinstance(changed, tuple) else (changed, kept)
            if new is not None and not any(verify(new, own)):
                fitting = (x for x in answers if x != own and not any(verify(new, x)))
                left = [own, *islice(fitting, least - 1)]
                if len(left) < least:
                    found, least = (new, left), len(left)
                tried += 1
            if tried == COMPARED or least == 1:
                break
        return found

    return refine


def regrouping(
    name: str,
    verify: Callable[[Any, Any], Iterable[str]],
    numbers: str = "",
    moved: Callable[[Random, Rows, Sequence[Place]], Rows | None] = regrouped,
) -> Callable[..., Any]:
    """How drafts are refined by their regions: they change near cells where answers differ.

    Args:
        name: the layer of the regions, by its field.
        verify: the rules that an answer breaks.
        numbers: the layer of the numbers of regions, which say how many of their cells have a mark.
        moved: how regions change near some cells.
    """

    def marked(marks: Iterable[Place]) -> set[Place]:
        return {at for mark in marks for at in (mark[:2], mark[2:]) if at}

    def change(random: Random, board: Any, answer: Any, other: Any) -> Any:
        cells = sorted(marked(set(other.marks).symmetric_difference(answer.marks)))
        rows = moved(random, getattr(board, name), board.cells if random.random() < 0.3 else cells)
        if rows is None:
            return None
        names = dict(zip(dict.fromkeys(row[2] for row in rows), region_names(), strict=False))
        rows = tuple((*row[:2], names[row[2]]) for row in rows)
        values = {name: rows}
        if numbers:
            own, within = marked(answer.marks), cells_by_name(rows).values()
            values[numbers] = tuple(sorted((*min(at), len(own.intersection(at))) for at in within))
        return with_fields(board, **values)

    return repaired(change, verify)


def grouped(random: Random, parts: Rows, size: int) -> Rows:
    """Regions, each of so many parts side by side; none: this try failed."""
    owner = {row[:2]: row[2] for row in parts}
    beside: dict[str, set[str]] = {name: set() for name in owner.values()}
    for cell, name in owner.items():
        beside[name] |= {owner.get(near, name) for near in neighbours(cell)} - {name}
    region: dict[str, str] = {}
    for name in region_names():
        if len(region) == len(beside):
            break
        free = [part for part in beside if part not in region]
        group = [min(free, key=lambda part: (len(beside[part] - region.keys()), random.random()))]
        while len(group) < size:
            near = sorted(set().union(*(beside[p] for p in group)) - {*region, *group})
            if not near:
                return ()
            group.append(random.choice(near))
        region |= dict.fromkeys(group, name)
    return tuple((*row[:2], region[row[2]]) for row in parts)


def recut(random: Random, rows: Rows, cells: Sequence[Place], most: int = 9) -> Rows | None:
    """Rectangles, of which the one around one of some cells, or two side by side, are cut anew.

    There are at most as many as a quarter of the cells, or as before.
    """
    owner, room = {row[:2]: row[2] for row in rows}, cells_by_name(rows)
    first = owner[random.choice(cells)]
    near = {owner[at] for cell in room[first] for at in neighbours(cell) if at in owner} - {first}
    alone = 4 * len(room) < len(rows) and random.random() < 0.5
    for other in () if alone else random.sample(sorted(near), len(near)):
        both = sorted(room[first] + room[other])
        if _filled(both):
            if len(both) > most or random.random() < 0.7:
                break
            return tuple(sorted((*at, first if at in both else owner[at]) for at in owner))
    else:
        both, other = room[first], next(name for name in region_names() if name not in room)
    axis = random.randrange(2)
    lines = sorted({at[axis] for at in both})
    if len(lines) < 2:
        return None
    cut = random.choice(lines[1:])
    owner |= {at: first if at[axis] < cut else other for at in both}
    if max(Counter(owner[at] for at in both).values()) > most:
        return None
    return tuple(sorted((*at, name) for at, name in owner.items()))


def _filled(cells: Sequence[Place]) -> bool:
    """Whether sorted cells fill a rectangle."""
    (r, c), (r2, c2) = cells[0], cells[-1]
    return c <= c2 and len(cells) == (r2 - r + 1) * (c2 - c + 1)


def rectangles(random: Random, cells: Collection[Place], most: int, longest: int = LARGEST) -> Rows:
    """A random division into rectangles of at most so many cells, as rows.

    Args:
        longest: the longest side of one.
    """
    owner: dict[Place, str] = {}
    names = region_names()
    for r, c in sorted(cells):
        if (r, c) in owner:
            continue
        fitting = []
        for height in range(1, min(most, longest) + 1):
            for width in range(1, min(most // height, longest) + 1):
                inside = [(r + y, c + x) for y in range(height) for x in range(width)]
                if all(cell in cells and cell not in owner for cell in inside):
                    fitting.append(inside)
        chosen = random.choices(fitting, [len(inside) for inside in fitting])[0]
        owner |= dict.fromkeys(chosen, next(names))
    return tuple(sorted((*cell, name) for cell, name in owner.items()))
