"""Clark's completion of a ground program: an atom is true if and only if a rule supports it.

Clark, "Negation as failure" (1978), with choice rules (a true atom of a choice supports itself if
the body holds) and sums in bodies.  Atoms that do not depend on themselves are gates.  The models
are the *supported* models; what encodes positive loops excludes those that are no answer sets.

A loop is a component of the positive dependency graph.  In an answer set each true atom of a loop
is derived from outside in finitely many steps.  There are three methods:

``stages`` unrolls the derivation: a gate for each atom and stage.  The atoms determine the gates,
so each answer set has one model (the ranks of Niemelä, "Stable models and difference logic", 2008).
``levels`` numbers the atoms; a true atom needs a body of lower numbers (Janhunen, ECAI 2004).  It
needs O(E log n) clauses; an answer set has many numberings, so many models.
``lazy`` adds the loop formulas of the unfounded loops of a model (Lin and Zhao, "ASSAT", AIJ 2004).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial

from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.core.regions import components
from pyasp_puzzles.ground.ground import Body, Program, Rule, Sum, literals_of
from pyasp_puzzles.ground.sat.cnf import Circuit, Clause, Refine

Value = Callable[[int], int]
"""The literal that stands for an atom."""


class Completion:
    """The completion of a program as clauses.

    Attributes:
        literals: the literal of each atom of the program.
        rules: for each atom the rules with the atom in their head.
        loops: the strongly connected components of the positive dependency graph in which atoms
            depend on themselves; each sorted.
    """

    def __init__(self, program: Program, circuit: Circuit) -> None:
        self.circuit = circuit
        self.literals: dict[int, int] = {}
        self.rules: dict[int, list[Rule]] = {}
        self.loops: list[list[int]] = []
        forbidden = _forbidden(program)
        for rule in program.rules:
            for atom in rule.head:
                if not _idle(atom, rule.body) and not (rule.choice and atom in forbidden):
                    self.rules.setdefault(atom, []).append(rule)
        for atom in program.externals:
            if atom not in self.rules:
                self.literals[atom] = circuit.new()
        graph = {
            atom: {abs(literal) for rule in rules for literal in literals_of(rule.body)}
            for atom, rules in self.rules.items()
        }
        for component in components(graph):
            if len(component) == 1 and component[0] not in graph[component[0]]:
                self._define(component[0])
            else:
                self._complete(sorted(component))
        for rule in program.rules:
            if not rule.choice and (not rule.head or _denial(rule)):
                self._forbid(rule.body)

    def value(self, atom: int) -> int:
        """The literal of an atom; an atom without rules is false."""
        return self.literals.get(atom, -self.circuit.true)

    def literal(self, literal: int, positive: Value | None = None) -> int:
        """The formula's literal for a literal of the program; ``positive``: with other atoms."""
        return (positive or self.value)(literal) if literal > 0 else -self.value(-literal)

    def body(self, body: Body, positive: Value | None = None) -> int:
        """A literal that is true if and only if a body holds; ``positive``: with other atoms."""
        if isinstance(body, Sum):
            terms = [(self.literal(part, positive), weight) for part, weight in body.terms]
            return self.circuit.weighs(terms, body.bound)
        return self.circuit.conjunction(self.literal(part, positive) for part in body)

    def needs(self, atom: int, members: Collection[int]) -> set[int]:
        """The atoms among ``members`` on which an atom depends positively."""
        literals = (literal for rule in self.rules[atom] for literal in literals_of(rule.body))
        return {literal for literal in literals if literal in members}

    def _bodies(self, atom: int) -> tuple[list[int], list[int]]:
        """The bodies of an atom: of its rules, and of its choice rules."""
        bodies: tuple[list[int], list[int]] = [], []
        for rule in self.rules[atom]:
            bodies[rule.choice].append(self.body(rule.body))
        return bodies

    def _define(self, atom: int) -> None:
        """Define an atom that does not depend on itself."""
        forcing, allowing = self._bodies(atom)
        forced, allowed = self.circuit.disjunction(forcing), self.circuit.disjunction(allowing)
        if allowed == -self.circuit.true or forced == self.circuit.true:
            self.literals[atom] = forced
            return
        self.literals[atom] = self.circuit.new()
        self._support(atom, forcing, allowing)

    def _complete(self, component: Sequence[int]) -> None:
        """Complete atoms that depend on each other, perhaps through negation."""
        for atom in component:
            self.literals[atom] = self.circuit.new()
        for atom in component:
            self._support(atom, *self._bodies(atom))
        members = set(component)
        positive = {atom: self.needs(atom, members) for atom in component}
        self.loops += [
            sorted(loop)
            for loop in components(positive)
            if len(loop) > 1 or loop[0] in positive[loop[0]]
        ]

    def _support(self, atom: int, forcing: list[int], allowing: list[int]) -> None:
        """Add clauses: the body of a rule makes its atom true; a true atom needs a body."""
        literal = self.literals[atom]
        for body in forcing:
            self.circuit.clause((-body, literal))
        self.circuit.clause((-literal, *forcing, *allowing))

    def _forbid(self, body: Body) -> None:
        """Add clauses: the body of an integrity constraint does not hold."""
        if isinstance(body, Sum):
            self.circuit.clause((-self.body(body),))
        else:
            self.circuit.clause(-self.literal(literal) for literal in body)


