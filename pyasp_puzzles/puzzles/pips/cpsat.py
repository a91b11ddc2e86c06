"""Pips for OR-Tools CP-SAT: one model, and the two stages of the founding document.

The shown atoms are a ``link`` for each domino and a ``value`` for each cell, as in ``lp/pips.lp``.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.core.optional import need
from pyasp_puzzles.engines.encoding import CpProblem, Encoding, Shown, Staged
from pyasp_puzzles.puzzles.pips.facts import Link, Value
from pyasp_puzzles.puzzles.pips.instance import Cell, Instance, Region

if TYPE_CHECKING:
    import clingo
    from ortools.sat.python.cp_model import CpModel, IntVar

Atoms = dict["clingo.Symbol", "IntVar"]
Links = dict[tuple[Cell, Cell], "IntVar"]
Values = dict[Cell, dict[int, "IntVar"]]
"""For each cell and each number of pips: the variable "the cell shows it"."""

DOCUMENT_PIPS = 6
"""The document has a variable for each cell and each number of pips from 0 to this one."""


def joint(instance: Instance, symmetry: str = "") -> CpProblem:
    """Links, values and dominoes in one model.

    A further variable for each link and each way round of a domino says that the domino lies
    there.  Then each cell, each domino and each value of a cell is a constraint "exactly one",
    which CP-SAT propagates best.  The links and values determine these variables.

    Args:
        instance: any board and set of dominoes.
        symmetry: not supported; Pips has no symmetry to break.

    Raises:
        PuzzleError: ``symmetry`` is not empty.
    """
    model, atoms = _begin(symmetry)
    pips = sorted({half for domino in instance.dominoes for half in (domino.low, domino.high)})
    links = _links(model, atoms, instance)
    values = _values(model, atoms, instance, pips)
    of_kind: defaultdict[tuple[int, int], list[IntVar]] = defaultdict(list)
    showing: defaultdict[tuple[Cell, int], list[IntVar]] = defaultdict(list)
    for (first, second), link in links.items():
        on_link = []
        for domino in instance.dominoes:
            kind = (domino.low, domino.high)
            for a, b in {kind, kind[::-1]}:  # the set: a double has one way round
                lies = model.new_bool_var(f"lies{(*first, *second, a, b)}")
                on_link.append(lies)
                of_kind[kind].append(lies)
                showing[first, a].append(lies)
                showing[second, b].append(lies)
        model.add_exactly_one(~link, *on_link)
    for cell, shown in values.items():
        for number, value in shown.items():
            model.add_exactly_one(~value, *showing[cell, number])
    for domino in instance.dominoes:
        _exactly(model, domino.copies, of_kind[domino.low, domino.high])
    for region in instance.regions:
        _obey(model, region, values)
    return CpProblem(model, atoms)


def document(instance: Instance, symmetry: str = "") -> Staged:
    """The document's method: all layouts, then all sets of values, then the pairs that fit.

    The stages share little: the second one knows how often the dominoes show each number of pips,
    but not which two numbers share a domino.  So both lists can be far longer than the list of
    answers.  Both are kept in memory; docs/measured/encodings/pips.md has their lengths.

    Args:
        instance: any board and set of dominoes.
        symmetry: not supported; Pips has no symmetry to break.

    Raises:
        PuzzleError: ``symmetry`` is not empty.
    """
    return Staged((_layouts(instance, symmetry), _fillings(instance, symmetry)), _join(instance))


def _layouts(instance: Instance, symmetry: str) -> CpProblem:
    """The link problem: each node is linked to exactly one of its neighbours."""
    model, atoms = _begin(symmetry)
    _links(model, atoms, instance)
    return CpProblem(model, atoms)


def _fillings(instance: Instance, symmetry: str) -> CpProblem:
    """The value problem: the rules of the regions, and how often each number of pips shows."""
    model, atoms = _begin(symmetry)
    counts: Counter[int] = Counter()
    for domino in instance.dominoes:
        counts[domino.low] += domino.copies
        counts[domino.high] += domino.copies
    pips = range(max(DOCUMENT_PIPS, *counts, 0) + 1)
    values = _values(model, atoms, instance, pips)
    for number in pips:
        _exactly(model, counts[number], [shown[number] for shown in values.values()])
    for region in instance.regions:
        _obey(model, region, values)
    return CpProblem(model, atoms)


def _join(instance: Instance) -> Callable[[Sequence[Sequence[Shown]]], Iterator[Shown]]:
    """Pairs of a layout and a set of values whose dominoes are those of the set."""
    supply = sorted(
        (domino.low, domino.high) for domino in instance.dominoes for _ in range(domino.copies)
    )

    def join(stages: Sequence[Sequence[Shown]]) -> Iterator[Shown]:
        layouts, fillings = stages
        # Each link's domino is looked up once for a filling, not again in each layout.
        links = sorted(frozenset().union(*layouts))
        ends = [_numbers(link) for link in links]
        place = {link: index for index, link in enumerate(links)}
        placed = [(layout, [place[link] for link in layout]) for layout in layouts]
        for filling in fillings:
            pips = {(row, column): number for row, column, number in map(_numbers, filling)}
            shown = [_domino(pips[r, c], pips[r2, c2]) for r, c, r2, c2 in ends]
            for layout, places in placed:
                if sorted([shown[index] for index in places]) == supply:
                    yield layout | filling

    return join


def _domino(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a <= b else (b, a)


def _numbers(atom: clingo.Symbol) -> tuple[int, ...]:
    return tuple(argument.number for argument in atom.arguments)


def _begin(symmetry: str) -> tuple[CpModel, Atoms]:
    """An empty model, and no atoms."""
    if symmetry:
        raise PuzzleError(f"pips: found symmetry {symmetry!r}, expected none")
    model: CpModel = need("ortools.sat.python.cp_model").CpModel()
    return model, {}


def _links(model: CpModel, atoms: Atoms, instance: Instance) -> Links:
    """A variable for each two neighbours; each cell is linked exactly once."""
    cells = instance.region_of()
    links: Links = {}
    touching: dict[Cell, list[IntVar]] = {cell: [] for cell in cells}
    for row, column in cells:
        for other in ((row, column + 1), (row + 1, column)):
            if other in cells:
                symbol = Link(row, column, *other).symbol
                link = atoms[symbol] = model.new_bool_var(str(symbol))
                links[(row, column), other] = link
                touching[row, column].append(link)
                touching[other].append(link)
    for around in touching.values():
        model.add_exactly_one(around)
    return links


def _values(model: CpModel, atoms: Atoms, instance: Instance, pips: Sequence[int]) -> Values:
    """A variable for each cell and number of pips; each cell shows exactly one."""
    values: Values = {}
    for cell in instance.region_of():
        symbols = {number: Value(*cell, number).symbol for number in pips}
        values[cell] = {n: model.new_bool_var(str(symbol)) for n, symbol in symbols.items()}
        atoms.update((symbols[number], value) for number, value in values[cell].items())
        model.add_exactly_one(values[cell].values())
    return values


def _exactly(model: CpModel, number: int, variables: Sequence[IntVar]) -> None:
    """Exactly ``number`` of the variables are true; there may be no variables."""
    if number == 1:
        model.add_exactly_one(variables)
    else:
        model.add_linear_constraint(sum(variables), number, number)


def _obey(model: CpModel, region: Region, values: Mapping[Cell, Mapping[int, IntVar]]) -> None:
    """The rule of a region."""
    cells = [values[cell] for cell in region.cells]
    total = sum(number * shown for cell in cells for number, shown in cell.items())
    match region.rule:
        case "sum":
            model.add(total == region.target)
        case "less":
            model.add(total < region.target)
        case "greater":
            model.add(total > region.target)
        case "equals":
            for one, next_one in pairwise(cells):
                for number, shown in one.items():
                    model.add(shown == next_one[number])
        case "unequal":
            for number in cells[0]:
                model.add_at_most_one(cell[number] for cell in cells)


ENCODINGS = {
    "joint": Encoding(joint, "the model of lp/pips.lp, as exact cover with sums"),
    "document": Encoding(document, "the founding document: link problem, value problem, join"),
}
