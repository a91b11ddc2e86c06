"""Any DIMACS solver on the PATH as an engine: a file in, a result out, for each model anew."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from pyasp_puzzles.errors import Phrase, SolverError, shorten, system_reason
from pyasp_puzzles.results import Status
from pyasp_puzzles.sat.cnf import Clause, dimacs
from pyasp_puzzles.translate.reading import read_result

_ARGUMENTS = {
    "minisat": ("-verb=0", "{cnf}", "{result}"),
    "minisat2": ("-verb=0", "{cnf}", "{result}"),
    "glucose": ("-verb=0", "-model", "{cnf}"),
    "glucose-simp": ("-verb=0", "-model", "{cnf}"),
}
"""Arguments of solvers that do not simply print ``s`` and ``v`` lines for a file."""

_CODES = {10: Status.SATISFIABLE, 20: Status.UNSATISFIABLE}
"""Exit codes of the SAT competitions; some solvers always end with 0."""


class ExternalSolver:
    """A program that reads a DIMACS file; it starts anew for each model.

    Its models are checked, so that a solver in error ends a search in place of falsifying a count;
    that there are no more models is its own word.

    Raises:
        SolverError: the program cannot be started, ends without a result, contradicts itself, or
            gives a model that breaks a clause.
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
        code = self._process.returncode
        if code not in (0, *_CODES):
            raise SolverError(f"{self._name} ended with exit code {code}")
        result = read_result(output, f"the output of {self._name}")
        if result.status is Status.UNKNOWN:
            raise SolverError(f"{self._name} gave up")
        if _CODES.get(code, result.status) is not result.status:
            said = result.status.value
            raise SolverError(f"{self._name} said {said} and ended with exit code {code}")
        if result.status is Status.UNSATISFIABLE:
            return None
        model = [-variable for variable in range(1, self._variables + 1)]
        for literal in result.literals:
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
        if self._process and self._process.poll() is None:
            self._process.kill()
            self._process.wait()
