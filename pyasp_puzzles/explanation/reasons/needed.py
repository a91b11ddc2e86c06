"""What a step needs: a set of clues and of known literals of which none can be left out."""

from __future__ import annotations

from collections.abc import Iterable

from pyasp_puzzles.explanation.outcome import Outcome
from pyasp_puzzles.explanation.reasons.masks import bits
from pyasp_puzzles.explanation.reasons.parts import CONTRADICTION, Answer, Part


class Needed:
    """Searches for what some consequences need.

    All consequences are asked for at once: an auxiliary atom holds if one of them does not.

    Args:
        part: must hold the clues and the consequences.
        follows: the consequences.
        conflicts: limit of each search; what a search does not decide counts as needed.

    Attributes:
        proved: whether all searches were decided.
    """

    def __init__(self, part: Part, follows: Iterable[int], conflicts: int) -> None:
        self._part, self._conflicts, self.proved = part, conflicts, True
        literals = [literal for literal in follows if literal != CONTRADICTION]
        if len(literals) == 1:
            self._against = [-literals[0]]
        else:
            self._against = [part.unless(literals)] if literals else []

    def of(self, clues: int, known: Iterable[int]) -> tuple[int, list[int]] | None:
        """Needed clues and needed known literals; ``None``: the consequences do not follow.

        Literals that come first are kept rather than those that come last.  After a success twice
        as many are left out at once.
        """
        order = list(known)
        answer = self._search(clues, order)
        if answer.outcome is not Outcome.UNSATISFIABLE:
            return None
        clues, left = answer.clues, self._kept(order, answer)
        for clue in bits(clues):
            if clues >> clue & 1 and clues.bit_count() > 1:
                answer = self._search(clues & ~(1 << clue), left)
                if answer.outcome is Outcome.UNSATISFIABLE:
                    clues, left = answer.clues, self._kept(left, answer)
        needed: list[int] = []
        together = 1
        while left:
            kept = left[:-together]
            answer = self._search(clues, [*needed, *kept])
            if answer.outcome is Outcome.UNSATISFIABLE:
                left, together = self._kept(kept, answer), 2 * together
            elif together == 1:
                needed.append(left.pop())
            else:
                together = 1
        return clues, [literal for literal in order if literal in set(needed)]

    def follow(self, clues: int, known: Iterable[int]) -> bool:
        """Whether a search within the limit shows that the consequences follow."""
        return self._search(clues, known).outcome is Outcome.UNSATISFIABLE

    def _search(self, clues: int, known: Iterable[int]) -> Answer:
        answer = self._part.solve(clues, [*known, *self._against], self._conflicts, read=False)
        self.proved = self.proved and answer.outcome is not Outcome.UNKNOWN
        return answer

    @staticmethod
    def _kept(order: Iterable[int], answer: Answer) -> list[int]:
        core = set(answer.known)
        return [literal for literal in order if literal in core]
