"""Packing for CP-SAT: the exact cover of :mod:`.sat` in the "exactly one" constraints of CP-SAT.

What labels would gain is measured in ``docs/measured/encodings/packing.md``.
"""

from __future__ import annotations

from pyasp_puzzles.core.symmetry import KINDS
from pyasp_puzzles.engines.cpsat import CpConstraints
from pyasp_puzzles.engines.encoding import CpProblem, Encoding
from pyasp_puzzles.puzzles.packing.instance import PackingBoard
from pyasp_puzzles.puzzles.packing.sat import cover


def exactly_one(instance: PackingBoard, symmetry: str) -> CpProblem:
    return cover(CpConstraints(), instance, symmetry, "").problem()


ENCODINGS = {
    "exactly_one": Encoding(
        exactly_one,
        'exact cover, as in the notebook "HexagonalPuzzleSat" of the Rexl samples, with the '
        '"exactly one" constraints of CP-SAT',
        symmetry=KINDS,
    ),
}
