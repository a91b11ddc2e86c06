"""Clauses of a condition that depends on few atoms, from its truth table.

The clauses are the prime implicates, by the method of Quine (1955) and McCluskey (1956): with all
of them unit propagation finds whatever follows from the condition.  A truth table of n atoms is one
integer of 2 to the n bits; equal tables are worked out once.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from functools import cache, reduce
from operator import and_, or_

from pyasp_puzzles.core.regions import components
from pyasp_puzzles.explanation.reasons.subproblems import mask_of
from pyasp_puzzles.ground.ground import Body, Rule, Sum, literals_of

_MOST_ATOMS = 8  # of a condition that has a table
_MOST_DEFINED = 200  # defined atoms that are looked at for a table
_MOST_CLAUSES = 60  # a condition with more clauses is none that a person sees


class TooWideError(Exception):
    """A condition depends on too many atoms, or has too many clauses."""


class TruthTables:
    """Truth tables of ground rules.

    Args:
        rules: the rules of each atom that is defined.
        named: the atoms that clauses speak of.
        hidden: further atoms that are free to hold or not; a condition upon them has no table.
    """

    def __init__(
        self, rules: Mapping[int, Sequence[Rule]], named: Container[int], hidden: Container[int]
    ) -> None:
        self._rules, self._named, self._hidden = rules, named, hidden

    def clauses(self, denied: Sequence[Body], atom: int = 0) -> list[list[int]]:
        """Clauses which say that none of the bodies holds; or that they hold just if the atom does.

        Raises:
            TooWideError: they depend on too many atoms.
        """
        inner, support = dict[int, list[int]](), {*([atom] if atom else [])}
        for body in denied:
            self._gather(body, inner, support)
        order = sorted(support)
        rows = range(1 << len(order))
        tables = {x: mask_of(row for row in rows if row >> i & 1) for i, x in enumerate(order)}
        every = (1 << len(rows)) - 1
        for group in components(inner):  # what others need comes first
            tables.update(dict.fromkeys(group, 0))
            changed = True
            while changed:  # to the least fixpoint
                changed = False
                for each in group:
                    bodies = [rule.body for rule in self._rules.get(each, ())]
                    new = reduce(or_, (_holds(body, tables, every) for body in bodies), 0)
                    changed = changed or new != tables[each]
                    tables[each] = new
        held = reduce(or_, (_holds(body, tables, every) for body in denied), 0)
        if atom:
            held ^= tables[atom]
        return [
            [order[i] if positive else -order[i] for i, positive in clause]
            for clause in _prime_implicates(every & ~held, len(order))
        ]

    def _gather(self, body: Body, inner: dict[int, list[int]], support: set[int]) -> None:
        """Add the atoms that a body depends on: open ones, and defined ones with what they need."""
        todo = [abs(x) for x in literals_of(body)]
        while todo:
            atom = todo.pop()
            if atom in self._named:
                support.add(atom)
            elif atom not in inner:
                bodies = [rule.body for rule in self._rules.get(atom, ())]
                needed = [abs(x) for own in bodies for x in literals_of(own)]
                inner[atom] = [each for each in needed if each not in self._named]
                todo += needed
            if atom in self._hidden or len(support) > _MOST_ATOMS or len(inner) > _MOST_DEFINED:
                raise TooWideError


def _holds(body: Body, tables: Mapping[int, int], every: int) -> int:
    """The rows in which a body holds."""

    def of(literal: int) -> int:
        return tables[literal] if literal > 0 else every & ~tables[-literal]

    if not isinstance(body, Sum):
        return reduce(and_, map(of, body), every)
    reached = [every] + [0] * body.bound  # rows in which the sum is at least so much
    for literal, weight in body.terms:
        own = of(literal)
        for least in range(body.bound, 0, -1):
            reached[least] |= own & reached[max(0, least - weight)]
    return reached[body.bound]


@cache
def _prime_implicates(table: int, atoms: int) -> tuple[tuple[tuple[int, bool], ...], ...]:
    """The clauses of a table that no other one implies; literals as (place, whether positive)."""
    current = {(row, 0) for row in range(1 << atoms) if not table >> row & 1}
    prime: list[tuple[int, int]] = []
    while current:
        wider, merged = set[tuple[int, int]](), set[tuple[int, int]]()
        for row, free in current:
            for place in range(atoms):
                bit = 1 << place
                other = row ^ bit, free
                if not free & bit and other in current:
                    merged.add((row, free))
                    wider.add((row & ~bit, free | bit))
        prime += sorted(current - merged)
        current = wider
    if len(prime) > _MOST_CLAUSES:
        raise TooWideError
    return tuple(
        tuple((i, not row >> i & 1) for i in range(atoms) if not free >> i & 1)
        for row, free in prime
    )
