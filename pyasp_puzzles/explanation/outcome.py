"""What a limited search ends with, and what is known of several answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

from pyasp_puzzles.core.errors import counted
from pyasp_puzzles.explanation.steps import Literal

NO_ATOM = "no atom is in every answer"
TOLD = 8
"""How many atoms that all answers have are told in words."""


class Outcome(Enum):
    """What a limited search ends with."""

    SATISFIABLE = "satisfiable"
    UNSATISFIABLE = "unsatisfiable"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class SeveralAnswers:
    """What is known of several answers before anything is explained.

    Attributes:
        found: how many were found.
        exhausted: whether there are no others.
        shared: the shown atoms that all answers have, as far as proved; printed ones left out.
        certain: whether no other atoms do; else a limit came before that was proved.
    """

    found: int
    exhausted: bool
    shared: tuple[Literal, ...] = ()
    certain: bool = False

    def sentences(self) -> Iterator[str]:
        """What holds in all answers, then how many there are."""
        told = [literal.words for literal in self.shared[:TOLD]]
        if len(self.shared) > TOLD:
            told.append(f"and {len(self.shared) - TOLD:,} more")
        limit = "a limit came before more was known"
        if told:
            yield f"in every answer: {'; '.join(told)}" + (f" ({limit})" * (not self.certain))
        elif self.certain:
            yield NO_ATOM
        else:
            yield f"whether an atom is in every answer is not known: {limit}"
        yield self.remaining

    def as_json(self) -> dict[str, Any]:
        """JSON values: how many answers, and the atoms that all of them have."""
        return {
            "answers": self.found,
            "exhausted": self.exhausted,
            "always": [str(literal.atom) for literal in self.shared],
            "certain": self.certain,
        }

    @property
    def remaining(self) -> str:
        """How many answers there are."""
        if self.exhausted:
            return f"{counted(self.found, 'answer')}, and no others"
        return f"at least {counted(self.found, 'answer')}; the count ended there"
