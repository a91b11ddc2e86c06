"""A smallest set of clues, in the sense that none can be dropped."""

from __future__ import annotations

from collections.abc import Sequence

from pyasp_puzzles.verbs.generation.clue_program import ClueProgram
from pyasp_puzzles.verbs.generation.solver import Found

EACH = 20_000
"""Conflicts for the search after one clue is dropped; without a result the clue is kept."""


def minimal(program: ClueProgram, proof: Found, order: Sequence[int]) -> list[int]:
    """A subset-minimal set of clues that leaves one answer, by deletion with cores.

    A clue is dropped if the others leave no other answer; then all clues go that the proof does
    not use. This is the deletion method for minimal unsatisfiable subsets with clause-set
    refinement (J. Marques-Silva, "Minimal Unsatisfiability", ISMVL 2010).

    Args:
        program: with its answer taken.
        proof: that all clues leave one answer.
        order: numbers of clues: the first ones are tried first.

    Returns:
        Numbers of clues. A clue that the limit decided may still be superfluous.
    """
    core = program.in_core(proof)
    left = [number for number in reversed(order) if number in core]
    needed: list[int] = []
    while left:
        tried = left.pop()
        found = program.others([*needed, *left], EACH)
        if found.contradiction:
            core = program.in_core(found)
            left = [number for number in left if number in core]
        else:
            needed.append(tried)
    return sorted(needed)
