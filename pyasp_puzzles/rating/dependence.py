"""How the steps of a derivation depend on each other.

Where many steps are possible, people find one soon; where just one is, they search for it.  Pelánek
calls this the dependency among steps and measures it as the number of possible steps at each point
("Difficulty rating of Sudoku puzzles by a computational model", FLAIRS 2011).  A step is possible
as soon as its premises are known.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clingo import Symbol

    from pyasp_puzzles.explanation.steps import Step


def possible(steps: Sequence[Step]) -> tuple[int, ...]:
    """For each step the number of steps that were possible before it, itself included.

    These are the steps that are still to come and whose premises are known.
    """
    changes = [0] * (len(steps) + 1)
    for place, needed in enumerate(_needed(steps)):
        changes[1 + max(needed, default=-1)] += 1  # possible from here on,
        changes[place + 1] -= 1  # until it is done
    numbers, total = [], 0
    for change in changes[: len(steps)]:
        total += change
        numbers.append(total)
    return tuple(numbers)


def chain(steps: Sequence[Step]) -> int:
    """The largest number of steps of which each needs a consequence of the one before it."""
    depths: list[int] = []
    for needed in _needed(steps):
        depths.append(1 + max((depths[other] for other in needed), default=0))
    return max(depths, default=0)


def _needed(steps: Sequence[Step]) -> list[set[int]]:
    """For each step the places of the steps that gave its premises."""
    given: dict[tuple[Symbol, bool], int] = {}
    found = []
    for place, step in enumerate(steps):
        found.append({given[x.atom, x.holds] for x in step.premises if (x.atom, x.holds) in given})
        given.update({(x.atom, x.holds): place for x in step.follows})
    return found
