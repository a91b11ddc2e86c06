"""How edge matching looks for its best board: as many joints as possible match."""

from __future__ import annotations

from pyasp_puzzles.optimiser import BestRequest, BestSearch, Optimiser
from pyasp_puzzles.optional import check_installed
from pyasp_puzzles.puzzles.eternity.facts import Solution
from pyasp_puzzles.puzzles.eternity.instance import Instance
from pyasp_puzzles.puzzles.eternity.picture import picture
from pyasp_puzzles.puzzles.eternity.verify import measure


def most(instance: Instance) -> int:
    """The number of joints of a board.

    >>> most(Instance("Two by three", 2, 3, ((0, 0, 0, 0),) * 6, frame=None))
    7
    """
    return 2 * instance.rows * instance.columns - instance.rows - instance.columns


def start(instance: Instance, request: BestRequest[Solution]) -> BestSearch:
    """The beam search.

    Raises:
        PuzzleError: numba is not installed, or no board has a right frame.
    """
    check_installed("numba")
    from pyasp_puzzles.puzzles.eternity.beam.search import BeamSearch

    return BeamSearch(instance, request)


BEST = Optimiser[Instance, Solution](
    most,
    "joints match",
    "break",
    measure,
    start,
    picture,
    about="a beam search over partial boards, row by row, wider and wider",
)
