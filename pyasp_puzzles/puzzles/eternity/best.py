"""How edge matching looks for its best board: as many joints as possible match."""

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
