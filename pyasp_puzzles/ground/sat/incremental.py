"""SAT solvers to which clauses can be added between two models."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from pyasp_puzzles.core.optional import need
from pyasp_puzzles.ground.sat.cnf import Clause
from pyasp_puzzles.ground.sat.dimacs import ExternalSolver
from pyasp_puzzles.ground.sat.solvers import SOLVERS, check_solver


class Solver(Protocol):
    """An incremental SAT solver."""

    def add(self, clauses: Sequence[Clause]) -> None: ...

    def solve(self) -> Sequence[int] | None:
        """A model, literal ``i + 1`` or its negation at index ``i``, or ``None``: there is none."""

    def statistics(self) -> dict[str, float]: ...

    def close(self) -> None: ...


class PySatSolver:
    """One of PySAT's solvers."""

    def __init__(self, name: str) -> None:
        self._solver: Any = need("pysat.solvers").Solver(name=name)

    def add(self, clauses: Sequence[Clause]) -> None:
        self._solver.append_formula(clauses)

    def solve(self) -> Sequence[int] | None:
        model: list[int] | None = self._solver.get_model() if self._solver.solve() else None
        return model

    def statistics(self) -> dict[str, float]:
        figures = self._solver.accum_stats()
        names = (("conflicts", "conflicts"), ("choices", "decisions"), ("restarts", "restarts"))
        return {ours: figures[theirs] for ours, theirs in names}

    def close(self) -> None:
        self._solver.delete()


def open_solver(name: str) -> Solver:
    """The solver of that name, without clauses.

    Raises:
        PuzzleError: there is no such solver.
    """
    check_solver(name)
    return PySatSolver(name) if name in SOLVERS else ExternalSolver(name)
