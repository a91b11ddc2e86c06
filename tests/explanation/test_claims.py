"""What steps say of their clues is true: "each alone", "in turn", "together"."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations
from pathlib import Path

import clingo
import pytest
from clue_programs import clues_of_cells, programs
from derivations import backbone, own, single_steps
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from replay import Judge
from support import puzzles

import pyasp_puzzles as pp
from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.registry import shipped_names
from pyasp_puzzles.explanation.hinting import find_hint
from pyasp_puzzles.explanation.reasons.contradiction import (
    contradiction,
    correction,
    steps_to_contradiction,
)
from pyasp_puzzles.explanation.reasons.derivation import derive, told_when_needed
from pyasp_puzzles.explanation.steps import Literal, Step, merged
from pyasp_puzzles.explanation.telling.output import step_json
from pyasp_puzzles.explanation.theory import Theory

small = pytest.mark.parametrize(
    ("puzzle", "board"),
    [
        ("pips", "document"),
        ("twenty_four_seven", "four"),
        ("flower_finder", "generated_2"),
        ("twenty_four_seven", "five"),
    ],
)
ALL = [
    (puzzle, board)
    for puzzle in shipped_names()
    for name in pp.find_puzzle(puzzle).instance_files()
    for board in [Path(name).stem]
]
random = settings(max_examples=15, deadline=None)
SECONDS = 60
"""A long explanation is judged as far as it comes in that time."""


@cache
def explained(puzzle: str, board: str, seconds: float | None = None) -> tuple[Theory, list[Step]]:
    explanation = pp.explain(pp.load(puzzle, board), timeout=seconds)
    return explanation.theory, list(explanation)


@cache
def judge_of(puzzle: str, board: str, seconds: float | None = None) -> Judge:
    return Judge(explained(puzzle, board, seconds)[0])


@small
def test_every_step_of_a_shipped_board_follows_from_its_clues_and_premises(
    puzzle: str, board: str
) -> None:
    _, steps = explained(puzzle, board)
    judge_of(puzzle, board).check_all(steps, needs=False)


@pytest.mark.slow
@pytest.mark.parametrize(("puzzle", "board"), ALL)
def test_every_step_of_all_shipped_boards_is_true_to_the_word(puzzle: str, board: str) -> None:
    _, steps = explained(puzzle, board, SECONDS)
    judge = judge_of(puzzle, board, SECONDS)
    judge.check_all(steps, needs=False)


def test_a_person_hardly_ever_follows_three_clues_at_once_within_a_supposition() -> None:
    boards = ("fillomino", "six"), ("nurikabe", "five"), ("lits", "six")
    links = [x for board in boards for step in explained(*board)[1] for x in step.parts]
    assert len(links) > 20
    assert all(len(link.reason) <= 3 for link in links)
    assert sum(len(link.reason) == 3 for link in links) <= len(links) / 20


def test_a_hint_claims_no_more_than_is_true() -> None:
    theory, steps = explained("twenty_four_seven", "four")
    board, judge = pp.load("twenty_four_seven", "four"), judge_of("twenty_four_seven", "four")
    told: list[Literal] = []
    for number in [0, *range(4, len(steps) - 1, 6)]:
        told = [x for each in steps[:number] for x in each.follows]
        known = Partial(
            atoms=[x.atom for x in told if x.holds and (x.atom.name, 3) in theory.program.shown],
        )
        for played in (False, True):
            found = find_hint(board, known, played=played)
            assert found.step is not None
            step = found.step
            assert judge.follows(step.clues, step.premises, step.follows)
            if step.stages and not played:
                judge.check_stages(step, needs=False)


@random
@given(text=programs(3, 10, 2))
def test_steps_of_random_programs_are_true_to_the_word(text: str) -> None:
    check_derivations(text)


def check_derivations(text: str) -> None:
    """Derivations, with and without idle steps, are true to the word."""
    theory = own(text)
    goals = backbone(theory)
    assume(goals)
    judge = Judge(theory)
    for found in (single_steps, derive):
        steps = list(found(theory, goals or ()))
        judge.check_all(steps)
        judge.check_all(list(told_when_needed(theory, steps)))


@random
@given(text=clues_of_cells())
def test_openings_of_random_cells_are_true_to_the_word(text: str) -> None:
    """Two clues say of one cell more together than each by itself."""
    check_derivations(text)


# -- corrections


def test_a_correction_names_one_clue_where_one_is_enough() -> None:
    """Of `five` the connected region alone could go, which weighs as much as two columns."""
    explanation = pp.explain(pp.load("twenty_four_seven", "five"))
    assert list(explanation)
    words = "the filled cells form one connected region"
    assert [clue.words for clue in explanation.correction] == [words]
    assert explanation.certain


@random
@given(text=programs(8, 12, 2))
def test_a_correction_has_as_few_clues_as_possible_and_then_the_least_weight(text: str) -> None:
    theory = own(text)
    assume(theory.clues and backbone(theory) is None)
    found = correction(theory)
    assert found.smallest
    judge, best = Judge(theory), None
    for count in range(len(theory.clues) + 1):
        gone = [
            sum(clue.source.weight for clue in chosen)
            for chosen in combinations(theory.clues, count)
            if not judge.follows([c for c in theory.clues if c not in chosen], (), ())
        ]
        if gone:
            best = (count, min(gone))
            break
    assert (len(found.clues), sum(clue.source.weight for clue in found.clues)) == best


@random
@given(text=programs(10, 14, 2))
def test_steps_to_a_contradiction_are_true_to_the_word(text: str) -> None:
    theory = own(text)
    assume(theory.clues and backbone(theory) is None)
    steps, reached = steps_to_contradiction(theory)
    assert reached
    judge = Judge(theory)
    judge.check_all(steps)


@random
@given(text=programs(6, 10, 3), held=st.lists(st.booleans(), min_size=5, max_size=5))
def test_why_a_partial_answer_is_wrong_is_true_to_the_word(text: str, held: Sequence[bool]) -> None:
    theory = own(text)
    atoms = sorted(theory.atoms)
    pairs = dict(zip(atoms, held, strict=False))
    partial = Partial(
        atoms=[a for a, holds in pairs.items() if holds],
        absent=[a for a, holds in pairs.items() if not holds],
    )
    found = contradiction(theory, partial, lambda: False)
    assume(found)
    assert found
    step = Step(1, found.clues, found.literals, ())
    Judge(theory).check(step, needs=found.minimal)


# -- stages in JSON


def test_the_stages_of_a_step_can_be_replayed_from_the_json_of_the_command() -> None:
    done = puzzles("explain", "masyu", "six", "--json")
    steps = [json.loads(line) for line in done.stdout.splitlines()][:-1]
    theory, _ = explained("masyu", "six")
    clues = {clue.words: clue for clue in theory.clues}
    judge, staged = judge_of("masyu", "six"), 0
    for step in steps:
        known = read(theory, step["premises"])
        told: list[Literal] = []
        for stage in step.get("stages", ()):
            premises, follows = read(theory, stage["premises"]), read(theory, stage["follows"])
            assert set(premises) <= {*known, *told}
            used = [stage["clue"], *step.get("seen", ())]
            assert judge.follows([clues[clue["words"]] for clue in used], premises, follows)
            told += follows
            staged += 1
        if "stages" in step:
            assert told == read(theory, step["follows"])
            assert [stage["clue"] for stage in step["stages"]] == step["reason"]
    assert staged > 4


def read(theory: Theory, literals: Sequence[dict[str, object]]) -> list[Literal]:
    """Literals from their JSON values."""
    return [theory.literal(clingo.parse_term(str(x["atom"])), bool(x["holds"])) for x in literals]


def test_a_stage_that_needs_no_clue_has_none_in_its_json() -> None:
    """What "suppose not" gives may say more with what was known, and no clue is needed for it."""
    _, steps = explained("twenty_four_seven", "four")
    stages = next(step.stages for step in steps if step.stages)
    step = merged([replace(stages[0], reason=()), *stages[1:]], 7)
    assert len(step.reason) == len(stages) - 1
    assert step_json(step)["stages"][0]["clue"] is None


def test_a_step_without_stages_has_none_in_its_json() -> None:
    _, steps = explained("twenty_four_seven", "four")
    for step in steps:
        assert ("stages" in step_json(step)) == bool(step.stages)
        assert (len(step.reason) == 1) <= (not step.stages)
