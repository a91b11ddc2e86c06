"""Positive loops: what makes supported models answer sets.

In an answer set every atom of a loop (a component of the positive dependency graph) is derived in
finitely many steps from what lies outside the loop; in a model of the completion alone the atoms
may hold each other up.  Three ways to exclude this, all by components:

``stages``
    unrolls the derivation: a gate for each atom and stage says whether the atom is derived by
    then, and a true atom is derived at last.  The gates are fixed by the atoms, so that one model
    belongs to each answer set; n atoms may need n stages.  (The rank of an atom, the first such
    stage, is the strong level ranking of Niemelä, "Stable models and difference logic", AMAI 2008.)
``levels``
    gives each atom a binary number, and demands a body whose atoms have lower numbers (Janhunen,
    "Representing normal programs with clauses", ECAI 2004).  Clauses grow with E log n for E
    dependencies among n atoms; an answer set has many numberings, hence many models.
``lazy``
    adds nothing at first.  A model that is no answer set has unfounded loops; their loop formulas
    exclude it (Lin and Zhao, "ASSAT: computing answer sets of a logic program by SAT solvers",
    AIJ 2004).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from pyasp_puzzles.errors import PuzzleError
from pyasp_puzzles.sat.cnf import Clause, Refine
from pyasp_puzzles.translate.circuit import Circuit
from pyasp_puzzles.translate.completion import Completion
from pyasp_puzzles.translate.graph import components
from pyasp_puzzles.translate.ground import Rule, Sum, literals_of

MOST_VARIABLES = 20_000_000
"""Unrolling stops here: the formula would fill the memory."""


def stages(completion: Completion) -> None:
    """Unroll the derivation of each loop.

    Only what an earlier stage has changed is made anew, so that atoms wait without cost for the
    first stage that can derive them, and a chain of atoms costs one gate each.

    Raises:
        PuzzleError: a loop needs too many gates.
    """
    for loop in completion.loops:
        _unroll(completion, loop)


def _unroll(completion: Completion, loop: Sequence[int]) -> None:
    circuit = completion.circuit
    supports = {atom: _supports(completion, atom, loop) for atom in loop}
    followers: dict[int, set[int]] = {atom: set() for atom in loop}
    for atom in loop:
        for before in _needs(completion, atom, followers):
            followers[before].add(atom)
    derived = dict.fromkeys(loop, -circuit.true)
    changed = set(loop)
    for _ in range(_longest(followers)):
        fresh = {atom: _derive(circuit, supports[atom], derived) for atom in sorted(changed)}
        fresh = {atom: literal for atom, literal in fresh.items() if literal != derived[atom]}
        derived.update(fresh)
        changed = set().union(*(followers[atom] for atom in fresh))
        if circuit.cnf.variables > MOST_VARIABLES:
            raise PuzzleError(
                f"a loop of {len(loop):,} atoms needs more than {MOST_VARIABLES:,} variables "
                "when it is unrolled in stages: use levels, or lazy loop formulas"
            )
    for atom in loop:
        circuit.clause((-completion.literals[atom], derived[atom]))


Support = tuple[int, list[Callable[[dict[int, int]], int]]]
"""What a support needs outside the loop, and the ways to get what it needs inside of it."""


def _supports(completion: Completion, atom: int, loop: Collection[int]) -> list[Support]:
    """The rules of an atom, those together that need the same outside the loop."""
    members = set(loop)
    inside: dict[int, list[Callable[[dict[int, int]], int]]] = {}

    def conjunction(literals: list[int]) -> Callable[[dict[int, int]], int]:
        return lambda derived: completion.circuit.conjunction(derived[part] for part in literals)

    def weighted(body: Sum) -> Callable[[dict[int, int]], int]:
        def reached(derived: dict[int, int]) -> int:
            return completion.body(body, lambda part: derived.get(part, completion.value(part)))

        return reached

    for rule in completion.rules[atom]:
        outside = [completion.literals[atom]] if rule.choice else []
        if isinstance(rule.body, Sum):
            way = weighted(rule.body)
        else:
            way = conjunction([part for part in rule.body if part in members])
            outside += [completion.literal(part) for part in rule.body if part not in members]
        inside.setdefault(completion.circuit.conjunction(outside), []).append(way)
    return list(inside.items())


def _derive(circuit: Circuit, supports: list[Support], derived: dict[int, int]) -> int:
    """Whether one of the supports holds, given what has been derived."""
    return circuit.disjunction(
        circuit.conjunction((outside, circuit.disjunction([way(derived) for way in ways])))
        for outside, ways in supports
    )


def _needs(completion: Completion, atom: int, members: Collection[int]) -> set[int]:
    """The atoms among some on which an atom depends positively."""
    return {
        literal
        for rule in completion.rules[atom]
        for literal in literals_of(rule.body)
        if literal in members
    }


def _longest(followers: dict[int, set[int]]) -> int:
    """A bound for the number of stages: for the atoms of a path that visits none twice.

    An atom derived at stage k needs one of stage k - 1, and so on.  Of a set of atoms of which
    none needs another, no two are neighbours on the path.
    """
    neighbours = {atom: set(after) for atom, after in followers.items()}
    for atom, after in followers.items():
        for other in after:
            neighbours[other].add(atom)
    apart: set[int] = set()
    for atom in sorted(neighbours, key=lambda atom: (len(neighbours[atom]), atom)):
        if not neighbours[atom] & apart and atom not in neighbours[atom]:
            apart.add(atom)
    return min(len(followers), 2 * (len(followers) - len(apart)) + 1)


def levels(completion: Completion) -> None:
    """Give each atom of a loop a number, and a body whose atoms have lower ones if it is true."""
    circuit = completion.circuit
    for loop in completion.loops:
        bits = (len(loop) - 1).bit_length()
        number = {atom: [circuit.cnf.new() for _ in range(bits)] for atom in loop}
        for atom in loop:
            itself = completion.literals[atom]
            for bit in number[atom]:  # the number of a false atom does not matter: make it 0
                circuit.clause((-bit, itself))
            lower = {
                before: circuit.conjunction(
                    (completion.literals[before], circuit.less(number[before], number[atom]))
                )
                for before in _needs(completion, atom, number)
            }
            supports = [_derive(circuit, [s], lower) for s in _supports(completion, atom, lower)]
            circuit.clause((-itself, *supports))


def lazy(completion: Completion) -> Refine:
    """A function from a model to the formulas of its unfounded loops, as :attr:`Cnf.refine`.

    Definitions of new variables are among the clauses it returns, and not in the formula.
    """

    def refine(model: Sequence[int]) -> list[Clause]:
        def true(literal: int) -> bool:
            return abs(literal) <= len(model) and model[abs(literal) - 1] == literal

        # Gates made here are no part of the formula, so the next call must not rely on them.
        circuit = completion.circuit.layer()
        start = len(circuit.cnf.clauses)
        for loop in completion.loops:
            for unfounded in _unfounded(completion, loop, true):
                _loop_formula(completion, circuit, unfounded)
        return circuit.aside(start)

    return refine


def _unfounded(
    completion: Completion, loop: Sequence[int], true: Callable[[int], bool]
) -> list[list[int]]:
    """The least sets of true atoms of a loop that only support each other."""
    rules: dict[int, list[Rule]] = {}
    for atom in loop:
        if true(completion.literals[atom]):
            rules[atom] = [
                rule
                for rule in completion.rules[atom]
                if _holds(rule, completion, true, frozenset())
            ]
    followers: dict[int, set[int]] = {atom: set() for atom in rules}
    for atom, supports in rules.items():
        for rule in supports:
            for before in literals_of(rule.body):
                if before in followers:
                    followers[before].add(atom)
    open_atoms = set(rules)  # not derived yet
    changed = set(rules)
    while changed:
        derived = {
            atom
            for atom in changed
            if any(_holds(rule, completion, true, open_atoms) for rule in rules[atom])
        }
        open_atoms -= derived
        changed = set().union(*(followers[atom] for atom in derived)) & open_atoms
    graph = {
        atom: {part for rule in rules[atom] for part in literals_of(rule.body)} & open_atoms
        for atom in sorted(open_atoms)
    }
    # A component that depends on no other one is unfounded by itself.
    return [
        component
        for component in components(graph)
        if all(graph[atom] <= set(component) for atom in component)
    ]


def _holds(
    rule: Rule, completion: Completion, true: Callable[[int], bool], without: Collection[int]
) -> bool:
    """Whether a body holds in a model when some atoms are false where they occur positively."""

    def holds(literal: int) -> bool:
        return literal not in without and true(completion.literal(literal))

    if isinstance(rule.body, Sum):
        terms = rule.body.terms
        return sum(weight for part, weight in terms if holds(part)) >= rule.body.bound
    return all(holds(part) for part in rule.body)


def _loop_formula(completion: Completion, circuit: Circuit, unfounded: Sequence[int]) -> None:
    """A true atom of the set needs a body that holds without the atoms of the set."""
    members = set(unfounded)

    def positive(atom: int) -> int:
        return -circuit.true if atom in members else completion.value(atom)

    bodies = [
        completion.body(rule.body, positive, circuit)
        for atom in unfounded
        for rule in completion.rules[atom]
    ]
    for atom in unfounded:
        circuit.clause((-completion.literals[atom], *bodies))
