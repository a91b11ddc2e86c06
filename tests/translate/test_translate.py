"""Any ground program as a formula: the models are the answer sets, for programs made at random."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from itertools import permutations, product
from pathlib import Path

import clingo
import pytest
from clingo.core import TruthValue
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from support import puzzles, run

import pyasp_puzzles as pp
from pyasp_puzzles.errors import AnswerError, InstanceError, PuzzleError, SolverError
from pyasp_puzzles.registry import find_puzzle
from pyasp_puzzles.results import Status
from pyasp_puzzles.sat.cnf import CARDINALITIES, Clause
from pyasp_puzzles.sat.pseudo_boolean import METHODS
from pyasp_puzzles.translate import (
    LOOPS,
    Program,
    Translation,
    decode,
    read_map,
    read_result,
    to_dimacs,
    to_opb,
    to_wcnf,
    translate,
    write_aspif,
)
from pyasp_puzzles.translate.graph import components
from pyasp_puzzles.translate.ground import Body, Edge, Heuristic, Output, Rule, Sum, ground

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


def shown_sets(translation: Translation) -> list[Shown]:
    """The answers, each once."""
    block = sorted({abs(literal) for literal in translation.cnf.shown.values()})
    return [shown_of(translation, model) for model in models(translation, block)]


# The law of the translation.


def agrees(program: Program, answers: Sequence[Shown], sums: Collection[str]) -> None:
    """The formula has one model for each answer set, and no method changes the answers."""
    translation = translate(program)
    found = [shown_of(translation, model) for model in models(translation)]
    assert sorted(map(sorted, found)) == sorted(map(sorted, answers))
    for loops, method in product(LOOPS, sums):
        translation = translate(program, loops=loops, sums=method)
        for _ in range(2 if loops == "lazy" else 1):  # one search leaves nothing behind for another
            listed = shown_sets(translation)
            assert len(listed) == len(set(listed))
            assert set(listed) == set(answers), (loops, method)


ATOMS = "abcde"
EXTERNALS = "pq"  # never in a head
RELATIONS = ("<", "<=", ">", ">=", "=", "!=")


@st.composite
def texts(draw: st.DrawFn) -> str:
    """A small program with all that translate handles."""
    size = draw(st.integers(1, len(ATOMS)))
    pick = random.Random(draw(st.integers(0, 2**32))).choice
    some = draw(st.sampled_from((1, 2, 3)))  # how many literals a body has at most
    positive = draw(st.sampled_from((4, 8, 16)))  # of 20

    def atom() -> str:
        return pick(ATOMS[:size])

    def literal() -> str:
        roll = pick(range(20))
        name = pick(ATOMS[:size] + EXTERNALS) if roll % 5 == 0 else atom()
        return name if roll < positive else f"not {name}" if roll < 19 else f"not not {name}"

    def bounded(aggregate: str) -> str:
        number = pick(range(-3, 6))
        form = pick(
            ("{0} {1} {2}", "{2} {1} {0}", "{2} <= {0} <= {3}", "{2} < {0} != {3}", "{2} {0} {3}")
        )
        return form.format(aggregate, pick(RELATIONS), number, pick(range(6)))

    def elements(shape: Callable[[int], str]) -> str:
        return "{ " + "; ".join(shape(i) for i in range(pick(range(5)))) + " }"

    def aggregate() -> str:
        name = pick(("", "#count", "#sum", "#sum", "#sum", "#sum+", "#min", "#max"))
        if not name:
            return bounded(elements(lambda i: literal()))
        condition = pick((literal, lambda: f"{literal()}, {literal()}"))

        def element(number: int) -> str:
            return f"{pick(range(-3, 5))},{pick((number, number, 0))} : {condition()}"

        return bounded(name + elements(element))

    def body() -> str:
        parts = [literal() for _ in range(pick(range(some + 1)))]
        if pick(range(5)) == 0:
            parts.append(pick(("", "", "not ")) + aggregate())
        return " :- " + ", ".join(parts) if parts else ""

    def head() -> str:
        kind = pick(range(10))
        if kind < 6:
            return atom()
        chosen = elements(lambda i: atom() + pick(("", "", f" : {literal()}")))
        return bounded(chosen) if kind == 6 else chosen

    rules = [f"{head()}{body()}." for _ in range(draw(st.integers(1, 8)))]
    rules += [f":- {literal()}, {literal()}." for _ in range(pick((0, 0, 1, 2)))]
    rules += [f"-{atom()}{body()}." for _ in range(pick((0, 0, 0, 1)))]
    for name in EXTERNALS[: pick((0, 0, 1, 2))]:
        rules.append(f"#external {name}. [{pick(('true', 'false', 'free'))}]")
    for _ in range(pick((0, 0, 0, 3))):
        rules.append(f"#edge ({pick(range(3))},{pick(range(3))}) : {literal()}.")
    rules += [f"#project {atom()}/0." for _ in range(pick((0, 0, 0, 1)))]
    rules += pick(
        (
            [],
            ["#show."],
            [f"#show {atom()}/0.", f"#show t : {literal()}."],
            [f"#show {atom()} : {literal()}.", f"#show f(1) : {literal()}, {literal()}."],
            ["#show.", f"#show t : {literal()}.", f"#show t : {literal()}.", "#show k."],
        )
    )
    return "\n".join(rules)


@st.composite
def ground_programs(draw: st.DrawFn) -> Program:
    """A small ground program, with sums in positive loops and several heads for one sum."""
    size = draw(st.integers(1, 6))
    pick = random.Random(draw(st.integers(0, 2**32))).choice
    positive = draw(st.sampled_from((6, 12, 17)))  # of 20

    def literal() -> int:
        return pick(range(1, size + 1)) * (1 if pick(range(20)) < positive else -1)

    def conjunction() -> tuple[int, ...]:
        return tuple(literal() for _ in range(pick((0, 1, 1, 2, 2, 3))))

    rules = []
    for _ in range(draw(st.integers(1, 10))):
        choice = pick(range(10)) < 3
        heads = pick(range(4)) if choice else pick((0, 1, 1, 1, 1, 1, 1, 1))
        head = {pick(range(1, size + 1)) for _ in range(heads)}
        body: Body = conjunction()
        if pick(range(3)) == 0:
            terms = tuple((literal(), pick((1, 2, 3))) for _ in range(pick(range(5))))
            body = Sum(pick(range(7)), terms)
        rules.append(Rule(tuple(head), body, choice))
    return Program(
        rules=tuple(rules),
        outputs=tuple(Output(clingo.Number(i), (i,)) for i in range(1, size + 1) if pick("yyyn")),
        minimize={
            priority: tuple((literal(), pick(range(-3, 4))) for _ in range(pick(range(4))))
            for priority in pick(((), (), (0,), (-1, 2)))
        },
        externals={size + 1: pick(("true", "false", "free", "release"))} if pick("yn") else {},
        edges=tuple(
            Edge(pick(range(3)), pick(range(3)), conjunction()) for _ in range(pick((0, 0, 3)))
        ),
    )


def quick(examples: int) -> settings:
    return settings(
        max_examples=examples, deadline=None, suppress_health_check=[HealthCheck.too_slow]
    )


def without_disjunctions(text: str) -> Program:
    """A ground program; gringo makes disjunctions of some aggregates that depend on themselves."""
    program = ground([], text)
    assume(all(rule.choice or len(rule.head) < 2 for rule in program.rules))
    return program


@quick(250)
@given(texts(), st.sampled_from(CARDINALITIES))
def test_the_models_of_a_formula_are_the_answer_sets_of_its_program(text: str, sums: str) -> None:
    agrees(without_disjunctions(text), answers_of_text(text), ("bdd", sums))


@quick(250)
@given(ground_programs(), st.sampled_from(CARDINALITIES))
def test_the_models_of_a_formula_are_the_answer_sets_by_definition(
    program: Program, sums: str
) -> None:
    agrees(program, list(answers_by_definition(program)), ("bdd", sums))


@pytest.mark.slow
@quick(6000)
@given(texts(), st.sampled_from(CARDINALITIES))
def test_thousands_of_programs_have_the_answers_of_clingo(text: str, sums: str) -> None:
    agrees(without_disjunctions(text), answers_of_text(text), ("bdd", sums))


@pytest.mark.slow
@quick(6000)
@given(ground_programs(), st.sampled_from(CARDINALITIES))
def test_thousands_of_ground_programs_have_the_answers_of_the_definition(
    program: Program, sums: str
) -> None:
    agrees(program, list(answers_by_definition(program)), ("bdd", sums))


@quick(150)
@given(ground_programs())
def test_aspif_and_the_formula_cost_what_clingo_says(
    tmp_path_factory: pytest.TempPathFactory, program: Program
) -> None:
    path = tmp_path_factory.mktemp("aspif") / "program.aspif"
    path.write_text(write_aspif(program))
    again = ground([path])
    assert again.rules == program.rules and again.edges == program.edges
    wanted = sorted(answers_by_definition(program), key=sorted)
    assert sorted(answers_by_definition(again), key=sorted) == wanted
    translation = translate(program)
    costs = []
    for model in models(translation):
        true = frozenset(model)

        def holds(literal: int, true: frozenset[int] = true) -> bool:
            variable = translation.atom_variables[abs(literal)]
            return (variable in true) == (literal > 0)

        levels = sorted(program.minimize.items(), reverse=True)
        cost = [sum(w for literal, w in terms if holds(literal)) for _, terms in levels]
        costs.append((translation.cost(model), cost))
    assert [cost for _, cost in sorted(costs)] == sorted(cost for _, cost in costs)


# Programs on which a version of the translation, or clasp, has failed.

LOST_SUPPORT = "{ d : b; c } :- a, #min { 0 : not c } >= 5. a :- c. c :- { b; not not a } < 4, d."
CLASP_KEEPS = """
{ d : b; c } :- a, #min { 0,0 : not c } >= 5.
a :- c.
c :- { b; not not a } < 4, not not d."""


@pytest.mark.parametrize(
    "text",
    [
        "#edge (3,1) : not b.",  # no atom at all
        "#edge (1,2) : a. #show k. {a}.",  # clingo's literal for truth is an atom of its own
        "a :- a. #external a. [true]",  # a rule that derives nothing leaves an atom external
        "a :- not a. #external a. [free]",  # so does a constraint in disguise
        "#external a. [true] a :- b. {b}.",  # an external atom with a rule is like any other
        "a :- not not a.",
        "a :- b, not b. b :- not a.",
        "{a} :- a. b :- a. a :- b.",
        "{e}. a :- b. b :- a. a :- e. c :- { a; b; not e } >= 2.",
        "{e; f}. a :- 2 #sum { 1 : b; 1 : e; 1,x : f }. b :- a. b :- f, not e.",
        "{a(1..3)}. :- { a(X) } > 2. #show. #show n(N) : N = { a(X) }.",
        LOST_SUPPORT,
        CLASP_KEEPS,
    ],
)
def test_a_program_that_once_failed_is_right(text: str) -> None:
    agrees(ground([], text), answers_of_text(text), METHODS)


def test_a_set_without_foundation_is_no_answer_although_clasp_lists_it() -> None:
    program = ground([], CLASP_KEEPS)
    assert [*answers_by_definition(program)] == shown_sets(translate(program)) == [frozenset()]


# Edges of the language.


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("", [""]),
        ("a. b(1..2).", ["a b(1) b(2)"]),
        ("a. :- a.", []),
        ("a :- not a.", []),
        ("{a}. #show.", ["", ""]),
        ("#show t(X) : X = 1..2.", ["t(1) t(2)"]),
        ("{a; b}. #show. #show t : a. #show t : b. #show u : a, b.", ["", "t", "t", "t u"]),
        ("{a}. #show x : a. #show y : not a. #show z : #true. #show a/0.", ["a x z", "y z"]),
        ("{a}. -a :- not a.", ["a", "-a"]),
        ("{a}. :- #sum { 2147483647 : a } < 2147483647.", ["a"]),
        ("{a}. :- #sum { -2147483648 : a } >= 0.", ["a"]),
        ("{a; b}. :- #sum { 1073741823 : a; -1073741823 : b } != 0. :- not a.", ["a b"]),
        ("a :- #sum { } = 0. b :- #sum { } > 0. c :- #count { } <= 0.", ["a c"]),
        ("{a}. b :- #min { 3 : a } = #sup. c :- #max { 3 : a } = 3.", ["b", "a c"]),
    ],
)
def test_a_small_program_has_the_answers_that_one_can_see(text: str, answers: list[str]) -> None:
    wanted = [symbols(answer) for answer in answers]
    assert sorted(answers_of_text(text), key=sorted) == sorted(wanted, key=sorted)
    agrees(ground([], text), wanted, METHODS)


@pytest.mark.parametrize(
    ("text", "loops"),
    [
        ("a :- not b. b :- not a.", ()),
        ("{a}. b :- a. c :- b.", ()),
        ("a :- b. b :- a. {a}.", (2,)),
        ("{c}. a :- b, c. b :- not c. b :- { a; c } >= 1. d :- e. e :- f. f :- d.", (2,)),
        ("{c}. d :- c. d :- e. e :- f. f :- d. a :- b. b :- a. b :- c.", (3, 2)),
    ],
)
def test_a_loop_is_found_in_the_ground_program_also_through_sums(
    text: str, loops: tuple[int, ...]
) -> None:
    program = ground([], text)
    sizes = translate(program).sizes
    assert len(sizes.loops) == len(loops)
    assert all(found >= atoms for found, atoms in zip(sizes.loops, loops, strict=True))
    assert bool(sizes.unfounded) == bool(loops)
    assert bool(translate(program, loops="lazy").cnf.refine) == bool(loops)


@pytest.mark.parametrize("loops", LOOPS)
def test_a_loop_of_5000_atoms_is_no_recursion(loops: str) -> None:
    text = "{e}. a(1) :- e. a(X+1) :- a(X), X < 5000. a(1) :- a(5000). #show a/1."
    translation = translate(ground([], text), loops=loops)
    assert translation.sizes.loops == (5000,)
    if loops == "stages":  # the atoms wait for each other, each makes one step
        assert translation.sizes.variables < 3 * 5000
    if loops != "levels":
        assert sorted(map(len, shown_sets(translation))) == [0, 5000]


def test_a_component_comes_after_those_it_leads_to() -> None:
    graph = {1: [2, 9], 2: [3], 3: [2, 4], 4: [], 5: [5, 1]}
    assert [sorted(c) for c in components(graph)] == [[4], [2, 3], [1], [5]]


def test_a_disjunction_is_refused_by_name() -> None:
    with pytest.raises(PuzzleError, match=r"disjunctive rule a; b: translate handles normal"):
        translate(ground([], "a; b."))


def test_a_disjunction_is_not_named_by_what_is_shown_of_it(tmp_path: Path) -> None:
    text = "{ x; y }. a; b; d :- x. #show 3 : a. #show c : b. #show d/0."
    program = ground([], text)
    with pytest.raises(PuzzleError, match=r"disjunctive rule a; b; d: translate"):
        translate(program)
    file = tmp_path / "program.aspif"  # which has no names for hidden atoms
    file.write_text(write_aspif(ground([], "{ x }. a; b; d :- x. #show 3 : a. #show d/0.")))
    message = r"disjunctive rule d; 2 atoms without a name \(hidden in aspif, or made by clingo"
    with pytest.raises(PuzzleError, match=message):
        translate(ground([file]))


def test_a_disjunction_that_clingo_made_of_an_aggregate_is_explained() -> None:
    text = "{b}. a :- #sum { 1 : a; -1 : b } >= 0. b :- a. #show b/0."
    message = r"disjunctive rule b; 1 atom without a name .*of an aggregate that depends on itself"
    with pytest.raises(PuzzleError, match=message):
        translate(ground([], text))


# External atoms with rules


def verdicts(value: TruthValue) -> set[tuple[str, ...]]:
    """What clingo finds for an external atom b with a choice and a constraint, in each order."""
    found = set()
    for order in permutations(range(3)):
        control = clingo.Control(["0", "--eq=0"])
        with control.backend() as backend:
            b = backend.add_atom(clingo.Function("b"))
            statements: list[Callable[[], None]] = [
                partial(backend.add_external, b, value),
                partial(backend.add_rule, [b], [], True),
                partial(backend.add_rule, [], [b]),
            ]
            for number in order:
                statements[number]()
        models: list[str] = []
        control.solve(on_model=lambda model, to=models: to.append(str(model)))  # type: ignore
        found.add(tuple(models))
    return found


def test_clingo_s_verdict_on_an_external_atom_with_a_rule_depends_on_the_order() -> None:
    """As the warning says. If this fails, clingo has changed: look at the warning again."""
    assert verdicts(TruthValue.True_) == {(), ("",)}
    for value in (TruthValue.Free, TruthValue.False_, TruthValue.Release):
        assert verdicts(value) == {("",)}


@pytest.mark.parametrize(
    ("text", "named"),
    [
        (
            "{ b; p(1..2) }. #external b. [true] :- b.",
            "b [true]: the program also has a rule for it",
        ),
        ("#external b. [free] b :- a. { a }. #show a/0.", "b [free]"),
        (
            "#external b(1..5). [true] b(X) :- c(X). { c(1..5) }.",
            "b(1) [true], b(2) [true], b(3) [true] and 2 atoms more: the program also has rules",
        ),
        ("#external b. b :- a. { a }.", ""),  # false: found to make no difference
        ("#external b. [true] { a } :- b.", ""),  # no rule
        ("{ b }. :- b.", ""),
    ],
)
def test_an_external_atom_with_a_rule_is_warned_of_by_name(text: str, named: str) -> None:
    warnings = ground([], text).warnings()
    assert len(warnings) == bool(named)
    assert named in "".join(warnings)


def test_the_warning_is_kept_where_the_program_is_read_from_aspif(tmp_path: Path) -> None:
    program = ground([], "{ b; p(1..2) }. #external b. [true] :- b.")
    file = tmp_path / "program.aspif"
    file.write_text(write_aspif(program))
    assert ground([file]).warnings() == program.warnings()


def test_a_loop_that_would_fill_the_memory_is_refused_with_a_way_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("pyasp_puzzles.translate.loops.MOST_VARIABLES", 1000)
    text = "{e(1..30)}. a(X) :- e(X). a(X+1) :- a(X), X < 30. a(X-1) :- a(X), X > 1."
    with pytest.raises(PuzzleError, match=r"a loop of 30 atoms .* use levels, or lazy"):
        translate(ground([], text))
    assert translate(ground([], text), loops="lazy").cnf.refine


def test_a_theory_atom_is_refused_by_name() -> None:
    text = "#theory t { term {}; &late/0 : term, any }. &late { x }."
    for refuse in (translate, write_aspif):
        with pytest.raises(PuzzleError, match="theory atom &late"):
            refuse(ground([], text))


def test_unknown_methods_are_refused() -> None:
    with pytest.raises(PuzzleError, match="found loops 'x', expected one of stages, levels, lazy"):
        translate(Program(), loops="x")
    with pytest.raises(PuzzleError, match="found sums 'x', expected one of bdd"):
        translate(Program(), sums="x")


def test_a_heuristic_is_left_out_with_a_word_and_kept_in_aspif() -> None:
    program, words = ground([], "{a}. #heuristic a : #true. [3@2, sign]"), list[str]()
    assert len(shown_sets(translate(program, log=words.append))) == 2
    assert words == ["translate: #heuristic statements change no answer and are left out"]
    assert program.heuristics == (Heuristic(1, 1, 3, 2, ()),)
    assert "\n7 1 1 3 2 0\n" in write_aspif(program)


def test_a_program_that_clingo_refuses_is_refused_in_its_words(tmp_path: Path) -> None:
    path = tmp_path / "wrong.lp"
    path.write_text("a :- b")
    with pytest.raises(SolverError, match=r"wrong\.lp: .*syntax error"):
        ground([path])
    with pytest.raises(SolverError, match="nosuch"):
        ground([], options=["--nosuch"])


def test_a_warning_of_clingo_reaches_the_log_and_a_constant_the_program() -> None:
    words: list[str] = []
    program = ground([], "#const n = 1. a(n) :- b. #show n.", {"n": 7}, log=words.append)
    assert [output.symbol for output in program.outputs] == [clingo.Number(7)]
    assert "atom does not occur in any rule head" in words[0]


def test_every_method_of_sums_reports_its_size() -> None:
    program = ground([], "{a(1..12)}. :- { a(X) } != 5.")
    sizes = {sums: translate(program, sums=sums).sizes for sums in METHODS}
    assert (sizes["bdd"].variables, sizes["bdd"].clauses) <= (94, 303)
    assert all(size.variables > 12 and size.clauses > 12 for size in sizes.values())
    assert len({(size.variables, size.clauses) for size in sizes.values()}) > 4


def test_weights_of_several_priorities_are_refused_beyond_63_bits() -> None:
    most = 2**31 - 1
    text = f"{{a;b;c}}. #minimize {{ {most}@3:a; {most}@2:b }}."
    assert translate(ground([], text)).soft[-1][0] == most * (most + 1)
    with pytest.raises(PuzzleError, match="#minimize: the weights of all priorities"):
        translate(ground([], text + f"#minimize {{ {most}@1:c }}."))


# Files.

CHOICE = "{ a; b }. c(1,(2,x)) :- a, not b. :- not a, not b. #external p. [true] q :- p. #show c/2."
COSTS = """
{ a(1..4) }. :- { a(X) } < 2. b :- a(1), a(2).
#minimize { 3@1,X : a(X), X > 2 }. #minimize { 1@2 : a(1); 1@2,x : not a(2); -2@2 : b }."""