def _denial(rule: Rule) -> bool:
    """Whether a rule means a constraint, as ``a :- not a`` does."""
    return not isinstance(rule.body, Sum) and all(-atom in rule.body for atom in rule.head)


def _forbidden(program: Program) -> set[int]:
    """The atoms that a constraint ``:- a.`` forbids, which no choice rule has to derive.

    An external atom keeps its rules: without any it would have the value of its statement.
    """
    return {
        rule.body[0]
        for rule in program.rules
        if not rule.head and not rule.choice and not isinstance(rule.body, Sum)
        if len(rule.body) == 1 and rule.body[0] > 0 and rule.body[0] not in program.externals
    }


def _idle(atom: int, body: Body) -> bool:
    """Whether a body can never derive an atom: ``a :- not a`` is a constraint, not a derivation.

    As in clasp, an external atom with a rule that can derive it is not external any more.
    """
    if isinstance(body, Sum):
        return sum(weight for _, weight in body.terms) < body.bound
    return atom in body or any(-literal in (atom, *body) for literal in body)


MOST_VARIABLES = 20_000_000
"""Unrolling to more variables is refused: the formula would fill the memory."""


def stages(completion: Completion) -> None:
    """Unroll the derivation of each loop, with gates only for atoms that a stage can change.

    Raises PuzzleError if a loop needs too many gates.
    """
    circuit = completion.circuit
    for loop in completion.loops:
        supports = {atom: _supports(completion, atom, loop) for atom in loop}
        followers = _followers({atom: completion.needs(atom, supports) for atom in loop})
        derived = dict.fromkeys(loop, -circuit.true)
        changed = set(loop)
        for _ in range(_longest(followers)):
            fresh = {atom: _derive(circuit, supports[atom], derived) for atom in sorted(changed)}
            fresh = {atom: literal for atom, literal in fresh.items() if literal != derived[atom]}
            derived.update(fresh)
            changed = set().union(*(followers[atom] for atom in fresh))
            if circuit.variables > MOST_VARIABLES:
                raise PuzzleError(
                    f"a loop of {len(loop):,} atoms needs more than {MOST_VARIABLES:,} variables "
                    "when it is unrolled in stages: use levels, or lazy loop formulas"
                )
        for atom in loop:
            circuit.clause((-completion.literals[atom], derived[atom]))


Support = tuple[int, list[Callable[[dict[int, int]], int]]]
"""The outside part of some bodies as a literal; for each body a function from the literals of
derived atoms to the literal of its inside part."""


def _supports(completion: Completion, atom: int, loop: Collection[int]) -> list[Support]:
    """The bodies of an atom, grouped by the part outside the loop."""
    members = set(loop)
    inside: dict[int, list[Callable[[dict[int, int]], int]]] = {}

    def conjunction(literals: list[int]) -> Callable[[dict[int, int]], int]:
        return lambda derived: completion.circuit.conjunction(derived[part] for part in literals)

    def weighted(body: Sum) -> Callable[[dict[int, int]], int]:
        value = completion.value
        return lambda derived: completion.body(body, lambda lit: derived.get(lit, value(lit)))

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
    """A literal for: one of the supports holds, given the literals of derived atoms."""
    return circuit.disjunction(
        circuit.conjunction((outside, circuit.disjunction([way(derived) for way in ways])))
        for outside, ways in supports
    )


