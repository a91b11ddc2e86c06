"""Writes translations for solvers: DIMACS CNF and WCNF, with the atoms in comments.

The comment ``c atom 17 place(1,2,3)`` says: the answer has the shown symbol ``place(1,2,3)`` if and
only if literal 17 is true.  The literal may be negative.
Values of externals and assumptions are unit clauses, each after a comment ``c assume -5 NAME``;
change these clauses to search under other assumptions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.ground.sat.cnf import Clause, dimacs
from pyasp_puzzles.ground.translation import Translation


def to_dimacs(translation: Translation, comments: Iterable[str] = ()) -> str:
    """The formula in DIMACS CNF; its objective is left out.

    The line ``c p show`` names the variables of the shown symbols for projected model counters.

    Args:
        translation: with loops other than ``lazy``, here and below.
        comments: lines for the head of the file.

    Raises PuzzleError if the translation is lazy.
    """
    clauses = _clauses(translation)
    show = " ".join(map(str, ("p show", *sorted(_shown(translation)), 0)))
    return dimacs(clauses, translation.cnf.variables, [*_comments(translation, comments), show])


def to_wcnf(translation: Translation, comments: Iterable[str] = ()) -> str:
    """The formula and its objective in WCNF, the format of MaxSAT solvers since 2022.

    Hard clauses begin with ``h``, soft ones with their weight.  The cost of an answer is the offset
    in the comments plus the weights of the soft clauses that it breaks.  The format does not give
    the number of variables, and a model has values only for variables in clauses.  So the variable
    of each shown symbol gets a clause that always holds, if it has no other one. Raises PuzzleError
    if the translation is lazy.
    """
    clauses = _clauses(translation)
    alone = _shown(translation) - {abs(literal) for clause in clauses for literal in clause}
    clauses += ([variable, -variable] for variable in sorted(alone))
    lines = [f"c {line}".rstrip() for line in _comments(translation, comments)]
    lines.append(f"c offset {translation.offset}")
    lines += (f"h {_line(clause)}" for clause in clauses)
    lines += (f"{weight} {_line([-literal])}" for weight, literal in translation.soft)
    return "\n".join(lines) + "\n"


def _shown(translation: Translation) -> set[int]:
    """The variables of the shown symbols."""
    return {abs(literal) for literal in translation.cnf.shown.values()}


def _clauses(translation: Translation) -> list[Clause]:
    if translation.cnf.refine:
        raise PuzzleError(
            "found lazy loop formulas, expected stages or levels: a file cannot add clauses"
        )
    return translation.cnf.clauses + [[literal] for literal in translation.assumptions]


def _line(clause: Clause) -> str:
    return " ".join(map(str, (*clause, 0)))


def _comments(translation: Translation, comments: Iterable[str]) -> Iterator[str]:
    for comment in comments:
        yield from comment.splitlines()
    sizes = translation.sizes
    yield f"{sizes.rules} ground rules, loops by {translation.loops}"
    for symbol, literal in sorted(translation.cnf.shown.items()):
        yield f"atom {literal} {symbol}"
    names: dict[int, str] = {}
    for atom, symbol in translation.program.names.items():
        literal = translation.atom_variables.get(atom, 0)
        names |= {literal: str(symbol), -literal: str(symbol)}
    for literal in translation.assumptions:
        yield f"assume {literal} {names.get(literal, '')}".rstrip()
