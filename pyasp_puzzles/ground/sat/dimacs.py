"""Runs a DIMACS solver from the PATH, once for each model."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from pyasp_puzzles.core.atoms import Status
from pyasp_puzzles.core.errors import Phrase, SolverError, shorten, system_reason
from pyasp_puzzles.core.optional import need
from pyasp_puzzles.ground.sat import SOLVERS, check_solver
from pyasp_puzzles.ground.sat.cnf import Clause, dimacs
from pyasp_puzzles.ground.solver_files import read_result

_ARGUMENTS = {
    "minisat": ("-verb=0", "{cnf}", "{result}"),
    "minisat2": ("-verb=0", "{cnf}", "{result}"),
    "glucose": ("-verb=0", "-model", "{cnf}"),
    "glucose-simp": ("-verb=0", "-model", "{cnf}"),
}
"""Arguments of solvers that do not print ``s`` and ``v`` lines by default."""

_CODES = {10: Status.SATISFIABLE, 20: Status.UNSATISFIABLE}
"""Exit codes of the SAT competitions; some solvers always end with 0."""


class ExternalSolver:
    """A program that reads a DIMACS file, started again for each model.

    Its models are checked, but not its claim that there is no further one.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._clauses: list[Clause] = []
        self._variables = 0
        self._calls = 0
        self._process: subprocess.Popen[str] | None = None

    def add(self, clauses: Sequence[Clause]) -> None:
        self._clauses += clauses
        largest = (abs(literal) for clause in clauses for literal in clause)
        self._variables = max(self._variables, max(largest, default=0))

    def solve(self) -> Sequence[int] | None:
        """A model, literal ``i + 1`` or its negation at index ``i``; ``None``: there is none."""
        self._calls += 1
        code, output = self._run()
        if code not in (0, *_CODES):
            raise SolverError(f"{self._name} ended with exit code {code}")
        result = read_result(output, f"the output of {self._name}")
        if result.status is Status.UNKNOWN:
            raise SolverError(f"{self._name} gave up")
        if _CODES.get(code, result.status) is not result.status:
            said = result.status.value
            raise SolverError(f"{self._name} said {said} and ended with exit code {code}")
        return self._model(result.literals) if result.status is Status.SATISFIABLE else None

    def _run(self) -> tuple[int, str]:
        """Run the program; its exit code, and what it printed or wrote to its result file."""
        with tempfile.TemporaryDirectory() as folder:
            cnf, written = Path(folder, "formula.cnf"), Path(folder, "result")
            cnf.write_text(dimacs(self._clauses, self._variables), encoding="ascii")
            arguments = _ARGUMENTS.get(Path(self._name).name, ("{cnf}",))
            command = [part.format(cnf=cnf, result=written) for part in arguments]
            try:
                self._process = subprocess.Popen(
                    [self._name, *command],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    text=True,
                    errors="replace",
                )
            except OSError as error:
                why = system_reason(error)
                raise SolverError(f"{self._name} cannot be started: {why}") from None
            output, _ = self._process.communicate()
            if written.exists():
                output = written.read_text(encoding="ascii", errors="replace")
        return self._process.returncode, output

    def _model(self, literals: Iterable[int]) -> list[int]:
        """The model with these literals, checked; other variables are false."""
        model = [-variable for variable in range(1, self._variables + 1)]
        for literal in literals:
            if 0 < literal <= self._variables:
                model[literal - 1] = literal
        for clause in self._clauses:
            if not any(model[abs(literal) - 1] == literal for literal in clause):
                broken = shorten(Phrase(" ".join(map(str, clause))))
                raise SolverError(f"{self._name} gave a model that breaks the clause {broken}")
        return model

    def statistics(self) -> dict[str, float]:
        return {"calls": self._calls}

    def close(self) -> None:
        """End the program if it runs."""
        if self._process and self._process.poll() is None:
            self._process.kill()
            self._process.wait()


class PySatSolver:
    """One of PySAT's solvers; it has the methods of :class:`ExternalSolver`."""

    def __init__(self, name: str) -> None:
        self._solver: Any = need("pysat.solvers").Solver(name=name)
        self.add, self.close = self._solver.append_formula, self._solver.delete

    def solve(self) -> Sequence[int] | None:
        model: list[int] | None = self._solver.get_model() if self._solver.solve() else None
        return model

    def statistics(self) -> dict[str, float]:
        figures = self._solver.accum_stats()
        names = (("conflicts", "conflicts"), ("choices", "decisions"), ("restarts", "restarts"))
        return {ours: figures[theirs] for ours, theirs in names}


def open_solver(name: str) -> PySatSolver | ExternalSolver:
    """The solver of that name, without clauses. Raises PuzzleError if there is no such solver."""
    check_solver(name)
    return PySatSolver(name) if name in SOLVERS else ExternalSolver(name)
