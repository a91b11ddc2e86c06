"""Explanations of programs of every kind: choices, loops through negation, disjunctions, aggregates.

The judge is plain clingo: it lists the answers of the program without its clues, and with each
clue alone.  A step is right if its consequences hold in all of these answers that keep its clues
and its premises.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from pathlib import Path

import clingo
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pyasp_puzzles.explanation.explaining import Explanation, explain_program
from pyasp_puzzles.explanation.reasons.derivation import backbone, derive
from pyasp_puzzles.explanation.reasons.finder import StepFinder
from pyasp_puzzles.explanation.steps import Literal, Step
from pyasp_puzzles.explanation.theory import theory_of_files

Answer = frozenset[str]
ATOMS = tuple("abcdefgh")


def answers(program: str) -> set[Answer]:
    """The answers of a program, as plain clingo finds them."""
    control = clingo.Control(["0", "--warn=none"])
    control.add("base", [], program)
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        return {frozenset(map(str, model.symbols(atoms=True))) for model in handle}


class Judge:
    """What follows, by the answers that plain clingo lists."""

    def __init__(self, rules: Sequence[str], clues: Sequence[tuple[int, str]]) -> None:
        background = "\n".join(rules)
        self.text = "\n".join(
            [
                background,
                *(f'%@ {weight} "clue {i}"\n{text}' for i, (weight, text) in enumerate(clues)),
                *(f"#show {atom}/0." for atom in ATOMS),
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
        clues = [clue.words for clue in step.reason if clue is not without]
        left = self.left(clues, [x for x in step.premises if x is not without])
        if not step.follows:
            return not left
        return all((str(x.atom) in model) == x.holds for x in step.follows for model in left)

    def shared(self, models: set[Answer]) -> dict[str, bool]:
        """The atoms that have the same value in all of some answers."""
        first = next(iter(models))
        return {
            atom: atom in first
            for atom in ATOMS
            if all((atom in model) == (atom in first) for model in models)
        }

    def price(self, known: dict[str, bool]) -> int | None:
        """The least weight of clues from which something new follows."""
        given = {m for m in self.models if all((a in m) == holds for a, holds in known.items())}
        names = list(self.weight)
        prices = [
            sum(self.weight[name] for name in chosen)
            for size in range(len(names) + 1)
            for chosen in combinations(names, size)
            for left in [given.intersection(*(self.keeping[name] for name in chosen))]
            if left and len(self.shared(left)) > len(known)
        ]
        return min(prices, default=None)

    def check_step(self, step: Step) -> None:
        assert self.follow(step), f"{step} does not follow"
        for part in (*step.reason, *step.premises):
            assert not self.follow(step, without=part), f"{step} needs no {part}"
        for part in step.parts:
            assert part.supposes is None
            assert self.follow(part)

    def check_derivation(self, path: Path) -> None:
        """A derivation has all that follows, each step smallest where it says so."""
        theory = theory_of_files([path])
        goals, models = backbone(theory), self.left(list(self.weight))
        if theory.always_broken:  # backbone and derivations know nothing of these
            assert not models
            return
        if goals is None:
            assert not models
            return
        facts = {str(atom): True for atom in theory.facts}
        never = {atom: False for atom in ATOMS if atom not in {*map(str, theory.atoms), *facts}}
        name = {number: str(atom) for atom, number in theory.atom_numbers.items()}
        known = {**facts, **never}
        assert {**known, **{name[abs(x)]: x > 0 for x in goals}} == self.shared(models)
        known |= {name[abs(x)]: x > 0 for x in StepFinder(theory, goals).known}
        assert known == (self.shared(self.models) if self.models else known)
        for step in derive(theory, goals, merge=False):
            self.check_step(step)
            if step.smallest:
                assert step.size == self.price(known), step
            new = {str(x.atom): x.holds for x in step.follows}
            assert new and not new.keys() & known.keys()
            known |= new
        assert known == self.shared(models)

    def check_explanation(self, explanation: Explanation) -> None:
        """An explanation ends as the answers say, with what they say."""
        models, steps = self.left(list(self.weight)), list(explanation)
        for step in steps:
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
        elif len({model.intersection(ATOMS) for model in models}) == 1:
            assert explanation.status == "solved"
            assert {*map(str, explanation.answer or ())} == next(iter(models)) & {*ATOMS}
        else:
            assert explanation.status == "open"
            assert {*map(str, explanation.open)} == {*ATOMS} - self.shared(models).keys()

    def check(self, folder: Path) -> None:
        path = folder / "own.lp"
        path.write_text(self.text, encoding="utf-8")
        if self.weight:
            self.check_derivation(path)
            if theory_of_files([path]).clues:
                self.check_explanation(explain_program([path]))


# Random programs

literal = st.builds(lambda sign, atom: f"{sign}{atom}", st.sampled_from(("", "not ")), st.sampled_from(ATOMS))
bodies = st.lists(literal, max_size=2, unique=True)


@st.composite
def aggregates(draw: st.DrawFn) -> str:
    name = draw(st.sampled_from(("count", "sum", "sum+", "min", "max")))
    weights = st.integers(-1 if name == "sum" else 1, 2)
    parts = draw(st.lists(st.tuples(weights, literal), min_size=1, max_size=3))
    terms = ";".join(f"{weight},{i}:{part}" for i, (weight, part) in enumerate(parts))
    comparison = draw(st.sampled_from((">=", "<=", "=", "!=")))
    return f"#{name}{{{terms}}} {comparison} {draw(st.integers(0, 2))}"


def rule(head: str, body: Sequence[str]) -> str:
    return f"{head} :- {', '.join(body)}." if body else f"{head}."


@st.composite
def blocks(draw: st.DrawFn, kind: str) -> list[str]:
    """Rules of one kind."""
    first, second, third = draw(st.permutations(ATOMS))[:3]
    body = draw(bodies)
    if kind == "choice":
        bounds = draw(st.sampled_from(("", "1 ", "2 ")))
        return [rule(f"{bounds}{{ {first}; {second}; {third} }}", body)]
    if kind == "even":
        return [rule(first, [*body, f"not {second}"]), rule(second, [*draw(bodies), f"not {first}"])]
    if kind == "odd":
        return [rule("odd", [*body, draw(literal), "not odd"])]
    if kind == "ring":  # of three: even or odd
        signs = draw(st.lists(st.sampled_from(("", "not ")), min_size=3, max_size=3))
        ring = (first, second, third, first)
        return [rule(ring[i], [f"{signs[i]}{ring[i + 1]}", *draw(bodies)][:2]) for i in range(3)]
    if kind == "disjunction":
        return [rule(f"{first}; {second}", body), *([rule(f"{second}; {third}", [])] * draw(st.booleans()))]
    if kind == "cycle":  # through a head: the program is not head-cycle-free
        return [rule(f"{first}; {second}", body), rule(first, [second]), rule(second, [first, *draw(bodies)])]
    if kind == "recursion":
        return [rule(first, [second]), rule(second, [first, draw(literal)]), rule(first, [third, *body])]
    if kind == "double":
        return [rule(first, [f"not not {first}", *body])]
    assert kind == "aggregate"
    return [rule(draw(st.sampled_from((first, f"{first}; {second}", ""))), [*body, draw(aggregates())])]


KINDS = ("choice", "even", "odd", "ring", "disjunction", "cycle", "recursion", "double", "aggregate")


@st.composite
def judges(draw: st.DrawFn, kind: str) -> Judge:
    """A program with rules of one kind among others, and clues."""
    rules = draw(blocks(kind))
    for other in draw(st.lists(st.sampled_from(KINDS), min_size=1, max_size=4)):
        rules += draw(blocks(other))
    clues = draw(
        st.lists(
            st.tuples(st.integers(1, 3), st.lists(literal, min_size=1, max_size=3, unique=True)),
            min_size=1,
            max_size=4,
        )
    )
    return Judge(rules, [(weight, rule("", body).strip()) for weight, body in clues])


quick = settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@quick
@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
def test_explanations_of_programs_of_each_kind(kind: str, data: st.DataObject, tmp_path: Path) -> None:
    data.draw(judges(kind)).check(tmp_path)
