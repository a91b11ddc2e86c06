"""Contradictory boards: corrections, steps to the contradiction, large reasons told in parts."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from derivations import backbone

import pyasp_puzzles as pp
from pyasp_puzzles.explanation.reasons.contradiction import correction, steps_to_contradiction
from pyasp_puzzles.explanation.reasons.derivation import derive
from pyasp_puzzles.explanation.search import Outcome
from pyasp_puzzles.explanation.theory import Theory, theory_of

LIMIT = 20.0
"""CPU seconds after which the steps of a board are cut short."""
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
        theory = theory_of(pp.find_puzzle(puzzle), text)
        solver = theory.solver(conflicts=20_000)
        end = solver.solve(solver.all_on()).outcome
        if end is Outcome.UNSATISFIABLE and not theory.always_broken:
            yield f"{match[0]} to {number}", theory


def timed(start: float) -> float:
    return time.process_time() - start


@pytest.mark.benchmark
def test_contradictions(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = sorted((data / "pips").glob("2*.json"))
    boards = [("twenty_four_seven", "2020_a"), ("twenty_four_seven", "2020_c")]
    boards += [("pips", f"{files[k]}#hard") for k in (3, 27, 51)]
    draw = random.Random(5)
    with capsys.disabled():
        print("\n| board | change | correction | time | steps | largest flat | in parts | time |")
        for puzzle, address in boards:
            for (change, theory), _ in zip(spoiled(puzzle, address, draw), range(2), strict=False):
                start = time.process_time()
                found = correction(theory)
                corrected, begin = timed(start), time.process_time()
                steps, reached = steps_to_contradiction(
                    theory, late=lambda begin=begin: timed(begin) > LIMIT
                )
                flat = max((len(step.reason) for step in steps if not step.parts), default=0)
                parts = [p for step in steps for p in step.parts]
                inside = max((len(part.reason) for part in parts), default=0)
                told = sum(bool(step.parts) for step in steps)
                name = address.rpartition("/")[2]
                print(
                    f"| {name} | {change} | {len(found.clues)}{'' if found.smallest else '?'} "
                    f"| {corrected:.3f} | {len(steps)}{'' if reached else ', not reached'} "
                    f"| {flat} | {told}, of at most {inside} | {timed(begin):.1f} |",
                    flush=True,
                )
                assert reached
                assert found.smallest


@pytest.mark.benchmark
def test_large_reasons_in_parts(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = sorted((data / "pips").glob("2*.json"))
    boards = [("twenty_four_seven", f"2020_{x}") for x in "abcd"] + [("pips", f"{files[51]}#hard")]
    with capsys.disabled():
        print("\n| board | steps | largest flat | in parts | largest part | time |")
        for puzzle, address in boards:
            theory = theory_of(pp.find_puzzle(puzzle), pp.facts(pp.load(puzzle, address)))
            goals = backbone(theory)
            assert goals
            start = time.process_time()
            steps = list(derive(theory, goals, nested=True))
            flat = max(len(step.reason) for step in steps if not step.parts and not step.stages)
            parts = [part for step in steps for part in step.parts]
            inside = max((len(part.reason) for part in parts), default=0)
            told = sum(bool(step.parts) for step in steps)
            name = address.rpartition("/")[2]
            print(f"| {name} | {len(steps)} | {flat} | {told} | {inside} | {timed(start):.1f} |")
