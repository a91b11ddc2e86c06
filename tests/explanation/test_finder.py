"""Steps follow and need all that they name, replayed on a fresh control; idle ones are left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import clingo
import pytest
from derivations import backbone, single_steps, theory_for, theory_of_files
from replay import Judge

import pyasp_puzzles as pp
from pyasp_puzzles.engines.job import fact_text
from pyasp_puzzles.explanation.explaining import Explanation
from pyasp_puzzles.explanation.reasons.derivation import derive, told_when_needed
from pyasp_puzzles.explanation.steps import Literal, Step
from pyasp_puzzles.explanation.theory import Theory
from pyasp_puzzles.work.deadline import TimeUpError

SMALL = [
    ("pips", "document"),
    ("twenty_four_seven", "four"),
    ("eternity", "framed_4x4"),
    ("flower_finder", "generated_2"),
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


def without(*names: str) -> list[Any]:
    """The boards; those of some puzzles are slow."""
    return [pytest.param(*x, marks=[pytest.mark.slow] if x[0] in names else []) for x in SMALL]


@pytest.mark.parametrize(("puzzle", "name"), without("eternity", "packing"))
def test_every_step_follows_and_needs_all_that_it_names(puzzle: str, name: str) -> None:
    theory = theory_for(puzzle, name)
    goals = backbone(theory)
    assert goals
    steps = list(islice(derive(theory, goals), STEPS))
    check(theory, steps)
    assert set(numbers(theory, steps)) <= set(goals)
    assert [step.number for step in steps] == list(range(1, len(steps) + 1))


def test_a_derivation_reaches_all_goals_and_is_the_same_each_time() -> None:
    first, second = (list(derive(t, backbone(t) or ())) for t in [theory_for(*SMALL[1])] * 2)
    fresh = theory_for(*SMALL[1])
    third = list(derive(fresh, backbone(fresh) or ()))
    assert first == second == third
    goals = backbone(fresh) or ()
    assert set(numbers(fresh, first)) <= set(goals)
    assert Judge(fresh).follows((), told(first), fresh.told(goals))


def test_a_derivation_opens_with_what_single_clues_say_of_single_atoms() -> None:
    theory = theory_for("sudoku", "nine")
    goals = backbone(theory)
    assert goals
    first, *others = islice(derive(theory, goals), 9)
    assert first.form == "given" and first.each_by_itself and not first.premises
    assert {len(stage.follows) for stage in first.stages} == {1}
    assert {step.form for step in others} == {"only"}
    alone = next(single_steps(theory, goals))
    assert len(alone.reason) == 1 and not alone.stages


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


_MOST = 15
"""So many steps of a derivation are taken."""


@cache
def whole(puzzle: str, board: str) -> tuple[Explanation, tuple[Step, ...]]:
    """The first steps of a whole derivation."""
    explanation = pp.explain(pp.load(puzzle, board), whole=True)
    return explanation, tuple(islice(explanation, _MOST))


def told(steps: Sequence[Step]) -> list[Literal]:
    return [literal for step in steps for literal in step.follows]


@pytest.mark.parametrize(("puzzle", "board"), without("eternity", "packing"))
def test_what_remains_replays_and_says_as_much(puzzle: str, board: str) -> None:
    explanation, steps = whole(puzzle, board)
    left, judge = list(told_when_needed(explanation.theory, steps)), Judge(explanation.theory)
    judge.check_all(left)
    assert len(told(left)) == len(set(told(left)))
    assert set(told(left)) <= set(told(steps))
    assert judge.follows((), told(left), told(steps))


@pytest.mark.parametrize(("puzzle", "board"), without("eternity", "packing"))
def test_each_remaining_step_is_needed_or_says_what_no_other_one_does(
    puzzle: str, board: str
) -> None:
    explanation, steps = whole(puzzle, board)
    theory = explanation.theory
    judge, shown = Judge(theory), set(theory.program.shown)
    left = list(told_when_needed(theory, steps))
    for i, step in enumerate(left):
        later = {x for other in left[i + 1 :] for x in other.premises}
        answer = [x for x in step.follows if x.holds and _signature(x) in shown]
        if not answer and later.isdisjoint(step.follows):
            others = told([*left[:i], *left[i + 1 :]])
            assert not judge.follows((), others, step.follows), f"{step} is idle"


def _signature(literal: Literal) -> tuple[str, int]:
    return literal.atom.name, len(literal.atom.arguments)


@pytest.mark.parametrize(("puzzle", "board"), [("ripple_effect", "six"), ("suguru", "six")])
def test_to_leave_out_idle_steps_twice_changes_nothing(puzzle: str, board: str) -> None:
    explanation, steps = whole(puzzle, board)
    left = list(told_when_needed(explanation.theory, steps))
    assert 0 < len(left) <= len(steps)
    assert list(told_when_needed(explanation.theory, left)) == left


def test_a_step_that_places_something_is_told_before_the_next_one_is_found() -> None:
    explanation, steps = whole("sudoku", "nine")
    found = iter(steps)
    next(told_when_needed(explanation.theory, found))
    assert len(list(found)) > len(steps) // 2


PROGRAM = """\
%@ value(C,D) "cell {C} is {D}" "cell {C} is not {D}"
{ value(C,1..3) } = 1 :- C=1..2.
#show value/2.
%@ "no cell is 3"
:- value(_,3).
%@ "cell 1 is 1"
:- not value(1,1).
%@ "the cells differ"
:- value(1,D), value(2,D).
"""


def test_a_step_that_waited_tells_only_what_does_not_follow_by_then(tmp_path: Path) -> None:
    """That cell 2 is not 3 is needed in the end; that cell 1 is not 3 follows from its value."""
    file = tmp_path / "cells.lp"
    file.write_text(PROGRAM, encoding="utf-8")
    theory = theory_of_files([file])
    number, known, steps = theory.atom_numbers, list[int](), list[Step]()
    for words in ("no cell is 3", "cell 1 is 1", "the cells differ"):
        clue = next(i for i, clue in enumerate(theory.clues) if clue.words == words)
        (step,) = single_steps(theory, backbone(theory) or (), known, clues=[clue])
        steps.append(replace(step, number=len(steps) + 1))
        known += [number[x.atom] if x.holds else -number[x.atom] for x in step.follows]
    assert {x.words for x in steps[0].follows} == {"cell 1 is not 3", "cell 2 is not 3"}
    left = list(told_when_needed(theory, steps))
    Judge(theory).check_all(left)
    said = {step.reason[0].words: {x.words for x in step.follows} for step in left}
    assert said == {
        "no cell is 3": {"cell 2 is not 3"},
        "cell 1 is 1": {"cell 1 is 1", "cell 1 is not 2"},
        "the cells differ": {"cell 2 is not 1", "cell 2 is 2"},
    }


def test_when_the_time_is_up_all_steps_are_told() -> None:
    explanation, steps = whole("ripple_effect", "six")

    def late() -> Iterator[Step]:
        yield from steps
        raise TimeUpError

    left = list[Step]()
    with pytest.raises(TimeUpError):
        left += told_when_needed(explanation.theory, late())
    number_of = explanation.theory.number_of
    said, every = ({*map(number_of, told(own))} for own in (left, steps))
    assert said <= every <= {*explanation.theory.with_implied(said)}


def test_a_clue_that_says_too_much_at_once_gives_one_thing() -> None:
    """The loop clue alone decides ten lines, which a search within its limits does not show."""
    explanation = pp.explain(pp.load("slitherlink", "ten"))
    steps = list(explanation)
    assert explanation.status == "solved", explanation.reason
    Judge(explanation.theory).check_all(steps, needs=False)
