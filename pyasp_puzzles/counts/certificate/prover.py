"""Lets a SAT solver prove, in a process of its own, that a formula has only the given answers.

You need not trust this process: the one that started it checks models and proof
(:mod:`pyasp_puzzles.counts.certificate.evidence`).
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import tempfile
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from pyasp_puzzles.core.errors import PuzzleError, SolverError
from pyasp_puzzles.core.optional import need
from pyasp_puzzles.ground.sat.cnf import Clause, dimacs
from pyasp_puzzles.ground.solver_files import read_result
from pyasp_puzzles.work.parent import Send

PROVERS = (
    *("cadical103", "cadical153", "cadical195", "cadical300"),
    *("glucose3", "glucose4", "glucose42", "lingeling"),
)
"""PySAT's solvers that write DRUP proofs."""

EXTERNAL = ("cadical", "kissat")
"""Programs on the PATH that write a proof as text with ``-q --no-binary CNF PROOF``."""

_LISTER = "glucose4"
"""The solver that finds a model for each answer: fast for many calls."""

BATCH = 256
"""The most models in one message."""

_BYTES = 1 << 24
"""The most bytes of the models in one message; a single model may have more."""

Model = bytes
"""A byte 0 or 1 at each variable's number; the byte at 0 is unused."""


@dataclass(frozen=True)
class ProofTask:
    """The claim to prove: a formula has no models but the forbidden ones.

    Attributes:
        variables: number of variables.
        clauses: the formula.
        forbidden: a clause for each answer; its negation is the answer.
        solver: one of :data:`PROVERS` or :data:`EXTERNAL`.
    """

    variables: int
    clauses: list[Clause]
    forbidden: list[Clause]
    solver: str


@dataclass(frozen=True)
class RefutationProof:
    """The lines of a DRUP proof that the formula with all answers forbidden has no model.

    ``digest`` is that of the formula that the solver got.
    """

    proof: list[str]
    digest: str


@dataclass(frozen=True)
class Lacking:
    """An answer that is no model: its index, and a DRUP proof that formula and answer have none."""

    number: int
    proof: list[str]


@dataclass(frozen=True)
class Extra:
    """A model of the formula that is none of the answers."""

    model: Model


ProverResult = RefutationProof | Lacking | Extra


def prove(send: Send, task: ProofTask) -> None:
    """Prove that a formula has no model but the answers: send models of those, and the result."""
    send("result", _proved(send, task))


def _proved(send: Send, task: ProofTask) -> ProverResult:
    check_prover(task.solver)
    models: list[Model] = []
    batch = max(1, min(BATCH, _BYTES // (task.variables + 1)))
    with need("pysat.solvers").Solver(_LISTER, bootstrap_with=task.clauses) as lister:
        for number, clause in enumerate(task.forbidden):
            answer = [-literal for literal in clause]
            if not lister.solve(assumptions=answer):
                units = [[literal] for literal in answer]
                _, proof = _solve(task.solver, [*task.clauses, *units], task.variables)
                return Lacking(number, proof)
            models.append(_model(lister.get_model(), task.variables))
            if len(models) == batch:
                send("models", models)
                models = []
    if models:
        send("models", models)
    clauses = [*task.clauses, *task.forbidden]
    found, proof = _solve(task.solver, clauses, task.variables)
    if found is not None:
        return Extra(_model(found, task.variables))
    return RefutationProof(proof, digest(clauses, task.variables))


def digest(clauses: Collection[Clause], variables: int) -> str:
    """The SHA-256 sum of a formula as a DIMACS file without comments."""
    return hashlib.sha256(dimacs(clauses, variables).encode("ascii")).hexdigest()


def _model(literals: Collection[int], variables: int) -> Model:
    """A solver's model; variables that it does not mention are false."""
    values = bytearray(variables + 1)
    for literal in literals:
        if 0 < literal <= variables:
            values[literal] = 1
    return bytes(values)


def check_prover(name: str) -> None:
    """Refuse a solver that writes no proofs, or wrong ones."""
    if name in PROVERS or (name in EXTERNAL and shutil.which(name)):
        return
    expected = f"one of {', '.join(PROVERS)}, or {' or '.join(EXTERNAL)} on the PATH"
    if str(name).startswith("maple"):
        raise PuzzleError(f"found solver {name}, whose proofs are not valid, expected {expected}")
    raise PuzzleError(f"found solver {name!r}, which writes no proof here, expected {expected}")


def _solve(
    name: str, clauses: Collection[Clause], variables: int
) -> tuple[Collection[int] | None, list[str]]:
    """A model and no proof, or ``None`` and a proof."""
    if name in PROVERS:
        with need("pysat.solvers").Solver(name, bootstrap_with=clauses, with_proof=True) as solver:
            if solver.solve():
                return solver.get_model(), []
            return None, _finished(solver.get_proof() or [])
    with tempfile.TemporaryDirectory() as folder:
        formula, proof = Path(folder, "formula.cnf"), Path(folder, "proof.drat")
        formula.write_text(dimacs(clauses, variables), encoding="ascii")
        command = [name, "-q", "--no-binary", str(formula), str(proof)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode == 10:
            return read_result(done.stdout, f"the output of {name}").literals, []
        if done.returncode != 20:
            why = " ".join((done.stderr or done.stdout).split())[:200]
            raise SolverError(f"{name} ended with exit code {done.returncode}: {why}")
        return None, _finished(proof.read_text("ascii", errors="replace").splitlines())


def _finished(proof: list[str]) -> list[str]:
    """The proof with the empty clause at its end, which some solvers leave out."""
    return proof if proof and proof[-1].split() == ["0"] else [*proof, "0"]
