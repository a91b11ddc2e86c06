"""Conflicts: what contradicts, of which nothing can be left out."""

from __future__ import annotations

from itertools import pairwise

import clingo
import pytest
from derivations import own
from spoiling import contradictory, small_facts

import pyasp_puzzles as pp
from pyasp_puzzles.boards.registry import shipped_names
from pyasp_puzzles.explanation.reasons.contradiction import Conflict, conflict
from pyasp_puzzles.explanation.search import Outcome
from pyasp_puzzles.explanation.theory import Theory, theory_of

each_puzzle = pytest.mark.parametrize("name", shipped_names())


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
    for theory in contradictory(name, most=2):
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
