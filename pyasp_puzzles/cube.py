"""Cubes: the search for the answers of an instance, cut into parts that share no answer.

The idea of cutting a search by assumptions is from Heule, Kullmann, Wieringa and Biere, "Cube and
conquer" (HVC 2011); :mod:`pyasp_puzzles.runs.cutting` says how it is done here.

>>> import pyasp_puzzles as pp
>>> board = pp.load("eternity", "document_3x3")
>>> for cube in pp.cubes(board, 4):
...     print(cube)
place(1,1,1,3)
place(1,1,2,3)
place(1,1,3,3)
place(1,1,4,3)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyasp_puzzles.errors import PuzzleError

if TYPE_CHECKING:
    from pyasp_puzzles.puzzle import I


@dataclass(frozen=True)
class Cube:
    """The answers in which some shown atoms are true and others are not; atoms as clingo's text.

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
        """Constraints that leave a program just these answers."""
        return "\n".join(f":- {'not ' if value else ''}{atom}." for atom, value in self.literals())


def cubes(instance: I, n: int, *, symmetry: bool | str = False, by: str = "") -> list[Cube]:
    """Cubes that together have every answer of an instance, and each answer in just one of them.

    Args:
        n: how many are wanted. There are at least about as many, and often more, since a cube is
            cut into all its parts at once: Soma has 55 for any number from 2 to 55. There are
            fewer where the search is over before; none, where propagation alone shows that there
            is no answer.
        symmetry, by: which answers, as in :func:`pyasp_puzzles.count`.

    Raises:
        PuzzleError: a senseless argument.
        SolverError: clingo refuses the program.
    """
    from pyasp_puzzles.api import make_job
    from pyasp_puzzles.runs.cutting import Cutting

    if not isinstance(n, int) or n < 1:
        raise PuzzleError(f"n: found {n!r}, expected a number of cubes")
    return Cutting(make_job(instance, symmetry=symmetry, by=by)).cubes(n)
