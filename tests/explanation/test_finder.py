"""Steps are replayed on a fresh control: they follow, and need all that they name."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import clingo
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import pyasp_puzzles as pp
from pyasp_puzzles.engines.request import fact_text
from pyasp_puzzles.explanation.outcome import Outcome
from pyasp_puzzles.explanation.reasons.derivation import backbone, derive
from pyasp_puzzles.explanation.reasons.finder import StepFinder
from pyasp_puzzles.explanation.reasons.parts import CONTRADICTION
from pyasp_puzzles.explanation.steps import Literal, Step
from pyasp_puzzles.explanation.theory import Found, Theory, theory_of
from pyasp_puzzles.explanation.words.transform import transform
from pyasp_puzzles.registry import find_puzzle

SMALL = [
    ("pips", "heart"),
    ("twenty_four_seven", "four"),
    ("eternity", "framed_4x4"),
    ("flower_finder", "document"),
    ("packing", "slothouber_graatsma"),
]
STEPS = 25
"""So many steps of a derivation are replayed."""


class Replay:
    """Asks a fresh control what follows."""

    def __init__(self, theory: Theory) -> None:
        self._theory, self._solver = theory, theory.solver()
        self._clue = {clue.symbol: number for number, clue in enumerate(theory.clues)}

    def numbers(self, literals: Sequence[Literal]) -> list[int]:
        atoms = self._theory.atom_numbers
        return [atoms[x.atom] if x.holds else -atoms[x.atom] for x in literals]

    def missing(self, step: Step) -> list[int]:
        """An atom, to be assumed, that holds if some consequence does not."""
        if not step.follows:
            return []
        with self._solver.control.backend() as backend:
            atom: int = backend.add_atom()
            for literal in self.numbers(step.follows):
                backend.add_rule([atom], [-literal])
        return [atom]

    def holds(self, step: Step, missing: list[int], leave_out: object = None) -> bool:
        """Whether all consequences follow without one clue or one premise."""
        clues = [self._clue[clue.symbol] for clue in step.reason if clue is not leave_out]
        premises = self.numbers([x for x in step.premises if x is not leave_out])
        found: Found[None] = self._solver.solve([*self._solver.on(clues), *premises, *missing])
        assert found.outcome is not Outcome.UNKNOWN
        return found.outcome is Outcome.UNSATISFIABLE


def check(theory: Theory, steps: Sequence[Step], known: Sequence[int] = ()) -> None:
    """Each step follows from what was known before, and needs all that it names."""
    replay, before = Replay(theory), set(known)
    for step in steps:
        missing = replay.missing(step)
        assert replay.holds(step, missing), f"{step} does not follow"
        for part in (*step.reason, *step.premises):
            assert not replay.holds(step, missing, leave_out=part), f"{step} needs no {part}"
        follows = replay.numbers(step.follows)
        assert not before & set(follows), f"{step} derives what was known"
        before.update(follows)


def theory_for(puzzle: str, name: str) -> Theory:
    return theory_of(find_puzzle(puzzle), fact_text(pp.load(puzzle, name)))


@pytest.mark.parametrize(("puzzle", "name"), SMALL)
def test_every_step_follows_and_needs_all_that_it_names(puzzle: str, name: str) -> None:
    theory = theory_for(puzzle, name)
    goals = backbone(theory)
    assert goals
    steps: list[Step] = []
    for step in derive(theory, goals):
        steps.append(step)
        if len(steps) == STEPS:
            break
    check(theory, steps)
    known = Replay(theory).numbers([literal for step in steps for literal in step.follows])
    assert set(known) <= set(goals)
    assert [step.number for step in steps] == list(range(1, len(steps) + 1))


def test_a_derivation_reaches_all_goals_and_is_the_same_each_time() -> None:
    first, second = (list(derive(t, backbone(t) or ())) for t in [theory_for(*SMALL[1])] * 2)
    fresh = theory_for(*SMALL[1])
    third = list(derive(fresh, backbone(fresh) or ()))
    assert first == second == third
    known = Replay(fresh).numbers([literal for step in first for literal in step.follows])
    background = StepFinder(fresh, backbone(fresh) or ()).known
    assert {*known, *background} == set(backbone(fresh) or ())


def test_a_derivation_opens_with_what_the_clues_say_by_themselves() -> None:
    theory = theory_for("pips", "heart")
    goals = backbone(theory)
    assert goals
    first = next(derive(theory, goals))
    assert first.opening and first.merged and not first.premises
    assert first.size == max(clue.weight for clue in first.reason)
    alone = next(derive(theory, goals, merge=False))
    assert len(alone.reason) == 1 and not alone.merged


CHOICES = [f"p({i})" for i in range(1, 6)]


@st.composite
def programs(draw: st.DrawFn, least: int = 2, most: int = 8, longest: int = 3) -> str:
    """A program of five choices and of some clues, each with a weight."""
    lines = ["{ p(1..5) }.", '%@ p(X) "{X} holds" "{X} does not hold"', "#show p/1."]
    for number in range(draw(st.integers(least, most))):
        atoms = draw(st.lists(st.sampled_from(CHOICES), min_size=1, max_size=longest, unique=True))
        signs = draw(st.lists(st.booleans(), min_size=len(atoms), max_size=len(atoms)))
        body = ", ".join(a if s else f"not {a}" for a, s in zip(atoms, signs, strict=True))
        lines += [f'%@ {draw(st.integers(1, 3))} "clue {number}"', f":- {body}."]
    return "\n".join([*lines, ""])


def weigh(theory: Theory, goal: int, known: Sequence[int]) -> int | None:
    """The least weight of a reason of a literal, by trying all sets of clues."""
    solver, least = theory.solver(), None
    for chosen in range(1 << len(theory.clues)):
        clues = [i for i in range(len(theory.clues)) if chosen >> i & 1]
        weight = sum(theory.clues[i].weight for i in clues)
        if least is None or weight < least:
            found: Found[None] = solver.solve([*solver.on(clues), *known, -goal])
            if found.outcome is Outcome.UNSATISFIABLE:
                least = weight
    return least


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(text=programs())
def test_steps_of_random_programs(text: str, tmp_path: Path) -> None:
    """They follow, need all that they name, reach the backbone, and are smallest if they say so."""
    file = tmp_path / "random.lp"
    file.write_text(text, encoding="utf-8")
    theory = Theory(transform([file]), "")
    goals = backbone(theory)
    assume(goals)
    assert goals
    steps = list(derive(theory, goals, merge=False))
    check(theory, steps)
    replay, known = Replay(theory), list(StepFinder(theory, goals).known)
    assert not known
    for step in steps:
        if step.smallest:
            left = [goal for goal in goals if goal not in known]
            prices = [weigh(theory, goal, known) for goal in left]
            assert step.size == min(price for price in prices if price is not None)
        known += replay.numbers(step.follows)
    assert set(known) == set(goals)


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(text=programs(10, 14, 2))
def test_the_way_to_a_contradiction(text: str, tmp_path: Path) -> None:
    file = tmp_path / "random.lp"
    file.write_text(text, encoding="utf-8")
    theory = Theory(transform([file]), "")
    assume(theory.clues and backbone(theory) is None)
    goals = [CONTRADICTION, *theory.numbers, *(-number for number in theory.numbers)]
    steps = list(derive(theory, goals, merge=False))
    check(theory, steps)
    assert steps and not steps[-1].follows


def test_an_independent_judge_finds_the_reasons_minimal() -> None:
    """Musclingo drops each clue in turn, on a control that grounds the program itself."""
    checkers = pytest.importorskip("musclingo.algorithms.checkers")
    puzzle, name = SMALL[1]
    theory, known = theory_for(puzzle, name), list[Literal]()
    facts = fact_text(pp.load(puzzle, name))
    for step in derive(theory, backbone(theory) or (), merge=False):
        control = clingo.Control(["--warn=none"])
        control.add("base", [], f"{theory.program.text}\n{facts}")
        control.ground([("base", [])])
        number = {atom.symbol: atom.literal for atom in control.symbolic_atoms}
        given = [number[x.atom] if x.holds else -number[x.atom] for x in known]
        follows = [number[x.atom] if x.holds else -number[x.atom] for x in step.follows]
        with control.backend() as backend:
            for literal in given:
                backend.add_rule([], [-literal])
            backend.add_rule([], follows)
        reason = [-number[clue.symbol] for clue in step.reason]
        checkers.check_minimal_unsatisfiable(control, reason)
        known += step.follows
