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
        smallest: whether no reason of less weight exists.
        propagation: whether unit propagation alone shows it.
        order: of several steps of single clues made one, their clues in order.
        stages: of a chain of such steps, the literals that follow from each, as masks.
    """

    clues: int
    follows: int
    smallest: bool
    propagation: bool
    order: tuple[int, ...] = ()
    stages: tuple[int, ...] = ()


class StepMaker:
    """Makes numbered steps of moves; leaves out what they do not need.

    Args:
        conflicts: of each search for what a step needs.
    """

    def __init__(self, theory: Theory, conflicts: int) -> None:
        self.theory, self.space, self._conflicts = theory, theory.space, conflicts
        self._number = 0
        self._symbols = {number: atom for atom, number in theory.atom_numbers.items()}

    def step(self, move: Move, known: Iterable[int]) -> Step:
        """A step with its clues and with the known literals that it needs.

        Args:
            known: the literals that were known before it.
        """
        self._number += 1
        if move.clues.bit_count() > SINGLE:  # searches are faster without all other clues
            components = self.space.components(bits(move.clues))
            part = self.space.build(components, clues=bits(move.clues))
        else:
            part = self.space.part(bits(move.clues))
        follows = self.space.literals(move.follows)
        premises = [x for x in known if part.scope >> self.space.bit(x) & 1]
        premises.sort(key=lambda literal: literal < 0)
        needed = Needed(part, follows, self._conflicts).of(move.clues, premises)
        used = move.clues
        if needed is not None:
            used, premises = needed
        order = [clue for clue in move.order or bits(used) if used >> clue & 1]
        clues = [self.theory.clues[clue] for clue in order]
        weights = [clue.weight for clue in clues]
        return Step(
            self._number,
            tuple(clues),
            self._literals(premises),
            self._literals(literal for literal in follows if literal != CONTRADICTION),
            max(weights, default=0) if move.order else sum(weights),
            move.smallest,
            merged=len(clues) > 1 and bool(move.order),
            propagation=move.propagation,
            stages=self._stages(move, used),
        )

    def _stages(self, move: Move, used: int) -> tuple[tuple[Literal, ...], ...]:
        """What each used clue of a chain gives, with what unused ones before it give."""
        found: list[tuple[Literal, ...]] = []
        left = 0
        for clue, follows in zip(move.order, move.stages, strict=False):
            left |= follows & ~self.space.contradiction
            if used >> clue & 1:
                found.append(self._literals(self.space.literals(left)))
                left = 0
        if left and found:
            found[-1] += self._literals(self.space.literals(left))
        return tuple(found)

    def _literals(self, numbers: Iterable[int]) -> tuple[Literal, ...]:
        symbols = self._symbols
        return tuple(self.theory.literal(symbols[abs(x)], x > 0) for x in numbers)