def test_a_dimacs_file_holds_atoms_assumptions_and_how_it_was_made() -> None:
    translation = translate(ground([], CHOICE))
    lines = to_dimacs(translation, ["made by hand", "for a test"]).splitlines()
    assert lines[:2] == ["c made by hand", "c for a test"]
    assert [line for line in lines if " atom " in line] == [
        f"c atom {translation.cnf.shown[clingo.parse_term('c(1,(2,x))')]} c(1,(2,x))"
    ]
    (assumed,) = translation.assumptions
    assert f"c assume {assumed} p" in lines and f"{assumed} 0" in lines
    clauses = [line for line in lines if line[0] != "c"]
    assert clauses[0] == f"p cnf {translation.cnf.variables} {len(clauses) - 1}"
    assert all(re.fullmatch(r"(-?[1-9]\d* )+0", line) for line in clauses[1:])


def test_a_map_is_read_as_it_was_written() -> None:
    text = '{a}. b(-2147483648,"x \\"y\\" \\n z",(1,)) :- a. -d :- not a. #show.'
    text += "#show b/3. #show -d/0. #show t."
    for translation in (translate(ground([], text)), translate(ground([], "{a}. #show."))):
        for write in (to_dimacs, to_wcnf, to_opb):
            assert read_map(write(translation)) == translation.cnf.shown


