"""Clauses of a condition that depends on few atoms, from its truth table.

The clauses are the prime implicates, by the method of Quine (1955) and McCluskey (1956): with all
of them unit propagation finds whatever follows.  A table of n atoms is an integer of 2**n bits.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from functools import cache, reduce
from operator import and_, or_

from pyasp_puzzles.core.regions import components
from pyasp_puzzles.explanation.reasons.subproblems import mask_of
from pyasp_puzzles.explanation.reasons.sums import at_least
from pyasp_puzzles.ground.ground import Body, Rule, Sum, literals_of

_MOST_ATOMS = 8  # of a condition that has a table
_MOST_DEFINED = 200  # defined atoms that are looked at for a table
_MOST_CLAUSES = 60  # a condition with more clauses is none that a person sees


class TooWideError(Exception):
    """A condition depends on too many atoms, or has too many clauses."""


class TruthTables:
    """Truth tables over ``named`` atoms by rules; none if ``hidden`` ones may hold or not, too."""

    def __init__(
        self, rules: Mapping[int, Sequence[Rule]], named: Container[int], hidden: Container[int]
    ) -> None:
        self._rules, self._named, self._hidden = rules, named, hidden

    def clauses(self, denied: Sequence[Body], atom: int = 0) -> list[list[int]]:
        """Clauses which say that none of the bodies holds; or that they hold just if the atom does.

        Raises:
            TooWideError: they depend on too many atoms.
        """
        inner, support = dict[int, list[int]](), {atom} - {0}
        for body in denied:
            self._gather(body, inner, support)
        order = sorted(support)
        rows = range(1 << len(order))
        tables = {x: mask_of(row for row in rows if row >> i & 1) for i, x in enumerate(order)}
        every = (1 << len(rows)) - 1
        for group in components(inner):  # what others need comes first
            tables.update(dict.fromkeys(group, 0))
            for each in group * len(group):  # so many rounds reach the least fixpoint
                tables[each] = _any_holds(self._bodies(each), tables, every)
        held = _any_holds(denied, tables, every) ^ (tables[atom] if atom else 0)
        return [
            [order[i] if positive else -order[i] for i, positive in clause]
            for clause in _prime_implicates(every & ~held, len(order))
        ]

    def _bodies(self, atom: int) -> list[Body]:
        return [rule.body for rule in self._rules.get(atom, ())]

    def _gather(self, body: Body, inner: dict[int, list[int]], support: set[int]) -> None:
        """Add the atoms that a body depends on: open ones, and defined ones with what they need."""
        todo = [abs(x) for x in literals_of(body)]
        while todo:
            atom = todo.pop()
            if atom in self._named:
                support.add(atom)
            elif atom not in inner:
                needed = [abs(x) for own in self._bodies(atom) for x in literals_of(own)]
                inner[atom] = [each for each in needed if each not in self._named]
                todo += needed
            if atom in self._hidden or len(support) > _MOST_ATOMS or len(inner) > _MOST_DEFINED:
                raise TooWideError


def _any_holds(bodies: Iterable[Body], tables: Mapping[int, int], every: int) -> int:
    """The rows in which one of some bodies holds."""
    return reduce(or_, (_holds(body, tables, every) for body in bodies), 0)


def _holds(body: Body, tables: Mapping[int, int], every: int) -> int:
    """The rows in which a body holds."""

    def of(literal: int) -> int:
        return tables[literal] if literal > 0 else every & ~tables[-literal]

    if not isinstance(body, Sum):
        return reduce(and_, map(of, body), every)
    return at_least(body.bound, [(of(literal), weight) for literal, weight in body.terms], every)


@cache
def _prime_implicates(table: int, atoms: int) -> tuple[tuple[tuple[int, bool], ...], ...]:
    """The clauses of a table that no other one implies; literals as (place, whether positive)."""
    current = {(row, 0) for row in range(1 << atoms) if not table >> row & 1}
    prime = list[tuple[int, int]]()
    while current:
        wider = set[tuple[int, int]]()
        for row, free in sorted(current):
            fixed = (1 << i for i in range(atoms) if not free >> i & 1)
            merging = [bit for bit in fixed if (row ^ bit, free) in current]
            wider.update((row & ~bit, free | bit) for bit in merging)
            if not merging:
                prime.append((row, free))
        current = wider
    if len(prime) > _MOST_CLAUSES:
        raise TooWideError
    return tuple(
        tuple((i, not row >> i & 1) for i in range(atoms) if not free >> i & 1)
        for row, free in prime
    )
