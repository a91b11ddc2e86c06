"""The formula of a program with its answers forbidden, and a solver's proof that no model is left.

This is the part of a certificate that may take long and that nothing can interrupt, so it has a
``main`` for a process of its own.  Nobody has to trust it: what it returns is a formula and a
proof, to be checked elsewhere.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from pyasp_puzzles.cnf import Clause, Cnf, dimacs
from pyasp_puzzles.errors import PuzzleError, SolverError
from pyasp_puzzles.packages import need
from pyasp_puzzles.translate.reading import read_result

PROVERS = (
    *("cadical103", "cadical153", "cadical195", "cadical300"),
    *("glucose3", "glucose4", "glucose42", "lingeling"),
)
"""PySAT's solvers that write DRUP proofs."""

EXTERNAL = ("cadical", "kissat")
"""Programs that, with ``-q --no-binary CNF PROOF``, write a proof in text."""

_LISTER = "glucose4"
"""Looks whether the formula has each answer; fast when it is called often."""

Atoms = frozenset[str]
Note = Callable[[str], None]


@dataclass(frozen=True)
class Task:
    """What is to be proved: that a program has no answers but these.

    Attributes:
        program: the ``.lp`` file.
        facts: the instance as text.
        constants: values for the program's ``#const`` statements.
        answers: the shown atoms of each known answer, as text.
        solver: one of :data:`PROVERS` or :data:`EXTERNAL`.
    """

    program: Path
    facts: str
    constants: Mapping[str, int]
    answers: tuple[Atoms, ...]
    solver: str


@dataclass(frozen=True)
class Refutation:
    """A formula, and a proof that it has no model.

    Attributes:
        variables: of the formula.
        clauses: those of the translation, then one for each answer that forbids it.
        atoms: the literal of each shown atom.
        proof: lines of a DRUP proof.
        seconds: time by phase: "translate", "prove".
    """

    variables: int
    clauses: list[Clause]
    atoms: dict[str, int]
    proof: list[str]
    seconds: dict[str, float]


@dataclass(frozen=True)
class Disagreement:
    """An answer that only one side has.

    Attributes:
        answer: its shown atoms.
        extra: whether it is the formula that has it, and not the list of answers.
    """

    answer: Atoms
    extra: bool


def main() -> None:
    """Read a task from standard input, and send notes and the result to standard output."""
    from pyasp_puzzles.engines.child import failures_sent, open_parent

    task, send = open_parent()
    with failures_sent(send, f"the proof with {task.solver}"):
        send("result", prove(task, lambda text: send("note", text)))


def prove(task: Task, note: Note) -> Refutation | Disagreement:
    """Translate a program and prove that its formula has no models but the known answers."""
    from pyasp_puzzles.translate import translate
    from pyasp_puzzles.translate.ground import ground

    note("translation")
    start = time.perf_counter()
    program = ground([task.program], task.facts, task.constants)
    if program.minimize:
        raise PuzzleError(
            f"{task.program.name}: a proof of optimality is not among the proofs here"
        )
    translation = translate(program)
    for literal in translation.assumptions:
        translation.cnf.add(literal)
    return refute(translation.cnf, task.answers, task.solver, note, time.perf_counter() - start)


def refute(
    cnf: Cnf,
    answers: Collection[Atoms],
    solver: str,
    note: Note = lambda _: None,
    translating: float = 0.0,
) -> Refutation | Disagreement:
    """Prove that a formula has no models but the known answers, and that it has those.

    Adds a clause for each answer, over all shown atoms: no answer need differ from another by
    more than one atom.

    Args:
        cnf: is changed.
        answers, solver: see :class:`Task`.
        note: is told what goes on.
        translating: seconds that were spent before.

    Raises:
        PuzzleError: no such solver, or it writes no proofs.
        SolverError: an external solver failed.
    """
    check_prover(solver)
    start = time.perf_counter()
    note("proof")
    shown = {str(symbol): literal for symbol, literal in cnf.shown.items()}
    models: list[Clause] = []
    with need("pysat.solvers").Solver(_LISTER, bootstrap_with=cnf.clauses) as lister:
        for answer in answers:
            models.append([shown[a] if a in answer else -shown[a] for a in shown])
            if not answer <= shown.keys() or not lister.solve(assumptions=models[-1]):
                return Disagreement(answer, extra=False)
    for model in models:
        cnf.add(*(-literal for literal in model))
    found, proof = _solve(solver, cnf.clauses, cnf.variables)
    if found is not None:
        true = set(found)
        return Disagreement(frozenset(a for a in shown if shown[a] in true), extra=True)
    seconds = {"translate": translating, "prove": time.perf_counter() - start}
    return Refutation(cnf.variables, cnf.clauses, shown, proof, seconds)


def check_prover(name: str) -> None:
    """Refuse a solver that writes no proofs, or wrong ones.

    Raises:
        PuzzleError: the message names the solvers that do.
    """
    if name in PROVERS or (name in EXTERNAL and shutil.which(name)):
        return
    expected = f"one of {', '.join(PROVERS)}, or {' or '.join(EXTERNAL)} on the PATH"
    if name.startswith("maple"):
        raise PuzzleError(f"found solver {name}, whose proofs are not valid, expected {expected}")
    raise PuzzleError(f"found solver {name!r}, which writes no proof here, expected {expected}")


def _solve(
    name: str, clauses: Collection[Clause], variables: int
) -> tuple[Collection[int] | None, list[str]]:
    """A model, or none and a proof."""
    if name in EXTERNAL:
        return _solve_outside(name, clauses, variables)
    with need("pysat.solvers").Solver(name, bootstrap_with=clauses, with_proof=True) as solver:
        if solver.solve():
            return solver.get_model(), []
        return None, _finished(solver.get_proof() or [])


def _solve_outside(
    name: str, clauses: Collection[Clause], variables: int
) -> tuple[Collection[int] | None, list[str]]:
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
        return None, _finished(proof.read_text(encoding="ascii").splitlines())


def _finished(proof: list[str]) -> list[str]:
    """The proof with the empty clause at its end, which some solvers leave out."""
    return proof if proof and proof[-1].split() == ["0"] else [*proof, "0"]
