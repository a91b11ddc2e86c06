"""A Pips board: its regions with their rules, and the set of dominoes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count
from string import ascii_lowercase, ascii_uppercase

from pyasp_puzzles.boards.formats.fields import Field, fields
from pyasp_puzzles.boards.formats.text import Known
from pyasp_puzzles.core.errors import INT32, Phrase, counted

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


@dataclass(frozen=True, order=True)
class Domino:
    """A kind of domino, its smaller half first, and the number of its copies."""

    low: int
    high: int
    copies: int = 1

    def __str__(self) -> str:
        return f"{self.low}-{self.high}" + (f" x{self.copies}" if self.copies > 1 else "")


@dataclass(frozen=True)
class Instance:
    """A board with its dominoes.

    Attributes:
        regions: in order of their first cells; all their cells together are the board.
        dominoes: half as many as cells, sorted.

    Raises:
        InstanceError: a field is wrong, or there are not half as many dominoes as cells.
    """

    title: str
    regions: tuple[Region, ...]
    dominoes: tuple[Domino, ...]
    name: str = ""
    known: Known = ()

    def __post_init__(self) -> None:
        root = fields(self)
        cells = _check_regions(root["regions"])
        _check_dominoes(root["dominoes"])
        dominoes = sum(domino.copies for domino in self.dominoes)
        if 2 * dominoes != cells:
            found = f"{counted(dominoes, 'domino')} for {counted(cells, 'cell')}"
            raise root["dominoes"].error("half as many dominoes as cells", Phrase(found))

    def region_of(self) -> dict[Cell, Region]:
        """The region of each cell, the cells in reading order."""
        return dict(sorted((cell, region) for region in self.regions for cell in region.cells))

    @property
    def ruled(self) -> list[Region]:
        """The regions that have a rule."""
        return [region for region in self.regions if region.rule != EMPTY]


def _check_regions(regions: Field) -> int:
    """Check the regions; return the number of their cells."""
    seen: set[Cell] = set()
    named: set[str] = set()
    for node in regions.list():
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
        raise regions.error("at least one region", Phrase("none"))
    return len(seen)


def _check_dominoes(dominoes: Field) -> None:
    kinds: set[tuple[int, int]] = set()
    for node in dominoes.list():
        domino = node.of(Domino)
        low, high = (domino[half].integer(0, MOST_PIPS) for half in ("low", "high"))
        if high < low:
            raise domino.error("the smaller half first", Phrase(f"{low}-{high}"))
        domino["copies"].integer(1, MOST_COPIES)
        if (low, high) in kinds:
            raise domino.error("every kind of domino once, with its number of copies")
        kinds.add((low, high))


def make(
    title: str, regions: Iterable[Region], dominoes: Iterable[Domino], known: Known = ()
) -> Instance:
    """An instance in normal form: regions and dominoes sorted, equal dominoes counted together.

    Raises:
        InstanceError: as :class:`Instance`.
    """
    copies: Counter[tuple[int, int]] = Counter()
    for domino in dominoes:
        copies[min(domino.low, domino.high), max(domino.low, domino.high)] += domino.copies
    return Instance(
        title,
        tuple(sorted(regions, key=lambda region: region.cells)),
        tuple(Domino(*halves, number) for halves, number in sorted(copies.items())),
        known=known,
    )


def names() -> Iterator[str]:
    """Names for regions: A to Z, a to z, then A1 to z1 and so on.

    >>> next(names())
    'A'
    """
    for number in count():
        for letter in ascii_uppercase + ascii_lowercase:
            yield f"{letter}{number or ''}"
