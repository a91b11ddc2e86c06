"""Files for SAT solvers: DIMACS CNF and WCNF with the atoms in comments; what solvers print.

The comment ``c atom 17 place(1,2,3)`` says: the answer has the shown symbol ``place(1,2,3)`` if and
only if literal 17 is true.  The literal may be negative.
Values of externals and assumptions are unit clauses, each after a comment ``c assume -5 NAME``;
change these clauses to search under other assumptions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import clingo

from pyasp_puzzles.core.atoms import Status
from pyasp_puzzles.core.errors import AnswerError, InstanceError, Phrase, PuzzleError
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
    yield f"{translation.sizes.rules} ground rules, loops by {translation.loops}"
    for symbol, literal in sorted(translation.cnf.shown.items()):
        yield f"atom {literal} {symbol}"
    names: dict[int, str] = {}
    for atom, symbol in translation.program.names.items():
        literal = translation.atom_variables.get(atom, 0)
        names |= {literal: str(symbol), -literal: str(symbol)}
    for literal in translation.assumptions:
        yield f"assume {literal} {names.get(literal, '')}".rstrip()


_ATOM = re.compile(r"c +atom +(-?[1-9]\d{0,17}) +(.+)")
_HEADER = re.compile(r"p +cnf +(\d{1,18}) +\d+")


def read_map(text: str, source: str = "formula") -> dict[clingo.Symbol, int]:
    """Read the literals of the shown symbols from a file that ``translate`` has written.

    Args:
        text: a CNF or WCNF file; only comments and header are read.
        source: name of the file, for messages.

    Raises InstanceError if the file has no such comments, or a wrong one.
    """
    atoms: dict[clingo.Symbol, int] = {}
    places: dict[int, str] = {}
    most, made_here = 10**18, False
    for number, line in enumerate(text.split("\n"), start=1):
        place = f"line {number}"
        if header := _HEADER.fullmatch(line.strip()):
            most = int(header[1])
        made_here = made_here or " ground rules, loops by " in line[:80]
        if line[:6].rstrip() != "c atom":
            continue
        match = _ATOM.fullmatch(line.strip())
        symbol = _symbol(match[2]) if match else None
        if not match or symbol is None:
            expected = "a literal and a symbol, such as 'c atom 17 place(1,2,3)'"
            raise InstanceError(source, place, line, expected)
        if symbol in atoms:
            raise InstanceError(source, place, match[2], "every symbol once")
        atoms[symbol] = int(match[1])
        places.setdefault(atoms[symbol], place)
    for literal, place in places.items():
        if abs(literal) > most:
            raise InstanceError(source, place, str(literal), f"a variable up to {most}")
    if not atoms and not made_here:
        found = Phrase("no line 'c atom LITERAL SYMBOL'")
        raise InstanceError(source, "", found, "a file written by translate")
    return atoms


def _symbol(text: str) -> clingo.Symbol | None:
    """The symbol of a text; ``None``: clingo would not write it like this."""
    try:
        symbol = clingo.parse_term(text, logger=lambda _code, _message: None)
    except RuntimeError:
        return None
    return symbol if str(symbol) == text else None


def decode(
    atoms: Mapping[clingo.Symbol, int], literals: Iterable[int], source: str = "solver output"
) -> tuple[clingo.Symbol, ...]:
    """The shown symbols of a model, sorted.

    Args:
        atoms: the literal of each symbol.
        literals: of the model; it needs a literal for the variable of each symbol.
        source: name of the model's file, for messages.

    Raises AnswerError if the model has no literal for a symbol.
    """
    model = frozenset(literals)
    for symbol, literal in atoms.items():
        if literal not in model and -literal not in model:
            found = Phrase(f"no literal {literal} for {symbol}")
            raise AnswerError(source, "", found, "a model of all variables")
    return tuple(sorted(symbol for symbol, literal in atoms.items() if literal in model))


_STATUS = {
    "SATISFIABLE": Status.SATISFIABLE,
    "OPTIMUM FOUND": Status.SATISFIABLE,
    "UNSATISFIABLE": Status.UNSATISFIABLE,
    "UNKNOWN": Status.UNKNOWN,
}
_BARE = {  # first line of MiniSat's result file
    "SAT": Status.SATISFIABLE,
    "UNSAT": Status.UNSATISFIABLE,
    "INDET": Status.UNKNOWN,
}


@dataclass(frozen=True)
class SolverResult:
    """What a solver found; the literals are those of the model, none without a model."""

    status: Status
    literals: tuple[int, ...] = ()


def read_result(text: str, source: str = "solver output") -> SolverResult:
    """Read the output of a DIMACS or MaxSAT solver, or MiniSat's result file.

    The text has lines ``s STATUS`` and ``v LITERALS``; others are ignored.  Several ``v`` lines
    make one list, which ends with 0; MaxSAT solvers perhaps write a digit for each variable.  Or
    the first line is ``SAT``, ``UNSAT`` or ``INDET``, and the literals follow. Raises AnswerError
    if there is no status or more than one, or the literals are missing, cut off or have something
    else among them.
    """
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), start=1)]
    filled = [(number, line) for number, line in lines if line]
    if filled and filled[0][1] in _BARE:
        status, values = _BARE[filled[0][1]], filled[1:]
    else:
        status = _find_status(filled, source)
        values = [(number, line[1:]) for number, line in filled if line[:2] in ("v", "v ")]
    if status is not Status.SATISFIABLE:
        return SolverResult(status)
    if not values:
        found = Phrase("no literals")
        raise AnswerError(source, "", found, "the model that a satisfiable formula has")
    return SolverResult(status, _literals(values, source))


def _find_status(lines: Iterable[tuple[int, str]], source: str) -> Status:
    """The status of the ``s`` line."""
    expected = "'s SATISFIABLE', 's UNSATISFIABLE', 's OPTIMUM FOUND' or 's UNKNOWN'"
    found = ""
    for number, line in lines:
        if line[:2] not in ("s", "s "):
            continue
        words = " ".join(line[1:].split())
        if words not in _STATUS:
            raise AnswerError(source, f"line {number}", line, expected)
        if found and found != words:
            raise AnswerError(source, f"line {number}", line, f"one status, after 's {found}'")
        found = words
    if not found:
        raise AnswerError(source, "", Phrase("no status"), expected)
    return _STATUS[found]


def _literals(lines: list[tuple[int, str]], source: str) -> tuple[int, ...]:
    tokens = [(number, token) for number, line in lines for token in line.split()]
    if len(tokens) == 1 and re.fullmatch(r"[01]{2,}", tokens[0][1]):
        return tuple(i if bit == "1" else -i for i, bit in enumerate(tokens[0][1], start=1))
    literals: dict[int, None] = {}
    ended = False
    for number, token in tokens:
        place = f"line {number}"
        if ended:
            raise AnswerError(source, place, token, "nothing after the 0 that ends the model")
        if not re.fullmatch(r"0|-?[1-9]\d{0,17}", token):
            raise AnswerError(source, place, token, "a literal, or 0 at the end")
        literal = int(token)
        if -literal in literals and literal:
            raise AnswerError(source, place, token, f"not both {literal} and {-literal}")
        ended = literal == 0
        if literal:
            literals[literal] = None
    if not ended:
        found = Phrase(f"{len(literals):,} literals without a 0 at the end")
        raise AnswerError(source, "", found, "a complete model")
    return tuple(literals)
