"""Deductions, the limits of the search for them, and what models tell of the clues."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import or_

from pyasp_puzzles.explanation.reasons.subproblems import LiteralIndex, bits


@dataclass(frozen=True)
class StepLimits:
    """How much a search for a step may cost, in conflicts, on any machine."""

    propagation: int = 1  # within them a consequence counts as found by propagation
    search: int = 3000  # of each further search with one clue
    needed: int = 30000  # of each search for what a step can do without
    quick: int = 10  # of a search for any reason of several clues
    several: int = 60  # of one with many clues that bear upon the same part
    calls: int = 60  # searches that make reasons small in one step


LIMITS = StepLimits()
"""The usual limits."""


@dataclass(frozen=True)
class Deduction:
    """A step in numbers: a reason and what follows, as masks.

    ``propagation``: whether unit propagation alone shows it.
    """

    clues: int
    follows: int
    propagation: bool = False


class Witnesses:
    """What is known of each clue: literals that some model refutes in which it holds.

    ``implied``: literals that follow from it, but not by propagation; ``unknown``: no search
    decided these.
    """

    def __init__(self, index: LiteralIndex) -> None:
        self._scopes, count = index.clue_scopes, len(index.clue_scopes)
        self._atoms = (1 << index.atoms) - 1
        self.refuted, self.implied, self.unknown = [0] * count, [0] * count, [0] * count
        self._models: list[list[int]] = [[] for _ in range(count)]
        self._several: list[set[int]] = [set() for _ in range(count)]

    def add(self, clues: int, false: int, *, several: bool = False) -> None:
        """A model in which these clues hold and these literals do not.

        Of several, which together falsify only negations of atoms: one of them may falsify an atom
        that becomes known, so all are forgotten then.
        """
        for clue in bits(clues):
            seen = false & self._scopes[clue]
            if seen & ~self.refuted[clue]:
                self._models[clue].append(seen)
                self.refuted[clue] |= seen
                if several:
                    self._several[clue].add(seen)

    def learn(self, new: int) -> None:
        """Forget the models that new literals rule out.

        Only what a clue can bear upon counts: the rest of a model may always be another one.
        """
        for clue, scope in enumerate(self._scopes):
            if not scope & new:
                continue
            self.unknown[clue] = 0
            gone = self._several[clue] if new & scope & self._atoms else ()
            if gone or self.refuted[clue] & new:
                kept = [x for x in self._models[clue] if not x & new and x not in gone]
                self._models[clue], self.refuted[clue] = kept, reduce(or_, kept, 0)
                self._several[clue] -= {*gone}