@pytest.mark.parametrize("blank", ["\r", "\v", "\x1c", "\x85", "\u2028"])
def test_only_a_newline_ends_a_line_of_a_map(blank: str) -> None:
    translation = translate(ground([], f'{{a("x{blank}y")}}.'))
    for write in (to_dimacs, to_wcnf, to_opb):
        assert read_map(write(translation)) == translation.cnf.shown


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("p cnf 1 0\n", "formula: found no line 'c atom"),
        ("c atom 17\n", "line 1: found 'c atom 17', expected a literal and a symbol"),
        ("c atom x a\n", "line 1"),
        ("c atom 0 a\n", "line 1"),
        ("c atom 1 a(\n", "line 1"),
        ("c atom 1 a(4294967297)\n", "line 1"),
        ("c atom 1 a\nc atom 2 a\n", "line 2: found 'a', expected every symbol once"),
        ("c atom 3 a\np cnf 2 0\n", "line 1: found '3', expected a variable up to 2"),
    ],
)
def test_a_damaged_map_names_the_line(text: str, message: str) -> None:
    with pytest.raises(InstanceError, match=re.escape(message)):
        read_map(text)


@pytest.mark.parametrize(
    ("text", "status", "literals"),
    [
        ("c hi\ns SATISFIABLE\nv 1 -2\nv 3 0\n", Status.SATISFIABLE, (1, -2, 3)),
        ("v 1 -2 3 0\ns SATISFIABLE\n", Status.SATISFIABLE, (1, -2, 3)),
        ("s SATISFIABLE\nv 0\n", Status.SATISFIABLE, ()),
        ("s UNSATISFIABLE\n", Status.UNSATISFIABLE, ()),
        ("s UNKNOWN\n", Status.UNKNOWN, ()),
        ("SAT\n1 -2 3 0\n", Status.SATISFIABLE, (1, -2, 3)),
        ("UNSAT\n", Status.UNSATISFIABLE, ()),
        ("INDET\n", Status.UNKNOWN, ()),
        ("o 3\ns OPTIMUM FOUND\nv 101\n", Status.SATISFIABLE, (1, -2, 3)),
        ("s OPTIMUM FOUND\nv x1 -x2\nv x3\n", Status.SATISFIABLE, (1, -2, 3)),
    ],
)
def test_the_output_of_every_kind_of_solver_is_read(
    text: str, status: Status, literals: tuple[int, ...]
) -> None:
    result = read_result(text)
    assert (result.status, result.literals) == (status, literals)
    assert result.optimal == ("OPTIMUM" in text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "solver output: found no status, expected 's SATISFIABLE'"),
        ("hello\n", "found no status"),
        ("s SATISFIABLE\n", "found no literals, expected the model"),
        ("s SATISFIABLE\nv 1 -2\n", "found 2 literals without a 0 at the end"),
        ("s SATISFIABLE\nv 1 two 0\n", "line 2: found 'two', expected a literal"),
        ("s SATISFIABLE\nv 1 -1 0\n", "line 2: found '-1', expected not both"),
        ("s SATISFIABLE\nv 1 0\nv 2 0\n", "line 3: found '2', expected nothing after"),
        ("s MAYBE\n", "line 1: found 's MAYBE'"),
        ("s SATISFIABLE\ns UNSATISFIABLE\nv 1 0\n", "line 2: found 's UNSATISFIABLE'"),
        ("SAT\n1 -2", "found 2 literals without a 0 at the end"),
        ("s OPTIMUM FOUND\nv x1 2\n", "line 2: found '2', expected a variable such as x17"),
    ],
)
def test_damaged_solver_output_names_the_place(text: str, message: str) -> None:
    with pytest.raises(AnswerError, match=re.escape(message)):
        read_result(text)


