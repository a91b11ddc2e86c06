"""Families of generated boards: the same size and numbers of colours, one board for each seed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import lgamma, log

from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.puzzles.eternity.catalogue import generate
from pyasp_puzzles.puzzles.eternity.instance import Instance

RIM_COLOURS = {4: 2, 5: 3, 6: 3, 7: 3, 8: 4, 10: 5, 12: 5, 16: 5}
"""For each size the number of colours along the rim."""

COLOURS = {
    4: (2, 3, 4, 6),
    5: (3, 4, 5, 6, 8),
    6: (3, 4, 5, 6, 7, 8, 10),
    7: (4, 5, 6, 7, 8, 9, 10, 14),
    8: (5, 6, 7, 8, 9, 10, 12, 17),
    10: (8, 9, 10, 12, 14, 17, 20),
    12: (9, 10, 12, 14, 17, 20, 25, 30),
    16: (17,),
}
"""For each size the numbers of colours inside that the study has: some on both sides of the number
with which one accidental answer is expected, and some far above it."""

SIZES = tuple(COLOURS)

_NAME = re.compile(r"(\d+)-(\d+)-(\d+)/(\d+)")


@dataclass(frozen=True, order=True)
class Family:
    """Square framed boards of one size and numbers of colours.

    Attributes:
        size: rows and columns.
        colours: colours of the joints inside.
        rim: further colours, for the joints along the rim only.
    """

    size: int
    colours: int
    rim: int

    @property
    def title(self) -> str:
        """For people: "7 x 7, 6 + 3 colours"."""
        return f"{self.size} x {self.size}, {self.colours} + {self.rim} colours"

    @property
    def expected(self) -> float:
        """The decimal logarithm of the number of accidental answers, see :func:`expected`."""
        return expected(self.size, self.colours, self.rim)

    def name(self, seed: int) -> str:
        """The name of a board of the family: "7-6-3/1"."""
        return f"{self.size}-{self.colours}-{self.rim}/{seed}"

    def board(self, seed: int) -> Instance:
        """The board that the generator makes from a seed; it has at least one answer."""
        board, _ = generate(self.size, self.size, self.colours, seed, rim_colours=self.rim)
        return replace(board, name=self.name(seed))


def parse_name(name: str) -> tuple[Family, int]:
    """The family and the seed of a board's name.

    Raises:
        PuzzleError: it is no such name.

    >>> parse_name("7-6-3/1")
    (Family(size=7, colours=6, rim=3), 1)
    """
    match = _NAME.fullmatch(name)
    if not match:
        raise PuzzleError(f"found board {name!r}, expected SIZE-COLOURS-RIM/SEED, such as 7-6-3/1")
    size, colours, rim, seed = map(int, match.groups())
    return Family(size, colours, rim), seed


def families(sizes: Iterable[int]) -> Iterator[Family]:
    """The families of these sizes, of each size those with more colours first.

    Raises:
        PuzzleError: the study has no boards of a size.
    """
    for size in sizes:
        if size not in COLOURS:
            known = ", ".join(map(str, SIZES))
            raise PuzzleError(f"sizes: found {size}, expected some of {known}")
        for colours in sorted(COLOURS[size], reverse=True):
            yield Family(size, colours, RIM_COLOURS[size])


def expected(size: int, colours: int, rim: int) -> float:
    """The decimal logarithm of the number of accidental answers that a random board has.

    It is the number of ways to put four corners, the other pieces of the rim and the inner pieces
    on the board, up to rotation, times the probability that all joints match, where each joint
    along the rim does so with probability 1 / ``rim`` and each other one with 1 / ``colours``:
    the usual first-moment estimate, see Ansótegui, Béjar, Fernández and Mateu, "How hard is a
    commercial puzzle: the Eternity II challenge" (CCIA 2008).  That pieces were cut from one board,
    so that every colour has a partner, is left out: the true mean is higher.

    >>> round(expected(16, 17, 5), 1)
    0.6
    """
    edges, inner = 4 * (size - 2), (size - 2) ** 2
    along_rim, inside = 4 * (size - 1), 2 * (size - 1) * (size - 2)
    ways = log(6) + lgamma(edges + 1) + lgamma(inner + 1) + inner * log(4)  # 6: 4! / 4 rotations
    return (ways - along_rim * log(rim) - inside * log(colours)) / log(10)


def critical(size: int, rim: int) -> float:
    """The number of colours inside, a real number, with which one accidental answer is expected.

    >>> round(critical(16, 5), 2)
    17.06
    """
    inside = 2 * (size - 1) * (size - 2)
    return float(10 ** (expected(size, 1, rim) / inside))
