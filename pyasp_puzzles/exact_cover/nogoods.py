"""Options, and pairs of options, that are in no cover since they leave nothing for some group.

All sets of options are bits.  ``incompatible`` has for each option those that cannot be chosen with
it, itself among them; ``groups`` are those of which exactly one option is chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pyasp_puzzles.exact_cover.cover import options


def useless(groups: Sequence[int], active: int, incompatible: Sequence[int]) -> int:
    """Active options that are in no cover: each leaves nothing for some group."""
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
    """Make two active options incompatible if they leave nothing for some group ("pair nogoods").

    Args:
        groups: of active options.
        active: options that may be chosen.
        incompatible: more bits are set in it.
        most: look only at groups with at most so many options beside the first of a pair.
        stop: whether to stop, asked for each option; what was found until then holds.
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
