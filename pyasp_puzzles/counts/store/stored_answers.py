"""An answer of a store, which can be verified, drawn and written."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

import clingo

from pyasp_puzzles.boards.registry import find_puzzle
from pyasp_puzzles.core.atoms import REMEMBERED
from pyasp_puzzles.core.errors import StoreError
from pyasp_puzzles.counts.identity import CountIdentity
from pyasp_puzzles.engines.results import Answer

_symbol = lru_cache(maxsize=REMEMBERED)(clingo.parse_term)


@dataclass(frozen=True)
class StoredAnswer:
    """An answer of a store.

    Attributes:
        number: position among all answers of the store, from 1.
        cube: number of the cube that has it, from 1.
        atoms: the shown atoms, in clingo's order.
        run: the identity of the count.
    """

    number: int
    cube: int
    atoms: tuple[str, ...]
    run: CountIdentity = field(repr=False, compare=False)

    @cached_property
    def answer(self) -> Answer[Any, Any, Any]:
        """The answer, verified.

        Raises:
            StoreError: the store has parts of answers only.
            VerificationError: it breaks a rule, which is a bug.
        """
        if not self.run.whole:
            raise StoreError(
                f"{self.run.puzzle} {self.run.instance}: found a {self.run.by}, which leaves out "
                "a part of the answer, expected a whole answer to verify and to draw"
            )
        return self._answer().verified()

    def verify(self) -> None:
        """Verify the answer, if it is a whole one.

        Raises:
            VerificationError: it breaks a rule, which is a bug.
        """
        if self.run.whole:
            self._answer().verified()

    def _answer(self) -> Answer[Any, Any, Any]:
        puzzle = find_puzzle(self.run.puzzle)
        return Answer.read(puzzle, self.run.loaded, map(_symbol, self.atoms))

    def as_json(self) -> dict[str, Any]:
        """As ``as_json`` of :class:`~pyasp_puzzles.engines.results.Answer`; a part has atoms only.

        Raises:
            VerificationError: it breaks a rule, which is a bug.
        """
        if self.run.whole:
            return self._answer().as_json()
        return {
            "puzzle": self.run.puzzle,
            "instance": self.run.instance,
            "atoms": list(self.atoms),
            "verified": False,
        }