def _followers(needs: Mapping[int, Collection[int]]) -> dict[int, set[int]]:
    """For each atom those that need it."""
    found: dict[int, set[int]] = {atom: set() for atom in needs}
    for atom, before in needs.items():
        for part in before:
            found[part].add(atom)
    return found


def _longest(followers: dict[int, set[int]]) -> int:
    """An upper bound for the number of stages: the atoms on a path that visits none twice.

    An atom derived at stage k needs an atom derived at stage k - 1, and so on.  In a set of atoms
    that do not depend on each other no two are neighbours on the path.
    """
    before = _followers(followers)
    neighbours = {atom: after | before[atom] for atom, after in followers.items()}
    apart: set[int] = set()
    for atom in sorted(neighbours, key=lambda atom: (len(neighbours[atom]), atom)):
        if not neighbours[atom] & apart and atom not in neighbours[atom]:
            apart.add(atom)
    return min(len(followers), 2 * (len(followers) - len(apart)) + 1)


def levels(completion: Completion) -> None:
    """Number the atoms of each loop; a true atom needs a body whose atoms have lower numbers."""
    circuit = completion.circuit
    for loop in completion.loops:
        bits = (len(loop) - 1).bit_length()
        number = {atom: [circuit.new() for _ in range(bits)] for atom in loop}
        for atom in loop:
            itself = completion.literals[atom]
            for bit in number[atom]:  # a false atom has the number 0
                circuit.clause((-bit, itself))
            lower = {
                before: circuit.conjunction(
                    (completion.literals[before], circuit.less(number[before], number[atom]))
                )
                for before in completion.needs(atom, number)
            }
            supports = [_derive(circuit, [s], lower) for s in _supports(completion, atom, lower)]
            circuit.clause((-itself, *supports))


def lazy(completion: Completion) -> Refine:
    """A function for :attr:`Cnf.refine`: it returns the formulas of a model's unfounded loops.

    The clauses that it returns define their new variables, too.
    """

    def refine(model: Sequence[int]) -> list[Clause]:
        def true(literal: int) -> bool:
            return abs(literal) <= len(model) and model[abs(literal) - 1] == literal

        # The formula does not have the gates made here, so the next call must not use them.
        with completion.circuit.aside() as clauses:
            for loop in completion.loops:
                for unfounded in _unfounded(completion, loop, true):
                    _loop_formula(completion, unfounded)
        return clauses

    return refine


def _unfounded(
    completion: Completion, loop: Sequence[int], true: Callable[[int], bool]
) -> list[list[int]]:
    """The minimal sets of true atoms of a loop that only support each other."""
    holds = partial(_holds, completion, true)
    rules = {
        atom: [rule for rule in completion.rules[atom] if holds(rule)]
        for atom in loop
        if true(completion.literals[atom])
    }
    needs = {
        atom: {part for rule in found for part in literals_of(rule.body) if part in rules}
        for atom, found in rules.items()
    }
    followers = _followers(needs)
    left, changed = set(rules), set(rules)  # those that are not derived yet
    while changed:
        derived = {atom for atom in changed if any(holds(rule, left) for rule in rules[atom])}
        left -= derived
        changed = set().union(*(followers[atom] for atom in derived)) & left
    graph = {atom: needs[atom] & left for atom in sorted(left)}
    # A component that depends on no other one is a minimal unfounded set.
    return [
        component
        for component in components(graph)
        if all(graph[atom] <= set(component) for atom in component)
    ]


def _holds(
    completion: Completion,
    true: Callable[[int], bool],
    rule: Rule,
    without: Collection[int] = (),
) -> bool:
    """Whether a body holds in a model if the atoms ``without`` count as false in it."""
    body = rule.body
    terms = body.terms if isinstance(body, Sum) else [(part, 1) for part in body]
    reached = sum(w for part, w in terms if part not in without and true(completion.literal(part)))
    return reached >= (body.bound if isinstance(body, Sum) else len(body))


def _loop_formula(completion: Completion, unfounded: Sequence[int]) -> None:
    """Add clauses: a true atom of the set needs a body that holds without the set's atoms."""
    members, circuit = set(unfounded), completion.circuit

    def positive(atom: int) -> int:
        return -circuit.true if atom in members else completion.value(atom)

    rules = (rule for atom in unfounded for rule in completion.rules[atom])
    bodies = [completion.body(rule.body, positive) for rule in rules]
    for atom in unfounded:
        circuit.clause((-completion.literals[atom], *bodies))
