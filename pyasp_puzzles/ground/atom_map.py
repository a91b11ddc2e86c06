"""Reads the atom comments of a translated file, and turns a model into shown symbols."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

import clingo

from pyasp_puzzles.core.errors import AnswerError, InstanceError, Phrase

AtomMap = Mapping[clingo.Symbol, int]
"""The literal of each shown symbol."""

_ATOM = re.compile(r"[c*] +atom +(\S+) +(.+)")
_HEADER = re.compile(r"p +cnf +(\d{1,18}) +\d+|\* +#variable= *(\d{1,18}) .*")


def read_map(text: str, source: str = "formula") -> dict[clingo.Symbol, int]:
    """Read the literals of the shown symbols from a file that ``translate`` has written.

    Args:
        text: a CNF, WCNF or OPB file; only comments and header are read.
        source: name of the file, for messages.

    Raises:
        InstanceError: the file has no such comments, or a wrong one.
    """
    atoms: dict[clingo.Symbol, int] = {}
    variables: int | None = None
    made_here = False
    lines: dict[clingo.Symbol, int] = {}
    for number, line in enumerate(text.split("\n"), start=1):
        if header := _HEADER.fullmatch(line.strip()):
            variables = int(header[1] or header[2])
        made_here = made_here or " ground rules, loops by " in line[:80]
        if line[:6].rstrip() not in ("c atom", "* atom"):
            continue
        match = _ATOM.fullmatch(line.strip())
        symbol = _symbol(match[2]) if match else None
        if not match or symbol is None or not re.fullmatch(r"-?[1-9]\d{0,17}", match[1]):
            expected = "a literal and a symbol, such as 'c atom 17 place(1,2,3)'"
            raise InstanceError(source, f"line {number}", line, expected)
        if symbol in atoms:
            raise InstanceError(source, f"line {number}", match[2], "every symbol once")
        atoms[symbol], lines[symbol] = int(match[1]), number
    for symbol, literal in atoms.items():
        if variables is not None and abs(literal) > variables:
            raise InstanceError(
                source, f"line {lines[symbol]}", str(literal), f"a variable up to {variables}"
            )
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
    atoms: AtomMap, literals: Iterable[int], source: str = "solver output"
) -> tuple[clingo.Symbol, ...]:
    """The shown symbols of a model, sorted.

    Args:
        atoms: the literal of each symbol.
        literals: of the model; it needs a literal for the variable of each symbol.
        source: name of the model's file, for messages.

    Raises:
        AnswerError: the model has no literal for a symbol.
    """
    model = frozenset(literals)
    for symbol, literal in atoms.items():
        if literal not in model and -literal not in model:
            found = Phrase(f"no literal {literal} for {symbol}")
            raise AnswerError(source, "", found, "a model of all variables")
    return tuple(sorted(symbol for symbol, literal in atoms.items() if literal in model))
