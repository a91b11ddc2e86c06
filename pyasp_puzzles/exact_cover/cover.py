"""What is to be covered: options, and how many of some of them are to be chosen.

In the terms of Knuth, TAOCP 4B, 7.2.2.1: an *option* is what may be chosen, and a :class:`Group` is
an *item*, given by the options that contain it.  "Exactly one" is a primary item, "at most one" a
secondary one, and other bounds are exact covering with multiplicities.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple


class Group(NamedTuple):
    """At least ``low`` and at most ``high`` options of a set, given as bits, are chosen."""

    mask: int
    low: int
    high: int


@dataclass(frozen=True)
class Cover:
    """Options 0 to ``size - 1`` and groups of them; a set of options that suits all is a cover."""

    size: int
    groups: tuple[Group, ...]

    def permuted(self, order: Iterable[int]) -> Cover:
        """The same with new numbers: option ``order[i]`` becomes option ``i``."""
        bits = {old: 1 << new for new, old in enumerate(order)}
        return Cover(
            self.size,
            tuple(
                Group(sum(bits[option] for option in options(group.mask)), group.low, group.high)
                for group in self.groups
            ),
        )


def options(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set, from the least."""
    while mask:
        bit = mask & -mask
        yield bit.bit_length() - 1
        mask ^= bit