def test_a_model_that_leaves_an_atom_open_is_refused() -> None:
    atoms = {clingo.Function("a"): 1, clingo.Function("b"): -2}
    assert decode(atoms, (1, -2)) == (clingo.Function("a"), clingo.Function("b"))
    assert decode(atoms, (-1, 2)) == ()
    with pytest.raises(AnswerError, match="found no literal -2 for b"):
        decode(atoms, (1,))


def test_a_lazy_translation_makes_no_file() -> None:
    translation = translate(ground([], "{c}. a :- b. b :- a. a :- c."), loops="lazy")
    for write in (to_dimacs, to_wcnf, to_opb):
        with pytest.raises(PuzzleError, match="a file cannot add clauses"):
            write(translation)
    translate(ground([], CHOICE), loops="lazy")
    assert to_dimacs(translate(ground([], CHOICE), loops="lazy"))  # tight: nothing to add


def test_the_optimum_of_a_wcnf_file_is_that_of_clingo(tmp_path: Path) -> None:
    rc2, formula = pytest.importorskip("pysat.examples.rc2"), pytest.importorskip("pysat.formula")
    translation = translate(ground([], COSTS))
    path = tmp_path / "costs.wcnf"
    path.write_text(to_wcnf(translation))
    with rc2.RC2(formula.WCNF(from_file=str(path))) as search:
        model = search.compute()
        cost = search.cost + translation.offset
    control = clingo.Control()
    control.add("base", [], COSTS)
    control.ground([("base", [])])
    best: list[tuple[list[int], Shown]] = []
    control.solve(on_model=lambda m: best.append((list(m.cost), frozenset(m.symbols(shown=True)))))
    high, low = best[-1][0]
    assert cost == translation.cost(model) == high * (1 + 2 * 3) + low
    assert shown_of(translation, model) in [
        shown_of(translation, m) for m in models(translation) if translation.cost(m) == cost
    ]
    assert best[-1][1] in [
        shown_of(translation, m) for m in models(translation) if translation.cost(m) == cost
    ]


