"""What unit propagation shows of the whole program: one look in place of a search per literal.

clasp gives each assumption a level of its own and propagates it before it decides anything.  So
what it knows at its first decision is all that propagation shows, and the level of a literal says
which assumption was the last one that it took.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import clingo


class PropagationClosure:
    """A control that tells what its assumptions propagate."""

    def __init__(self, control: clingo.Control, numbers: Sequence[int]) -> None:
        self._control, self._reader = control, _PropagationReader(numbers)
        control.register_propagator(self._reader)
        # The first decision comes before the first conflict.
        control.configuration.solve.solve_limit = "1,umax"  # type: ignore[union-attr]

    def of(self, assumed: Sequence[int]) -> dict[int, int] | None:
        """The literals that propagation shows, and after which assumption.

        Args:
            assumed: literals, which propagation takes one after the other.

        Returns:
            For each literal the place in ``assumed`` of the last one that it takes; -1: it takes
            none.  ``None``: propagation shows that they contradict each other.
        """
        self._reader.begin(assumed)
        if self._control.solve(assumptions=list(assumed)).unsatisfiable and not self._reader.seen:
            return None
        return self._reader.found


class _PropagationReader(clingo.Propagator):
    """Reads the assignment before the first decision, or when all is decided without any."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self._numbers = numbers
        self._solver_literals: list[int] = []
        self._of: dict[int, int] = {}
        self._assumed: Sequence[int] = ()
        self.begin(())

    def begin(self, assumed: Sequence[int]) -> None:
        """Forget what was read."""
        self._assumed, self.seen = assumed, False
        self.found: dict[int, int] = {}

    def init(self, init: clingo.PropagateInit) -> None:
        """Called by clingo before each search."""
        init.check_mode = clingo.PropagatorCheckMode.Total
        self._solver_literals = [*map(init.solver_literal, self._numbers)]
        self._of = {}
        for place, literal in enumerate(self._assumed):
            self._of.setdefault(init.solver_literal(literal), place)

    def decide(self, thread_id: int, assignment: clingo.Assignment, fallback: int) -> int:
        """Called by clingo before a decision; leaves the decision to clasp."""
        self._read(assignment)
        return 0

    def check(self, control: clingo.PropagateControl) -> None:
        """Called by clingo when everything is decided."""
        self._read(control.assignment)

    def _read(self, assignment: Any) -> None:
        if self.seen:
            return
        self.seen = True
        place_of: dict[int, int] = {0: -1}
        for number, literal in zip(self._numbers, self._solver_literals, strict=True):
            value = assignment.value(literal)
            if value is None:
                continue
            level = assignment.level(literal)
            if level not in place_of:
                place_of[level] = self._of[assignment.decision(level)]
            self.found[number if value else -number] = place_of[level]
