"""Cubes: parts of a search that share no answer.

A cube is a set of assumptions, as in Heule, Kullmann, Wieringa and Biere, "Cube and conquer"
(HVC 2011); :mod:`pyasp_puzzles.counts.cube_cutter` makes them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Cube:
    """The answers in which some shown atoms are true and others false; atoms as clingo's text.

    >>> cube = Cube(("place(1,1,2,0)",), ("place(1,2,3,1)",))
    >>> print(cube)
    place(1,1,2,0), not place(1,2,3,1)
    >>> print(cube.rules())
    :- not place(1,1,2,0).
    :- place(1,2,3,1).
    """

    true: tuple[str, ...] = ()
    false: tuple[str, ...] = ()

    def __str__(self) -> str:
        return ", ".join((*self.true, *(f"not {atom}" for atom in self.false))) or "everything"

    def literals(self) -> Iterator[tuple[str, bool]]:
        """The atoms, each with its truth value."""
        yield from ((atom, True) for atom in self.true)
        yield from ((atom, False) for atom in self.false)

    def rules(self) -> str:
        """Constraints with which a program has these answers only."""
        return "\n".join(f":- {'not ' if value else ''}{atom}." for atom, value in self.literals())
