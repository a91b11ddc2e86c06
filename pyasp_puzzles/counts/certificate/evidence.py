"""Checks everything that a prover sends: models, proof, and the digest of its formula.

The checks use the clauses that the prover was given, never clauses that it sends.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import tempfile
from collections import deque
from collections.abc import Callable, Collection, Generator, Sequence
from contextlib import closing
from functools import cached_property
from pathlib import Path

from pyasp_puzzles.core.errors import Phrase, PuzzleError, counted, shorten
from pyasp_puzzles.counts.certificate.prover import (
    Extra,
    Lacking,
    Model,
    ProofTask,
    ProverResult,
    RefutationProof,
)
from pyasp_puzzles.counts.certificate.rup import ProofError, check, lines_of
from pyasp_puzzles.ground.sat.cnf import Clause, dimacs
from pyasp_puzzles.work.child import Child, Message
from pyasp_puzzles.work.deadline import Deadline, TimeUpError

CHECKERS = ("drat-trim", "own")
"""The program drat-trim (Wetzler, Heule and Hunt, SAT 2014), and our own, in ``rup.py``."""

Note = Callable[[str], None]


class CertificateClock:
    """Measures phases and watches the time limit of a certificate."""

    def __init__(self, name: str, timeout: float | None) -> None:
        self._name, self._deadline, self._laps = name, Deadline(timeout), 0.0
        self.late = self._deadline.late

    def lap(self) -> float:
        """Seconds since the last lap."""
        last, self._laps = self._laps, self._deadline.spent()
        return self._laps - last

    def left(self) -> float | None:
        """Seconds left, or ``None`` without a limit."""
        if self.late():
            raise self.gave_up()
        return self._deadline.left()

    def gave_up(self) -> TimeUpError:
        """The error for the end of the time limit."""
        return TimeUpError(f"{self._name}: the time limit came before the proof was checked")


def messages(module: str, order: object, clock: CertificateClock) -> Generator[Message]:
    """Run the ``main`` of a module in a process and yield its messages; then end the process.

    Raises:
        SolverError: the process fails.
        GaveUpError: the time is up.
    """
    with Child(f"pyasp_puzzles.counts.certificate.{module}", order) as child:
        for message in child.messages(clock.late):
            if message[0] in ("error", "memory", "bug", "gone"):
                raise child.failure(message, f"the process of {module}")
            yield message
        raise clock.gave_up()


def broken_clause(clauses: Collection[Clause], models: Sequence[Model]) -> Clause | None:
    """A clause that is false in one of the models; ``None``: each model satisfies all clauses.

    All models are evaluated together: a literal is an integer with one byte for each model.
    """
    all_true = int.from_bytes(bytes([1]) * len(models), "big")
    true = [int.from_bytes(bytes(values), "big") for values in zip(*models, strict=True)]
    for clause in clauses:
        holds = 0
        for literal in clause:
            holds |= true[literal] if literal > 0 else all_true ^ true[-literal]
        if holds != all_true:
            return clause
    return None


class Evidence:
    """Runs a prover on a task and checks what it sends."""

    def __init__(self, task: ProofTask, checker: str, clock: CertificateClock, note: Note) -> None:
        self._task, self._checker, self._clock, self._note = task, checker, clock, note
        self._clauses = [*task.clauses, *task.forbidden]
        self._models = 0

    @cached_property
    def formula(self) -> str:
        """The clauses of the task, those that forbid the answers last, as a DIMACS file."""
        return dimacs(self._clauses, self._task.variables)

    def collect(self) -> ProverResult:
        """Run the prover, check its models as they come, and return its result unchecked."""
        with closing(messages("prover", self._task, self._clock)) as sent:
            for message in sent:
                match message:
                    case ("models", [bytes(), *_] as models):
                        self._take_models(models)
                    case ("result", RefutationProof() | Lacking() | Extra() as result) if _typed(
                        result
                    ):
                        return result
                    case _:
                        raise _fault(f"it sent {shorten(message)}")
        raise _fault("it sent no result")

    def _take_models(self, models: Sequence[Model]) -> None:
        """Check the models of the next answers."""
        self._clock.left()
        answers = self._task.forbidden[self._models : self._models + len(models)]
        if len(answers) < len(models):
            expected = counted(len(self._task.forbidden), "answer")
            raise _fault(f"it has models for more than {expected}")
        self._check_models(self._task.clauses, models)
        for place, (clause, model) in enumerate(zip(answers, models, strict=True)):
            if any(model[abs(literal)] == (literal > 0) for literal in clause):
                raise _fault(f"its model number {self._models + place + 1:,} is another answer's")
        self._models += len(models)

    def check(self, result: ProverResult) -> None:
        """Check a result: the proof of a refutation or of a missing answer, or the extra model."""
        if isinstance(result, RefutationProof):
            self._check_refutation(result)
        elif isinstance(result, Lacking):
            self._check_lacking(result)
        else:
            self._check_models(self._clauses, [result.model])

    def _check_refutation(self, found: RefutationProof) -> None:
        """Check that each answer had its model, and the proof that there is no other model."""
        expected = len(self._task.forbidden)
        if self._models != expected:
            raise _fault(f"it has models for {self._models:,} of {counted(expected, 'answer')}")
        digest = hashlib.sha256(self.formula.encode("ascii")).hexdigest()
        if found.digest != digest:
            raise _fault(f"it worked on another formula, of sha256 {found.digest}, not {digest}")
        self._check_proof(self._clauses, found.proof, self.formula)

    def _check_lacking(self, found: Lacking) -> None:
        """Check the proof that an answer is no model of the formula."""
        if not 0 <= found.number < len(self._task.forbidden):
            raise _fault(f"it says that answer {found.number + 1:,} is lacking")
        answer = [[-literal] for literal in self._task.forbidden[found.number]]
        self._check_proof([*self._task.clauses, *answer], found.proof)

    def _check_models(self, clauses: Collection[Clause], models: Sequence[Model]) -> None:
        """Check that models have the right form and satisfy all clauses."""
        size = self._task.variables + 1
        if any(
            not isinstance(model, bytes) or len(model) != size or model.translate(None, b"\0\1")
            for model in models
        ):
            raise _fault("it has a model of another formula")
        broken = broken_clause(clauses, models)
        if broken is not None:
            clause = shorten(Phrase(" ".join(map(str, broken))))
            raise _fault(f"it has a model that breaks the clause {clause} 0")

    def _check_proof(
        self, clauses: Collection[Clause], proof: Sequence[str], formula: str = ""
    ) -> None:
        """Check that a proof refutes clauses, with the chosen checker."""
        self._note("check")
        if self._checker == "own":
            lines = f"{len(proof):,}"

            def look(line: int) -> None:
                self._clock.left()
                self._note(f"check, line {line:,} of {lines}")

            check(clauses, proof, progress=look)
        else:
            deque(lines_of(proof), maxlen=0)  # drat-trim passes over what is no line of a proof
            _check_with_drat_trim(
                formula or dimacs(clauses, self._task.variables), proof, self._clock
            )


def choose_checker(checker: str | None) -> str:
    """The name of the checker to use."""
    if checker is None:
        return "drat-trim" if shutil.which("drat-trim") else "own"
    if checker not in CHECKERS:
        raise PuzzleError(f"found checker {checker!r}, expected {' or '.join(CHECKERS)}")
    if checker == "drat-trim" and not shutil.which(checker):
        raise PuzzleError("drat-trim is not on the PATH; without it our own checker is used")
    return checker


def _typed(result: ProverResult) -> bool:
    if isinstance(result, Extra):
        return isinstance(result.model, bytes)
    if isinstance(result, Lacking) and type(result.number) is not int:
        return False
    return isinstance(result.proof, list) and all(isinstance(line, str) for line in result.proof)


def _fault(what: str) -> ProofError:
    """The error for a prover that sends something wrong."""
    return ProofError(0, (), f"the prover is wrong: {what}")


def _check_with_drat_trim(formula: str, proof: Sequence[str], clock: CertificateClock) -> None:
    """Check a proof with drat-trim, which prints its verdict in a line of its own."""
    with tempfile.TemporaryDirectory() as folder:
        files = Path(folder, "formula.cnf"), Path(folder, "proof.drat")
        for file, text in zip(files, (formula, "\n".join(proof) + "\n"), strict=True):
            file.write_text(text, encoding="utf-8")
        command = [
            "drat-trim",
            *map(str, files),
            "-t",
            "1000000",
        ]  # drat-trim's own limit is off; ours counts
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, check=False, timeout=clock.left()
            )
        except subprocess.TimeoutExpired:
            raise clock.gave_up() from None
    if "s VERIFIED" not in done.stdout.splitlines():
        said = [line for line in done.stdout.splitlines() if line.startswith("s ")]
        raise ProofError(0, (), f"drat-trim says {said[-1] if said else 'nothing'!r}")
