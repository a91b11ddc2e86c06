"""Steps are replayed on a fresh control: they follow, and need all that they name."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import pyasp_puzzles as pp
from pyasp_puzzles.engines.request import fact_text
from pyasp_puzzles.explain.derivation import backbone, derive
from pyasp_puzzles.explain.outcome import Outcome
from pyasp_puzzles.explain.steps import Literal, Step
from pyasp_puzzles.explain.theory import Theory, theory_of
from pyasp_puzzles.registry import find_puzzle

SMALL = [("pips", "heart"), ("twenty_four_seven", "four")]


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
        found = self._solver.solve([*self._solver.on(clues), *premises, *missing])
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


@pytest.mark.parametrize(("puzzle", "name"), SMALL)
def test_every_step_follows_and_needs_all_that_it_names(puzzle: str, name: str) -> None:
    instance = pp.load(puzzle, name)
    theory = theory_of(find_puzzle(puzzle), fact_text(instance))
    goals = backbone(theory)
    assert goals
    steps = list(derive(theory, goals))
    check(theory, steps)
    known = Replay(theory).numbers([literal for step in steps for literal in step.follows])
    assert set(known) <= set(goals)
