"""Pips: lay dominoes on a board of regions so that the pips obey the rules of the regions.

The rules are those of the daily puzzle of that name.  Each domino covers two cells that share a
side, every domino is used and every cell covered.  In a region the pips sum to a target (``11``),
to less (``<5``) or more (``>5``), are all equal (``=``) or all different (``≠``), or are free.
The founding instance comes from a text on solving Pips with CP-SAT; twelve cells in a ring, three
rules, and its only answer::

    . = = =        6-1 1-1
    .     =        4     1      dominoes 2-4, 1-6, 4-4, 1-1, 1-5, 2-6
    .     11       |     |      the cells marked 11 sum to 11, those marked 4 to 4
    . 4 4 11       4     5      (that text prints seven links for these six dominoes, a misprint)
                   4-2 2-6

Two ways to count: a *placement* says which domino lies where and which way round (a double has
one way), a *filling* says only which pips show.  Coordinates are rows, then columns, from 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pyasp_puzzles.atoms import Predicate
from pyasp_puzzles.drawing.picture import Entry, Panel, Picture, Tile
from pyasp_puzzles.errors import AnswerError, counted
from pyasp_puzzles.puzzle import TASKS, Profile, Puzzle
from pyasp_puzzles.puzzles.pips import format as files
from pyasp_puzzles.puzzles.pips.format import Cell, Instance, Region
from pyasp_puzzles.regions import neighbours, regions


class CellFact(Predicate, name="cell"):
    row: int
    column: int
    region: str


class DominoFact(Predicate, name="domino"):
    low: int
    high: int
    copies: int


class Sum(Predicate):
    region: str
    target: int


class Less(Predicate):
    region: str
    target: int


class Greater(Predicate):
    region: str
    target: int


class Equals(Predicate):
    region: str


class Unequal(Predicate):
    region: str


class Link(Predicate):
    """Shown: one domino lies on two cells, the second to the right of the first or below it."""

    row: int
    column: int
    second_row: int
    second_column: int


class Value(Predicate):
    """Shown: a cell shows so many pips."""

    row: int
    column: int
    pips: int


@dataclass(frozen=True)
class Solution:
    """A placement.

    Attributes:
        values: row, column and pips of each cell, sorted.
        links: row and column of a domino's first cell, then of its second, sorted.
    """

    values: tuple[tuple[int, int, int], ...]
    links: tuple[tuple[int, int, int, int], ...]


def facts(instance: Instance) -> Iterator[Predicate]:
    """Cells with their regions, dominoes, and the rule of each region that has one."""
    for (row, column), region in instance.region_of().items():
        yield CellFact(row, column, region.name)
    for domino in instance.dominoes:
        yield DominoFact(domino.low, domino.high, domino.copies)
    for rule, targeted in (("sum", Sum), ("less", Less), ("greater", Greater)):
        for region in instance.regions:
            if region.rule == rule:
                yield targeted(region.name, region.target)
    for rule, plain in (("equals", Equals), ("unequal", Unequal)):
        for region in instance.regions:
            if region.rule == rule:
                yield plain(region.name)


def decode(instance: Instance, atoms: Sequence[Predicate]) -> Solution:
    """The values and links of one answer.

    Raises:
        AnswerError: a link does not lead to the right or downwards, as every shown one does.
    """
    values, links = set(), set()
    for atom in atoms:
        if isinstance(atom, Value):
            values.add((atom.row, atom.column, atom.pips))
        elif isinstance(atom, Link):
            step = (atom.second_row - atom.row, atom.second_column - atom.column)
            if step not in ((0, 1), (1, 0)):
                expected = "a link from a cell to the next one on its right or below it"
                raise AnswerError(instance.name, "answer", str(atom), expected)
            links.add((atom.row, atom.column, atom.second_row, atom.second_column))
    return Solution(tuple(sorted(values)), tuple(sorted(links)))


def verify(instance: Instance, solution: Solution) -> list[str]:
    """The broken rules: of the cover, of the set of dominoes, and of each region."""
    board = {cell for region in instance.regions for cell in region.cells}
    shown: dict[Cell, list[int]] = {cell: [] for cell in sorted(board)}
    covered = dict.fromkeys(shown, 0)
    broken = []
    for row, column, pips in solution.values:
        shown.setdefault((row, column), []).append(pips)
    for cell, pips_shown in shown.items():
        if cell not in board or len(pips_shown) != 1:
            found = " and ".join(map(str, pips_shown)) or "nothing"
            where = "shows" if cell in board else "is no cell of the board but shows"
            broken.append(f"Each cell shows one number of pips: {cell} {where} {found}.")
    used: Counter[tuple[int, int]] = Counter()
    for row, column, row2, column2 in solution.links:
        first, second = (row, column), (row2, column2)
        if abs(row - row2) + abs(column - column2) != 1 or not {first, second} <= board:
            broken.append(
                f"A domino lies on two cells that share a side: one lies on {first} and {second}."
            )
        elif second < first:
            broken.append(
                "The first cell of a link is the one on the left or above: "
                f"a link leads from {first} to {second}."
            )
        for cell in (first, second):
            covered[cell] = covered.get(cell, 0) + 1
        for low in shown.get(first, []):
            used.update((min(low, high), max(low, high)) for high in shown.get(second, []))
    for cell in sorted(board):
        if covered[cell] != 1:
            found = f"{covered[cell]} cover {cell}" if covered[cell] else f"none covers {cell}"
            broken.append(f"Each cell is covered by exactly one domino: {found}.")
    supply = Counter({(d.low, d.high): d.copies for d in instance.dominoes})
    for low, high in sorted(used.keys() | supply.keys()):
        if (low, high) not in supply:
            broken.append(f"Two linked cells show a domino of the set: {low}-{high} is none.")
        elif used[low, high] != supply[low, high]:
            broken.append(
                "Each domino is used as often as there are copies of it: "
                f"{low}-{high} is used {used[low, high]}x, not {supply[low, high]}x."
            )
    for region in instance.regions:
        pips_there = [p for cell in region.cells for p in shown[cell]]
        if len(pips_there) == len(region.cells) and (fault := _fault(region, pips_there)):
            broken.append(fault)
    return broken


def _fault(region: Region, pips: list[int]) -> str:
    """The rule that the pips of a region break, in words, or nothing."""
    total, target = sum(pips), region.target
    found = f"in region {region.name} they sum to {total}, the target is {target}."
    listed = f"region {region.name} shows {', '.join(map(str, pips))}."
    match region.rule:
        case "sum" if total != target:
            return f"The pips in a sum region sum to its target: {found}"
        case "less" if total >= target:
            return f"The pips in a less region sum to less than its target: {found}"
        case "greater" if total <= target:
            return f"The pips in a greater region sum to more than its target: {found}"
        case "equals" if len(set(pips)) > 1:
            return f"All cells of an equals region show the same pips: {listed}"
        case "unequal" if len(set(pips)) < len(pips):
            return f"No two cells of an unequal region show the same pips: {listed}"
    return ""


SIGNS = {"sum": "", "less": "<", "greater": ">", "equals": "=", "unequal": "≠"}
"""How a rule is written on the board, before its target."""


def picture(instance: Instance, solution: Solution | None) -> Picture:
    """The regions with their rules; solved, beside them the dominoes with their pips."""
    regions = instance.region_of()
    ruled = [region for region in instance.regions if region.rule != "empty"]
    colours = {region.name: number for number, region in enumerate(ruled)}
    labels = {cell: text for region in ruled for cell, text in _labels(region)}
    tiles = [
        Tile(*cell, labels.get(cell, "·"), region.name, colours.get(region.name), given=True)
        for cell, region in regions.items()
    ]
    rules = Panel(tuple(tiles), "regions")
    if solution is None:
        return Picture(instance.title, (rules,), (*_legend(instance), *_stock(instance)))
    pips: dict[Cell, str] = {}
    for row, column, value in solution.values:
        pips[row, column] = str(value)
    domino: dict[Cell, int] = {}
    for number, (row, column, row2, column2) in enumerate(solution.links):
        domino.update({(row, column): number, (row2, column2): number})
    laid = Panel(
        tuple(
            Tile(*cell, pips.get(cell, "?"), domino.get(cell, -1), colours.get(region.name))
            for cell, region in regions.items()
        ),
        "dominoes",
    )
    return Picture(instance.title, (rules, laid), tuple(_legend(instance)))


def _labels(region: Region) -> Iterator[tuple[Cell, str]]:
    """The rule, at the first cell of the region; with its name at each part if it has several."""
    rule = SIGNS[region.rule] + (str(region.target) if region.rule in files.COMPARING else "")
    parts = _parts(region.cells)
    for part in parts:
        yield min(part), f"{rule} {region.name}" if len(parts) > 1 else rule


def _parts(cells: Sequence[Cell]) -> list[set[Cell]]:
    """The connected parts of a set of cells."""
    return regions(sorted(cells), neighbours)


def _legend(instance: Instance) -> Iterator[Entry]:
    """What the signs mean that stand on this board."""
    meanings = {
        "sum": (" N", "the pips of the region sum to N"),
        "less": ("<N", "they sum to less than N"),
        "greater": (">N", "they sum to more than N"),
        "equals": (" =", "they are all equal"),
        "unequal": (" ≠", "they are all different"),
    }
    ruled = [region for region in instance.regions if region.rule != "empty"]
    for rule, (sign, meaning) in meanings.items():
        if any(region.rule == rule for region in ruled):
            yield Entry(sign, meaning)
    if any(len(_parts(region.cells)) > 1 for region in ruled):
        yield Entry("", "Parts with the same rule and letter behind it are one region.")


def _stock(instance: Instance) -> Iterator[Entry]:
    """The dominoes."""
    for number, line in enumerate(files.joined(map(str, instance.dominoes), "  ", 66)):
        yield Entry("", ("          " if number else "dominoes  ") + line)


def export_drawing(instance: Instance, solution: Solution) -> str:
    """The answer as :func:`read` takes it: pips, ``-`` and ``|`` between linked cells."""
    wide = _pitch(instance)
    rows = max(row for row, _, _ in solution.values)
    columns = max(column for _, column, _ in solution.values)
    lines = [[" "] * (wide * columns) for _ in range(2 * rows)]
    for row, column, pips in solution.values:
        word = str(pips).rjust(wide - 1)
        lines[2 * row - 2][wide * (column - 1) : wide * column - 1] = word
    for row, column, row2, _ in solution.links:
        if row == row2:
            lines[2 * row - 2][wide * column - 1] = "-"
        else:
            lines[2 * row - 1][wide * column - 2] = "|"
    return "\n".join("".join(line).rstrip() for line in lines).rstrip() + "\n"


def read(instance: Instance, text: str) -> Solution:
    """An answer drawn as by :func:`export_drawing`, with the board's corner at the upper left.

    Raises:
        AnswerError: a sign where neither pips nor a link can stand.

    >>> region = Region("A", "empty", ((1, 1), (1, 2)))
    >>> one = Instance("One domino", (region,), (files.Domino(3, 4),))
    >>> read(one, "4-3")
    Solution(values=((1, 1, 4), (1, 2, 3)), links=((1, 1, 1, 2),))
    >>> export_drawing(one, read(one, "4-3"))
    '4-3\\n'
    """
    wide = _pitch(instance)
    values, links = [], []
    for number, line in enumerate(text.rstrip().splitlines()):
        row = number // 2 + 1
        for start in range(0, len(line), wide):
            column = start // wide + 1
            word, link = line[start : start + wide - 1].strip(), line[start + wide - 1 :][:1]
            if number % 2 == 0 and link == "-":
                links.append((row, column, row, column + 1))
            elif link.strip():
                raise _unreadable(instance, number, link, "'-' or a blank between two cells")
            if number % 2 == 1 and word == "|":
                links.append((row, column, row + 1, column))
            elif number % 2 == 0 and word.isascii() and word.isdigit():
                values.append((row, column, int(word)))
            elif word:
                expected = "pips" if number % 2 == 0 else "'|' or a blank between two cells"
                raise _unreadable(instance, number, word, expected)
    return Solution(tuple(values), tuple(sorted(links)))


def _unreadable(instance: Instance, number: int, found: str, expected: str) -> AnswerError:
    return AnswerError(instance.name, f"answer, line {number + 1}", found, expected)


def _pitch(instance: Instance) -> int:
    """How many signs a column of the drawing takes, the sign of a link included."""
    return len(str(max(domino.high for domino in instance.dominoes))) + 1


def size(instance: Instance) -> str:
    dominoes = sum(domino.copies for domino in instance.dominoes)
    rules = sum(region.rule != "empty" for region in instance.regions)
    return f"{counted(dominoes, 'domino')}, {counted(rules, 'rule')}"


PUZZLE = Puzzle(
    name="pips",
    title="Pips",
    instance_type=Instance,
    solution_type=Solution,
    inputs=(CellFact, DominoFact, Sum, Less, Greater, Equals, Unequal),
    answers=(Link, Value),
    parse=files.parse,
    format=files.format_text,
    facts=facts,
    decode=decode,
    verify=verify,
    picture=picture,
    size=size,
    read=read,
    variants={"placement": {}, "filling": {"filling": 1}},
    profiles={
        "learn": Profile(
            ("--eq=0",),
            TASKS,
            about="clasp's default, without its equivalence preprocessing",
        ),
    },
    engines={"count": ("asp", "frontier")},
    first="document",
    export={"drawing": export_drawing},
    file_formats=files.__doc__ or "",
)
