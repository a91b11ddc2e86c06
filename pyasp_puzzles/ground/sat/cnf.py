"""Formulas in conjunctive normal form (CNF) whose variables are keyed by shown atoms.

Auxiliary variables of PySAT's encoders can have several values in one answer; those of
:func:`at_least`, and the gates of a :class:`Circuit`, are fixed, as for counting models.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Collection, Iterable, Iterator, MutableMapping, Sequence
from contextlib import contextmanager

from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.core.optional import need
from pyasp_puzzles.ground.sat.constraints import Constraints

Clause = list[int]
Refine = Callable[[Sequence[int]], list[Clause]]

AT_MOST_ONE = ("pairwise", "seqcounter", "ladder", "totalizer", "bitwise")
"""PySAT's names of encoders for "at most one literal is true"."""

CARDINALITIES = (
    *("seqcounter", "totalizer", "kmtotalizer", "mtotalizer"),
    *("sortnetwrk", "cardnetwrk"),
)
"""PySAT's names of encoders for "at most, or at least, n literals are true"."""


class Cnf(Constraints):
    """A formula in clauses.

    Attributes:
        clauses: each a list of literals.
        antichain: whether no answer's shown atoms are a subset of another answer's.  Then a clause
            over the true atoms alone excludes an answer that was found.
        refine: called with each model (literal ``i + 1`` or its negation at index ``i``).  It
            returns clauses that the model breaks and that no answer breaks; they are added.  No
            clauses: the model is an answer.
    """

    def __init__(self, *, antichain: bool = False) -> None:
        super().__init__()
        self.clauses: list[Clause] = []
        self.antichain = antichain
        self.refine: Refine | None = None

    def new(self) -> int:
        self.variables += 1
        return self.variables

    def add(self, *literals: int) -> None:
        self.clauses.append(list(literals) or [-self.true])

    def at_most_one(self, literals: Iterable[int], method: str = "pairwise") -> None:
        """At most one literal is true; ``method`` is one of :data:`AT_MOST_ONE`."""
        self._encode("atmost", list(literals), 1, method, AT_MOST_ONE)

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
        """A method that cannot count is used for at most one only."""
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
        parts = list(terms)
        nodes: Nodes = {}
        self.add(at_least(self, parts, low, method, nodes))
        self.add(-at_least(self, parts, high + 1, method, nodes))

    def reached(self, here: int, near: Iterable[int]) -> int:
        return self.conjunction([here, self.disjunction(near)])

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
        size = len(literals)
        if (kind != "atmost" and bound > size) or (kind != "atleast" and bound < 0):
            self.add(-self.true)
        elif not ((kind == "atleast" and bound <= 0) or (kind == "atmost" and bound >= size)):
            self._encode(kind, literals, bound, method, CARDINALITIES)

    def _encode(
        self, kind: str, literals: list[int], bound: int, method: str, known: tuple[str, ...]
    ) -> None:
        """Add the clauses of one of PySAT's cardinality encoders."""
        if method not in known:
            raise PuzzleError(f"found encoder {method!r}, expected {', '.join(known)}")
        if not literals:
            return
        card = need("pysat.card")
        encode, encoding = getattr(card.CardEnc, kind), getattr(card.EncType, method)
        made = encode(lits=literals, bound=bound, top_id=self.variables, encoding=encoding)
        self.clauses += made.clauses
        self.variables = max(self.variables, made.nv)


def dimacs(clauses: Collection[Clause], variables: int, comments: Iterable[str] = ()) -> str:
    """A formula as the text of a DIMACS file, comments first."""
    lines = [f"c {comment}".rstrip() for comment in comments]
    lines.append(f"p cnf {variables} {len(clauses)}")
    lines += [" ".join(map(str, (*clause, 0))) for clause in clauses]
    return "\n".join(lines) + "\n"


METHODS = ("bdd", *CARDINALITIES)


Nodes = MutableMapping[tuple[int, int, int], int]
"""The literal of each node, by its literal and its two successors; diagrams share nodes."""


