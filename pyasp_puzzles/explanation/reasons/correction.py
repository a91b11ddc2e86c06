"""Corrections of contradictory instances: which clues would have to go.

A smallest correction set is the optimum of a MaxSAT problem: as few clues as possible are broken,
and of several such sets one of the least weight.  clasp searches for it guided by cores (Andres,
Kaufmann, Matheis, Schaub, "Unsatisfiability-based optimization in clasp", ICLP 2012).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import clingo

from pyasp_puzzles.explanation.outcome import Outcome
from pyasp_puzzles.explanation.reasons.conflict import CONFLICTS
from pyasp_puzzles.explanation.steps import Clue
from pyasp_puzzles.explanation.theory import Theory
from pyasp_puzzles.explanation.timed import Late, never
from pyasp_puzzles.ground.grounding import WAIT


@dataclass(frozen=True)
class Correction:
    """A set of clues without which there is an answer.

    Lemmas are no part of it: they follow from other clues and go with them.

    Attributes:
        outcome: satisfiable: this set corrects the instance; unsatisfiable: even without any
            clue there is no answer; unknown: a limit came before any set was found.
        clues: the set, in the order of the theory; clues that the facts alone break come first.
        smallest: whether it is proved that no set of fewer clues corrects the instance, and none
            of as many and of less weight.
    """

    outcome: Outcome
    clues: tuple[Clue, ...] = ()
    smallest: bool = False


def correction(theory: Theory, conflicts: int = CONFLICTS, late: Late = never) -> Correction:
    """A set of as few clues as possible that would have to go so that there is an answer.

    Of several such sets it has the least weight.  Clues of weight 0 stay.  An instance that has an
    answer needs no clue to go.

    Args:
        conflicts: the limit of the search; a second one of as many follows if it finds no set.
        late: whether the time is up.
    """
    given = [clue for clue in theory.always_broken if not clue.lemma]
    for strategy in ("usc", "bb"):
        broken, certain = _fewest_broken(theory, strategy, conflicts, late)
        if broken is not None:
            clues = [clue for clue, gone in zip(theory.clues, broken, strict=True) if gone]
            return Correction(Outcome.SATISFIABLE, (*given, *clues), smallest=certain)
        if certain:
            return Correction(Outcome.UNSATISFIABLE)
        if late():
            break
    return Correction(Outcome.UNKNOWN)


def _fewest_broken(
    theory: Theory, strategy: str, conflicts: int, late: Late
) -> tuple[list[bool] | None, bool]:
    """Which clues the best model breaks, and whether the search has come to its end.

    Args:
        strategy: clasp's for optimization; ``usc`` proves the optimum fast, ``bb`` finds models
            on the way.
    """
    solver = theory.solver([f"--opt-strategy={strategy}"], conflicts)
    counted = [not clue.lemma for clue in theory.clues]
    with solver.control.backend() as backend:
        prices = [
            (atom, clue.weight)
            for atom, clue in zip(theory.clue_atoms, theory.clues, strict=True)
            if not clue.lemma
        ]
        backend.add_minimize(1, [(atom, 1) for atom, _ in prices])
        backend.add_minimize(0, prices)

    def read(model: clingo.Model) -> list[bool]:
        atoms = zip(theory.clue_atoms, counted, strict=True)
        return [count and model.is_true(atom) for atom, count in atoms]

    return _last_model(solver.control, read, late)


def _last_model(
    control: clingo.Control, read: Callable[[clingo.Model], list[bool]], late: Late
) -> tuple[list[bool] | None, bool]:
    """What the last model says, and whether the search has come to its end."""
    best: list[bool] | None = None
    with control.solve(yield_=True, async_=True) as handle:
        while True:
            handle.resume()
            while not handle.wait(WAIT):
                if late():
                    handle.cancel()
                    return best, False
            model = handle.model()
            if model is None:
                return best, bool(handle.get().exhausted)
            best = read(model)
