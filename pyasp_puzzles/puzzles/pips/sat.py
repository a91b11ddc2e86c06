"""Pips as clauses: links, pips and dominoes in one formula.

The shown atoms are a ``link`` for each domino and a ``value`` for each cell, and the constraints
are those of ``lp/pips.lp``.  SAT solvers know no sums, so the sum of a region is written as clauses
in one of two ways:

``joint``
    The default.  It adds the cells one after the other, with a variable for each sum so far.  This
    is the multi-valued decision diagram of the region, which uses that a cell shows exactly one
    number (M. Bofill, J. Coll, J. Suy, M. Villaret, "An MDD-based SAT encoding for pseudo-Boolean
    constraints with at-most-one relations", Artificial Intelligence Review, 2020).  Unlike there,
    sums that no longer matter are left out, and different sums are never merged into one node.
``joint_bdd``
    The binary decision diagram of N. Eén and N. Sörensson ("Translating pseudo-Boolean constraints
    into SAT", JSAT 2006), which takes "shows 3" and "shows 5" as independent.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from pyasp_puzzles.boards.places import links
from pyasp_puzzles.engines.encoding import Encoding
from pyasp_puzzles.ground.sat.cnf import Cnf
from pyasp_puzzles.ground.sat.constraints import Constraints
from pyasp_puzzles.puzzles.pips.instance import (
    Cell,
    CellPips,
    Domino,
    Link,
    PipsBoard,
    Region,
    pips_of,
)

Values = dict[Cell, dict[int, int]]
"""For each cell and each number of pips in the set: the literal "the cell shows it"."""


def joint(instance: PipsBoard, symmetry: str = "", *, bdd: bool = False) -> Cnf:
    """All placements of an instance, one for each assignment of the links and values.

    Args:
        bdd: whether the sums of regions are written as in ``joint_bdd``.
    """
    # Each answer has a link for every two cells and a value for each cell. So all answers have the
    # same number of atoms, and none contains another one.
    cnf = Cnf(antichain=True)
    on_links = link_literals(cnf, instance)
    values = value_literals(cnf, instance, pips_of(instance))
    _dominoes(cnf, instance.dominoes, on_links, values)
    for region in instance.regions:
        obey(cnf, region, values, add_terms if bdd else add_up)
    return cnf


def link_literals(formula: Constraints, instance: PipsBoard) -> dict[tuple[Cell, Cell], int]:
    """The literal of each link; each cell is in exactly one."""
    cells = instance.region_of()
    literals: dict[tuple[Cell, Cell], int] = {}
    touching: dict[Cell, list[int]] = {cell: [] for cell in cells}
    for row, column, row2, column2 in links(cells):
        ends = (row, column), (row2, column2)
        literals[ends] = formula.atom(Link(row, column, row2, column2))
        for cell in ends:
            touching[cell].append(literals[ends])
    for around in touching.values():
        formula.exactly_one(around)
    return literals


def value_literals(
    formula: Constraints, instance: PipsBoard, pips: Iterable[int], *, share: bool = True
) -> Values:
    """A literal for each cell and number of pips; each cell shows exactly one number.

    Args:
        share: the cells of an equals region share their literals, which is the rule of the region.
    """
    values: Values = {}
    for region in instance.regions:
        for cell in region.cells:
            if share and region.rule == "equals" and cell != region.cells[0]:
                values[cell] = values[region.cells[0]]
                formula.shown |= {CellPips(*cell, v).symbol: x for v, x in values[cell].items()}
            else:
                values[cell] = {v: formula.atom(CellPips(*cell, v)) for v in pips}
                formula.exactly_one(values[cell].values())
    return values


def _dominoes(
    cnf: Cnf,
    dominoes: Sequence[Domino],
    on_links: Mapping[tuple[Cell, Cell], int],
    values: Values,
) -> None:
    """Linked cells show a domino of the set, and each domino is used as often as it has copies."""
    partners: defaultdict[int, set[int]] = defaultdict(set)
    for domino in dominoes:
        partners[domino.low].add(domino.high)
        partners[domino.high].add(domino.low)
    lies: dict[Domino, list[int]] = {domino: [] for domino in dominoes}
    for (first, second), link in on_links.items():
        for half, others in partners.items():
            cnf.add(-link, -values[first][half], *(values[second][b] for b in sorted(others)))
        for domino in dominoes:
            lies[domino].append(_lies(cnf, domino, link, values[first], values[second]))
    for domino, places in lies.items():
        if domino.copies == 1:  # one clause says "at least", without a second counter
            cnf.exactly_one(places, "seqcounter")
        else:
            cnf.exactly(domino.copies, places)


def _lies(
    cnf: Cnf, domino: Domino, link: int, first: Mapping[int, int], second: Mapping[int, int]
) -> int:
    """A literal for "the domino lies on these two linked cells", one way round or the other."""
    lies = cnf.new()
    low, high = domino.low, domino.high
    cnf.add(-lies, link)
    if low == high:
        cnf.add(-lies, first[low])
        cnf.add(-lies, second[low])
        cnf.add(-link, -first[low], -second[low], lies)
        return lies
    for cell in (first, second):
        cnf.add(-lies, cell[low], cell[high])
    for a, b in ((low, high), (high, low)):
        cnf.add(-lies, -first[a], second[b])
        cnf.add(-link, -first[a], -second[b], lies)
    return lies


Columns = Sequence[Mapping[int, int]]
"""For each of some numbers its possible values (0 or more) with their literals."""

AddUp = Callable[[Any, Columns, int, int], None]
"""Adds constraints: numbers sum to a least number at least, and to a greatest one at most."""


def obey(formula: Constraints, region: Region, values: Values, add: AddUp) -> None:
    """The rule of a region."""
    cells = [values[cell] for cell in region.cells]
    if region.rule == "unequal":
        for pips in cells[0]:
            formula.at_most_one([cell[pips] for cell in cells])
    greatest = sum(max(cell, default=0) for cell in cells)
    bounds = {
        "sum": (region.target, region.target),
        "less": (0, region.target - 1),
        "greater": (region.target + 1, greatest),
    }
    if region.rule in bounds:
        add(formula, cells, *bounds[region.rule])


def add_terms(formula: Constraints, columns: Columns, low: int, high: int) -> None:
    """A weighted sum of all literals."""
    formula.between([(x, v) for column in columns for v, x in column.items()], low, high)


def add_up(cnf: Cnf, columns: Columns, low: int, high: int) -> None:
    """Add clauses: some numbers sum to at least ``low`` and at most ``high``.

    Args:
        columns: of the literals of each number exactly one is true.
        low: may be more than the greatest possible sum.
        high: may be negative.
    """
    least = sum(min(column, default=0) for column in columns)  # what the remaining numbers add
    most = sum(max(column, default=0) for column in columns)
    sums: dict[int, int] = {0: cnf.true}  # undecided sums so far, with their literals
    for column in columns:
        least -= min(column, default=0)
        most -= max(column, default=0)
        longer: dict[int, int] = {}
        for total, reached in sums.items():
            for number, shown in column.items():
                new = total + number
                if new + least > high or new + most < low:
                    cnf.add(-reached, -shown)
                elif new + least < low or new + most > high:
                    if new not in longer:
                        longer[new] = cnf.new()
                    cnf.add(-reached, -shown, longer[new])
        # The other direction: the numbers determine these literals, which helps propagation.
        for new, reached in longer.items():
            for number, shown in column.items():
                before = sums.get(new - number)
                cnf.add(-reached, -shown, *([before] if before else []))
        sums = longer


ENCODINGS = {
    "joint": Encoding(joint, "the model of lp/pips.lp; sums as in Bofill et al. (2020)"),
    "joint_bdd": Encoding(
        partial(joint, bdd=True), "the model of lp/pips.lp; sums as in Eén and Sörensson (2006)"
    ),
}
