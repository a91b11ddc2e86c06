"""Steps in numbers, and the same steps with their clues and literals."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pyasp_puzzles.explanation.reasons.masks import bits
from pyasp_puzzles.explanation.reasons.needed import Needed
from pyasp_puzzles.explanation.reasons.parts import CONTRADICTION
from pyasp_puzzles.explanation.steps import Literal, Step
from pyasp_puzzles.explanation.theory import Theory

SINGLE = 2
"""Clues up to this weight are tried alone before sets of clues."""


@dataclass(frozen=True)
class Move:
    """A step in numbers.

    Attributes:
        clues: the reason, a mask.
        follows: a mask of literals.
        smallest: whether no literal that is still open has a reason of less weight.
        propagation: whether unit propagation alone shows it.
    """

    clues: int
    follows: int
    smallest: bool
    propagation: bool


class StepMaker:
    """Makes steps of moves; leaves out what they do not need.

    Args:
        conflicts: of each search for what a step needs.
    """

    def __init__(self, theory: Theory, conflicts: int) -> None:
        self.theory, self.space, self._conflicts = theory, theory.space, conflicts
        self._symbols = {number: atom for atom, number in theory.atom_numbers.items()}

    def step(self, move: Move, known: Iterable[int]) -> Step:
        """A step with its clues and with the known literals that it needs.

        Args:
            known: the literals that were known before it.
        """
        follows = self.space.literals(move.follows)
        if move.clues.bit_count() > SINGLE:  # searches are faster without all other clues
            components = self.space.components(bits(move.clues))
            part = self.space.build(components, clues=bits(move.clues))
        else:
            part = self.space.part(bits(move.clues))
        premises = [x for x in known if part.scope >> self.space.bit(x) & 1]
        premises.sort(key=lambda literal: literal < 0)
        needed = Needed(part, follows, self._conflicts)
        found = needed.of(move.clues, premises)
        used = move.clues
        if found is not None:
            used, premises = found
        clues = tuple(self.theory.clues[clue] for clue in bits(used))
        return Step(
            1,
            clues,
            self._literals(premises),
            self._literals(literal for literal in follows if literal != CONTRADICTION),
            sum(clue.weight for clue in clues),
            move.smallest,
            propagation=move.propagation,
            minimal=needed.proved,
        )

    def _literals(self, numbers: Iterable[int]) -> tuple[Literal, ...]:
        symbols = self._symbols
        return tuple(self.theory.literal(symbols[abs(x)], x > 0) for x in numbers)
