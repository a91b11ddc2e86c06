"""The one place that knows clorm: typed atoms to facts, and shown symbols back to typed atoms."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import clingo
from clorm import ConstantStr, Predicate

from pyasp_puzzles.errors import AnswerError, SolverError
from pyasp_puzzles.textfile import INT32

__all__ = ["ConstantStr", "Predicate", "fact_lines", "parse_atoms", "signature", "unify"]


def signature(predicate: type[Predicate]) -> tuple[str, int]:
    """Name and arity of the atoms of a class."""
    return str(predicate.meta.name), int(predicate.meta.arity)


def fact_lines(atoms: Iterable[Predicate]) -> list[str]:
    """Facts grouped by predicate (in order of first appearance), sorted in a group, wrapped.

    The order is clingo's own order of terms, so it does not depend on how the atoms were made.
    """
    groups: dict[tuple[str, int], set[clingo.Symbol]] = {}
    for atom in atoms:
        groups.setdefault(signature(type(atom)), set()).add(atom.symbol)
    lines: list[str] = []
    for symbols in groups.values():
        line = ""
        for symbol in sorted(symbols):
            fact = f"{symbol}."
            if line and len(line) + 1 + len(fact) > 100:
                lines.append(line)
                line = ""
            line = f"{line} {fact}" if line else fact
        lines += [line, ""]
    return lines[:-1]


def unify(
    symbols: Iterable[clingo.Symbol], classes: Sequence[type[Predicate]]
) -> tuple[Predicate, ...]:
    """Each symbol once, as an object of the class that it unifies with, in clingo's order.

    Raises:
        SolverError: a symbol unifies with none of the classes (clorm alone would drop it).
    """
    by_signature = {signature(c): c for c in classes}
    atoms: list[Predicate] = []
    for symbol in sorted(set(symbols)):
        atom = None
        if symbol.type == clingo.SymbolType.Function and symbol.positive:
            predicate = by_signature.get((symbol.name, len(symbol.arguments)))
            atom = predicate._unify(symbol) if predicate else None
        if atom is None:
            expected = ", ".join(f"{name}/{arity}" for name, arity in by_signature)
            raise SolverError(f"shown atom {symbol} is none of the answer's atoms ({expected})")
        atoms.append(atom)
    return tuple(atoms)


def parse_atoms(texts: Iterable[str], source: str) -> list[clingo.Symbol]:
    """The symbols written in ``texts``, one atom each.

    Raises:
        AnswerError: a text is not a ground term.
    """
    symbols = []
    for text in texts:
        for number in re.findall(r"\d+", re.sub(r'"[^"]*"', '""', text)):
            if int(number[:12]) > INT32:  # clingo would wrap it silently
                raise AnswerError(source, text, number, f"a number up to {INT32}")
        try:
            symbols.append(clingo.parse_term(text, logger=lambda _code, _message: None))
        except RuntimeError:
            raise AnswerError(source, "", text, "an atom such as value(1,2,3)") from None
    return symbols
