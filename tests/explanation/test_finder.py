"""Steps are replayed on a fresh control: they follow, and need all that they name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import clingo
import pytest
from clue_programs import programs
from derivations import backbone, own, single_steps
from hypothesis import assume, given, settings
from replay import Judge

import pyasp_puzzles as pp
from pyasp_puzzles.boards.registry import find_puzzle
from pyasp_puzzles.engines.job import fact_text
from pyasp_puzzles.explanation.reasons.derivation import derive
from pyasp_puzzles.explanation.reasons.finder import StepFinder
from pyasp_puzzles.explanation.reasons.subproblems import CONTRADICTION
from pyasp_puzzles.explanation.search import Outcome, SearchResult
from pyasp_puzzles.explanation.steps import Literal, Step
from pyasp_puzzles.explanation.theory import Theory, theory_of

SMALL = [
    ("pips", "document"),
    ("twenty_four_seven", "four"),
    ("eternity", "framed_4x4"),
    ("flower_finder", "document"),
    ("packing", "slothouber_graatsma"),
]
STEPS = 25
"""So many steps of a derivation are replayed."""


def check(theory: Theory, steps: Sequence[Step]) -> None:
    """Each step follows from what was known before, needs all that it names, and is new."""
    Judge(theory).check_all(steps)
    told = [literal for step in steps for literal in step.follows]
    assert len(told) == len(set(told))


def numbers(theory: Theory, steps: Iterable[Step]) -> list[int]:
    """What steps say, as numbers of the ground program."""
    atoms = theory.atom_numbers
    follows = [literal for step in steps for literal in step.follows]
    return [atoms[x.atom] if x.holds else -atoms[x.atom] for x in follows]


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
    assert set(numbers(theory, steps)) <= set(goals)
    assert [step.number for step in steps] == list(range(1, len(steps) + 1))


def test_a_derivation_reaches_all_goals_and_is_the_same_each_time() -> None:
    first, second = (list(derive(t, backbone(t) or ())) for t in [theory_for(*SMALL[1])] * 2)
    fresh = theory_for(*SMALL[1])
    third = list(derive(fresh, backbone(fresh) or ()))
    assert first == second == third
    known = numbers(fresh, first)
    background = StepFinder(fresh, backbone(fresh) or ()).known
    assert {*known, *background} == set(backbone(fresh) or ())


def test_a_derivation_opens_with_what_the_clues_say_by_themselves() -> None:
    theory = theory_for("pips", "heart")
    goals = backbone(theory)
    assert goals
    first = next(derive(theory, goals))
    assert first.each_by_itself and first.stages and not first.premises
    assert first.size == max(clue.weight for clue in first.reason)
    alone = next(single_steps(theory, goals))
    assert len(alone.reason) == 1 and not alone.stages


def weigh(theory: Theory, goal: int, known: Sequence[int]) -> int | None:
    """The least weight of a reason of a literal, by trying all sets of clues."""
    solver, least = theory.solver(), None
    for chosen in range(1 << len(theory.clues)):
        clues = [i for i in range(len(theory.clues)) if chosen >> i & 1]
        weight = sum(theory.clues[i].weight for i in clues)
        if least is None or weight < least:
            found: SearchResult[None] = solver.solve([*solver.on(clues), *known, -goal])
            if found.outcome is Outcome.UNSATISFIABLE:
                least = weight
    return least


@settings(max_examples=25, deadline=None)
@given(text=programs())
def test_steps_of_random_programs(text: str) -> None:
    """They follow, need all that they name, reach the backbone, and are smallest if they say so."""
    theory = own(text)
    goals = backbone(theory)
    assume(goals)
    assert goals
    steps = list(single_steps(theory, goals))
    check(theory, steps)
    known = list(StepFinder(theory, goals).known)
    assert not known
    for step in steps:
        if step.smallest:
            left = [goal for goal in goals if goal not in known]
            prices = [weigh(theory, goal, known) for goal in left]
            assert step.size == min(price for price in prices if price is not None)
        known += numbers(theory, [step])
    assert set(known) == set(goals)


@settings(max_examples=25, deadline=None)
@given(text=programs(10, 14, 2))
def test_the_way_to_a_contradiction(text: str) -> None:
    theory = own(text)
    assume(theory.clues and backbone(theory) is None)
    goals = [CONTRADICTION, *theory.numbers, *(-number for number in theory.numbers)]
    steps = list(single_steps(theory, goals))
    check(theory, steps)
    assert steps and not steps[-1].follows


def test_an_independent_judge_finds_the_reasons_minimal() -> None:
    """Musclingo drops each clue in turn, on a control that grounds the program itself."""
    checkers = pytest.importorskip("musclingo.algorithms.checkers")
    puzzle, name = SMALL[1]
    theory, known = theory_for(puzzle, name), list[Literal]()
    facts = fact_text(pp.load(puzzle, name))
    for step in single_steps(theory, backbone(theory) or ()):
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