def test_a_wcnf_file_names_every_shown_variable_even_one_that_nothing_restricts() -> None:
    rc2, formula = pytest.importorskip("pysat.examples.rc2"), pytest.importorskip("pysat.formula")
    text = to_wcnf(translate(ground([], "{a; b; c}. #minimize { -1 : b }.")))
    with rc2.RC2(formula.WCNF(from_string=text)) as search:
        assert clingo.Function("b") in decode(read_map(text), search.compute())


def test_an_opb_file_has_the_models_and_costs_of_its_program() -> None:
    translation = translate(ground([], COSTS))
    text = to_opb(translation)
    header = re.match(r"\* #variable= (\d+) #constraint= (\d+)\n", text)
    offset = re.search(r"^\* offset (-?\d+)$", text, re.MULTILINE)
    statements = [line for line in text.splitlines() if line[0] != "*"]
    term = r"[+-]\d+ x[1-9]\d*"
    assert header and offset and int(header[1]) == translation.cnf.variables
    assert int(header[2]) == len(statements) - 1
    assert re.fullmatch(rf"min:( {term})+;", statements[0])
    assert all(re.fullmatch(rf"{term}( {term})* >= -?\d+;", line) for line in statements[1:])

    def value(line: str, model: Sequence[int]) -> int:
        terms = re.findall(r"([+-]\d+) x(\d+)", line)
        return sum(int(weight) for weight, x in terms if model[int(x) - 1] > 0)

    def holds(line: str, model: Sequence[int]) -> bool:
        return value(line, model) >= int(line.partition(">=")[2].rstrip(";"))

    every = list(models(translation))
    for model in every:
        assert all(holds(line, model) for line in statements[1:])
        assert value(statements[0], model) + int(offset[1]) == translation.cost(model)
    broken = [-literal for literal in every[0]]
    assert not all(holds(line, broken) for line in statements[1:])


