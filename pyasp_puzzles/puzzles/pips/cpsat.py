"""Pips for OR-Tools CP-SAT: one model, and the two stages of the founding document.

The shown atoms are a ``link`` for each domino and a ``value`` for each cell, as in ``lp/pips.lp``.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from pyasp_puzzles.engines.cpsat import CpConstraints
from pyasp_puzzles.engines.encoding import CpProblem, Encoding, Shown, Staged
from pyasp_puzzles.puzzles.pips.instance import Cell, PipsBoard, pips_of
from pyasp_puzzles.puzzles.pips.sat import add_terms, link_literals, obey, value_literals

if TYPE_CHECKING:
    import clingo

DOCUMENT_PIPS = 6
"""The document has a variable for each cell and each number of pips from 0 to this one."""


def joint(instance: PipsBoard, symmetry: str = "") -> CpProblem:
    """Links, values and dominoes in one model.

    A further variable for each link and each way round of a domino says that the domino lies
    there.  Then each cell, each domino and each value of a cell is a constraint "exactly one",
    which CP-SAT propagates best.  The links and values determine these variables.
    """
    formula = CpConstraints()
    links = link_literals(formula, instance)
    values = value_literals(formula, instance, pips_of(instance))
    of_kind: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    showing: defaultdict[tuple[Cell, int], list[int]] = defaultdict(list)
    for (first, second), link in links.items():
        on_link = []
        for domino in instance.dominoes:
            kind = (domino.low, domino.high)
            for a, b in {kind, kind[::-1]}:  # the set: a double has one way round
                lies = formula.new()
                on_link.append(lies)
                of_kind[kind].append(lies)
                showing[first, a].append(lies)
                showing[second, b].append(lies)
        formula.define(link, on_link)
    for cell, shown in values.items():
        for number, value in shown.items():
            formula.define(value, showing[cell, number])
    for domino in instance.dominoes:
        formula.exactly(domino.copies, of_kind[domino.low, domino.high])
    for region in instance.regions:
        obey(formula, region, values, add_terms)
    return formula.problem()


def document(instance: PipsBoard, symmetry: str = "") -> Staged:
    """The document's method: all layouts, then all sets of values, then the pairs that fit.

    The stages share little: the second one knows how often the dominoes show each number of pips,
    but not which two numbers share a domino.  So both lists can be far longer than the list of
    answers.  Both are kept in memory; docs/measured/encodings/pips.md has their lengths.
    """
    layouts = CpConstraints()
    link_literals(layouts, instance)
    return Staged((layouts.problem(), _fillings(instance)), _join(instance))


def _fillings(instance: PipsBoard) -> CpProblem:
    """The value problem: the rules of the regions, and how often each number of pips shows."""
    formula = CpConstraints()
    counts: Counter[int] = Counter()
    for domino in instance.dominoes:
        counts[domino.low] += domino.copies
        counts[domino.high] += domino.copies
    pips = range(max(DOCUMENT_PIPS, *counts, 0) + 1)
    values = value_literals(formula, instance, pips, share=False)
    for number in pips:
        formula.exactly(counts[number], [shown[number] for shown in values.values()])
    for region in instance.regions:
        obey(formula, region, values, add_terms)
        for one, other in pairwise(region.cells if region.rule == "equals" else ()):
            for number in pips:
                formula.define(values[one][number], [values[other][number]])
    return formula.problem()


def _join(instance: PipsBoard) -> Callable[[Sequence[Sequence[Shown]]], Iterator[Shown]]:
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
            pairs = ((pips[r, c], pips[r2, c2]) for r, c, r2, c2 in ends)
            shown = [(min(pair), max(pair)) for pair in pairs]
            for layout, places in placed:
                if sorted([shown[index] for index in places]) == supply:
                    yield layout | filling

    return join


def _numbers(atom: clingo.Symbol) -> tuple[int, ...]:
    return tuple(argument.number for argument in atom.arguments)


ENCODINGS = {
    "joint": Encoding(joint, "the model of lp/pips.lp, as exact cover with sums"),
    "document": Encoding(document, "the founding document: link problem, value problem, join"),
}
