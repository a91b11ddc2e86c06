"""Steps proved once more before they are published, by a solver that knows nothing of the search.

Comes in: the theory of an explanation, and its steps. Goes out: an error for a wrong one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import clingo
from clingo import Symbol

from pyasp_puzzles.core.errors import VerificationError
from pyasp_puzzles.explanation.steps import GroundClue, Literal, Step
from pyasp_puzzles.explanation.theory import Theory


class StepProof:
    """Asks a control of its own, without limits, what follows.

    It grounds the text of the explaining program anew.
    """

    def __init__(self, theory: Theory) -> None:
        self._control = clingo.Control(["--warn=none"])
        self._control.add("base", [], theory.text)
        for name, value in theory.constants.items():
            self._control.add("base", [], f"#const {name}={value}. [override]")
        self._control.ground()
        self._control.enable_cleanup = False  # else atoms that never hold are gone after a search

    def _number(self, atom: Symbol) -> int:
        found = self._control.symbolic_atoms[atom]
        if found is None:
            raise VerificationError(f"{atom} of a derivation is no atom of the program")
        return found.literal

    def _literal(self, literal: Literal) -> int:
        return self._number(literal.atom) if literal.holds else -self._number(literal.atom)

    def follows(
        self, clues: Iterable[GroundClue], known: Iterable[Literal], goals: Sequence[Literal]
    ) -> bool:
        """Whether all goals follow; without goals: whether it is a contradiction."""
        given = [-self._number(clue.symbol) for clue in clues]
        given += map(self._literal, known)
        if goals:
            with self._control.backend() as backend:
                missing = backend.add_atom()  # holds if some goal does not
                for goal in goals:
                    backend.add_rule([missing], [-self._literal(goal)])
            given.append(missing)
        return bool(self._control.solve(assumptions=given).unsatisfiable)

    def prove(self, steps: Iterable[Step], answer: Iterable[Symbol] | None) -> None:
        """Check that steps rest upon earlier ones and follow, and say nothing that no answer has.

        A choice does not follow; the steps behind it tell the answer.

        Args:
            answer: the one that the steps lead to; ``None``: they lead to none.

        Raises:
            VerificationError: they do not.
        """
        known = set[tuple[Symbol, bool]]()
        holding = None if answer is None else frozenset(answer)
        for step in steps:
            wrong = holding is not None and any(
                x.shown and x.holds != (x.atom in holding) for x in step.follows
            )
            if wrong or not {x.truth for x in step.premises} <= known:
                raise VerificationError(f"step {step.number} of a derivation does not fit")
            if step.form != "choice" and not self.follows(step.clues, step.premises, step.follows):
                raise VerificationError(f"step {step.number} of a derivation does not follow")
            known |= {x.truth for x in step.follows}
