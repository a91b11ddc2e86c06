"""Edge matching by a compiled scan: cell by cell, candidates by the colours above and to the left.

``rows``
    Ours: a depth-first search that fills the cells in reading order, along the shorter side of the
    board. :mod:`.tables` lists the pieces that fit on a cell, for each pair of colours above it and
    to the left; :mod:`.supply` counts the joints of each colour, so that no colour is used more
    often than the other pieces allow; :mod:`.plan` says where the scan begins and which piece lies
    in place because the board can be rotated; :mod:`.kernel` is the search.

Programs for this puzzle have searched so since L. Verhaard's solver of 2008 ("eii",
www.shortestpath.se/eii); the sorts of joints are ours. ``symmetry`` is as in
``lp/symmetry/eternity.lp``, for boards with an anchor. Times: docs/measured/encodings/eternity.md.

This package can be imported without numba, which the search needs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyasp_puzzles.core.symmetry import ALL
from pyasp_puzzles.engines.encoding import Encoding, Scan, ScanRequest, ScanRun
from pyasp_puzzles.puzzles.eternity.instance import Instance
from pyasp_puzzles.puzzles.eternity.scan.plan import plan
from pyasp_puzzles.puzzles.eternity.scan.supply import expected_nodes, matching_pieces

if TYPE_CHECKING:
    from pyasp_puzzles.boards.puzzle import Task
    from pyasp_puzzles.engines.encoding import Probe
    from pyasp_puzzles.puzzles.eternity.scan.probing import BoardProbes
    from pyasp_puzzles.work.deadline import Late

FEWEST_NODES = 1e6
"""``auto`` takes the scan from so many expected nodes on (docs/measured/encodings/eternity.md)."""
MANY_NODES = 5e8
"""From so many on it does not take it where inner cells have very few candidates."""
FEW_CANDIDATES = 0.58
"""So many expected ones are very few."""


def rows(instance: Instance, symmetry: str) -> Scan:
    """The scan of a board."""

    def prepare() -> None:
        """Import numba, and compile the kernel on a board of one cell."""
        begin(Instance("", 1, 1, ((0, 0, 0, 0),)), "", ScanRequest()).advance(1)

    def begin(board: Instance, kind: str, request: ScanRequest) -> ScanRun:
        from pyasp_puzzles.puzzles.eternity.scan.run import BoardScan  # imports numba

        return BoardScan(board, kind, request)

    def why_not(task: Task) -> str:
        drawn = plan(instance, symmetry)
        nodes = sum(expected_nodes(drawn.board, part.fixed) for part in drawn.parts)
        if nodes < FEWEST_NODES:
            return "clingo searches so small a board before the machine code is loaded"
        if nodes >= MANY_NODES and matching_pieces(drawn.board) < FEW_CANDIDATES:
            return "clingo is faster on a large board with so many colours"
        return ""

    probes: list[BoardProbes] = []

    def probe(width: int, seed: int, late: Late) -> Probe | None:
        from pyasp_puzzles.puzzles.eternity.scan.probing import BoardProbes  # imports numba

        if not probes:
            probes.append(BoardProbes(instance, symmetry))
        return probes[0].probe(width, seed, late)

    return Scan(prepare, lambda request: begin(instance, symmetry, request), why_not, probe)


ENCODINGS = {
    "rows": Encoding(
        rows, "ours: row by row, candidates by the colours above and to the left", symmetry=(ALL,)
    )
}
