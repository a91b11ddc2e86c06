"""Encodes weighted sums of literals as clauses, with a literal for "the bound is reached".

``bdd`` builds the reduced ordered binary decision diagram (Eén and Sörensson, "Translating
pseudo-Boolean constraints into SAT", JSAT 2006), both directions of each definition: each
assignment of the literals extends to exactly one model.  PySAT's cardinality encoders need equal
weights, and an assignment can extend to several models.
"""

from __future__ import annotations

from collections.abc import Iterable, MutableMapping

from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.ground.sat.cnf import CARDINALITIES, Clause, Cnf

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
        terms: literals with their weights; a weight may be negative or zero, a literal may occur
            several times, also negated.
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


def between(
    cnf: Cnf, terms: Iterable[tuple[int, int]], low: int, high: int, method: str = "bdd"
) -> None:
    """Add clauses: the weights of the true literals sum to ``low`` at least, ``high`` at most."""
    parts = list(terms)
    nodes: Nodes = {}
    cnf.add(at_least(cnf, parts, low, method, nodes))
    cnf.add(-at_least(cnf, parts, high + 1, method, nodes))


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
    reached = cnf.new()
    for guard, start in ((-reached, "atleast"), (reached, "atmost")):
        before = len(cnf.clauses)
        if start == "atleast":
            cnf.at_least(bound, literals, method)
        else:
            cnf.at_most(bound - 1, literals, method)
        added: list[Clause] = cnf.clauses[before:]
        del cnf.clauses[before:]
        for clause in added:
            cnf.add(guard, *clause)
    return reached
