"""Idle steps are left out: what remains replays, needs all that it names, and says as much."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path

import pytest
from derivations import backbone, single_steps
from replay import Judge

import pyasp_puzzles as pp
from pyasp_puzzles.explanation.explaining import Explanation
from pyasp_puzzles.explanation.reasons.derivation import without_idle_steps
from pyasp_puzzles.explanation.steps import Literal, Step
from pyasp_puzzles.explanation.theory import theory_of_files

BOARDS = [
    ("pips", "document"),
    ("twenty_four_seven", "four"),
    ("eternity", "framed_4x4"),
    ("flower_finder", "generated_2"),
    ("packing", "slothouber_graatsma"),
]
_MOST = 15
"""So many steps of a derivation are taken."""


@cache
def whole(puzzle: str, board: str) -> tuple[Explanation, tuple[Step, ...]]:
    """The first steps of a whole derivation."""
    explanation = pp.explain(pp.load(puzzle, board), whole=True)
    return explanation, tuple(islice(explanation, _MOST))


def told(steps: Sequence[Step]) -> list[Literal]:
    return [literal for step in steps for literal in step.follows]


@pytest.mark.parametrize(("puzzle", "board"), BOARDS)
def test_what_remains_replays_and_says_as_much(puzzle: str, board: str) -> None:
    explanation, steps = whole(puzzle, board)
    left = without_idle_steps(explanation.theory, steps)
    Judge(explanation.theory).check_all(left)
    assert len(told(left)) == len(set(told(left)))
    assert set(told(left)) == set(told(steps))


@pytest.mark.parametrize(("puzzle", "board"), BOARDS)
def test_each_remaining_step_is_needed_or_says_what_no_later_one_does(
    puzzle: str, board: str
) -> None:
    explanation, steps = whole(puzzle, board)
    theory = explanation.theory
    judge, shown = Judge(theory), set(theory.program.shown)
    left = without_idle_steps(theory, steps)
    for i, step in enumerate(left):
        later = {x for other in left[i + 1 :] for x in other.premises}
        answer = [x for x in step.follows if x.holds and _signature(x) in shown]
        if not answer and later.isdisjoint(step.follows):
            said = told(left[i + 1 :])
            new = [x for x in step.follows if not judge.follows((), said, [x])]
            assert new, f"{step} is idle"


def _signature(literal: Literal) -> tuple[str, int]:
    return literal.atom.name, len(literal.atom.arguments)


@pytest.mark.parametrize(("puzzle", "board"), [("pips", "document"), ("twenty_four_seven", "four")])
def test_some_steps_are_idle_and_to_leave_them_out_twice_changes_nothing(
    puzzle: str, board: str
) -> None:
    explanation, steps = whole(puzzle, board)
    left = without_idle_steps(explanation.theory, steps)
    assert len(left) < len(steps)
    if len(steps) < _MOST:
        assert left == list(pp.explain(pp.load(puzzle, board)))
    assert len(without_idle_steps(explanation.theory, left)) == len(left)


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


def test_what_a_later_step_makes_superfluous_is_told_there(tmp_path: Path) -> None:
    """That cell 1 is not 3 is of no use, as a clue says that it is 1; that cell 2 is not 3 is."""
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
    left = without_idle_steps(theory, steps)
    Judge(theory).check_all(left)
    said = {step.reason[0].words: {x.words for x in step.follows} for step in left}
    assert said == {
        "no cell is 3": {"cell 2 is not 3"},
        "cell 1 is 1": {"cell 1 is 1", "cell 1 is not 2", "cell 1 is not 3"},
        "the cells differ": {"cell 2 is not 1", "cell 2 is 2"},
    }


def test_when_the_time_is_up_all_steps_stay() -> None:
    explanation, steps = whole("pips", "document")
    assert without_idle_steps(explanation.theory, steps, lambda: True) == list(steps)
