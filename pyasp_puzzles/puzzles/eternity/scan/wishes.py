"""Which pieces have to lie in place in a scan, and which must not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pyasp_puzzles.puzzles.eternity.pieces import Cell, Lying


@dataclass(frozen=True)
class Wishes:
    """What has to lie in place, and what must not.

    Attributes:
        fixed: by cell the turned piece that lies there.
        barred: by cell the turned pieces that must not lie there.
        nowhere: turned pieces that must not lie on any cell.
    """

    fixed: Mapping[Cell, Lying] = field(default_factory=dict)
    barred: Mapping[Cell, frozenset[Lying]] = field(default_factory=dict)
    nowhere: frozenset[Lying] = frozenset()
