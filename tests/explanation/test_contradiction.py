"""Contradictory instances: every step is needed, conflicts are minimal, corrections smallest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from pathlib import Path

import clingo
import pytest
from derivations import backbone, own, single_steps, theory_for
from replay import Judge, check_each_is_used
from spoiling import contradictory, small_facts
from support import packaged, slow_but

import pyasp_puzzles as pp
from pyasp_puzzles.explanation.reasons.contradiction import (
    Conflict,
    Correction,
    conflict,
    correction,
    steps_to_contradiction,
)
from pyasp_puzzles.explanation.reasons.derivation import derive
from pyasp_puzzles.explanation.search import Outcome
from pyasp_puzzles.explanation.steps import GroundClue
from pyasp_puzzles.explanation.telling.telling import Teller
from pyasp_puzzles.explanation.theory import Theory, theory_of

each_puzzle = slow_but({*packaged(), "sudoku"})

ROUND = """
#show p/1.
{ p(1..5) }.
%@ "after {X} comes {Y}"
:- p(X), Y = X + 1, Y < 6, not p(Y).
%@ "not both ends"
:- p(1), p(5).
"""
"""That p(1) does not hold needs all five clues."""


def smaller(theory: Theory, clues: Sequence[GroundClue]) -> Iterator[set[int]]:
    """All sets of fewer clues, as numbers, and those of as many that weigh less."""
    numbers = range(len(theory.clues))
    weight = sum(clue.source.weight for clue in clues)
    for count in range(len(clues) + (weight > len(clues))):
        for chosen in combinations(numbers, count):
            if count < len(clues) or sum(theory.clues[i].source.weight for i in chosen) < weight:
                yield set(chosen)


def corrects(theory: Theory, gone: set[int]) -> bool:
    """Whether a fresh control finds an answer without these clues and without lemmas."""
    kept = [i for i, c in enumerate(theory.clues) if i not in gone and not c.source.lemma]
    solver = theory.solver()
    return solver.solve(solver.on(kept)).outcome is Outcome.SATISFIABLE


@each_puzzle
def test_each_step_to_a_contradiction_follows_and_a_later_one_needs_it(name: str) -> None:
    for theory in contradictory(name):
        steps, reached = steps_to_contradiction(theory)
        assert reached
        Judge(theory).check_all(steps)
        check_each_is_used(steps)


@each_puzzle
def test_a_correction_gives_an_answer_and_no_smaller_one_does(name: str) -> None:
    for theory in contradictory(name):
        found = correction(theory)
        assert found.smallest
        assert corrects(theory, {theory.clues.index(clue) for clue in found.clues})
        if len(found.clues) < 4:
            assert not any(corrects(theory, gone) for gone in smaller(theory, found.clues))


def test_a_lemma_is_no_correction_and_goes_with_the_clues_that_it_follows_from() -> None:
    text = '#show p/1. { p(1) }.\n%@ "one"\n:- not p(1).\n%@ 3 "none"\n:- p(1).\n'
    theory = own(text, lemmas='%@ "one, too"\n:- not p(1).\n')
    assert [clue.words for clue in theory.clues if clue.source.lemma] == ["one, too"]
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
    (flat,) = single_steps(theory, goals)
    assert len(flat.reason) == 5
    steps = list(derive(theory, goals))
    Judge(theory).check_all(steps)
    assert [str(step.supposes.atom) for step in steps if step.supposes] == ["p(1)"]
    assert [len(part.reason) for part in steps[0].parts] == [1] * 5


def test_large_reasons_of_a_shipped_contradiction_are_told_in_smaller_parts() -> None:
    theory = theory_for("packing", "straights_6x6")
    steps, reached = steps_to_contradiction(theory)
    assert reached
    Judge(theory).check_all(steps)
    check_each_is_used(steps)
    told = [step for step in steps if step.parts]
    assert told
    assert max(len(part.reason) for step in told for part in step.parts) <= 3
    assert max(len(step.reason) for step in steps if not step.parts) <= 5


def test_a_contradiction_without_smaller_steps_is_one_step_of_all_its_clues() -> None:
    theory = theory_for("twenty_four_seven", "five")
    steps, reached = steps_to_contradiction(theory)
    assert reached
    Judge(theory).check_all(steps)


def test_what_was_found_is_kept_when_the_time_is_up() -> None:
    theory = theory_for("packing", "straights_6x6")
    found, reached, calls = (), False, 1
    while not found:
        answers = iter([False] * calls)
        found, reached = steps_to_contradiction(theory, late=lambda left=answers: next(left, True))
        calls += 1
    assert not reached
    Judge(theory).check_all(found)
    assert correction(theory, conflicts=1, late=lambda: True).outcome is not Outcome.UNSATISFIABLE


@pytest.fixture
def pigeons() -> Theory:
    """Five pigeons in four holes, and clues that have nothing to do with it."""
    return own(
        """
        #show in/2.
        #show red/1.
        pigeon(1..5). hole(1..4).
        { in(P, H) : hole(H) } :- pigeon(P).
        { red(H) : hole(H) }.
        %@ "pigeon {P} has a hole"
        :- pigeon(P), not in(P, _).
        %@ "hole {H} has one pigeon"
        :- hole(H), { in(P, H) : pigeon(P) } > 1.
        %@ "hole {H} is red"
        :- hole(H), not red(H).
        """
    )


def parts(theory: Theory, found: Conflict) -> list[int]:
    """The clues and literals of a conflict as assumptions."""
    clues = [-theory.clue_atoms[theory.clues.index(clue)] for clue in found.clues]
    atoms = [(theory.atom_numbers[literal.atom], literal.holds) for literal in found.literals]
    return clues + [number if holds else -number for number, holds in atoms]


def outcome(theory: Theory, assumptions: list[int]) -> Outcome:
    """What a fresh control without limits finds."""
    return theory.solver().solve(assumptions).outcome


def assert_minimal(theory: Theory, found: Conflict) -> None:
    assert found.outcome is Outcome.UNSATISFIABLE
    assert found.minimal
    every = parts(theory, found)
    fresh = theory.solver()
    assert fresh.solve(every).outcome is Outcome.UNSATISFIABLE
    for part in every:
        assert fresh.solve([p for p in every if p != part]).outcome is Outcome.SATISFIABLE


@each_puzzle
def test_the_clues_of_a_conflict_contradict_each_other_and_none_can_be_left_out(name: str) -> None:
    for theory in contradictory(name):
        found = conflict(theory)
        assert found.clues
        assert not found.literals
        assert_minimal(theory, found)


@each_puzzle
def test_a_wrong_literal_takes_part_in_the_conflict(name: str) -> None:
    """Each atom of an answer is denied in turn: if that is wrong, the conflict names it."""
    theory = theory_of(pp.find_puzzle(name), small_facts(name)[0])
    solver = theory.solver()
    clues = solver.all_on()
    for atom in theory.atoms[:10]:
        for holds in (True, False):
            number = theory.atom_numbers[atom]
            found = conflict(theory, [(atom, holds)])
            expected = solver.solve([*clues, number if holds else -number]).outcome
            assert found.outcome is expected
            if expected is Outcome.UNSATISFIABLE:
                assert [literal.atom for literal in found.literals] == [atom]
                assert_minimal(theory, found)


def test_a_clue_that_the_facts_break_is_a_conflict_of_its_own() -> None:
    theory = own('#show p/1. { p(1..2) }. q(1..3).\n%@ "few q"\n:- #count{ X : q(X) } > 2.')
    found = conflict(theory, [(atom, True) for atom in theory.atoms])
    assert [clue.words for clue in found.clues] == ["few q"]
    assert found.literals == ()
    assert found.minimal


def test_literals_that_do_not_matter_are_not_named() -> None:
    theory = own("#show p/1. { p(1..4) }. :- p(1), p(2).")
    found = conflict(theory, [(atom, True) for atom in theory.atoms])
    assert sorted(str(literal.atom) for literal in found.literals) == ["p(1)", "p(2)"]
    assert found.clues == ()


def test_an_atom_that_can_never_hold_is_a_conflict_of_its_own() -> None:
    theory = own("#show p/1. p(1). { p(2) }.")
    unknown, fact = clingo.parse_term("p(7)"), clingo.parse_term("p(1)")
    for atom, holds in ((unknown, True), (fact, False)):
        found = conflict(theory, [(theory.atoms[0], True), (atom, holds)])
        assert [(x.atom, x.holds) for x in found.literals] == [(atom, holds)]
        assert found.minimal
    free = conflict(theory, [(unknown, False), (fact, True)])
    assert free == Conflict(Outcome.SATISFIABLE)


def test_a_search_that_reaches_its_limit_is_not_decided(pigeons: Theory) -> None:
    assert conflict(pigeons, conflicts=1) == Conflict(Outcome.UNKNOWN)


def test_a_conflict_is_kept_when_the_time_is_up(pigeons: Theory) -> None:
    for calls in range(3):
        answers = iter([False] * calls)
        found = conflict(pigeons, late=lambda left=answers: next(left, True))  # type: ignore[misc]
        assert found.outcome is Outcome.UNSATISFIABLE
        assert not found.minimal
        assert outcome(pigeons, parts(pigeons, found)) is Outcome.UNSATISFIABLE
    whole = conflict(pigeons)
    assert_minimal(pigeons, whole)


def test_the_same_question_has_the_same_answer(pigeons: Theory) -> None:
    assert all(a == b for a, b in pairwise(conflict(pigeons) for _ in range(3)))


def test_a_clue_that_the_facts_alone_break_is_told_as_a_contradiction(tmp_path: Path) -> None:
    path = tmp_path / "cave.txt"
    path.write_text("title: c\ninside:\n  2 2 2\n  . . .\n")
    explanation = pp.explain(pp.load("cave", str(path)))
    teller = Teller(explanation.theory)
    told = [sentence for step in explanation for sentence in teller.tell(step).sentences()]
    assert explanation.status == "contradiction"
    assert "nothing fits" in " ".join(told)