def at_least(
    cnf: Cnf,
    terms: Iterable[tuple[int, int]],
    bound: int,
    method: str = "bdd",
    nodes: Nodes | None = None,
) -> int:
    """A literal for: the weights of the true literals sum to ``bound`` or more.

    Args:
        terms: literals, perhaps repeated or negated, with any weights.
        method: one of :data:`METHODS`; different weights always use ``bdd``.
        nodes: nodes that exist already; receives the new ones.

    >>> cnf = Cnf()
    >>> a, b = cnf.new(), cnf.new()
    >>> at_least(cnf, [(a, 2), (b, -1)], -1) == cnf.true  # the sum is never less than -1
    True
    """
    if method not in METHODS:
        raise PuzzleError(f"found method {method!r}, expected one of {', '.join(METHODS)}")
    literals, bound = _normal(terms, bound)
    if bound <= 0:
        return cnf.true
    if sum(literals.values()) < bound:
        return -cnf.true
    weights = set(literals.values())
    if len(weights) == 1:
        bound = -(-bound // weights.pop())
        if bound == 1:
            return cnf.disjunction(literals)
        if bound == len(literals):
            return cnf.conjunction(literals)
        if method != "bdd":
            return _pysat(cnf, list(literals), bound, method)
        literals = dict.fromkeys(literals, 1)
    return _diagram(cnf, literals, bound, {} if nodes is None else nodes)


def _normal(terms: Iterable[tuple[int, int]], bound: int) -> tuple[dict[int, int], int]:
    """The same constraint with each variable once and with weights from 1 to the bound."""
    weights: dict[int, int] = {}
    for literal, weight in terms:
        if literal < 0:  # w * (1 - x)
            bound -= weight
            weight = -weight
        weights[abs(literal)] = weights.get(abs(literal), 0) + weight
    positive = {}
    for variable, weight in weights.items():
        if weight > 0:
            positive[variable] = weight
        elif weight < 0:
            positive[-variable] = -weight
            bound -= weight
    return {literal: min(weight, bound) for literal, weight in positive.items()}, bound


def _diagram(cnf: Cnf, literals: dict[int, int], bound: int, nodes: Nodes) -> int:
    """The literal of the root of the decision diagram; the heaviest literals come first."""
    order = sorted(literals.items(), key=lambda item: -item[1])
    rest = [0] * (len(order) + 1)  # sum of the weights from here on
    for i in range(len(order) - 1, -1, -1):
        rest[i] = rest[i + 1] + order[i][1]
    wanted: list[set[int]] = [{bound}]  # the missing sums of each level
    for i, (_, weight) in enumerate(order):
        open_sums = {m - w for m in wanted[i] for w in (0, weight)}
        wanted.append({m for m in open_sums if 0 < m <= rest[i + 1]})
    below: dict[int, int] = {}

    def node(missing: int, left: int) -> int:
        if missing <= 0:
            return cnf.true
        return below[missing] if missing <= left else -cnf.true

    for i in range(len(order) - 1, -1, -1):
        literal, weight = order[i]
        level: dict[int, int] = {}
        for missing in sorted(wanted[i]):
            # A smaller missing sum is easier to reach: "without" implies "with".
            key = literal, node(missing - weight, rest[i + 1]), node(missing, rest[i + 1])
            if key not in nodes:
                nodes[key] = _choose(cnf, *key)
            level[missing] = nodes[key]
        below = level
    return below[bound]


def _choose(cnf: Cnf, literal: int, with_it: int, without: int) -> int:
    """A literal for ``without or (literal and with_it)``, where ``without`` implies ``with_it``."""
    true = cnf.true
    if with_it == without:
        return with_it
    if with_it == true:
        return literal if without == -true else cnf.disjunction((literal, without))
    if without == -true:
        return cnf.conjunction((literal, with_it))
    chosen = cnf.new()
    cnf.add(-without, chosen)
    cnf.add(-literal, -with_it, chosen)
    cnf.add(-chosen, with_it)
    cnf.add(-chosen, literal, without)
    return chosen


def _pysat(cnf: Cnf, literals: list[int], bound: int, method: str) -> int:
    """A literal that implies the constraint, and whose negation implies the opposite."""
    reached, start = cnf.new(), len(cnf.clauses)
    cnf.at_least(bound, literals, method)
    middle = len(cnf.clauses)
    cnf.at_most(bound - 1, literals, method)
    for number in range(start, len(cnf.clauses)):
        cnf.clauses[number] = [-reached if number < middle else reached, *cnf.clauses[number]]
    return reached


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