def test_aspif_is_solved_by_clingo_itself(tmp_path: Path) -> None:
    path = tmp_path / "program.aspif"
    path.write_text(write_aspif(ground([], CHOICE)))
    assert len(clingo_answers(lambda control: control.load_aspif([str(path)]))) == 3
    solved = puzzles("clingo", "--mode=clasp", "0", str(path))
    assert "Models       : 3" in solved.stdout
    with pytest.raises(SolverError, match="cannot be joined"):
        ground([path], "a.")


@pytest.mark.parametrize("solver", ["cadical", "minisat"])
@pytest.mark.parametrize("text", [CHOICE, "a. :- a."])
def test_a_file_comes_back_from_a_real_solver(solver: str, text: str, tmp_path: Path) -> None:
    if not shutil.which(solver):
        pytest.skip(f"{solver} is not installed")
    formula, found = tmp_path / "out.cnf", tmp_path / "found.txt"
    formula.write_text(to_dimacs(translate(ground([], text))))
    if solver == "cadical":
        found.write_text(run(solver, "-q", str(formula)).stdout)
    else:
        run(solver, "-verb=0", str(formula), str(found))
    result = read_result(found.read_text())
    answers = answers_of_text(text)
    if answers:
        shown = decode(read_map(formula.read_text()), result.literals)
        assert frozenset(shown) in answers and list(shown) == sorted(shown)
    else:
        assert result.status is Status.UNSATISFIABLE


