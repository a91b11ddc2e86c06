"""Edge matching by a compiled scan: cell by cell, candidates by the colours above and to the left.

``rows``
    Ours: a depth-first search that fills the cells in reading order, along the shorter side of the
    board, from the corner near which pieces lie in place; so it sees the board after some quarter
    turns. Counting joints by colour and place tells that a board has no answer, and the search puts
    no piece that would need a further joint of a kind that is used up.

Programs for this puzzle have searched so since L. Verhaard's solver of 2008 ("eii",
www.shortestpath.se/eii); the sorts of joints are ours. Times: docs/measured/encodings/eternity.md.

The answers under all rotations follow from one answer of each class: each rotation turns the
anchor, a piece of which there is one, differently (``lp/symmetry/eternity.lp``). If the anchor fits
few cells it lies in place, in one part of the search for each.

This module can be imported without numba, which the search needs.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from pyasp_puzzles.core.symmetry import ALL
from pyasp_puzzles.engines.encoding import Encoding, Scan, ScanRequest
from pyasp_puzzles.puzzles.eternity.instance import EternityBoard
from pyasp_puzzles.puzzles.eternity.search.board import expected_nodes, matching_pieces, plan

if TYPE_CHECKING:
    from pyasp_puzzles.boards.puzzle import Task
    from pyasp_puzzles.engines.encoding import Probe
    from pyasp_puzzles.puzzles.eternity.search.scanning import BoardScan
    from pyasp_puzzles.work.deadline import Late

FEWEST_NODES = 1e6
"""``auto`` takes the scan from so many expected nodes on (docs/measured/encodings/eternity.md)."""
MANY_NODES = 5e8
"""From so many on it does not take it where inner cells have very few candidates."""
FEW_CANDIDATES = 0.58
"""So many expected ones are very few."""


def rows(instance: EternityBoard, symmetry: str) -> Scan:
    """The scan of a board."""

    def start(request: ScanRequest) -> BoardScan:
        from pyasp_puzzles.puzzles.eternity.search.scanning import BoardScan  # imports numba

        return BoardScan(instance, symmetry, request)

    def prepare() -> None:
        """Import numba, and compile the kernel on a board of one cell."""
        from pyasp_puzzles.puzzles.eternity.search.scanning import BoardScan

        BoardScan(EternityBoard("", 1, 1, ((0, 0, 0, 0),)), "", ScanRequest()).advance(1)

    def why_not(task: Task) -> str:
        boards, _ = plan(instance, symmetry)
        nodes = sum(map(expected_nodes, boards))
        if nodes < FEWEST_NODES:
            return "clingo searches so small a board before the machine code is loaded"
        if nodes >= MANY_NODES and matching_pieces(boards[0]) < FEW_CANDIDATES:
            return "clingo is faster on a large board with so many colours"
        return ""

    @cache
    def unsearched() -> BoardScan:
        return start(ScanRequest())

    def probe(width: int, seed: int, late: Late) -> Probe | None:
        return unsearched().probe(width, seed, late)

    return Scan(prepare, start, why_not, probe)


ENCODINGS = {
    "rows": Encoding(
        rows, "ours: row by row, candidates by the colours above and to the left", symmetry=(ALL,)
    )
}
