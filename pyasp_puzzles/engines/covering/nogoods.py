"""Finds options, and pairs of options, that are in no cover: a group would have no option left.

Sets of options are bits.  ``incompatible`` gives for each option those that cannot be chosen with
it, the option itself included.  ``groups`` are groups of which exactly one option is chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pyasp_puzzles.engines.covering.cover import options


def useless(groups: Sequence[int], active: int, incompatible: Sequence[int]) -> int:
    """Active options that are in no cover: each leaves no option for some group."""
    found, before = 0, -1
    while found != before:
        before = found
        for group in groups:
            found |= _blocking(group, active & ~found, incompatible)
    return found


def forbid_pairs(
    groups: Sequence[int],
    active: int,
    incompatible: list[int],
    most: int,
    stop: Callable[[], bool] = bool,
) -> None:
    """Make two active options incompatible if together they leave no option for some group.

    Args:
        groups: with active options only.
        active: options that may be chosen.
        incompatible: this function sets more bits in it.
        most: only groups with at most this number of options left beside the first option of a
            pair are tested.
        stop: whether to stop, called for each option; the pairs found until then stay.
    """
    for option in options(active):
        if stop():
            return
        bit, beside = 1 << option, active & ~incompatible[option]
        for group in groups:
            left = group & beside
            if group & bit or left == group or left.bit_count() > most:
                continue
            lost = _blocking(group, beside, incompatible)
            if lost:
                beside &= ~lost
                incompatible[option] |= lost
                for other in options(lost):
                    incompatible[other] |= bit


def _blocking(group: int, active: int, incompatible: Sequence[int]) -> int:
    """Active options outside a group that are incompatible with all active ones in it."""
    common = active & ~group
    for option in options(group & active):
        common &= incompatible[option]
        if not common:
            break
    return common
