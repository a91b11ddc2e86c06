"""Ground programs as data: an observer collects the statements that clingo sends to its solver.

The statements are those of aspif, the format between gringo and clasp (Gebser et al., "Theory
solving made easy with clingo 5", ICLP 2016, Appendix A).  Atoms are numbers from 1; a literal is
an atom, or its negation as a negative number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, NamedTuple

import clingo
from clingo.backend import Observer
from clingo.core import TruthValue

from pyasp_puzzles.core.errors import SolverError, counted
from pyasp_puzzles.ground.grounding import Grounder, Source

Log = Callable[[str], None]
Weighted = tuple[tuple[int, int], ...]
"""Literals with their weights."""
Value = Literal["free", "true", "false", "release"]


class Sum(NamedTuple):
    """A body that holds if the weights of its true literals sum to ``bound`` or more.

    The weights are positive; a cardinality has weights of 1.
    """

    bound: int
    terms: Weighted


Body = tuple[int, ...] | Sum
"""A conjunction of literals, or a weighted sum."""


class Rule(NamedTuple):
    """If the body holds, one atom of the head is true; in a choice, any number of them.

    A rule without a head is an integrity constraint, unless it is a choice.
    """

    head: tuple[int, ...]
    body: Body
    choice: bool = False


class Output(NamedTuple):
    """A symbol, shown in an answer if all literals of the condition are true."""

    symbol: clingo.Symbol
    condition: tuple[int, ...]


class Edge(NamedTuple):
    """An arc of a graph that must be acyclic; it exists if the condition holds."""

    start: int
    end: int
    condition: tuple[int, ...]


@dataclass(frozen=True)
class Program:
    """A ground program.

    Attributes:
        outputs: shown symbols with their conditions; a symbol may occur several times.
        minimize: for each priority the sum to minimize; higher priorities come first.
        externals: external atoms with their initial values.
        assumptions: literals that must be true.
        edges: the ``#edge`` statements.
        heuristics: the atoms of ``#heuristic`` statements, which change no answer.
        theory: names of the theory atoms.
        names: the symbols of external atoms and of atoms in heads of disjunctions.
    """

    rules: tuple[Rule, ...] = ()
    outputs: tuple[Output, ...] = ()
    minimize: Mapping[int, Weighted] = field(default_factory=dict)
    externals: Mapping[int, Value] = field(default_factory=dict)
    assumptions: tuple[int, ...] = ()
    edges: tuple[Edge, ...] = ()
    heuristics: tuple[int, ...] = ()
    theory: tuple[str, ...] = ()
    names: Mapping[int, clingo.Symbol] = field(default_factory=dict)

    def atoms(self) -> set[int]:
        """All atoms that occur; an atom without a rule is false."""
        literals = [*self.assumptions, *self.externals]
        for rule in self.rules:
            literals += (*rule.head, *literals_of(rule.body))
        literals += (literal for output in self.outputs for literal in output.condition)
        literals += (literal for edge in self.edges for literal in edge.condition)
        literals += (literal for terms in self.minimize.values() for literal, _ in terms)
        return set(map(abs, literals))

    def warnings(self) -> list[str]:
        """Where the translation may differ from clingo, in words.

        If an external atom has a rule, the translation ignores its value; clingo mostly does, too.
        But in clingo a constraint before the rule in the ground program uses the value, and a
        rule with a false body leaves the atom external.  Only the values true and free can make a
        difference.
        """
        heads = {atom for rule in self.rules for atom in rule.head} if self.externals else set()
        found = [
            f"{self.name(atom)} [{value}]"
            for atom, value in self.externals.items()
            if value in ("true", "free") and atom in heads
        ]
        if not found:
            return []
        what = ", ".join(found[:_NAMED])
        if len(found) > _NAMED:
            what += f" and {counted(len(found) - _NAMED, 'atom')} more"
        rules = (
            "rules, and here they count" if len(found) > 1 else "a rule for it, and here it counts"
        )
        return [
            f"#external {what}: the program also has {rules}, not the value; "
            "what clingo finds may depend on the order of the ground rules"
        ]

    def name(self, atom: int) -> str:
        """The symbol of an atom in :attr:`names`."""
        return str(self.names.get(atom, "an atom without a name"))


_NAMED = 3
"""The most atoms that a warning names."""


def literals_of(body: Body) -> tuple[int, ...]:
    return tuple(literal for literal, _ in body.terms) if isinstance(body, Sum) else body


def ground(
    files: Sequence[Path],
    facts: str = "",
    constants: Mapping[str, int | str] | None = None,
    log: Log | None = None,
) -> Program:
    """Ground programs with clingo; the log receives its warnings, too.

    Args:
        files: ``.lp`` files, ``-`` for standard input, or one ``.aspif`` file.
        facts: further program text.

    Raises SolverError if clingo refuses the program; the message is clingo's.
    """
    return _observed(Source(files, facts, constants or {}), (), log, keep=False)[0]


_FORGETFUL = "--forget-on-step=15"
"""Each search begins anew: what short searches learn slows down the later ones."""


def ground_and_keep(
    facts: str, constants: Mapping[str, int | str] | None = None
) -> tuple[Program, clingo.Control]:
    """A ground program, with a control that searches it under the same numbers of atoms.

    Its searches forget what they have learnt.  Raises SolverError if clingo refuses the program.
    """
    source = Source((), facts, constants or {})
    return _observed(source, ["--warn=none", _FORGETFUL], None, keep=True)


def _observed(
    source: Source, options: Sequence[str], log: Log | None, *, keep: bool
) -> tuple[Program, clingo.Control]:
    grounder = Grounder(source, options, log)
    control, catcher = grounder.control, _Catcher()
    control.register_observer(catcher, replace=not keep)
    if any(file.suffix == ".aspif" for file in source.files):
        if len(source.files) > 1 or source.facts or source.constants:
            raise SolverError("a program in aspif is ground: it cannot be joined with others")
        with grounder.readable_errors():
            control.load_aspif([str(file) for file in source.files])
    else:
        grounder.ground()
    limits: Any = control.configuration.solve
    before, limits.solve_limit = limits.solve_limit, "0,0"
    with grounder.readable_errors():
        control.solve()  # finds nothing, but sends the last statements to the observer
    limits.solve_limit = before
    wanted = {*catcher.externals}
    wanted.update(*(rule.head for rule in catcher.rules if len(rule.head) > 1 and not rule.choice))
    atoms = control.symbolic_atoms if wanted else ()
    names = {atom.literal: atom.symbol for atom in atoms if atom.literal in wanted}
    return catcher.program(names), control


_VALUES: Mapping[TruthValue, Value] = {
    TruthValue.Free: "free",
    TruthValue.True_: "true",
    TruthValue.False_: "false",
    TruthValue.Release: "release",
}


class OutputCatcher(Observer):
    """Collects the symbols that a program can show, with their conditions."""

    def __init__(self) -> None:
        self.outputs: list[Output] = []

    def output_atom(self, symbol: clingo.Symbol, atom: int) -> None:
        self.outputs.append(Output(symbol, (atom,) if atom else ()))

    def output_term(self, symbol: clingo.Symbol, condition: Sequence[int]) -> None:
        self.outputs.append(Output(symbol, tuple(condition)))


class _Catcher(OutputCatcher):
    """Collects the statements under the names that they have in :class:`Program`."""

    def __init__(self) -> None:
        super().__init__()
        self.rules: list[Rule] = []
        self.sums: dict[int, Weighted] = {}
        self.externals: dict[int, Value] = {}
        self.assumed: list[int] = []
        self.edges: list[Edge] = []
        self.heuristics: list[int] = []
        self.terms: dict[int, str] = {}
        self.theory: list[str] = []

    def program(self, names: Mapping[int, clingo.Symbol]) -> Program:
        return Program(
            rules=tuple(self.rules),
            outputs=tuple(self.outputs),
            minimize=dict(sorted(self.sums.items(), reverse=True)),
            externals=self.externals,
            assumptions=tuple(self.assumed),
            edges=tuple(self.edges),
            heuristics=tuple(self.heuristics),
            theory=tuple(self.theory),
            names=names,
        )

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        self.rules.append(Rule(tuple(head), tuple(body), choice))

    def weight_rule(
        self, choice: bool, head: Sequence[int], lower_bound: int, body: Sequence[tuple[int, int]]
    ) -> None:
        self.rules.append(Rule(tuple(head), Sum(lower_bound, tuple(body)), choice))

    def minimize(self, priority: int, literals: Sequence[tuple[int, int]]) -> None:
        self.sums[priority] = (*self.sums.get(priority, ()), *literals)

    def external(self, atom: int, value: TruthValue) -> None:
        self.externals[atom] = _VALUES[value]

    def assume(self, literals: Sequence[int]) -> None:
        self.assumed += literals

    def heuristic(self, atom: int, *_advice: object) -> None:
        self.heuristics.append(atom)

    def acyc_edge(self, node_u: int, node_v: int, condition: Sequence[int]) -> None:
        self.edges.append(Edge(node_u, node_v, tuple(condition)))

    def theory_term_string(self, term_id: int, name: str) -> None:
        self.terms[term_id] = name

    def theory_atom(self, atom_id_or_zero: int, term_id: int, *_rest: object) -> None:
        self.theory.append(self.terms.get(term_id, "theory"))

    def theory_atom_with_guard(self, atom_id_or_zero: int, term_id: int, *_rest: object) -> None:
        self.theory_atom(atom_id_or_zero, term_id)
