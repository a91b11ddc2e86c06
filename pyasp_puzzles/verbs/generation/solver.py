"""Searches of one ground program under assumptions, each with a limit of conflicts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import clingo

from pyasp_puzzles.ground.grounding import WAIT, Grounder, Source, in_thread
from pyasp_puzzles.verbs.generation.deadline import Deadline

Symbols = tuple[clingo.Symbol, ...]


@dataclass(frozen=True)
class Found:
    """What a search has found.

    Attributes:
        models: the shown atoms of each model, sorted.
        exhausted: whether there are no others; if not, and there are fewer models than wanted,
            the limit of conflicts came first.
        core: assumptions that together have no model; only where there is none.
    """

    models: tuple[Symbols, ...]
    exhausted: bool
    core: tuple[int, ...] = ()

    @property
    def contradiction(self) -> bool:
        """Whether it is proved that there is no model."""
        return self.exhausted and not self.models


class LimitedSolver:
    """A ground program that is searched several times.

    A limit of conflicts makes what is found independent of the machine. Ctrl-C and the deadline
    end a search at once.

    Args:
        source: the program; it is ground here.
        deadline: checked twenty times a second.
        options: for clingo.

    Attributes:
        control: the control with the ground program.
        searches: the number of searches so far.

    Raises:
        SolverError: clingo refuses the program.
        GaveUpError: the time is up.
    """

    def __init__(self, source: Source, deadline: Deadline, options: Sequence[str] = ()) -> None:
        fixed = ["--project=show", "--opt-mode=ignore", "--warn=none"]
        grounder = Grounder(source, [*fixed, *options])
        self._deadline, self.searches = deadline, 0
        in_thread(grounder.ground, self._late)
        self.control = grounder.control

    def solve(self, assumptions: Sequence[int], conflicts: int, most: int = 1) -> Found:
        """Search for models.

        Args:
            assumptions: literals of the ground program that hold.
            conflicts: the greatest number of conflicts.
            most: the greatest number of models.

        Raises:
            GaveUpError: the time is up.
        """
        self.searches += 1
        models: list[Symbols] = []
        solving = self.control.configuration.solve
        solving.models = most  # type: ignore[union-attr]
        solving.solve_limit = f"{conflicts},umax"  # type: ignore[union-attr]

        def keep(model: clingo.Model) -> None:
            models.append(tuple(sorted(model.symbols(shown=True))))

        with self.control.solve(assumptions, on_model=keep, async_=True) as handle:
            while not handle.wait(WAIT):
                self._late()
            result = handle.get()
            core = tuple(handle.core()) if result.unsatisfiable else ()
        return Found(tuple(models), bool(result.exhausted), core)

    def forbid(self, literals: Sequence[int]) -> None:
        """From now on not all of these literals hold."""
        with self.control.backend() as backend:
            backend.add_rule([], literals)

    def literal(self, atom: clingo.Symbol) -> int | None:
        """The literal of an atom; ``None`` for an atom that never holds."""
        found = self.control.symbolic_atoms[atom]
        return found.literal if found else None

    def _late(self) -> bool:
        self._deadline.check()
        return False
