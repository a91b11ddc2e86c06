"""Formulas in conjunctive normal form (CNF) whose variables are keyed by shown atoms.

A literal is a variable's number, negative for its negation, as in DIMACS files.  PySAT encodes the
constraints on numbers of true literals; its auxiliary variables can have several values in one
answer.  To count models use :func:`pyasp_puzzles.ground.sat.pseudo_boolean.at_least`, which fixes
them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.core.optional import need
from pyasp_puzzles.ground.sat.formula import Formula

Clause = list[int]
Refine = Callable[[Sequence[int]], list[Clause]]

AT_MOST_ONE = ("pairwise", "seqcounter", "ladder", "totalizer", "bitwise")
"""PySAT's names of encoders for "at most one literal is true"."""

CARDINALITIES = (
    *("seqcounter", "totalizer", "kmtotalizer", "mtotalizer"),
    *("sortnetwrk", "cardnetwrk"),
)
"""PySAT's names of encoders for "at most, or at least, n literals are true"."""


class Cnf(Formula):
    """A formula in clauses.

    Attributes:
        clauses: each a list of literals.
        antichain: whether no answer's shown atoms are a subset of another answer's.  Then a clause
            over the true atoms alone excludes an answer that was found.
        refine: called with each model (literal ``i + 1`` or its negation at index ``i``).  It
            returns clauses that the model breaks and that no answer breaks; they are added.  No
            clauses: the model is an answer.
    """

    def __init__(self, *, antichain: bool = False, refine: Refine | None = None) -> None:
        super().__init__()
        self.clauses: list[Clause] = []
        self.antichain = antichain
        self.refine = refine

    def new(self) -> int:
        self.variables += 1
        return self.variables

    def add(self, *literals: int) -> None:
        self.clauses.append(list(literals) or [-self.true])

    def at_most_one(self, literals: Iterable[int], method: str = "pairwise") -> None:
        """At most one literal is true; ``method`` is one of :data:`AT_MOST_ONE`."""
        if method not in AT_MOST_ONE:
            raise PuzzleError(f"found encoder {method!r}, expected {', '.join(AT_MOST_ONE)}")
        self._encode("atmost", list(literals), 1, method)

    def exactly_one(self, literals: Iterable[int], method: str = "pairwise") -> None:
        """Exactly one literal is true: a clause, and :meth:`at_most_one`."""
        parts = list(literals)
        self.add(*parts)
        self.at_most_one(parts, method)

    def at_most(self, bound: int, literals: Iterable[int], method: str = "seqcounter") -> None:
        """At most ``bound`` literals are true; ``method`` is one of :data:`CARDINALITIES`."""
        self._cardinality("atmost", list(literals), bound, method)

    def at_least(self, bound: int, literals: Iterable[int], method: str = "seqcounter") -> None:
        """At least ``bound`` literals are true; ``method`` is one of :data:`CARDINALITIES`."""
        self._cardinality("atleast", list(literals), bound, method)

    def exactly(self, number: int, literals: Iterable[int], method: str = "seqcounter") -> None:
        """Exactly ``number`` literals are true; ``method`` is one of :data:`CARDINALITIES`."""
        self._cardinality("equals", list(literals), number, method)

    def number(self, least: int, most: int, literals: Iterable[int], method: str) -> None:
        """As :meth:`Formula.number`; a method that cannot count is only used for at most one."""
        parts = list(literals)
        counter = method if method in CARDINALITIES else "seqcounter"
        if least == 1:
            self.add(*parts)
        elif least > 1:
            self.at_least(least, parts, counter)
        if most == 1:
            self.at_most_one(parts, method)
        else:
            self.at_most(most, parts, counter)

    def count(self, number: int, groups: Iterable[list[int]]) -> None:
        self.exactly(number, [self.disjunction(group) for group in groups])

    def between(
        self, terms: Iterable[tuple[int, int]], low: int, high: int, method: str = "bdd"
    ) -> None:
        from pyasp_puzzles.ground.sat.pseudo_boolean import between

        between(self, terms, low, high, method)

    def define(self, literal: int, exclusive: Iterable[int]) -> None:
        parts = list(exclusive)
        if abs(literal) != self._true:
            for part in parts:
                self.add(-part, literal)
            self.add(-literal, *parts)
        elif literal > 0:
            self.add(*parts)
        else:
            for part in parts:
                self.add(-part)

    def _cardinality(self, kind: str, literals: list[int], bound: int, method: str) -> None:
        """Encode a constraint on a number of literals, where it is not constant."""
        if method not in CARDINALITIES:
            raise PuzzleError(f"found encoder {method!r}, expected {', '.join(CARDINALITIES)}")
        too_few = kind != "atmost" and bound > len(literals)
        too_many = kind != "atleast" and bound < 0
        holds = (kind == "atleast" and bound <= 0) or (kind == "atmost" and bound >= len(literals))
        if too_few or too_many:
            self.add(-self.true)
        elif not holds:
            self._encode(kind, literals, bound, method)

    def _encode(self, kind: str, literals: list[int], bound: int, method: str) -> None:
        """Add the clauses of one of PySAT's cardinality encoders."""
        if not literals:
            return
        card = need("pysat.card")
        encoded = getattr(card.CardEnc, kind)(
            lits=literals,
            bound=bound,
            top_id=self.variables,
            encoding=getattr(card.EncType, method),
        )
        self.clauses += encoded.clauses
        self.variables = max(self.variables, encoded.nv)


def dimacs(clauses: Collection[Clause], variables: int, comments: Iterable[str] = ()) -> str:
    """A formula as the text of a DIMACS file, comments first."""
    lines = [f"c {comment}".rstrip() for comment in comments]
    lines.append(f"p cnf {variables} {len(clauses)}")
    lines += [" ".join(map(str, (*clause, 0))) for clause in clauses]
    return "\n".join(lines) + "\n"
