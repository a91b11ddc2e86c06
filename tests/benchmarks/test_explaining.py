"""Hints, derivations and contradictions: how long they take, and how large their reasons are."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import pytest
from derivations import backbone

import pyasp_puzzles as pp
from pyasp_puzzles.boards.puzzle import InstanceLike
from pyasp_puzzles.boards.registry import find_puzzle
from pyasp_puzzles.engines.job import fact_text
from pyasp_puzzles.explanation.reasons.contradiction import correction, steps_to_contradiction
from pyasp_puzzles.explanation.reasons.derivation import derive
from pyasp_puzzles.explanation.reasons.finder import StepFinder
from pyasp_puzzles.explanation.search import Outcome
from pyasp_puzzles.explanation.steps import Literal, Step
from pyasp_puzzles.explanation.theory import Theory, theory_of

if TYPE_CHECKING:
    from .conftest import Report

MOST = 60.0
"""CPU seconds after which a derivation is cut off."""

TITLE = "Hints and derivations, CPU seconds"
HEADS = ("instance", "hint", "hint at 80 %", "derivation", "steps", "largest", "mean", "proved")
SHIPPED = [
    *(("twenty_four_seven", name) for name in ("2020_a", "2020_b", "2020_c", "2020_d", "six")),
    ("eternity", "hints_6x6"),
]
PUBLISHED = ["2025-08-21", "2025-09-02", "2025-09-14", "2025-09-26", "2025-10-08"]


def numbers(theory: Theory, literals: Sequence[Literal]) -> list[int]:
    atoms = theory.atom_numbers
    return [atoms[x.atom] if x.holds else -atoms[x.atom] for x in literals]


def cold_hint(puzzle: str, facts: str, goals: Sequence[int], known: Sequence[int]) -> float:
    start = time.process_time()
    assert StepFinder(theory_of(find_puzzle(puzzle), facts), goals, known).next()
    return time.process_time() - start


def measured(puzzle: str, instance: InstanceLike) -> list[str]:
    facts = fact_text(instance)
    theory = theory_of(find_puzzle(puzzle), facts)
    goals = backbone(theory)
    assert goals
    start, steps = time.process_time(), list[Step]()
    for step in derive(theory, goals):
        steps.append(step)
        if time.process_time() - start > MOST:
            break
    spent = time.process_time() - start
    known = [x for step in islice(steps, len(steps) * 4 // 5) for x in step.follows]
    hints = [
        median(cold_hint(puzzle, facts, goals, board) for _ in range(3))
        for board in ([], numbers(theory, known))
    ]
    sizes = [step.size for step in steps]
    proved = sum(step.minimal for step in steps)
    derived = sum(len(step.follows) for step in steps)
    more = "" if derived + len(StepFinder(theory, goals).known) == len(goals) else "+"
    row = [f"{hints[0]:.2f} s", f"{hints[1]:.2f} s", f"{spent:.1f} s{more}", str(len(steps))]
    return [*row, str(max(sizes)), f"{sum(sizes) / len(sizes):.2f}", f"{proved} of {len(sizes)}"]


@pytest.mark.parametrize(("puzzle", "name"), SHIPPED)
def test_shipped_instances(puzzle: str, name: str, report: Report) -> None:
    report(TITLE, HEADS, [[name, *measured(puzzle, pp.load(puzzle, name))]])


@pytest.mark.parametrize("day", PUBLISHED)
def test_published_boards(day: str, data: Path, report: Report) -> None:
    board = pp.load("pips", f"{data / 'pips' / day}.json#hard")
    report(TITLE, HEADS, [[day, *measured("pips", board)]])


# Contradictory boards

LIMIT = 20.0
"""CPU seconds after which the steps of a board are cut short."""
IN_PARTS = ("largest at once", "in parts", "largest part")
PATTERNS = {
    "pips": r'sum\("(\w+)", ?(\d+)\)',
    "twenty_four_seven": r"view\((\d+, ?\d+, ?-?\d+, ?-?\d+), ?([1-7])\)",
}
"""What is changed: the second group is the number."""


def spoiled(puzzle: str, address: str, draw: random.Random) -> Iterator[tuple[str, Theory]]:
    """Theories of a board after one number is changed, those without answer."""
    facts = pp.facts(pp.load(puzzle, address))
    found = list(re.finditer(PATTERNS[puzzle], facts))
    while True:
        match = draw.choice(found)
        number = draw.choice([n for n in range(1, 8) if n != int(match[2])])
        text = facts[: match.start(2)] + str(number) + facts[match.end(2) :]
        theory = theory_of(find_puzzle(puzzle), text)
        solver = theory.solver(conflicts=20_000)
        end = solver.solve(solver.all_on()).outcome
        if end is Outcome.UNSATISFIABLE and not theory.always_broken:
            yield f"{match[0]} to {number}", theory


def hard(data: Path, number: int) -> str:
    """The address of a published board: the hard one of a day."""
    return f"{sorted((data / 'pips').glob('2*.json'))[number]}#hard"


def sizes_in_parts(steps: Sequence[Step]) -> list[str]:
    """The largest reason told at once, the number of steps in parts, the largest of their parts."""
    flat = max((len(s.reason) for s in steps if not s.parts and not s.stages), default=0)
    inside = max((len(part.reason) for step in steps for part in step.parts), default=0)
    return [str(flat), str(sum(bool(step.parts) for step in steps)), str(inside)]


def test_contradictions(data: Path, report: Report) -> None:
    boards = [("twenty_four_seven", "2020_a"), ("twenty_four_seven", "2020_c")]
    boards += [("pips", hard(data, number)) for number in (3, 27, 51)]
    draw, rows = random.Random(5), []
    for puzzle, address in boards:
        for change, theory in islice(spoiled(puzzle, address, draw), 2):
            start = time.process_time()
            found = correction(theory)
            corrected, begin = time.process_time() - start, time.process_time()
            steps, reached = steps_to_contradiction(
                theory, late=lambda begin=begin: time.process_time() - begin > LIMIT
            )
            spent = time.process_time() - begin
            assert reached
            assert found.smallest
            row = [address.rpartition("/")[2], change, str(len(found.clues)), f"{corrected:.3f}"]
            rows.append([*row, str(len(steps)), *sizes_in_parts(steps), f"{spent:.1f}"])
    heads = ("board", "change", "correction", "time", "steps", *IN_PARTS, "time")
    report("Contradictory boards, CPU seconds", heads, rows)
