"""The best board of edge matching: as many joints as possible match, all other rules are kept."""

from __future__ import annotations

from pyasp_puzzles.puzzles.eternity.instance import Instance


def joints(instance: Instance) -> int:
    """The number of joints: pairs of cells with a side in common.

    >>> joints(Instance("Two pieces", 1, 2, ((0, 0, 1, 0), (0, 1, 0, 0)), 0))
    1
    """
    return 2 * instance.rows * instance.columns - instance.rows - instance.columns
