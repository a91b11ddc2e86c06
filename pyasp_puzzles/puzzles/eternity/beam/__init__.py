"""The beam search for the best board: all pieces lie, as many joints as possible match.

The search places one piece after the other, in a fixed order of the cells, and keeps the most
promising partial boards of each length (a beam; Lowerre, "The Harpy Speech Recognition System",
1976). A joint may break, late and at a price.

``board`` is the board as numbers, ``plan`` the order of the cells, ``tables`` the candidates and
the arrays of a level. ``kernel`` and ``breeding`` are compiled: one values the children of a level,
the other makes the best of them the next level. ``run`` is one search of fixed width, ``search``
the sequence of runs.
What was tried and measured: docs/measured/encodings/eternity.md.
"""

from __future__ import annotations

from pyasp_puzzles.boards.optimiser import BestRequest, BestSearch, Optimiser
from pyasp_puzzles.core.compiled import cold
from pyasp_puzzles.core.optional import check_installed
from pyasp_puzzles.puzzles.eternity.facts import Solution
from pyasp_puzzles.puzzles.eternity.instance import Instance, joints
from pyasp_puzzles.puzzles.eternity.picture import picture
from pyasp_puzzles.puzzles.eternity.verify import measure


def start(instance: Instance, request: BestRequest[Solution]) -> BestSearch:
    """The beam search.

    Raises:
        PuzzleError: numba is not installed, or no board has a right frame.
    """
    check_installed("numba")
    from pyasp_puzzles.puzzles.eternity.beam.search import BeamSearch

    return BeamSearch(instance, request)


def begins() -> str:
    """Whether the kernels have to be compiled, in words."""
    check_installed("numba")
    from pyasp_puzzles.puzzles.eternity.beam.kernel import expand

    return (
        "compiles the search, once on this machine; this takes some seconds" if cold(expand) else ""
    )


BEST = Optimiser[Instance, Solution](
    most=joints,
    counted="joints match",
    lost="break",
    measure=measure,
    start=start,
    picture=picture,
    about="a beam search over partial boards, row by row, wider and wider",
    begins=begins,
)
