"""Clark's completion of a ground program: an atom is true if and only if a rule supports it.

Clark, "Negation as failure" (1978), with choice rules (a true atom of a choice supports itself if
the body holds) and sums in bodies.  Atoms that do not depend on themselves are gates.  The models
are the *supported* models; :mod:`pyasp_puzzles.ground.loops` excludes those with unfounded loops.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from pyasp_puzzles.core.regions import components
from pyasp_puzzles.ground.ground import Body, Program, Rule, Sum, literals_of
from pyasp_puzzles.ground.sat.cnf import Circuit

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

    def literal(self, literal: int) -> int:
        """The formula's literal for a literal of the program."""
        return self.value(literal) if literal > 0 else -self.value(-literal)

    def body(self, body: Body, positive: Value | None = None) -> int:
        """A literal that is true if and only if a body holds; ``positive``: with other atoms."""
        positive = positive or self.value

        def literal(literal: int) -> int:
            return positive(literal) if literal > 0 else -self.value(-literal)

        if isinstance(body, Sum):
            terms = [(literal(part), weight) for part, weight in body.terms]
            return self.circuit.weighs(terms, body.bound)
        return self.circuit.conjunction(literal(part) for part in body)

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
