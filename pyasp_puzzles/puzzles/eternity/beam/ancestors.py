"""What leads from the states of the last level back to boards."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int32]
Looks = npt.NDArray[np.uint16]

EVERY = 16
"""After so many levels, states without a living descendant are dropped."""
BYTES = 6
"""For each ancestor: its parent and its look."""


class Ancestors:
    """For each level the parents of its states in the level before, and their looks.

    Args:
        most: there is room for so many states.
    """

    def __init__(self, most: int) -> None:
        self.most, self.count = most, 0
        self._levels: list[tuple[Ints, Looks]] = []

    def add(self, parents: Ints, looks: Looks) -> None:
        """Add a level; the arrays are copied."""
        self._levels.append((parents.copy(), looks.copy()))
        self.count += len(parents)
        if len(self._levels) % EVERY == 0:
            self._drop()

    def room(self, wanted: int) -> int:
        """How many states the next level may have: if there is not room enough, half of it."""
        if self.count + wanted > self.most:
            self._drop()
        free = self.most - self.count
        return wanted if wanted <= free else max(free // 2, 1)

    def path(self, state: int) -> list[int]:
        """The looks from the first level to a state of the last."""
        found = []
        for parents, looks in reversed(self._levels):
            found.append(int(looks[state]))
            state = int(parents[state])
        return found[::-1]

    def _drop(self) -> None:
        """Drop the states without a descendant in the last level, back to a level without any."""
        for level in range(len(self._levels) - 1, 0, -1):
            parents, looks = self._levels[level]
            before, their_looks = self._levels[level - 1]
            alive = np.zeros(len(before), np.bool_)
            alive[parents] = True
            if alive.all():
                break
            number = np.cumsum(alive, dtype=np.int32) - np.int32(1)
            self._levels[level] = number[parents], looks
            self._levels[level - 1] = before[alive], their_looks[alive]
        self.count = sum(len(parents) for parents, _ in self._levels)
