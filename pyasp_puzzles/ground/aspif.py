"""Writes ground programs in aspif, the format that clingo and clasp read.

Gebser et al., "Theory solving made easy with clingo 5" (ICLP 2016), Appendix A.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.ground.ground import Program, Rule, Sum, Weighted

_VALUES = {"free": 0, "true": 1, "false": 2, "release": 3}


def write_aspif(program: Program) -> str:
    """Write a ground program in aspif; ``clingo --mode=clasp`` solves it.

    Raises:
        PuzzleError: the program has theory atoms, which this format writer does not support.
    """
    if program.theory:
        raise PuzzleError(f"theory atom &{program.theory[0]}: aspif is written without theory")
    lines: list[Iterable[object]] = [("asp", 1, 0, 0)]
    lines += [(1, int(rule.choice), *_list(rule.head), *_body(rule)) for rule in program.rules]
    for priority, terms in program.minimize.items():
        lines.append((2, priority, *_weighted(terms)))
    if program.projection is not None:
        lines.append((3, *_list(program.projection)))
    for output in program.outputs:
        text = str(output.symbol)
        lines.append((4, len(text.encode()), text, *_list(output.condition)))
    for atom, value in program.externals.items():
        lines.append((5, atom, _VALUES[value]))
    if program.assumptions:
        lines.append((6, *_list(program.assumptions)))
    for advice in program.heuristics:
        numbers = advice.kind, advice.atom, advice.bias, advice.priority
        lines.append((7, *numbers, *_list(advice.condition)))
    for edge in program.edges:
        lines.append((8, edge.start, edge.end, *_list(edge.condition)))
    lines.append((0,))
    return "\n".join(" ".join(map(str, line)) for line in lines) + "\n"


def _list(numbers: Sequence[int]) -> tuple[int, ...]:
    return (len(numbers), *numbers)


def _weighted(terms: Weighted) -> tuple[int, ...]:
    return (len(terms), *(number for term in terms for number in term))


def _body(rule: Rule) -> tuple[int, ...]:
    if isinstance(rule.body, Sum):
        return (1, rule.body.bound, *_weighted(rule.body.terms))
    return (0, *_list(rule.body))