# The puzzles.


@pytest.mark.parametrize(
    ("puzzle", "name", "answers"),
    [
        ("packing", "slothouber_graatsma", 8),
        ("eternity", "document_3x3", 16),
        ("flower_finder", "document", 8),
        ("pips", "document", 1),
        ("twenty_four_seven", "four", 1),
        ("twenty_four_seven", "five", 0),
    ],
)
def test_a_puzzle_has_the_answers_of_its_program(puzzle: str, name: str, answers: int) -> None:
    instance = pp.load(puzzle, name)
    program = ground([find_puzzle(puzzle).program_path()], pp.facts(instance))
    wanted = {frozenset(answer.symbols) for answer in pp.solve(instance)}
    assert len(wanted) == answers
    for loops in LOOPS if puzzle == "twenty_four_seven" else LOOPS[:1]:
        found = shown_sets(translate(program, loops=loops))
        assert set(found) == wanted and len(found) == answers


def test_only_twenty_four_seven_has_positive_loops() -> None:
    sizes = {}
    for puzzle in ("packing", "eternity", "flower_finder", "pips", "twenty_four_seven"):
        program = ground([find_puzzle(puzzle).program_path()], pp.facts(pp.load(puzzle)))
        sizes[puzzle] = translate(program, loops="lazy").sizes.loops
    connected = sizes.pop("twenty_four_seven")
    assert len(connected) == 1 and not any(sizes.values())
