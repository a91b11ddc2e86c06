"""Pips as clauses: layout, pips and dominoes in one formula.

An answer's shown atoms are one ``link`` for each domino and one ``value`` for each cell, as in
``lp/pips.lp``.  The constraints are those of that program; what differs is how sums are written,
which a SAT solver does not know.

Two ways to write the sum of a region are kept, to be compared.  ``joint``, the default, adds the
cells up one after the other, with a variable for each sum that can come out so far: the
multi-valued decision diagram of the region, which knows that a cell shows one number only (M.
Bofill, J. Coll, J. Suy, M. Villaret, "An MDD-based SAT encoding for pseudo-Boolean constraints with
at-most-one relations", Artificial Intelligence Review, 2020; here sums that no longer matter are
left out, but different sums are not merged into one node).  ``joint_bdd`` uses the binary diagram
of N. Eén and N. Sörensson ("Translating pseudo-Boolean constraints into SAT", JSAT 2006), which
takes "shows 3" and "shows 5" as independent.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import partial

from pyasp_puzzles.encoding import Encoding
from pyasp_puzzles.errors import PuzzleError
from pyasp_puzzles.puzzles.pips.facts import Link, Value
from pyasp_puzzles.puzzles.pips.instance import Cell, Domino, Instance, Region
from pyasp_puzzles.sat.cnf import AT_MOST_ONE, Cnf
from pyasp_puzzles.sat.pseudo_boolean import between

Values = dict[Cell, dict[int, int]]
"""Of each cell, and each number of pips in the set, the literal that the cell shows it."""

SUMS = ("mdd", "bdd")
"""Ways to write the sum of a region."""


def joint(
    instance: Instance, symmetry: str = "", *, sums: str = "mdd", copies: str = "seqcounter"
) -> Cnf:
    """All placements of an instance, one for each assignment of the links and values.

    Args:
        instance: any board and set of dominoes.
        symmetry: not supported; Pips has no symmetry to break.
        sums: how the sums of regions are written, one of :data:`SUMS`.
        copies: PySAT's encoder of "so many copies of a domino", one of
            :data:`~pyasp_puzzles.sat.cnf.CARDINALITIES`.

    Raises:
        PuzzleError: ``symmetry``, or an encoder of another name.
    """
    if symmetry:
        raise PuzzleError("pips: found symmetry, expected none: the program has no such constant")
    if sums not in SUMS:
        raise PuzzleError(f"found sums {sums!r}, expected one of {', '.join(SUMS)}")
    # Each answer has a link for every two cells and a value for each cell: all answers have the
    # same number of atoms, so none is a part of another.
    cnf = Cnf(antichain=True)
    links = _links(cnf, instance)
    values = _values(cnf, instance)
    _dominoes(cnf, instance.dominoes, links, values, copies)
    for region in instance.regions:
        _obey(cnf, region, [values[cell] for cell in region.cells], sums)
    return cnf


def _links(cnf: Cnf, instance: Instance) -> dict[tuple[Cell, Cell], int]:
    """The literal of each link; each cell is in exactly one."""
    cells = instance.region_of()
    links: dict[tuple[Cell, Cell], int] = {}
    touching: dict[Cell, list[int]] = {cell: [] for cell in cells}
    for row, column in cells:
        for other in ((row, column + 1), (row + 1, column)):
            if other in cells:
                link = cnf.atom(Link(row, column, *other))
                links[(row, column), other] = link
                touching[row, column].append(link)
                touching[other].append(link)
    for around in touching.values():
        cnf.exactly_one(around)
    return links


def _values(cnf: Cnf, instance: Instance) -> Values:
    """The literals of what each cell shows, exactly one number of the set.

    The cells of an equals region share theirs: that is its rule.
    """
    pips = sorted({half for domino in instance.dominoes for half in (domino.low, domino.high)})
    values: Values = {}
    for region in instance.regions:
        for cell in region.cells:
            if region.rule == "equals" and cell != region.cells[0]:
                values[cell] = values[region.cells[0]]
                cnf.shown.update({Value(*cell, v).symbol: x for v, x in values[cell].items()})
            else:
                values[cell] = {v: cnf.atom(Value(*cell, v)) for v in pips}
                cnf.exactly_one(values[cell].values())
    return values


def _dominoes(
    cnf: Cnf,
    dominoes: Sequence[Domino],
    links: Mapping[tuple[Cell, Cell], int],
    values: Values,
    copies: str,
) -> None:
    """Linked cells show a domino of the set, and each domino is laid once for each copy."""
    partners: defaultdict[int, set[int]] = defaultdict(set)
    for domino in dominoes:
        partners[domino.low].add(domino.high)
        partners[domino.high].add(domino.low)
    laid: dict[Domino, list[int]] = {domino: [] for domino in dominoes}
    for (first, second), link in links.items():
        for half, others in partners.items():
            cnf.add(-link, -values[first][half], *(values[second][b] for b in sorted(others)))
        for domino in dominoes:
            laid[domino].append(_laid(cnf, domino, link, values[first], values[second]))
    for domino, places in laid.items():
        if domino.copies == 1 and copies in AT_MOST_ONE:
            cnf.exactly_one(places, copies)  # a clause says "somewhere", no second counter
        else:
            cnf.exactly(domino.copies, places, copies)


def _laid(
    cnf: Cnf, domino: Domino, link: int, first: Mapping[int, int], second: Mapping[int, int]
) -> int:
    """A literal that is true just when the domino lies on two linked cells, either way round."""
    laid = cnf.new()
    low, high = domino.low, domino.high
    cnf.add(-laid, link)
    if low == high:
        cnf.add(-laid, first[low])
        cnf.add(-laid, second[low])
        cnf.add(-link, -first[low], -second[low], laid)
        return laid
    for cell in (first, second):
        cnf.add(-laid, cell[low], cell[high])
    for a, b in ((low, high), (high, low)):
        cnf.add(-laid, -first[a], second[b])
        cnf.add(-link, -first[a], -second[b], laid)
    return laid


def _obey(cnf: Cnf, region: Region, cells: Sequence[Mapping[int, int]], sums: str) -> None:
    """The rule of a region, whose cells show what ``cells`` says."""
    if region.rule == "unequal":
        for pips in cells[0]:
            cnf.at_most_one([cell[pips] for cell in cells])
        return
    greatest = sum(max(cell, default=0) for cell in cells)
    bounds = {
        "sum": (region.target, region.target),
        "less": (0, region.target - 1),
        "greater": (region.target + 1, greatest),
    }
    if region.rule not in bounds:
        return
    low, high = bounds[region.rule]
    if sums == "mdd":
        add_up(cnf, cells, low, high)
    else:
        between(cnf, [(x, v) for cell in cells for v, x in cell.items()], low, high)


def add_up(cnf: Cnf, columns: Sequence[Mapping[int, int]], low: int, high: int) -> None:
    """Demand that numbers sum to ``low`` at least and ``high`` at most.

    Args:
        cnf: receives the clauses.
        columns: for each number its possible values (0 or more) and their literals, exactly one
            of which is true.
        low: may be more than all of them can reach.
        high: may be negative.
    """
    least = sum(min(column, default=0) for column in columns)  # what the numbers to come add
    most = sum(max(column, default=0) for column in columns)
    sums: dict[int, int] = {0: cnf.true}  # sums so far that leave it open, and their literals
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
        # Backwards, so that the literals are fixed by the numbers and pass on what is known.
        for new, reached in longer.items():
            for number, shown in column.items():
                before = sums.get(new - number)
                cnf.add(-reached, -shown, *([before] if before else []))
        sums = longer


# Measured with CaDiCaL 1.9.5, CPU time without building the formula. All answers of 67 published
# hard puzzles with fewer than 400: median 3.8 ms, with the binary diagram 6.2 ms (718 and 1,174
# variables); of 2025-10-18, which has 10,464: 0.9 and 1.4 s; the first answer of eight generated
# boards of 7x8 with the double six: 1.0 and 2.0 s in all.
#
# Tried and dropped, by single runs: the binary diagram or a totalizer over "shows at least" (slower
# than the multi-valued diagram on all of these); the redundant count of each number of pips, which
# helps the ASP program (up to 2.4 times the time); a variable for each link and way round of a
# domino, as in the CP-SAT model (1.1 to 1.9 times); pairwise at-most-one of the places of a domino
# (0.8 times the time where there are thousands of answers, but up to 6 times the clauses and, on
# the shipped heart, 3 times the time); to say from both sides that linked cells fit, or that a sum
# is not another one (no difference).
ENCODINGS = {
    "joint": Encoding(joint, "the model of lp/pips.lp; sums as in Bofill et al. (2020)"),
    "joint_bdd": Encoding(
        partial(joint, sums="bdd"), "the model of lp/pips.lp; sums as in Eén and Sörensson (2006)"
    ),
}
