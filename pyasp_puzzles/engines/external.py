"""Any DIMACS solver on the PATH as an engine: a file in, a result out, for each model anew."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from pyasp_puzzles.cnf import Clause
from pyasp_puzzles.errors import SolverError
from pyasp_puzzles.outcome import Status
from pyasp_puzzles.translate.reading import read_result

_ARGUMENTS = {
    "minisat": ("-verb=0", "{cnf}", "{result}"),
    "minisat2": ("-verb=0", "{cnf}", "{result}"),
    "glucose": ("-verb=0", "-model", "{cnf}"),
    "glucose-simp": ("-verb=0", "-model", "{cnf}"),
}
"""Arguments of solvers that do not simply print ``s`` and ``v`` lines for a file."""


class ExternalSolver:
    """A program that reads a DIMACS file; it starts anew for each model.

    Raises:
        SolverError: the program ends without a result.
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
        self._calls += 1
        with tempfile.TemporaryDirectory() as folder:
            cnf, written = Path(folder, "formula.cnf"), Path(folder, "result")
            with cnf.open("w", encoding="ascii") as file:
                file.write(f"p cnf {self._variables} {len(self._clauses)}\n")
                file.writelines(f"{' '.join(map(str, clause))} 0\n" for clause in self._clauses)
            arguments = _ARGUMENTS.get(Path(self._name).name, ("{cnf}",))
            command = [part.format(cnf=cnf, result=written) for part in arguments]
            self._process = subprocess.Popen(
                [self._name, *command],
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                errors="replace",
            )
            output, _ = self._process.communicate()
            if written.exists():
                output = written.read_text(encoding="ascii", errors="replace")
        if self._process.returncode not in (0, 10, 20):
            raise SolverError(f"{self._name} ended with exit code {self._process.returncode}")
        result = read_result(output, f"the output of {self._name}")
        if result.status is Status.UNKNOWN:
            raise SolverError(f"{self._name} gave up")
        if result.status is Status.UNSATISFIABLE:
            return None
        model = [-variable for variable in range(1, self._variables + 1)]
        for literal in result.literals:
            if 0 < literal <= self._variables:
                model[literal - 1] = literal
        return model

    def statistics(self) -> dict[str, float]:
        return {"calls": self._calls}

    def close(self) -> None:
        if self._process and self._process.poll() is None:
            self._process.kill()
            self._process.wait()
