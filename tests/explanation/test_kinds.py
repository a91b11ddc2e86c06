"""Explanations of programs of each kind: choices, loops through negation, disjunctions.

The judge is plain clingo: it lists the answers of the program without its clues, and with each
clue alone.  A step is right if its consequences hold in all of these answers that keep its clues
and its premises.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import clingo
import pytest
from derivations import backbone, single_steps, theory_of_files
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pyasp_puzzles.explanation.explaining import Explanation, explain_program
from pyasp_puzzles.explanation.reasons.finder import StepFinder
from pyasp_puzzles.explanation.search import Outcome
from pyasp_puzzles.explanation.steps import Literal, Step
from pyasp_puzzles.explanation.telling.telling import Teller

pytestmark = pytest.mark.filterwarnings("ignore::pyasp_puzzles.core.errors.PuzzleWarning")

Answer = frozenset[str]
ATOMS = tuple("abcdefgh")


def answers(program: str) -> set[Answer]:
    """The answers of a program, as plain clingo finds them; it loses some without --eq=0."""
    control = clingo.Control(["0", "--warn=none", "--eq=0"])
    control.add("base", [], program)
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        return {frozenset(map(str, model.symbols(atoms=True))) for model in handle}


class KindJudge:
    """What follows, by the answers that plain clingo lists."""

    def __init__(
        self, rules: Sequence[str], clues: Sequence[tuple[int, str]], shown: str, worded: str = ""
    ) -> None:
        self.shown, self.visible = frozenset(shown), frozenset(shown + worded)
        background = "\n".join(rules)
        self.text = "\n".join(
            [
                background,
                *(f'%@ {weight} "clue {i}"\n{text}' for i, (weight, text) in enumerate(clues)),
                *(f"#show {atom}/0." for atom in shown),
                *(f'%@ {atom} "{atom} is" "{atom} is not"' for atom in worded),
                *(f"{atom} :- #false." for atom in worded),
                *(f"#defined {atom}/0." for atom in ATOMS),
                "",
            ]
        )
        self.weight = {f"clue {i}": weight for i, (weight, _) in enumerate(clues)}
        self.models = answers(background)
        self.keeping = {
            f"clue {i}": self.models & answers(f"{background}\n{text}")
            for i, (_, text) in enumerate(clues)
        }

    def left(self, clues: Sequence[str], known: Sequence[Literal] = ()) -> set[Answer]:
        """The answers that keep these clues, and in which these literals hold."""
        found = self.models.intersection(*(self.keeping[clue] for clue in clues))
        return {m for m in found if all((str(x.atom) in m) == x.holds for x in known)}

    def follow(self, step: Step, without: object = None) -> bool:
        """Whether a step is right, also without one of its clues or premises."""
        clues = [clue.words for clue in step.clues if clue is not without]
        left = self.left(clues, [x for x in step.premises if x is not without])
        if not step.follows:
            return not left
        return all((str(x.atom) in model) == x.holds for x in step.follows for model in left)

    def shared(self, models: set[Answer]) -> dict[str, bool]:
        """The atoms that have the same value in all of some answers."""
        first = next(iter(models))
        return {
            atom: atom in first
            for atom in self.visible
            if all((atom in model) == (atom in first) for model in models)
        }

    def check_step(self, step: Step) -> None:
        assert self.follow(step), f"{step} does not follow"
        for part in (*step.clues, *step.premises):
            assert not self.follow(step, without=part), f"{step} needs no {part}"
        for part in step.parts:
            assert part.supposes is None
            assert self.follow(part)

    def check_derivation(self, path: Path) -> None:
        """A derivation has all that follows, each step with nothing to spare."""
        theory = theory_of_files([path])
        goals, models = backbone(theory), self.left(list(self.weight))
        if theory.always_broken:  # backbone and derivations know nothing of these
            assert not models
            return
        if goals is None:
            assert not models
            return
        facts = {str(atom): True for atom in theory.facts}
        possible = {*map(str, theory.atoms), *facts}
        never = {atom: False for atom in self.visible if atom not in possible}
        name = {number: str(atom) for atom, number in theory.atom_numbers.items()}
        known = {**facts, **never}
        assert {**known, **{name[abs(x)]: x > 0 for x in goals}} == self.shared(models)
        known |= {name[abs(x)]: x > 0 for x in StepFinder(theory, goals).known}
        assert known == (self.shared(self.models) if self.models else known)
        for step in single_steps(theory, goals):
            self.check_step(step)
            new = {str(x.atom): x.holds for x in step.follows}
            assert new and not new.keys() & known.keys()
            known |= new
        assert known == self.shared(models)

    def check_explanation(self, explanation: Explanation) -> None:
        """An explanation ends as the answers say, with what they say."""
        models, steps = self.left(list(self.weight)), list(explanation)
        chosen = {str(step.follows[0].atom) for step in steps if step.form == "choice"}
        for n, step in enumerate(steps):
            if step.form == "choice":
                known = [x for each in steps[:n] for x in each.follows]
                left = self.left([*self.weight], known)
                assert 0 < len(self.left([*self.weight], [*known, *step.follows])) < len(left)
            else:
                self.check_step(step)
        if not models:
            assert explanation.status == "contradiction"
            assert not steps[-1].follows
            words = {clue.words for clue in explanation.correction}
            sizes = [
                sum(self.weight[name] for name in gone)
                for size in range(len(self.weight) + 1)
                for gone in combinations(self.weight, size)
                if self.left([name for name in self.weight if name not in gone])
            ]
            assert sum(self.weight[word] for word in words) == min(sizes, default=0)
            return
        follow = self.left([], [x for step in steps for x in step.follows])
        ends = {model for model in models if chosen <= model}
        assert self.shared(follow) == self.shared(ends)
        assert {model & self.shown for model in ends} == {frozenset(map(str, explanation.answer))}
        if len({model & self.shown for model in models}) == 1:
            assert explanation.status == "solved" and not chosen
        else:
            assert explanation.status == "chosen"
            assert {*map(str, explanation.open)} == self.visible - self.shared(models).keys()

    def check(self, folder: Path) -> None:
        path = folder / "own.lp"
        path.write_text(self.text, encoding="utf-8")
        if self.weight:
            self.check_derivation(path)
            if theory_of_files([path]).clues:
                self.check_explanation(explain_program([path]))


# Random programs

literal = st.builds(
    lambda sign, atom: f"{sign}{atom}", st.sampled_from(("", "not ")), st.sampled_from(ATOMS)
)
bodies = st.lists(literal, max_size=2, unique=True)


@st.composite
def aggregates(draw: st.DrawFn) -> str:
    name = draw(st.sampled_from(("count", "sum", "sum+", "min", "max")))
    weights = st.integers(-1 if name == "sum" else 1, 2)
    parts = draw(st.lists(st.tuples(weights, literal), min_size=1, max_size=3))
    terms = ";".join(f"{weight},{i}:{part}" for i, (weight, part) in enumerate(parts))
    comparison = draw(st.sampled_from((">=", "<=", "=", "!=")))
    return f"#{name}{{{terms}}} {comparison} {draw(st.integers(0, 2))}"


KINDS = {
    "choice": "{bound}{{ {x}; {y}; {z} }} :- {b}.",
    "even": "{x} :- {b}, not {y}. {y} :- {c}, not {x}.",
    "odd": "odd :- {b}, {l}, not odd.",
    "ring": "{x} :- {s1}{y}, {l}. {y} :- {s2}{z}, {b}. {z} :- {s3}{x}.",  # even or odd
    "disjunction": "{x}; {y} :- {b}. {y}; {z} :- {t}.",
    "cycle": "{x}; {y} :- {b}. {x} :- {y}. {y} :- {x}, {c}.",  # not head-cycle-free
    "recursion": "{x} :- {y}. {y} :- {x}, {l}. {x} :- {z}, {b}.",
    "double": "{x} :- not not {x}, {b}.",
    "aggregate": "{head} :- {b}, {g}.",
}
"""Rules of each kind, with atoms x, y, z, bodies b and c, a literal l, signs, an aggregate g."""


@st.composite
def blocks(draw: st.DrawFn, kind: str) -> list[str]:
    """Rules of one kind."""
    x, y, z = draw(st.permutations(ATOMS))[:3]
    names = {"x": x, "y": y, "z": z, "l": draw(literal), "g": draw(aggregates())}
    names |= {name: ", ".join(draw(bodies)) or "#true" for name in "bc"}
    names |= {name: draw(st.sampled_from(("", "not "))) for name in ("s1", "s2", "s3")}
    names["t"] = draw(st.sampled_from(("#true", "#false")))
    names["bound"] = draw(st.sampled_from(("", "1 ", "2 ")))
    names["head"] = draw(st.sampled_from((x, f"{x}; {y}", "")))
    return [KINDS[kind].format(**names)]


@st.composite
def judges(draw: st.DrawFn, kind: str) -> KindJudge:
    """A program with rules of one kind among others, and clues; most keep one of the answers."""
    rules = draw(blocks(kind))
    for other in draw(st.lists(st.sampled_from([*KINDS]), min_size=1, max_size=4)):
        rules += draw(blocks(other))
    kept = draw(st.sampled_from([*sorted(answers("\n".join(rules)), key=sorted), None]))
    clues = []
    for _ in range(draw(st.integers(1, 6))):
        body = draw(st.lists(literal, min_size=1, max_size=3, unique_by=lambda x: x[-1]))
        if kept is not None and all((x[-1] in kept) != x.startswith("not ") for x in body):
            body[0] = body[0][-1] if body[0].startswith("not ") else f"not {body[0]}"
        clues.append((draw(st.integers(1, 3)), f":- {', '.join(body)}."))
    order = "".join(draw(st.permutations(ATOMS)))
    first, second = sorted(draw(st.lists(st.integers(1, len(ATOMS)), min_size=2, max_size=2)))
    return KindJudge(rules, clues, order[:first], order[first:second])


quick = settings(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@quick
@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
def test_explanations_of_programs_of_each_kind(
    kind: str, data: st.DataObject, tmp_path: Path
) -> None:
    data.draw(judges(kind)).check(tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@settings(parent=quick, max_examples=300)
@given(data=st.data())
def test_explanations_of_many_programs_of_each_kind(
    kind: str, data: st.DataObject, tmp_path: Path
) -> None:
    data.draw(judges(kind)).check(tmp_path)


SMALL = (
    *(
        "{ a }.",
        "{ b } :- a.",
        "a :- not b.",
        "b :- not a.",
        "c :- not c, a.",
        "a; b.",
        "a; c :- b.",
    ),
    *("a :- b.", "b :- a.", "b :- c.", "c :- 2 #sum { 1 : a; 1 : b; -1 : c }.", "c :- a, b."),
)
"""Rules of which all programs of a few are explained."""


@pytest.mark.slow
@pytest.mark.parametrize("size", [3, 4, 5])
def test_explanations_of_all_small_programs(size: int, tmp_path: Path) -> None:
    clues = [(1, ":- a."), (1, ":- not b, not c."), (2, ":- b, c.")]
    for rules in combinations(SMALL, size):
        KindJudge(rules, clues, "abc").check(tmp_path)


def test_explanations_of_all_programs_of_two_rules(tmp_path: Path) -> None:
    for rules in combinations(SMALL, 2):
        for clue in (":- a.", ":- not b, not c."):
            KindJudge(rules, [(1, clue)], "abc").check(tmp_path)


def test_no_answer_of_a_disjunction_is_lost(tmp_path: Path) -> None:
    """clingo 5.8.3 finds one of the two answers unless --eq=0 is given."""
    rules = ("e; h. h; a. e; b. e :- b. b :- e. g; h.", "2 { e; a; h } :- not d, a.")
    rules = (*rules, "2 { e; a; h } :- not a, not e.")
    assert answers("\n".join(rules)) == {frozenset("abeg"), frozenset("beh")}
    KindJudge(rules, [(3, ":- a.")], "abcdgfe").check(tmp_path)


def test_what_is_assumed_in_a_disjunctive_program_has_its_answers(tmp_path: Path) -> None:
    """clasp drops the rule of the last clue, which is never broken, and adds atoms of its own."""
    path = tmp_path / "own.lp"
    path.write_text(
        "{ p(1..3) }. #show p/1. f; g :- p(1). #show f/0. #show g/0.\n"
        "h :- p(1). h :- p(2). i :- 2 { p(1..3) }. j :- not i.\n"
        "k :- #sum { 2,1: p(1); -1,2: p(2); 3,3: not p(3) } > 1.\n"
        '%@ "never"\n:- i, not i, not j.\n'
        '%@ "a sum"\n:- #sum { 2,1: not h; 2,2: k; 2,3: p(2); 2,4: k } > 6, not g.\n'
        '%@ "one of two"\n:- not j, not i.\n'
    )
    theory = theory_of_files([path])
    for literal in [*theory.numbers, *(-number for number in theory.numbers)]:
        solver = theory.solver()
        asked = solver.solve([*solver.all_on(), literal])
        assert asked.outcome is Outcome.SATISFIABLE, theory.told([literal])
        part = theory.index.subproblem(theory.index.components(range(len(theory.clues))))
        assert not part.refutes(part.clues, [literal], 100)
    assert backbone(theory) == []


# A guess of any kind is explained as a choice is

KNIGHTS = """{guess}
#show knight/1. #show knave/1.
%@ knight(P) "{{P}} is a knight" "{{P}} is not a knight"
%@ knave(P) "{{P}} is a knave" "{{P}} is not a knave"
"""
GUESSES = {
    "choice": '%@ 0 "one kind"\n{ knight(P); knave(P) } = 1 :- person(P).',
    "disjunction": "knight(P); knave(P) :- person(P).",
    "loop": "knight(P) :- person(P), not knave(P). knave(P) :- person(P), not knight(P).",
    "head cycle": "knight(P); knave(P) :- person(P). both(P) :- knight(P), knave(P). "
    "knight(P) :- both(P), person(P). knave(P) :- both(P), person(P).",
}
OTHER = {"knight": "knave", "knave": "knight"}
BOB = """person("Ann"; "Bob"; "Cid").
same(P, Q) :- knight(P), knight(Q).
same(P, Q) :- knave(P), knave(Q).
%@ "Ann says that Bob is a knave"
:- knight("Ann"), not knave("Bob").
%@ "Ann says that Bob is a knave"
:- knave("Ann"), knave("Bob").
%@ "Bob says that Ann and Cid are of one kind"
:- knight("Bob"), not same("Ann", "Cid").
%@ "Bob says that Ann and Cid are of one kind"
:- knave("Bob"), same("Ann", "Cid").
%@ "Cid says that Bob is a knight"
:- knight("Cid"), not knight("Bob").
%@ "Cid says that Bob is a knight"
:- knave("Cid"), knight("Bob").
"""
PINNED = {
    **{name: (KNIGHTS + BOB, "choice", name, 3) for name in GUESSES if name != "head cycle"},
    "colours": (
        """x(1..3).
{guess}
#show blue/1. #show red/1.
%@ blue(P) "{{P}} is blue" "{{P}} is not blue"
%@ red(P) "{{P}} is red" "{{P}} is not red"
%@ "{{P}} and {{Q}} differ"
:- x(P), Q = P + 1, blue(P), blue(Q).
%@ "{{P}} and {{Q}} differ"
:- x(P), Q = P + 1, red(P), red(Q).
%@ "3 is blue"
:- not blue(3).
""",
        '%@ 0 "one colour"\n{ blue(P); red(P) } = 1 :- x(P).',
        "blue(P) :- x(P), not red(P). red(P) :- x(P), not blue(P).",
        2,
    ),
    "two": (
        '{guess}\n#show p/1. #show q/1.\n%@ "q(1) does not hold"\n:- q(1).\n',
        '%@ 0 "one"\n{ p(1); q(1) } = 1.',
        "p(1); q(1).",
        1,
    ),
}


def told(path: Path, text: str, guess: str) -> tuple[list[list[str]], object]:
    """All sentences of an explanation, and how it ends."""
    path.write_text(text.format(guess=GUESSES.get(guess, guess)), encoding="utf-8")
    explanation = explain_program([path])
    steps = list(explanation)
    teller = Teller(explanation.theory)
    return [teller.tell(step).sentences() for step in steps], explanation.status


@pytest.mark.parametrize("name", PINNED)
def test_a_guess_of_any_kind_is_explained_as_a_choice_is(name: str, tmp_path: Path) -> None:
    text, choice, guess, steps = PINNED[name]
    as_choice = told(tmp_path / "own.lp", text, choice)
    assert (len(as_choice[0]), as_choice[1]) == (steps, "solved")
    assert told(tmp_path / "own.lp", text, guess) == as_choice


@st.composite
def statements(draw: st.DrawFn) -> str:
    """What some people say of two others each: both things, or at least one."""
    people = range(1, draw(st.integers(3, 5)) + 1)
    lines = [f"person({people[0]}..{people[-1]})."]
    for one in people:
        others = draw(st.permutations([other for other in people if other != one]))[:2]
        kinds = [draw(st.sampled_from(sorted(OTHER))) for _ in others]
        said = [f"{kind}({other})" for kind, other in zip(kinds, others, strict=True)]
        denied = [f"{OTHER[kind]}({other})" for kind, other in zip(kinds, others, strict=True)]
        both = draw(st.booleans())
        speakers = ("knight", "knave") if both else ("knave", "knight")
        words = f'%@ "{one} says: {" and ".join(said) if both else " or ".join(said)}"'
        for literal in denied if both else said:
            lines += [words, f":- {speakers[0]}({one}), {literal}."]
        lines += [words, f":- {speakers[1]}({one}), {', '.join(said if both else denied)}."]
    return "\n".join([*lines, ""])


@settings(parent=quick, max_examples=6)
@given(text=statements())
def test_each_way_to_write_a_guess_gives_as_many_steps(text: str, tmp_path: Path) -> None:
    """Those of a cycle in heads, which no sum says, may be others."""
    ends = {guess: told(tmp_path / "own.lp", KNIGHTS + text, guess) for guess in GUESSES}
    assert len({status for _, status in ends.values()}) == 1
    del ends["head cycle"]
    assert len({len(steps) for steps, _ in ends.values()}) == 1
