"""Translations as files for solvers: DIMACS CNF, WCNF and OPB, with the atoms in comments.

``c atom 17 place(1,2,3)`` says that the shown symbol ``place(1,2,3)`` is in the answer just when
literal 17 is true (the literal may be negative); OPB files have ``*`` in place of ``c``.  Values of
externals, and assumptions, are unit clauses, each announced by ``c assume -5 NAME``: to search
under others, change these clauses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pyasp_puzzles.errors import PuzzleError
from pyasp_puzzles.sat.cnf import Clause, dimacs
from pyasp_puzzles.translate.translation import Translation


def to_dimacs(translation: Translation, comments: Iterable[str] = ()) -> str:
    """The formula in DIMACS CNF.

    The line ``c p show`` names the variables of the shown symbols for projected model counters.

    Args:
        translation: its loops are not ``lazy``; what it minimizes is left out.
        comments: lines on how the file was made.

    Raises:
        PuzzleError: the translation is lazy.
    """
    clauses = _clauses(translation)
    shown = sorted({abs(literal) for literal in translation.cnf.shown.values()})
    show = " ".join(map(str, ("p show", *shown, 0)))
    return dimacs(clauses, translation.cnf.variables, [*_comments(translation, comments), show])


def to_wcnf(translation: Translation, comments: Iterable[str] = ()) -> str:
    """The formula and what it minimizes in WCNF, the format of MaxSAT solvers since 2022.

    Hard clauses begin with ``h``, soft ones with their weight.  The cost of an answer is the sum
    of the weights of the soft clauses that it breaks and the offset in the comments.  The format
    does not say how many variables there are, so a shown symbol whose variable is in no other
    clause gets one that always holds: without it, models would leave that symbol open.

    Raises:
        PuzzleError: the translation is lazy.
    """
    lines = [f"c {line}".rstrip() for line in _comments(translation, comments)]
    lines.append(f"c offset {translation.offset}")
    clauses = _clauses(translation)
    open_ones = {abs(literal) for literal in translation.cnf.shown.values()}
    open_ones -= {abs(literal) for clause in clauses for literal in clause}
    clauses += ([variable, -variable] for variable in sorted(open_ones))
    lines += (f"h {_line(clause)}" for clause in clauses)
    lines += (f"{weight} {_line([-literal])}" for weight, literal in translation.soft)
    return "\n".join(lines) + "\n"


def to_opb(translation: Translation, comments: Iterable[str] = ()) -> str:
    """The formula and what it minimizes in OPB, the format of pseudo-Boolean solvers.

    The cost of an answer is the value of the objective and the offset in the comments.

    Raises:
        PuzzleError: the translation is lazy.
    """
    clauses = _clauses(translation)
    lines = [f"* #variable= {translation.cnf.variables} #constraint= {len(clauses)}"]
    lines += [f"* {line}".rstrip() for line in _comments(translation, comments)]
    # The format knows no negated variables in sums: w * (1 - x) is w - w * x.
    negated = sum(weight for weight, literal in translation.soft if literal < 0)
    lines.append(f"* offset {translation.offset + negated}")
    if translation.soft:
        terms = ((weight, literal) for weight, literal in translation.soft)
        lines.append(f"min: {_sum(terms)};")
    for clause in clauses:
        missing = sum(literal < 0 for literal in clause)
        lines.append(f"{_sum((1, literal) for literal in clause)} >= {1 - missing};")
    return "\n".join(lines) + "\n"


def _sum(terms: Iterable[tuple[int, int]]) -> str:
    """Weighted literals as weighted variables; the constants are the caller's."""
    signed = ((weight if literal > 0 else -weight, abs(literal)) for weight, literal in terms)
    return " ".join(f"{weight:+d} x{variable}" for weight, variable in signed)


def _clauses(translation: Translation) -> list[Clause]:
    """All clauses, assumptions as unit clauses among them."""
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
    yield f"{sizes.rules} ground rules, loops by {translation.loops}, sums by {translation.sums}"
    for symbol, literal in sorted(translation.cnf.shown.items()):
        yield f"atom {literal} {symbol}"
    names: dict[int, str] = {}
    for atom, symbol in translation.program.names.items():
        literal = translation.atom_variables.get(atom, 0)
        names |= {literal: str(symbol), -literal: str(symbol)}
    for literal in translation.assumptions:
        yield f"assume {literal} {names.get(literal, '')}".rstrip()
