"""Contradictory instances: every step is needed, and the correction is a smallest one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest
from derivations import backbone, own
from replay import Judge, check_each_is_used
from spoiling import contradictory

import pyasp_puzzles as pp
from pyasp_puzzles.boards.registry import find_puzzle, shipped_names
from pyasp_puzzles.explanation.reasons.contradiction import (
    Correction,
    correction,
    steps_to_contradiction,
)
from pyasp_puzzles.explanation.reasons.derivation import derive
from pyasp_puzzles.explanation.search import Outcome
from pyasp_puzzles.explanation.steps import GroundClue
from pyasp_puzzles.explanation.theory import Theory, theory_of

each_puzzle = pytest.mark.parametrize("name", shipped_names())

ROUND = """
#show p/1.
{ p(1..5) }.
%@ "after {X} comes {Y}"
:- p(X), Y = X + 1, Y < 6, not p(Y).
%@ "not both ends"
:- p(1), p(5).
"""
"""That p(1) does not hold needs all five clues."""


def shipped(puzzle: str, name: str) -> Theory:
    return theory_of(find_puzzle(puzzle), pp.facts(pp.load(puzzle, name)))


def smaller(theory: Theory, clues: Sequence[GroundClue]) -> Iterator[set[int]]:
    """All sets of fewer clues, as numbers, and those of as many that weigh less."""
    numbers = range(len(theory.clues))
    weight = sum(clue.weight for clue in clues)
    for count in range(len(clues) + (weight > len(clues))):
        for chosen in combinations(numbers, count):
            if count < len(clues) or sum(theory.clues[i].weight for i in chosen) < weight:
                yield set(chosen)


def corrects(theory: Theory, gone: set[int]) -> bool:
    """Whether a fresh control finds an answer without these clues and without lemmas."""
    kept = [i for i, c in enumerate(theory.clues) if i not in gone and not c.lemma]
    solver = theory.solver()
    return solver.solve(solver.on(kept)).outcome is Outcome.SATISFIABLE


@each_puzzle
def test_each_step_to_a_contradiction_follows_and_a_later_one_needs_it(name: str) -> None:
    for theory in contradictory(name, most=2):
        steps, reached = steps_to_contradiction(theory)
        assert reached
        Judge(theory).check_all(steps)
        check_each_is_used(steps)


@each_puzzle
def test_a_correction_gives_an_answer_and_no_smaller_one_does(name: str) -> None:
    for theory in contradictory(name, most=2):
        found = correction(theory)
        assert found.smallest
        assert corrects(theory, {theory.clues.index(clue) for clue in found.clues})
        if len(found.clues) < 4:
            assert not any(corrects(theory, gone) for gone in smaller(theory, found.clues))


def test_a_lemma_is_no_correction_and_goes_with_the_clues_that_it_follows_from() -> None:
    text = '#show p/1. { p(1) }.\n%@ "one"\n:- not p(1).\n%@ 3 "none"\n:- p(1).\n'
    theory = own(text, lemmas='%@ "one, too"\n:- not p(1).\n')
    assert [clue.words for clue in theory.clues if clue.lemma] == ["one, too"]
    found = correction(theory)
    assert [clue.words for clue in found.clues] == ["one"]
    assert found.smallest


def test_a_clue_that_the_facts_break_has_to_go_and_is_the_whole_contradiction() -> None:
    text = '#show p/1. { p(1) }. q.\n%@ "no q"\n:- q.\n%@ "p"\n:- not p(1).\n%@ 2 "no p"\n:- p(1).'
    theory = own(text)
    assert [clue.words for clue in correction(theory).clues] == ["no q", "p"]
    steps, reached = steps_to_contradiction(theory)
    assert reached
    assert [[clue.words for clue in step.reason] for step in steps] == [["no q"]]


def test_nothing_corrects_a_contradiction_without_clues() -> None:
    theory = own('#show p/1. { p(1) }. :- p(1). :- not p(1).\n%@ "p"\n:- not p(1).')
    assert correction(theory) == Correction(Outcome.UNSATISFIABLE)


def test_an_instance_with_an_answer_needs_no_correction_and_reaches_no_contradiction() -> None:
    theory = own(ROUND)
    assert correction(theory) == Correction(Outcome.SATISFIABLE, (), smallest=True)
    steps, reached = steps_to_contradiction(theory)
    assert not reached
    assert all(step.follows for step in steps)
    Judge(theory).check_all(steps)


def test_a_large_reason_is_told_as_suppose_not() -> None:
    theory = own(ROUND)
    goals = backbone(theory)
    assert goals
    flat = list(derive(theory, goals))
    assert [len(step.reason) for step in flat] == [5]
    steps = list(derive(theory, goals, nested=True))
    Judge(theory).check_all(steps)
    assert [str(step.supposes.atom) for step in steps if step.supposes] == ["p(1)"]
    assert [len(part.reason) for part in steps[0].parts] == [1] * 5
    at_once = list(derive(theory, goals, nested=True, late=lambda: True))
    assert [step.parts for step in at_once] == [()]


def test_large_reasons_of_a_shipped_contradiction_are_told_in_smaller_parts() -> None:
    theory = shipped("packing", "straights_6x6")
    steps, reached = steps_to_contradiction(theory)
    assert reached
    Judge(theory).check_all(steps)
    check_each_is_used(steps)
    told = [step for step in steps if step.parts]
    assert told
    assert max(len(part.reason) for step in told for part in step.parts) <= 3
    assert max(len(step.reason) for step in steps if not step.parts) <= 5


def test_a_contradiction_without_smaller_steps_is_one_step_of_all_its_clues() -> None:
    theory = shipped("twenty_four_seven", "five")
    steps, reached = steps_to_contradiction(theory)
    assert reached
    Judge(theory).check_all(steps)


def test_what_was_found_is_kept_when_the_time_is_up() -> None:
    theory = shipped("packing", "straights_6x6")
    answers = iter([False] * 2)
    steps, reached = steps_to_contradiction(theory, late=lambda: next(answers, True))
    assert not reached
    assert steps
    Judge(theory).check_all(steps)
    assert correction(theory, conflicts=1, late=lambda: True).outcome is not Outcome.UNSATISFIABLE
