"""Why a partial answer cannot be completed: few clues that contradict what it says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.explanation.reasons.conflict import conflict
from pyasp_puzzles.explanation.reasons.finder import StepFinder
from pyasp_puzzles.explanation.reasons.parts import CONTRADICTION
from pyasp_puzzles.explanation.steps import Clue, Literal
from pyasp_puzzles.explanation.theory import Outcome, Theory

CONFLICTS = 2_000
"""Conflicts after which a search for fewer clues gives up."""


@dataclass(frozen=True)
class Contradiction:
    """Clues and literals of a partial answer that contradict each other.

    Attributes:
        clues: of the program; without any one of them the rest has a model.
        literals: of the partial answer, likewise.
        minimal: whether that is proved.
        smallest: whether it is proved that no clues of less weight contradict the partial answer.
    """

    clues: tuple[Clue, ...]
    literals: tuple[Literal, ...]
    minimal: bool
    smallest: bool

    @property
    def size(self) -> int:
        """The sum of the clues' weights."""
        return sum(clue.weight for clue in self.clues)


def contradiction(
    theory: Theory, partial: Partial, late: Callable[[], bool]
) -> Contradiction | None:
    """Clues and literals that contradict each other, with as few clues as two searches find.

    The finder of steps looks for the way to a contradiction with the partial answer as known: it
    tries single clues, then sets of clues with a proof that none is smaller, within limits.  If it
    finds many clues, the deletion from several cores
    (:mod:`pyasp_puzzles.explanation.reasons.conflict`) may find fewer.

    Returns:
        ``None``: a limit came first, or the partial answer contradicts nothing.
    """
    found = None
    numbers = theory.atom_numbers
    if all(atom in numbers for atom in partial.atoms) and not theory.always_broken:
        known = [
            numbers[a] if holds else -numbers[a] for a, holds in partial.literals() if a in numbers
        ]
        step = StepFinder(theory, [CONTRADICTION], known).next()
        if step is not None and not step.follows:
            found = Contradiction(step.reason, step.premises, step.minimal, step.smallest)
    if found and (found.smallest or late()):
        return found
    other = conflict(theory, partial.literals(), CONFLICTS, late)
    if other.outcome is not Outcome.UNSATISFIABLE or (found and found.size <= other.size):
        return found
    return Contradiction(other.clues, other.literals, other.minimal, smallest=not other.clues)
