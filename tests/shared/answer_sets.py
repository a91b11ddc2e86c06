"""Answer sets of small programs: by clingo, by definition, and as models of a formula."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import product
from pathlib import Path

import clingo
import pytest
from hypothesis import assume
from support import puzzles

from pyasp_puzzles.core.regions import components
from pyasp_puzzles.ground.ground import Body, Program, Sum, ground
from pyasp_puzzles.ground.sat.cnf import Clause
from pyasp_puzzles.ground.translation import LOOPS, Translation, translate

pysat = pytest.importorskip("pysat.solvers", exc_type=ImportError)

Shown = frozenset[clingo.Symbol]


def symbols(text: str) -> Shown:
    """The symbols of a text, blanks between them."""
    return frozenset(clingo.parse_term(word) for word in text.split())


# Three ways to list answers: clingo's, the definition of an answer set, and models of a formula.


def clingo_answers(load: Callable[[clingo.Control], None], *options: str) -> list[Shown]:
    """The shown symbols of all answer sets.

    clasp's preprocessing of equivalent atoms is switched off: it makes the set {a, c} an answer of
    LOST_SUPPORT below.
    """
    found: list[Shown] = []
    arguments = ["0", "--project=no", "--eq=0", *options]
    control = clingo.Control(arguments, logger=lambda _code, _message: None)
    load(control)
    control.solve(on_model=lambda model: found.append(frozenset(model.symbols(shown=True))))
    return found


def answers_of_text(text: str) -> list[Shown]:
    def load(control: clingo.Control) -> None:
        control.add("base", [], text)
        control.ground([("base", [])])

    return clingo_answers(load, "--opt-mode=ignore")


def answers_by_definition(program: Program) -> Iterator[Shown]:
    """The sets X of atoms that are the least model of their reduct (Gelfond and Lifschitz 1988;
    sums and choices: Simons, Niemelä and Soininen 2002), and whose edges have no cycle."""

    def holds(body: Body, derived: Collection[int], chosen: Collection[int]) -> bool:
        def true(literal: int) -> bool:
            return literal in derived if literal > 0 else -literal not in chosen

        if isinstance(body, Sum):
            return sum(weight for literal, weight in body.terms if true(literal)) >= body.bound
        return all(map(true, body))

    heads = {atom for rule in program.rules for atom in rule.head}
    outside = {atom: value for atom, value in program.externals.items() if atom not in heads}
    free = sorted(heads | {atom for atom, value in outside.items() if value in ("free", "true")})
    for values in product((False, True), repeat=len(free)):
        chosen = {atom for atom, value in zip(free, values, strict=True) if value}
        if any(value == "true" and atom not in chosen for atom, value in outside.items()):
            continue
        if any(
            holds(rule.body, chosen, chosen) and not rule.choice and not chosen & {*rule.head}
            for rule in program.rules
        ):
            continue
        derived, before = chosen & set(outside), None
        while derived != before:
            before = derived
            heads_of_bodies = (r.head for r in program.rules if holds(r.body, before, chosen))
            derived = before.union(*heads_of_bodies) & chosen
        edges = {(e.start, e.end) for e in program.edges if holds(e.condition, chosen, chosen)}
        arcs = {start: [b for a, b in edges if a == start] for start, _ in edges}
        cyclic = any(len(c) > 1 or c[0] in arcs[c[0]] for c in components(arcs))
        if derived == chosen and not cyclic:
            yield frozenset(o.symbol for o in program.outputs if holds(o.condition, chosen, chosen))


def models(translation: Translation, block: Sequence[int] | None = None) -> Iterator[list[int]]:
    """Models that differ on some variables (default: all), as an engine would list them."""
    cnf = translation.cnf
    variables = range(1, cnf.variables + 1) if block is None else block
    clauses = len(cnf.clauses)
    with pysat.Solver("minisat22", bootstrap_with=cnf.clauses) as solver:
        for variable in range(1, cnf.variables + 1):
            solver.add_clause([variable, -variable])  # PySAT's models end with the last one used
        for literal in translation.assumptions:
            solver.add_clause([literal])
        while solver.solve():
            model = solver.get_model()
            refuted: list[Clause] = cnf.refine(model[: cnf.variables]) if cnf.refine else []
            assert len(cnf.clauses) == clauses
            if refuted:
                for clause in refuted:
                    solver.add_clause(clause)
                continue
            yield model
            solver.add_clause([-model[variable - 1] for variable in variables])
            if not variables:
                return


def shown_of(translation: Translation, model: Sequence[int]) -> Shown:
    true = frozenset(model)
    return frozenset(s for s, literal in translation.cnf.shown.items() if literal in true)


def cost_of(translation: Translation, model: Collection[int]) -> int:
    return translation.offset + sum(w for w, literal in translation.soft if literal in model)


def shown_sets(translation: Translation) -> list[Shown]:
    """The answers, each once."""
    block = sorted({abs(literal) for literal in translation.cnf.shown.values()})
    return [shown_of(translation, model) for model in models(translation, block)]


def agrees(program: Program, answers: Sequence[Shown]) -> None:
    """The formula has one model for each answer set, and no method changes the answers."""
    translation = translate(program)
    found = [shown_of(translation, model) for model in models(translation)]
    assert sorted(map(sorted, found)) == sorted(map(sorted, answers))
    for loops in LOOPS:
        translation = translate(program, loops=loops)
        for _ in range(2 if loops == "lazy" else 1):  # one search leaves nothing behind for another
            listed = shown_sets(translation)
            assert len(listed) == len(set(listed))
            assert set(listed) == set(answers), loops


def aspif_of(text: str, folder: Path) -> Path:
    """A program as clingo itself grounds it into a file."""
    file = folder / "program.aspif"
    file.write_text(puzzles("clingo", "-", "--mode=gringo", text=text).stdout)
    return file


def without_disjunctions(text: str) -> Program:
    """A ground program; gringo makes disjunctions of some aggregates that depend on themselves."""
    program = ground([], text)
    assume(all(rule.choice or len(rule.head) < 2 for rule in program.rules))
    return program
