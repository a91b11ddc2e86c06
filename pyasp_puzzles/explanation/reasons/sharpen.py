"""Reasons of single consequences: what gives several literals may be more than one needs."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

from pyasp_puzzles.explanation.outcome import Outcome
from pyasp_puzzles.explanation.reasons.finder import StepFinder
from pyasp_puzzles.explanation.reasons.masks import bits
from pyasp_puzzles.explanation.reasons.moves import Move
from pyasp_puzzles.explanation.reasons.parts import Part

LARGE = 4
"""A reason of so many clues is told as "suppose not"."""

_MOST = 6
"""Consequences that get a reason of their own; atoms that hold come first."""
_QUICK = 100
"""Conflicts after which a clue counts as needed for such a reason."""


def own_reasons(finder: StepFinder, move: Move) -> list[tuple[int, int]]:
    """Consequences of a move, as bits, each with a minimal part of the reason; cheapest first."""
    part = finder.part(finder.space.components(bits(move.clues)))
    found = [(bit, _own(part, move.clues, bit)) for bit in islice(bits(move.follows), _MOST)]
    return sorted(found, key=lambda own: (finder.space.weight(own[1]), own[0]))


def sharpened(finder: StepFinder, move: Move) -> Move:
    """The move with the cheapest reason of one of its consequences, and all that follows from it.

    A move of few clues is returned as it is.
    """
    if move.clues.bit_count() < LARGE:
        return move
    bit, clues = own_reasons(finder, move)[0]
    return move if clues == move.clues else narrowed(finder, move, bit, clues)


def narrowed(finder: StepFinder, move: Move, bit: int, clues: int) -> Move:
    """The move with a part of its reason that gives one consequence, and all that follows."""
    space = finder.space
    part = finder.part(space.components(bits(clues)))
    left = finder.open & part.scope & ~(1 << bit)
    follows = 1 << bit | finder.implied(part, clues, left)
    if follows & space.contradiction:
        follows = space.contradiction
    smallest = move.smallest and space.weight(clues) == space.weight(move.clues)
    return replace(move, clues=clues, follows=follows, smallest=smallest)


def _own(part: Part, clues: int, bit: int) -> int:
    """A part of a reason that is minimal for one consequence; the part knows what is known."""
    against = part.space.against(bit)
    for clue in bits(clues):
        if clues >> clue & 1 and clues.bit_count() > 1:
            answer = part.solve(clues & ~(1 << clue), against, _QUICK)
            if answer.outcome is Outcome.UNSATISFIABLE:
                clues = answer.clues or 1 << clue
    return clues
