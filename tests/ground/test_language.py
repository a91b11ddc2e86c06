"""Each statement of the language: translated, left out with a message, or refused by name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import permutations
from pathlib import Path

import clingo
import pytest
from answer_sets import agrees, answers_of_text, aspif_of, shown_sets, symbols
from clingo.core import TruthValue

from pyasp_puzzles.core.errors import PuzzleError, PuzzleWarning, SolverError
from pyasp_puzzles.core.regions import components
from pyasp_puzzles.ground.ground import Program, ground
from pyasp_puzzles.ground.translation import LOOPS, translate

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
    agrees(ground([], text), wanted)


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
    assert bool(translate(program, loops="lazy").cnf.refine) == bool(loops)


@pytest.mark.parametrize("loops", LOOPS)
def test_a_loop_of_2000_atoms_is_no_recursion(loops: str) -> None:
    text = "{e}. a(1) :- e. a(X+1) :- a(X), X < 2000. a(1) :- a(2000). #show a/1."
    translation = translate(ground([], text), loops=loops)
    assert translation.sizes.loops == (2000,)
    if loops == "stages":  # the atoms wait for each other, each makes one step
        assert translation.sizes.variables < 3 * 2000
    if loops != "levels":
        assert sorted(map(len, shown_sets(translation))) == [0, 2000]


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
    file = aspif_of("{ x }. a; b; d :- x. #show 3 : a. #show d/0.", tmp_path)  # names no other atom
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
    text = "{ b; p(1..2) }. #external b. [true] :- b."
    file = aspif_of(text, tmp_path)
    assert ground([file]).warnings() == ground([], text).warnings()


def test_a_loop_that_would_fill_the_memory_is_refused_with_a_way_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("pyasp_puzzles.ground.completion.MOST_VARIABLES", 1000)
    text = "{e(1..30)}. a(X) :- e(X). a(X+1) :- a(X), X < 30. a(X-1) :- a(X), X > 1."
    with pytest.raises(PuzzleError, match=r"a loop of 30 atoms .* use levels, or lazy"):
        translate(ground([], text))
    assert translate(ground([], text), loops="lazy").cnf.refine


def test_a_theory_atom_is_refused_by_name() -> None:
    text = "#theory t { term {}; &late/0 : term, any }. &late { x }."
    with pytest.raises(PuzzleError, match="theory atom &late"):
        translate(ground([], text))


def test_an_unknown_method_is_refused() -> None:
    with pytest.raises(PuzzleError, match="found loops 'x', expected one of stages, levels, lazy"):
        translate(Program(), loops="x")


def test_a_heuristic_is_left_out_with_a_message() -> None:
    program, words = ground([], "{a}. #heuristic a : #true. [3@2, sign]"), list[str]()
    assert len(shown_sets(translate(program, log=words.append))) == 2
    assert words == ["translate: #heuristic statements change no answer and are left out"]


def test_a_program_that_clingo_refuses_is_refused_in_its_words(tmp_path: Path) -> None:
    path = tmp_path / "wrong.lp"
    path.write_text("a :- b")
    with pytest.raises(SolverError, match=r"wrong\.lp, line 2, column 1: syntax error"):
        ground([path])


def test_a_warning_of_clingo_reaches_the_log_and_a_constant_the_program() -> None:
    words: list[str] = []
    with pytest.warns(PuzzleWarning, match="atom does not occur in any rule head: b"):
        program = ground([], "#const n = 1. a(n) :- b. #show n.", {"n": 7}, log=words.append)
    assert [output.symbol for output in program.outputs] == [clingo.Number(7)]
    assert words == ["program, line 1: atom does not occur in any rule head: b"]


def test_weights_of_several_priorities_are_refused_beyond_63_bits() -> None:
    most = 2**31 - 1
    text = f"{{a;b;c}}. #minimize {{ {most}@3:a; {most}@2:b }}."
    assert translate(ground([], text)).soft[-1][0] == most * (most + 1)
    with pytest.raises(PuzzleError, match="#minimize: the weights of all priorities"):
        translate(ground([], text + f"#minimize {{ {most}@1:c }}."))
