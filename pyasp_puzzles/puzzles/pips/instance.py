"""A Pips board: its regions with their rules, and the set of dominoes; its answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, replace
from itertools import count, cycle, islice
from string import ascii_lowercase, ascii_uppercase
from types import SimpleNamespace
from typing import Any, ClassVar, NamedTuple

from pyasp_puzzles.boards.board import Layer, LayeredBoard, Row, layer, predicate
from pyasp_puzzles.boards.formats.fields import Field
from pyasp_puzzles.boards.formats.text import Board as Entries
from pyasp_puzzles.boards.formats.text import Entry, drawing
from pyasp_puzzles.boards.stocks import Dominoes, Rules
from pyasp_puzzles.core.atoms import Predicate
from pyasp_puzzles.core.errors import INT32, InstanceError, Phrase, counted
from pyasp_puzzles.core.regions import by_key

COMPARING = ("sum", "less", "greater")
"""The rules that have a target."""
EMPTY = "empty"
"""The rule that allows all pips."""
PLAIN = ("equals", "unequal", EMPTY)
"""The rules without a target."""
RULES = (*COMPARING, *PLAIN)
SIDE = 200
"""Greatest row and column."""
MOST_PIPS = 9999
"""Greatest number of pips on half a domino; sums then stay far below 32 bits."""
MOST_COPIES = SIDE * SIDE // 2

Cell = tuple[int, int]
"""Row and column, from 1."""


@dataclass(frozen=True)
class Region:
    """A set of cells with one rule for their pips.

    Attributes:
        name: letters and digits; none of :data:`RULES`.
        rule: one of :data:`RULES`.
        cells: sorted.
        target: the number of the rule; 0 for rules without a target.
    """

    name: str
    rule: str
    cells: tuple[Cell, ...]
    target: int = 0

    @property
    def words(self) -> str:
        """The rule as a file has it."""
        return f"{self.rule} {self.target}" if self.rule in COMPARING else self.rule


class Domino(NamedTuple):
    """A kind of domino, its smaller half first, and the number of its copies."""

    low: int
    high: int
    copies: int = 1

    def __str__(self) -> str:
        return f"{self.low}-{self.high}" + (f" x{self.copies}" if self.copies > 1 else "")


_CELL = predicate("cell", (("row", int), ("column", int), ("region", str)))
_RULES = Rules("rule", {rule: rule if rule != EMPTY else None for rule in RULES}, COMPARING)


def rule_fact(region: Region) -> Predicate:
    """The rule of a region that has one."""
    return _RULES.atom(_row(region))


def _row(region: Region) -> Row:
    return (region.name, region.rule, *((region.target,) if region.rule in COMPARING else ()))


class RuledRegions(Layer):
    """The regions: a drawing of their cells, and a list of their rules."""

    @property
    def classes(self) -> tuple[type[Predicate], ...]:
        return (_CELL, *_RULES.classes)

    def facts(self, board: Any) -> Iterator[Predicate]:
        yield from (_CELL(*cell, region.name) for cell, region in board.region_of().items())
        for rule in RULES[:-1]:
            yield from (rule_fact(region) for region in board.regions if region.rule == rule)

    def entries(self) -> tuple[str, ...]:
        return ("board", "regions")

    def read(self, entries: Entries, board: Any) -> Mapping[str, Any]:
        shape = entries.required("board")
        cells = by_key((name, cell) for cell, name in _drawn(shape))
        drawn = SimpleNamespace(regions=[(*own[0], name) for name, own in cells.items()])
        listed = _RULES.listed(drawn, entries.required("regions"))
        rules = {name: (rule, *number) for name, rule, *number in listed}
        for name, ((row, column), *_) in cells.items():
            if name not in rules:
                found = Phrase(f"the region {name!r} at row {row}, column {column} without a rule")
                raise shape.error(found, f"a line '{name} RULE' under 'regions:', perhaps 'empty'")
        regions = ((name, rules[name], tuple(own)) for name, own in cells.items())
        return {self.name: tuple(Region(n, r[0], own, *r[1:]) for n, r, own in regions)}

    def write(self, board: Any) -> dict[str, str | list[str]]:
        names = {cell: region.name for cell, region in board.region_of().items()}
        rows, columns = (range(1, max(axis) + 1) for axis in zip(*names, strict=True))
        return {
            "board": drawing([[(row, column) for column in columns] for row in rows], names),
            "regions": _RULES.listing(map(_row, board.regions)),
        }

    def check(self, board: Any, rows: Field) -> None:
        seen: set[Cell] = set()
        named: set[str] = set()
        for node in rows.list():
            region = node.of(Region)
            name = region["name"].text()
            if not (name.isascii() and name.isalnum()) or name in named:
                raise region["name"].error("letters and digits, the name of one region only")
            if name in RULES:
                raise region["name"].error(f"a name that is none of the rules {', '.join(RULES)}")
            named.add(name)
            region["rule"].one_of(RULES)
            if region["target"].integer(0, INT32) and region["rule"].value in PLAIN:
                raise region["target"].error(f"0: the rule {region['rule'].value} has no target")
            for cell in region["cells"].list():
                row, column = (number.integer(1, SIDE) for number in cell.list(2))
                if (row, column) in seen:
                    raise cell.error("a cell of one region only")
                seen.add((row, column))
            if not region["cells"].value:
                raise region["cells"].error("at least one cell")
            region["cells"].in_order("cell")
        if not seen:
            raise rows.error("at least one region", Phrase("none"))

    def words(self, board: Any) -> str:
        return counted(len(board.ruled), "rule")


class DominoSet(Dominoes):
    """The dominoes, half as many as cells; the field holds a :class:`Domino` for each kind."""

    kind: ClassVar[type[Any]] = Domino

    def check(self, board: Any, rows: Field) -> None:
        super().check(board, rows)
        dominoes = sum(domino.copies for domino in board.dominoes)
        cells = sum(len(region.cells) for region in board.regions)
        if 2 * dominoes != cells:
            found = f"{counted(dominoes, 'domino')} for {counted(cells, 'cell')}"
            raise rows.error("half as many dominoes as cells", Phrase(found))


DOMINO_SET = DominoSet(
    "domino",
    most=MOST_PIPS,
    copies=MOST_COPIES,
    about="the dominoes, such as 1-2, 3-3 x2: half as many as cells",
    noun="domino",
)


@dataclass(frozen=True)
class PipsBoard(LayeredBoard):
    """A board with its dominoes.

    Attributes:
        regions: in order of their first cells; all their cells together are the board.
        dominoes: half as many as cells, sorted.

    Raises:
        InstanceError: a field is wrong, or there are not half as many dominoes as cells.
    """

    regions: tuple[Region, ...] = layer(RuledRegions(_CELL), MISSING)
    dominoes: tuple[Domino, ...] = layer(DOMINO_SET, MISSING)

    sides: ClassVar[tuple[int, int]] = (1, SIDE)

    def region_of(self) -> dict[Cell, Region]:
        """The region of each cell, the cells in reading order."""
        return dict(sorted((cell, region) for region in self.regions for cell in region.cells))

    @property
    def ruled(self) -> list[Region]:
        """The regions that have a rule."""
        return [region for region in self.regions if region.rule != EMPTY]


def make(title: str, regions: Iterable[Region], dominoes: Iterable[Domino]) -> PipsBoard:
    """An instance in normal form: regions and dominoes sorted, equal dominoes counted together.

    Raises:
        InstanceError: as :class:`PipsBoard`.
    """
    return PipsBoard(
        title,
        tuple(sorted(regions, key=lambda region: region.cells)),
        DOMINO_SET.pack(None, ((*sorted(each[:2]), each.copies) for each in dominoes)),
    )


def empty(rows: int, columns: int) -> PipsBoard:
    """A board without rules, with as many dominoes of double-six sets as it takes.

    Raises:
        InstanceError: the number of cells is odd.
    """
    cells = tuple((row, column) for row in range(1, rows + 1) for column in range(1, columns + 1))
    if len(cells) % 2:
        found = Phrase(f"{rows} x {columns} cells")
        raise InstanceError("", "size", found, "an even number of cells, two for each domino")
    double_six = cycle((low, high, 1) for low in range(7) for high in range(low, 7))
    dominoes = DOMINO_SET.pack(None, islice(double_six, len(cells) // 2))
    return PipsBoard("Pips", (Region("A", EMPTY, cells),), dominoes)


def pips_of(instance: PipsBoard) -> list[int]:
    """The numbers of pips that the dominoes have."""
    return sorted({half for domino in instance.dominoes for half in (domino.low, domino.high)})


def names() -> Iterator[str]:
    """Names for regions: A to Z, a to z, then A1 to z1 and so on.

    >>> next(names())
    'A'
    """
    for number in count():
        for letter in ascii_uppercase + ascii_lowercase:
            yield f"{letter}{number or ''}"


def named(regions: Iterable[Region]) -> list[Region]:
    """The regions sorted, with names."""
    ordered = sorted(regions, key=lambda region: region.cells)
    return [replace(region, name=name) for region, name in zip(ordered, names(), strict=False)]


def _drawn(entry: Entry) -> Iterator[tuple[Cell, str]]:
    """The cells of a drawing in reading order, each with the name of its region."""
    lines = entry.drawing()
    if len(lines) > SIDE:
        raise entry.error(Phrase(f"{len(lines)} rows"), f"at most {SIDE}")
    wide = any(" " in line.text.strip() for line in lines)
    if not any(set(line.text) - set(". ") for line in lines):
        raise entry.error(Phrase("no cell"), "at least two cells")
    for row, line in enumerate(lines, start=1):
        words = line.text.split() if wide else list(line.text)
        if len(words) > SIDE:
            raise entry.error(Phrase(f"{len(words)} columns"), f"at most {SIDE}", line)
        for column, name in enumerate(words, start=1):
            if name in (".", " "):
                continue
            if not (name.isascii() and name.isalnum()):
                expected = "letters or digits that name a region, '.' for no cell"
                raise entry.error(name, expected, line)
            yield (row, column), name


class Link(Predicate):
    """Shown: one domino lies on two cells, the second to the right of the first or below it."""

    row: int
    column: int
    second_row: int
    second_column: int


class CellPips(Predicate, name="value"):
    """Shown: the number of pips that a cell shows."""

    row: int
    column: int
    pips: int


@dataclass(frozen=True)
class PipsSolution:
    """A placement of all dominoes.

    Attributes:
        values: (row, column, pips) of each cell, sorted.
        links: (row, column, row, column) of the two cells of each domino, sorted; the second cell
            is to the right of the first one or below it.
    """

    values: tuple[tuple[int, int, int], ...]
    links: tuple[tuple[int, int, int, int], ...]
