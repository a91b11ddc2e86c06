"""The building blocks of encodings, for clauses (:class:`.cnf.Cnf`) and for CP-SAT alike.

A literal is a variable's number from 1 on, negative for its negation, as in DIMACS files.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import clingo

if TYPE_CHECKING:
    from pyasp_puzzles.core.atoms import Predicate

K = TypeVar("K")


class Constraints(ABC):
    """A formula under construction, whose variables are keyed by shown atoms.

    Attributes:
        shown: for each shown atom a literal that is true if and only if the answer has the atom.
        variables: number of variables so far.
        determined: whether symmetry breaking leaves no auxiliary variable open, for solvers that
            list each solution.
    """

    determined: ClassVar[bool] = False

    def __init__(self) -> None:
        self.variables = 0
        self.shown: dict[clingo.Symbol, int] = {}
        self._true = 0

    @abstractmethod
    def new(self) -> int:
        """A new variable."""

    @abstractmethod
    def add(self, *literals: int) -> None:
        """Add a clause: at least one of the literals is true."""

    @abstractmethod
    def at_most_one(self, literals: Iterable[int], method: str = "pairwise") -> None:
        """At most one literal is true; ``method`` names an encoder into clauses."""

    @abstractmethod
    def exactly_one(self, literals: Iterable[int], method: str = "pairwise") -> None:
        """Exactly one literal is true."""

    @abstractmethod
    def exactly(self, number: int, literals: Iterable[int], method: str = "seqcounter") -> None:
        """Exactly ``number`` literals are true."""

    @abstractmethod
    def number(self, least: int, most: int, literals: Iterable[int], method: str) -> None:
        """At least ``least`` and at most ``most`` literals are true."""

    @abstractmethod
    def count(self, number: int, groups: Iterable[list[int]]) -> None:
        """Exactly ``number`` literals are true, of a group at most one, which is known."""

    @abstractmethod
    def between(self, terms: Iterable[tuple[int, int]], low: int, high: int) -> None:
        """The weights of the true literals sum to ``low`` at least and ``high`` at most.

        The terms are literals with their weights.
        """

    @abstractmethod
    def define(self, literal: int, exclusive: Iterable[int]) -> None:
        """A literal is true just when one of these is, of which no two can be true together."""

    @property
    def true(self) -> int:
        """A literal that is always true; its negation is always false."""
        if not self._true:
            self._true = self.new()
            self.add(self._true)
        return self._true

    def atom(self, atom: Predicate | clingo.Symbol) -> int:
        """The literal of a shown atom; the first call for an atom makes a variable."""
        symbol = atom if isinstance(atom, clingo.Symbol) else atom.symbol
        if symbol not in self.shown:
            self.shown[symbol] = self.new()
        return self.shown[symbol]

    def one_of(self, keys: Iterable[K]) -> dict[K, int]:
        """New variables by key, of which exactly one is true."""
        variables = {key: self.new() for key in keys}
        self.exactly_one(variables.values())
        return variables

    def conjunction(self, literals: Iterable[int]) -> int:
        """A literal that is true if and only if all of the given ones are."""
        parts = list(dict.fromkeys(literals))
        if not parts:
            return self.true
        if len(parts) == 1:
            return parts[0]
        whole = self.new()
        for literal in parts:
            self.add(-whole, literal)
        self.add(whole, *(-literal for literal in parts))
        return whole

    def disjunction(self, literals: Iterable[int]) -> int:
        """A literal that is true if and only if at least one of the given ones is."""
        return -self.conjunction(-literal for literal in literals)

    def reached(self, here: int, near: Iterable[int]) -> int:
        """A literal that is true if and only if ``here`` and one of ``near`` are."""
        literals = list(near)
        whole = self.new()
        self.add(-whole, here)
        self.add(-whole, *literals)
        for literal in literals:
            self.add(whole, -here, -literal)
        return whole

    def not_greater(self, rows: Iterable[tuple[Mapping[Any, int], Mapping[Any, int]]]) -> None:
        """A list of values is not greater than its image: one answer of a class.

        The rows have for each place the literals of the values in the list and in its image;
        ``tie`` is true while both lists agree.
        """
        tie = self.true
        for own, image in rows:
            before, tie = tie, self.new()
            if self.determined:
                self.add(-tie, before)
            for value, literal in own.items():
                if value in image:
                    self.add(-before, -literal, -image[value], tie)
                if self.determined:
                    self.add(-tie, -literal, *([image[value]] if value in image else []))
                for lesser in (other for other in image if other < value):
                    self.add(-before, -literal, -image[lesser])

    def lex_leader(self, alike: int, pairs: Iterable[tuple[int, int]]) -> None:
        """Where an answer and its image differ first, the answer has the literal.

        Crawford, Ginsberg, Luks and Roy, KR 1996.

        Args:
            alike: says whether they have to be compared.
            pairs: literals of the answer, each with that of the image.
        """
        for own, image in pairs:
            before, alike = alike, self.new()
            self.add(-before, -image, own)
            self.add(-before, own, alike)
            self.add(-before, -image, alike)
            if self.determined:
                self.add(-alike, before)
                self.add(-alike, -own, image)
