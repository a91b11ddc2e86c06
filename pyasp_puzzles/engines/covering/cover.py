"""Exact cover problems: options, and groups that say how many of their options to choose.

In the terms of Knuth, TAOCP 4B, 7.2.2.1: a :class:`Group` is an *item*, given by the *options* that
contain it.  "Exactly one" is a primary item, "at most one" a secondary item; other bounds are exact
covering with multiplicities.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple


class Group(NamedTuple):
    """A cover has at least ``low`` and at most ``high`` of these options (``mask``, as bits)."""

    mask: int
    low: int
    high: int


@dataclass(frozen=True)
class Cover:
    """A problem with options 0 to ``size - 1``; a cover is a set that fits all groups."""

    size: int
    groups: tuple[Group, ...]

    def permuted(self, order: Iterable[int]) -> Cover:
        """The same problem with new numbers: option ``order[i]`` becomes option ``i``."""
        bits = {old: 1 << new for new, old in enumerate(order)}
        return Cover(
            self.size,
            tuple(
                Group(sum(bits[option] for option in options(group.mask)), group.low, group.high)
                for group in self.groups
            ),
        )


def options(mask: int) -> Iterator[int]:
    """The indices of the bits that are set, the lowest first."""
    while mask:
        bit = mask & -mask
        yield bit.bit_length() - 1
        mask ^= bit
