"""Typed atoms, to facts and back from shown symbols; what a search says of its answers.

Only this module uses clorm.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from functools import lru_cache
from operator import attrgetter
from typing import Any

import clingo
from clorm import ConstantStr, Predicate

from pyasp_puzzles.core.errors import INT32, AnswerError, SolverError

__all__ = [
    "ConstantStr",
    "Predicate",
    "arguments",
    "fact_lines",
    "order",
    "parse_atoms",
    "signature",
    "unify",
]

REMEMBERED = 1 << 15
"""Number of symbols whose objects are kept, for each set of classes."""


def signature(predicate: type[Predicate]) -> tuple[str, int]:
    """The name and the arity of the atoms of a class."""
    return str(predicate.meta.name), int(predicate.meta.arity)


def arguments(atom: Predicate) -> tuple[Any, ...]:
    """The arguments of an atom as Python's values; 30 times faster than ``tuple(atom)``."""
    values: tuple[Any, ...] = atom._field_values
    return values


def fact_lines(atoms: Iterable[Predicate]) -> list[str]:
    """The atoms as lines of facts: grouped by predicate in order of appearance, sorted, wrapped.

    Within a group the order is clingo's order of terms, whatever the order of the arguments.
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

    Equal symbols give the same object, as long as :data:`REMEMBERED` of them are kept. Raises
    SolverError if a symbol unifies with none of the classes (clorm alone would drop it).
    """
    return tuple(dict(sorted(map(_reader(tuple(classes)), symbols))).values())


Order = tuple[Any, ...]


@lru_cache(maxsize=32)
def _reader(
    classes: tuple[type[Predicate], ...],
) -> Callable[[clingo.Symbol], tuple[Order, Predicate]]:
    """A function from a symbol to its sort key and its object; it remembers both."""
    by_signature = {signature(c): c for c in classes}

    @lru_cache(maxsize=REMEMBERED)
    def read(symbol: clingo.Symbol) -> tuple[Order, Predicate]:
        atom = None
        if symbol.type == clingo.SymbolType.Function and symbol.positive:
            predicate = by_signature.get((symbol.name, len(symbol.arguments)))
            atom = predicate._unify(symbol) if predicate else None
        if atom is None:
            expected = ", ".join(f"{name}/{arity}" for name, arity in by_signature)
            raise SolverError(f"shown atom {symbol} is none of the answer's atoms ({expected})")
        return order(symbol), atom

    return read


def order(symbol: clingo.Symbol) -> Order:
    """A sort key in clingo's order of terms, of plain values that are fast to compare.

    >>> order(clingo.parse_term("place(2)")) < order(clingo.parse_term("place(10)"))
    True
    """
    if symbol.type == clingo.SymbolType.Number:
        return (1, symbol.number)
    if symbol.type == clingo.SymbolType.String:
        return (4, symbol.string)
    if symbol.type == clingo.SymbolType.Function:
        arguments = symbol.arguments
        if not arguments:
            return (2 if symbol.positive else 3, symbol.name)
        return (5, symbol.negative, len(arguments), symbol.name, *map(order, arguments))
    return (0,) if symbol.type == clingo.SymbolType.Infimum else (6,)


def parse_atoms(texts: Iterable[str], source: str) -> list[clingo.Symbol]:
    """The symbols in texts of one atom each. Raises AnswerError if a text is not a ground term."""
    symbols = []
    for text in texts:
        for number in re.findall(r"\d+", re.sub(r'"[^"]*"', '""', text)):
            if int(number[:12]) > INT32:  # clingo would wrap it silently
                raise AnswerError(source, text, number, f"a number up to {INT32}")
        try:
            symbols.append(clingo.parse_term(text, logger=lambda _code, _message: None))
        except (RuntimeError, UnicodeDecodeError):  # clingo cuts its message within a letter
            raise AnswerError(source, "", text, "an atom such as value(1,2,3)") from None
    return symbols


number: Callable[[clingo.Symbol], int] = attrgetter("_rep")
"""The number of a symbol; within one process equal symbols have equal numbers."""

MOST_ANSWERS = 1 << 20
"""The largest number of answers that :class:`Distinct` remembers by default."""


class Status(Enum):
    """What a search shows, once it has ended."""

    SATISFIABLE = "satisfiable"
    UNSATISFIABLE = "unsatisfiable"
    UNKNOWN = "unknown"


def digest(symbols: Iterable[clingo.Symbol]) -> int:
    """A hash of 64 bits; within one process equal lists of symbols have equal digests."""
    return hash(tuple(map(number, symbols)))


class Distinct:
    """Finds an answer that comes twice, by digests of 64 bits.

    Up to ``most`` answers it finds every repeated one.  Of more it remembers a sample, halved by
    one more bit of the digests when it is too large (adaptive sampling; Flajolet, Computing 43,
    1990).  For a million different answers the probability of a false alarm is 3 in 100 million.

    >>> distinct = Distinct()
    >>> a, b = clingo.Function("a"), clingo.Function("b")
    >>> [distinct.add(digest(answer)) for answer in ([a], [a, b], [b], [a])]
    [True, True, True, False]
    """

    def __init__(self, most: int = MOST_ANSWERS) -> None:
        self._most, self._left_out = most, 0
        self._seen: set[int] = set()

    def add(self, answer: int) -> bool:
        """Remember an answer by its digest; false if it has come before."""
        seen = self._seen
        if answer & self._left_out:
            return True
        if answer in seen:
            return False
        seen.add(answer)
        while len(seen) > self._most:
            self._left_out = 2 * self._left_out + 1
            seen = self._seen = {kept for kept in seen if not kept & self._left_out}
        return True
