"""A formula of gates: equal gates share a variable, constants are simplified."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterable, Iterator, MutableMapping
from contextlib import contextmanager

from pyasp_puzzles.ground.sat.cnf import Clause, Cnf, Nodes, at_least


class Circuit(Cnf):
    """A formula with gates; equal gates are made once, and constants are simplified.

    The variable of a gate is equivalent to the gate, so it adds no models.
    """

    def __init__(self) -> None:
        super().__init__()
        assert self.true  # its clause is a part of the formula, whatever is made aside later
        self._conjunctions: MutableMapping[tuple[int, ...], int] = {}
        self._reached: MutableMapping[tuple[int, tuple[tuple[int, int], ...]], int] = {}
        self._nodes: Nodes = {}

    def conjunction(self, literals: Iterable[int]) -> int:
        """A literal that is true if and only if all of the given ones are."""
        parts: set[int] = set()
        for literal in literals:
            if literal == -self.true or -literal in parts:
                return -self.true
            if literal != self.true:
                parts.add(literal)
        key = tuple(sorted(parts))
        if key not in self._conjunctions:
            self._conjunctions[key] = super().conjunction(key)
        return self._conjunctions[key]

    def weighs(self, terms: Iterable[tuple[int, int]], bound: int) -> int:
        """A literal for: the weights of the true literals sum to ``bound`` or more."""
        weights: dict[int, int] = {}
        for literal, weight in terms:
            if literal == self.true:
                bound -= weight
            elif literal != -self.true:
                weights[literal] = weights.get(literal, 0) + weight
        key = bound, tuple(sorted(weights.items()))
        if key not in self._reached:
            self._reached[key] = at_least(self, weights.items(), bound, nodes=self._nodes)
        return self._reached[key]

    def clause(self, literals: Iterable[int]) -> None:
        """Add a clause: at least one literal is true; a tautology is left out."""
        parts: dict[int, None] = {}
        for literal in literals:
            if literal == self.true or -literal in parts:
                return
            if literal != -self.true:
                parts[literal] = None
        self.add(*parts)

    def less(self, first: list[int], second: list[int]) -> int:
        """A literal for: one binary number is less than another."""
        less = -self.true
        for a, b in zip(first, second, strict=True):
            less = self._majority(-a, b, less)
        return less

    def _majority(self, a: int, b: int, carry: int) -> int:
        """A literal for: at least two of three literals are true; the last one may be constant."""
        if a == -b:
            return carry
        if carry == -self.true:
            return self.conjunction((a, b))
        major = self.new()
        for x, y in ((a, b), (a, carry), (b, carry)):
            self.add(-x, -y, major)
            self.add(x, y, -major)
        return major

    @contextmanager
    def aside(self) -> Iterator[list[Clause]]:
        """The clauses that are made within this block, which the formula does not keep.

        Gates that it makes are forgotten afterwards; it can use those of before.
        """
        taken: list[Clause] = []
        before, start = (self._conjunctions, self._reached, self._nodes), len(self.clauses)
        self._conjunctions = ChainMap({}, self._conjunctions)
        self._reached = ChainMap({}, self._reached)
        self._nodes = ChainMap({}, self._nodes)
        yield taken
        self._conjunctions, self._reached, self._nodes = before
        taken += self.clauses[start:]
        del self.clauses[start:]
