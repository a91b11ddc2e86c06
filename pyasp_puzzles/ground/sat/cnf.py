"""Formulas in conjunctive normal form (CNF) whose variables are keyed by shown atoms.

A literal is a variable's number, negative for its negation, as in DIMACS files.  PySAT encodes the
constraints on numbers of true literals; its auxiliary variables can have several values in one
answer.  To count models use :func:`pyasp_puzzles.ground.sat.pseudo_boolean.at_least`, which fixes
them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TYPE_CHECKING

import clingo

from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.core.optional import need

if TYPE_CHECKING:
    from pyasp_puzzles.core.atoms import Predicate

Clause = list[int]
Refine = Callable[[Sequence[int]], list[Clause]]

AT_MOST_ONE = ("pairwise", "seqcounter", "ladder", "totalizer", "bitwise")
"""PySAT's names of encoders for "at most one literal is true"."""

CARDINALITIES = (
    *("seqcounter", "totalizer", "kmtotalizer", "mtotalizer"),
    *("sortnetwrk", "cardnetwrk"),
)
"""PySAT's names of encoders for "at most, or at least, n literals are true"."""


class Cnf:
    """A formula under construction.

    Attributes:
        clauses: each a list of literals.
        variables: number of variables so far.
        shown: for each shown atom a literal that is true if and only if the answer has the atom.
        antichain: whether no answer's shown atoms are a subset of another answer's.  Then a clause
            over the true atoms alone excludes an answer that was found.
        refine: called with each model (literal ``i + 1`` or its negation at index ``i``).  It
            returns clauses that the model breaks and that no answer breaks; they are added.  No
            clauses: the model is an answer.
    """

    def __init__(self, *, antichain: bool = False, refine: Refine | None = None) -> None:
        self.clauses: list[Clause] = []
        self.variables = 0
        self.shown: dict[clingo.Symbol, int] = {}
        self.antichain = antichain
        self.refine = refine
        self._true = 0

    def new(self) -> int:
        """A new variable."""
        self.variables += 1
        return self.variables

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

    def add(self, *literals: int) -> None:
        """Add a clause: at least one of the literals is true."""
        self.clauses.append(list(literals) or [-self.true])

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
